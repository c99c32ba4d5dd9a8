// A game at the table: picks narrow the moves down.
import { $, on, post, refresh, say, take, until } from "./page.js";

const map = $("map"), home = location.pathname, act = document.body.dataset.act ?? "move", asked = new Set(), ghosts = new Map();
const [hear, first, every, under] = ["addEventListener", "querySelector", "querySelectorAll", "elementFromPoint"].map((name) => document[name].bind(document));
const unmark = (mark) => every(`.${mark}`).forEach((at) => at.classList.remove(mark));
let missed, spot = "", offers, picks = [], left = [], turn = 0, close = 1, whole, usual, isHeld, pinched, drag, before, zoomed, counted, grip, still, isParted;

const shown = () => +$("status").dataset.ply;

function go(address, version) {
  const there = new URL(address, location).href;
  if (there === location.href) return refresh(version);
  history.replaceState(null, "", there);
  return refresh();
}

/** Ask the game; say its answer. */
async function ask(what, value, form) {
  if (asked.has(what)) return;
  asked.add(what);
  try {
    const told = await post(`${home}/${what}`, value);
    const address = new URL(location);
    if (form?.id === "say" && $("text")?.value === value.text) {
      $("text").value = "";
      address.searchParams.delete("say");
    }
    if (told.said) say(told.said);
    if (told.ply === shown() && address.search) await go(address, told.version);
    else {
      history.replaceState(null, "", home);
      if (!take(told.page)) refresh();
    }
  } catch (wrong) {
    say(wrong.message);
    await refresh();
  } finally {
    asked.delete(what);
    if (!asked.size && missed) { refresh(missed.version); missed = undefined; }
  }
}

/** The moves that picks leave; the last holds. */
function narrow(wanted) {
  let moves = offers.moves;
  const kept = [];
  for (const pick of [...new Set(wanted)].reverse()) {
    const i = offers.picks.indexOf(pick), fewer = moves.filter((move) => move[2].includes(i));
    if (fewer[0]) { moves = fewer; kept.unshift(pick); }
  }
  return [moves, kept];
}

function read() {
  const text = $("offers")?.dataset.offers;
  if (!text) { offers = undefined; picks = left = []; first(".sitting.over") && enlarge(1); return; }
  const fresh = JSON.parse(text), isSame = offers?.at === fresh.at;
  if (!isSame) { ghosts.clear(); turn = 0; isHeld || close > 1 && enlarge(1); }
  const wanted = isSame && !fresh.picked[0] ? picks : fresh.picked;
  offers = fresh;
  counted = $("count")?.textContent;
  pick(wanted);
}

/** Pick these: light what is left. */
function pick(wanted) {
  const was = picks + "";
  [left, picks] = narrow(wanted);
  if (picks + "" !== was) turn = 0;
  const counts = {};
  for (const i of left.flatMap((move) => move[2])) counts[offers.picks[i]] = (counts[offers.picks[i]] ?? 0) + 1;
  const on = [...every("[data-pick]")], parts = ({ dataset }) => counts[dataset.pick] < left.length;
  isParted = on.some((at) => parts(at) && counts[at.dataset.pick]);
  for (const at of on) {
    const name = at.dataset.pick, picked = picks.includes(name);
    const lit = counts[name] > 0 && (picked || !isParted || parts(at));
    for (const [mark, is] of Object.entries({ lit, could: !lit, picked })) at.classList.toggle(mark, is);
    at.ariaPressed = picked;
    at.ariaDisabled = null;
  }
  for (const item of every("#moves .list li")) item.hidden = !left.some(([move]) => item.id === `offer-${move}`);
  $("more")?.remove();
  const rest = picks[0] ? left.slice(0, 120).filter(([move]) => !$(`offer-${move}`)) : [];
  const list = rest[0] && first("#moves .list").appendChild(made("ul", { id: "more" }));
  for (const [value, textContent] of rest)
    list.appendChild(made("li")).append(made("button", { name: "move", value, id: `move-${value}`, textContent }));
  if ($("count")) $("count").textContent = picks[0] ? `${left.length} of ${offers.moves.length} moves` : counted;
  which();
  ghost();
  if (was && !picks[0]) centre();
}

function which(isSure = left.length > 24 || !$("ghost") || left.every((move) => ghosts.get(move[0]))) {
  const bar = $("which");
  if (!bar || !isSure && left[1] && picks[0]) return;
  bar.replaceChildren();
  if (!picks[0]) return;
  const button = (textContent, id, onclick) => bar.appendChild(made("button", { type: "button", textContent, id, onclick }));
  const now = current(), asks = isParted && left[3];
  if (isOne()) button(offers.short[now[0]] ?? now[1], "do-it", () => play(now[0])).className = "main";
  else bar.append(asks ? "Pick what is marked." : "Which one?");
  button("Cancel", "let-go", () => pick([]));
  for (const move of isOne() || asks ? [] : left) button(move[1], `do-${move[0]}`, () => play(move[0]));
}

const current = () => left[turn % left.length];

/** One move, or turns of one piece. */
function isOne() {
  const ends = left.map(([move]) => ghosts.get(move)?.[0][0]?.slice(0, 3) + "");
  return !ends[1] || ends[0] !== "undefined" && ends.every((end) => end === ends[0]);
}

function turned(way) {
  turn = (turn + way + left.length) % left.length;
  which();
  ghost();
}

async function foresee(moves) {
  const wanted = moves.map(([move]) => move).filter((move) => !ghosts.has(move));
  if (!wanted[0]) return;
  const at = offers.at;
  for (const move of wanted) ghosts.set(move, null);
  try {
    const told = await post(`${home}/ghost`, { at, moves: wanted.join() });
    if (offers?.at === at) for (const [move, seen] of Object.entries(told)) ghosts.set(+move, seen);
  } catch {}
}

let drawing = 0, coming;
/** Preview a move. */
async function ghost(only) {
  const layer = $("ghost");
  if (!layer || !offers) return;
  const mine = ++drawing, now = only ?? (picks[0] && left.length <= 24 ? current() : null);
  const unseen = now && (only ? [only] : left).filter((move) => !ghosts.get(move[0]));
  if (unseen?.length) {
    await (coming = Promise.all([coming, foresee(unseen)]));
    if (mine !== drawing || !offers) return;
    if (!only && left[1]) which(true);
  }
  layer.replaceChildren();
  $("turns").toggleAttribute("hidden", !picks[0] || !left[1] || !isOne());
  unmark("goes");
  const seen = now && (only || isOne()) && ghosts.get(now[0]);
  if (!seen) return;
  for (const [face, x, y, width, height, turning] of seen[0]) {
    const shape = layer.appendChild(document.createElementNS(layer.namespaceURI, face ? "image" : "rect"));
    for (const pair of Object.entries({ x: -width / 2, y: -height / 2, width, height, href: face, transform: `translate(${x} ${y}) rotate(${turning})` })) shape.setAttribute(...pair);
    const { a, e, f } = origin(), half = $("turns").getBBox().width / 2;
    const sides = [1, 3, 5, 7].flatMap((far) => Object.values(ways).map(([dx, dy]) => [x * a + e + dx * (far * width * a / 2 + half), y * a + f + dy * (far * height * a / 2 + 28)]));
    const clear = (of) => sides.find(([x, y]) => [-half, 0, half].every((dx) => [-20, 20].every((dy) => under(x + dx, y + dy)?.closest(`#board, [data-pick]${of}`)?.id === "board")));
    const [at, top] = clear(", .full") ?? clear("") ?? sides[0];
    $("turns").setAttribute("transform", `translate(${(at - e) / a} ${(top - f) / a}) scale(${1 / a})`);
  }
  for (const [looks, x, y] of seen[1])
    for (const { dataset, classList } of every(".item"))
      if (dataset.looks === looks && dataset.x == x && dataset.y == y) classList.add("goes");
}

function play(move) {
  $("ghost")?.classList.add("made");
  $("bar").dataset.sent = "";
  return until(ask(act, { do: "go", move, at: offers.at }).finally(() => {
    $("ghost")?.classList.remove("made");
    delete $("bar").dataset.sent;
  }));
}

/** A pick; again plays. */
function chosen(at) {
  const name = at.dataset.pick;
  if (picks.includes(name)) {
    return isOne() ? play(current()[0]) : pick(picks.filter((each) => each !== name));
  }
  const held = picks.length, tray = at.closest(".tray"), from = grip, leads = offers.leads.includes(name);
  grip = tray;
  if (tray && from && from !== tray && held === 1 && !left[1] && !narrow([...picks, name])[1][1])
    return play(left[0][0]).then(() => { // both their moves
      const [moves, kept] = offers ? narrow([name]) : [[], []];
      if (kept[0] && !moves[1]) play(moves[0][0]);
    });
  pick([...picks, name]);
  if ((leads || held && picks.length > held) && !left[1])
    play(left[0][0]).then(() => leads && offers && pick([name]));
}

/** A finger picks near it. */
function finger(event) {
  const [one, two] = [...every(".place.lit:not(.plain)")].map((at) => ({ at, far: apart(middle(at), event) }))
    .sort((a, b) => a.far - b.far);
  if (event.pointerType !== "touch" || !(one?.far < 22)) return;
  if (close > 1 || !(two?.far - one.far < 12) || picks.includes(one.at.dataset.pick)) chosen(one.at);
  else { enlarge(2, event); flash("near"); }
  return true;
}

function flash(words, name = "") {
  const at = first(".refusal");
  if (!at) return;
  at.textContent = name + at.dataset[words];
  at.animate({ visibility: ["visible", "visible"] }, 2500);
}

const origin = () => $("board")?.getScreenCTM() ?? {};
/** Pan back: a point of the screen stays. */
function back(was, x = 0, y = 0) {
  const { a, e, f } = origin(), by = a / was.a;
  map.scrollBy((x - was.e) * by + e - x, (y - was.f) * by + f - y);
}

/** Scale the map around a point; 0 shows all of it. */
function enlarge(times, { x, y } = {}, byHand) {
  const was = origin(), old = close;
  close = times === 1 || times * usual > whole ? Math.min(4, times) : 0;
  if (close === old) return;
  isHeld = byHand;
  map.style.height = close > 1 ? `${map.offsetHeight}px` : "";
  wide();
  back(was, x, y);
  return true;
}
const scaled = (by) => by * (close || whole / usual);

hear("click", (event) => {
  if (event.ctrlKey || event.metaKey || event.shiftKey) return;
  const near = (selector) => event.target.closest(selector);
  const link = near("a[data-go][href]"), at = near("[data-pick], #out");
  if (link || at) event.preventDefault();
  const image = $("zoom").firstChild, closes = image && (!(at || near("#map")) || inside(event, middle(image)));
  zoom();
  if (closes && event.pointerType !== "mouse") return;
  if (drag?.isMoved) return drag = undefined;
  if (link) go(link.getAttribute("href"));
  else if (at?.id === "out") enlarge(+at.value, middle(first(".last") ?? map), true);
  else if (near(".turn")) turned(near("#turn-it") ? 1 : -1);
  else if (offers && near("#map") && finger(event)) return;
  else if (at && offers) chosen(at);
  else if (near("#read")) $("leaflets").showModal();
  else if (event.detail < 2 && near("span.lying img")) zoom(near("img"));
  else if (picks[0]) near("#map") && pick([]);
  else if (near(".board, .lies .lying, .of-seat .lying")) flash("no", near(".place:has(circle)")?.textContent.trim().concat(": "));
});
hear("submit", (event) => {
  const { target: form, submitter } = event;
  if (!form.matches("#say, [data-post]")) return;
  event.preventDefault();
  until(ask(form.action.split("/").pop(), Object.fromEntries(new FormData(form, submitter)), form));
});
hear("input", ({ target }) => {
  if (target.id !== "text") return;
  const address = new URL(location);
  address.searchParams.set("say", target.value);
  go(address);
});
map.addEventListener("wheel", (event) => {
  const way = Math.sign(event.deltaY);
  if (picks[0] && left[1] && isOne()) turned(way);
  else if (!first(".grows") || !enlarge(scaled(1.3 ** -way), event, true)) return;
  event.preventDefault();
}, { passive: false });
hear("touchmove", (event) => {
  const [{ clientX: x, clientY: y }, two] = event.touches, was = pinched;
  if (!two || !event.target.closest("#board")) return;
  event.preventDefault();
  pinched = Math.hypot(x - two.clientX, y - two.clientY);
  if (was) enlarge(scaled(pinched / was), { x, y }, true);
}, { passive: false });
hear("touchstart", () => pinched = 0);

hear("pointerdown", (event) => {
  const from = event.target.closest("[data-pick]"), held = event.target.closest(".lying");
  still = event.x * event.y;
  hold(held?.querySelector("img"));
  if (!offers || event.button || !from || event.pointerType === "touch" && !held) return;
  drag = { from, x: event.x, y: event.y, picture: from.querySelector("img") };
});
hear("pointermove", (event) => {
  if (!drag?.from || !drag.isMoved && apart(event, drag) < 8) return;
  hold();
  if (!drag.isMoved) {
    drag.isMoved = true;
    if (!picks.includes(drag.from.dataset.pick)) pick([drag.from.dataset.pick]);
    const looks = ghosts.get(left[0]?.[0])?.[1][0]?.[0];
    const picture = drag.picture ?? first(`.item[data-looks="${CSS.escape(looks ?? "")}"] image`);
    if (picture) {
      drag.hand = document.body.appendChild(pictured(picture));
      drag.hand.className = "in-hand";
      drag.hand.style.width = `${middle(picture).width}px`;
    }
  }
  if (drag.hand) drag.hand.style.translate = `${event.x}px ${event.y}px`;
  unmark("over");
  drag.over = under(event.x, event.y)?.closest(".place.lit");
  drag.over?.classList.add("over");
});
hear("pointerup", () => {
  hold();
  if (!drag) return;
  drag.hand?.remove();
  unmark("over");
  if (!drag.isMoved) return drag = undefined;
  const { over, from } = drag;
  drag.from = undefined;
  setTimeout(() => drag = undefined);
  if (!over || over === from) return over || pick([]);
  if (!picks.includes(over.dataset.pick)) pick([...picks, over.dataset.pick]);
  if (!left[1]) play(left[0][0]);
});
hear("pointercancel", () => { hold(); hinted(); drag?.hand?.remove(); drag = undefined; });

let waiting;
function zoom(image) {
  zoomed = image?.closest(".bag") ? null : image;
  $("zoom").hidden = !zoomed;
  $("zoom").replaceChildren(...(zoomed ? [pictured(zoomed)] : []));
}
const made = (name, given) => Object.assign(document.createElement(name), given);
const pictured = ({ src, alt }) => made("img", { src, alt });

function hold(image) {
  clearTimeout(waiting);
  if (image) waiting = setTimeout(zoom, 550, image);
}
hear("pointerover", ({ target, pointerType, x, y }) => {
  const card = target.closest(".lying img");
  if (pointerType === "mouse") { hold(card); card || zoom(); }
  const at = target.closest(".place");
  unmark("hint");
  if (!offers) return;
  for (const move of offers.moves)
    if (at && move[2].includes(named(at))) $(`offer-${move[0]}`)?.classList.add("hint");
  hinted(button(target) ?? (picks[0] || x * y === still ? null : target.closest(".place.lit")));
});
const button = (at) => at.closest("#moves button[value], #bar button");
hear("focusin", ({ target }) => hinted(button(target)));
let hint;
const named = (at) => offers.picks.indexOf(at.dataset.pick);
function hinted(at) {
  if (at === hint) return;
  hint = at;
  if (!at || !offers) return ghost();
  const i = named(at), number = +(at.value || at.id.slice(3));
  const move = offers.moves.find((each) => each[0] === number || each[2].includes(i));
  if (!move) return;
  if (i < 0) for (const i of move[2]) for (const at of every(`[data-pick="${CSS.escape(offers.picks[i])}"]`)) at.classList.add("hint");
  ghost(move);
}

const ways = { ArrowDown: [0, 1], ArrowUp: [0, -1], ArrowRight: [1, 0], ArrowLeft: [-1, 0] };
function step(key) {
  const [dx, dy] = ways[key], here = document.activeElement.dataset;
  let best, least = Infinity;
  for (const place of every(".place")) {
    const x = place.dataset.x - here.x, y = place.dataset.y - here.y;
    const along = x * dx + y * dy, aside = Math.abs(x * dy) + Math.abs(y * dx), way = along + 2 * aside;
    if (along > 0.01 && aside <= along + 0.01 && way < least) { best = place; least = way; }
  }
  rove(best);
  best?.focus();
}

/** Tab comes to one place. */
function rove(place) {
  if (!place) return;
  const old = $(spot);
  if (old) old.tabIndex = -1;
  place.tabIndex = 0;
  spot = place.id;
}
const settle = () => rove($(spot) ?? first(".place.lit") ?? first(".place"));

hear("keydown", (event) => {
  const at = document.activeElement, { key } = event;
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (key === "Escape" && (zoomed || picks[0]) && !$("leaflets").open) {
    if (at.id !== spot) at.blur();
    return zoomed ? zoom() : pick([]);
  }
  if (!at?.closest(".lies, #moves, #heard") && at !== document.body) return;
  if (at.matches(".place") && key.startsWith("Arrow")) {
    event.preventDefault();
    step(key);
  } else if (event.repeat && key === "Enter") event.preventDefault();
  else if (at.matches(".lying") && key === " ") {
    event.preventDefault();
    zoom(zoomed ? null : at.querySelector("img"));
  } else if (at.role === "button" && (key === " " || key === "Enter")) {
    event.preventDefault();
    at.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
  } else if ("rR".includes(key) && picks[0] && left[1]) turned(key === "r" ? 1 : -1);
  else if ("[]".includes(key)) $(key === "[" ? "back" : "forth")?.click();
  else if (key === "m") { $("all").open = true; first("#moves li:not([hidden]) button")?.focus(); }
  else if (key === "p" && $("text")) { $("all").open = true; $("text").value = "where "; $("text").focus(); event.preventDefault(); }
  else if ("lshu?".includes(key)) until(ask("say", { text: key, at: shown() }));
});

function around(all) {
  const boxes = [...all].map((at) => at.getBoundingClientRect()), end = (side, of = Math.max) => of(...boxes.map((box) => box[side]));
  const x = end("left", Math.min), y = end("top", Math.min), width = end("right") - x, height = end("bottom") - y;
  return { x: x + width / 2, y: y + height / 2, width, height };
}
const middle = (at) => around([at]);
const apart = (one, two) => Math.hypot(one.x - two.x, one.y - two.y);
const inside = ({ x, y, width = 0, height = 0 }, of) => 2 * Math.abs(x - of.x) + width <= of.width && 2 * Math.abs(y - of.y) + height <= of.height;

/** The pieces by picture. */
function lying() {
  const found = {};
  for (const piece of every("[data-looks]")) {
    const { x, y, n, at = [x, y] + "" } = piece.dataset, on = middle(piece);
    if (on.width) (found[piece.dataset.looks] ??= []).push({ piece, inMap: x, n, at, ...on });
  }
  return found;
}
on("merging", () => {
  zoom(hold());
  before = { on: origin(), ply: shown(), lying: lying(), scores: [...every(".score")].map((b) => b.textContent) };
});

/** Show what moved. */
function happened() {
  if (!before || before.ply === shown()) return;
  centre();
  const scale = origin().a || 1, gate = first(".place.last:not(.full,.won)");
  for (const [looks, pieces] of Object.entries(lying())) {
    const olds = before.lying[looks] ?? [];
    const rest = olds.filter((old) => !pieces.some((now) => now.at === old.at && !(+now.n < +old.n)));
    for (const now of pieces) {
      const isNew = !olds.some((old) => old.at === now.at);
      if (isNew) now.piece.classList.add("moved");
      if (!isNew || matchMedia("(prefers-reduced-motion: reduce)").matches) continue;
      const old = rest.sort((a, b) => apart(a, now) - apart(b, now)).shift() ?? (now.inMap && olds.find((old) => !old.inMap));
      const from = gate && now.inMap && old && !old.inMap ? middle(gate) : old;
      const by = (side) => (from[side] - now[side]) / (now.inMap ? scale : 1) + "px";
      now.piece.animate([from ? { translate: `${by("x")} ${by("y")}` } : { opacity: 0 }, {}],
        { duration: 220, easing: "ease-out" });
    }
  }
  every(".score").forEach((score, i) => {
    const change = score.textContent - before.scores[i];
    if (!change) return;
    const textContent = (change > 0 ? "+" : "−") + Math.abs(change.toFixed(2));
    const rise = score.parentElement.appendChild(made("span", { className: "rise", textContent, ariaHidden: true }));
    setTimeout(() => rise.remove(), 1600);
  });
}

on("move", (told) => {
  if (told.said) say(told.said);
  if (asked.size) { missed = told; return; } // the answer brings the page
  const stays = told.ply === shown() || new URL(location).searchParams.has("ply");
  go(stays ? location : home, told.version);
});
on("lost", (id, event) => {
  settle();
  const found = id.startsWith("place") && $(spot)
    || first("#look, .acts button, #do-it") || id.startsWith("move") && first("#moves button")
    || first(".place[tabindex='0'], a.lying, #moves");
  found?.focus({ preventScroll: true });
  if (document.activeElement === found) event.preventDefault();
});
on("merged", () => { read(); wide(); back(before.on); happened(); settle(); });

/** Show picks, or what moved. */
function centre() {
  const lit = first("#map .lit"), now = middle(map), to = around(every(lit ? "#map .lit" : ".last"));
  if (!lit && (isHeld || first("#loupe *"))) return;
  inside(to, now) || map.scrollBy(to.x - now.x, to.y - now.y);
}

function wide() {
  const board = $("board"), { clientWidth: room, clientHeight: rise } = map;
  if (!board) return;
  const { width, height } = board.viewBox.baseVal, { touch, unit, small } = board.dataset, out = $("out");
  const least = Math.min(room < 600 ? touch : unit, 2400);
  whole = Math.min(room, rise * width / height);
  usual = Math.max(least, whole);
  const isLarge = usual > whole, size = close === 1 && !isLarge ? 0 : close * usual;
  board.style.minWidth = `${size}px`;
  board.style.minHeight = `${size * height / width}px`;
  out.value = close * usual > whole ? 0 : 2 - isLarge;
  out.hidden = out.value > 1 && whole > small;
  out.textContent = +out.value ? "Zoom in" : "Show all";
}

read();
settle();
wide();
centre();
if (innerWidth * innerHeight < 5e5) scrollTo(0, $("status").offsetTop);
