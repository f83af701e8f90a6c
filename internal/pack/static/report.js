"use strict";
const body = document.querySelector("tbody"), rows = [...body.rows], find = document.querySelector("#find");
const texts = new Map(rows.map(r => [r,
  [...r.querySelectorAll(".name, .verdict, .remarks")].map(e => e.textContent).join(" ").toLowerCase()]));

function show() {
  const words = find.value.toLowerCase().split(/\s+/).filter(Boolean);
  const kind = document.querySelector("[name=kind]:checked").value;
  let shown = 0;
  for (const r of rows) {
    const kinds = r.dataset.kinds.split(" ");
    r.hidden = kind && !kinds.includes(kind) || !words.every(w => texts.get(r).includes(w));
    if (!r.hidden) shown++;
  }
  document.querySelector(".none").hidden = shown > 0;
}

function sort(button) {
  const head = button.closest("th"), by = button.dataset.by;
  const down = head.ariaSort === "ascending";
  for (const th of document.querySelectorAll("th[aria-sort]")) th.removeAttribute("aria-sort");
  head.ariaSort = down ? "descending" : "ascending";
  const text = by === "name" || by === "verdict";
  const key = r => text ? r.dataset[by] : Number(r.dataset[by]);
  const compare = text ? (a, b) => key(a).localeCompare(key(b), undefined, {numeric: true}) : (a, b) => key(a) - key(b);
  rows.sort((a, b) => (down ? -compare(a, b) : compare(a, b)) || a.dataset.number - b.dataset.number);
  body.append(...rows);
}

document.querySelector("form").addEventListener("input", show);
document.querySelector("form").addEventListener("submit", e => e.preventDefault());
for (const b of document.querySelectorAll("thead button")) b.addEventListener("click", () => sort(b));
addEventListener("hashchange", () => { // a link to a level that is not shown shows all
  const to = document.querySelector(location.hash);
  if (!to?.hidden) return;
  find.value = "";
  document.querySelector("[name=kind][value='']").checked = true;
  show();
  to.scrollIntoView();
});
show();
