// What scripts add to a page that is complete without them: cards beside numbers, sortable tables,
// and an address bar without index.html; and what other scripts share.
"use strict";
const sitegen = (() => {
  if (location.protocol !== "file:") history.replaceState(history.state, "", location.href.replace(/^([^?#]*\/)index\.html/, "$1"));

  function make(name, its, ...parts) {
    const node = Object.assign(document.createElement(name), its);
    node.append(...parts);
    return node;
  }
  // What had the focus has it again after its part of the page was made anew, or `otherwise` has.
  function fill(node, parts, otherwise) {
    const { value } = document.activeElement;
    const kept = node.contains(document.activeElement);
    node.replaceChildren(...parts);
    if (kept) ([...node.querySelectorAll("button, input")].find(one => one.value === value) || otherwise).focus();
  }
  const count = number => number.toLocaleString("en");
  const loading = {};
  const script = src => loading[src] ||= new Promise((onload, failed) => {
    const onerror = () => { delete loading[src]; failed(new Error(src + " cannot be loaded")); };
    document.head.append(make("script", { src, onload, onerror }));
  });

  // Cards: the row of the evidence list that belongs to a number, beside the number.
  let card, owner;
  function close(refocus) {
    if (!card) return;
    card.remove();
    owner.removeAttribute("aria-expanded");
    if (refocus) owner.focus();
    card = owner = null;
  }
  function open(number) {
    const row = document.getElementById(number.dataset.e);
    // Of a page with very many numbers, their list is loaded when it is first asked for.
    const from = document.getElementById("evidence")?.dataset.from;
    if (from && !loading[from]) script(from).then(() => open(number), () => {});
    if (owner === number || !row) return;
    close();
    const [what, value, printed, also, raw] = row.children;
    const group = row.parentElement.rows[0].cells[0];
    const title = what.firstChild.textContent.trim() + ", " + value.textContent;
    const lines = { "as printed": printed, also, measured: group.querySelector("small"), under: what.querySelector("small"), on: group.querySelector("a"), raw };
    const doubts = [...row.querySelectorAll(".doubt")];
    const list = Object.entries(lines).filter(([, cell]) => cell?.textContent.trim()).flatMap(([name, cell]) => [
      make("dt", {}, name), make("dd", {}, ...[...(cell.href ? [cell] : cell.childNodes)].filter(node => !doubts.includes(node)).map(node => node.cloneNode(true)))]);
    card = make("div", { className: "card", role: "dialog", ariaLabel: title, onmouseleave: () => close() }, make("b", {}, title), make("dl", { className: "kv" }, ...list), ...doubts.map(one => one.cloneNode(true)));
    document.body.append(card);
    // It touches the number, so that a pointer can go over to it.
    const at = number.getBoundingClientRect();
    const left = Math.min(at.left, document.documentElement.clientWidth - card.offsetWidth - 12);
    const below = at.bottom + card.offsetHeight < innerHeight;
    card.style.left = Math.max(12, left) + scrollX + "px";
    card.style.top = (below ? at.bottom : Math.max(6, at.top - card.offsetHeight)) + scrollY + "px";
    owner = number;
    owner.setAttribute("aria-expanded", "true");
  }
  const numberOf = target => target.closest?.("a.n[data-e]");
  const outside = event => card && !card.contains(event.target);
  ["mouseover", "focusin"].forEach(type => document.addEventListener(type, event => {
    const number = numberOf(event.target);
    if (number) open(number);
    else if (outside(event) && (type === "focusin" || !card.contains(document.activeElement))) close();
  }));
  document.addEventListener("click", event => {
    const number = numberOf(event.target);
    if (number && !event.ctrlKey && !event.metaKey && !event.shiftKey) {
      // The first step shows the evidence; the raw line is a link inside.
      open(number);
      if (card) event.preventDefault();
      card?.querySelector("dd:last-child a")?.focus();
    } else if (outside(event)) close();
  });
  document.addEventListener("keydown", event => {
    const inside = card?.contains(document.activeElement);
    if (event.key === "Escape") close(inside);
    else if (event.key === "Tab" && inside) {
      // The card stands at the end of the page: out of it leads the way from its number.
      const edge = document.activeElement === [...card.querySelectorAll("a")].at(event.shiftKey ? 0 : -1);
      if (edge) close(true);
      if (edge && event.shiftKey) event.preventDefault();
    }
  });

  // Sortable tables, as the ARIA practice has them: a button in each head, aria-sort on the active one.
  // Numbers come before words, and what is missing is last whichever way they are sorted.
  const value = cell => {
    const raw = cell?.dataset.v ?? (cell?.textContent.trim() || "");
    const number = Number(raw.replace(/,/g, "").replace(/ .*$/, ""));
    return [raw === "", Number.isNaN(number), Number.isNaN(number) ? raw.toLowerCase() : number];
  };
  document.querySelectorAll("table.sortable").forEach(table => {
    const body = table.tBodies[0];
    table.querySelectorAll("thead th").forEach((th, index) => {
      th.append(make("button", { type: "button", onclick: () => {
        const down = th.ariaSort === "ascending";
        table.querySelectorAll("th[aria-sort]").forEach(one => one.removeAttribute("aria-sort"));
        th.ariaSort = down ? "descending" : "ascending";
        const rows = [...body.rows].map(row => [...value(row.children[index]), row]);
        rows.sort(([none, text, a], [empty, word, b]) => none - empty || (down ? -1 : 1) * (text - word || (a > b) - (a < b)));
        body.append(...rows.map(one => one[3]));
      } }, ...th.childNodes));
    });
  });

  // What scrolls sideways is reached by keyboard in every browser.
  const reach = new ResizeObserver(seen => seen.forEach(({ target }) => {
    if (target.scrollWidth > target.clientWidth) Object.assign(target, { tabIndex: 0, role: "group", ariaLabel: "Scrolls sideways" });
  }));
  const all = () => document.querySelectorAll(".scroll, .drawing, pre").forEach(one => reach.observe(one));
  new MutationObserver(all).observe(document.querySelector("main"), { childList: true, subtree: true });
  all();
  onbeforeprint = () => document.querySelectorAll("details").forEach(one => { one.open = true; });
  const evidence = rows => document.body.insertAdjacentHTML("beforeend", rows);
  return { make, fill, count, script, evidence };
})();
