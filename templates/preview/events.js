// What the preview tells; "stale" puts what differs in place.
import { $, on, post, refresh, say, send } from "./page.js";

const link = $("link");
let stream;

function listen() {
  stream = new EventSource(`/events?of=${encodeURIComponent(document.body.dataset.of ?? "")}`);
  stream.addEventListener("hello", (event) => {
    if (link.textContent) say(link.textContent = "protoplay is back");
    refresh(JSON.parse(event.data).version);
  });
  stream.onerror = () => {
    link.textContent = "protoplay has stopped: start it, and open the address it prints";
    if (stream.readyState === EventSource.CLOSED) setTimeout(turn, 2000);
  };
  for (const name of ["stale", "band", "move", "busy"])
    stream.addEventListener(name, (event) => {
      link.textContent = "";
      send(name, JSON.parse(event.data));
    });
}

document.addEventListener("click", async ({ target }) => {
  const { edit, line } = target.dataset ?? {};
  if (!edit) return;
  try { await post("/edit", { file: edit, line: +line }); say(`${edit} is open in the editor`); }
  catch (fault) { link.textContent = fault.message; }
});
on("stale", ({ version }) => refresh(version));
/** Listen while seen: all tabs share 6 connections. */
function turn() {
  stream?.close();
  if (!document.hidden) listen();
}

addEventListener("pageshow", (event) => event.persisted && turn());
document.addEventListener("visibilitychange", turn);
turn();

// A second press begins no second game.
const body = document.body;
addEventListener("submit", (event) => {
  if (!event.target.matches(".start, #again")) return;
  if (body.dataset.begins) event.preventDefault();
  body.dataset.begins = 1;
  say("Setting the table …");
});
addEventListener("pageshow", () => delete body.dataset.begins);
