// What the plots of one connection are drawn from: points, words, numbers, ticks and patterns. Data
// is drawn as Stevens' graph: octets over time, of which the slope is the rate.
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
      air: link.air && { ...link.air, start: link.air.start - by },
      items: link.items.map((i) => ({ ...i, start: i.start - by })),
      bands: link.bands.map(band), phases: link.phases.map(band),
      intervals: link.intervals.map(([time, ...rest]) => [time - by, ...rest]) };
  }

  const css = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

  // What a cause means to the reader, its colour, and the pattern that no other cause of the colour has;
  // the bars of the page have the same. They come with the data.
  let causes = {};
  const know = (given) => { causes = given; };
  const causeOf = (name) => causes[name] || [name, "unknown", "none"];
  const phaseNames = {
    scan: "scan", discover: "discover", connect: "connect", mtu: "MTU", explore: "explore",
    subscribe: "subscribe", interact: "interact", idle: "idle", close: "close", pair: "pair",
    silent: "silent until it was lost",
  };

  // None of them is the colour of a cause.
  const phaseTint = (name) => css("--phase-" + (name in phaseNames ? name : "idle"));

  function duration(us) {
    const sign = us < 0 ? "-" : "", a = Math.abs(us);
    const three = (v) => (v < 9.995 ? v.toFixed(2) : v < 99.95 ? v.toFixed(1) : v.toFixed(0));
    if (a < 1e3) return sign + a.toFixed(0) + " µs";
    if (a < 999500) return sign + three(a / 1e3) + " ms";
    if (a < 59.95e6) return sign + three(a / 1e6) + " s";
    const s = Math.round(a / 1e6), h = Math.floor(s / 3600), m = Math.floor(s / 60) % 60;
    return sign + (h > 0 ? h + " h " + m + " min" : m + " min " + (s % 60) + " s");
  }

  // A moment as min:s, or h:min:s, in as many digits as distinguish it from its neighbours.
  function moment(us, step) {
    const decimals = Math.min(6, Math.max(0, Math.ceil(-Math.log10(step / 1e6) - 1e-9)));
    const unit = 10 ** decimals, s = Math.round(Math.abs(us) / 1e6 * unit) / unit;
    const sign = us < 0 && s > 0 ? "-" : "";
    const d = Math.floor(s / 86400), h = Math.floor(s / 3600) % 24, m = Math.floor(s / 60) % 60;
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

  // What is drawn at a time, of a line or of steps; null where nothing is.
  function valueAt(rows, time, isLine) {
    let low = 0, high = rows.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (rows[middle][0] <= time) low = middle + 1; else high = middle;
    }
    const before = rows[low - 1], after = rows[low];
    if (!before || Number.isNaN(before[1]) || (!after && before[0] < time)) return null;
    if (!after || !isLine || before[0] === time) return before[1];
    const value = before[1] + (after[1] - before[1]) * (time - before[0]) / (after[0] - before[0]);
    return Number.isNaN(value) ? null : value;
  }

  // A line breaks where values come much farther apart than they mostly do, or than a twentieth of the
  // whole time: between them it would show a course of which nothing is known.
  function broken(rows, whole) {
    const steps = rows.slice(1).map((r, i) => r[0] - rows[i][0]).sort((a, b) => a - b);
    const limit = Math.max(5e6, Math.min(whole / 20, 10 * (steps[steps.length >> 1] || 0)));
    return rows.flatMap((r, i) => (i > 0 && r[0] - rows[i - 1][0] > limit ? [[rows[i - 1][0] + 1, NaN], r] : [r]));
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

  // The pattern of a cause, from the left edge of its time to the right one.
  function pattern(context, cause, x, y, width, height) {
    const [, group, lines] = causeOf(cause);
    context.save();
    context.beginPath();
    context.rect(x, y, width, height);
    context.clip();
    context.globalAlpha = 0.28;
    context.fillStyle = css("--" + group);
    context.fillRect(x, y, width, height);
    context.globalAlpha = 0.8;
    context.strokeStyle = css("--" + group);
    context.lineWidth = 1.25;
    context.beginPath();
    const gap = 9;
    const leaning = (lean) => {
      const reach = Math.abs(lean), first = x - reach - ((x - reach) % gap);
      for (let p = first; p < x + width + reach; p += gap) {
        context.moveTo(p, y + height);
        context.lineTo(p + lean, y);
      }
    };
    if (lines === "right" || lines === "cross") leaning(height);
    if (lines === "left" || lines === "cross") leaning(-height);
    if (lines === "upright") leaning(0);
    if (lines === "dots") context.setLineDash([2, 6]);
    if (lines === "dots" || lines === "across") {
      for (let p = y + 4.5; p < y + height; p += gap) { context.moveTo(x, p); context.lineTo(x + width, p); }
    }
    context.stroke();
    context.setLineDash([]);
    context.strokeRect(x + 0.5, y - 1, Math.max(0, width - 1), height + 2);
    context.restore();
  }

  // Words over what is drawn, which shines through a little.
  function words(context, text, x, y) {
    const width = context.measureText(text).width;
    context.save();
    context.globalAlpha = 0.85;
    context.fillStyle = css("--card");
    context.fillRect(x - 2, y - 8, width + 4, 16);
    context.restore();
    context.fillStyle = css("--ink");
    context.textBaseline = "middle";
    context.fillText(text, x, y);
  }

  return { unpack, moved, shifted, css, know, causeOf, phaseNames, phaseTint, duration, moment, size, ticks, tickCount, niceStep, staircase, possible, valueAt, broken, merge, pattern, words };
})();
