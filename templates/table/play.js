// A game: picks and typed words become the address, and the page follows it; keys go about the board.
import { on, post, refresh, say } from "./events.js";

const home = location.pathname, text = document.getElementById("text");
let held = "", spot = "", timer = 0;

/** Go to an address of this game without loading the page anew. */
function go(address) {
  history.replaceState(null, "", address);
  held = document.activeElement?.id || held;
  return refresh();
}

/** Send what a form holds; say what the table answers. */
async function send(form, button) {
  const value = Object.fromEntries(new FormData(form, button));
  held = button?.id || document.activeElement?.id || "";
  try {
    const answer = await post(new URL(form.action).pathname, value);
    if (form.id === "say") { text.value = ""; text.focus(); }
    await go(home);
    if (answer.said) say(answer.said);
  } catch (wrong) { say(wrong.message); await go(home); }
}

/** Enter or leave with the arrows: the place nearest that way, in a cone of 90°. */
function step(key) {
  const [dx, dy] = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[key];
  const here = document.activeElement.dataset;
  let best = null, least = Infinity;
  for (const place of document.querySelectorAll(".place")) {
    const x = place.dataset.x - here.x, y = place.dataset.y - here.y;
    const along = x * dx + y * dy, aside = Math.abs(x * dy) + Math.abs(y * dx);
    const way = along + 2 * aside;
    if (along > 0.01 && aside <= along + 0.01 && way < least) { best = place; least = way; }
  }
  if (best) stand(best);
}

/** The one place of the board that Tab comes to. */
function stand(place) {
  rove(place);
  place.focus();
}
function rove(place) {
  for (const other of document.querySelectorAll('.place[tabindex="0"]')) other.setAttribute("tabindex", "-1");
  place?.setAttribute("tabindex", "0");
  if (place) spot = place.id;
}
function settle() {
  rove(document.getElementById(spot) ?? document.querySelector(".place.lit") ?? document.querySelector(".place"));
  if (held && (!document.activeElement || document.activeElement === document.body)) {
    const found = document.getElementById(held) ??
      (held.startsWith("place") ? document.querySelector('.place[tabindex="0"]')
        : document.querySelector("#look, #moves button, #undo:enabled") ?? text);
    found?.focus();
  }
}

function play(place) {
  const button = document.querySelector("[data-play]");
  if (place.dataset.armed === undefined || place.ariaPressed !== "true" || !button) return false;
  send(button.form, button);
  return true;
}

document.addEventListener("click", (event) => {
  const link = event.target.closest("a[data-pick]");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  if (!play(link)) go(link.getAttribute("href"));
});
document.addEventListener("submit", (event) => {
  if (event.target.id !== "say" && event.target.dataset.post === undefined) return;
  event.preventDefault();
  send(event.target, event.submitter);
});
text.addEventListener("input", () => {
  clearTimeout(timer);
  timer = setTimeout(() => {
    const address = new URL(location.href);
    if (text.value) address.searchParams.set("say", text.value); else address.searchParams.delete("say");
    go(address);
  }, 90);
});
document.addEventListener("keydown", (event) => {
  const at = document.activeElement;
  if (event.ctrlKey || event.metaKey || event.altKey || !at?.closest("#map, #moves, #heard")) return;
  if (at.classList.contains("place") && event.key.startsWith("Arrow")) {
    event.preventDefault();
    step(event.key);
  } else if (at.getAttribute("role") === "button" && (event.key === " " || event.key === "Enter")) {
    event.preventDefault();
    at.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
  } else if (event.key === "[") document.getElementById("back")?.click();
  else if (event.key === "]") document.getElementById("forth")?.click();
  else if (event.key === "m") document.querySelector("#moves button")?.focus();
  else if (event.key === "p") { text.value = "where "; text.focus(); event.preventDefault(); }
  else if (["l", "s", "h", "u", "?"].includes(event.key)) {
    post(`${home}/say`, { text: event.key }).then((answer) => { say(answer.said); go(location.href); });
  }
});
on("move", (told) => {
  held = document.activeElement?.id || held;
  if (told.said) say(told.said);
  if (!new URL(location.href).searchParams.has("ply")) go(home); else refresh();
});
on("merged", settle);
settle();
