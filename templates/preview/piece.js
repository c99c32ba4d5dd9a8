// A number goes into its file.
import { $, post, refresh } from "/static/page.js";
let last;

async function write(given) {
  const before = [...$("large").querySelectorAll("img")].map((image) => image.cloneNode());
  for (const image of before) image.removeAttribute("id");
  try {
    const { files, was } = await post("/cell", given);
    last = { ...given, value: was, was: given.value };
    await refresh();
    for (const form of document.querySelectorAll(".cell")) form.firstElementChild.value = form.dataset.was;
    const changed = [...$("large").querySelectorAll("img")].map((image) => image.src);
    const old = before.filter((image) => !changed.includes(image.src));
    $("before").replaceChildren($("before").firstElementChild, ...old);
    $("before").hidden = !old.length;
    $("wrote").textContent = `${given.column}: ${was} is now ${given.value}, written into ${files.join(", ")}`;
    $("undo").hidden = false;
  } catch (fault) { $("wrote").textContent = fault.message; }
}

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (!form.matches(".cell")) return;
  event.preventDefault();
  const { piece, column, was } = form.dataset;
  write({ piece, column, was: JSON.parse(was), value: form.firstElementChild.valueAsNumber });
});
$("undo").addEventListener("click", () => write(last));
