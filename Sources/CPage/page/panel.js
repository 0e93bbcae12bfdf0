// The details of what was chosen.

const details = byId("details");

function detail(heading, ...content) {
  details.replaceChildren(el("h3", {}, heading), ...content.flat().filter(Boolean));
  byId("panel").classList.toggle("empty", content.length === 0);
  details.scrollTop = 0;
}

function noDetail() {
  detail("Nothing chosen", el("p", {}, "Click on a lane, a sign or a level, or step through the events: "
    + "its details appear here. Triangles below a lane are decisions: filled, the app was "
    + "given something; hollow, it was not. A number beside a sign says of how many it is the worst."));
  byId("panel").classList.add("empty");
}

function facts(pairs) {
  return el("dl", { class: "facts" }, ...pairs.filter(Boolean).flatMap(([name, value]) =>
    [el("dt", {}, name), el("dd", {}, typeof value === "string" ? foreign(value) : value)]));
}

/** Returns a button with a moment that goes there. */
function moment(t, stretch) {
  return el("button", {
    class: "moment", title: "Go there",
    onclick: () => { view.now = t; visit(t, stretch); repaint(); showPlot(); },
  }, clockText(t));
}

/** Shows what is known of an activity, a span or a mark. */
function showThing(thing) {
  const { app } = thing;
  if (thing.type === "activity") showActivity(app, thing.index, thing.t);
  else if (thing.type === "span") showSpan(app, thing);
  else showMark(app, thing.index, thing.group);
}

/** Returns an app's standing at a moment. */
function standing(app, t) {
  const i = Math.max(0, lastUpTo(app.activities.from, t));
  const left = remaining(app, t);
  const open = [];
  for (const track of app.tracks) {
    const k = firstEndingAfter(track.to, t);
    if (k < track.from.length && track.from[k] <= t) {
      open.push(`${run.kinds.spans[track.kind].words} ${textOf(app.spans.name[track.index[k]])}`);
    }
  }
  const cause = textOf(app.activities.cause[i]);
  return [
    ["at", clockText(t)],
    ["state", run.kinds.activities[app.activities.kind[i]].words],
    cause ? ["because of", cause] : null,
    left === null ? null : ["time remaining", spanText(left)],
    open.length > 0 ? ["under way", open.slice(0, 8).join(", ") + (open.length > 8 ? ` and ${open.length - 8} more` : "")] : null,
  ];
}

function device(t) {
  return run.levels.map((level) => [level.name, levelText(level, levelAt(level, t))]);
}

function showActivity(app, index, t) {
  const { from, to, kind, cause } = app.activities;
  const words = run.kinds.activities[kind[index]].words;
  const why = textOf(cause[index]);
  detail(foreign(app.label),
    facts([
      ["state", words], why ? ["because of", why] : null,
      ["from", moment(from[index])], ["to", moment(to[index])],
      ["lasted", spanText(to[index] - from[index])],
    ]),
    el("h4", {}, "At the pointer"), facts(standing(app, t).concat(device(t))),
    nearestDecision(app, t));
}

function showSpan(app, thing) {
  const spans = app.spans, i = thing.index;
  const kind = run.kinds.spans[spans.kind[i]].words;
  const isOver = spans.outcome[i] >= 0;
  detail(foreign(app.label),
    facts([
      [kind, textOf(spans.name[i])],
      ["from", moment(thing.from)], ["to", isOver ? moment(thing.to) : "not over at the end"],
      ["lasted", spanText(thing.to - thing.from)],
      isOver && textOf(spans.outcome[i]) ? ["ended", textOf(spans.outcome[i])] : null,
    ]),
    el("h4", {}, "At its beginning"), facts(standing(app, thing.from).slice(1).concat(device(thing.from))),
    spans.decision[i] >= 0 ? decisionView(spans.decision[i], app) : nearestDecision(app, thing.from));
}

/** @param group what the sign stands for, where that is several things */
function showMark(app, index, group) {
  const { at, kind, words, decision } = app.marks;
  const here = run.kinds.marks[kind[index]], t = at[index];
  const several = group?.total > 1 ? el("p", { class: "note" }, `The worst of ${grouped(group.total)} here: ${groupText(group)}. `,
    el("button", { onclick: () => show(group.from - (group.to - group.from) / 8 - 1, group.to + (group.to - group.from) / 8 + 1) }, "zoom to them")) : null;
  const found = findingOf(app, index);
  const head = facts([
    [here.key === "note" ? "event" : decision[index] >= 0 ? "decision" : here.words, textOf(words[index])], ["at", moment(t)]]);
  detail(foreign(app.label), several, here.key === "finding" ? null : head,
    found ? findingView(found, found.times.findLast((time) => time <= t) ?? found.times[0]) : here.key === "finding" ? head : null,
    decision[index] >= 0 ? decisionView(decision[index], app) : lastDecision(app, t),
    decision[index] >= 0 ? null
      : el("div", {}, el("h4", {}, "The app then"), facts(standing(app, t).slice(1).concat(device(t)))));
}

/** Returns the finding that a mark is of, or that says why the app was killed then. */
function findingOf(app, index) {
  const t = app.marks.at[index], key = run.kinds.marks[app.marks.kind[index]].key;
  if (key === "kill") return run.findings[run.kills.find((kill) => kill.app === app.index && kill.at === t)?.finding];
  if (key !== "finding") return undefined;
  return run.findings.find((f) => f.app === app.index && f.times.includes(t) && textOf(app.marks.words[index]).startsWith(f.rule));
}

function showCondition(lane, index, t) {
  detail(lane.name, facts([
    ["is", textOf(lane.text[index])], ["from", moment(lane.from[index])], ["to", moment(lane.to[index])],
    ["lasted", spanText(lane.to[index] - lane.from[index])],
  ]), el("h4", {}, `At ${clockText(t)}`), facts(device(t)));
}

function showLevels(t) {
  detail("Device", facts([["at", clockText(t)]].concat(device(t))));
}

// MARK: Decisions

/** Returns the number of the last decision about an app up to a moment, and its mark; null: there is none. */
function decisionBefore(app, t) {
  for (let i = lastUpTo(app.marks.at, t); i >= 0; i--) if (app.marks.decision[i] >= 0) return { mark: i, number: app.marks.decision[i] };
  return null;
}

/** Returns a button for the last decision about an app up to a moment. */
function nearestDecision(app, t) {
  const last = decisionBefore(app, t);
  return last && el("p", {}, el("button", { onclick: () => showMark(app, last.mark) },
    "The decision about it before, at " + clockText(app.marks.at[last.mark])));
}

/** Returns the last decision about an app up to a moment, to be unfolded. */
function lastDecision(app, t) {
  const last = decisionBefore(app, t);
  if (!last) return null;
  const box = el("details", {}, el("summary", {}, `The decision before, at ${clockText(app.marks.at[last.mark])}`));
  box.addEventListener("toggle", () => { if (box.open && !box.children[1]) box.append(decisionView(last.number, app)); });
  return box;
}
