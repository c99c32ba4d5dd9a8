// What all pages share: posting, and taking a fresh page.
const policy = self.trustedTypes?.createPolicy("protoplay", { createHTML: (text) => text });
export const $ = (id) => document.getElementById(id);
const said = $("said"), link = $("link");
let running, isDue = false, wanted = 0, pending = 0;

/** Our own text as a document: here alone text becomes HTML. */
export const parsed = (text) =>
  new DOMParser().parseFromString(policy ? policy.createHTML(text) : text, "text/html");

export const say = (text) => { if (said) said.textContent = text; };

/** Hear events of that name. */
export const on = (name, then) =>
  document.addEventListener(`table:${name}`, (event) => then(event.detail, event));

/** POST JSON; the answer as JSON. Throws a refusal. */
export async function post(path, value) {
  const answer = await fetch(path, {
    method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(value),
  });
  if (!answer.ok) throw new Error((await answer.text()).trim());
  return answer.json();
}

/** Until that is done, the page has `data-busy`. */
export async function until(work) {
  pending += 1;
  document.body.dataset.busy = "";
  try { return await work; } finally { if (!--pending) delete document.body.dataset.busy; }
}

/** Make `old` what `fresh` is. */
function morph(old, fresh) {
  if (old.isEqualNode(fresh)) return;
  if (old.nodeType !== 1 || old.nodeName !== fresh.nodeName || old.id !== fresh.id) return old.replaceWith(fresh);
  for (const { name } of [...old.attributes]) if (!/^(open|style)$/.test(name) && !fresh.hasAttribute(name)) old.removeAttribute(name);
  for (const { name, value } of fresh.attributes)
    if (old.getAttribute(name) !== value) old.setAttribute(name, value);
  const stay = new Set([...fresh.children].map((child) => child.id)), named = new Map();
  for (const child of [...old.children])
    if (child.id && !stay.has(child.id)) child.remove();
    else if (child.id) named.set(child.id, child);
  let at = old.firstChild;
  for (const child of [...fresh.childNodes]) {
    const same = child.id ? named.get(child.id) : at && !at.id && at.nodeName === child.nodeName ? at : null;
    if (!same) { old.insertBefore(child, at); continue; }
    if (same === at) at = at.nextSibling;
    else old[old.moveBefore ? "moveBefore" : "insertBefore"](same, at);
    morph(same, child);
  }
  while (at) { const next = at.nextSibling; at.remove(); at = next; }
}

/** Put what differs in place; the ids of what changed. */
export function merge(fresh) {
  const focused = document.activeElement;
  for (const list of fresh.querySelectorAll("[data-list]")) {
    const old = $(list.id);
    if (!old) continue;
    const items = [...list.children].map((item) => $(item.id) ?? item);
    if (items.length !== old.children.length || items.some((item, i) => item !== old.children[i]))
      old.replaceChildren(...items);
  }
  for (const frame of fresh.querySelectorAll("[data-frame]")) $(frame.id).className = frame.className;
  const changed = [];
  for (const leaf of fresh.querySelectorAll("[data-leaf]")) {
    const old = $(leaf.id);
    if (!old || old.isEqualNode(leaf)) continue;
    morph(old, leaf);
    changed.push(leaf.id);
  }
  if (focused && focused !== document.body && document.activeElement !== focused) find(focused.id);
  return changed;
}

/** Tell who asks; false where one of them has done it. */
export const send = (name, detail) =>
  document.dispatchEvent(new CustomEvent(`table:${name}`, { detail, cancelable: true }));

/** Give the focus back. */
function find(id) {
  const same = $(id);
  same?.focus();
  if (document.activeElement !== same && send("lost", id)) $("main").focus({ preventScroll: true });
}

/** Fetch this page anew, if it is older than a version. */
export function refresh(version) {
  if (version === undefined) isDue = true;
  else wanted = Math.max(wanted, version);
  if (!running && (isDue || isOlder())) running = until(follow());
  return running;
}
const isOlder = () => Number(document.body.dataset.version) < wanted;

async function follow() {
  try {
    for (let goal = 0; isDue || (goal < wanted && isOlder());) {
      isDue = false;
      goal = wanted;
      await once();
    }
  } catch { /* the stream tells it */ }
  finally { running = undefined; }
}

async function once() {
  const asked = location.href;
  const answer = await fetch(asked);
  const text = await answer.text(), fresh = parsed(text);
  if (location.href !== asked) return;
  if (!answer.ok) { if (link) link.textContent = text; return; }
  const lists = [...fresh.querySelectorAll("[data-list]:not([data-list] *)")];
  if (lists.some((list) => !$(list.id))) return location.reload();
  put(fresh);
}

/** Put a newer page in place; true if done. */
function put(fresh) {
  if (Number(fresh.body.dataset.version) < Number(document.body.dataset.version)) return;
  document.body.dataset.version = fresh.body.dataset.version;
  send("merging");
  send("merged", merge(fresh));
  return true;
}

export const take = (text) => put(parsed(text));
