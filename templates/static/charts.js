// Makes a drawn chart interactive when asked to: the vendored Vega is loaded then, and not before.
"use strict";
const sitegenCharts = (() => {
  const { make, script } = sitegen;
  const at = document.currentScript;
  const specs = new Map();
  // Colours are those of the page, read where the chart stands: light, dark or print.
  const coloured = (spec, style) => JSON.parse(JSON.stringify(spec), (key, value) => {
    const [, kind, name] = /^(site:|var\()([^)]*)\)?$/.exec(value) || [];
    if (kind === "site:") return new URL(name, new URL("..", at.src)).href;
    return kind ? style.getPropertyValue(name).trim() : value;
  });
  const off = () => Promise.reject(new Error("charts load nothing"));
  const nothing = { load: off, sanitize: href => Promise.resolve({ href }) };

  async function explore(figure, drawing, button) {
    button.disabled = true;
    try {
      const { vega, lite, embed } = at.dataset;
      for (const one of [vega, lite, embed, drawing.dataset.spec]) await script(one);
      const spec = coloured(specs.get(drawing.dataset.chart), getComputedStyle(figure));
      const live = make("div", { className: "live" });
      drawing.replaceChildren(live);
      await vegaEmbed(live, spec, { ast: true, actions: false, defaultStyle: false, renderer: "svg", loader: nothing, tooltip: { disableDefaultStyle: true } });
      button.remove();
    } catch (error) {
      button.disabled = false;
      button.textContent = "not available: " + error.message;
    }
  }
  document.querySelectorAll("figure.chart .drawing[data-spec]").forEach(drawing => {
    const figure = drawing.closest("figure");
    const button = make("button", { type: "button", onclick: () => explore(figure, drawing, button) }, "explore");
    figure.querySelector(".tools").prepend(button);
  });
  return { spec: (id, its) => specs.set(id, its) };
})();
