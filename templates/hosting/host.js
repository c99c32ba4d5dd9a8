// Copies the link of a seat; without a clipboard the link is selected, for Ctrl+C.
import { $, say } from "./page.js";

document.addEventListener("click", async ({ target }) => {
  if (!target.dataset?.copy) return;
  const field = $(target.dataset.copy);
  try {
    await navigator.clipboard.writeText(field.value);
    target.textContent = "Copied";
    setTimeout(() => { target.textContent = "Copy"; }, 3000);
    say("The link is copied");
  } catch { field.select(); }
});
