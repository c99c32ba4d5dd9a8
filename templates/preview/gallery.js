// The gallery's search, size and marks.
import { $, on, say } from "/static/page.js";
const [wanted, found, size] = ["wanted", "found", "size"].map($);

function filter() {
  const words = wanted.value.toLowerCase().split(/\s+/).filter(Boolean);
  for (const part of document.querySelectorAll(".part")) {
    for (const item of part.querySelectorAll("li")) {
      const text = item.querySelector("[data-find]").dataset.find.toLowerCase();
      item.hidden = !words.every((word) => text.includes(word));
    }
    part.hidden = !part.querySelector("li:not([hidden])");
  }
  const shown = document.querySelectorAll(".part li:not([hidden])").length;
  found.textContent = words.length ? `${shown} found` : "";
}

/** Pictures as large as is asked for, now and next time. */
function resize() {
  $("parts").dataset.size = size.value;
  try { localStorage.size = size.value; } catch {}
}

on("merged", (ids) => {
  if (wanted) filter();
  const faces = ids.filter((id) => /^(front|back)-/.test(id));
  if (!faces.length) return;
  for (const item of document.querySelectorAll(".changed")) item.classList.remove("changed");
  const items = new Set(faces.map((id) => $(id)?.closest("li")));
  for (const item of items) item?.classList.add("changed");
  const names = [...items].map((item) => item?.querySelector(".name").textContent);
  say(`${names.length} changed: ${names.slice(0, 5).join(", ")}`);
  found.textContent = `${names.length} changed just now`;
});
if (wanted) {
  wanted.form.addEventListener("submit", (event) => event.preventDefault());
  wanted.addEventListener("input", filter);
  wanted.value = new URLSearchParams(location.search).get("find") ?? "";
  if (wanted.value) filter();
  size.addEventListener("input", resize);
  size.value = innerWidth < 600 ? "1" : "2";
  try { size.value = localStorage.size || size.value; } catch {}
  resize();
}
