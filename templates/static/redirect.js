// Leads on from an old address, with what stands behind ? and # in it.
"use strict";
(() => {
  let anchor = location.hash.slice(1);
  try { anchor = decodeURIComponent(anchor); } catch { /* it stays as it is */ }
  const part = [...document.querySelectorAll("[data-part]")].find(one => one.dataset.part === anchor);
  const to = new URL((part ? part.querySelector("a") : document.querySelector("a[data-to]")).href);
  if (!to.hash) to.hash = location.hash;
  to.search = location.search;
  location.replace(to);
})();
