// A game step by step, from the story's JSON alone.
const $ = (id) => document.getElementById(id);
const coloured = (side) => `seat-${"abcdef"[side % 6]}`;
let story, ply = 0, notes = {}, timer;

function make(name, given = {}, ...inside) {
  const isDrawn = /^(svg|g|image|rect|circle|line|poly.*|text|title)$/.test(name);
  const node = isDrawn ? document.createElementNS("http://www.w3.org/2000/svg", name) : document.createElement(name);
  for (const [key, value] of Object.entries(given)) if (value !== undefined) node.setAttribute(key, value);
  node.append(...inside);
  return node;
}

/** A ring around a place. */
function ring(i, name = "last") {
  const points = story.places[i][1], [[cx, cy]] = points;
  if (points.length === 1) return make("circle", { class: name, cx, cy, r: 9 });
  return make("polygon", { class: name, points: points.join(" ") });
}

function map(step) {
  const svg = make("svg", { class: "board", viewBox: story.box.join(" "), role: "img", "aria-label": `The table after ${ply} moves` });
  if (story.ground.length)
    svg.append(make("image", { href: story.ground[0], x: 0, y: 0, width: story.ground[1], height: story.ground[2] }));
  for (const i of step.m) {
    const thing = story.things[i];
    if (typeof thing[0] === "string") {
      svg.append(make("text", { class: "note", x: thing[1], y: thing[2] }, thing[0]));
      continue;
    }
    const [href, , fw, fh] = story.faces[thing[0]];
    const face = { x: -fw / 2, y: -fh / 2, width: fw, height: fh };
    svg.append(make("g", { transform: `translate(${thing[1]} ${thing[2]}) rotate(${thing[3]})` },
      href ? make("image", { href, ...face }) : make("rect", { class: "blank", ...face }), make("title", {}, thing[4])));
  }
  for (const i of step.l ?? []) svg.append(ring(i));
  for (const i of step.c ?? []) svg.append(ring(i, "won"));
  return svg;
}

function tray(given) {
  const [title, , words, stacks] = given;
  const box = make("section", { class: "tray" }, make("h3", {}, title),
    ...words.map((text) => make("p", {}, text)));
  const list = make("ul");
  for (const [face, n, turn, label] of stacks) {
    const [href, , w, h] = story.faces[face], unit = Math.min(3, 92 / Math.max(w, h));
    const piece = make("span", { class: "lying" }, href
      ? make("img", { src: href, alt: label, width: Math.round(w * unit), height: Math.round(h * unit), class: turn % 180 ? "turned" : undefined })
      : make("span", { class: "blank" }, label));
    if (n !== 1) piece.append(make("b", { class: "n" }, `× ${n}`));
    list.append(make("li", {}, piece));
  }
  if (stacks.length) box.append(list);
  return box;
}

/** A position's trays, seat by seat. */
function trays(ids) {
  const boxes = {};
  for (const i of ids) {
    const seat = story.trays[i][1], name = seat < 0 ? `common ${i}` : `of-seat ${seat}`;
    (boxes[name] ??= make("div", { class: name })).append(tray(story.trays[i]));
  }
  return Object.values(boxes);
}

const words = (step, at) => at ? `${at}. ${story.who[step.s]}: ${[step.w, ...(step.d ?? [])].join("; ")}` : "The deal";

/** Show the position after so many moves. */
function show(to, quiet) {
  ply = Math.max(0, Math.min(story.steps.length - 1, to));
  const step = story.steps[ply], end = ply === story.steps.length - 1;
  $("map").replaceChildren(...(story.box.length && step.m ? [map(step)] : []), ...(step.t ? [make("pre", { tabindex: 0, "aria-label": "The position as text" }, step.t)] : []));
  $("trays").replaceChildren(...trays(step.y));
  const text = words(step, ply) + (end && story.over ? `. ${story.over}` : "");
  $("words").textContent = text;
  $("scores").replaceChildren(...step.p.map((n, i) => make("li", { "aria-current": step.a === i || undefined }, `${story.sides[i]} `, make("b", {}, String(n)))));
  $("at").value = ply;
  $("count").textContent = `${ply} of ${story.steps.length - 1}`;
  $("at").ariaValueText = text;
  $("first").disabled = $("back").disabled = !ply;
  $("forth").disabled = $("last").disabled = end;
  $("told").querySelector("[aria-current]")?.removeAttribute("aria-current");
  const line = $("told").children[ply]?.firstChild;
  if (line) { line.ariaCurrent = "step"; $("told").scrollTop = line.parentNode.offsetTop - 80; }
  for (const end of ["x1", "x2"]) $("here")?.setAttribute(end, ply);
  if ($("note")) $("note").value = notes[ply] ?? "";
  $("noted").textContent = $("note") ? story.unread ?? "" : notes[ply] ?? "";
  if (!quiet && $("said")) $("said").textContent = text;
  const address = new URL(location.href);
  if (address.protocol === "file:") address.hash = ply; else address.searchParams.set("ply", ply);
  history.replaceState(null, "", address);
}

/** Play from here, or from the start at the end; or stop. */
function run(goes) {
  clearTimeout(timer);
  const last = story.steps.length - 1;
  if (goes && ply === last && !timer) show(0);
  $("run").textContent = goes ? "❚❚ Pause" : "▶ Play";
  $("run").ariaPressed = goes;
  timer = goes ? setTimeout(() => { show(ply + 1, true); run(ply < last); }, +$("speed").value) : 0;
}

const stop = (to) => { run(false); show(to); };

/** A line of a list that goes to a position. */
function way(text, to, ...more) {
  const button = make("button", { type: "button" }, text, ...more);
  button.addEventListener("click", () => stop(to));
  return make("li", {}, button);
}

/** What a mistake cost, with the draw of its move. */
const cost = ([at, , points]) =>
  `lost ${points} points of win chance${story.steps[at].d ? ", the draw included" : ""}`;

/** The chances' curve and the moments to jump to. */
function chart() {
  const last = story.steps.length - 1, { curve = [], by, marks = [], mistakes = [] } = story.chances ?? {};
  if (curve.length > 1) {
    const svg = make("svg", { class: "curve", viewBox: `0 0 ${last} 100`, preserveAspectRatio: "none", role: "img", "aria-label": `Chances to win, from ${by}` });
    for (const y of [25, 50, 75]) svg.append(make("line", { class: "axis", x1: 0, x2: last, y1: y, y2: y }));
    for (const [at, side] of mistakes) svg.append(make("line", { class: `slip ${coloured(side)}`, x1: at, x2: at, y1: 0, y2: 100 }));
    svg.append(...story.sides.map((_, side) =>
      make("polyline", { class: coloured(side), points: curve.map((row) => `${row[0]},${100 - 100 * row[1 + side]}`).join(" ") })));
    svg.append(make("line", { id: "here", x1: ply, x2: ply, y1: 0, y2: 100 }));
    svg.addEventListener("click", (event) => {
      const box = svg.getBoundingClientRect();
      show(Math.round((event.clientX - box.left) / box.width * last));
    });
    const share = (row, side) => `${Math.round(100 * row[1 + side])} %`;
    const ticks = [...new Set([0, 1, 2, 3, 4].map((k) => Math.round(last * k / 4)))];
    $("chances").replaceChildren(make("div", { class: "plot" },
      make("p", { class: "ys", "aria-hidden": true }, ...["100 %", "75", "50", "25", "0"].map((y) => make("span", {}, y))), svg,
      make("p", { class: "xs", "aria-hidden": true }, ...ticks.map((x) => make("span", {}, String(x))))),
      make("p", { class: "small xname" }, "Moves made"), make("ul", { class: "key" }, ...story.sides.map((name, side) =>
      make("li", { class: coloured(side) }, `${name}: ${share(curve[0], side)} at first, ${share(curve.at(-1), side)} at last`))),
      make("p", { class: "small" }, `Win chance of each player, from ${by}.${mistakes.length ? " Upright lines mark mistakes." : ""}`));
  }
  const jumps = [...story.marks, ...marks, ...Object.keys(notes).map((at) => [+at, `note: ${notes[at]}`])];
  for (const slip of mistakes) {
    jumps.push([slip[0], `${story.who[story.steps[slip[0]].s]} ${cost(slip)}`]);
    const button = $("told").children[slip[0]]?.firstChild;
    if (button && !button.querySelector("b")) button.append(make("b", { class: "cost" }, ` ? ${cost(slip)}`));
  }
  jumps.sort((a, b) => a[0] - b[0]);
  $("jumps").replaceChildren(...jumps.map(([at, why]) => way(`${at}: ${why}`, at)));
  $("jumps").hidden = !jumps.length;
}

function fill(given, at) {
  story = given;
  notes = story.notes ?? {};
  $("at").max = story.steps.length - 1;
  $("told").replaceChildren(...story.steps.map((step, i) => way(words(step, i), i)));
  $("replay").hidden = false;
  show(at, true);
  chart();
}

function begin(given, at) {
  fill(given, at);
  const steps = { first: () => 0, back: () => ply - 1, forth: () => ply + 1, last: () => Infinity };
  for (const id in steps) $(id).addEventListener("click", () => stop(steps[id]()));
  $("at").addEventListener("input", () => stop(+$("at").value));
  $("run").addEventListener("click", () => run(!timer));
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || document.activeElement?.closest("input, textarea, select, pre, .pan")) return;
    const button = document.querySelector(`[aria-keyshortcuts~="${CSS.escape(event.key)}"]`);
    if (!button) return;
    event.preventDefault();
    button.click();
  });
  $("notes")?.addEventListener("submit", async (event) => {
    event.preventDefault();
    const text = $("note").value.trim(), body = JSON.stringify({ note: story.key, at: ply, text });
    const answer = await fetch("/replay/note", { method: "POST", headers: { "content-type": "application/json" }, body });
    if (!answer.ok) { $("noted").textContent = await answer.text(); return; }
    if (text) notes[ply] = text; else delete notes[ply];
    $("noted").textContent = `kept in ${(await answer.json()).file}`;
    chart();
  });
  if (!$("eyes") || !story.hidden) return;
  $("sight").hidden = false;
  $("eyes").append(...story.who.map((name, seat) => make("option", { value: seat + 1 }, `as ${name} saw them`)));
  $("eyes").value = story.eyes;
  $("eyes").addEventListener("change", async () => {
    run(false);
    const address = new URL(location.href), { chances } = story;
    address.searchParams.set("eyes", $("eyes").value);
    history.replaceState(null, "", address);
    const answer = await asked("story");
    if (answer.ok) fill({ ...await answer.json(), chances }, ply);
    else $("wait").textContent = await answer.text();
  });
}

/** The answer, asked twice where a save ended the work. */
async function asked(what) {
  const address = `/replay/${what}${location.search}`, answer = await fetch(address);
  return answer.status === 503 ? fetch(address) : answer;
}

async function load() {
  const answer = await asked("story");
  if (!answer.ok) { $("wait").textContent = await answer.text(); return; }
  begin(await answer.json(), +new URLSearchParams(location.search).get("ply"));
  $("wait").textContent = "";
  const more = await asked("chances");
  if (more.ok) { story.chances = await more.json(); chart(); }
}

if ($("story")) begin(JSON.parse($("story").textContent), +location.hash.slice(1) || 0);
else if ($("replay")) load();
