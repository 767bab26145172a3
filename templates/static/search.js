// Search on every page. The index is loaded when the box is first used; each key scans all of it.
// Names and queries are cut between letters and digits: `raid10`, `RAID 10` and `raid-10` are the
// same, and `418AS` is found within ST3500418AS.
"use strict";
const sitegenSearch = (() => {
  const { make, count, script } = sitegen;
  const source = new URL(document.currentScript.dataset.index, document.baseURI).href;
  // A folder has no page when it is opened from a disk; elsewhere a page cleans its own address.
  const place = to => new URL(to.replace(/\/(#|$)/, "/index.html$1"), source).href;
  let entries = [];

  const fold = text => text.normalize("NFKD").toLowerCase().replace(/[\u0300-\u036f]+/g, "")
    .replace(/\d(?=[a-z])|[a-z](?=\d)/g, "$& ").replace(/ ?[^\p{L}\p{N}\t\n ][^\p{L}\p{N}\t\n]*/gu, " ");

  function index(kinds, rows) {
    const texts = rows.map(([kind, id, title, ...more]) => ` ${id} \t ${title} \t ${more.slice(0, 3).filter(Boolean).join(" ")} ${kinds[kind][0]} `);
    const lines = fold(texts.join("\n")).split("\n");
    entries = rows.map(([kind, id, title, among, detail, , to], at) => {
      const [one, many, folder] = kinds[kind];
      return { id, title, one, kind: many, among, detail, to: to || `${folder}${id}/`, line: lines[at], fields: lines[at].split("\t") };
    });
  }

  const load = () => script(source).then(() => true, () => false);

  // 3: a whole word, 2: the beginning of one, 1: a part of one, for which two letters are too few.
  const rate = (text, [part, first, whole]) => text.includes(first) ? 2 + text.includes(whole)
    : +(part.length > 2 && text.includes(part));

  function search(query) {
    const words = query.split(/\s+/).map(word => fold(word).trim()).filter(Boolean);
    const all = words.join(" ");
    const phrases = (words.length > 1 ? [...words, all] : words).map(one => [one, " " + one, ` ${one} `]);
    const found = [];
    entries.forEach(({ line, fields: [id, title, rest] }, at) => {
      if (!all || !words.every(word => line.includes(word))) return;
      let score = 1000 * (id === ` ${all} `) + 500 * (title === ` ${all} `) + 8 * all.length / id.length;
      phrases.forEach((one, number) => {
        score += 9 * rate(id, one) + 8 * rate(title, one) || (number < words.length && (rate(rest, one) || -Infinity));
      });
      // One number for both is sorted fastest.
      if (score > 0) found.push(at - Math.round(score * 64) * 2 ** 24);
    });
    return [...Float64Array.from(found).sort()].map(one => entries[one - Math.floor(one / 2 ** 24) * 2 ** 24]);
  }

  // The words said, and the links: arrows walk through them, Escape leads back to the box.
  async function draw(host, query, narrow, limit, rest) {
    const [list, said] = [host.querySelector("ol"), host.querySelector("[role=status]")];
    const loaded = await load();
    const all = search(query);
    const found = narrow(all);
    list.replaceChildren(...found.slice(0, limit).map(one => {
      const its = make("small", {}, `${one.one} · ${one.id}`);
      return make("li", {}, make("a", { href: place("../" + one.to) }, one.title, its), make("p", {}, one.detail));
    }));
    said.textContent = !loaded ? "The index of this site cannot be loaded."
      : !query.trim() ? "" : all.length ? `${count(found.length)} result${found.length === 1 ? "" : "s"}${found.length > limit ? rest : ""}`
      : `Nothing here has “${query.trim()}” in it. Fewer or shorter words find more.`;
    return found.length;
  }
  function walk(host, input, leave) {
    host.onkeydown = event => {
      const stops = [input, ...host.querySelectorAll("ol a")];
      const at = stops.indexOf(document.activeElement);
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
      if (step && at >= 0) stops[(at + step + stops.length) % stops.length].focus();
      else if (event.key === "Escape") { input.focus(); leave(); }
      else return;
      event.preventDefault();
    };
  }

  let input = document.getElementById("search-for");
  const link = document.querySelector(".top a[href$='search/index.html']");
  if (!input && link) {
    input = make("input", { type: "search", placeholder: "Search  /", autocomplete: "off", ariaLabel: "Search" });
    const hits = make("div", { className: "hits", hidden: true }, make("p", { role: "status" }), make("ol", {}));
    const host = make("div", { className: "find", role: "search" }, input, hits);
    const all = () => `${place("index.html")}#q=${encodeURIComponent(input.value)}`;
    const close = () => { hits.hidden = true; };
    const open = async () => {
      await draw(host, input.value, found => found, 8, ", Enter shows all");
      hits.hidden = !input.value.trim() || !host.contains(document.activeElement);
    };
    link.replaceWith(host);
    input.onfocus = load;
    input.oninput = open;
    input.onkeydown = event => {
      if (event.key === "Enter" && input.value.trim()) location.href = all();
      if (event.key !== "ArrowDown" || !hits.hidden) return;
      event.stopPropagation();
      open();
    };
    host.addEventListener("focusout", event => { if (!host.contains(event.relatedTarget)) close(); });
    walk(host, input, close);
  }
  document.addEventListener("keydown", event => {
    if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey || !input) return;
    if (event.target.closest("input, textarea, select, [contenteditable]")) return;
    event.preventDefault();
    input.select();
  });
  return { index, search, draw, walk };
})();
