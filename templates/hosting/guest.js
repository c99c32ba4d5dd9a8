// A guest's page: what the table tells, by a stream, or by asking where a proxy holds streams back.
import { $, post, refresh, say, send as dispatch } from "./page.js";

const headers = { "x-protoplay": "1" }, c = Math.random().toString(36).slice(2, 10);
const { act, seat } = document.body.dataset, listeners = [], waiting = [], link = $("link");
let n = 0, at = "", isPosting = false, gone = "", opened = Date.now();

/** What scripts of a table use: `send` an operation, hear every message `on` arrival. */
const room = (window.room = {
  seat: seat ? Number(seat) : null, spectator: !seat, names: [], send,
  on: (then) => listeners.push(then),
});
const rest = (ms) => new Promise((done) => setTimeout(done, ms));

/** Send an operation; its reply. What comes while one is under way goes with the next. */
function send(op) {
  return new Promise((done) => { waiting.push([[++n, op], done]); flush(); });
}
async function flush() {
  if (isPosting) return;
  isPosting = true;
  while (waiting.length) {
    const now = waiting.splice(0, 20), body = { c, ops: now.map(([op]) => op) };
    let replies;
    while (!replies) {
      try { replies = await post(`/t/${act}`, body); }
      catch (fault) {
        if (!(fault instanceof TypeError)) replies = now.map(() => ({ refused: fault.message }));
        else await rest(1000); // the same numbers again: nothing is done twice
      }
    }
    now.forEach(([, done], i) => done(replies[i]));
  }
  isPosting = false;
}

/** Take a message. */
function hear(message) {
  at = message.at ?? at;
  if (link) link.textContent = gone = message.gone ?? "";
  if (gone) return say(gone);
  if (message.names) room.names = message.names;
  if (message.clock || message.ply !== undefined) opened = Date.now() - 1000 * (message.clock?.seconds ?? 0);
  for (const then of listeners) then(message);
  if (message.said && message.ply === undefined) say(message.said);
  if (!message.page || !document.querySelector("[data-leaf]")) return;
  if (message.ply !== undefined && $("status"))
    dispatch("move", { said: message.said, ply: message.ply, version: at });
  else refresh(at);
}

/** Follow the stream until it ends; false where nothing came in 4 seconds. */
async function stream() {
  const stop = new AbortController();
  let isLate = false, timer = setTimeout(() => { isLate = true; stop.abort(); }, 4000);
  try {
    const answer = await fetch("/t/events", { headers, signal: stop.signal });
    if (!answer.ok) return hear({ gone: (await answer.text()).trim() });
    const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
    for (let text = ""; ;) {
      const { value, done } = await reader.read();
      if (done) return;
      clearTimeout(timer);
      timer = setTimeout(() => stop.abort(), 40000); // longer than the table is ever silent
      const parts = (text + value).split("\n\n");
      text = parts.pop();
      for (const part of parts) if (part.startsWith("data:")) hear(JSON.parse(part.slice(5)));
    }
  } finally {
    clearTimeout(timer);
    if (isLate) polls = true;
  }
}
let polls = false;
async function poll() {
  const answer = await fetch(`/t/next?after=${at}`, { headers });
  if (!answer.ok) return hear({ gone: (await answer.text()).trim() });
  for (const message of await answer.json()) hear(message);
}
async function follow() {
  while (!gone) {
    try { await (polls ? poll() : stream()); }
    catch {
      if (!polls && link) link.textContent = "The table does not answer; trying again …";
      await rest(polls ? 200 : 1500);
    }
  }
}
follow();

/** Count the decision of now; after the limit the page of whoever decides reminds, once. */
setInterval(() => {
  const clock = $("clock");
  if (!clock) return;
  const seconds = Math.max(0, Math.round((Date.now() - opened) / 1000)), limit = Number(clock.dataset.limit);
  const isLong = limit > 0 && seconds >= limit;
  clock.textContent = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
  if (isLong && !clock.classList.contains("long") && clock.dataset.mine !== undefined) say("It is still your turn.");
  clock.classList.toggle("long", isLong);
}, 1000);
