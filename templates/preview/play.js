// A game: picks and typed words become the address, and the page follows it; keys go about the board.
import { $, on, post, refresh, say, until } from "./events.js";

const home = location.pathname, asked = new Set();
let spot = "";

/** Moves behind the position on the page. */
const shown = () => Number($("status").dataset.ply);

/** Go to an address of this game without loading the page anew. */
function go(address, version) {
  const there = new URL(address, location.href).href;
  if (there === location.href) return refresh(version);
  history.replaceState(null, "", there);
  return refresh();
}

/** Follow what was told: picks and typed words are of the position they were made in. */
function follow({ ply, version }, address = location.href) {
  return go(ply === shown() ? address : home, version);
}

/** Ask something of the game, once at a time; say what it answers. */
async function ask(what, value, form) {
  if (asked.has(what)) return;
  asked.add(what);
  try {
    const told = await post(`${home}/${what}`, value);
    const address = new URL(location.href);
    if (form?.id === "say" && $("text")?.value === value.text) {
      $("text").value = "";
      address.searchParams.delete("say");
    }
    if (told.said) say(told.said);
    await follow(told, address.href);
  } catch (wrong) {
    say(wrong.message);
    await refresh();
  } finally { asked.delete(what); }
}

/** Send what a form holds. */
function send(form, button) {
  until(ask(form.action.split("/").pop(), Object.fromEntries(new FormData(form, button)), form));
}

/** Go to the place nearest in an arrow's way, in a cone of 90°. */
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
  rove(best);
  best?.focus();
}

/** The one place of the board that Tab comes to. */
function rove(place) {
  if (!place) return;
  $(spot)?.setAttribute("tabindex", "-1");
  place.setAttribute("tabindex", "0");
  spot = place.id;
}
function settle() {
  rove($(spot) ?? document.querySelector(".place.lit") ?? document.querySelector(".place"));
}

/** Play the one move that is left, where what was picked already is picked again. */
function play(picked) {
  const button = document.querySelector("[data-play]");
  if (picked.ariaPressed !== "true" || !button) return false;
  send(button.form, button);
  return true;
}

document.addEventListener("click", (event) => {
  const link = event.target.closest("a[data-pick]");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  if (link.dataset.armed === undefined || !play(link)) go(link.getAttribute("href"));
});
document.addEventListener("submit", (event) => {
  if (event.target.id !== "say" && event.target.dataset.post === undefined) return;
  event.preventDefault();
  send(event.target, event.submitter);
});
document.addEventListener("input", ({ target }) => {
  if (target.id !== "text") return;
  const address = new URL(location.href);
  if (target.value) address.searchParams.set("say", target.value); else address.searchParams.delete("say");
  go(address);
});
document.addEventListener("keydown", (event) => {
  const at = document.activeElement;
  if (event.ctrlKey || event.metaKey || event.altKey || !at?.closest("#map, #moves, #heard")) return;
  if (at.classList.contains("place") && event.key.startsWith("Arrow")) {
    event.preventDefault();
    step(event.key);
  } else if (event.repeat && event.key === "Enter") {
    event.preventDefault(); // a key that is held makes one move, not many
  } else if (at.getAttribute("role") === "button" && (event.key === " " || event.key === "Enter")) {
    event.preventDefault();
    if (event.key === " " || !play(at)) at.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
  } else if ("[]".includes(event.key)) $(event.key === "[" ? "back" : "forth")?.click();
  else if (event.key === "m") document.querySelector("#moves button")?.focus();
  else if (event.key === "p" && $("text")) { $("text").value = "where "; $("text").focus(); event.preventDefault(); }
  else if ("lshu?".includes(event.key)) until(ask("say", { text: event.key, at: shown() }));
});
on("move", (told) => {
  if (told.said) say(told.said);
  if (new URL(location.href).searchParams.has("ply")) refresh(told.version); else follow(told);
});
on("lost", (id, event) => {
  settle();
  const found = id.startsWith("place") && $(spot)
    || document.querySelector("#look, #moves");
  found.focus({ preventScroll: found.id === "moves" });
  event.preventDefault();
});
on("merged", settle);
settle();
