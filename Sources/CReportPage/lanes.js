// Lanes: what happened, as blocks on the axis of the plots.
"use strict";
const Lanes = (page) => {
  const { make } = Elements, { state } = page, P = Plots;
  const solid = (context, color, y, h) => (x, w) => {
    context.globalAlpha = 0.4; context.fillStyle = color; context.fillRect(x, y, w, h); context.globalAlpha = 1;
    context.fillRect(x, y, Math.min(2, w), h);
  };

  let lanes = null;
  function build(sides) {
    // Without gaps on either side there is no lane for them.
    const hasBands = sides.some((s) => s.link.bands.length);
    const kinds = sides.length
      ? sides.flatMap((s) => [[s.name ? s.name : "Phases", 26], ...(hasBands ? [["Gaps", 26]] : [])])
      : [["Connections", Math.min(300, Math.max(26, 14 * page.capture().connections.length))]];
    const canvas = make("canvas", { class: "lane", role: "img" });
    const parts = make("figure", { class: "plot" }, make("figcaption", null, make("strong", { text: "What happened" }),
      make("span", { text: sides.length > 1 ? "Phases of each side, and its gaps and stalls below them." : "" })), canvas);
    page.stage.append(parts);
    lanes = { canvas, kinds, sides, hasBands };
    if (sides.length) {
      const list = make("ul", { class: "legend" }), spoken = [], phases = new Map();
      for (const side of sides) for (const [name, , length] of side.link.phases) {
        const times = phases.get(name) || new Map();
        times.set(side.name, (times.get(side.name) || 0) + length);
        phases.set(name, times);
      }
      for (const [name, times] of phases) {
        const words = [...times].map(([side, length]) => (side ? side + " " : "") + P.duration(length)).join(", ");
        list.append(make("li", null, Elements.swatch((context, w, h) => solid(context, P.phaseTint(name), 0, h)(0, w)),
          " " + (P.phaseNames[name] || name) + ": " + words));
      }
      for (const side of sides) {
        const c = side.link, causes = new Map();
        for (const [cause, , length] of c.bands) causes.set(cause, (causes.get(cause) || 0) + length);
        spoken.push(page.titled(side, c.phases.map((p) => p[0] + " " + P.duration(p[2])).join(", ") || "none"));
        for (const [cause, length] of [...causes].sort((a, b) => b[1] - a[1]).slice(0, 8)) {
          const words = P.causeOf(cause)[0];
          list.append(make("li", null, Elements.swatch((context, w, h) => P.pattern(context, cause, 0, 0, w, h)),
            " " + page.titled(side, words + ": " + P.duration(length))));
        }
        const [others, further] = c.gaps_not_drawn, missing = [
          others ? "gaps of writes that are not drawn, as other values were sent meanwhile: " + others : "",
          further ? "further gaps, the shorter ones: " + further : ""].filter((text) => text);
        if (!causes.size && !missing.length) missing.push("no gaps, no stalls");
        for (const text of missing) list.append(make("li", { text: page.titled(side, text) }));
      }
      parts.append(list);
      canvas.setAttribute("aria-label", "Phases: " + spoken.join("; "));
    } else {
      canvas.setAttribute("aria-label", page.capture().connections.length + " connections over time");
      canvas.addEventListener("click", (event) => {
        const box = canvas.getBoundingClientRect(), list = page.capture().connections;
        const row = Math.floor((event.clientY - box.top - 4) / ((box.height - 8) / Math.max(1, list.length)));
        if (list[row]) page.choose(state.capture, list[row].id);
      });
    }
  }

  function draw() {
    if (!lanes) return;
    const { canvas, kinds, sides, hasBands } = lanes;
    const height = 8 + kinds.reduce((sum, k) => sum + k[1] + 4, 0), width = canvas.clientWidth;
    const ratio = Math.min(window.devicePixelRatio || 1, 3);
    canvas.width = width * ratio;
    canvas.height = height * ratio;
    canvas.style.height = height + "px";
    const context = canvas.getContext("2d");
    context.scale(ratio, ratio);
    context.font = "12px system-ui, sans-serif";
    context.textBaseline = "middle";
    const area = state.graphs.length ? state.graphs[0].getArea() : { x: 70, w: width - 80 };
    const left = area.x, right = area.x + area.w;
    const marks = () => {
      context.save();
      context.strokeStyle = P.css("--link");
      context.setLineDash([2, 2]);
      for (const time of page.timesOfFinding()) {
        const x = Math.round(toX(time)) + 0.5;
        if (x < left || x > right) continue;
        context.beginPath(); context.moveTo(x, 0); context.lineTo(x, height); context.stroke();
      }
      context.restore();
    };
    const toX = (t) => left + (t - state.from) / (state.to - state.from) * area.w;
    const block = (start, length, y, h, text, paint, write) => {
      const x = Math.max(left, toX(start)), end = Math.min(right, Math.max(toX(start + length), toX(start) + 2));
      if (end <= left || x >= right) return;
      paint(x, end - x);
      if (text && context.measureText(text).width + 8 < end - x) {
        if (write) { write(context, text, x + 4, y + h / 2); return; }
        context.fillStyle = P.css("--ink");
        context.fillText(text, x + 4, y + h / 2);
      }
    };
    let y = 4;
    if (!sides.length) {
      const list = page.capture().connections, h = kinds[0][1] / Math.max(1, list.length);
      list.forEach((one, i) => block(one.start, one.end - one.start, y + i * h, h - 1, h > 11 ? one.id + " " + one.peer : "",
        solid(context, P.css("--tx"), y + i * h, Math.max(1, h - 1))));
      marks();
      return;
    }
    context.fillStyle = P.css("--quiet");
    if (left > 60) kinds.forEach(([name], i) => context.fillText(name, 6, 4 + i * 30 + 13));
    for (const side of sides) {
      for (const [name, start, length] of side.link.phases) {
        block(start, length, y, 26, P.phaseNames[name] || name, solid(context, P.phaseTint(name), y, 26));
      }
      y += 30;
      if (!hasBands) continue;
      for (const [cause, start, length] of side.link.bands) {
        block(start, length, y, 26, P.causeOf(cause)[0] + ", " + P.duration(length),
          (x, w) => P.pattern(context, cause, x, y, w, 26), P.words);
      }
      y += 30;
    }
  }

  return { build, draw };
};
