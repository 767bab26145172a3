// The compare page: any hardware, testbeds or runs side by side. The state is in the address.
// Medians, the best of several set-ups, units and words are made by the build; here cells of the
// same row, a metric under a load, are put side by side.
"use strict";
const sitegenCompare = (() => {
  const { make, fill, count, script } = sitegen;
  const host = document.getElementById("compare");
  const [chosen, picker, status, choices, further, notice, verdict, result, copier, said, box, first, more, beside, unequal, equal] = host.querySelectorAll("[data-is]");
  const [words, ...facets] = picker.querySelectorAll("input, select");
  const { root } = host.dataset;
  const subjects = new Map();
  const data = new Map();
  let profiles, shapes, ids, base;
  let shown = 50;

  // ---- the address: s (several) and base; the rest narrows the choice ------------------------------
  function read() {
    const given = new URLSearchParams(location.hash.slice(1));
    [words, ...facets].forEach(one => {
      one.value = given.get(one.name) || "";
      // A choice that there is not is none.
      one.value ||= "";
    });
    const asked = [...new Set(given.getAll("s"))].filter(id => subjects.has(id));
    picker.open = asked.length < 2;
    go(asked, given.get("base"));
  }
  function hash(narrow) {
    const given = [...ids.map(id => ["s", id]), ["base", base !== ids[0] && base], ...narrow.map(one => [one.name, one.value])].filter(([, value]) => value);
    return given.length ? "#" + String(new URLSearchParams(given)).replace(/%(3A|2F)/g, decodeURIComponent) : "";
  }
  function go(next = ids, zero = base) {
    ids = next;
    base = ids.includes(zero) ? zero : ids[0];
    // An empty address is that of the page itself.
    history.replaceState(null, "", hash([words, ...facets]));
    draw();
  }

  // ---- choosing ----------------------------------------------------------------------------------
  function choose() {
    const asked = words.value.toLowerCase().split(/\s+/);
    const often = profiles.map(() => 0);
    // In which facets each profile is not what was asked for. The number beside a value says what
    // there would be with it, whatever else is chosen in its own facet.
    const missed = profiles.map(sets => sets.flatMap((set, n) => (!facets[n].selectedIndex || set.includes(facets[n].selectedIndex) ? [] : n)));
    const found = [...subjects.values()].filter(one => asked.every(word => one.text.includes(word)) && ++often[one.profile] && !missed[one.profile].length);
    facets.forEach(({ options, selectedIndex }, n) => {
      const counts = {};
      profiles.forEach((sets, p) => missed[p].every(one => one === n) && sets[n].forEach(value => { counts[value] = (counts[value] || 0) + often[p]; }));
      [...options].slice(1).forEach(one => {
        const number = counts[one.index] || 0;
        one.hidden = !number && one.index !== selectedIndex;
        one.text = `${one.value} (${count(number)})`;
      });
    });
    status.textContent = `${count(found.length)} of ${count(subjects.size)}`;
    further.hidden = found.length <= shown;
    fill(choices, found.slice(0, shown).map(({ id, kind, title, key }) => {
      const node = stamp(4, title, `${kind} ${key}`);
      Object.assign(node.querySelector("input"), { value: id, checked: ids.includes(id), onchange: ({ target }) => (target.checked ? go([...ids, id]) : drop(id)) });
      return node;
    }), words);
  }
  const drop = id => go(ids.filter(one => one !== id));

  const join = (...list) => list.filter(Boolean).join(", ");

  // What a tool calls invalid is an empty place beside the others.
  const gap = (n, row) => data.get(ids[n]).gaps[row.metric] || "";

  // ---- rows --------------------------------------------------------------------------------------
  function rows() {
    const metrics = {};
    ids.forEach((id, n) => data.get(id).cells.forEach(cell => {
      const its = metrics[cell.metric] ||= {};
      (its[cell.order] ||= { ...cell, cells: [] }).cells[n] = cell;
    }));
    // Where no two were measured under the same load, there is the best of each, without ratios.
    return Object.values(metrics).flatMap(its => {
      const all = Object.values(its).map(row => ({ ...row, some: row.cells.filter(Boolean), zero: row.cells[ids.indexOf(base)] }));
      const met = all.filter(({ some, metric }) => some.length + ids.filter((id, n) => gap(n, { metric })).length > 1);
      if (met.length) return met;
      if (ids.length < 2) return all;
      const cells = ids.map((id, n) => all.flatMap(row => (row.cells[n] ? { ...row.cells[n], text: `${row.cells[n].text} ${row.unit}`, note: row.load } : []))
        .sort((a, b) => !b.doubt - !a.doubt || (all[0].lower ? -1 : 1) * (b.value - a.value))[0]);
      const some = cells.filter(Boolean);
      return some.length > 1 ? { ...all[0], cells, some, zero: null, unit: "", load: "loads differ" } : [];
    }).sort((a, b) => (a.order < b.order ? -1 : 1));
  }
  function signed(share) {
    if (share >= 1) return (1 + share).toFixed(2) + "\u00d7";
    const number = Math.abs(share * 100).toFixed(1);
    return (number === "0.0" ? "\u00b1" : share < 0 ? "\u2212" : "+") + number + " %";
  }
  // How far a cell is from the baseline and why the data may not be able to tell, as ratios.py has
  // it, and how far it is at least and at most. Of a bound (n = 0) there is none.
  function ratio(one, zero) {
    if (!zero || one === zero || !zero.value || !one.n || !zero.n) return [];
    const share = one.value / zero.value - 1;
    const apart = one.low > zero.high || one.high < zero.low;
    const many = one.n > 1 || zero.n > 1;
    const doubt = one.n > 1 && zero.n > 1 ? !apart && "spreads overlap"
      : Math.abs(share) < 0.05 ? (one.n === zero.n ? "one run each" : "one run") : many && !apart && "one run, inside the spread";
    const range = many && zero.low > 0 && `${signed(one.low / zero.high - 1)} to ${signed(one.high / zero.low - 1)}`;
    return [(doubt ? "~ " : "") + signed(share) + (one.doubt || zero.doubt ? " ?" : ""), join(doubt, range)];
  }

  // ---- words -------------------------------------------------------------------------------------
  const union = lists => [...new Set(lists.flat())].sort();
  const few = list => list.slice(0, 6).join(", ") + (list.length > 6 ? ` and ${list.length - 6} more` : "");
  // The properties in which maps differ, and those of the testbeds of a row that all have recorded.
  const unlike = maps => union(maps.map(Object.keys)).filter(key => new Set(maps.map(one => one[key])).size > 1);
  const besides = ({ some }) => unlike(some.map(one => one.bed)).filter(key => some.every(one => key in one.bed));
  // A sentence of the page with its parts filled in.
  const say = (name, ...parts) => verdict.dataset[name].replace(/\d/g, n => parts[n]);
  const told = (name, list) => (list.length ? say(name, few(list)) : say(name + "None"));
  function judge(found, names) {
    const zero = names[ids.indexOf(base)];
    if (ids.length < 2) return zero ? say("single", zero) : "";
    if (!found.length) return say("nothing");
    const met = names.filter((name, n) => found.some(row => row.cells[n]));
    const who = met.length > 3 ? `${met.length} of ${ids.length}` : met.join(" and ");
    // What differs is asked row by row: a seek has no file count, and a create no file size.
    const tools = union(found.map(({ some }) => union(some.map(one => one.tool))).filter(one => one.length > 1));
    const loads = union(found.filter(({ zero }) => zero === null).map(one => one.label));
    const known = union(found.map(besides));
    return say("verdict", who, told("tools", tools), told("loads", loads), told("also", known), zero);
  }

  // ---- drawing -----------------------------------------------------------------------------------
  const to = (page, line) => `${root}${page}index.html${line ? "#L" + line : ""}`;
  const link = (id, name) => make("a", { href: to(data.get(id).page) }, name);
  // A copy of a template of the page with its slots filled in their order.
  function stamp(number, ...parts) {
    const node = host.querySelectorAll("template")[number].content.firstElementChild.cloneNode(true);
    node.querySelectorAll("[data-slot]").forEach((slot, n) => slot.append(...[parts[n]].flat().filter(Boolean)));
    return node;
  }
  function plot([colour, shape], x = 6, open = "", ...paths) {
    const svg = stamp(paths.length ? 2 : 3);
    const nodes = svg.querySelectorAll("path");
    const dot = nodes[paths.length];
    [...paths, shapes[shape]].forEach((d, n) => nodes[n].setAttribute("d", d));
    dot.setAttribute("class", `dot s${colour + 1} ${open}`);
    dot.setAttribute("transform", `translate(${x} 8) scale(5)`);
    return svg;
  }
  // Colour and shape as in the charts of palette.py: hardware has its own wherever it is shown, and
  // runs and testbeds give way to it.
  function marks() {
    const found = {};
    const all = shapes.length;
    // Hardware is first in the alphabet.
    for (const id of [...ids].sort()) {
      let [colour, shape] = data.get(id).mark;
      let step = id.startsWith("hardware:") ? all : 0;
      const alike = ([c, s]) => (step < all ? c === colour || s === shape : c === colour && s === shape);
      for (; Object.values(found).some(alike); step += 1) {
        if (step < all) colour = (colour + 1) % all;
        shape = (shape + 1) % all;
      }
      found[id] = [colour, shape];
    }
    return ids.map(id => found[id]);
  }
  function table(row, names, looks, all) {
    const { unit, factor, some, zero } = row;
    // One axis from zero to a round number.
    const most = Math.max(...some.map(one => one.high)) / factor || 1;
    const power = 10 ** Math.floor(Math.log10(most));
    const end = [1, 2, 2.5, 5, 10].map(one => one * power).find(one => one >= most);
    const at = value => 6 + (88 * value) / factor / end;
    const body = row.cells.map((one, n) => {
      if (!one) return "";
      const [share, doubt] = one === zero && names.length > 1 ? ["baseline"] : ratio(one, zero);
      return stamp(1, [plot(looks[n]), " ", link(ids[n], names[n])], [one.on && make("a", { href: to(one.testbed) }, one.on), ` ${one.tool} `, one.date],
        make("a", { className: "n", href: to(one.page, one.line), title: "as printed: " + one.written }, one.text), one.doubt && "?", one.note, share, doubt,
        plot(looks[n], at(one.value), one.n ? "" : "open", zero ? `M${at(zero.value)} 0v16` : "", `M${at(one.low)} 8H${at(one.high)}`));
    });
    const doubts = union(some.map(one => one.doubt || []));
    const differ = few(besides(row));
    const absent = names.flatMap((name, n) => (row.cells[n] ? [] : name + gap(n, row).replace(/.+/, " ($&)")));
    return stamp(0, row.label, row.load, row.lower, unit || "value", zero && some.length > 1 && "vs baseline", zero !== null && count(end), body,
      [doubts[0] && `? ${doubts.join("; ")}. `, differ !== all && differ && `Also differ in ${differ}. `, absent.length && `Not measured on ${absent.join(", ")}.`]);
  }
  function beds(names) {
    const all = ids.map(id => data.get(id).bed);
    const differ = unlike(all);
    const line = (name, first, cells) => make("tr", {}, make("th", {}, first), ...cells.map(one => make(name, {}, one)));
    const show = (table, keys) => table.replaceChildren(line("th", "Property", names), ...keys.map(key => line("td", key, all.map(one => one[key] || "not recorded"))));
    show(unequal, differ);
    show(equal, union(all.map(Object.keys)).filter(key => !differ.includes(key)));
  }

  // ---- copying -----------------------------------------------------------------------------------
  function copies(found, names) {
    const here = () => location.href.split("#")[0] + hash([]);
    const cells = (row, cell) => names.map((name, n) => (row.cells[n] ? cell(row.cells[n]) : gap(n, row)));
    // Markdown and both wikis take many signs for markup; as references they are text in all three.
    const plain = value => value.replace(/[^\p{L}\p{N} .,;%/()+\u2212-]/gu, sign => `&#${sign.codePointAt(0)};`);
    const bars = sign => line => `${sign} ${line.join(` ${sign} `)} ${sign}`;
    const print = (head, line, end = "") => () => [head(["What", ...names.map(plain)]),
      ...found.map(row => line([plain(join(row.label, row.load)), ...cells(row, one => `${one.text} ${row.unit}${one.doubt ? " ?" : ""} ${(ratio(one, row.zero)[0] || "").replace(/.+/, "($&)")}`.trim())])), end, ...[...notice.children, verdict].map(one => plain(one.textContent) + "\n"), here(), ""].join("\n");
    // A spreadsheet takes a text that begins with one of these for a formula.
    const quoted = value => (value.toFixed ? value : `"${value.replace(/^[=+\-@\t\r]/, "'$&").replace(/"/g, '""')}"`);
    const forms = {
      link: here,
      Markdown: print(line => bars("|")(line) + "\n|" + " --- |".repeat(line.length), bars("|")),
      MediaWiki: print(line => '{| class="wikitable"\n! ' + line.join(" !! "), line => "|-\n| " + line.join(" || "), "|}\n"),
      Confluence: print(bars("||"), bars("|")),
      CSV: () => [["metric", "unit", ...names], ...found.map(row => [join(row.label, row.load), row.base, ...cells(row, one => (one.n ? one.value : one.text))])].map(line => line.map(quoted).join()).join("\r\n"),
    };
    copier.onclick = async ({ target }) => {
      const form = forms[target.value];
      if (!form) return;
      box.value = form();
      box.hidden = await sitegenCopy(box.value, said);
      box.select();
    };
  }

  async function draw() {
    choose();
    const asked = ids;
    try {
      await Promise.all(ids.map(id => script(`${root}compare/data/${subjects.get(id).shard}.js`)));
    } catch (error) {
      verdict.textContent = error.message;
      return;
    }
    // Something else may have been chosen in the meantime.
    if (asked !== ids) return;
    const names = ids.map(id => subjects.get(id).title);
    const looks = marks();
    fill(chosen, ids.map((id, n) => {
      const node = stamp(5, [plot(looks[n]), " ", link(id, names[n])]);
      node.querySelectorAll("button").forEach((button, last) => Object.assign(button, { value: id + last, ariaLabel: ["Baseline: ", "Remove "][last] + names[n], onclick: () => (last ? drop(id) : go(ids, id)) }));
      node.querySelector("button").ariaPressed = id === base;
      return node;
    }), picker.firstElementChild);
    const found = rows();
    verdict.textContent = judge(found, names);
    // What was withdrawn, each thing once, by its address.
    const old = new Map(ids.flatMap(id => data.get(id).withdrawn.map(one => [one[3], one])));
    notice.replaceChildren(...[...old.values()].map(([status, kind, title, page, rest]) => stamp(6, status, kind, make("a", { href: to(page) }, title), rest)));
    const all = few(union(found.map(besides)));
    [first, beside].forEach((part, n) => part.replaceChildren(...found.filter(row => row.beside === n).map(row => table(row, names, looks, all))));
    more.hidden = !beside.firstChild;
    result.hidden = !ids.length;
    copies(found, names);
    beds(names);
  }

  return {
    index(text) {
      const its = JSON.parse(text);
      ({ profiles, shapes } = its);
      const add = (what, kind, key, title, profile, shard) => {
        const id = `${what}:${key}`;
        subjects.set(id, { id, kind, key, title, profile, shard: its.shards[shard], text: `${title} ${kind} ${key}`.toLowerCase() });
      };
      its.others.forEach(one => add(...one));
      // A run is said by the number of its testbed and the rest of its path.
      its.runs.forEach(([bed, key, ...rest]) => {
        const [, , path, title] = its.others[bed] || [];
        add("run", "run", path ? path + key : key, title ? `${title}, ${key.slice(1)}` : key, ...rest);
      });
      picker.oninput = ({ target }) => target.name && go();
      further.onclick = () => { shown += 200; choose(); };
      onhashchange = read;
      host.hidden = false;
      read();
    },
    shard(text) {
      const its = JSON.parse(text);
      // A line of a table; a column that is called as another table has the numbers of its lines.
      const at = (table, n) => Object.assign({}, ...Object.entries(its[table]).map(([key, list]) => (its[key] ? at(key, list[n]) : { [key]: list[n] })));
      // A cell is the number of a value, with that of words where it is the best of several.
      const cell = (page, number, of) => {
        const one = at("values", number);
        const [sure, note, n = 1, low = one.value, high = one.value] = its.more[number] || [];
        return { ...one, n, low, high, order: `${one.place}${one.rank} ${one.unit}`, note: join(note, its.phrases[of], sure), on: one.testbed !== page && one.on };
      };
      its.subjects.id.forEach((id, n) => {
        const one = at("subjects", n);
        data.set(id, { ...one, get cells() { return one.numbers.map(its => cell(one.page, ...[its].flat())); } });
      });
    },
  };
})();
