// Events in order: for stepping from one to the next, and for the search. They are looked up in the
// lanes, so that no list of all of them has to be made.

/** Calls `take` with each event of an app in a time, in the order of its lists. */
function eachEvent(app, from, to, take) {
  const { activities, marks, spans } = app;
  for (let i = Math.max(1, firstFrom(activities.from, from)); i < activities.from.length && activities.from[i] <= to; i++) {
    take({ t: activities.from[i], app: app.index, type: "activity", index: i });
  }
  for (const track of app.tracks) {
    // Ends are in order too: spans of a row do not overlap.
    for (let i = firstFrom(track.to, from); i < track.from.length && track.from[i] <= to; i++) {
      const span = { app: app.index, type: "span", index: track.index[i], from: track.from[i], to: track.to[i] };
      if (span.from >= from) take({ ...span, t: span.from });
      if (span.to <= to && spans.outcome[span.index] >= 0) take({ ...span, t: span.to, isEnd: true });
    }
  }
  for (let i = firstFrom(marks.at, from); i < marks.at.length && marks.at[i] <= to; i++) {
    take({ t: marks.at[i], app: app.index, type: "mark", index: i });
  }
}

const firstFrom = (times, t) => firstEndingAfter(times, t - 1e-3);

/** Returns the events of the chosen app, or of all and the device, in a time, in order. */
function eventsBetween(from, to, lane = view.lane) {
  const list = [];
  if (lane < 0) {
    run.conditions.forEach((one, place) => {
      for (let i = firstFrom(one.from, from); i < one.from.length && one.from[i] <= to; i++) {
        list.push({ t: one.from[i], app: -1, type: "condition", lane: place, index: i });
      }
    });
  }
  for (const app of lane < 0 ? run.apps : [run.apps[lane]]) eachEvent(app, from, to, (event) => list.push(event));
  // The sort is stable: events of one moment keep the order of the lanes.
  return list.sort((a, b) => a.t - b.t);
}

/** Returns the words of an event, without its time. */
function eventText(event) {
  if (event.type === "condition") {
    const lane = run.conditions[event.lane];
    return `${lane.name}: ${textOf(lane.text[event.index])}`;
  }
  const app = run.apps[event.app];
  return `${app.label}: ${thingText(event, app)}`;
}

function thingText(thing, app) {
  if (thing.type === "activity") {
    const cause = textOf(app.activities.cause[thing.index]);
    return run.kinds.activities[app.activities.kind[thing.index]].words + (cause ? ` (${cause})` : "");
  }
  if (thing.type === "mark") {
    const kind = run.kinds.marks[app.marks.kind[thing.index]];
    const words = textOf(app.marks.words[thing.index]);
    return ["note", "grant", "refusal"].includes(kind.key) ? words : `${kind.words}: ${words}`;
  }
  const spans = app.spans, kind = run.kinds.spans[spans.kind[thing.index]];
  const what = `${kind.words} ${textOf(spans.name[thing.index])}`;
  const outcome = textOf(spans.outcome[thing.index]);
  return thing.isEnd ? `${what} ends${outcome ? `: ${outcome}` : ""}` : `${what} begins`;
}

// MARK: Stepping

/** The last event that was stepped to; several may share its moment. */
let current = null;

const isSame = (a, b) => a.t === b.t && a.app === b.app && a.type === b.type && a.index === b.index && a.isEnd === b.isEnd
  && a.lane === b.lane;

/** Goes to the next event of the chosen lane, or the one before. */
function step(direction) {
  // A moment's events first, then as far as is needed.
  for (let reach = SECOND; ; reach *= 8) {
    const list = direction > 0 ? eventsBetween(view.now, view.now + reach) : eventsBetween(view.now - reach, view.now);
    const place = current?.t === view.now ? list.findIndex((event) => isSame(event, current)) : -1;
    const next = place >= 0 ? list[place + direction]
      : direction > 0 ? list.find((event) => event.t > view.now) : list.findLast((event) => event.t < view.now);
    if (next) { goTo(next); return; }
    if (reach > run.end) break;
  }
  say(direction > 0 ? "There is no event after this one." : "There is no event before this one.");
}

/** Puts the mark for now on an event, in view, and announces it. */
function goTo(event) {
  current = event;
  view.now = event.t;
  visit(event.t);
  if (event.app >= 0) scrollTo(run.apps[event.app]);
  say(`${clockText(event.t)} ${eventText(event)}`);
  tell(event);
  repaint();
}

/** Returns an event in the form that a click gives. */
function tell(event) {
  if (event.app < 0) showCondition(run.conditions[event.lane], event.index, event.t);
  else showThing({ ...event, app: run.apps[event.app] });
}

function say(text) { byId("status").textContent = text; }

// MARK: Search

let hits = [], hit = -1, searches = 0;

/** Finds the events whose text has the words, a few frames long; case does not matter. */
async function search(text) {
  const wanted = text.trim().toLowerCase(), mine = ++searches;
  const found = [];
  const show = (words) => {
    byId("hits").textContent = words;
    for (const id of ["hit-back", "hit-on"]) byId(id).disabled = found.length === 0;
  };
  hits = found;
  hit = -1;
  if (wanted === "") { show(""); return; }
  const known = new Map();
  const has = (event) => {
    const words = eventText(event);
    if (!known.has(words)) known.set(words, words.toLowerCase().includes(wanted));
    return known.get(words);
  };
  let until = performance.now() + 12;
  for (let lane = -1; lane < run.apps.length; lane++) {
    const step = Math.ceil(run.end / 8);
    for (let part = 0; part < (lane < 0 ? 1 : 8); part++) {
      const take = (event) => { if (has(event)) found.push(event); };
      if (lane < 0) run.conditions.forEach((one, place) => one.from.forEach((t, index) => take({ t, app: -1, type: "condition", lane: place, index })));
      else eachEvent(run.apps[lane], part * step + (part > 0 ? 1e-2 : 0), (part + 1) * step, take);
      if (performance.now() < until) continue;
      await new Promise(requestAnimationFrame);
      if (mine !== searches) return;
      until = performance.now() + 12;
    }
  }
  found.sort((a, b) => a.t - b.t);
  show(found.length === 0 ? "nothing found" : `${grouped(found.length)} found`);
}

function goToHit(direction) {
  if (hits.length === 0) return;
  if (hit < 0) {
    // The first one that is not before what is in view.
    hit = direction > 0 ? Math.max(0, hits.findIndex((event) => event.t >= view.from)) : hits.length - 1;
  } else {
    hit = (hit + direction + hits.length) % hits.length;
  }
  goTo(hits[hit]);
  byId("hits").textContent = `${grouped(hit + 1)} of ${grouped(hits.length)}`;
}
