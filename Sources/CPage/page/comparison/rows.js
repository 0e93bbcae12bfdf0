// Charts of rows: a policy or an app a row, and panels of marks beside each other on their own axes.

const ROW = 22, HEAD = 22, FOOT = 24, GAP = 26, LINE = 14;

/** Draws a string in one line or two of a width, of which the last is cut where it must be. */
function inLines(text, width) {
  if (widthOf(text) <= width) return [text];
  const all = text.split(" ");
  let count = all.length - 1;
  while (count > 1 && widthOf(all.slice(0, count).join(" ")) > width) count--;
  return [all.slice(0, count).join(" "), all.slice(count).join(" ")].filter(Boolean);
}

/**
 * Draws panels with the same rows: beside each other where there is room, else below each other.
 *
 * A panel has `title`, `extent`, `rows` (each a list of marks, as `paintMark` takes them), and may
 * have `reference`, a value at which a line stands, and `isCompact` for a narrow one.
 */
function drawRows(place, labels, panels, width) {
  const isOnPaper = document.documentElement.classList.contains("printing");
  const isWide = panels.length > 1 && width >= (isOnPaper ? 560 : 760);
  const longest = labels.reduce((most, label) => Math.max(most, widthOf(label)), 0) + 10;
  const names = Math.min(longest, isWide ? 190 : Math.max(96, width * 0.34));
  const room = isWide ? (width - names - 8 - GAP * (panels.length - 1)) / panels.length : width;
  // Beside each other, titles may need a second line.
  const more = panels.some((panel) => inLines(panel.title, room).length > 1) ? LINE : 0;
  const tall = more + HEAD + labels.length * ROW + FOOT;
  const height = isWide ? tall : panels.length * (tall + 8);
  const drawing = svg("svg", { width, height, viewBox: `0 0 ${width} ${height}`, "aria-hidden": "true" });
  const paintLabels = (top) => labels.forEach((label, row) => {
    drawing.append(words(label, { x: 0, y: top + HEAD + row * ROW + ROW / 2 + 4, class: "label" }, names - 8));
  });
  const stripes = (top) => labels.forEach((_, row) => {
    if (row % 2) return;
    drawing.append(svg("rect", { x: 0, y: top + HEAD + row * ROW, width, height: ROW, class: "stripe" }));
  });
  if (isWide) {
    stripes(more);
    paintLabels(more);
    panels.forEach((panel, i) => paintPanel(drawing, panel, names + 8 + i * (room + GAP), more, room, labels.length, null));
  } else {
    panels.forEach((panel, i) => {
      const top = i * (tall + 8) + more;
      stripes(top);
      paintLabels(top);
      paintPanel(drawing, panel, names + 8, top, width - names - 16, labels.length, panels.length > 1 ? 0 : null);
    });
  }
  place.replaceChildren(drawing);
}

/** Draws a panel's title over its marks, or from `edge` on where it may be wider. */
function paintPanel(drawing, panel, left, top, width, count, edge) {
  const group = svg("g");
  const bottom = top + HEAD + count * ROW;
  const hasNotes = panel.rows.some((marks) => marks.some((mark) => mark.note));
  const x = axis(panel.extent, left + 6, left + width - (hasNotes ? 22 : 6), 52);
  const start = edge ?? left, lines = inLines(panel.title, width + left - start);
  lines.forEach((line, i) => group.append(
    words(line, { x: start, y: top + 14 - (lines.length - 1 - i) * LINE, class: "panel-title" }, width + left - start)));
  for (const tick of x.ticks) {
    group.append(
      svg("line", { x1: x.at(tick), x2: x.at(tick), y1: top + HEAD, y2: bottom + 4, class: tick === 0 ? "zero" : "grid" }),
      svg("text", { x: x.at(tick), y: bottom + 17, class: "tick", "text-anchor": "middle" }, x.text(tick)));
  }
  group.append(svg("line", { x1: left, x2: left + width, y1: bottom, y2: bottom, class: "axis" }));
  if (panel.reference !== undefined && panel.reference !== null) {
    const at = x.at(panel.reference);
    group.append(svg("line", { x1: at, x2: at, y1: top + HEAD, y2: bottom, class: "reference" }));
  }
  panel.rows.forEach((marks, row) => {
    const middle = top + HEAD + row * ROW + ROW / 2;
    for (const mark of marks) group.append(...paintMark(mark, x, middle, left + width));
  });
  drawing.append(group);
}

/**
 * A mark of a row: `point` with its interval, `bar` from one value to another, `dots` of many values,
 * `box` of quantiles, or `none` with words; each may have `note`, a sign at the right edge.
 */
function paintMark(mark, x, y, right) {
  const parts = [];
  const look = mark.class ?? "plain";
  const tip = mark.tip && tooltip(mark.tip);
  if (mark.bar) {
    const [from, to] = mark.bar;
    const ends = [x.at(from), x.at(to)].sort((a, b) => a - b);
    parts.push(svg("rect", {
      x: ends[0], y: y - (mark.tall ?? 14) / 2, width: Math.max(0.5, ends[1] - ends[0]), height: mark.tall ?? 14,
      class: `bar ${look}`, "data-from": String(from), "data-to": String(to),
    }, tip));
  }
  if (mark.box) {
    const [, low, first, median, third, high] = mark.box.map(x.at);
    parts.push(
      svg("line", { x1: low, x2: high, y1: y, y2: y, class: "whisker" }),
      svg("rect", { x: first, y: y - 7, width: Math.max(1, third - first), height: 14, class: "box" }, tip),
      svg("line", { x1: median, x2: median, y1: y - 8, y2: y + 8, class: "median" }));
  }
  for (const [value, text, i] of mark.dots ?? []) {
    // Spread over the height of the row, always in the same way.
    const off = (((i * 0.618034) % 1) - 0.5) * 13;
    parts.push(svg("circle", { cx: x.at(value), cy: y + off, r: 2.2, class: "dot" }, tooltip(text)));
  }
  if (mark.interval) {
    const [low, high] = mark.interval.map(x.at);
    parts.push(svg("path", { d: `M${low} ${y - 4}V${y + 4}M${low} ${y}H${high}M${high} ${y - 4}V${y + 4}`, class: `interval ${look}` }, tip && tooltip(mark.tip)));
  }
  if (mark.value !== undefined && mark.value !== null) {
    parts.push(symbol(mark.shape ?? "circle", x.at(mark.value), y, mark.size ?? 4.2,
      { class: `point ${look}`, "data-value": String(mark.value) }, tip && tooltip(mark.tip)));
  }
  if (mark.words) {
    parts.push(svg("text", { x: mark.wordsAt === undefined ? x.from : x.at(mark.wordsAt) + 6, y: y + 4, class: "remark" }, mark.words));
  }
  if (mark.note) parts.push(svg("text", { x: right - 8, y: y + 4, class: `sign ${look}`, "text-anchor": "middle" }, mark.note));
  return parts;
}

/** Returns all values that marks show, for the extent of their axis. */
function valuesOf(rows) {
  return rows.flat().flatMap((mark) => [mark.value ?? null, ...(mark.interval ?? []), ...(mark.bar ?? []),
    ...(mark.box ?? []), ...(mark.dots ?? []).map(([value]) => value)]);
}
