// The options of the sheets page: an address holds only those that were chosen.
import { $ } from "/static/events.js";
$("options").addEventListener("submit", (event) => {
  event.preventDefault();
  const usual = { orientation: "auto", order: "rows", copies: "1" };
  const chosen = [...new FormData($("options"))].filter(([name, value]) => value && value !== usual[name]);
  location.href = `/sheets?${new URLSearchParams(chosen)}`;
});
