// What scripts add to a page that is complete without them: cards beside numbers, sortable tables,
// and an address bar without index.html.
"use strict";
(() => {
  if (location.protocol !== "file:" && location.pathname.endsWith("/index.html")) {
    const clean = location.pathname.slice(0, -"index.html".length);
    history.replaceState(history.state, "", clean + location.search + location.hash);
  }

  // Cards: the row of the evidence list that belongs to a number, beside the number.
  let card = null;
  let owner = null;

  function close(refocus) {
    if (!card) return;
    card.remove();
    owner.removeAttribute("aria-expanded");
    if (refocus) owner.focus();
    card = owner = null;
  }

  function open(number) {
    if (owner === number) return;
    close(false);
    const row = document.getElementById(number.dataset.e);
    if (!row) return;
    card = document.createElement("div");
    card.className = "card";
    card.setAttribute("role", "dialog");
    const [what, value, printed, also, raw] = row.children;
    const group = row.parentElement.rows[0].cells[0];
    const title = document.createElement("b");
    title.textContent = what.textContent + ", " + value.textContent;
    card.setAttribute("aria-label", title.textContent);
    const list = document.createElement("dl");
    list.className = "kv";
    const lines = [["as printed", printed], ["also", also], ["measured", group.querySelector("small")], ["on", group.querySelector("a")], ["raw", raw]];
    const doubts = [...row.querySelectorAll(".doubt")];
    for (const [name, cell] of lines) {
      if (!cell || !cell.textContent.trim()) continue;
      const dt = document.createElement("dt");
      dt.textContent = name;
      const dd = document.createElement("dd");
      if (cell.matches("td, small")) cell.childNodes.forEach((node) => doubts.includes(node) || dd.append(node.cloneNode(true)));
      else dd.append(cell.cloneNode(true));
      list.append(dt, dd);
    }
    card.append(title, list, ...doubts.map((one) => one.cloneNode(true)));
    document.body.append(card);
    const at = number.getBoundingClientRect();
    const left = Math.min(at.left, document.documentElement.clientWidth - card.offsetWidth - 12);
    const below = at.bottom + card.offsetHeight + 12 < window.innerHeight;
    card.style.left = Math.max(12, left) + window.scrollX + "px";
    card.style.top = (below ? at.bottom + 6 : Math.max(6, at.top - card.offsetHeight - 6)) + window.scrollY + "px";
    owner = number;
    owner.setAttribute("aria-expanded", "true");
    card.addEventListener("mouseleave", () => close(false));
  }

  const numberOf = (target) => target instanceof Element && target.closest("a.n[data-e]");
  document.addEventListener("mouseover", (event) => {
    const number = numberOf(event.target);
    if (number) open(number);
    else if (card && !card.contains(event.target) && !card.contains(document.activeElement)) {
      const box = card.getBoundingClientRect();
      const mark = owner.getBoundingClientRect();
      const inside = event.clientX >= Math.min(box.left, mark.left) - 4 && event.clientX <= Math.max(box.right, mark.right) + 4
        && event.clientY >= Math.min(box.top, mark.top) - 8 && event.clientY <= Math.max(box.bottom, mark.bottom) + 8;
      if (!inside) close(false);
    }
  });
  document.addEventListener("click", (event) => {
    const number = numberOf(event.target);
    if (number && !event.ctrlKey && !event.metaKey && !event.shiftKey) {
      // The first step shows the evidence; the raw line is a link inside.
      event.preventDefault();
      open(number);
      const first = card && card.querySelector("dd:last-child a");
      if (first) first.focus();
    } else if (card && !card.contains(event.target)) close(false);
  });
  document.addEventListener("focusin", (event) => {
    const number = numberOf(event.target);
    if (number) open(number);
    else if (card && !card.contains(event.target)) close(false);
  });
  document.addEventListener("keydown", (event) => {
    if (!card) return;
    const inside = card.contains(document.activeElement);
    if (event.key === "Escape") close(inside);
    else if (event.key === "Tab" && inside) {
      // The card stands at the end of the page: out of it leads the way from its number.
      const links = [...card.querySelectorAll("a")];
      const edge = document.activeElement === links.at(event.shiftKey ? 0 : -1);
      if (edge) close(true);
      if (edge && event.shiftKey) event.preventDefault();
    }
  });

  // Sortable tables, as the ARIA practice has them: a button in each head, aria-sort on the active one.
  const value = (row, index) => {
    const cell = row.children[index];
    if (!cell) return null;
    const raw = cell.dataset.v ?? cell.textContent.trim();
    if (raw === "") return null;
    const number = Number(String(raw).replace(/,/g, "").replace(/ .*$/, ""));
    return Number.isNaN(number) ? String(raw).toLowerCase() : number;
  };
  const compare = (a, b) => {
    if (a === null || b === null) return (a === null) - (b === null);
    if (typeof a === typeof b) return a < b ? -1 : a > b ? 1 : 0;
    return typeof a === "number" ? -1 : 1;
  };
  document.querySelectorAll("table.sortable").forEach((table) => {
    const body = table.tBodies[0];
    table.querySelectorAll("thead th").forEach((th, index) => {
      const button = document.createElement("button");
      button.type = "button";
      while (th.firstChild) button.append(th.firstChild);
      th.append(button);
      button.addEventListener("click", () => {
        const down = th.getAttribute("aria-sort") === "ascending";
        table.querySelectorAll("th[aria-sort]").forEach((one) => one.removeAttribute("aria-sort"));
        th.setAttribute("aria-sort", down ? "descending" : "ascending");
        const rows = [...body.rows].map((row) => [value(row, index), row]);
        rows.sort(([a], [b]) => (a === null || b === null ? compare(a, b) : (down ? -1 : 1) * compare(a, b)));
        body.append(...rows.map(([, row]) => row));
      });
    });
  });

  // What scrolls sideways is reached by keyboard in every browser.
  const reach = new ResizeObserver((seen) => seen.forEach(({ target }) => {
    if (target.scrollWidth <= target.clientWidth) return;
    target.tabIndex = 0;
    target.setAttribute("role", "group");
    target.setAttribute("aria-label", "Scrolls sideways");
  }));
  const all = () => document.querySelectorAll(".scroll, .drawing, pre").forEach((one) => reach.observe(one));
  new MutationObserver(all).observe(document.querySelector("main"), { childList: true, subtree: true });
  all();
  window.addEventListener("beforeprint", () => document.querySelectorAll("details").forEach((one) => { one.open = true; }));
})();
