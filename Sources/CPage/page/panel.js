// The details of what was chosen.

const details = byId("details");

function detail(heading, ...content) {
  details.replaceChildren(el("h3", {}, heading), ...content.filter(Boolean));
}

function noDetail() {
  detail("Nothing chosen", el("p", {}, "Click on a lane, a sign or a level, or step through the events: "
    + "its details appear here. Triangles below a lane are decisions: filled, the app was "
    + "given something; hollow, it was not."));
}

function facts(pairs) {
  return el("dl", { class: "facts" }, ...pairs.filter(Boolean).flatMap(([name, value]) =>
    [el("dt", {}, name), el("dd", {}, typeof value === "string" ? foreign(value) : value)]));
}

/** Returns a button with a moment that goes there. */
function moment(t, stretch) {
  return el("button", {
    class: "moment", title: "Go there",
    onclick: () => { view.now = t; visit(t, stretch); repaint(); byId("plot").scrollIntoView({ block: "nearest" }); },
  }, clockText(t));
}

/** Shows what is known of an activity, a span or a mark. */
function showThing(thing) {
  const { app } = thing;
  if (thing.type === "activity") showActivity(app, thing.index, thing.t);
  else if (thing.type === "span") showSpan(app, thing);
  else showMark(app, thing.index);
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

function showMark(app, index) {
  const { at, kind, words, decision } = app.marks;
  const here = run.kinds.marks[kind[index]];
  if (here.key === "finding") {
    const found = run.findings.findIndex((f) => f.app === app.index && f.times.includes(at[index])
      && textOf(words[index]).startsWith(f.rule));
    if (found >= 0) {
      detail(foreign(app.label), findingView(run.findings[found], at[index]));
      return;
    }
  }
  detail(foreign(app.label),
    facts([[here.key === "note" ? "event" : decision[index] >= 0 ? "decision" : here.words, textOf(words[index])], ["at", moment(at[index])]]),
    decision[index] >= 0 ? decisionView(decision[index], app)
      : el("div", {}, el("h4", {}, "The app then"), facts(standing(app, at[index]).slice(1).concat(device(at[index])))));
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

/** Returns a button for the last decision about an app up to a moment. */
function nearestDecision(app, t) {
  for (let i = lastUpTo(app.marks.at, t); i >= 0; i--) {
    const number = app.marks.decision[i];
    if (number < 0) continue;
    return el("p", {}, el("button", { onclick: () => showMark(app, i) },
      "The decision about it before, at " + clockText(app.marks.at[i])));
  }
  return null;
}

/** Shows a decision as `dormouse why` explains it, from the side of one app. */
function decisionView(number, app) {
  const told = run.decisions[number];
  if (!told) return null;
  const mine = told.candidates.find((candidate) => textOf(candidate.app) === app.name);
  const parts = [el("h4", {}, "The decision"), el("p", { class: "title" }, foreign(textOf(told.title)))];
  if (mine && mine.verdict >= 0) {
    parts.push(el("p", {}, foreign(app.label), " ", foreign(textOf(mine.verdict)), "."));
  }
  if (mine && mine.remedies.length > 0) {
    parts.push(
      el("h4", {}, mine.isChosen ? "Who would have been next" : "What would have had to differ"),
      el("ul", {}, ...mine.remedies.map((text) => el("li", {}, foreign(textOf(text))))));
  }
  parts.push(facts([["at", moment(told.at)]].concat(
    told.facts.map(([name, value]) => [textOf(name), textOf(value)]))));
  if (told.columns.length > 1) {
    parts.push(candidatesTable(told, app));
    if (told.others > 0) {
      parts.push(el("p", {}, `and ${grouped(told.others)} others, which 'dormouse why --all' shows`));
    }
  }
  if (told.bystanders.length > 0) {
    parts.push(el("details", {}, el("summary", {}, "No candidates"), el("ul", {},
      ...told.bystanders.map(([reason, apps]) => el("li", {}, foreign(textOf(reason)), ": ",
        ...apps.flatMap((name, i) => [i ? ", " : "", foreign(textOf(name))]))))));
  }
  if (!mine || mine.verdict < 0) {
    parts.push(el("p", { class: "note" }, "From a trace; 'dormouse run --html' and 'dormouse why' "
      + "say what would have had to differ."));
  }
  return el("div", { class: "decision" }, ...parts);
}

function candidatesTable(told, app) {
  const order = told.order >= 0 ? `Candidates, by ${textOf(told.order)}` : "Candidates";
  // The outcome first, for it is what is looked for.
  const names = told.columns.map(textOf);
  const last = names.indexOf("outcome");
  const sorted = [...names.keys()].sort((a, b) => (b === last) - (a === last) || a - b);
  const rows = told.candidates.map((candidate) => {
    const name = textOf(candidate.app);
    const shown = name === app.name ? el("strong", {}, foreign(name)) : foreign(name);
    return [shown, ...sorted.map((i) => foreign(textOf(candidate.cells[i])))];
  });
  const columns = sorted.map((i) => names[i]);
  return table(order, ["app", ...columns], rows,
    { numeric: (i) => !["outcome", "waits for"].includes(columns[i - 1]) });
}
