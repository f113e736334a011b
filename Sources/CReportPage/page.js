// What is around the plots: the choice of a connection, zoom, links from the findings.
// Of a comparison, the connections of both sides are drawn over each other: all that draws takes a
// list of sides, which has one element in the report on a capture.
// Names from the capture are set as text, never as markup.
"use strict";
(() => {
  const view = document.getElementById("view");
  const holder = document.getElementById("data");
  if (!view || !holder) return;
  const { captures, pairs, causes } = JSON.parse(holder.textContent);
  const P = Plots, { make } = Elements;
  P.know(causes);
  const state = { capture: 0, connection: null, pair: 0, align: "", from: 0, to: 1, graphs: [], finding: null,
    frame: null, reach: [], clock: false, sides: [], side: 1 };

  const capture = () => captures[state.capture];
  const linkOf = (index, id) => captures[index].connections.find((c) => c.id === id) || null;
  const paired = pairs ? pairs.filter((p) => linkOf(...p.base) && linkOf(...p.new)) : [];

  // What is drawn: connections, each with its name, which is empty where there is one side, and how much
  // earlier than in its capture it is drawn.
  function sidesNow() {
    if (!pairs) {
      const link = linkOf(state.capture, state.connection);
      return link ? [{ name: "", link, capture: state.capture, shift: 0 }] : [];
    }
    const pair = paired[state.pair];
    return ["base", "new"].map((name) => {
      const [index, id] = pair[name], link = linkOf(index, id);
      const item = link.items.find((i) => i.name === state.align);
      const shift = item ? item.start : link.start;
      return { name, link: P.shifted(link, shift), capture: index, shift };
    });
  }
  const titled = (side, text) => (side.name ? side.name + ": " + text : text);

  // The legend of dygraphs writes style attributes, which the policy of the page forbids; the page has
  // one of its own.
  Dygraph.PLUGINS = Dygraph.PLUGINS.filter((plugin) => plugin !== Dygraph.Plugins.Legend);

  // MARK: The skeleton

  view.replaceChildren();
  const captureSelect = make("select", { id: "capture" });
  captures.forEach((c, i) => captureSelect.append(make("option", { value: i, text: c.path })));
  const connectionSelect = make("select", { id: "connection" });
  const range = make("span", { class: "range", id: "range", role: "status" });
  const button = (id, text, label, click) =>
    make("button", { type: "button", id, text, "aria-label": label, title: label, click });
  const clock = make("button", { type: "button", id: "clock", text: "Clock time", "aria-pressed": "false" });
  const tools = make("div", { class: "bar-of-tools", role: "toolbar", "aria-label": "Plots" });
  const alignSelect = make("select", { id: "align" });
  if (captures.length > 1 && !pairs) tools.append(make("label", { text: "Capture " }, captureSelect));
  tools.append(make("label", { text: "Show " }, connectionSelect));
  if (pairs) tools.append(make("label", { text: "Times from " }, alignSelect));
  tools.append(
    button("zoom-in", "+", "Zoom in", () => zoom(0.5)),
    button("zoom-out", "−", "Zoom out", () => zoom(2)),
    button("earlier", "←", "Earlier", () => move(-0.5)),
    button("later", "→", "Later", () => move(0.5)),
    button("whole", "Whole", "Whole time", () => whole()), clock, range);
  const stage = make("div", { id: "stage" });
  const ladder = make("section", { id: "ladder", "aria-labelledby": "ladder-title" });
  view.append(tools, stage, ladder);
  captureSelect.addEventListener("change", () => choose(Number(captureSelect.value), undefined));
  connectionSelect.addEventListener("change", () => {
    if (pairs) choosePair(Number(connectionSelect.value)); else choose(state.capture, Number(connectionSelect.value));
  });
  alignSelect.addEventListener("change", () => { state.align = alignSelect.value; build(); whole(); });
  clock.addEventListener("click", () => {
    state.clock = !state.clock;
    clock.setAttribute("aria-pressed", String(state.clock));
    for (const readout of stage.querySelectorAll(".readout")) readout.textContent = axisTitle();
    setRange(state.from, state.to);
  });

  // MARK: Time

  // The connection, and what is shown of a finding before or after it.
  function bounds() {
    const links = state.sides.map((s) => s.link);
    const [first, last] = links.length ? [Math.min(...links.map((l) => l.start)), Math.max(...links.map((l) => l.end))]
      : [0, Math.max(capture().duration, ...capture().connections.map((x) => x.end))];
    const [from, to] = [Math.min(first, ...state.reach), Math.max(last, ...state.reach)];
    const rest = Math.max((to - from) * 0.02, 500);
    return [from - rest, to + rest];
  }
  function label(us, step) {
    if (!state.clock || !capture().start) return P.moment(us, step);
    const time = new Date(Date.parse(capture().start) + us / 1e3).toISOString();
    return step >= 1e6 ? time.slice(11, 19) : time.slice(11, 23);
  }
  // What the times of the axes are.
  function axisTitle() {
    if (state.clock && capture().start) return "time of day, UTC";
    if (!pairs) return "min:s from the first packet";
    return "min:s from the start of " + (state.align || "the connection");
  }
  function whole() { setRange(...bounds()); }
  function zoom(factor) {
    const middle = (state.from + state.to) / 2, half = (state.to - state.from) / 2 * factor;
    setRange(middle - half, middle + half);
  }
  function move(part) {
    const by = (state.to - state.from) * part;
    setRange(state.from + by, state.to + by);
  }
  function setRange(from, to) {
    const [first, last] = bounds();
    const span = Math.min(Math.max(to - from, 200), last - first);
    from = Math.min(Math.max(from, first), last - span);
    to = from + span;
    state.from = from;
    state.to = to;
    for (const graph of state.graphs) graph.updateOptions({ dateWindow: [from, to], valueRange: graph.fixedRange || null });
    lanes.draw();
    frames.later();
    range.textContent = label(from, span / 1e3) + " to " + label(to, span / 1e3) + " (" + P.duration(span) + ")";
  }

  // MARK: What is shown

  function forget() {
    state.finding = state.frame = null;
    state.reach = [];
  }

  function choose(index, id) {
    forget();
    state.capture = index;
    const c = capture();
    captureSelect.value = index;
    connectionSelect.replaceChildren();
    for (const one of c.connections) {
      connectionSelect.append(make("option", { value: one.id, text: "Connection " + one.id + ": " + one.peer }));
    }
    connectionSelect.append(make("option", { value: 0, text: "All connections and advertisers" }));
    if (id === undefined) {
      // The longest: a first attempt that failed has nothing to plot.
      const longest = c.connections.reduce((a, b) => (a && a.end - a.start >= b.end - b.start ? a : b), null);
      id = longest ? longest.id : 0;
    }
    state.connection = c.connections.some((x) => x.id === id) ? id : 0;
    connectionSelect.value = state.connection;
    clock.hidden = !c.start;
    build();
    whole();
  }

  function choosePair(index) {
    forget();
    state.pair = index;
    state.side = 1;
    connectionSelect.value = index;
    clock.hidden = true;
    const [base, fresh] = [linkOf(...paired[index].base), linkOf(...paired[index].new)];
    const common = base.items.filter((i) => fresh.items.some((j) => j.name === i.name)).slice(0, 50);
    alignSelect.replaceChildren(make("option", { value: "", text: "the connection" }),
      ...common.map((i) => make("option", { value: i.name, text: i.name })));
    if (!common.some((i) => i.name === state.align)) state.align = "";
    alignSelect.value = state.align;
    build();
    whole();
  }

  function figure(title, note, size) {
    const inner = make("div", { class: "inner" });
    const canvas = make("div", { class: "canvas", tabindex: "0", role: "group",
      "aria-label": title + ": plot over time. Arrow keys move, plus and minus zoom, 0 shows the whole." }, inner);
    const readout = make("div", { class: "readout", text: axisTitle() });
    const caption = make("figcaption", null, make("strong", { text: title }), make("span", { text: note || "" }));
    stage.append(make("figure", { class: "plot " + (size || "") }, caption, canvas, readout));
    canvas.addEventListener("keydown", (event) => {
      const act = { ArrowLeft: () => move(-0.25), ArrowRight: () => move(0.25), "+": () => zoom(0.5),
        "=": () => zoom(0.5), "-": () => zoom(2), "0": whole }[event.key];
      if (act) { event.preventDefault(); act(); }
    });
    return { canvas: inner, readout, caption };
  }

  // Drag zooms; a touch scrolls the page as everywhere, and the buttons zoom.
  function interaction() {
    const model = Object.assign({}, Dygraph.defaultInteractionModel);
    for (const name of ["touchstart", "touchmove", "touchend", "wheel", "mousewheel"]) delete model[name];
    model.dblclick = whole;
    return model;
  }

  // - options.columns: the points of each label, of which the rows are made.
  function graph(parts, labels, options) {
    let rows = options.columns.length > 1 ? P.merge(options.columns) : options.columns[0];
    if (rows.length === 0) return;
    // One point alone would give the axis no extent.
    if (rows.length === 1) rows = rows.concat([[rows[0][0] + 1, ...rows[0].slice(1)]]);
    const format = options.format;
    const one = new Dygraph(parts.canvas, rows, {
      labels: ["time", ...labels], series: options.series || {}, colors: options.colors,
      stepPlot: !!options.step, connectSeparatedPoints: true, drawPoints: rows.length < (options.points || 60), pointSize: rows.length < 60 ? 2.5 : 1.5,
      strokeWidth: 2, highlightCircleSize: 4, gridLineColor: P.css("--grid"), axisLineColor: P.css("--line"),
      legend: "never", dateWindow: [state.from, state.to], animatedZooms: false,
      valueRange: options.range || null, includeZero: !!options.zero, yRangePad: options.pad || 0, interactionModel: interaction(),
      axes: {
        x: { ticker: (from, to, pixels) => {
          const list = P.ticks(from, to, pixels), step = P.niceStep(to - from, P.tickCount(pixels));
          return list.map((t) => ({ v: t.v, label: label(t.v, step) }));
        }, axisLabelWidth: 90 },
        y: { axisLabelWidth: 62, axisLabelFormatter: format, valueFormatter: format,
          ...(options.ticks && options.ticks.length < 6
            ? { ticker: () => options.ticks.map((v) => ({ v, label: format(v) })) } : {}) },
      },
      underlayCallback: (context, area, g) => { underlay(context, area, g); if (options.under) options.under(context, area, g); },
      zoomCallback: (from, to) => setRange(from, to),
      highlightCallback: (event, x, points) => {
        const texts = labels.map((name, i) => [name, P.valueAt(options.columns[i], x, !options.step)])
          .filter(([, value]) => value !== null).map(([name, value]) => name + " " + format(value));
        parts.readout.textContent = "at " + label(x, 1000) + ": " + texts.join(", ");
      },
      unhighlightCallback: () => { parts.readout.textContent = axisTitle(); },
    });
    one.fixedRange = options.range;
    state.graphs.push(one);
    return one;
  }

  // Gaps and stalls behind the curves, where there is one side, and the frames of the chosen finding.
  function underlay(context, area, g) {
    if (state.sides.length === 1) for (const [cause, start, length] of state.sides[0].link.bands) {
      const x = g.toDomXCoord(start), end = g.toDomXCoord(start + length);
      if (end < area.x || x > area.x + area.w || end - x < 1) continue;
      const left = Math.max(x, area.x);
      P.pattern(context, cause, left, area.y, Math.min(end, area.x + area.w) - left, area.h);
    }
    context.save();
    context.strokeStyle = P.css("--link");
    context.setLineDash([2, 2]);
    for (const time of timesOfFinding()) {
      const x = Math.round(g.toDomXCoord(time)) + 0.5;
      context.beginPath(); context.moveTo(x, area.y); context.lineTo(x, area.y + area.h); context.stroke();
    }
    context.restore();
  }
  function shiftOf(index) {
    const side = state.sides.find((s) => s.capture === index);
    return side ? side.shift : 0;
  }
  function timesOfFinding() {
    if (!state.finding) return [];
    return state.finding.times.filter((t) => t !== null).map((t) => t - shiftOf(state.finding.capture));
  }

  const page = { state, captures, pairs, capture, titled, stage, label, figure, graph, choose, timesOfFinding };
  const lanes = Lanes(page), curves = Curves(page), frames = Ladder(page, ladder);

  function build() {
    for (const one of state.graphs) one.destroy();
    state.graphs = [];
    stage.replaceChildren();
    state.sides = sidesNow();
    [state.from, state.to] = bounds();
    const sides = state.sides;
    lanes.build(sides);
    curves.build(sides);
  }

  // MARK: Links from the findings

  // The connection in which a finding is shown, or one of its frames: 0 where that is none, or where the
  // finding is about several.
  function placeOf(index, finding, frame) {
    const drawn = (id) => linkOf(index, id) !== null;
    const line = captures[index].frames.find((f) => f[0] === frame);
    if (line && line[3] !== null) return drawn(line[3]) ? line[3] : 0;
    const own = finding.connections;
    const stalled = own.find((id) => drawn(id) && linkOf(index, id).bands.some((b) => b[3] === frame));
    if (stalled !== undefined) return stalled;
    return own.length === 1 && drawn(own[0]) ? own[0] : 0;
  }

  // - frame: the one that was asked for; a stall begins there.
  function show(index, number, frame) {
    const finding = captures[index] && captures[index].findings[number];
    if (!finding) return;
    if (pairs) {
      const has = (side) => side[0] === index && finding.connections.includes(side[1]);
      choosePair(Math.max(0, paired.findIndex((p) => has(p.base) || has(p.new))));
      state.side = Math.max(0, state.sides.findIndex((s) => s.capture === index));
    } else {
      choose(index, placeOf(index, finding, frame));
    }
    state.finding = { ...finding, capture: index };
    state.frame = frame === undefined ? null : frame;
    mark(pairs ? null : document.getElementById("finding-" + (index + 1) + "-" + (number + 1)));
    const near = frame === undefined ? timesOfFinding() : extentOf(index, finding, frame);
    if (near.length) {
      const first = Math.min(...near), last = Math.max(...near), rest = Math.max((last - first) * 0.4, 20e3);
      state.reach = [first, last];
      setRange(first - rest, last + rest);
    }
    frames.write();
    goToPlots();
  }
  // From when to when a frame is shown: of a stall its whole time.
  function extentOf(index, finding, frame) {
    for (const side of state.sides.filter((s) => s.capture === index)) {
      const band = side.link.bands.find((b) => b[3] === frame);
      if (band) return [band[1], band[1] + band[2]];
    }
    const line = captures[index].frames.find((f) => f[0] === frame), place = finding.frames.indexOf(frame);
    const time = line ? line[1] : place < 0 ? null : finding.times[place];
    return time === null ? [] : [time - shiftOf(index)];
  }
  function mark(card) {
    for (const other of document.querySelectorAll(".card.chosen")) other.classList.remove("chosen");
    if (card) card.classList.add("chosen");
  }
  function goToPlots() {
    document.getElementById("plots").scrollIntoView();
    const heading = document.getElementById("plots-title");
    heading.setAttribute("tabindex", "-1");
    heading.focus({ preventScroll: true });
  }
  document.addEventListener("click", (event) => {
    const link = event.target.closest && event.target.closest("a.show, a.frame");
    if (!link) return;
    event.preventDefault();
    if (link.dataset.pair) {
      const pair = paired.indexOf(pairs[Number(link.dataset.pair)]);
      if (pair < 0) return;
      choosePair(pair);
      goToPlots();
    } else {
      show(Number(link.dataset.capture), Number(link.dataset.finding),
        link.dataset.frame ? Number(link.dataset.frame) : undefined);
    }
    if (pairs) mark(link.closest(".card"));
  });
  function redraw() {
    const kept = [state.from, state.to];
    build();
    setRange(...kept);
  }
  // Canvases keep the colours and the width that they were drawn with.
  for (const media of ["print", "(prefers-color-scheme: dark)"]) matchMedia(media).addEventListener("change", redraw);
  window.addEventListener("resize", () => requestAnimationFrame(lanes.draw));
  if (pairs && !paired.length) {
    view.replaceChildren(make("p", { class: "quiet", text: "No pair of connections is drawn." }));
    return;
  }
  if (pairs) {
    paired.forEach((p, i) => connectionSelect.append(make("option", { value: i, text: p.title })));
    choosePair(0);
  } else {
    // The first finding's frames are marked from the beginning.
    const first = captures[0].findings[0];
    choose(0, first && first.connections.length ? first.connections[0] : undefined);
    if (first) {
      state.finding = { ...first, capture: 0 };
      if (first.connections.length < 2) state.reach = timesOfFinding();
      whole();
    }
  }
  const asked = /^#finding-(\d+)-(\d+)$/.exec(location.hash);
  if (asked) show(Number(asked[1]) - 1, Number(asked[2]) - 1);
  // What is shown now, for scripts that drive the page.
  window.bletrace = { state: () => ({ from: state.from, to: state.to, connection: state.connection, pair: state.pair, sides: state.sides.length,
    graphs: state.graphs.map((g) => g.xAxisRange()) }) };
})();
