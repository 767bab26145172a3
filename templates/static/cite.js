// A copy button for each snippet; where the clipboard is not allowed, the text is selected instead.
"use strict";
// Copies a text and returns whether that was possible.
const sitegenCopy = async (text) => {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const area = sitegen.make("textarea", { value: text, className: "away" });
    document.body.append(area);
    area.select();
    const done = document.execCommand("copy");
    area.remove();
    return done;
  }
};
document.querySelectorAll("pre[data-copy]").forEach(pre => {
  const { make } = sitegen;
  const head = pre.previousElementSibling;
  const said = make("span", { role: "status" });
  const button = make("button", { type: "button", className: "button", ariaLabel: "copy: " + head.textContent, onclick: async () => {
    const done = await sitegenCopy(pre.textContent);
    said.textContent = done ? " copied" : " selected: copy it with the keyboard";
    if (done) button.focus();
    else getSelection().selectAllChildren(pre);
  } }, "copy");
  head.append(" ", button, said);
});
