// Only in the preview: shows each new build, and says so when one failed.
"use strict";
(() => {
  const channel = new URL("../_reload", document.currentScript.src);
  const navigation = performance.getEntriesByType("navigation")[0];
  // The version that this page belongs to, as its response said.
  let shown = navigation?.serverTiming?.find((one) => one.name === "version")?.description ?? "";
  let source = null;

  function told(event) {
    const { version, problem } = JSON.parse(event.data);
    if (shown && version !== shown) {
      location.reload();
    } else {
      shown = version;
      warn(problem);
    }
  }

  function warn(problem) {
    document.getElementById("sitegen-problem")?.remove();
    if (!problem) return;
    const box = document.createElement("pre");
    box.id = "sitegen-problem";
    box.setAttribute("role", "alert");
    box.textContent = `The last build failed; what it could not make is from the one before.\n\n${problem}`;
    // Set here, since the policy of the pages allows no style but that of their own files.
    Object.assign(box.style, {
      position: "sticky", top: "0", zIndex: "99", margin: "0", padding: "1em", maxHeight: "50vh",
      overflow: "auto", color: "#fff", background: "#a11", font: "13px/1.4 monospace",
    });
    document.body.prepend(box);
  }

  // A browser has few connections to one host: a hidden tab must not hold one.
  function listen() {
    if (document.hidden) {
      source?.close();
      source = null;
    } else if (!source) {
      source = new EventSource(channel);
      source.onmessage = told;
    }
  }

  document.addEventListener("visibilitychange", listen);
  listen();
})();
