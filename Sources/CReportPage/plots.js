// Draws the plots of one connection over one time axis: what happened as lanes, data as Stevens'
// graph (octets over time: slope is rate, flat is no data), packets in flight, signal, interval.
// It knows the data and the canvas; page.js has the buttons, links and frames.
"use strict";
const Plots = (() => {
  // Points come as flat lists; the times in them count from the point before.
  function unpack(list, values) {
    const step = 2 + values, points = [];
    let time = 0;
    for (let i = 0; i + step <= list.length; i += step) {
      time += list[i];
      points.push({ first: time, last: time + list[i + 1], values: list.slice(i + 2, i + step) });
    }
    return points;
  }

  // The same points so much earlier.
  const moved = (list, by) => (list.length ? [list[0] - by, ...list.slice(1)] : list);
  function shifted(link, by) {
    const band = ([what, start, ...rest]) => [what, start - by, ...rest];
    return { ...link, start: link.start - by, end: link.end - by,
      streams: link.streams.map((s) => ({ ...s, points: moved(s.points, by) })),
      flight: moved(link.flight, by), signal: moved(link.signal, by),
      items: link.items.map((i) => ({ ...i, start: i.start - by })),
      bands: link.bands.map(band), phases: link.phases.map(band),
      intervals: link.intervals.map(([time, ...rest]) => [time - by, ...rest]) };
  }

  const css = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

  // What a cause means to the reader, and which group of colours and patterns it is of.
  const causes = {
    "credit-stall": ["no free buffer", "stall"],
    "completion-stall": ["controller completed nothing", "stall"],
    "app-pause": ["app paused", "pause"],
    "sender-pause": ["sender paused", "pause"],
    "request": ["waited for a request", "waiting"],
    "link-silence": ["nothing from sender or link", "unknown"],
    "missed-events": ["connection events without data", "waiting"],
    "marker-delay": ["marker came late", "pause"],
    "capture-drops": ["records lost by the logger", "unknown"],
    "clock-step": ["clock stepped", "unknown"],
    "gap": ["gap, cause unknown", "unknown"],
  };
  const causeOf = (name) => causes[name] || [name, "unknown"];
  const phaseNames = {
    scan: "scan", discover: "discover", connect: "connect", mtu: "MTU", explore: "explore",
    subscribe: "subscribe", interact: "interact", idle: "idle", close: "close", pair: "pair",
  };

  function duration(us) {
    const sign = us < 0 ? "-" : "", a = Math.abs(us);
    const three = (v) => (v < 9.995 ? v.toFixed(2) : v < 99.95 ? v.toFixed(1) : v.toFixed(0));
    if (a < 1e3) return sign + a.toFixed(0) + " µs";
    if (a < 999500) return sign + three(a / 1e3) + " ms";
    if (a < 59.95e6) return sign + three(a / 1e6) + " s";
    const s = Math.round(a / 1e6), h = Math.floor(s / 3600), m = Math.floor(s / 60) % 60;
    return sign + (h > 0 ? h + " h " + m + " min" : m + " min " + (s % 60) + " s");
  }

  // A moment on the axis: in as many digits as distinguish it from its neighbours.
  function moment(us, step) {
    const sign = us < 0 ? "-" : "", s = Math.abs(us) / 1e6;
    const digits = Math.min(6, Math.max(0, Math.ceil(-Math.log10(step / 1e6) - 1e-9)));
    if (s < 120) return sign + s.toFixed(digits) + " s";
    const d = Math.floor(s / 86400), h = Math.floor(s / 3600) % 24, m = Math.floor(s / 60) % 60;
    const decimals = step < 60e6 ? Math.min(digits, 3) : 0;
    const two = (v) => String(v).padStart(2, "0");
    return sign + (d ? d + " d " : "") + (d || h ? h + ":" + two(m) : m) + ":"
      + (s % 60).toFixed(decimals).padStart(decimals ? 3 + decimals : 2, "0");
  }

  function size(bytes) {
    const a = Math.abs(bytes);
    if (a < 1e4) return Math.round(bytes) + " B";
    if (a < 1e6) return +(bytes / 1e3).toPrecision(3) + " kB";
    return +(bytes / 1e6).toPrecision(3) + " MB";
  }

  // 1, 2 or 5 times a power of ten; of longer times what clocks count by.
  function niceStep(span, count) {
    const raw = Math.max(span / count, 1);
    const clock = [15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 10800, 21600, 43200, 86400];
    if (raw > 10e6) for (const s of clock) if (s * 1e6 >= raw) return s * 1e6;
    if (raw > 86400e6) return Math.ceil(raw / 86400e6) * 86400e6;
    const power = Math.pow(10, Math.floor(Math.log10(raw)));
    for (const f of [1, 2, 5, 10]) if (f * power >= raw) return f * power;
    return 10 * power;
  }

  const tickCount = (pixels) => Math.max(3, Math.floor(pixels / 100));

  function ticks(from, to, pixels) {
    const step = niceStep(to - from, tickCount(pixels)), list = [];
    for (let v = Math.ceil(from / step) * step; v <= to && list.length < 50; v += step) {
      list.push({ v: v, label: moment(v, step) });
    }
    return list;
  }

  // Octets over time: for each point where it began and where it ended.
  function staircase(points) {
    let sum = 0;
    const rows = [];
    for (const p of points) {
      rows.push([p.first, sum]);
      sum += p.values[0];
      rows.push([p.last, sum]);
    }
    return rows;
  }

  function at(rows, time) {
    let low = 0, high = rows.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (rows[middle][0] <= time) low = middle + 1; else high = middle;
    }
    return low > 0 ? rows[low - 1][1] : 0;
  }

  // What the link allowed for a transfer, from where it began.
  function possible(item, rows) {
    if (!item.possible || !item.bytes) return null;
    const base = at(rows, item.start - 1);
    const full = item.start + item.bytes / item.possible * 1e6;
    const end = Math.max(item.start + item.duration, full);
    return [[item.start, base], [full, base + item.bytes], [end, base + item.bytes]];
  }

  // Columns of different times as the rows of one table, as dygraphs wants them: holes are null, and
  // drawn through, as each series is connected.
  function merge(columns) {
    const rows = [];
    columns.forEach((column, index) => {
      for (const [time, value] of column) {
        const row = new Array(columns.length + 1).fill(null);
        row[0] = time;
        row[index + 1] = value;
        rows.push(row);
      }
    });
    return rows.sort((a, b) => a[0] - b[0]);
  }

  function pattern(context, group, x, y, width, height) {
    context.save();
    context.beginPath();
    context.rect(x, y, width, height);
    context.clip();
    context.globalAlpha = 0.16;
    context.fillStyle = css("--" + group);
    context.fillRect(x, y, width, height);
    context.globalAlpha = 0.55;
    context.strokeStyle = css("--" + group);
    context.lineWidth = 1;
    context.beginPath();
    // Stalls lean to the right, pauses to the left, waiting is upright, unknown is dotted.
    const lean = { stall: height, pause: -height, waiting: 0 }[group];
    if (lean === undefined) context.setLineDash([2, 6]);
    const gap = 9, reach = Math.abs(lean || 0);
    const first = x - reach - ((x - reach) % gap);
    for (let p = first; p < x + width + reach; p += gap) {
      context.moveTo(p, y + height);
      context.lineTo(p + (lean || 0), y);
    }
    context.stroke();
    context.restore();
  }

  return { unpack, moved, shifted, css, causeOf, phaseNames, duration, moment, size, ticks, tickCount, niceStep, staircase, possible, merge, pattern };
})();
