// The secret of a link stands after "#": it is put into the form, and only the button sends it.
const secret = location.hash.slice(1);
if (secret) {
  document.getElementById("k").value = secret;
  document.getElementById("linked").hidden = false;
  document.getElementById("typed").hidden = true;
}
addEventListener("hashchange", () => location.reload());
