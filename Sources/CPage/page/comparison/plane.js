// Charts of two axes: one metric against another, and a metric over a parameter.

/** Draws axes, grid and titles of a chart of two axes; returns the drawing and both axes. */
function plane(width, height, across, up, titles, { ticks } = {}) {
  const drawing = svg("svg", { width, height, viewBox: `0 0 ${width} ${height}`, "aria-hidden": "true" });
  const trial = axis(up, height - 46, 24, 44);
  const left = Math.max(34, ...trial.ticks.map((tick) => widthOf(trial.text(tick), 11))) + 10;
  const x = axis(across, left, width - 12, 70), y = trial;
  drawing.append(words(titles[1], { x: 0, y: 12, class: "panel-title" }, width));
  for (const tick of y.ticks) {
    drawing.append(
      svg("line", { x1: left, x2: width - 12, y1: y.at(tick), y2: y.at(tick), class: "grid" }),
      svg("text", { x: left - 6, y: y.at(tick) + 4, class: "tick", "text-anchor": "end" }, y.text(tick)));
  }
  for (const [value, text] of ticks ?? x.ticks.map((tick) => [tick, x.text(tick)])) {
    drawing.append(
      svg("line", { x1: x.at(value), x2: x.at(value), y1: y.to, y2: y.from + 4, class: "grid" }),
      words(text, { x: x.at(value), y: y.from + 17, class: "tick", "text-anchor": "middle" },
        ticks ? (width - left) / ticks.length - 4 : Infinity));
  }
  drawing.append(
    svg("path", { d: `M${left} ${y.to}V${y.from}H${width - 12}`, class: "axis", fill: "none" }),
    words(titles[0], { x: width - 12, y: height - 6, class: "panel-title", "text-anchor": "end" }, width));
  return { drawing, x, y };
}

// MARK: One metric against another

function showTradeoff() {
  const usable = metrics.map((_, i) => i).filter((i) => metrics[i].role !== "quantile" && hasValues(i));
  const chosen = { x: metricNamed("energy background"), y: metricNamed("fresh at open") };
  if (!hasValues(chosen.x) || !hasValues(chosen.y) || !isCompared) return;
  const options = usable.map((i) => [i, metrics[i].name]);
  let made;
  const controls = el("p", { class: "controls" },
    choice("Up:", options, chosen.y, (i) => { chosen.y = i; made.refresh(); }),
    choice("Across:", options, chosen.x, (i) => { chosen.x = i; made.refresh(); }));
  made = addFigure(section("tradeoff", "Freshness against energy"), {
    id: "tradeoff-figure", controls: [controls], title: () => `${metrics[chosen.y].name} against ${metrics[chosen.x].name}`,
    notes: () => [
      `Means with ${percent} intervals; ${countText(standings(chosen.y))}. The axes need not begin at zero.`,
      frontier(points(chosen), chosen)?.length > 1 && "On the line lie the policies that no other beats in both by their means.",
    ],
    draw: (box, width) => drawTradeoff(box, width, chosen),
    summary: () => points(chosen).map((p) => `${policies[p.i]}: ${p.sx.texts[TEXT.mean]} across, ${p.sy.texts[TEXT.mean]} up`).join("; ") + ".",
    rows() {
      const line = new Set((frontier(points(chosen), chosen) ?? []).map((p) => p.i));
      return {
        headings: ["policy", ...[chosen.x, chosen.y].flatMap((i) => [`${metrics[i].name}, ${metrics[i].unit}`, "interval"]), "on the line"],
        rows: points(chosen).map((p) => [foreign(policies[p.i]), p.sx.texts[TEXT.mean], signed(p.sx.texts[TEXT.interval]),
          p.sy.texts[TEXT.mean], signed(p.sy.texts[TEXT.interval]), line.has(p.i) ? "yes" : ""]),
        numeric: (i) => i < 5,
      };
    },
    csv: () => metricCSV([chosen.x, chosen.y]),
  });
}

/** Returns the policies that have both values. */
function points(chosen) {
  return policies.map((_, i) => ({ i, sx: standings(chosen.x)[i], sy: standings(chosen.y)[i] }))
    .filter((p) => isShown(p.i) && p.sx.count > 0 && p.sy.count > 0)
    .map((p) => ({ ...p, x: scaled(metrics[chosen.x], p.sx.mean), y: scaled(metrics[chosen.y], p.sy.mean) }));
}

/** Returns the points that none beats in both, from left to right; null where neither is better. */
function frontier(list, chosen) {
  const sign = [chosen.x, chosen.y].map((i) => ({ higher: 1, lower: -1, neutral: 0 })[metrics[i].better]);
  if (sign.includes(0)) return null;
  const beats = (a, b) => (a.x - b.x) * sign[0] >= 0 && (a.y - b.y) * sign[1] >= 0 && (a.x !== b.x || a.y !== b.y);
  const best = list.filter((p) => !list.some((q) => beats(q, p))).sort((a, b) => a.x - b.x || a.y - b.y);
  best.isAcrossFirst = sign[0] < 0;
  return best;
}

function drawTradeoff(box, width, chosen) {
  const list = points(chosen), [mx, my] = [metrics[chosen.x], metrics[chosen.y]];
  const ends = (s, m) => [s.low, s.high].map((value) => scaled(m, value));
  const across = range(list.flatMap((p) => [p.x, ...ends(p.sx, mx)])), up = range(list.flatMap((p) => [p.y, ...ends(p.sy, my)]));
  const height = Math.round(Math.min(460, Math.max(320, width * 0.45)));
  const { drawing, x, y } = plane(width, height, across, up, [heading(mx) + " \u2192", "\u2191 " + heading(my)]);
  const best = frontier(list, chosen);
  if (best && best.length > 1) {
    const d = best.map((p, i) => {
      if (i === 0) return `M${x.at(p.x)} ${y.at(p.y)}`;
      return best.isAcrossFirst ? `H${x.at(p.x)}V${y.at(p.y)}` : `V${y.at(p.y)}H${x.at(p.x)}`;
    }).join("");
    drawing.append(svg("path", { d, class: "frontier", fill: "none" }));
  }
  const taken = list.map((p) => [x.at(p.x) - 7, y.at(p.y) - 7, 14, 14]);
  const lines = list.flatMap((p) => {
    const [xl, xh] = ends(p.sx, mx), [yl, yh] = ends(p.sy, my);
    return [xl !== null && [x.at(xl), y.at(p.y) - 1, x.at(xh) - x.at(xl), 2], yl !== null && [x.at(p.x) - 1, y.at(yh), 2, y.at(yl) - y.at(yh)]].filter(Boolean);
  });
  for (const p of list) {
    const px = x.at(p.x), py = y.at(p.y);
    const [xl, xh] = ends(p.sx, mx), [yl, yh] = ends(p.sy, my);
    if (xl !== null) drawing.append(svg("path", { d: `M${x.at(xl)} ${py}H${x.at(xh)}`, class: `interval ${inkOf(p.i)}` }));
    if (yl !== null) drawing.append(svg("path", { d: `M${px} ${y.at(yl)}V${y.at(yh)}`, class: `interval ${inkOf(p.i)}` }));
    drawing.append(symbol(shapeOf(p.i), px, py, 5.5, { class: `point ${inkOf(p.i)}`, "data-x": String(p.x), "data-y": String(p.y) },
      tooltip(`${policies[p.i]}: ${p.sx.texts[TEXT.mean]} ${mx.unit}, ${p.sy.texts[TEXT.mean]} ${my.unit}`)));
  }
  for (const p of list) drawing.append(...nameBeside(policies[p.i], x.at(p.x), y.at(p.y), taken, lines, width, height - 46));
  box.replaceChildren(drawing);
}

/** Draws a name near a point, where it covers least; with a line to it where it had to go further. */
function nameBeside(name, px, py, taken, lines, width, bottom) {
  const text = fitting(name, Math.min(180, width * 0.45)), w = widthOf(text), h = 15;
  const places = [];
  for (const off of [0, 16, -16, 32, -32, 48, -48, 64, -64, 80, -80]) {
    for (const left of [px + 10, px - 10 - w, px - w / 2]) {
      if (left === px - w / 2 && Math.abs(off) < 16) continue;
      places.push([left, py + off - h / 2, w, h, off]);
    }
  }
  const covers = ([a, b, c, d]) => ([e, f, g, i]) => a < e + g && e < a + c && b < f + i && f < b + d;
  const cost = (place) => {
    const [a, b, c, d, off] = place;
    const isOutside = a < 2 || a + c > width - 2 || b < 16 || b + d > bottom;
    return (isOutside ? 1000 : 0) + 100 * taken.filter(covers(place)).length
      + 12 * lines.filter(covers(place)).length + Math.abs(off) / 4;
  };
  const best = places.reduce((a, b) => (cost(b) < cost(a) ? b : a));
  taken.push(best.slice(0, 4));
  const far = Math.abs(best[4]) >= 32;
  return [
    far && svg("line", { x1: px, y1: py, x2: Math.min(Math.max(px, best[0]), best[0] + w), y2: best[1] + (best[4] > 0 ? 0 : h), class: "leader" }),
    svg("text", { x: best[0], y: best[1] + 12, class: "name" }, text, text !== name && tooltip(name)),
  ].filter(Boolean);
}

// MARK: A metric over a parameter

/** Returns the parameters that take several values, with those values in order. */
function axesOfSettings() {
  return settings[0].map(([name], place) => {
    const values = [...new Set(settings.map((setting) => setting[place][1]))];
    const isNumeric = values.every((text) => text.trim() !== "" && Number.isFinite(Number(text)));
    // What spans much is told apart by its ratios.
    const sizes = values.map(Number), isWide = isNumeric && Math.min(...sizes) > 0 && Math.max(...sizes) >= 8 * Math.min(...sizes);
    const at = (text) => isWide ? Math.log(Number(text)) : isNumeric ? Number(text) : values.indexOf(text);
    return { name, place, values, at, kind: isWide ? " (logarithmic)" : "", isNumeric };
  }).filter((one) => one.values.length > 1);
}

function showResponse() {
  const axes = axesOfSettings();
  const usable = metrics.map((_, i) => i).filter((i) => hasValues(i));
  if (axes.length === 0 || usable.length === 0) return;
  const chosen = { axis: 0, metric: usable.find((i) => metrics[i].name === "fresh at open") ?? usable[0] };
  let made;
  const controls = el("p", { class: "controls" },
    choice("Metric:", usable.map((i) => [i, metrics[i].name]), chosen.metric, (i) => { chosen.metric = i; made.refresh(); }),
    axes.length > 1 ? choice("Over:", axes.map((one, i) => [i, one.name]), 0, (i) => { chosen.axis = i; made.refresh(); }) : "");
  const legend = el("ul", { class: "legend", "aria-label": "Policies" });
  const nameSigns = () => legend.replaceChildren(...shownOf(policies.map((policy, i) =>
    el("li", {}, svg("svg", { width: 16, height: 16, "aria-hidden": "true" }, symbol(shapeOf(i), 8, 8, 5, { class: `point ${inkOf(i)}` })), foreign(policy)))));
  made = addFigure(section("response", "Response over parameters"), {
    id: "response-figure", controls: [controls, legend],
    title: () => `${heading(metrics[chosen.metric])} over ${axes[chosen.axis].name}`,
    notes: () => [`Means with ${percent} intervals; ${countText(settings.flatMap((_, k) => standings(chosen.metric, k)))}`
      + `${axes.length > 1 ? "; the other parameters as chosen above: " + settingText(view.setting) : ""}. The axis up need not begin at zero.`],
    draw(box, width) {
      nameSigns();
      drawResponse(box, width, axes[chosen.axis], chosen.metric);
    },
    summary: () => axes[chosen.axis].values.map((value) => {
      const k = settingWith(axes[chosen.axis], value);
      return k < 0 ? "" : `${axes[chosen.axis].name} ${value}: ${meansText(metrics[chosen.metric], standings(chosen.metric, k))}`;
    }).join(" "),
    rows: () => {
      const one = axes[chosen.axis];
      const places = one.values.map((value) => settingWith(one, value));
      return {
        headings: ["policy", ...one.values.map((value) => `${one.name} = ${value}`)],
        rows: policies.map((policy, i) => [foreign(policy), ...places.map((k) => k < 0 ? "-" : standings(chosen.metric, k)[i].texts[TEXT.mean])]),
      };
    },
    csv: () => metricCSV([chosen.metric]),
  });
}

/** Returns the setting that differs from the one in view only in one parameter; -1: there is none. */
const settingWith = (one, value) => settings.findIndex((setting) =>
  setting[one.place][1] === value
  && setting.every(([, text], place) => place === one.place || text === settings[view.setting][place][1]));

function drawResponse(box, width, one, place) {
  const metric = metrics[place];
  const columns = one.values.map((value) => ({ at: one.at(value), setting: settingWith(one, value), value }))
    .filter((column) => column.setting >= 0).sort((a, b) => a.at - b.at);
  const all = columns.flatMap((column) => shownOf(standings(place, column.setting)));
  const height = Math.round(Math.min(420, Math.max(300, width * 0.4)));
  const span = columns.length > 1 ? columns[columns.length - 1].at - columns[0].at : 1;
  const first = columns[0]?.at ?? 0;
  const { drawing, x, y } = plane(width, height, [first - span * 0.08, first + span * 1.08],
    range(all.flatMap((s) => [s.mean, s.low, s.high].map((value) => scaled(metric, value)))),
    [one.name + one.kind + " \u2192", "\u2191 " + heading(metric)], { ticks: columns.map((column) => [column.at, column.value]) });
  policies.forEach((policy, i) => {
    if (!isShown(i)) return;
    // Beside each other, so that intervals can be told apart.
    const off = (i - (policies.length - 1) / 2) * Math.min(7, width / 120);
    const known = columns.map((column) => ({ column, s: standings(place, column.setting)[i] })).filter(({ s }) => s.count > 0)
      .map(({ column, s }) => ({ column, s, px: x.at(column.at) + off, py: y.at(scaled(metric, s.mean)) }));
    const group = svg("g", { class: inkOf(i) });
    // Between words there is nothing to go through.
    if (known.length > 1 && one.isNumeric) group.append(svg("path", { d: "M" + known.map((p) => `${p.px} ${p.py}`).join("L"), class: `line ${inkOf(i)}`, fill: "none" }));
    for (const p of known) {
      if (p.s.low !== undefined && p.s.low !== null) {
        const [low, high] = [p.s.low, p.s.high].map((value) => y.at(scaled(metric, value)));
        group.append(svg("path", { d: `M${p.px - 3} ${low}H${p.px + 3}M${p.px} ${low}V${high}M${p.px - 3} ${high}H${p.px + 3}`, class: `interval ${inkOf(i)}` }));
      }
      group.append(symbol(shapeOf(i), p.px, p.py, 4.5, { class: `point ${inkOf(i)}`, "data-value": String(scaled(metric, p.s.mean)) },
        tooltip(`${policy}, ${one.name} ${p.column.value}: ${p.s.texts[TEXT.mean]} ${metric.unit}`)));
    }
    drawing.append(group);
  });
  box.replaceChildren(drawing);
}
