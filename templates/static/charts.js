// Makes a drawn chart interactive when asked to: the vendored Vega is loaded then, and not before.
"use strict";
const sitegenCharts = (() => {
  const at = document.currentScript;
  const specs = new Map();
  const loaded = new Map();

  function script(src) {
    if (!loaded.has(src)) {
      loaded.set(src, new Promise((done, failed) => {
        const one = document.createElement("script");
        one.src = src;
        one.onload = done;
        one.onerror = () => failed(new Error(src + " cannot be loaded"));
        document.head.append(one);
      }));
    }
    return loaded.get(src);
  }
  // Colours are those of the page, read where the chart stands: light, dark or print.
  function coloured(value, style) {
    if (Array.isArray(value)) return value.map((one) => coloured(one, style));
    if (value && typeof value === "object") return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, coloured(one, style)]));
    if (typeof value === "string" && value.startsWith("site:")) return new URL(value.slice(5), new URL("..", at.src)).href;
    const match = typeof value === "string" && value.match(/^var\((--[\w-]+)\)$/);
    return match ? style.getPropertyValue(match[1]).trim() : value;
  }
  const nothing = { load: () => Promise.reject(new Error("charts load nothing")), sanitize: (uri) => Promise.resolve({ href: uri }), http: () => Promise.reject(new Error("off")), file: () => Promise.reject(new Error("off")) };

  async function explore(figure, drawing, button) {
    button.disabled = true;
    try {
      await script(at.dataset.vega);
      await script(at.dataset.lite);
      await script(at.dataset.embed);
      await script(drawing.dataset.spec);
      const spec = coloured(specs.get(drawing.dataset.chart), getComputedStyle(figure));
      const live = document.createElement("div");
      live.className = "live";
      drawing.replaceChildren(live);
      await vegaEmbed(live, spec, { ast: true, actions: false, defaultStyle: false, renderer: "svg", loader: nothing, tooltip: { disableDefaultStyle: true } });
      button.remove();
    } catch (error) {
      button.disabled = false;
      button.textContent = "not available: " + error.message;
    }
  }
  function ready() {
    document.querySelectorAll("figure.chart .drawing[data-spec]").forEach((drawing) => {
      const figure = drawing.closest("figure");
      const button = document.createElement("button");
      button.type = "button";
      button.textContent = "explore";
      button.addEventListener("click", () => explore(figure, drawing, button));
      figure.querySelector(".tools").prepend(button);
    });
  }
  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", ready);
  else ready();
  return { spec: (id, its) => specs.set(id, its) };
})();
