// A copy button for each snippet; where the clipboard is not allowed, the text is selected instead.
"use strict";
(() => {
  function legacy(text) {
    const area = document.createElement("textarea");
    area.value = text;
    area.setAttribute("readonly", "");
    area.className = "away";
    document.body.append(area);
    area.select();
    let done = false;
    try { done = document.execCommand("copy"); } catch { done = false; }
    area.remove();
    return done;
  }
  async function copy(text) {
    try {
      await navigator.clipboard.writeText(text);
      return true;
    } catch {
      return legacy(text);
    }
  }
  document.querySelectorAll("pre[data-copy]").forEach((pre) => {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "button";
    button.textContent = "copy";
    button.setAttribute("aria-label", "copy: " + pre.previousElementSibling.textContent);
    const said = document.createElement("span");
    said.setAttribute("role", "status");
    button.addEventListener("click", async () => {
      const done = await copy(pre.textContent);
      said.textContent = done ? " copied" : " selected: copy it with the keyboard";
      if (done) button.focus();
      else getSelection().selectAllChildren(pre);
    });
    pre.previousElementSibling.append(" ", button, said);
  });
})();
