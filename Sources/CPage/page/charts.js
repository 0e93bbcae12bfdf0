// The axis, the lanes of the device, the strip of the whole run, and the charts of levels.

const AXIS = 24, CONDITION = 18, LEVEL = 54;

const STEPS = [1e2, 2e2, 5e2, 1e3, 2e3, 5e3, 1e4, 2e4, 5e4, 1e5, 2e5, 5e5, 1, 2, 5, 10, 15, 30, 60, 120,
  300, 600, 900, 1800, 3600, 7200, 10800, 21600, 43200, 86400, 172800, 604800, 2592000, 31536000]
  .map((step, i) => (i < 12 ? step : step * SECOND));

/** Returns moments for the axis: at least so many pixels apart, on round times of the device's clock. */
function ticks(least) {
  const wanted = (least / view.width) * (view.to - view.from);
  const step = STEPS.find((s) => s >= wanted) ?? STEPS[STEPS.length - 1];
  const first = Math.ceil((view.from + run.startsAt) / step) * step - run.startsAt;
  const times = [];
  for (let t = first; t <= view.to; t += step) times.push(t);
  return { times, step };
}

function tickText(t, step) {
  if (step >= DAY) return `day ${Math.floor((run.startsAt + t) / DAY) + 1}`;
  const places = step >= MINUTE ? -1 : step >= SECOND ? 0 : step >= 1000 ? 3 : 6;
  return clockText(t, places).replace("day ", "d");
}

function paintGrid(pen, top, height) {
  pen.fillStyle = ink.grid;
  for (const t of ticks(90).times) pen.fillRect(Math.round(x(t)), top, 1, height);
}

function paintHead() {
  const height = AXIS + run.conditions.length * CONDITION;
  const pen = context(byId("head"), view.width, height);
  paintGrid(pen, AXIS - 6, height);
  pen.fillStyle = ink.faint;
  const { times, step } = ticks(90);
  for (const t of times) {
    const text = tickText(t, step), width = pen.measureText(text).width;
    const left = Math.min(Math.max(3, x(t) - width / 2), view.width - width - 3);
    pen.fillText(text, left, AXIS / 2 - 2);
  }
  run.conditions.forEach((lane, i) => paintCondition(pen, lane, AXIS + i * CONDITION));
  paintNow(pen, height);
  pen.fillStyle = ink.now;
  const at = x(view.now);
  pen.beginPath();
  pen.moveTo(at - 5, AXIS - 8); pen.lineTo(at + 5, AXIS - 8); pen.lineTo(at, AXIS - 1);
  pen.fill();
}

function paintCondition(pen, lane, top) {
  const inks = [...new Set(lane.text.map((text) => conditionInk(lane.key, textOf(text))))];
  const colour = (i) => inks.indexOf(conditionInk(lane.key, textOf(lane.text[i])));
  paintStretches(pen, lane.from, lane.to, colour, (kind) => [top + 2, CONDITION - 5, inks[kind]], inks.length);
  pen.fillStyle = ink["on-activity"];
  for (let i = firstEndingAfter(lane.to, view.from); i < lane.from.length && lane.from[i] < view.to; i++) {
    const left = Math.max(0, x(lane.from[i])), right = Math.min(view.width, x(lane.to[i]));
    label(pen, textOf(lane.text[i]), left + 4, top + 2 + (CONDITION - 5) / 2 + 0.5, right - left - 8);
  }
}

function conditionInk(lane, text) {
  if (lane === "user") return ink["a-front"];
  if (lane === "network") return text === "none" ? ink["a-suspended"] : text === "wifi" ? ink["a-fetching"] : ink["a-granted"];
  return text.startsWith("charging") ? ink["a-service"] : ink["a-suspended"];
}

// MARK: The strip of the whole run

let strip = null;

/** The activities of all apps over the whole run: painted once for a size and a theme. */
function paintStrip(height) {
  const whole = { from: view.from, to: view.to };
  view.from = 0;
  view.to = run.end;
  strip = document.createElement("canvas");
  const pen = context(strip, view.width, height);
  // Of two runs, the first is above and the second below; they are not added up.
  const halves = isPair ? [run.apps.filter((app) => app.run === 0), run.apps.filter((app) => app.run === 1)] : [run.apps];
  halves.forEach((apps, i) => paintSums(pen, apps, (i * height) / halves.length, height / halves.length));
  Object.assign(view, whole);
}

/**
 * Paints what apps do: who is in front in the upper half, and in the lower how many run behind, in the
 * colours of their lanes above one another.
 */
function paintSums(pen, apps, top, height) {
  const width = Math.ceil(view.width), scale = view.width / run.end;
  const sums = new Map();
  for (const app of apps) {
    const { from, to, kind } = app.activities;
    for (let i = 0; i < from.length; i++) {
      const key = run.kinds.activities[kind[i]].key;
      if (key === "suspended" || key === "notRunning") continue;
      if (!sums.has(kind[i])) sums.set(kind[i], new Float32Array(width));
      const row = sums.get(kind[i]), start = from[i] * scale, end = to[i] * scale;
      for (let p = Math.floor(start); p <= end && p < width; p++) row[p] += Math.min(end, p + 1) - Math.max(start, p);
    }
  }
  const half = (height - 4) / 2, isFront = (kind) => run.kinds.activities[kind].key === "front";
  const behind = [...sums].filter(([kind]) => !isFront(kind)).sort(([a], [b]) => a - b);
  const all = new Float32Array(width);
  for (const [, row] of behind) row.forEach((value, p) => { all[p] += value; });
  const most = Math.max(1e-9, all.reduce((a, b) => Math.max(a, b), 0));
  const below = new Float32Array(width);
  const paint = (row, base, least, size, isStacked) => {
    for (let p = 0; p < width; p++) {
      if (row[p] <= 0) continue;
      const tall = Math.max(least, half * Math.min(1, row[p] / size)), from = isStacked ? Math.min(below[p], half - tall) : 0;
      pen.fillRect(p, base - from - tall, 1, tall);
      if (isStacked) below[p] += tall;
    }
  };
  for (const [kind, row] of sums) {
    if (!isFront(kind)) continue;
    pen.fillStyle = ink.activities[kind];
    paint(row, top + 2 + half, 1.5, 1, false);
  }
  for (const [kind, row] of behind) {
    pen.fillStyle = ink.activities[kind];
    paint(row, top + 2 + 2 * half, 1.5, most, true);
  }
}

function paintOverview() {
  const height = 34;
  const canvas = byId("overview");
  if (!strip) paintStrip(height);
  const pen = context(canvas, view.width, height);
  pen.drawImage(strip, 0, 0, view.width, height);
  const left = (view.from / run.end) * view.width, right = (view.to / run.end) * view.width;
  pen.fillStyle = ink["level-fill"];
  pen.fillRect(0, 0, left, height);
  pen.fillRect(right, 0, view.width - right, height);
  pen.strokeStyle = ink.text;
  pen.lineWidth = 1;
  pen.strokeRect(Math.max(0.5, left), 0.5, Math.max(3, Math.min(view.width - 0.5, right) - Math.max(0.5, left)), height - 1);
  pen.fillStyle = ink.bad;
  for (const { at } of run.kills) {
    const px = (at / run.end) * view.width;
    polygon(pen, [[px - 4, 0], [px + 4, 0], [px, 7]], ink.bad);
  }
  pen.fillStyle = ink.now;
  pen.fillRect((view.now / run.end) * view.width - 0.5, 0, 1.5, height);
}

// MARK: Levels

function paintLevels() {
  const pen = context(byId("levels"), view.width, Math.max(1, run.levels.length * LEVEL));
  paintGrid(pen, 0, run.levels.length * LEVEL);
  run.levels.forEach((level, i) => paintLevel(pen, level, i * LEVEL));
  paintNow(pen, run.levels.length * LEVEL);
}

/** Paints a level as steps from zero; in each pixel it goes from its least to its greatest there. */
function paintLevel(pen, level, top) {
  const base = top + LEVEL - 6, tall = LEVEL - 16;
  const y = (value) => base - (Math.max(0, value) / level.most) * tall;
  pen.fillStyle = ink.line;
  pen.fillRect(0, base, view.width, 1);
  pen.fillStyle = ink.grid;
  pen.fillRect(0, y(level.most), view.width, 1);
  const first = Math.max(0, lastUpTo(level.at, view.from));
  if (first < level.at.length) {
    const path = [];
    let value = level.value[first], px = Math.max(0, x(level.at[first])), low = value, high = value;
    for (let i = first + 1; i <= level.at.length; i++) {
      const next = i < level.at.length ? Math.min(view.width, x(level.at[i])) : view.width;
      if (Math.floor(next) === Math.floor(px) && i < level.at.length && level.at[i] <= view.to) {
        value = level.value[i];
        low = Math.min(low, value);
        high = Math.max(high, value);
        continue;
      }
      path.push([px, low, high, value, next]);
      if (next >= view.width) break;
      px = next;
      low = high = value = level.value[i];
    }
    pen.fillStyle = ink["level-fill"];
    for (const [from, , high, last, to] of path) {
      pen.fillRect(from, y(last), to - from, base - y(last));
      if (high > last) pen.fillRect(from, y(high), 1, y(last) - y(high));
    }
    pen.strokeStyle = ink.level;
    pen.lineWidth = 1.3;
    pen.beginPath();
    path.forEach(([from, low, high, last, to], i) => {
      if (i === 0) pen.moveTo(from, y(last));
      if (high !== last || low !== last) { pen.lineTo(from, y(high)); pen.lineTo(from, y(low)); }
      pen.lineTo(from, y(last));
      pen.lineTo(to, y(last));
    });
    pen.stroke();
  }
}
