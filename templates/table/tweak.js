// Controls of parameters: what is moved is set at once.
import { on, post, refresh, say } from "/static/events.js";
const form = document.getElementById("controls");
const waiting = new Map();
let sending = false, last = "";

async function send() {
  if (sending) return;
  sending = true;
  while (waiting.size) {
    const [name, value] = waiting.entries().next().value;
    waiting.delete(name);
    await ask("/set", name, { value }, () => `${name} ${value}`);
  }
  sending = false;
}

/** Ask something about a parameter; say what came of it. */
async function ask(path, name, given, words) {
  try { say(words(await post(path, { name, ...given }))); }
  catch (fault) {
    say(fault.message);
    const state = form.querySelector(`[data-name="${CSS.escape(name)}"] .was`);
    if (state) state.textContent = fault.message;
  }
}

function show(field, value) {
  for (const input of field.querySelectorAll("[data-set]"))
    if (input.type === "checkbox") input.checked = value;
    else if (input.value !== String(value)) input.value = value;
}

function set(field, value) {
  show(field, value);
  waiting.set(field.dataset.name, value);
  send();
}

form?.addEventListener("input", (event) => {
  const input = event.target;
  if (!("set" in input.dataset) || (input.type === "number" && !input.validity.valid)) return;
  set(input.closest("fieldset"), input.type === "checkbox" ? input.checked : input.value);
});
form?.addEventListener("focusin", (event) => { last = event.target.closest("fieldset")?.dataset.name ?? ""; });
on("lost", (_, event) => {
  const input = last && form?.querySelector(`[data-name="${CSS.escape(last)}"] [data-set]`);
  if (input) { input.focus(); event.preventDefault(); }
});
form?.addEventListener("submit", (event) => event.preventDefault());
form?.addEventListener("click", (event) => {
  const field = event.target.closest("fieldset");
  if (event.target.closest("[data-back]")) {
    set(field, JSON.parse(field.dataset.disk));
    field.querySelector("[data-set]").focus();
  }
  if (event.target.closest("[data-write]"))
    ask("/write", field.dataset.name, {}, ({ files }) => `written into ${files.join(", ")}`);
});
on("band", () => refresh());
on("merged", () => {
  if (sending || !form) return;
  for (const field of form.querySelectorAll("fieldset"))
    if (!field.contains(document.activeElement))
      show(field, JSON.parse(field.querySelector("[data-value]").dataset.value));
});
