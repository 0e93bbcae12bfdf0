// The lanes of the apps: their layout and their painting.

const ACTIVITY = { top: 4, height: 18 };
/** The most rows of spans of each kind below the activity; the last holds all beyond. */
const MOST_ROWS = [3, 2, 1, 2, 1];
const ROW = 6, DECISIONS = 10;

const MARK = Object.fromEntries(run.kinds.marks.map((kind, index) => [kind.key, index]));

/** Gives each app the places of its rows, and its height. */
function layOut() {
  let top = 0;
  for (const app of run.apps) {
    app.top = top;
    let y = ACTIVITY.top + ACTIVITY.height + 3;
    app.rows = [];
    run.kinds.spans.forEach((_, kind) => {
      const tracks = app.tracks.filter((track) => track.kind === kind);
      for (let row = 0; row < Math.min(tracks.length, MOST_ROWS[kind]); row++) {
        const isLast = row === MOST_ROWS[kind] - 1;
        app.rows.push({ kind, y, tracks: isLast ? tracks.slice(row) : [tracks[row]] });
        y += ROW;
      }
    });
    const kinds = app.marks.kind;
    app.decisionsAt = kinds.includes(MARK.grant) || kinds.includes(MARK.refusal) ? y + DECISIONS / 2 : -1;
    if (app.decisionsAt >= 0) y += DECISIONS;
    // Where two runs meet, their differences have a line of their own.
    app.height = Math.max(28, y + 3) + (app.isUpper ? 6 : 0);
    top += app.height;
  }
  run.height = Math.max(top, 1);
  run.bottoms = run.apps.map((app) => app.top + app.height);
}

/** The looks of an activity's band: colour and height say the same. */
function band(kind) {
  const key = run.kinds.activities[kind].key;
  const { top, height } = ACTIVITY;
  const colour = ink.activities[kind];
  switch (key) {
    case "front": return [top, height, colour];
    case "suspended": return [top + height - 4, 2, colour];
    case "notRunning": return null;
    case "background": return [top + height * 0.5, height * 0.5, colour];
    default: return [top + height * 0.25, height * 0.75, colour];
  }
}

function paintLanes(scrollTop, height) {
  const pen = context(byId("lanes"), view.width, height);
  const first = firstEndingAfter(run.bottoms, scrollTop);
  for (let i = first; i < run.apps.length && run.apps[i].top < scrollTop + height; i++) {
    pen.save();
    pen.translate(0, run.apps[i].top - scrollTop);
    paintLane(pen, run.apps[i]);
    pen.restore();
  }
  paintNow(pen, height);
}

function paintLane(pen, app) {
  if (app.index === view.lane) {
    pen.fillStyle = ink.chosen;
    pen.fillRect(0, 0, view.width, app.height);
  }
  pen.fillStyle = ink.grid;
  pen.fillRect(0, app.height - 1, view.width, 1);
  const { activities, differs } = app;
  if (differs) {
    paintStretches(pen, differs.from, differs.to, () => 0, () => [0, app.height - 1, ink.mark], 1, Infinity);
    if (app.isUpper) paintJoint(pen, app);
  }
  paintStretches(pen, activities.from, activities.to, (i) => activities.kind[i], band, run.kinds.activities.length);
  paintWords(pen, app);
  for (const row of app.rows) {
    const look = [row.y, ROW - 2, ink.spans[row.kind]];
    for (const track of row.tracks) paintStretches(pen, track.from, track.to, () => 0, () => look);
  }
  paintTicks(pen, app);
  paintSigns(pen, app);
}

/** Paints where the two runs' lanes of an app meet: the differences, each at least three pixels wide. */
function paintJoint(pen, app) {
  const { from, to } = app.differs;
  pen.fillStyle = ink.text;
  let last = -1;
  for (let i = firstEndingAfter(to, view.from); i < from.length && from[i] < view.to; i++) {
    const left = Math.max(last, Math.round(x(from[i])) - 1), right = Math.max(Math.round(x(to[i])), left + 3);
    if (right <= last) continue;
    pen.fillRect(left, app.height - 5, right - left, 5);
    last = right;
  }
}

/** Paints the names of activities where there is room. */
function paintWords(pen, app) {
  const { from, to, kind } = app.activities;
  const least = (60 / view.width) * (view.to - view.from);
  pen.fillStyle = ink["on-activity"];
  let drawn = 0;
  for (let i = firstEndingAfter(to, view.from); i < from.length && from[i] < view.to && drawn < 40; i++) {
    const look = band(kind[i]);
    if (to[i] - from[i] < least || !look || look[1] < 12) continue;
    const left = Math.max(0, x(from[i])) + 4, { words } = run.kinds.activities[kind[i]];
    // Colour and legend say it too, where there is no room.
    if (pen.measureText(words).width > Math.min(view.width, x(to[i])) - left - 4) continue;
    pen.fillText(words, left, look[0] + look[1] / 2 + 0.5);
    drawn++;
  }
}

/** Paints logs and other small events, as ticks above the band; one a pixel. */
function paintTicks(pen, app) {
  const { at, kind } = app.marks;
  pen.fillStyle = ink.faint;
  let last = -2;
  for (let i = lastUpTo(at, view.from) + 1; i < at.length && at[i] <= view.to; i++) {
    if (rankOf[kind[i]] !== 99) continue;
    const px = Math.floor(x(at[i]));
    if (px <= last + 1) continue;
    last = px;
    pen.fillRect(px, 0, 1, 3);
  }
}

/** The marks with signs, the worst first: of several at one place it stands for all. */
const WORST = ["kill", "finding", "expiry", "forceQuit", "refusal", "grant", "exit", "call", "alert", "push"];
const rankOf = run.kinds.marks.map((kind) => (WORST.includes(kind.key) ? WORST.indexOf(kind.key) : 99));
const isDecisionMark = (kind) => kind === MARK.grant || kind === MARK.refusal;

/** The pixels that a sign takes alone, in the row of decisions and in the band, and with its count. */
const SIGN = { decision: 8, other: 12, counted: 34 };

/**
 * Returns the signs of a row of an app in view. Where signs would overlap, one stands for all that share
 * its place: that of the worst, at the first of them, with how many of its kind there are.
 */
function signGroups(app, isDecision) {
  const { at, kind } = app.marks;
  const scale = view.width / (view.to - view.from), alone = isDecision ? SIGN.decision : SIGN.other;
  // Begins behind a gap, so that signs stand with the same ones however the view moves.
  let begin = Math.max(0, lastUpTo(at, view.from));
  while (begin > 0 && (at[begin] - at[begin - 1]) * scale <= SIGN.counted) begin--;
  const groups = [];
  let last = null;
  for (let i = begin; i < at.length && at[i] <= view.to; i++) {
    if (rankOf[kind[i]] === 99 || isDecisionMark(kind[i]) !== isDecision) continue;
    if (last && (at[i] - last.from) * scale < (last.from === last.to ? alone : SIGN.counted)) {
      last.counts[kind[i]] = (last.counts[kind[i]] ?? 0) + 1;
      last.to = at[i];
      if (rankOf[kind[i]] < rankOf[kind[last.index]]) last.index = i;
    } else groups.push(last = { index: i, from: at[i], to: at[i], counts: { [kind[i]]: 1 } });
  }
  for (const one of groups) {
    one.count = one.counts[kind[one.index]];
    one.total = Object.values(one.counts).reduce((a, b) => a + b);
    one.px = x(one.from);
    // What is in view is whole at its edges.
    if (one.from >= view.from) one.px = Math.min(Math.max(one.px, 7), view.width - 7);
  }
  return groups.filter((one) => one.px > -SIGN.counted);
}

/** Returns what a sign stands for, where that is more than one thing: `9 refused, 3 granted`. */
const groupText = (group) => Object.entries(group.counts).sort(([a], [b]) => rankOf[a] - rankOf[b])
  .map(([kind, count]) => `${grouped(count)} ${run.kinds.marks[kind].words}`).join(", ");

function paintSigns(pen, app) {
  const middle = ACTIVITY.top + ACTIVITY.height / 2;
  app.groups = [true, false].flatMap((isDecision) => signGroups(app, isDecision).map((group) => ({ ...group, isDecision })));
  for (const { px, index, count, isDecision } of app.groups) {
    const key = run.kinds.marks[app.marks.kind[index]].key, y = isDecision ? app.decisionsAt : middle;
    signs[key](pen, px, y);
    if (count === 1) continue;
    const text = shortCount(count), left = px + (isDecision ? 5 : 8);
    if (!isDecision) {
      pen.fillStyle = ink.ground;
      pen.fillRect(left - 1, y - 6, pen.measureText(text).width + 2, 12);
    }
    pen.fillStyle = ink.text;
    pen.fillText(text, left, y + 0.5);
  }
}

/** Returns a count that has room beside a sign: 999, 12k. */
const shortCount = (count) => (count < 1000 ? String(count) : count < 9950 ? (count / 1000).toFixed(1) + "k" : Math.round(count / 1000) + "k");

/** Returns the app at a height of all lanes; null below the last. */
function appAt(y) {
  const i = firstEndingAfter(run.bottoms, y);
  return run.apps[i] ?? null;
}

/** Returns what is at a point of an app's lane: a mark, a span or an activity. */
function hitIn(app, px, y) {
  const t = timeAt(px);
  const reach = (7 / view.width) * (view.to - view.from);
  const group = (app.groups ?? []).filter((one) => {
    const isRow = one.isDecision ? Math.abs(y - app.decisionsAt) <= DECISIONS / 2 : y < ACTIVITY.top + ACTIVITY.height + 2;
    return isRow && px >= one.px - 7 && px <= one.px + (one.total > 1 ? 28 : 7);
  }).reduce((best, one) => (best && Math.abs(best.px - px) <= Math.abs(one.px - px) ? best : one), null);
  if (group) return { type: "mark", app, index: group.index, t: app.marks.at[group.index], group };
  const tick = y <= 4 ? markNear(app, t, reach) : -1;
  if (tick >= 0) return { type: "mark", app, index: tick, t: app.marks.at[tick] };
  for (const row of app.rows) {
    if (y < row.y - 1 || y >= row.y + ROW - 1) continue;
    for (const track of row.tracks) {
      const i = firstEndingAfter(track.to, t - reach / 4);
      if (i < track.from.length && track.from[i] <= t + reach / 2) {
        return { type: "span", app, index: track.index[i], from: track.from[i], to: track.to[i], t };
      }
    }
  }
  return { type: "activity", app, index: activityNear(app, t), t };
}

/** Returns the nearest event without a sign within reach; -1: none. */
function markNear(app, t, reach) {
  const { at, kind } = app.marks;
  let best = -1;
  for (let i = lastUpTo(at, t - reach) + 1; i < at.length && at[i] <= t + reach; i++) {
    if (rankOf[kind[i]] === 99 && (best < 0 || Math.abs(at[i] - t) < Math.abs(at[best] - t))) best = i;
  }
  return best;
}

/** Returns the most telling activity of the pixel of a moment. */
function activityNear(app, t) {
  const { from, to, kind } = app.activities;
  const pixel = (view.to - view.from) / view.width;
  let best = -1;
  for (let i = firstEndingAfter(to, t - pixel / 2); i < from.length && from[i] <= t + pixel / 2; i++) {
    if (best < 0 || kind[i] < kind[best]) best = i;
  }
  return best < 0 ? from.length - 1 : best;
}

/** Returns the shares of an app's activities in the pixel of a moment, where there are several. */
function sharesAt(app, t) {
  const { from, to, kind } = app.activities;
  const pixel = (view.to - view.from) / view.width, begin = t - pixel / 2, end = t + pixel / 2;
  const lengths = new Map();
  for (let i = firstEndingAfter(to, begin); i < from.length && from[i] < end; i++) {
    lengths.set(kind[i], (lengths.get(kind[i]) ?? 0) + Math.min(end, to[i]) - Math.max(begin, from[i]));
  }
  if (lengths.size < 2) return null;
  return `of ${spanText(pixel)} here: ` + [...lengths].sort(([a], [b]) => a - b)
    .map(([k, length]) => `${run.kinds.activities[k].words} ${grouped((length / pixel) * 100, 1)}%`).join(", ");
}
