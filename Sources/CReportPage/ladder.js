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

  function write() {
    const c = page.capture(), found = new Set(state.finding ? state.finding.frames : []);
    const box = make("div", { class: "ladder", tabindex: "0", role: "region", "aria-label": "Frames" });
    const title = make("h3", { id: "ladder-title", text: "Frames in view" });
    ladder.replaceChildren(title);
    if (c.without_frames) { ladder.append(make("p", { class: "quiet", text: c.without_frames })); return; }
    const inView = (isMine) => c.frames.filter((f) => f[1] >= state.from && f[1] <= state.to && (isMine(f) || found.has(f[0])));
    let shown = inView((f) => state.connection === 0 || f[3] === null || f[3] === state.connection);
    // Where there are too many, what belongs to no connection goes first: mostly advertising.
    const others = state.connection !== 0 && shown.length > most;
    if (others) shown = inView((f) => f[3] === state.connection);
    const total = shown.length;
    title.textContent = (shown.some((f) => found.has(f[0])) ? "Frames in view, those of the finding marked: " : "Frames in view: ")
      + total + " of " + c.frames.length;
    if (total > most) {
      const first = Math.max(0, shown.findIndex((f) => found.has(f[0])) - 20);
      shown = shown.slice(first, first + most);
    }
    const note = (others ? "Frames of no connection, such as advertising, are left out here. " : "") + (c.all_frames ? "" : "The page holds the frames of the findings and those around them. ")
      + (total > most ? most + " of these " + total + " are shown; zoom in for the others. " : "")
      + (c.frames_omitted ? "Later frames were left out, to keep the page small. " : "")
      + (total === 0 ? "No frame is in view here. " : "");
    if (note) ladder.append(make("p", { class: "quiet", text: note.trim() }));
    if (!total) return;
    const head = make("tr", null, make("th", { scope: "col", text: "frame" }), make("th", { scope: "col", text: "time" }),
      make("th", { scope: "col", class: "way", text: "host → peer" }), make("th", { scope: "col", text: "layer" }), make("th", { scope: "col", text: "what" }));
    const body = make("tbody");
    let before = null;
    for (const f of shown) {
      if (!c.all_frames && before !== null && f[0] > before + 1) {
        body.append(make("tr", { class: "skipped" }, make("td", { colspan: "5", text: "…" })));
      }
      before = f[0];
      const row = make("tr", found.has(f[0]) ? { class: "evidence" } : null,
        make("td", { text: "#" + f[0] }), make("td", { class: "time", text: page.label(f[1], 1000) }),
        make("td", { class: "way" }, arrow(f[2], f[4])),
        make("td", { class: "time", text: (f[2] === "tx" ? "→ " : f[2] === "rx" ? "← " : "") + f[4] }), make("td", { text: f[5] }));
      body.append(row);
    }
    box.append(make("table", null, make("thead", null, head), body));
    ladder.append(box);
    const first = body.querySelector(".evidence");
    if (first) box.scrollTop = Math.max(0, first.offsetTop - 60);
  }

  return { write };
};
