// A game at the table: places and pieces narrow the moves down here, without asking; a second click
// plays. Typed words and the list's words become the address, and the page follows it.
import { $, on, post, refresh, say, take, until } from "./page.js";

const home = location.pathname, act = document.body.dataset.act ?? "move", asked = new Set(), ghosts = new Map();
const SVG = "http://www.w3.org/2000/svg";
const still = matchMedia("(prefers-reduced-motion: reduce)");
const every = (selector) => document.querySelectorAll(selector);
let missed, spot = "", offers, picks = [], left = [], turn = 0, drag, before, zoomed, counted;

/** Moves made before the position. */
const shown = () => Number($("status").dataset.ply);

/** Go to an address without loading the page. */
function go(address, version) {
  const there = new URL(address, location.href).href;
  if (there === location.href) return refresh(version);
  history.replaceState(null, "", there);
  return refresh();
}

/** Follow a report: picks and typed words hold in their own position. */
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
    if (told.ply === shown() && address.search) await follow(told, address.href);
    else {
      history.replaceState(null, "", home);
      take(told.page);
    }
  } catch (wrong) {
    say(wrong.message);
    await refresh();
  } finally {
    asked.delete(what);
    const late = !asked.size && missed; // of a bot, meanwhile
    missed = asked.size ? missed : undefined;
    if (late) refresh(late.version);
  }
}

/** Send a form. */
function send(form, button) {
  until(ask(form.action.split("/").pop(), Object.fromEntries(new FormData(form, button)), form));
}

/** The moves that picks leave; of picks that clash the last holds. */
function narrow(wanted) {
  let moves = offers.moves;
  const kept = [];
  for (const pick of [...new Set(wanted)].reverse()) {
    const i = offers.picks.indexOf(pick), fewer = moves.filter((move) => move[2].includes(i));
    if (fewer.length) { moves = fewer; kept.unshift(pick); }
  }
  return [moves, kept];
}

/** Read the page's moves; keep picks while they are the same. */
function read() {
  const text = $("offers")?.dataset.offers;
  if (!text) { offers = undefined; picks = left = []; return; }
  const fresh = JSON.parse(text), isSame = offers?.at === fresh.at;
  if (!isSame) { ghosts.clear(); turn = 0; }
  const wanted = isSame && !fresh.picked.length ? picks : fresh.picked;
  offers = fresh;
  counted = $("count")?.textContent;
  pick(wanted);
}

/** Pick these: light what is left, and show what the move would do. */
function pick(wanted) {
  const was = String(picks);
  [left, picks] = narrow(wanted);
  if (String(picks) !== was) turn = 0;
  const counts = {};
  for (const i of left.flatMap((move) => move[2])) counts[offers.picks[i]] = (counts[offers.picks[i]] ?? 0) + 1;
  const on = [...every("[data-pick]")], parts = ({ dataset }) => counts[dataset.pick] < left.length;
  const isParted = on.some((at) => parts(at) && counts[at.dataset.pick]);
  for (const at of on) {
    const name = at.dataset.pick, isPicked = picks.includes(name);
    const isLit = counts[name] > 0 && (isPicked || !isParted || parts(at)); // what all speak of parts nothing
    at.classList.toggle("lit", isLit);
    at.classList.toggle("could", !isLit);
    at.classList.toggle("picked", isPicked);
    at.ariaPressed = isPicked;
    at.removeAttribute("aria-disabled");
  }
  const stays = new Set(left.map((move) => `offer-${move[0]}`));
  for (const item of every("#moves .list li")) item.hidden = !stays.has(item.id);
  if ($("count")) $("count").textContent = picks.length ? `${left.length} of ${offers.moves.length} moves` : counted;
  which();
  ghost();
}

/** The moves left, as buttons under the board. */
function which() {
  const bar = $("which");
  if (!bar) return;
  bar.replaceChildren();
  if (!picks.length) return;
  const button = (text, id, press) => {
    const made = document.createElement("button");
    made.type = "button";
    made.textContent = text;
    made.id = id;
    made.addEventListener("click", press);
    bar.append(made);
    return made;
  };
  const now = left[turn % left.length];
  button(now[1], "do-it", () => play(now[0])).className = "main";
  if (left.length > 1 && isTurning()) button("Turn (R)", "turn-it", () => turned(1));
  else for (const move of left.filter((each) => each !== now).slice(0, 7)) button(move[1], `do-${move[0]}`, () => play(move[0]));
  if (left.length > 8) bar.append(`and ${left.length - 8} more in the list`);
  button("Cancel", "let-go", () => pick([]));
}

/** Whether the moves left only turn one piece. */
function isTurning() {
  const ends = left.length > 1 && left.length <= 16 ? left.map((move) => ghosts.get(move[0])?.[0][0]) : [];
  return ends.length > 0 && ends.every((end) => end && end[1] === ends[0][1] && end[2] === ends[0][2] && end[0] === ends[0][0]);
}

function turned(way) {
  turn = (turn + way + left.length) % left.length;
  which();
  ghost();
}

/** Fetch what moves would do, once each. */
async function foresee(moves) {
  const wanted = moves.map((move) => move[0]).filter((move) => !ghosts.has(move)).slice(0, 24);
  if (!wanted.length || !$("ghost")) return;
  const at = offers.at;
  for (const move of wanted) ghosts.set(move, null);
  try {
    const told = await post(`${home}/ghost`, { at, moves: wanted.join() });
    if (offers?.at === at) for (const [move, seen] of Object.entries(told)) ghosts.set(Number(move), seen);
  } catch { /* the move is played without */ }
}

let drawing = 0, coming;
/** Draw what the move that is picked would do; `only` another one. */
async function ghost(only) {
  const layer = $("ghost");
  if (!layer || !offers) return;
  const mine = ++drawing, now = only ?? (picks.length && left.length <= 24 ? left[turn % left.length] : null);
  if (now && !ghosts.get(now[0])) {
    if (!ghosts.has(now[0])) coming = foresee(only ? [only] : left);
    await coming;
    if (mine !== drawing || !offers) return; // another is drawn meanwhile
    if (!only && isTurning()) which();
  }
  layer.replaceChildren();
  for (const item of every(".item.goes")) item.classList.remove("goes");
  const seen = now && ghosts.get(now[0]);
  if (!seen) return;
  for (const [face, x, y, width, height, turning] of seen[0]) {
    const group = document.createElementNS(SVG, "g"), shape = document.createElementNS(SVG, face ? "image" : "rect");
    group.setAttribute("transform", `translate(${x} ${y}) rotate(${turning})`);
    for (const [name, value] of Object.entries({ x: -width / 2, y: -height / 2, width, height, href: face }))
      if (value !== "") shape.setAttribute(name, value);
    group.append(shape);
    layer.append(group);
  }
  for (const gone of seen[1])
    for (const item of every(".item"))
      if (item.dataset.looks === gone[0] && item.dataset.x == gone[1] && item.dataset.y == gone[2]) item.classList.add("goes");
}

/** Make a move; the board shows it at once. */
function play(move) {
  $("ghost")?.classList.add("made");
  $("bar").dataset.sent = "";
  until(ask(act, { do: "go", move, at: offers.at }).finally(() => {
    $("ghost")?.classList.remove("made");
    delete $("bar").dataset.sent;
  }));
}

/** A place or piece was picked: another narrows or chooses anew, the same one again plays. */
function chosen(at) {
  const name = at.dataset.pick;
  if (picks.includes(name)) {
    const isOne = left.length === 1 || isTurning();
    return isOne ? play(left[turn % left.length][0]) : pick(picks.filter((each) => each !== name));
  }
  const held = picks.length;
  pick([...picks, name]);
  if (held && picks.length > held && left.length === 1) play(left[0][0]);
}

document.addEventListener("click", (event) => {
  if (event.ctrlKey || event.metaKey || event.shiftKey) return;
  const link = event.target.closest("a[data-go]"), at = event.target.closest("[data-pick]");
  if (link || at) event.preventDefault();
  if (zoomed) return zoom();
  if (drag?.isMoved) { drag = undefined; return; }
  if (link) go(link.getAttribute("href"));
  else if (at && offers) chosen(at);
  else if (event.target.closest("#read")) leaf();
  else if (offers && picks.length && event.target.closest("#map")) pick([]);
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
$("map")?.addEventListener("wheel", (event) => {
  if (!picks.length || left.length < 2 || !isTurning()) return;
  event.preventDefault();
  turned(Math.sign(event.deltaY));
}, { passive: false });

document.addEventListener("pointerdown", (event) => {
  const from = event.target.closest("[data-pick]");
  const held = event.target.closest("#trays [data-pick]");
  if (held) hold(event.target.closest(".lying").querySelector("img"));
  if (!offers || event.button || !from || (event.pointerType === "touch" && !held)) return;
  drag = { from, x: event.clientX, y: event.clientY, picture: from.querySelector("img") };
});
document.addEventListener("pointermove", (event) => {
  if (!drag?.from || (!drag.isMoved && Math.hypot(event.clientX - drag.x, event.clientY - drag.y) < 8)) return;
  clearTimeout(waiting);
  if (!drag.isMoved) {
    drag.isMoved = true;
    if (!picks.includes(drag.from.dataset.pick)) pick([drag.from.dataset.pick]);
    const looks = ghosts.get(left[0]?.[0])?.[1][0]?.[0];
    const picture = drag.picture ?? document.querySelector(`.item[data-looks="${CSS.escape(looks ?? "")}"] image`);
    if (picture) {
      drag.hand = pictured(picture.getAttribute("href") ?? picture.src);
      drag.hand.className = "in-hand";
      const box = picture.getBoundingClientRect();
      drag.hand.style.width = `${box.width}px`;
      document.body.append(drag.hand);
    }
  }
  if (drag.hand) drag.hand.style.translate = `${event.clientX}px ${event.clientY}px`;
  const over = document.elementFromPoint(event.clientX, event.clientY)?.closest(".place.lit");
  if (over !== drag.over) { drag.over?.classList.remove("over"); over?.classList.add("over"); drag.over = over; }
});
document.addEventListener("pointerup", () => {
  clearTimeout(waiting);
  if (!drag) return;
  drag.hand?.remove();
  drag.over?.classList.remove("over");
  if (!drag.isMoved) { drag = undefined; return; }
  const { over, from } = drag;
  drag.from = undefined;
  setTimeout(() => { drag = undefined; }); // after the click that ends it
  if (!over || over === from) return over ? undefined : pick([]);
  if (!picks.includes(over.dataset.pick)) pick([...picks, over.dataset.pick]);
  if (left.length === 1) play(left[0][0]);
});
document.addEventListener("pointercancel", () => { clearTimeout(waiting); drag?.hand?.remove(); drag = undefined; });

let waiting;
function zoom(image) {
  zoomed = image;
  const large = $("zoom");
  if (!large) return;
  large.hidden = !image;
  large.replaceChildren(...(image ? [pictured(image.getAttribute("href") ?? image.src, image.alt)] : []));
}
function pictured(src, alt = "") {
  return Object.assign(document.createElement("img"), { src, alt });
}

/** Open the rule sheets and aids beside the table. */
function leaf() {
  for (const link of every("#pages a")) link.replaceWith(pictured(link.href, link.textContent));
  $("leaflets").showModal();
}
function hold(image) {
  clearTimeout(waiting);
  waiting = setTimeout(() => image && zoom(image), 550);
}
document.addEventListener("pointerover", ({ target, pointerType }) => {
  const card = target.closest(".lying img"), button = target.closest("#moves button[value], .acts button[value], #which button[id^=do-]");
  if (pointerType === "mouse") card ? hold(card) : (clearTimeout(waiting), zoomed && zoom());
  const at = target.closest(".place");
  for (const old of every(".hint")) old.classList.remove("hint");
  if (!offers) return;
  const i = at ? offers.picks.indexOf(at.dataset.pick) : -1;
  for (const move of i < 0 ? [] : offers.moves)
    if (move[2].includes(i)) $(`offer-${move[0]}`)?.classList.add("hint");
  hinted(button);
});
document.addEventListener("focusin", ({ target }) => hinted(target.closest("#moves button[value]")));
let hint;
function hinted(button) {
  if (button === hint) return;
  const isBack = hint && !button;
  hint = button;
  if (isBack) ghost();
  const move = button && offers?.moves.find((each) => each[0] === Number(button.value || button.id.slice(3)));
  if (!move) return;
  for (const i of move[2]) for (const at of every(`[data-pick="${CSS.escape(offers.picks[i])}"]`)) at.classList.add("hint");
  ghost(move);
}

/** Go to the place nearest in an arrow's way, in a cone of 90°. */
function step(key) {
  const [dx, dy] = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[key];
  const here = document.activeElement.dataset;
  let best = null, least = Infinity;
  for (const place of every(".place")) {
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

document.addEventListener("keydown", (event) => {
  const at = document.activeElement;
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === "Escape" && (zoomed || picks.length) && !$("leaflets")?.open) return zoomed ? zoom() : pick([]);
  if (!at?.closest("#map, #moves, #heard, #trays, #bar") && at !== document.body) return;
  if (at.classList.contains("place") && event.key.startsWith("Arrow")) {
    event.preventDefault();
    step(event.key);
  } else if (event.repeat && event.key === "Enter") {
    event.preventDefault(); // a key that is held makes one move, not many
  } else if (at.classList.contains("lying") && event.key === " ") {
    event.preventDefault();
    zoom(zoomed ? null : at.querySelector("img"));
  } else if (at.getAttribute("role") === "button" && (event.key === " " || event.key === "Enter")) {
    event.preventDefault();
    at.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
  } else if (event.key === "r" && picks.length && left.length > 1) turned(1);
  else if (event.key === "R" && picks.length && left.length > 1) turned(-1);
  else if ("[]".includes(event.key)) $(event.key === "[" ? "back" : "forth")?.click();
  else if (event.key === "m") { $("all").open = true; document.querySelector("#moves button")?.focus(); }
  else if (event.key === "p" && $("text")) { $("all").open = true; $("text").value = "where "; $("text").focus(); event.preventDefault(); }
  else if ("lshu?".includes(event.key)) until(ask("say", { text: event.key, at: shown() }));
});

/** Every piece by its picture: on the screen, and on the map. */
function lying() {
  const found = {};
  for (const piece of every("[data-looks]")) {
    const box = piece.getBoundingClientRect(), { x, y } = piece.dataset;
    (found[piece.dataset.looks] ??= []).push({ piece, x, y, left: box.left + box.width / 2, top: box.top + box.height / 2 });
  }
  return found;
}
on("merging", () => {
  before = { ply: shown(), lying: lying(), scores: [...every(".scores b")].map((b) => Number(b.textContent)) };
});

/** Slide what moved from where it was, mark it, and let score changes rise. */
function happened() {
  if (!before || before.ply === shown()) return;
  const scale = $("board")?.getScreenCTM()?.a || 1;
  for (const [looks, pieces] of Object.entries(lying())) {
    const olds = before.lying[looks] ?? [];
    const isAt = (a, b) => a.x !== undefined && a.x === b.x && a.y === b.y;
    const rest = olds.filter((old) => old.x !== undefined && !pieces.some((now) => isAt(now, old)));
    for (const now of pieces) {
      if (now.x === undefined) continue;
      const isNew = !olds.some((old) => isAt(now, old)), inner = now.piece.firstElementChild;
      now.piece.classList.toggle("moved", isNew);
      if (!isNew || still.matches || !inner) continue;
      const far = (old) => Math.hypot(old.x - now.x, old.y - now.y);
      const from = rest.sort((a, b) => far(a) - far(b)).shift() ?? olds.find((old) => old.x === undefined);
      const dx = !from ? 0 : from.x === undefined ? (from.left - now.left) / scale : from.x - now.x;
      const dy = !from ? 0 : from.x === undefined ? (from.top - now.top) / scale : from.y - now.y;
      const turning = (Number(/rotate\((-?[\d.]+)/.exec(now.piece.getAttribute("transform"))?.[1] ?? 0) * Math.PI) / 180;
      const x = dx * Math.cos(turning) + dy * Math.sin(turning), y = dy * Math.cos(turning) - dx * Math.sin(turning);
      inner.animate(from ? [{ translate: `${x}px ${y}px` }, { translate: "0 0" }] : [{ opacity: 0 }, { opacity: 1 }],
        { duration: 220, easing: "ease-out" });
    }
  }
  every(".scores b").forEach((score, i) => {
    const change = Number(score.textContent) - before.scores[i];
    if (!change) return;
    const rise = document.createElement("span");
    rise.className = "rise";
    rise.textContent = `${change > 0 ? "+" : "−"}${Math.abs(Math.round(change * 100) / 100)}`;
    rise.ariaHidden = true;
    score.parentElement.append(rise);
    setTimeout(() => rise.remove(), 1600);
  });
}

on("move", (told) => {
  if (told.said) say(told.said);
  if (asked.size) { missed = told; return; } // the answer brings the page
  if (new URL(location.href).searchParams.has("ply")) refresh(told.version); else follow(told);
});
on("lost", (id, event) => {
  settle();
  const found = id.startsWith("place") && $(spot)
    || document.querySelector("#look, .acts button, #do-it") || (id.startsWith("move") && document.querySelector("#moves button"))
    || document.querySelector(".place[tabindex='0'], a.lying, #moves");
  found.focus({ preventScroll: true });
  event.preventDefault();
});
on("merged", () => { read(); wide(); steady(); happened(); settle(); });

/** Keep pieces large enough to be told apart: a wide map is panned. */
function wide() {
  const board = $("board");
  if (!board) return;
  const { width, height } = board.viewBox.baseVal, unit = Math.min(board.dataset.unit, 2400);
  board.style.minWidth = `${unit}px`;
  board.style.minHeight = `${(unit * height) / width}px`;
}

/** Keep a growing map in place, and what moved in sight. */
function steady() {
  const map = $("map"), pieces = before ? [...every(".item")] : [];
  const at = ({ dataset }) => before.lying[dataset.looks]?.find((old) => old.x === dataset.x && old.y === dataset.y);
  const from = (piece, x, y) => {
    const box = piece.getBoundingClientRect();
    return [box.left + box.width / 2 - x, box.top + box.height / 2 - y];
  };
  const same = pieces.find(at), fresh = pieces.find((piece) => !at(piece));
  if (same) map.scrollBy(...from(same, at(same).left, at(same).top));
  const away = fresh ? from(fresh, ...from(map, 0, 0)) : [0, 0];
  if (Math.abs(away[0]) > map.clientWidth / 2 || Math.abs(away[1]) > map.clientHeight / 2) map.scrollBy(...away);
}

read();
settle();
wide();
