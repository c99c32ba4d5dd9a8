// What the table tells open pages: "stale" puts what differs in place, the rest goes to who asks.
const policy = self.trustedTypes?.createPolicy("protoplay", { createHTML: (text) => text });
const said = document.getElementById("said");
const link = document.getElementById("link");
let stream, waiting = 0;

/** Text of a page of ours as a document; the one place where text becomes HTML. */
export const parsed = (text) =>
  new DOMParser().parseFromString(policy ? policy.createHTML(text) : text, "text/html");

/** One sentence to who listens. */
export const say = (text) => { if (said) said.textContent = text; };

/** Call `then` with the data of every event of that name. */
export const on = (name, then) =>
  document.addEventListener(`table:${name}`, (event) => then(event.detail));

/** POST a JSON value; the answer as JSON. Throws what the table says of a refusal. */
export async function post(path, value) {
  const answer = await fetch(path, {
    method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(value),
  });
  if (!answer.ok) throw new Error((await answer.text()).trim());
  return answer.json();
}

/** Put what differs in `fresh` in place; returns the ids of the leaves that changed. */
export function merge(fresh) {
  for (const list of fresh.querySelectorAll("[data-list]")) {
    const old = document.getElementById(list.id);
    if (!old || !old.isConnected) continue;
    const wanted = [...list.children].map((item) => document.getElementById(item.id) ?? item);
    if (wanted.length !== old.children.length || wanted.some((item, i) => item !== old.children[i]))
      old.replaceChildren(...wanted);
  }
  const changed = [];
  for (const leaf of fresh.querySelectorAll("[data-leaf]")) {
    const old = document.getElementById(leaf.id);
    if (!old || old.isEqualNode(leaf)) continue;
    old.replaceWith(leaf);
    changed.push(leaf.id);
  }
  return changed;
}

/** Fetch this very page anew and put what differs in place. */
export async function refresh() {
  const turn = ++waiting;
  const answer = await fetch(location.href);
  const text = await answer.text();
  if (turn !== waiting || !answer.ok) return;
  const fresh = parsed(text);
  const lists = [...fresh.querySelectorAll("[data-list]")];
  if (lists.some((list) => !list.parentElement.closest("[data-list]") && !document.getElementById(list.id))) {
    location.reload();
    return;
  }
  document.body.dataset.version = fresh.body.dataset.version;
  const changed = merge(fresh);
  document.dispatchEvent(new CustomEvent("table:merged", { detail: changed }));
}

function listen() {
  stream = new EventSource(`/events?of=${encodeURIComponent(document.body.dataset.of ?? "")}`);
  stream.addEventListener("hello", (event) => {
    link.textContent = "";
    if (String(JSON.parse(event.data).version) !== document.body.dataset.version) refresh();
  });
  stream.onerror = () => { link.textContent = "protoplay has stopped or is out of reach"; };
  for (const name of ["stale", "band", "move", "busy"])
    stream.addEventListener(name, (event) =>
      document.dispatchEvent(new CustomEvent(`table:${name}`, { detail: JSON.parse(event.data) })));
}

on("stale", refresh);
addEventListener("pagehide", () => stream?.close());
addEventListener("pageshow", (event) => { if (event.persisted) { listen(); refresh(); } });
listen();
