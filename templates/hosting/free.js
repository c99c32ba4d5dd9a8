// The table without rules: draws what the room tells, sends what a person does. Lengths in mm.
import { $, say } from "./page.js";

const { room } = window, me = room.seat;
const felt = $("felt"), pan = $("pan"), menu = $("menu"), over = $("over"), hand = $("hand");
const view = {}, nodes = {}, touches = new Map();
let mm = 1, isFit, held, carried, wanted, next, isBusy, isMoved, opener;
const isStill = () => document.body.matches(".still, :has(#ended a)");

const make = (tag, props, ...kids) => {
  const node = Object.assign(document.createElement(tag), props);
  node.append(...kids);
  return node;
};
const button = (text, op, props) => make("button", { onclick: () => send(op), ...props }, text);
const style = (node, props) => (Object.entries(props).forEach(([key, value]) => node.style.setProperty(`--${key}`, value)), node);
const side = (src, text = "") => src ? make("img", { src: room.faces?.[src] ?? `/face/${src}.svg`, alt: "" }) : make("span", { className: "blank" }, text);
const name = (seat) => seat === me ? "You" : room.names[seat];
const log = (text, className = "") => $("log").prepend(make("li", { className }, text));
const all = (query, then) => document.querySelectorAll(query).forEach(then);
const on = (type, then, at = document) => at.addEventListener(type, then, { passive: false });
const large = (box, img) => box.replaceChildren(...img ? [img.cloneNode()] : []);
const face = (node) => node.querySelector(":scope:is(.card,.up)>img");
const clamp = (n, low, high) => Math.max(low, Math.min(high, n));

async function send(op) {
  if ("x" in op && !op.drag) wanted = op;
  const { refused } = await room.send(op);
  if (!refused) return;
  log(refused, "refused");
  say(refused);
  if (nodes[op.t]) draw(op.t);
}

function draw(t) {
  const s = view[t];
  let node = nodes[t];
  if (!s) { node?.remove(); delete nodes[t]; return; }
  if (held?.t === t && held.moves || carried?.t === t) return;
  if (!node) {
    node = nodes[t] = make("button");
    node.dataset.t = t;
    felt.insertBefore(node, s.pile ? felt.querySelector(".single") : null);
    if (!s.pile) node.tabIndex = -1;
  }
  node.className = `piece ${s.pile ? "pile" : "single"} ${s.locked ? "locked" : ""} ${s.up ? "up" : ""} ${s.n > 1 ? "high" : s.n || s.colour ? "" : "empty"} ${s.colour || ""}`;
  style(node, { w: s.w, h: s.h, x: s.x, y: s.y, turn: `${s.turn}deg` });
  node.style.zIndex = s.z;
  node.ariaLabel = s.label;
  const old = node.querySelector("img"), shown = side(s.face, s.name);
  node.replaceChildren(old && old.src === shown.src ? old : shown, ...s.pile ? [make("span", { className: "tab" }, `${s.n || ""} ${s.place || ""}`.trim())] : [],
    ...s.note ? [make("span", { className: "tag" }, s.note)] : []);
}
function zoom(by, x = pan.clientWidth / 2, y = innerHeight / 2) {
  const { w, h } = view.table, fit = Math.min(pan.clientWidth / w, pan.clientHeight / h), old = mm, box = felt.getBoundingClientRect();
  isFit = !by;
  mm = by ? clamp(mm * by, fit / 2, 6) : Math.max(fit, innerWidth < 700 ? 0.72 : 0);
  style(felt, { mm: `${mm}px`, w, h });
  if (by) pan.scrollBy((x - box.x) * (mm / old - 1), (y - box.y) * (mm / old - 1));
  else pan.scrollTo((w * mm - pan.clientWidth) / 2, (h * mm - pan.clientHeight) / 2);
}
function spot(e) {
  const box = felt.getBoundingClientRect();
  return { x: Math.round((e.clientX - box.x) / mm), y: Math.round((e.clientY - box.y) / mm) };
}
const far = (a, b) => Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY);
const apart = (a, b) => Math.hypot(a.x - b.x, a.y - b.y);
const nearest = (at, those) => those.sort((a, b) => apart(view[a], at) - apart(view[b], at))[0];
const open = (t) => Object.keys(nodes).filter((u) => u !== t && !view[u].locked && !view[u].colour);
const piles = () => open().filter((t) => view[t].pile);
const discards = () => open().filter((t) => view[t].place && view[t].up);
// The next place to the right, then below, where nothing lies yet.
function free({ x, y }) {
  const hit = Object.keys(nodes).map((t) => view[t]).find((s) => !s.locked && Math.abs(s.x - x) < s.w && Math.abs(s.y - y) < s.h);
  if (!hit || y > view.table.h) return { x, y };
  const right = hit.x + hit.w + 6;
  return right + hit.w / 2 < view.table.w ? free({ x: right, y }) : free({ x: hit.w / 2 + 6, y: y + hit.h + 12 });
}
const middle = () => free(spot({ clientX: pan.clientWidth / 2, clientY: innerHeight / 2 }));
// The pile or piece of the same size on which something is put down.
const below = (at, c, t) => nearest(at, open(t).filter((u) => apart(view[u], at) < Math.min(view[u].w, view[u].h) * 0.4
  && !c.colour && (!view[u].n || Math.abs(view[u].w - c.w) + Math.abs(view[u].h - c.h) < 3)));

function card(c, of) {
  const node = make("button", { className: "card", ariaLabel: c.name }, side(c.face, c.name));
  Object.assign(node.dataset, { t: c.t || "", of });
  return style(node, { w: c.w, h: c.h });
}
// The focus stays on the button of the same number.
function fill(box, kids) {
  const buttons = box.getElementsByTagName("button"), at = [...buttons].indexOf(document.activeElement);
  box.replaceChildren(...kids);
  if (at >= 0) buttons[Math.min(at, buttons.length - 1)]?.focus();
}
const row = (text, ...kids) => make("p", { className: "row" }, make("span", {}, text), ...kids);
const draws = {
  table: () => zoom(0),
  hand() {
    fill(hand, view.hand.map((c) => card(c, "hand")));
    $("held").textContent = view.hand.length || "";
  },
  hands: () => $("hands").replaceChildren(...view.hands.flatMap((backs, seat) => seat === me ? [] : make("p", { seat },
    make("strong", {}, name(seat)), make("span", { className: "fan" }, ...backs.flatMap(([src, w, h, n]) => Array.from({ length: Math.min(n, 12) }, () =>
      style(make("span", { className: "back" }, side(src)), { w, h })))), make("b", {}, `${backs.reduce((sum, back) => sum + back[3], 0)}`)))),
  look() {
    const look = view.look;
    $("look").hidden = !look;
    $("look").replaceChildren(...!look ? [] : [make("h2", {}, look.t ? `You look at ${view[look.t]?.place || "a pile"}` : `${name(look.seat)} shows`),
      make("div", { className: "cards" }, ...look.cards.map((c) => card(c, "look"))), button("Close", { do: "peek" })]);
  },
  counters: () => fill($("counters"), view.counters.flatMap((own, i) => Object.entries(own).map(([label, n]) => {
    const text = i ? `${name(i - 1)}: ${label}` : label;
    const does = (sign, op, ariaLabel) => button(sign, { do: "count", name: label, ...op, ...i && { seat: i - 1 } }, { ariaLabel });
    return row(text, does("−", { by: -1 }, `${text} −1`), make("b", {}, n), does("+", { by: 1 }, `${text} +1`), does("×", { out: true }, `Remove ${text}`));
  }))),
  dice: () => fill($("dice"), view.dice.map(([sides, n], i) =>
    button(n || "–", { do: "roll", i }, { className: "die", title: `d${sides}`, ariaLabel: `d${sides}: ${n || "not rolled"}` }))),
  notes: () => fill($("notes"), view.notes.map(([id, text]) =>
    row(text, button("×", { do: "note", id, text: "" }, { ariaLabel: `Remove “${text}”` })))),
  undo() {
    $("undo").disabled = !view.undo;
    $("undo").title = view.undo ? `${view.undo.what} of ${name(view.undo.by)}` : "";
  },
  log: () => $("log").replaceChildren(...view.log.map((text) => make("li", {}, text))),
};
function merge(changes) {
  const t = document.activeElement?.dataset.t, at = view[t];
  for (const [key, value] of Object.entries(changes)) {
    if (value === null) delete view[key]; else view[key] = value;
    if (draws[key]) draws[key](); else draw(key);
  }
  if (!felt.querySelector(".single[tabindex='0']")) felt.querySelector(".single")?.setAttribute("tabindex", 0);
  const isThere = wanted && Object.values(changes).some((s) => s?.z && apart(s, wanted) < 1);
  if (isThere || at && !nodes[t]) { nodes[nearest(isThere ? wanted : at, Object.keys(nodes))]?.focus(); wanted = null; }
}
room.on((message) => {
  if (message.all) {
    Object.keys(view).forEach((key) => { delete view[key]; draw(key); });
    merge(message.all);
    draws.look();
    draws.undo();
  }
  if (message.is) merge(message.is);
  else if (message.names && view.hands) { draws.hands(); draws.counters(); }
  if (message.said) log(message.said);
});

// The lines of the menu say for which pieces they are, and what goes with their operation.
function kinds(s, of) {
  const loose = !of && !s.locked, piece = loose && s.n, pile = piece && s.pile;
  return { hand: of === "hand", look: of === "look", held: of, laid: !of, loose, piece, pile, single: piece && !pile,
    down: piece && !pile && !s.up, covered: pile && !s.up, token: loose && s.colour, two: piece && open()[1], onto: of && piles()[0],
    heldOut: of && discards()[0], out: piece && !pile && discards()[0] };
}
function ask(text, key, value) {
  const answer = prompt(text, value);
  return answer === null ? null : { [key]: key === "n" ? +answer : answer };
}
const WITH = {
  middle, aside: (s) => free({ x: s.x + s.w + 8, y: s.y }), saw: (s) => ({ saw: s.face }), all: (s) => ({ n: s.n }), over: (s) => ({ up: !s.up }),
  half: (s) => ({ n: Math.ceil(s.n / 2) }), right: (s) => ({ by: s.step || 90 }), left: (s) => ({ by: -(s.step || 90) }),
  lock: (s) => ({ on: !s.locked }), nearest: (s, t) => ({ on: nearest(s, open(t)) }), pile: () => ({ on: nearest(middle(), piles()) }),
  discard: (s) => ({ on: nearest(s || middle(), discards()) }), note: (s) => ask("Note", "text", s.note || ""), whole: () => ({ t: undefined }), each: () => ask("How many to each player?", "n", 1),
};
const fits = (line, { t, of }) => t && !isStill() && kinds(view[t], of)[line.dataset.when];
function act(line, { t }) {
  const { op, extra } = line.dataset, s = view[t], more = extra?.split(" ").map((key) => WITH[key]?.(s, t));
  if (!op) pick(t, s);
  else if (!more.includes(null)) send(Object.assign({ t }, JSON.parse(op), ...more));
}
function pick(t, s) {
  carried = { t, x: s.x, y: s.y, from: { x: s.x, y: s.y } };
  nodes[t].focus();
  nodes[t].classList.add("carried");
  say("Arrows move it, Enter puts it down, Escape puts it back.");
}
const lines = () => [...menu.children].filter((line) => !line.hidden);
function openMenu(node) {
  const box = node.getBoundingClientRect(), img = face(node);
  for (const line of menu.children) line.hidden = !fits(line, node.dataset);
  if (!lines()[0] && !img) return;
  opener = node;
  large($("large"), img);
  over.showPopover();
  style(over, { x: `${clamp(box.right + 6, 4, innerWidth - over.offsetWidth - 8)}px`,
    y: `${clamp(box.y, 4, innerHeight - over.offsetHeight - 8)}px` });
  lines()[0]?.focus();
}
menu.onclick = ({ target }) => { over.hidePopover(); act(target.closest("button"), opener.dataset); };

// Keys.
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
function carry(key, by) {
  const { t, from, x, y } = carried, at = { x, y }, arrow = ARROWS[key];
  if (arrow && nodes[t]) {
    carried.x = at.x = clamp(x + arrow[0] * by, 0, view.table.w);
    carried.y = at.y = clamp(y + arrow[1] * by, 0, view.table.h);
    style(nodes[t], at);
    drag({ t, ...at });
    return;
  }
  carried = next = null;
  nodes[t]?.classList.remove("carried");
  if (nodes[t]) send({ do: "move", t, ...key === "Escape" ? from : at });
}
function go(node, [dx, dy]) {
  const from = view[node.dataset.t];
  if (node.dataset.of) return (dx + dy > 0 ? node.nextSibling : node.previousSibling)?.focus();
  const way = (u) => (view[u].x - from.x) * dx + (view[u].y - from.y) * dy;
  const off = (u) => way(u) + 2 * Math.abs((view[u].x - from.x) * dy + (view[u].y - from.y) * dx);
  nodes[Object.keys(nodes).filter((u) => way(u) > 0).sort((a, b) => off(a) - off(b))[0]]?.focus();
}
on("focusin", ({ target }) => {
  if (target.matches(".single")) all(".single", (node) => { node.tabIndex = node === target ? 0 : -1; });
});
const KEYS = { u: () => $("undo").click(), o: () => $("roll").click(), "?": () => $("help").click(), n: () => $("write").focus(),
  c: () => $("counters").querySelector("button")?.focus() };
on("keydown", (e) => {
  if (e.ctrlKey || e.metaKey || e.altKey || e.target.matches("input, select")) return;
  const node = e.target.closest("[data-t]"), arrow = ARROWS[e.key];
  let then;
  if (over.matches(":popover-open")) {
    const list = lines();
    then = arrow && (() => list[(list.indexOf(e.target) + arrow[0] + arrow[1] + list.length) % list.length]?.focus());
  } else if (carried) then = (arrow || e.key === "Enter" || e.key === "Escape") && (() => carry(e.key, e.shiftKey ? 20 : 5));
  else if (node && arrow) then = () => go(node, arrow);
  else if (node && e.key === " ") then = () => openMenu(node);
  else {
    const line = node && [...menu.children].find((each) => each.dataset.key === e.key && fits(each, node.dataset));
    then = line ? () => act(line, node.dataset) : KEYS[e.key];
  }
  if (then) { e.preventDefault(); then(); }
});

// Pointers: one drags, two zoom; over a face, the mouse shows it large.
on("pointerover", ({ target }) => {
  const img = !held && !target.matches(".locked") && face(target);
  large($("near"), img);
});
async function drag(move) {
  next = move;
  if (isBusy) return;
  isBusy = true;
  while (next) {
    const op = { do: "move", drag: true, ...next };
    next = null;
    await Promise.all([send(op), new Promise((done) => setTimeout(done, 67))]);
  }
  isBusy = false;
}
on("pointerdown", (e) => {
  if (e.button || !e.target.closest("#pan, .card")) return;
  touches.set(e.pointerId, e);
  isMoved = touches.size > 1;
  if (isMoved) { held = null; return; }
  const node = e.target.closest("[data-t]"), { t, of } = node?.dataset || {}, s = view[t], at = spot(e);
  const c = s || [...view.hand, ...view.look?.cards || []].find((each) => each.t === t);
  const isPan = !c || isStill() || s && (s.locked || !s.n && !s.colour && !e.target.closest(".tab"));
  held = { node, t, of, c, isPan, e, isCopy: of || s?.pile && !e.target.closest(".tab"), dx: s?.x - at.x, dy: s?.y - at.y };
});
on("pointermove", (e) => {
  const was = touches.get(e.pointerId);
  if (!was) return;
  touches.set(e.pointerId, e);
  if (touches.size > 1) {
    const [a, b] = [...touches.values()], other = a === e ? b : a;
    zoom((far(e, other) || 1) / (far(was, other) || 1), (e.clientX + other.clientX) / 2, (e.clientY + other.clientY) / 2);
  } else if (held && (held.moves || far(e, held.e) > 4)) {
    if (held.isPan) pan.scrollBy(was.clientX - e.clientX, was.clientY - e.clientY);
    else follow(e);
    held.moves = true;
  }
});
function follow(e) {
  const { node, t, c, isCopy } = held, at = spot(e);
  if (!held.moves) {
    node.setPointerCapture(e.pointerId);
    if (isCopy) {
      held.ghost = style(document.body.appendChild(node.cloneNode(true)), { mm: `${mm}px` });
      held.ghost.classList.add("ghost");
    } else node.classList.add("dragged");
  }
  held.at = isCopy ? at : { x: at.x + held.dx, y: at.y + held.dy };
  held.goal = document.elementsFromPoint(e.clientX, e.clientY).find((each) => each === hand || each === pan || held.of === "hand" && each.seat >= 0);
  held.below = held.goal === pan ? below(held.at, c, t) ?? below(at, c, t) : null;
  all(".over", (each) => each.classList.remove("over"));
  (held.goal === pan ? nodes[held.below] : held.goal)?.classList.add("over");
  style(held.ghost || node, held.ghost ? { x: `${e.clientX}px`, y: `${e.clientY}px` } : held.at);
  if (!isCopy) drag({ t, ...held.at });
}
function put(e) {
  touches.delete(e.pointerId);
  if (!held || held.e.pointerId !== e.pointerId) return;
  const { t, of, c, at, below: base, node, isCopy, moves, isPan, goal } = held;
  held.ghost?.remove();
  held = null;
  all(".over, .dragged", (each) => each.classList.remove("over", "dragged"));
  isMoved = moves;
  if (!moves || isPan) return;
  next = null;
  const to = base ? { on: base } : at, n = [...hand.children].filter((each) => each !== node && each.getBoundingClientRect().right < e.clientX).length;
  if (e.type === "pointercancel" || isCopy && !goal) draw(t);
  else if (goal?.seat >= 0) send({ do: "give", t, to: goal.seat });
  else if (of === "hand" && goal === hand) send({ do: "move", t, at: n });
  else if (goal === hand) send({ do: isCopy && !of ? "draw" : "take", t });
  else if (of) send({ do: "play", t, ...to, ...e.shiftKey && { up: false } });
  else if (isCopy) send({ do: "split", t, n: 1, saw: c.face, ...to });
  else send(base ? { do: "stack", t, on: base } : { do: "move", t, ...at });
}
on("pointerup", put);
on("pointercancel", put);
on("wheel", (e) => {
  e.preventDefault();
  zoom(e.deltaY < 0 ? 1.1 : 0.9, e.clientX, e.clientY);
}, pan);

// Buttons and forms carry their operations.
on("click", ({ target }) => {
  const node = target.closest("button"), { zoom: by, op, t } = node?.dataset || {};
  if (t && !isMoved) openMenu(node);
  if (by) zoom(+by);
  if (op && !menu.contains(target)) send({ ...JSON.parse(op), ...op.includes("token") && middle() });
});
$("undo").onclick = () => send({ do: "undo", id: view.undo.id });
on("submit", (e) => {
  const op = {};
  for (const [key, value] of new FormData(e.target)) if (value) op[key] = key === "seat" || key === "to" ? +value : value;
  if (!op.do) return;
  e.preventDefault();
  send(op);
  e.target.reset();
});
new ResizeObserver(() => isFit && zoom(0)).observe(pan);
