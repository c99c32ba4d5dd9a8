// The report while it grows: start, stop, progress.
import { $, on, post, refresh, say } from "/static/page.js";
const form = $("start"), refused = $("refused");

form?.addEventListener("submit", async (event) => {
  event.preventDefault();
  refused.textContent = "";
  try { await post("/report/start", Object.fromEntries(new FormData(form))); say("playing"); }
  catch (fault) { refused.textContent = fault.message; }
});
$("stop")?.addEventListener("click", () => post("/report/stop", {}));
/** Try what a finding suggests. */
document.addEventListener("click", async ({ target }) => {
  if (target.id === "give-up") post("/report/give-up", {});
  const button = target.closest?.("[data-try]");
  if (!button) return;
  try {
    const { command } = await post("/report/try", { finding: +button.dataset.try, digest: button.dataset.digest });
    say(`running ${command}`);
    await refresh();
    $("attempt").focus();
  } catch (fault) { refused.textContent = fault.message; }
});
on("busy", ({ what, done, total }) => {
  const words = $("what"), bar = $("progress");
  if (!words) return;
  words.textContent = total ? `${what}, ${done} of ${total}` : what;
  if (total) Object.assign(bar, { max: total, value: done });
});
