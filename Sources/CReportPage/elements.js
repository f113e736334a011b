// Makes elements of the page, and swatches that look as what is drawn.
"use strict";
const Elements = (() => {
  function make(name, options, ...children) {
    const element = document.createElement(name);
    for (const [key, value] of Object.entries(options || {})) {
      if (key === "text") element.textContent = value;
      else if (key === "click") element.addEventListener("click", value);
      else element.setAttribute(key, value);
    }
    element.append(...children);
    return element;
  }
  function svg(name, options, ...children) {
    const element = document.createElementNS("http://www.w3.org/2000/svg", name);
    for (const [key, value] of Object.entries(options || {})) element.setAttribute(key, value);
    element.append(...children);
    return element;
  }

  // A swatch of so many pixels, painted as the plots are once it is on the page.
  function swatch(paint, width = 26, height = 12) {
    const canvas = make("canvas", { class: "swatch", "aria-hidden": "true", width, height });
    requestAnimationFrame(() => paint(canvas.getContext("2d"), width, height));
    return canvas;
  }

  return { make, svg, swatch };
})();
