// All events in order: for stepping from event to event, and for the search.

let events = null;

/** The beginnings and ends of what lasts, marks and changes of the device, by time. Made when needed. */
function allEvents() {
  if (events) return events;
  const list = [];
  run.conditions.forEach((lane, lane_) => lane.from.forEach((t, index) =>
    list.push({ t, app: -1, type: "condition", lane: lane_, index })));
  for (const app of run.apps) {
    app.activities.from.forEach((t, index) => {
      if (index > 0) list.push({ t, app: app.index, type: "activity", index });
    });
    for (const track of app.tracks) {
      track.index.forEach((index, i) => {
        list.push({ t: track.from[i], app: app.index, type: "span", index, from: track.from[i], to: track.to[i] });
        if (app.spans.outcome[index] >= 0) {
          list.push({ t: track.to[i], app: app.index, type: "span", index, from: track.from[i], to: track.to[i], isEnd: true });
        }
      });
    }
    app.marks.at.forEach((t, index) => list.push({ t, app: app.index, type: "mark", index }));
  }
  list.sort((a, b) => a.t - b.t);
  list.forEach((event, place) => { event.place = place; });
  events = { all: list, at: Float64Array.from(list, (event) => event.t) };
  return events;
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

/** Goes to the next event of the chosen lane, or the one before. */
function step(direction) {
  const { all, at } = allEvents();
  let place;
  if (current && current.t === view.now) place = current.place + direction;
  else place = direction > 0 ? lastUpTo(at, view.now) + 1 : firstEndingAfter(at, view.now - 1e-9) - 1;
  while (all[place] && view.lane >= 0 && all[place].app !== view.lane) place += direction;
  if (!all[place]) {
    say(direction > 0 ? "There is no event after this one." : "There is no event before this one.");
    return;
  }
  goTo(all[place]);
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

let hits = [], hit = -1;

/** Returns the events whose text has the words; case does not matter. */
function search(text) {
  const wanted = text.trim().toLowerCase();
  hits = wanted === "" ? [] : allEvents().all.filter((event) => eventText(event).toLowerCase().includes(wanted));
  hit = -1;
  byId("hits").textContent = wanted === "" ? "" : hits.length === 0 ? "nothing found" : `${grouped(hits.length)} found`;
  for (const id of ["hit-back", "hit-on"]) byId(id).disabled = hits.length === 0;
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
