// What is around the plots: the choice of a connection, zoom, links from the findings, the ladder.
// Names from the capture are set as text, never as markup.
"use strict";
(() => {
  const view = document.getElementById("view");
  const holder = document.getElementById("data");
  if (!view || !holder) return;
  const captures = JSON.parse(holder.textContent).captures;
  const P = Plots, most = 400;
  const state = { capture: 0, connection: null, from: 0, to: 1, graphs: [], finding: null, clock: false };

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
  const capture = () => captures[state.capture];
  const connection = () => capture().connections.find((c) => c.id === state.connection) || null;

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
  if (captures.length > 1) tools.append(make("label", { text: "Capture " }, captureSelect));
  tools.append(
    make("label", { text: "Show " }, connectionSelect),
    button("zoom-in", "+", "Zoom in", () => zoom(0.5)),
    button("zoom-out", "−", "Zoom out", () => zoom(2)),
    button("earlier", "←", "Earlier", () => move(-0.5)),
    button("later", "→", "Later", () => move(0.5)),
    button("whole", "Whole", "Whole time", () => whole()), clock, range);
  const stage = make("div", { id: "stage" });
  const ladder = make("section", { id: "ladder", "aria-labelledby": "ladder-title" });
  view.append(tools, stage, ladder);
  captureSelect.addEventListener("change", () => choose(Number(captureSelect.value), undefined));
  connectionSelect.addEventListener("change", () => choose(state.capture, Number(connectionSelect.value)));
  clock.addEventListener("click", () => {
    state.clock = !state.clock;
    clock.setAttribute("aria-pressed", String(state.clock));
    setRange(state.from, state.to);
  });

  // MARK: Time

  function bounds() {
    const c = connection();
    const [from, to] = c ? [c.start, c.end] : [0, Math.max(capture().duration, ...capture().connections.map((x) => x.end))];
    const rest = Math.max((to - from) * 0.02, 500);
    return [from - rest, to + rest];
  }
  function label(us, step) {
    if (!state.clock || !capture().start) return P.moment(us, step);
    const time = new Date(Date.parse(capture().start) + us / 1e3).toISOString();
    return step >= 1e6 ? time.slice(11, 19) : time.slice(11, 23);
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
    drawLanes();
    writeLadder();
    range.textContent = label(from, span / 1e3) + " to " + label(to, span / 1e3) + " (" + P.duration(span) + ")";
  }

  // MARK: What is shown

  function choose(index, id) {
    state.capture = index;
    state.finding = null;
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

  function figure(title, note, size) {
    const inner = make("div", { class: "inner" });
    const canvas = make("div", { class: "canvas", tabindex: "0", role: "group",
      "aria-label": title + ": plot over time. Arrow keys move, plus and minus zoom, 0 shows the whole." }, inner);
    const readout = make("div", { class: "readout" });
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

  function graph(parts, rows, labels, options) {
    if (rows.length === 0) return;
    // One point alone would give the axis no extent.
    if (rows.length === 1) rows = rows.concat([[rows[0][0] + 1, ...rows[0].slice(1)]]);
    const format = options.format;
    const one = new Dygraph(parts.canvas, rows, {
      labels: ["time", ...labels], series: options.series || {}, colors: options.colors,
      stepPlot: !!options.step, connectSeparatedPoints: true, drawPoints: rows.length < 60, pointSize: 2.5,
      strokeWidth: 2, highlightCircleSize: 4, gridLineColor: P.css("--grid"), axisLineColor: P.css("--line"),
      legend: "never", dateWindow: [state.from, state.to], animatedZooms: false,
      valueRange: options.range || null, includeZero: !!options.zero, interactionModel: interaction(),
      axes: {
        x: { ticker: (from, to, pixels) => {
          const list = P.ticks(from, to, pixels), step = P.niceStep(to - from, P.tickCount(pixels));
          return list.map((t) => ({ v: t.v, label: label(t.v, step) }));
        }, axisLabelWidth: 90 },
        y: { axisLabelWidth: 62, axisLabelFormatter: format, valueFormatter: format },
      },
      underlayCallback: (context, area, g) => { underlay(context, area, g); if (options.under) options.under(context, area, g); },
      zoomCallback: (from, to) => setRange(from, to),
      highlightCallback: (event, x, points) => {
        const texts = points.filter((p) => isFinite(p.yval)).map((p) => p.name + " " + format(p.yval));
        parts.readout.textContent = "at " + label(x, 1000) + ": " + texts.join(", ");
      },
      unhighlightCallback: () => { parts.readout.textContent = ""; },
    });
    one.fixedRange = options.range;
    state.graphs.push(one);
    return one;
  }

  // Gaps and stalls behind the curves, and the frames of the finding that was chosen.
  function underlay(context, area, g) {
    const c = connection();
    if (c) for (const [cause, start, length] of c.bands) {
      const x = g.toDomXCoord(start), end = g.toDomXCoord(start + length);
      if (end < area.x || x > area.x + area.w || end - x < 1) continue;
      const left = Math.max(x, area.x);
      P.pattern(context, P.causeOf(cause)[1], left, area.y, Math.min(end, area.x + area.w) - left, area.h);
    }
    const finding = state.finding;
    if (!finding) return;
    context.save();
    context.strokeStyle = P.css("--link");
    context.setLineDash([2, 2]);
    for (const time of finding.times) {
      const x = Math.round(g.toDomXCoord(time)) + 0.5;
      context.beginPath(); context.moveTo(x, area.y); context.lineTo(x, area.y + area.h); context.stroke();
    }
    context.restore();
  }

  function build() {
    for (const one of state.graphs) one.destroy();
    state.graphs = [];
    stage.replaceChildren();
    [state.from, state.to] = bounds();
    const c = connection();
    buildLanes(c);
    if (!c) { buildAdvertisers(); return; }
    buildBytes(c);
    buildFlight(c);
    buildSignal(c);
    buildInterval(c);
  }

  function legend(parts, entries) {
    const list = make("ul", { class: "legend" });
    for (const [text, color, dash] of entries) {
      const line = svg("line", { x1: 0, y1: 5, x2: 20, y2: 5, "stroke-width": 3 });
      line.style.stroke = color;
      if (dash) line.setAttribute("stroke-dasharray", "4 3");
      list.append(make("li", null, svg("svg", { viewBox: "0 0 20 10", "aria-hidden": "true" }, line), " " + text));
    }
    parts.caption.after(list);
  }

  function buildBytes(c) {
    const columns = [], labels = [], colors = [], series = {}, entries = [];
    const palette = { tx: ["--tx", "--on-air", "--pause"], rx: ["--rx", "--stall", "--waiting"] };
    const used = { tx: 0, rx: 0 };
    for (const stream of c.streams) {
      const rows = P.staircase(P.unpack(stream.points, 1));
      if (!rows.length || rows[rows.length - 1][1] === 0) continue;
      const set = palette[stream.direction], color = P.css(set[used[stream.direction]++ % set.length]);
      const name = stream.name + (stream.direction === "tx" ? ", sent" : ", received");
      let title = name;
      for (let n = 2; labels.includes(title); n += 1) title = name + " (" + n + ")";
      columns.push(rows); labels.push(title); colors.push(color);
      entries.push([title + ": " + P.size(rows[rows.length - 1][1]), color, false]);
      const ideal = [];
      for (const item of c.items) {
        if (item.handle !== stream.handle || item.direction !== stream.direction) continue;
        const line = P.possible(item, rows);
        if (line) ideal.push(...line, [line[2][0] + 1, NaN]);
      }
      if (!ideal.length) continue;
      columns.push(ideal); labels.push(title + ", possible"); colors.push(color);
      series[title + ", possible"] = { strokePattern: [6, 4], strokeWidth: 1.5, drawPoints: false, stepPlot: false };
      entries.push(["possible with these settings, an estimate", color, true]);
    }
    if (!columns.length) return;
    const parts = figure("Data so far", "The slope is the rate. A flat line means no data. Bands are gaps and stalls.");
    legend(parts, entries);
    graph(parts, P.merge(columns), labels, { colors, series, format: P.size, zero: true, under: (context, area, g) => names(c, context, area, g) });
  }

  // The names of transfers and runs, where there is room.
  function names(c, context, area, g) {
    context.save();
    context.font = "12px system-ui, sans-serif";
    context.fillStyle = P.css("--quiet");
    let right = area.x;
    for (const item of c.items) {
      const x = g.toDomXCoord(item.start), end = g.toDomXCoord(item.start + item.duration);
      const rate = item.duration > 0 ? ", " + P.size(item.bytes / item.duration * 1e6) + "/s" : "";
      const text = item.name + rate, width = context.measureText(text).width;
      const left = Math.max(x, area.x + 4);
      if (end < area.x || left < right || left + width > area.x + area.w || end - x < 24) continue;
      context.fillText(text, left, area.y + 14);
      right = left + width + 10;
    }
    context.restore();
  }

  function buildFlight(c) {
    const rows = [];
    for (const p of P.unpack(c.flight, 3)) {
      const [low, high, latest] = p.values, middle = (p.first + p.last) / 2;
      if (low !== high) rows.push([p.first, low], [middle, high]);
      rows.push([p.last, latest]);
    }
    if (!rows.length) return;
    const note = c.buffers === null ? "Packets that the controller holds." : "Packets that the controller holds; it has room for " + c.buffers + ".";
    const top = Math.max(c.buffers || 0, ...rows.map((r) => r[1])) * 1.15 + 0.5;
    graph(figure("Packets in flight", note, "small"), rows, ["in flight"], {
      colors: [P.css("--tx")], step: true, range: [0, top], format: (v) => (Number.isInteger(v) ? String(v) : ""),
      under: (context, area, g) => {
        if (c.buffers === null) return;
        const y = g.toDomYCoord(c.buffers);
        context.save();
        context.strokeStyle = context.fillStyle = P.css("--stall");
        context.setLineDash([6, 4]);
        context.beginPath(); context.moveTo(area.x, y); context.lineTo(area.x + area.w, y); context.stroke();
        context.restore();
      },
    });
  }

  function signalPlot(title, note, sources) {
    sources = sources.filter((s) => s.points.length);
    if (!sources.length) return;
    const colors = ["--tx", "--rx", "--on-air", "--pause", "--stall", "--waiting", "--unknown", "--info"];
    const parts = figure(title, note, "small"), columns = [], labels = [], used = [];
    sources.forEach((s, i) => {
      let name = s.name;
      for (let n = 2; labels.includes(name); n += 1) name = s.name + " (" + n + ")";
      labels.push(name);
      used.push(P.css(colors[i % colors.length]));
      columns.push(s.points.map((p) => [(p.first + p.last) / 2, p.values[2] / 10]));
    });
    legend(parts, labels.map((name, i) => [name, used[i], false]));
    graph(parts, P.merge(columns), labels, {
      colors: used, format: (v) => +v.toFixed(1) + " dBm",
      under: (context, area, g) => {
        context.save();
        context.globalAlpha = 0.35;
        sources.forEach((s, i) => {
          context.strokeStyle = used[i];
          context.beginPath();
          for (const p of s.points) {
            if (p.values[0] === p.values[1] || p.last < state.from || p.first > state.to) continue;
            const x = g.toDomXCoord((p.first + p.last) / 2);
            context.moveTo(x, g.toDomYCoord(p.values[0]));
            context.lineTo(x, g.toDomYCoord(p.values[1]));
          }
          context.stroke();
        });
        context.restore();
      },
    });
  }

  function buildSignal(c) {
    const peer = capture().advertisers.find((a) => a.address === c.address);
    const heard = peer ? P.unpack(peer.points, 3).filter((p) => p.last >= c.start && p.first <= c.end) : [];
    signalPlot("Signal strength of the peer", "A higher value is a stronger signal. Bars reach from the weakest to the strongest.", [
      { name: "in the connection", points: P.unpack(c.signal, 3) }, { name: "advertising", points: heard }]);
  }

  function buildAdvertisers() {
    const sources = capture().advertisers.slice(0, 8).map((a) => (
      { name: a.name ? a.address + " " + a.name : a.address, points: P.unpack(a.points, 3) }));
    signalPlot("Signal strength of advertisers", "Peers, and the devices with the most advertising reports.", sources);
  }

  function buildInterval(c) {
    if (!c.intervals.length) return;
    const rows = c.intervals.map(([time, us]) => [Math.max(time, c.start), us / 1e3]);
    rows.push([c.end, rows[rows.length - 1][1]]);
    const top = Math.max(...rows.map((r) => r[1])) * 1.2 + 1;
    if (rows.every((r) => r[1] === rows[0][1])) {
      stage.append(make("p", { class: "quiet", text: "Connection interval: " + rows[0][1] + " ms throughout." }));
      return;
    }
    const latency = c.intervals.some((i) => i[2] > 0) ? " Peripheral latency up to " + Math.max(...c.intervals.map((i) => i[2])) + " events." : "";
    graph(figure("Connection interval", "Data is exchanged once in each connection interval." + latency, "small"), rows, ["interval"], {
      colors: [P.css("--info")], step: true, range: [0, top], format: (v) => +v.toFixed(2) + " ms",
    });
  }

  // MARK: Lanes: what happened, as blocks on the same axis

  let lanes = null;
  function buildLanes(c) {
    const kinds = c ? [["Phases", 26], ["Gaps, stalls", 26]] : [["Connections", Math.min(300, Math.max(26, 14 * capture().connections.length))]];
    const canvas = make("canvas", { class: "lane", role: "img" });
    const parts = make("figure", { class: "plot" }, make("figcaption", null, make("strong", { text: "What happened" })), canvas);
    stage.append(parts);
    lanes = { canvas, kinds, c };
    if (c) {
      const causes = new Map();
      for (const [cause, , length] of c.bands) causes.set(cause, (causes.get(cause) || 0) + length);
      const phases = c.phases.map((p) => p[0] + " " + P.duration(p[2])).join(", ");
      const list = make("ul", { class: "legend" });
      for (const [cause, length] of [...causes].sort((a, b) => b[1] - a[1]).slice(0, 8)) {
        const [words, group] = P.causeOf(cause);
        list.append(make("li", null, svg("svg", { viewBox: "0 0 20 10", "aria-hidden": "true" },
          svg("rect", { class: group, width: 20, height: 10 })), " " + words + ": " + P.duration(length)));
      }
      if (!causes.size) list.append(make("li", { text: "No gaps and no stalls." }));
      parts.append(list);
      canvas.setAttribute("aria-label", "Phases: " + (phases || "none"));
    } else {
      canvas.setAttribute("aria-label", capture().connections.length + " connections over time");
      canvas.addEventListener("click", (event) => {
        const box = canvas.getBoundingClientRect(), list = capture().connections;
        const row = Math.floor((event.clientY - box.top - 4) / ((box.height - 8) / Math.max(1, list.length)));
        if (list[row]) choose(state.capture, list[row].id);
      });
    }
  }

  function drawLanes() {
    if (!lanes) return;
    const { canvas, kinds, c } = lanes;
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
    const toX = (t) => left + (t - state.from) / (state.to - state.from) * area.w;
    const block = (start, length, y, h, text, paint) => {
      const x = Math.max(left, toX(start)), end = Math.min(right, Math.max(toX(start + length), toX(start) + 2));
      if (end <= left || x >= right) return;
      paint(x, end - x);
      if (text && context.measureText(text).width + 8 < end - x) {
        context.fillStyle = P.css("--ink");
        context.fillText(text, x + 4, y + h / 2);
      }
    };
    const solid = (color, y, h) => (x, w) => {
      context.globalAlpha = 0.3; context.fillStyle = color; context.fillRect(x, y, w, h); context.globalAlpha = 1;
      context.fillRect(x, y, Math.min(2, w), h);
    };
    let y = 4;
    if (!c) {
      const list = capture().connections, h = kinds[0][1] / Math.max(1, list.length);
      list.forEach((one, i) => block(one.start, one.end - one.start, y + i * h, h - 1, h > 11 ? one.id + " " + one.peer : "",
        solid(P.css("--tx"), y + i * h, Math.max(1, h - 1))));
      return;
    }
    const tint = { scan: "--waiting", discover: "--waiting", connect: "--pause", mtu: "--pause", explore: "--rx",
      subscribe: "--rx", pair: "--rx", interact: "--on-air", idle: "--unknown", close: "--stall" };
    context.fillStyle = P.css("--quiet");
    if (left > 60) kinds.forEach(([name], i) => context.fillText(name.split(",")[0], 6, 4 + i * 30 + 13));
    for (const [name, start, length] of c.phases) {
      block(start, length, y, 26, P.phaseNames[name] || name, solid(P.css(tint[name] || "--unknown"), y, 26));
    }
    y += 30;
    for (const [cause, start, length] of c.bands) {
      const [words, group] = P.causeOf(cause);
      block(start, length, y, 26, words + ", " + P.duration(length), (x, w) => P.pattern(context, group, x, y, w, 26));
    }
  }

  // MARK: The ladder: who sent what, of the frames in view

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

  function writeLadder() {
    const c = capture(), found = new Set(state.finding ? state.finding.frames : []);
    const box = make("div", { class: "ladder", tabindex: "0", role: "region", "aria-label": "Frames" });
    const title = make("h3", { id: "ladder-title", text: "Frames in view" });
    ladder.replaceChildren(title);
    if (c.without_frames) { ladder.append(make("p", { class: "quiet", text: c.without_frames })); return; }
    const mine = (f) => state.connection === 0 || f[3] === null || f[3] === state.connection || found.has(f[0]);
    let shown = c.frames.filter((f) => f[1] >= state.from && f[1] <= state.to && mine(f));
    if (found.size) title.textContent = "Frames of the finding, and those around them";
    const total = shown.length;
    if (total > most) {
      const first = Math.max(0, shown.findIndex((f) => found.has(f[0])) - 20);
      shown = shown.slice(first, first + most);
    }
    const note = (c.all_frames ? "" : "The page holds the frames of the findings and those around them. ")
      + (total > most ? "The first " + most + " of " + total + " are shown; zoom in for the others. " : "")
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
        make("td", { text: "#" + f[0] }), make("td", { class: "time", text: label(f[1], 1000) }),
        make("td", { class: "way" }, arrow(f[2], f[4])),
        make("td", { class: "time", text: (f[2] === "tx" ? "→ " : f[2] === "rx" ? "← " : "") + f[4] }), make("td", { text: f[5] }));
      body.append(row);
    }
    box.append(make("table", null, make("thead", null, head), body));
    ladder.append(box);
    const first = body.querySelector(".evidence");
    if (first) box.scrollTop = Math.max(0, first.offsetTop - 60);
  }

  // MARK: Links from the findings

  function show(index, number) {
    const finding = captures[index] && captures[index].findings[number];
    if (!finding) return;
    choose(index, finding.connection === null ? 0 : finding.connection);
    state.finding = finding;
    for (const card of document.querySelectorAll(".card.chosen")) card.classList.remove("chosen");
    const card = document.getElementById("finding-" + (index + 1) + "-" + (number + 1));
    if (card) card.classList.add("chosen");
    if (finding.times.length) {
      const first = Math.min(...finding.times), last = Math.max(...finding.times);
      const rest = Math.max((last - first) * 0.4, 20e3);
      setRange(first - rest, last + rest);
    } else {
      writeLadder();
    }
    document.getElementById("plots").scrollIntoView();
    const heading = document.getElementById("plots-title");
    heading.setAttribute("tabindex", "-1");
    heading.focus({ preventScroll: true });
  }
  document.addEventListener("click", (event) => {
    const link = event.target.closest && event.target.closest("a.show");
    if (!link) return;
    event.preventDefault();
    show(Number(link.dataset.capture), Number(link.dataset.finding));
  });
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => {
    const kept = [state.from, state.to];
    build();
    setRange(...kept);
  });
  window.addEventListener("resize", () => requestAnimationFrame(drawLanes));
  choose(0, undefined);
  const asked = /^#finding-(\d+)-(\d+)$/.exec(location.hash);
  if (asked) show(Number(asked[1]) - 1, Number(asked[2]) - 1);
  // What is shown now, for scripts that drive the page.
  window.bletrace = { state: () => ({ from: state.from, to: state.to, connection: state.connection,
    graphs: state.graphs.map((g) => g.xAxisRange()) }) };
})();
