// What is around the plots: the choice of a connection, zoom, links from the findings, the ladder.
// Of a comparison, the connections of both sides are drawn over each other: all that draws takes a
// list of sides, which has one element in the report on a capture.
// Names from the capture are set as text, never as markup.
"use strict";
(() => {
  const view = document.getElementById("view");
  const holder = document.getElementById("data");
  if (!view || !holder) return;
  const { captures, pairs } = JSON.parse(holder.textContent);
  const P = Plots, most = 400;
  const state = { capture: 0, connection: null, pair: 0, align: "", from: 0, to: 1, graphs: [], finding: null,
    clock: false, sides: [] };

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
  view.append(tools, stage);
  if (!pairs) view.append(ladder);
  captureSelect.addEventListener("change", () => choose(Number(captureSelect.value), undefined));
  connectionSelect.addEventListener("change", () => {
    if (pairs) choosePair(Number(connectionSelect.value)); else choose(state.capture, Number(connectionSelect.value));
  });
  alignSelect.addEventListener("change", () => { state.align = alignSelect.value; build(); whole(); });
  clock.addEventListener("click", () => {
    state.clock = !state.clock;
    clock.setAttribute("aria-pressed", String(state.clock));
    setRange(state.from, state.to);
  });

  // MARK: Time

  function bounds() {
    const links = state.sides.map((s) => s.link);
    const [from, to] = links.length ? [Math.min(...links.map((l) => l.start)), Math.max(...links.map((l) => l.end))]
      : [0, Math.max(capture().duration, ...capture().connections.map((x) => x.end))];
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

  function choosePair(index) {
    state.pair = index;
    state.finding = null;
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

  // Gaps and stalls behind the curves, where there is one side, and the frames of the chosen finding.
  function underlay(context, area, g) {
    if (state.sides.length === 1) for (const [cause, start, length] of state.sides[0].link.bands) {
      const x = g.toDomXCoord(start), end = g.toDomXCoord(start + length);
      if (end < area.x || x > area.x + area.w || end - x < 1) continue;
      const left = Math.max(x, area.x);
      P.pattern(context, P.causeOf(cause)[1], left, area.y, Math.min(end, area.x + area.w) - left, area.h);
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
  function timesOfFinding() {
    if (!state.finding) return [];
    const side = state.sides.find((s) => s.capture === state.finding.capture);
    return state.finding.times.map((t) => t - (side ? side.shift : 0));
  }

  function build() {
    for (const one of state.graphs) one.destroy();
    state.graphs = [];
    stage.replaceChildren();
    state.sides = sidesNow();
    [state.from, state.to] = bounds();
    const sides = state.sides;
    buildLanes(sides);
    if (!sides.length) { buildAdvertisers(); return; }
    buildBytes(sides);
    buildFlight(sides);
    buildSignal(sides);
    buildInterval(sides);
    if (pairs && sides.some((s) => !s.link.streams.length)) {
      stage.append(make("p", { class: "quiet", text: "A side without curves sent no data, or is a report, which has no packets." }));
    }
  }

  function legend(parts, entries) {
    const list = make("ul", { class: "legend" });
    for (const [text, color, dash] of entries) {
      const line = svg("line", { x1: 0, y1: 5, x2: 20, y2: 5, "stroke-width": 3 });
      line.style.stroke = color;
      if (dash) line.setAttribute("stroke-dasharray", dash.join(" "));
      list.append(make("li", null, svg("svg", { viewBox: "0 0 20 10", "aria-hidden": "true" }, line), " " + text));
    }
    parts.caption.after(list);
  }

  // The base is dashed, so that colour alone says nothing.
  const dashOf = (side) => (side.name === "base" ? [7, 3] : null);
  const palettes = {
    "": { tx: ["--tx", "--on-air", "--pause"], rx: ["--rx", "--stall", "--waiting"] },
    base: { tx: ["--tx", "--waiting"], rx: ["--info", "--on-air"] },
    new: { tx: ["--stall", "--pause"], rx: ["--rx", "--error"] },
  };

  function buildBytes(sides) {
    const columns = [], labels = [], colors = [], series = {}, entries = [];
    for (const side of sides) {
      const used = { tx: 0, rx: 0 }, c = side.link;
      for (const stream of c.streams) {
        const rows = P.staircase(P.unpack(stream.points, 1));
        if (!rows.length || rows[rows.length - 1][1] === 0) continue;
        const set = palettes[side.name][stream.direction], color = P.css(set[used[stream.direction]++ % set.length]);
        const name = titled(side, stream.name + (stream.direction === "tx" ? ", sent" : ", received"));
        let title = name;
        for (let n = 2; labels.includes(title); n += 1) title = name + " (" + n + ")";
        columns.push(rows); labels.push(title); colors.push(color);
        if (dashOf(side)) series[title] = { strokePattern: dashOf(side) };
        entries.push([title + ": " + P.size(rows[rows.length - 1][1]), color, dashOf(side)]);
        const ideal = [];
        for (const item of c.items) {
          if (item.handle !== stream.handle || item.direction !== stream.direction) continue;
          const line = P.possible(item, rows);
          if (line) ideal.push(...line, [line[2][0] + 1, NaN]);
        }
        if (!ideal.length) continue;
        columns.push(ideal); labels.push(title + ", possible"); colors.push(color);
        series[title + ", possible"] = { strokePattern: [2, 4], strokeWidth: 1.5, drawPoints: false, stepPlot: false };
        entries.push([titled(side, "possible with these settings, an estimate"), color, [2, 4]]);
      }
    }
    if (!columns.length) return;
    const bands = sides.length === 1 ? " Bands are gaps and stalls." : "";
    const parts = figure("Data so far", "The slope is the rate. A flat line means no data." + bands);
    legend(parts, entries);
    graph(parts, P.merge(columns), labels, { colors, series, format: P.size, zero: true,
      under: (context, area, g) => sides.forEach((side, i) => names(side.link, context, area, g, area.y + 14 + 15 * i, titled(side, ""))) });
  }

  // The names of transfers and runs, where there is room.
  function names(c, context, area, g, y, prefix) {
    context.save();
    context.font = "12px system-ui, sans-serif";
    context.fillStyle = P.css("--quiet");
    let right = area.x;
    for (const item of c.items) {
      const x = g.toDomXCoord(item.start), end = g.toDomXCoord(item.start + item.duration);
      const rate = item.duration > 0 ? ", " + P.size(item.bytes / item.duration * 1e6) + "/s" : "";
      const text = prefix + item.name + rate, width = context.measureText(text).width;
      const left = Math.max(x, area.x + 4);
      if (end < area.x || left < right || left + width > area.x + area.w || end - x < 24) continue;
      context.fillText(text, left, y);
      right = left + width + 10;
    }
    context.restore();
  }

  // One line for each side, or for the one there is.
  function lines(sides, title, note, name, rowsOf, options) {
    const columns = [], labels = [], colors = [], series = {};
    for (const side of sides) {
      const rows = rowsOf(side.link);
      if (!rows.length) continue;
      const label = side.name || name;
      columns.push(rows); labels.push(label);
      colors.push(P.css(side.name ? palettes[side.name].tx[0] : options.color));
      if (dashOf(side)) series[label] = { strokePattern: dashOf(side) };
    }
    if (!columns.length) return;
    const parts = figure(title, note, "small");
    if (sides.length > 1) legend(parts, labels.map((label, i) => [label, colors[i], series[label] && series[label].strokePattern]));
    const top = options.top(columns.flat().reduce((a, r) => Math.max(a, r[1]), 0));
    graph(parts, columns.length > 1 ? P.merge(columns) : columns[0], labels,
      { colors, series, step: true, range: [0, top], format: options.format, under: options.under });
  }

  function buildFlight(sides) {
    const rowsOf = (c) => {
      const rows = [];
      for (const p of P.unpack(c.flight, 3)) {
        const [low, high, latest] = p.values, middle = (p.first + p.last) / 2;
        if (low !== high) rows.push([p.first, low], [middle, high]);
        rows.push([p.last, latest]);
      }
      return rows;
    };
    const rooms = sides.map((s) => s.link.buffers).filter((b) => b !== null);
    const same = rooms.length > 0 && rooms.every((b) => b === rooms[0]);
    const note = !rooms.length ? "Packets that the controller holds."
      : "Packets that the controller holds; it has room for " + (same ? rooms[0] : rooms.join(" in the base, ") + " in the new") + ".";
    lines(sides, "Packets in flight", note, "in flight", rowsOf, {
      color: "--tx", format: (v) => (Number.isInteger(v) ? String(v) : ""),
      top: (most) => Math.max(most, ...rooms) * 1.15 + 0.5,
      under: (context, area, g) => {
        context.save();
        context.strokeStyle = context.fillStyle = P.css("--stall");
        context.setLineDash([6, 4]);
        for (const room of new Set(rooms)) {
          const y = g.toDomYCoord(room);
          context.beginPath(); context.moveTo(area.x, y); context.lineTo(area.x + area.w, y); context.stroke();
        }
        context.restore();
      },
    });
  }

  function signalPlot(title, note, sources) {
    sources = sources.filter((s) => s.points.length);
    if (!sources.length) return;
    const colors = ["--tx", "--rx", "--on-air", "--pause", "--stall", "--waiting", "--unknown", "--info"];
    const parts = figure(title, note, "small"), columns = [], labels = [], used = [], series = {};
    sources.forEach((s, i) => {
      let name = s.name;
      for (let n = 2; labels.includes(name); n += 1) name = s.name + " (" + n + ")";
      labels.push(name);
      used.push(P.css(s.color || colors[i % colors.length]));
      if (s.dash) series[name] = { strokePattern: s.dash };
      columns.push(s.points.map((p) => [(p.first + p.last) / 2, p.values[2] / 10]));
    });
    legend(parts, labels.map((name, i) => [name, used[i], sources[i].dash]));
    graph(parts, P.merge(columns), labels, {
      colors: used, series, format: (v) => +v.toFixed(1) + " dBm",
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

  function buildSignal(sides) {
    const sources = [];
    for (const side of sides) {
      const c = side.link, peer = captures[side.capture].advertisers.find((a) => a.address === c.address);
      const heard = peer ? P.unpack(P.moved(peer.points, side.shift), 3).filter((p) => p.last >= c.start && p.first <= c.end) : [];
      const look = (n) => (side.name ? { color: palettes[side.name][n ? "rx" : "tx"][0], dash: dashOf(side) } : {});
      sources.push({ name: titled(side, "in the connection"), points: P.unpack(c.signal, 3), ...look(0) },
        { name: titled(side, "advertising"), points: heard, ...look(1) });
    }
    signalPlot("Signal strength of the peer", "A higher value is a stronger signal. Bars reach from the weakest to the strongest.", sources);
  }

  function buildAdvertisers() {
    const sources = capture().advertisers.slice(0, 8).map((a) => (
      { name: a.name ? a.address + " " + a.name : a.address, points: P.unpack(a.points, 3) }));
    signalPlot("Signal strength of advertisers", "Peers, and the devices with the most advertising reports.", sources);
  }

  function buildInterval(sides) {
    const rowsOf = (c) => {
      if (!c.intervals.length) return [];
      const rows = c.intervals.map(([time, us]) => [Math.max(time, c.start), us / 1e3]);
      return rows.concat([[c.end, rows[rows.length - 1][1]]]);
    };
    const all = sides.map((s) => rowsOf(s.link)).filter((rows) => rows.length);
    if (!all.length) return;
    if (all.flat().every((r) => r[1] === all[0][0][1])) {
      stage.append(make("p", { class: "quiet", text: "Connection interval: " + all[0][0][1] + " ms throughout." }));
      return;
    }
    const latencies = sides.flatMap((s) => s.link.intervals.map((i) => i[2])), latency = Math.max(...latencies);
    lines(sides, "Connection interval", "Data is exchanged once in each connection interval."
      + (latency > 0 ? " Peripheral latency up to " + latency + " events." : ""), "interval", rowsOf, {
      color: "--info", format: (v) => +v.toFixed(2) + " ms", top: (most) => most * 1.2 + 1,
    });
  }

  // MARK: Lanes: what happened, as blocks on the same axis

  let lanes = null;
  function buildLanes(sides) {
    const kinds = sides.length ? sides.flatMap((s) => [[s.name ? s.name : "Phases", 26], ["Gaps", 26]])
      : [["Connections", Math.min(300, Math.max(26, 14 * capture().connections.length))]];
    const canvas = make("canvas", { class: "lane", role: "img" });
    const parts = make("figure", { class: "plot" }, make("figcaption", null, make("strong", { text: "What happened" }),
      make("span", { text: sides.length > 1 ? "Phases of each side, and its gaps and stalls below them." : "" })), canvas);
    stage.append(parts);
    lanes = { canvas, kinds, sides };
    if (sides.length) {
      const list = make("ul", { class: "legend" }), spoken = [];
      for (const side of sides) {
        const c = side.link, causes = new Map();
        for (const [cause, , length] of c.bands) causes.set(cause, (causes.get(cause) || 0) + length);
        spoken.push(titled(side, c.phases.map((p) => p[0] + " " + P.duration(p[2])).join(", ") || "none"));
        for (const [cause, length] of [...causes].sort((a, b) => b[1] - a[1]).slice(0, 8)) {
          const [words, group] = P.causeOf(cause);
          list.append(make("li", null, svg("svg", { viewBox: "0 0 20 10", "aria-hidden": "true" },
            svg("rect", { class: group, width: 20, height: 10 })), " " + titled(side, words + ": " + P.duration(length))));
        }
        if (!causes.size) list.append(make("li", { text: side.name ? side.name + ": no gaps and no stalls" : "No gaps and no stalls." }));
      }
      parts.append(list);
      canvas.setAttribute("aria-label", "Phases: " + spoken.join("; "));
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
    const { canvas, kinds, sides } = lanes;
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
    if (!sides.length) {
      const list = capture().connections, h = kinds[0][1] / Math.max(1, list.length);
      list.forEach((one, i) => block(one.start, one.end - one.start, y + i * h, h - 1, h > 11 ? one.id + " " + one.peer : "",
        solid(P.css("--tx"), y + i * h, Math.max(1, h - 1))));
      return;
    }
    const tint = { scan: "--waiting", discover: "--waiting", connect: "--pause", mtu: "--pause", explore: "--rx",
      subscribe: "--rx", pair: "--rx", interact: "--on-air", idle: "--unknown", close: "--stall" };
    context.fillStyle = P.css("--quiet");
    if (left > 60) kinds.forEach(([name], i) => context.fillText(name, 6, 4 + i * 30 + 13));
    for (const side of sides) {
      for (const [name, start, length] of side.link.phases) {
        block(start, length, y, 26, P.phaseNames[name] || name, solid(P.css(tint[name] || "--unknown"), y, 26));
      }
      y += 30;
      for (const [cause, start, length] of side.link.bands) {
        const [words, group] = P.causeOf(cause);
        block(start, length, y, 26, words + ", " + P.duration(length), (x, w) => P.pattern(context, group, x, y, w, 26));
      }
      y += 30;
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
    if (pairs) return;
    const c = capture(), found = new Set(state.finding ? state.finding.frames : []);
    const box = make("div", { class: "ladder", tabindex: "0", role: "region", "aria-label": "Frames" });
    const title = make("h3", { id: "ladder-title", text: "Frames in view" });
    ladder.replaceChildren(title);
    if (c.without_frames) { ladder.append(make("p", { class: "quiet", text: c.without_frames })); return; }
    const inView = (isMine) => c.frames.filter((f) => f[1] >= state.from && f[1] <= state.to && (isMine(f) || found.has(f[0])));
    let shown = inView((f) => state.connection === 0 || f[3] === null || f[3] === state.connection);
    // Where there are too many, what belongs to no connection goes first: mostly advertising.
    const others = state.connection !== 0 && shown.length > most;
    if (others) shown = inView((f) => f[3] === state.connection);
    if (found.size) title.textContent = "Frames of the finding, and those around them";
    const total = shown.length;
    if (total > most) {
      const first = Math.max(0, shown.findIndex((f) => found.has(f[0])) - 20);
      shown = shown.slice(first, first + most);
    }
    const note = (others ? "Frames of no connection, such as advertising, are left out here. " : "") + (c.all_frames ? "" : "The page holds the frames of the findings and those around them. ")
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
    if (pairs) {
      const has = (side) => side[0] === index && side[1] === finding.connection;
      choosePair(Math.max(0, paired.findIndex((p) => has(p.base) || has(p.new))));
    } else {
      choose(index, finding.connection === null ? 0 : finding.connection);
    }
    state.finding = { ...finding, capture: index };
    mark(pairs ? null : document.getElementById("finding-" + (index + 1) + "-" + (number + 1)));
    const times = timesOfFinding();
    if (times.length) {
      const first = Math.min(...times), last = Math.max(...times);
      const rest = Math.max((last - first) * 0.4, 20e3);
      setRange(first - rest, last + rest);
    } else {
      writeLadder();
    }
    goToPlots();
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
    const link = event.target.closest && event.target.closest("a.show");
    if (!link) return;
    event.preventDefault();
    if (link.dataset.pair) {
      const pair = paired.indexOf(pairs[Number(link.dataset.pair)]);
      if (pair < 0) return;
      choosePair(pair);
      goToPlots();
    } else {
      show(Number(link.dataset.capture), Number(link.dataset.finding));
    }
    if (pairs) mark(link.closest(".card"));
  });
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => {
    const kept = [state.from, state.to];
    build();
    setRange(...kept);
  });
  window.addEventListener("resize", () => requestAnimationFrame(drawLanes));
  if (pairs && !paired.length) {
    view.replaceChildren(make("p", { class: "quiet", text: "No pair of connections is drawn." }));
    return;
  }
  if (pairs) {
    paired.forEach((p, i) => connectionSelect.append(make("option", { value: i, text: p.title })));
    choosePair(0);
  } else {
    choose(0, undefined);
  }
  const asked = /^#finding-(\d+)-(\d+)$/.exec(location.hash);
  if (asked) show(Number(asked[1]) - 1, Number(asked[2]) - 1);
  // What is shown now, for scripts that drive the page.
  window.bletrace = { state: () => ({ from: state.from, to: state.to, connection: state.connection, pair: state.pair, sides: state.sides.length,
    graphs: state.graphs.map((g) => g.xAxisRange()) }) };
})();
