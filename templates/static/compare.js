// The compare page: any hardware, testbeds or runs side by side. The state is in the address.
"use strict";
const sitegenCompare = (() => {
  const SIGNS = { "at-least": "\u2265 ", "at-most": "\u2264 ", "below-resolution": "< " };
  const host = () => document.getElementById("compare");
  const runs = new Map();
  const shards = new Map();
  let known = null;
  let state = { ids: [], base: "", quantity: "" };

  // ---- the address -----------------------------------------------------------------------------
  function parse(hash) {
    const given = new URLSearchParams(hash.replace(/^#/, ""));
    const exists = new Set(known.subjects.map((one) => one.id));
    const ids = [...new Set(given.getAll("s"))].filter((id) => exists.has(id));
    const base = ids.includes(given.get("base")) ? given.get("base") : ids[0] || "";
    return { ids, base, quantity: given.get("q") || "" };
  }
  function print(its) {
    const given = new URLSearchParams();
    its.ids.forEach((id) => given.append("s", id));
    if (its.base && its.base !== its.ids[0]) given.set("base", its.base);
    if (its.quantity) given.set("q", its.quantity);
    return given.toString();
  }
  function go(next) {
    state = next;
    const text = print(state);
    history.replaceState(null, "", text ? "#" + text : location.pathname + location.search);
    draw();
  }

  // ---- data ------------------------------------------------------------------------------------
  function load(name) {
    if (!shards.has(name)) {
      shards.set(name, new Promise((done, failed) => {
        const script = document.createElement("script");
        script.src = host().dataset.root + name + ".js";
        script.onload = done;
        script.onerror = () => failed(new Error("the results below " + name + " cannot be loaded"));
        document.head.append(script);
      }));
    }
    return shards.get(name);
  }

  function runsOf(id) {
    const [kind, name] = [id.slice(0, id.indexOf(":")), id.slice(id.indexOf(":") + 1)];
    return [...runs].filter(([run, its]) => {
      if (kind === "run") return run === name;
      if (kind === "hardware") return its.ids.includes(name) || its.values.some((one) => (one[7] || []).includes(name));
      return its.testbed === name || its.testbed.startsWith(name + "/");
    });
  }
  // Rows: metric -> values of one subject, each with all its columns.
  function valuesOf(id) {
    const found = new Map();
    for (const [run, its] of runsOf(id)) {
      for (const [metric, value, line, written, certainty, own, page, ids, doubts] of its.values) {
        // The rows of one table may have been measured with different hardware.
        if (id.startsWith("hardware:") && !its.ids.includes(id.slice(9)) && !(ids || []).includes(id.slice(9))) continue;
        const columns = { ...its.shared, ...own };
        if (!found.has(metric)) found.set(metric, []);
        found.get(metric).push({ value, run, line, written, certainty, columns, address: page || its.address, doubts: (doubts || []).map((number) => its.doubts[number]) });
      }
    }
    return found;
  }
  // Metrics that a tool calls invalid: metric -> the word for that.
  const gapsOf = (id) => new Map(runsOf(id).flatMap(([, its]) => its.gaps.map(([metric, said]) => [metric, said])));
  const workload = (columns) => Object.keys(columns).filter((c) => c.startsWith("workload.")).sort();
  const median = (list) => {
    const sorted = [...list].sort((a, b) => a - b);
    const half = sorted.length >> 1;
    return sorted.length % 2 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
  };
  function same(values) {
    const keys = new Set(values.flatMap((one) => Object.keys(one.columns)));
    ["run", "date", "operation", "quantity", "statistic", "testbed"].forEach((key) => keys.delete(key));
    return [...keys].filter((key) => new Set(values.map((one) => one.columns[key] ?? "")).size > 1).sort();
  }

  // ---- numbers: the same rules as in tables (units.common_scale, tables.scales, ratios) ------------
  const digits = (value) => Math.floor(Math.log10(value) + 1e-12);
  const bound = (one) => one.certainty in SIGNS;
  const sign = (one) => (bound(one) ? (one.value || one.certainty !== "below-resolution" ? SIGNS[one.certainty] : "\u2248 ") : "");
  function scale(values, { unit, share }) {
    if (share) {
      const least = Math.min(...values.map(Math.abs).filter((value) => value > 0), 1);
      return { symbol: "%", factor: 0.01, decimals: Math.max(1, 1 - digits(least / 0.01)) };
    }
    const ladder = known.names.ladders[unit + (host().dataset.binary && known.names.ladders[unit + " binary"] ? " binary" : "")] || [[unit, "1"]];
    const steps = ladder.map(([symbol, factor]) => ({ symbol, factor: Number(factor) }));
    const sizes = values.map(Math.abs).filter((value) => value > 0);
    if (!sizes.length) return { ...(steps.find((one) => one.factor === 1) || steps[0]), decimals: 0 };
    const smallest = Math.min(...sizes);
    let chosen = steps[0];
    for (const step of steps.slice(1)) {
      if (smallest < step.factor - chosen.factor * 0.05) break;
      chosen = step;
    }
    const least = chosen === steps[0] ? smallest / chosen.factor : Math.max(smallest / chosen.factor, 1);
    const whole = sizes.every((size) => Number.isInteger(scaled(size, chosen)));
    const decimals = whole ? 0 : Math.max(1, 2 - digits(least));
    return { ...chosen, decimals };
  }
  // Fifteen digits, or 0.01605 s would be 16.049999 ms.
  const scaled = (value, its) => Number((value / its.factor).toPrecision(15));
  const text = (one, its) => sign(one) + scaled(one.value, its).toLocaleString("en-US", { minimumFractionDigits: its.decimals, maximumFractionDigits: its.decimals });
  function signed(share) {
    if (share >= 1) return (1 + share).toFixed(2) + "\u00d7";
    const number = Math.abs(share * 100).toFixed(1);
    return (number === "0.0" ? "\u00b1" : share < 0 ? "\u2212" : "+") + number + " %";
  }
  // How far one cell is from the baseline, and whether the data can tell; or nothing.
  function ratio(one, zero) {
    if (!one || !zero || one === zero || !zero.value || bound(one) || bound(zero)) return null;
    const share = one.value / zero.value - 1;
    const inside = (single, several) => several.n > 1 && several.low <= single.value && single.value <= several.high;
    const unsure = one.n > 1 && zero.n > 1
      ? one.low <= zero.high && zero.low <= one.high
      : Math.abs(share) < 0.05 || inside(one, zero) || inside(zero, one);
    return { share, unsure, doubts: [...one.doubts, ...zero.doubts] };
  }

  // ---- the table -------------------------------------------------------------------------------
  function rows() {
    const tables = state.ids.map(valuesOf);
    const gaps = state.ids.map(gapsOf);
    const stated = (metric) => tables.filter((one, index) => one.has(metric) || gaps[index].has(metric)).length;
    const metrics = [...new Set(tables.flatMap((one) => [...one.keys()]))]
      .filter((metric) => stated(metric) > 1 || state.ids.length === 1)
      .sort((a, b) => order(a, b));
    const found = [];
    for (const metric of metrics) {
      const why = gaps.map((one) => one.get(metric));
      const unlike = why.some(Boolean);
      // Load that differs inside or between subjects makes rows of its own.
      const all = tables.flatMap((one) => one.get(metric) || []);
      const loads = [...new Set(all.flatMap((one) => workload(one.columns)))]
        .filter((key) => new Set(all.map((one) => one.columns[key] ?? "")).size > 1);
      const byLoad = new Map();
      tables.forEach((table, index) => (table.get(metric) || []).forEach((value) => {
        const key = loads.map((load) => known.names.columns[load] + " " + (value.columns[load] ?? "not recorded")).join(", ");
        if (!byLoad.has(key)) byLoad.set(key, state.ids.map(() => []));
        byLoad.get(key)[index].push(value);
      }));
      const met = [...byLoad.values()].some((cells) => cells.filter((cell) => cell.length).length > 1);
      if (!met && !unlike && state.ids.length > 1) {
        // No load in common: the best of each under its own, said in the row.
        found.push({ metric, why, load: "loads differ", apart: true, cells: tables.map((table) => table.get(metric) || []) });
        continue;
      }
      for (const [load, cells] of byLoad) {
        if (cells.filter((cell, index) => cell.length || why[index]).length > 1 || state.ids.length === 1) found.push({ metric, why, load, cells });
      }
    }
    return found;
  }
  function order(a, b) {
    const [x, y] = [known.names.metrics[a].order, known.names.metrics[b].order];
    for (let i = 0; i < x.length; i++) if (x[i] !== y[i]) return x[i] < y[i] ? -1 : 1;
    return 0;
  }
  // What stands in a cell: the median of repeats; of several set-ups the best, and that it is one of them.
  // What is doubted is the best of nothing.
  function cell(values, better) {
    const groups = new Map();
    values.forEach((one) => {
      const key = JSON.stringify(Object.entries(one.columns).filter(([name]) => name !== "run" && name !== "date").sort());
      if (!groups.has(key)) groups.set(key, []);
      groups.get(key).push(one);
    });
    const samples = [...groups.values()].map((list) => ({ value: median(list.map((one) => one.value)), list, doubts: [...new Set(list.flatMap((one) => one.doubts))] }));
    const doubted = (one) => Number(one.doubts.length > 0);
    samples.sort((a, b) => doubted(a) - doubted(b) || (better === "lower" ? a.value - b.value : b.value - a.value));
    const best = samples[0];
    // The link leads to the repeat that lies nearest to the median.
    const near = (one) => Math.abs(one.value - best.value);
    const first = best.list.reduce((a, b) => (near(b) < near(a) ? b : a));
    const unsure = best.list.find(bound) || best.list.find((one) => one.certainty !== "exact");
    const unlike = samples.filter(doubted).length;
    const of = unlike === samples.length ? "1 of " + unlike : [samples.length - unlike > 1 ? "best of " + (samples.length - unlike) : "", unlike ? unlike + " doubted left out" : ""].filter(Boolean).join(", ");
    return { value: best.value, n: best.list.length, of: samples.length > 1 ? of : "", doubts: best.doubts, first, certainty: unsure ? unsure.certainty : "exact",
      low: Math.min(...best.list.map((one) => one.value)), high: Math.max(...best.list.map((one) => one.value)) };
  }
  const title = (id) => known.subjects.find((one) => one.id === id).title;
  // What all chosen have in front of a comma is not said again at the head of each column.
  function brief(id) {
    const all = state.ids.map((one) => title(one).split(", "));
    let same = 0;
    while (all.length > 1 && all.every((parts) => parts.length > same + 1 && parts[same] === all[0][same])) same += 1;
    return title(id).split(", ").slice(same).join(", ");
  }

  function model() {
    const base = state.ids.indexOf(state.base);
    return rows().filter((row) => !state.quantity || row.metric.split(".")[1] === state.quantity).map((row) => {
      const kind = known.names.metrics[row.metric];
      const cells = row.cells.map((values) => (values.length ? cell(values, kind.better) : null));
      const its = scale(cells.filter(Boolean).map((one) => one.value), kind);
      // What was measured under other loads has no ratio.
      return { ...row, kind, its, cells, ratios: cells.map((one) => (row.apart ? null : ratio(one, cells[base]))) };
    });
  }
  function verdict(found) {
    if (state.ids.length < 2) return "Choose a second one to compare it with.";
    if (!found.length) return "Nothing was measured on all of them with the same operation.";
    // What differs is asked row by row: a seek has no file count, and a create no file size.
    const values = found.flatMap((row) => row.cells.filter(Boolean).map((one) => one.first));
    const differ = [...new Set(found.flatMap((row) => same(row.cells.filter(Boolean).map((one) => one.first))))].sort();
    const words = (keys) => keys.map((key) => known.names.columns[key]).join(", ");
    const both = differ.filter((key) => values.every((one) => one.columns[key] && one.columns[key] !== "not recorded"));
    const loads = differ.filter((key) => key.startsWith("workload."));
    const tools = both.filter((key) => key === "tool" || key === "tool_version");
    const beds = both.filter((key) => key.startsWith("testbed."));
    const unknown = differ.length - loads.length - tools.length - beds.length;
    const first = tools.length ? "They were measured with different tools or versions" : loads.length ? "They were measured with the same tool under different loads (" + words(loads) + ")" : "They were measured with the same tool and workload";
    const second = beds.length ? "; they also differ in " + words(beds) : "; their testbeds differ in nothing that is recorded for all";
    return first + second + (unknown ? ". " + unknown + " more properties are recorded for some of them only." : ".");
  }

  // ---- drawing ---------------------------------------------------------------------------------
  const make = (tag, props = {}, ...children) => {
    const node = document.createElement(tag);
    Object.entries(props).forEach(([key, value]) => (key in node ? (node[key] = value) : node.setAttribute(key, value)));
    node.append(...children);
    return node;
  };
  const doubt = (doubts) => (doubts.length ? [make("sup", { className: "doubt", role: "img", ariaLabel: "doubted" }, "?")] : []);
  // Why numbers of the table are doubted, each reason once.
  const doubtsOf = (found) => [...new Set(found.flatMap((row) => row.cells.filter(Boolean).flatMap((one) => one.doubts)))].map((one) => "? " + one);
  const root = () => host().dataset.root + "../../";

  async function draw() {
    const target = document.getElementById("compare-result");
    choices();
    try {
      await Promise.all([...new Set(state.ids.flatMap((id) => known.subjects.find((one) => one.id === id).shards))].map(load));
    } catch (error) {
      target.replaceChildren(make("p", { className: "aside" }, error.message));
      return;
    }
    const found = model();
    const chips = make("ul", { className: "chosen" }, ...state.ids.map((id) => make("li", {},
      make("button", { type: "button", title: "Make this the baseline", ariaPressed: String(id === state.base), onclick: () => go({ ...state, base: id }) }, title(id) + (id === state.base ? " (baseline)" : "")),
      make("button", { type: "button", ariaLabel: "Remove " + title(id), onclick: () => {
        const ids = state.ids.filter((one) => one !== id);
        go({ ...state, ids, base: state.base === id ? ids[0] || "" : state.base });
      } }, "\u00d7"))));
    const parts = state.ids.length ? [chips, make("p", {}, verdict(found))] : [make("p", { className: "quiet" }, "Nothing chosen yet.")];
    if (found.length) parts.push(table(found), tools(found), beds());
    target.replaceChildren(...parts);
  }
  // All but the baseline have a column for how far they are from it.
  const spans = (id) => (id === state.base ? 1 : 2);
  function table(found) {
    const looks = marks();
    const head = make("tr", {}, make("th", { scope: "col" }, "What"), ...state.ids.map((id) => make("th", { scope: "col", className: "num", colSpan: spans(id) }, picture(16, (put) => dot(put, looks.get(id), 8)), " " + brief(id))), make("th", { scope: "col" }, "Side by side"));
    const body = found.map((row) => make("tr", {}, make("th", { scope: "row" }, row.kind.label, make("small", {}, " " + [row.its.symbol, row.load].filter(Boolean).join(", "))),
      ...row.cells.flatMap((one, index) => {
        const td = make("td", { className: "num" });
        const span = spans(state.ids[index]);
        if (!one) return [make("td", { className: "num missing", colSpan: span }, row.why[index] || "not measured")];
        const link = make("a", { className: "n", href: root() + one.first.address.split("#")[0] + "index.html" + (one.first.line ? "#L" + one.first.line : ""), title: one.first.written }, text(one, row.its));
        const notes = [one.n > 1 ? "n = " + one.n : "", one.of].filter(Boolean);
        if (notes.length) td.append(make("small", {}, notes.join(", ") + " "));
        td.append(link, ...doubt(one.doubts));
        const ratio = row.ratios[index];
        return span === 1 ? [td] : [td, make("td", { className: "num ratio" }, ratio ? (ratio.unsure ? "~ " : "") + signed(ratio.share) : "", ...doubt(ratio ? ratio.doubts : []))];
      }), make("td", {}, plot(row, looks))));
    const notes = make("ul", { className: "notes" }, ...doubtsOf(found).map((one) => make("li", { className: "warn" }, one)));
    return make("div", {}, make("div", { className: "scroll" }, make("table", {}, make("thead", {}, head), make("tbody", {}, ...body))), notes);
  }
  // Colour and shape as in the charts of palette.py: hardware has its own wherever it is shown, and
  // runs and testbeds give way to it.
  function marks() {
    const found = new Map();
    const all = known.shapes.length;
    const taken = (test) => [...found.values()].some(test);
    const fixed = (id) => id.startsWith("hardware:");
    const free = (start, test) => {
      for (let n = 0; n < all; n++) if (!taken((one) => test(one, (start + n) % all))) return (start + n) % all;
      return start;
    };
    for (const id of [...state.ids].sort((a, b) => fixed(b) - fixed(a) || (a < b ? -1 : 1))) {
      let [colour, shape] = known.subjects.find((one) => one.id === id).mark.map((number) => number % all);
      if (!fixed(id)) {
        colour = free(colour, (one, number) => one.colour === number);
        shape = free(shape, (one, number) => one.shape === number);
      }
      shape = free(shape, (one, number) => one.colour === colour && one.shape === number);
      found.set(id, { colour, shape });
    }
    return found;
  }
  function picture(width, draw) {
    const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    const put = (tag, attributes) => {
      const node = document.createElementNS("http://www.w3.org/2000/svg", tag);
      Object.entries(attributes).forEach(([key, value]) => node.setAttribute(key, value));
      svg.append(node);
    };
    Object.entries({ viewBox: "0 0 " + width + " 16", width, height: 16, "aria-hidden": "true", class: "marks" }).forEach(([key, value]) => svg.setAttribute(key, value));
    draw(put);
    return svg;
  }
  function dot(put, { colour, shape }, x) {
    const its = known.shapes[shape];
    const at = { class: "dot s" + (1 + colour), transform: "translate(" + x.toFixed(1) + " 8) scale(5)" };
    if (its === "circle") put("circle", { r: 1, ...at });
    else put("path", { d: its, ...at });
  }
  // One axis from zero for the row; the numbers beside it say the same.
  function plot(row, looks) {
    const most = Math.max(...row.cells.filter(Boolean).map((one) => one.value)) || 1;
    return picture(140, (put) => {
      put("line", { x1: 8, x2: 132, y1: 8, y2: 8, class: "axis" });
      row.cells.forEach((one, index) => one && dot(put, looks.get(state.ids[index]), 8 + (124 * one.value) / most));
    });
  }
  function beds() {
    const all = state.ids.map((id) => [...valuesOf(id).values()].flat().map((one) => one.columns));
    const keys = [...new Set(all.flat().flatMap((shared) => Object.keys(shared)))].filter((key) => key === "tool" || key === "tool_version" || key === "date" || key.startsWith("testbed.")).sort();
    const values = (list, key) => [...new Set(list.map((shared) => shared[key] ?? "not recorded"))].join(", ");
    const row = (key) => make("tr", {}, make("th", { scope: "row" }, known.names.columns[key] || key), ...all.map((list) => make("td", {}, values(list, key))));
    const differ = keys.filter((key) => new Set(all.map((list) => values(list, key))).size > 1);
    const rest = keys.filter((key) => !differ.includes(key));
    const frame = (names) => make("div", { className: "scroll" }, make("table", {}, make("thead", {}, make("tr", {}, make("th", { scope: "col" }, "Testbed"), ...state.ids.map((id) => make("th", { scope: "col" }, brief(id))))), make("tbody", {}, ...names.map(row))));
    const part = make("section", {}, make("h2", {}, "Testbeds"));
    if (differ.length) part.append(frame(differ));
    if (rest.length) part.append(make("details", {}, make("summary", {}, rest.length + " properties that are the same"), frame(rest)));
    return part;
  }
  const clean = (value) => String(value).replace(/[\\|`*_[\]<>#~!@]/g, "\\$&").replace(/\s+/g, " ");
  // A cell as text: the number with its unit and its mark, and how far it is from the baseline.
  const cellText = (row, one, index) => (one ? (text(one, row.its) + " " + row.its.symbol).trim() + (one.doubts.length ? " ?" : "") + (row.ratios[index] ? " (" + signed(row.ratios[index].share) + ")" : "") : row.why[index] || "");
  const guarded = (value) => '"' + (/^[=+\-@\t\r]/.test(value) ? "'" : "") + String(value).replace(/"/g, '""') + '"';
  function markdown(found) {
    const line = (cells) => "| " + cells.join(" | ") + " |";
    return [line(["What", ...state.ids.map((id) => clean(title(id)))]), line(["---", ...state.ids.map(() => "---:")]),
      ...found.map((row) => line([clean([row.kind.label, row.load].filter(Boolean).join(", ")), ...row.cells.map((one, index) => cellText(row, one, index))]))].join("\n") + "\n\n" + [verdict(found), ...doubtsOf(found)].map(clean).join("\n\n") + "\n\n<" + location.href + ">\n";
  }
  // MediaWiki takes many signs for markup; as references they are text.
  const plain = (value) => String(value).replace(/[^\p{L}\p{N} .,%\/+]/gu, (sign) => "&#" + sign.codePointAt(0) + ";");
  function wiki(found) {
    const cells = found.map((row) => row.cells.map((one, index) => plain(cellText(row, one, index))));
    return ['{| class="wikitable"', "! What !! " + state.ids.map((id) => plain(title(id))).join(" !! "),
      ...found.flatMap((row, index) => ["|-", "| " + [plain([row.kind.label, row.load].filter(Boolean).join(", ")), ...cells[index]].join(" || ")]),
      "|}", "", ...[verdict(found), ...doubtsOf(found)].flatMap((line) => [plain(line), ""]), location.href, ""].join("\n");
  }
  function csv(found) {
    return [["metric", "workload", "unit", ...state.ids.map(title), "doubts"].map(guarded).join(","),
      ...found.map((row) => [guarded(row.metric), guarded(row.load), guarded(row.kind.unit), ...row.cells.map((one) => (one ? sign(one) + one.value : "")), guarded(row.cells.flatMap((one, index) => (one ? one.doubts.map((doubt) => title(state.ids[index]) + ": " + doubt) : [])).join("; "))].join(","))].join("\r\n") + "\r\n";
  }
  function tools(found) {
    const box = make("textarea", { readOnly: true, rows: 8, hidden: true, ariaLabel: "Text to copy" });
    const button = (label, content) => make("button", { type: "button", className: "button", onclick: async () => {
      const body = content();
      try {
        await navigator.clipboard.writeText(body);
        status.textContent = "copied";
      } catch {
        // Clipboards need https; the text is shown selected instead.
        box.hidden = false;
        box.value = body;
        box.select();
        status.textContent = document.execCommand("copy") ? "copied" : "press Ctrl-C";
      }
    } }, label);
    const status = make("span", { role: "status", className: "quiet" });
    return make("p", { className: "meta" }, "Copy as", button("link", () => location.href), button("Markdown", () => markdown(found)), button("CSV", () => csv(found)), button("wiki", () => wiki(found)), status, box);
  }
  function choices() {
    const words = document.getElementById("compare-find").value.toLowerCase().split(/\s+/).filter(Boolean);
    const match = (one) => words.every((word) => (one.title + " " + one.id + " " + one.kind).toLowerCase().includes(word));
    const shown = known.subjects.filter((one) => state.ids.includes(one.id) || match(one)).slice(0, 200);
    document.getElementById("compare-choices").replaceChildren(...shown.map((one) => make("label", {},
      make("input", { type: "checkbox", checked: state.ids.includes(one.id), onchange: (event) => {
        const ids = event.target.checked ? [...state.ids, one.id] : state.ids.filter((id) => id !== one.id);
        go({ ...state, ids, base: ids.includes(state.base) ? state.base : ids[0] || "" });
      } }), make("span", {}, one.title, make("small", { className: "quiet" }, " " + one.kind + ", " + one.values + " values")))));
  }

  return {
    index(given) {
      known = given;
      host().hidden = false;
      document.getElementById("compare-find").addEventListener("input", choices);
      window.addEventListener("hashchange", () => { state = parse(location.hash); draw(); });
      state = parse(location.hash);
      draw();
    },
    shard(found) {
      Object.entries(found).forEach(([run, its]) => runs.set(run, its));
    },
  };
})();
