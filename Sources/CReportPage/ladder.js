// The ladder: who sent what, of the frames in view.
"use strict";
const Ladder = (page, ladder) => {
  const { make, svg } = Elements, { state } = page, most = 400;

  function arrow(direction, layer) {
    const box = svg("svg", { viewBox: "0 0 96 16", "aria-hidden": "true" });
    for (const x of [4, 48, 92]) box.append(svg("line", { class: "life", x1: x, y1: 0, x2: x, y2: 16 }));
    if (!direction) return box;
    // Commands and events go no further than the controller.
    const far = layer === "command" || layer === "event" ? 46 : 90;
    const tip = direction === "tx" ? far : 6, back = direction === "tx" ? far - 7 : 13;
    box.append(svg("line", { class: direction, x1: 6, y1: 8, x2: far, y2: 8, "stroke-width": 1.5 }),
      svg("path", { class: direction, d: "M" + tip + " 8L" + back + " 4.5L" + back + " 11.5Z" }));
    return box;
  }

  // Of a comparison, the frames are those of one side, and its times are those of the plots.
  function shown() {
    const side = page.pairs ? state.sides[state.side] : null;
    const index = side ? side.capture : state.capture, shift = side ? side.shift : 0;
    const isFound = state.finding && state.finding.capture === index;
    return { name: side ? side.name : "", capture: page.captures[index], connection: side ? side.link.id : state.connection,
      time: (f) => f[1] - shift, found: new Set(isFound ? [...state.finding.frames, ...(state.frame === null ? [] : [state.frame])] : []) };
  }

  // The first `most` from shortly before the wanted one on, and all that are found.
  function kept(list, isFound, wanted) {
    if (list.length <= most) return list.map((f, i) => [f, i]);
    const first = Math.min(list.length - most, Math.max(0, wanted - 20));
    return list.map((f, i) => [f, i]).filter(([f, i]) => (i >= first && i < first + most) || isFound(f));
  }

  function write() {
    waiting = false;
    const { name, capture: c, connection, time, found } = shown(), isFound = (f) => found.has(f[0]);
    const box = make("div", { class: "ladder", tabindex: "0", role: "region", "aria-label": "Frames" });
    const title = make("h3", { id: "ladder-title", text: "Frames in view" });
    ladder.replaceChildren(title);
    if (page.pairs) ladder.append(sides());
    if (c.without_frames) { ladder.append(make("p", { class: "quiet", text: c.without_frames })); return; }
    const inView = (isMine) => c.frames.filter((f) => time(f) >= state.from && time(f) <= state.to && (isMine(f) || isFound(f)));
    let list = inView((f) => connection === 0 || f[3] === null || f[3] === connection);
    // Where there are too many, what belongs to no connection goes first: mostly advertising.
    const others = connection !== 0 && list.length > most;
    if (others) list = inView((f) => f[3] === connection);
    const total = list.length;
    title.textContent = (name ? "Frames in view, side " + name : "Frames in view")
      + (list.some(isFound) ? ", those of the finding marked: " : ": ") + total + " of " + c.frames.length;
    const asked = list.findIndex((f) => f[0] === state.frame);
    const rows = kept(list, isFound, asked < 0 ? list.findIndex(isFound) : asked);
    const note = (others ? "Frames of no connection, such as advertising, are left out here. " : "") + (c.all_frames ? "" : "The page holds the frames of the findings and those around them. ")
      + (rows.length < total ? rows.length + " of these " + total + " are shown; zoom in for the others. " : "")
      + (c.frames_omitted ? "Later frames were left out, to keep the page small. " : "")
      + (total === 0 ? "No frame is in view here. " : "");
    if (note) ladder.append(make("p", { class: "quiet", text: note.trim() }));
    if (!total) return;
    const head = make("tr", null, make("th", { scope: "col", text: "frame" }), make("th", { scope: "col", text: "time" }),
      make("th", { scope: "col", class: "way", text: "host → peer" }), make("th", { scope: "col", text: "layer" }), make("th", { scope: "col", text: "what" }));
    const body = make("tbody");
    let before = null, goal = null;
    for (const [f, i] of rows) {
      if (before && (i > before[1] + 1 || (!c.all_frames && f[0] > before[0][0] + 1))) {
        body.append(make("tr", { class: "skipped" }, make("td", { colspan: "5", text: "…" })));
      }
      before = [f, i];
      const row = make("tr", isFound(f) ? { class: "evidence" } : null,
        make("td", { text: "#" + f[0] }), make("td", { class: "time", text: page.label(time(f), 1000) }),
        make("td", { class: "way" }, arrow(f[2], f[4])),
        make("td", { class: "time", text: (f[2] === "tx" ? "→ " : f[2] === "rx" ? "← " : "") + f[4] }), make("td", { text: f[5] }));
      if (f[0] === state.frame || (!goal && asked < 0 && isFound(f))) goal = row;
      body.append(row);
    }
    box.append(make("table", null, make("thead", null, head), body));
    ladder.append(box);
    if (goal) box.scrollTop = Math.max(0, goal.offsetTop - 60);
  }

  function sides() {
    const select = make("select", { id: "side" });
    state.sides.forEach((side, i) => select.append(make("option", { value: i, text: side.name })));
    select.value = state.side;
    select.addEventListener("change", () => {
      state.side = Number(select.value);
      write();
      document.getElementById("side").focus();
    });
    return make("label", null, "Frames of side ", select);
  }

  // Once for each picture of the screen, however often the view changes until then.
  let waiting = false;
  function later() {
    if (waiting) return;
    waiting = true;
    requestAnimationFrame(() => { if (waiting) write(); });
  }

  return { write, later };
};
