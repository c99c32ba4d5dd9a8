// A session that is over: a slider goes through its steps, and the table draws them.
{
  const record = JSON.parse($("record").textContent), listeners = [], player = $("player");
  window.room = {
    ...record, on: (then) => { listeners.push(then); go(0); },
    send: async () => ({ refused: "This session is over." }),
  };
  const tell = (message) => listeners.forEach((then) => then(message));
  const views = [{ ...record.first, log: [] }];
  for (const [, changes, said] of record.steps) {
    const view = { ...views.at(-1), ...changes };
    Object.keys(view).forEach((key) => { if (view[key] === null) delete view[key]; });
    if (said) view.log = [said, ...view.log].slice(0, 200);
    views.push(view);
  }
  let at = -1, timer;
  function go(to) {
    if (at < 0) tell({ all: views[0] });
    const before = views[Math.max(at, 0)], after = views[to], changes = {};
    for (const key of Object.keys({ ...before, ...after })) if (before[key] !== after[key]) changes[key] = after[key] ?? null;
    at = to;
    tell({ is: changes });
    player.step.value = to;
    const seconds = Math.floor(to ? record.steps[to - 1][0] : 0);
    $("clock").textContent = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")} · ${to} of ${record.steps.length}`;
  }
  const step = (by) => { const to = at + by; if (to >= 0 && to < views.length) go(to); else clearInterval(timer); };
  player.step.oninput = () => go(Number(player.step.value));
  player.before.onclick = () => step(-1);
  player.after.onclick = () => step(1);
  player.run.onclick = () => {
    const runs = player.run.ariaPressed !== "true";
    player.run.ariaPressed = runs;
    clearInterval(timer);
    if (runs) timer = setInterval(step, 700, 1);
  };
}
