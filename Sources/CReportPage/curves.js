// The plots of one connection, or of a pair: data, packets in flight, signal, interval.
"use strict";
const Curves = (page) => {
  const { make, svg } = Elements, { state } = page, P = Plots;

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
    // One hue for each side, in each plot.
    base: { tx: ["--tx", "--waiting"], rx: ["--tx", "--waiting"] },
    new: { tx: ["--stall", "--pause"], rx: ["--stall", "--pause"] },
  };

  function buildBytes(sides) {
    const columns = [], labels = [], colors = [], series = {}, entries = [];
    for (const side of sides) {
      const used = { tx: 0, rx: 0 }, c = side.link;
      for (const stream of c.streams) {
        const rows = P.staircase(P.unpack(stream.points, 1));
        if (!rows.length || rows[rows.length - 1][1] === 0) continue;
        const set = palettes[side.name][stream.direction], color = P.css(set[used[stream.direction]++ % set.length]);
        const short = stream.name.replace(/([0-9A-F]{8}-)[0-9A-F]{4}-[0-9A-F]{4}-[0-9A-F]{4}-[0-9A-F]{8}([0-9A-F]{4})/, "$1…$2");
        const name = page.titled(side, short + (stream.direction === "tx" ? ", sent" : ", received"));
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
        columns.push(ideal); labels.push(title + ", at most"); colors.push(color);
        series[title + ", at most"] = { strokePattern: [2, 4], strokeWidth: 1.5, drawPoints: false, stepPlot: false };
        entries.push([page.titled(side, "at most with these settings, an estimate"), color, [2, 4]]);
      }
    }
    if (!columns.length) return;
    const bands = sides.length === 1 ? " Bands are gaps and stalls." : "";
    const parts = page.figure("Data so far", "The slope is the rate. A flat line means no data." + bands);
    legend(parts, entries);
    page.graph(parts, labels, { columns, colors, series, format: P.size, zero: true, pad: 16 * sides.length + 4,
      under: (context, area, g) => sides.forEach((side, i) => names(side.link, context, area, g, area.y + 12 + 16 * i, page.titled(side, ""))) });
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
      P.words(context, text, left, y - 4);
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
    const parts = page.figure(title, note, "small");
    if (sides.length > 1) legend(parts, labels.map((label, i) => [label, colors[i], series[label] && series[label].strokePattern]));
    const top = options.top(columns.flat().reduce((a, r) => Math.max(a, r[1]), 0));
    page.graph(parts, labels,
      { columns, colors, series, step: true, range: [0, top], format: options.format, under: options.under, ticks: options.ticks });
  }

  function buildFlight(sides) {
    // Of a side that only receives, the packets are requests and acknowledgements one by one.
    const octets = (way) => sides.flatMap((s) => s.link.streams).filter((one) => one.direction === way)
      .flatMap((one) => P.unpack(one.points, 1)).reduce((sum, p) => sum + p.values[0], 0);
    if (octets("tx") < octets("rx")) return;
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
          context.font = "12px system-ui, sans-serif";
          P.words(context, "room for " + room, area.x + 6, y + 10);
        }
        context.restore();
      },
    });
  }

  function signalPlot(title, note, sources) {
    sources = sources.filter((s) => s.points.length);
    if (!sources.length) return;
    const colors = ["--tx", "--rx", "--on-air", "--pause", "--stall", "--waiting", "--unknown", "--info"];
    const parts = page.figure(title, note, "small"), columns = [], labels = [], used = [], series = {};
    sources.forEach((s, i) => {
      let name = s.name;
      for (let n = 2; labels.includes(name); n += 1) name = s.name + " (" + n + ")";
      labels.push(name);
      used.push(P.css(s.color || colors[i % colors.length]));
      if (s.dash) series[name] = { strokePattern: s.dash };
      columns.push(P.broken(s.points.map((p) => [(p.first + p.last) / 2, p.values[2] / 10]), page.capture().duration));
    });
    legend(parts, labels.map((name, i) => [name, used[i], sources[i].dash]));
    page.graph(parts, labels, {
      columns, colors: used, series, points: 2000, format: (v) => +v.toFixed(1) + " dBm",
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
      const c = side.link, peer = page.captures[side.capture].advertisers.find((a) => a.address === c.address);
      const heard = peer ? P.unpack(P.moved(peer.points, side.shift), 3).filter((p) => p.last >= c.start && p.first <= c.end) : [];
      const look = (n) => (side.name ? { color: palettes[side.name][n ? "rx" : "tx"][0], dash: dashOf(side) } : {});
      sources.push({ name: page.titled(side, "in the connection"), points: P.unpack(c.signal, 3), ...look(0) },
        { name: page.titled(side, "advertising"), points: heard, ...look(1) });
    }
    signalPlot("Signal strength of the peer", "A higher value is a stronger signal. Bars reach from the weakest to the strongest.", sources);
  }

  // Of sniffed connections: how many packets of each side were sent again, and how strong it was.
  function buildAir(sides) {
    const columns = [], labels = [], colors = [], series = {}, signals = [];
    for (const side of sides.filter((s) => s.link.air)) {
      const air = side.link.air;
      ["central", "peripheral"].forEach((party, n) => {
        const label = page.titled(side, party), rows = [], points = [];
        const color = side.name ? palettes[side.name].tx[n] : palettes[""][n ? "rx" : "tx"][0];
        for (let i = 0; i + 3 <= air[party].length; i += 3) {
          const [packets, again, dBm] = air[party].slice(i, i + 3), first = air.start + i / 3 * air.part;
          // In a part with few packets one of them is a high rate.
          rows.push([first, packets >= 16 ? again / packets * 100 : NaN]);
          if (dBm !== null) points.push({ first, last: first + air.part, values: [dBm, dBm, dBm * 10] });
        }
        if (rows.length) rows.push([Math.min(air.start + rows.length * air.part, side.link.end), rows[rows.length - 1][1]]);
        signals.push({ name: label, points, color, dash: dashOf(side) });
        if (!rows.some((r) => r[1] > 0)) return;
        columns.push(rows); labels.push(label); colors.push(P.css(color));
        if (dashOf(side)) series[label] = { strokePattern: dashOf(side) };
      });
    }
    if (columns.length) {
      const parts = page.figure("Sent again", "Of the packets that a side sent, those that it had sent before.", "small");
      legend(parts, labels.map((label, i) => [label, colors[i], series[label] && series[label].strokePattern]));
      const top = columns.flat().reduce((a, r) => Math.max(a, r[1] || 0), 0);
      page.graph(parts, labels, { columns, colors, series, step: true, range: [0, top * 1.15], format: (v) => +v.toFixed(1) + " %" });
    }
    signalPlot("Signal strength at the sniffer", "A higher value is a stronger signal.", signals);
  }

  function buildAdvertisers() {
    const sources = page.capture().advertisers.slice(0, 8).map((a) => (
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
      page.stage.append(make("p", { class: "quiet", text: "Connection interval: " + all[0][0][1] + " ms throughout." }));
      return;
    }
    const latencies = sides.flatMap((s) => s.link.intervals.map((i) => i[2])), latency = Math.max(...latencies);
    lines(sides, "Connection interval", "Data is exchanged once in each connection interval."
      + (latency > 0 ? " Peripheral latency up to " + latency + " events." : ""), "interval", rowsOf, {
      color: "--info", format: (v) => +v.toFixed(2) + " ms", top: (most) => most * 1.2 + 1,
      ticks: [...new Set(all.flat().map((r) => r[1]))].sort((a, b) => a - b),
    });
  }

  function build(sides) {
    if (!sides.length) { buildAdvertisers(); return; }
    buildBytes(sides);
    buildFlight(sides);
    buildSignal(sides);
    buildAir(sides);
    buildInterval(sides);
    if (page.pairs && sides.some((s) => !s.link.streams.length)) {
      page.stage.append(make("p", { class: "quiet", text: "A side without curves sent no data, or is a report, which has no packets." }));
    }
  }

  return { build };
};
