// The gallery's search box and size, and the mark on what the last save changed.
import { on, say } from "/static/events.js";
const wanted = document.getElementById("wanted");
const found = document.getElementById("found");
const size = document.getElementById("size");

function filter() {
  if (!wanted) return;
  const words = wanted.value.toLowerCase().split(/\s+/).filter(Boolean);
  let shown = 0;
  for (const part of document.querySelectorAll(".part")) {
    let any = false;
    for (const item of part.querySelectorAll("li")) {
      const text = item.querySelector("[data-find]").dataset.find.toLowerCase();
      const fits = words.every((word) => text.includes(word));
      item.hidden = !fits;
      if (fits) { any = true; shown += 1; }
    }
    part.hidden = !any;
  }
  found.textContent = words.length ? `${shown} found` : "";
}

function resize() {
  const parts = document.getElementById("parts");
  if (parts) parts.dataset.size = size.value;
}

on("merged", (ids) => {
  filter();
  const faces = ids.filter((id) => /^(front|back)-/.test(id));
  if (!faces.length) return;
  for (const item of document.querySelectorAll(".changed")) item.classList.remove("changed");
  const items = new Set(faces.map((id) => document.getElementById(id)?.closest("li")));
  for (const item of items) item?.classList.add("changed");
  const names = [...items].map((item) => item?.querySelector(".name").textContent);
  say(`${names.length} changed: ${names.slice(0, 5).join(", ")}`);
  found.textContent = `${names.length} changed just now`;
});
wanted?.addEventListener("input", filter);
document.getElementById("find")?.addEventListener("submit", (event) => event.preventDefault());
size?.addEventListener("input", () => {
  resize();
  try { localStorage.size = size.value; } catch { /* private windows have none */ }
});
if (wanted) {
  wanted.value = new URLSearchParams(location.search).get("find") ?? "";
  if (wanted.value) filter();
}
if (size) {
  try { size.value = localStorage.size || (innerWidth < 600 ? "1" : "2"); } catch { /* as above */ }
  resize();
}
