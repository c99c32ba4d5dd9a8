// Controls of parameters: what is moved is set at once.
import { $, on, post, refresh, say } from "/static/page.js";
const form = $("controls"), waiting = new Map();
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

const named = (name) => form.querySelector(`[data-name="${CSS.escape(name)}"]`);

/** Ask about a parameter; say the answer. */
async function ask(path, name, given, words) {
  let wrong = "";
  try {
    const told = await post(path, { name, ...given });
    wrong = told.wrong ?? "";
    say(wrong || words(told));
  } catch (fault) { say(wrong = fault.message); }
  const field = named(name);
  if (field) field.querySelector(".fault").textContent = wrong;
}

function show(field, value) {
  for (const input of field.querySelectorAll("[data-set]")) {
    if (input.type === "checkbox") input.checked = value;
    else if (input.value !== String(value)) input.value = value;
    input.ariaInvalid = "false";
  }
}

function set(field, value, wrong) {
  if (wrong) wrong.ariaInvalid = "true"; else show(field, value);
  waiting.set(field.dataset.name, value);
  send();
}

form?.addEventListener("input", ({ target }) => {
  if ("set" in target.dataset)
    set(target.closest("fieldset"), target.type === "checkbox" ? target.checked : target.value, !target.validity.valid && target);
});
form?.addEventListener("focusin", (event) => { last = event.target.closest("fieldset")?.dataset.name ?? ""; });
on("lost", (_, event) => {
  const input = last && form && named(last)?.querySelector("[data-set]");
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
    if (!field.matches(":focus-within,:has([aria-invalid=true])"))
      show(field, JSON.parse(field.querySelector("[data-value]").dataset.value));
});
