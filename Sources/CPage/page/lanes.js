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
    app.height = Math.max(28, y + 3);
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
    paintStretches(pen, differs.from, differs.to, () => 0, () => [0, app.height - 1, ink.mark]);
    if (app.isUpper) paintJoint(pen, app);
  }
  paintStretches(pen, activities.from, activities.to, (i) => activities.kind[i], band);
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
    const left = Math.max(0, x(from[i])) + 4;
    label(pen, run.kinds.activities[kind[i]].words, left, look[0] + look[1] / 2 + 0.5,
      Math.min(view.width, x(to[i])) - left - 4);
    drawn++;
  }
}

/** Paints logs and other small events, as ticks above the band; one a pixel. */
function paintTicks(pen, app) {
  const { at, kind } = app.marks;
  pen.fillStyle = ink.faint;
  let last = -2;
  for (let i = lastUpTo(at, view.from) + 1; i < at.length && at[i] <= view.to; i++) {
    if (kind[i] < MARK.log) continue;
    const px = Math.floor(x(at[i]));
    if (px <= last + 1) continue;
    last = px;
    pen.fillRect(px, 0, 1, 3);
  }
}

/** Paints signs of marks; where they would overlap, the most important stands for all. */
function paintSigns(pen, app) {
  const middle = ACTIVITY.top + ACTIVITY.height / 2;
  const { at, kind } = app.marks;
  const begin = lastUpTo(at, view.from - 8 * (view.to - view.from) / view.width) + 1;
  for (const isDecision of [true, false]) {
    const room = isDecision ? 8 : 12;
    let group = null;
    const flush = () => {
      if (group) signs[run.kinds.marks[group.kind].key](pen, Math.min(Math.max(group.px, 7), view.width - 7), isDecision ? app.decisionsAt : middle);
    };
    for (let i = begin; i < at.length && at[i] <= view.to; i++) {
      if (kind[i] >= MARK.log || isDecision !== (kind[i] === MARK.grant || kind[i] === MARK.refusal)) continue;
      const px = x(at[i]);
      if (group && px - group.px < room) {
        if (kind[i] < group.kind) group.kind = kind[i];
        continue;
      }
      flush();
      group = { px, kind: kind[i] };
    }
    flush();
  }
}

/** Returns the app at a height of all lanes; null below the last. */
function appAt(y) {
  const i = firstEndingAfter(run.bottoms, y);
  return run.apps[i] ?? null;
}

/** Returns what is at a point of an app's lane: a mark, a span or an activity. */
function hitIn(app, px, y) {
  const t = timeAt(px);
  const reach = (7 / view.width) * (view.to - view.from);
  const inDecisions = app.decisionsAt >= 0 && Math.abs(y - app.decisionsAt) <= DECISIONS / 2;
  const mark = markNear(app, t, reach, (kind) =>
    (kind === MARK.grant || kind === MARK.refusal) === inDecisions
    && (kind < MARK.log || y <= 4) && (inDecisions || y < ACTIVITY.top + ACTIVITY.height + 2));
  if (mark >= 0) return { type: "mark", app, index: mark, t: app.marks.at[mark] };
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

/** Returns the mark of a sign: of those within reach the most important, then the nearest. */
function markNear(app, t, reach, isWanted) {
  const { at, kind } = app.marks;
  let best = -1;
  for (let i = lastUpTo(at, t - reach) + 1; i < at.length && at[i] <= t + reach; i++) {
    if (!isWanted(kind[i])) continue;
    const isBetter = best < 0 || kind[i] < kind[best]
      || (kind[i] === kind[best] && Math.abs(at[i] - t) < Math.abs(at[best] - t));
    if (isBetter) best = i;
  }
  return best;
}

/** Returns the mark that stands for the pixel of a moment: the most important of those that share it. */
function activityNear(app, t) {
  const { from, to, kind } = app.activities;
  const pixel = (view.to - view.from) / view.width;
  let best = -1;
  for (let i = firstEndingAfter(to, t - pixel / 2); i < from.length && from[i] <= t + pixel / 2; i++) {
    if (best < 0 || kind[i] < kind[best]) best = i;
  }
  return best < 0 ? from.length - 1 : best;
}
