// A copy button for each snippet; where the clipboard is not allowed, the text is selected instead.
"use strict";
// Copies a text, and says and returns whether that was possible.
const sitegenCopy = async (text, said) => {
  let done = true;
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    const area = sitegen.make("textarea", { value: text, className: "away" });
    document.body.append(area);
    area.select();
    done = document.execCommand("copy");
    area.remove();
  }
  said.textContent = done ? " copied" : " selected: copy it with the keyboard";
  return done;
};
document.querySelectorAll("pre[data-copy]").forEach(pre => {
  const { make } = sitegen;
  const head = pre.previousElementSibling;
  const said = make("span", { role: "status" });
  const button = make("button", { type: "button", className: "button", ariaLabel: "copy: " + head.textContent, onclick: async () => {
    if (await sitegenCopy(pre.textContent, said)) button.focus();
    else getSelection().selectAllChildren(pre);
  } }, "copy");
  head.append(" ", button, said);
});
