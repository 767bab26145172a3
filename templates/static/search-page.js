// All results, by kind and group. What is asked for is in the address.
"use strict";
(() => {
  const { make, fill, count } = sitegen;
  const { draw, walk } = sitegenSearch;
  const host = document.getElementById("search");
  const input = document.getElementById("search-for");
  const groups = [...host.querySelectorAll("[role=group]")];
  const more = host.querySelector("button");
  let state, shown;

  function facet(node, found) {
    const name = node.dataset.by;
    const counts = new Map(state[name] ? [[state[name], 0]] : []);
    found.forEach(one => { if (one[name]) counts.set(one[name], (counts.get(one[name]) || 0) + 1); });
    const most = [...counts].sort((a, b) => b[1] - a[1]).slice(0, 20);
    const buttons = most.map(([value, number]) => make("button", {
      type: "button", value, ariaPressed: String(state[name] === value),
      onclick: () => go({ ...(name === "kind" && { among: "" }), [name]: state[name] === value ? "" : value }),
    }, `${value} ${count(number)}`));
    fill(node, counts.size > 1 || state[name] ? buttons : [], input);
    return state[name] ? found.filter(one => one[name] === state[name]) : found;
  }
  async function show() {
    const narrow = all => {
      const found = facet(groups[0], all);
      return state.kind ? facet(groups[1], found) : (groups[1].replaceChildren(), found);
    };
    more.hidden = await draw(host, state.q, narrow, shown, "") <= shown;
  }
  function go(next) {
    Object.assign(state, next);
    const given = new URLSearchParams(Object.entries(state).filter(([, value]) => value));
    history.replaceState(null, "", "#" + given);
    shown = 50;
    show();
  }
  function read() {
    const given = new URLSearchParams(location.hash.slice(1));
    state = { q: given.get("q") || "", kind: given.get("kind") || "", among: given.get("among") || "" };
    input.value = state.q;
    shown = 50;
    show();
  }
  host.hidden = false;
  read();
  input.focus();
  input.oninput = () => go({ q: input.value });
  more.onclick = () => { shown += 200; show(); };
  onhashchange = read;
  walk(host, input, () => {});
})();
