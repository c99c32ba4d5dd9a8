// The report while it grows: start, stop, and how far it is.
import { $, on, post, say } from "/static/events.js";
const form = $("start");
const refused = $("refused");

form?.addEventListener("submit", async (event) => {
  event.preventDefault();
  refused.textContent = "";
  try { await post("/report/start", Object.fromEntries(new FormData(form))); say("playing"); }
  catch (fault) { refused.textContent = fault.message; }
});
$("stop")?.addEventListener("click", () => post("/report/stop", {}));
on("busy", ({ what, done, total }) => {
  const words = $("what"), bar = $("progress");
  if (!words) return;
  words.textContent = total ? `${what}, ${done} of ${total}` : what;
  if (total) Object.assign(bar, { max: total, value: done });
});
