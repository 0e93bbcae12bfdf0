// The run: what the page was given, in arrays that can be searched by time.

const run = {
  startsAt: given.startsAt, end: Math.max(given.end, 1), partsAt: given.partsAt, texts: given.texts,
  kinds: given.kinds, findings: given.findings, kills: given.kills, figures: given.figures,
};

/** Returns the sums of the differences that are given. */
function running(differences) {
  const times = new Float64Array(differences.length);
  let t = 0;
  for (let i = 0; i < times.length; i++) times[i] = t += differences[i];
  return times;
}

/** Returns numbers, of which each but -1 is given as the difference from the last. */
function numbered(differences) {
  let last = 0;
  return differences.map((step) => (step < 0 ? -1 : (last += step)));
}

/** Returns numbers, of which each is given with how often it comes in a row. */
function repeated(given) {
  const numbers = [];
  for (let i = 0; i < given.length; i += 2) {
    for (let k = 0; k < given[i + 1]; k++) numbers.push(given[i]);
  }
  return numbers;
}

/** Stretches that each last for a time. */
function lasting({ at, lasted }) {
  const from = running(at);
  return { from, to: from.map((t, i) => t + lasted[i]) };
}

/** Stretches that follow each other, each up to the next. */
function stretches(at, end) {
  const to = new Float64Array(at.length);
  for (let i = 0; i < at.length; i++) to[i] = i + 1 < at.length ? at[i + 1] : end;
  return to;
}

const decided = running(given.decided);

/** Returns the moments of marks: those of decisions are the decisions' own. */
function momentsOf(at, decision) {
  const own = running(at);
  let next = 0;
  return Float64Array.from(decision, (number) => (number < 0 ? own[next++] : decided[number]));
}

run.apps = given.apps.map((app, index) => {
  const from = running(app.activities.at);
  const spans = { ...app.spans, decision: numbered(app.spans.decision) }, start = running(spans.at);
  const tracks = [];
  for (let i = 0; i < start.length; i++) {
    const kind = spans.kind[i], row = spans.row[i];
    let track = tracks.find((t) => t.kind === kind && t.row === row);
    if (!track) tracks.push(track = { kind, row, from: [], to: [], index: [] });
    track.from.push(start[i]);
    track.to.push(start[i] + spans.lasted[i]);
    track.index.push(i);
  }
  tracks.sort((a, b) => a.kind - b.kind || a.row - b.row);
  const decision = numbered(repeated(app.marks.decision));
  return {
    index, name: app.name, label: app.label ?? app.name, run: app.run ?? 0, totals: app.totals, tracks, spans,
    activities: {
      from, to: stretches(from, run.end), kind: Uint8Array.from(app.activities.kind),
      cause: app.activities.cause,
    },
    marks: {
      at: momentsOf(app.marks.at, decision), kind: Uint8Array.from(repeated(app.marks.kind)),
      words: repeated(app.marks.words), decision,
    },
    reserved: { at: running(app.reserved.at), until: app.reserved.until },
    differs: app.differs && lasting(app.differs),
  };
});

const isPair = run.apps.some((app) => app.run === 1);

// Of two runs, the upper lane of an app that both have.
for (const app of run.apps) {
  const next = run.apps[app.index + 1];
  app.isUpper = Boolean(app.differs && next?.differs && next.name === app.name);
}

run.conditions = given.conditions.map((lane) => ({
  key: lane.key, name: lane.name, from: running(lane.at), text: lane.text,
  to: running(lane.at).map((t, i) => t + lane.lasted[i]),
}));

run.levels = given.levels.map((level) => ({
  key: level.key, name: level.name, unit: level.unit, at: running(level.at), value: level.value,
  most: Math.max(1e-9, level.most, ...[level.value.reduce((a, b) => Math.max(a, b), 0)]),
}));
// Of two runs, both have one scale.
for (const level of run.levels) level.most = Math.max(...run.levels.filter((one) => one.key === level.key).map((one) => one.most));

/** Returns the position of the last that is not after a moment; -1: none. */
function lastUpTo(times, t) {
  let low = 0, high = times.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (times[middle] <= t) low = middle + 1; else high = middle;
  }
  return low - 1;
}

/** Returns the position of the first that ends after a moment. */
function firstEndingAfter(ends, t) {
  let low = 0, high = ends.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (ends[middle] <= t) low = middle + 1; else high = middle;
  }
  return low;
}

const textOf = (index) => (index >= 0 ? run.texts[index] : "");

/** Returns what is left of an app's background time at a moment, in microseconds; null: it has none. */
function remaining(app, t) {
  const i = lastUpTo(app.reserved.at, t);
  const until = i < 0 ? -1 : app.reserved.until[i];
  return until < t ? null : until - t;
}

/** Returns the value of a level at a moment; null before it is known. */
function levelAt(level, t) {
  const i = lastUpTo(level.at, t);
  return i < 0 ? null : level.value[i];
}

const levelText = (level, value) =>
  value === null ? "not known"
    : level.unit === "s" ? grouped(value, 1) + " s"
      : level.unit === "%" ? grouped(value) + " %" : grouped(value);
