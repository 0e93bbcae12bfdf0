// The numbers of every chart as tables.

function appsTable() {
  const activities = run.kinds.activities;
  const headings = ["app", "opens", ...activities.map((kind) => kind.words), "tasks", "tasks refused",
    "fetches new", "none", "failed", "other work", "exits", "findings"];
  const keys = ["tasksBegun", "tasksRefused", "fetchesNew", "fetchesNone", "fetchesFailed", "otherWork", "exits", "findings"];
  const row = (name, totals) => [name, grouped(totals.opens),
    ...totals.time.map((length) => spanText(length)), ...keys.map((key) => grouped(totals[key]))];
  const sums = (apps) => {
    const all = { opens: 0, time: activities.map(() => 0), ...Object.fromEntries(keys.map((key) => [key, 0])) };
    for (const { totals } of apps) {
      all.opens += totals.opens;
      totals.time.forEach((length, i) => { all.time[i] += length; });
      for (const key of keys) all[key] += totals[key];
    }
    return all;
  };
  const ofRun = (place) => run.apps.filter((app) => app.run === place);
  const made = table("Apps over the whole run", headings,
    run.apps.map((app) => row(foreign(app.label), app.totals)),
    { foot: isPair ? [0, 1].map((place) => row(`${place + 1} all ${grouped(ofRun(place).length)}`, sums(ofRun(place))))
      : [row(`all ${grouped(run.apps.length)}`, sums(run.apps))] });
  made.id = "apps-table";
  return made;
}

function figuresTable() {
  if (run.figures.length === 0) return null;
  const made = table("Figures of the run", ["figure", ...given.figureColumns], run.figures);
  made.id = "figures-table";
  return el("details", {}, el("summary", {}, "Figures of the run"), made);
}

/** The most rows that are shown at first. */
const ROWS = 200;

/** Adds a table of what is in view, which is made when it is opened and again when asked to. */
function viewTable(title, id, rows, headings, numeric) {
  const place = el("div", { id });
  let most = ROWS;
  const fill = () => {
    const all = rows();
    const more = all.length - most;
    place.replaceChildren(
      el("p", {}, `In view: ${clockText(view.from)} to ${clockText(view.to)}. `,
        el("button", { onclick: fill }, "take what is in view now")),
      all.length === 0 ? el("p", {}, "Nothing.") : table(title, headings, all.slice(0, most), { numeric }),
      more > 0 ? el("button", { onclick: () => { most *= 10; fill(); } }, `${grouped(more)} more rows`) : "");
  };
  const box = el("details", {}, el("summary", {}, title), place);
  box.addEventListener("toggle", () => { if (box.open) { most = ROWS; fill(); } });
  return box;
}

/** Returns the steps of all levels in view, one row a moment. */
function levelRows() {
  const times = new Set([view.from]);
  for (const level of run.levels) {
    for (let i = lastUpTo(level.at, view.from) + 1; i < level.at.length && level.at[i] <= view.to; i++) times.add(level.at[i]);
  }
  return [...times].sort((a, b) => a - b).map((t) =>
    [clockText(t), ...run.levels.map((level) => levelText(level, levelAt(level, t)))]);
}

/** Returns what the chosen app, or all apps, did in view. */
function spanRows() {
  const rows = [];
  for (const app of view.lane < 0 ? run.apps : [run.apps[view.lane]]) {
    const { from, to, kind } = app.activities;
    for (let i = firstEndingAfter(to, view.from); i < from.length && from[i] < view.to; i++) {
      rows.push([from[i], app, run.kinds.activities[kind[i]].words, textOf(app.activities.cause[i]), to[i] - from[i]]);
    }
    for (const track of app.tracks) {
      for (let i = firstEndingAfter(track.to, view.from); i < track.from.length && track.from[i] < view.to; i++) {
        const k = track.index[i];
        rows.push([track.from[i], app, `${run.kinds.spans[track.kind].words} ${textOf(app.spans.name[k])}`,
          textOf(app.spans.outcome[k]), track.to[i] - track.from[i]]);
      }
    }
  }
  rows.sort((a, b) => a[0] - b[0]);
  return rows.map(([t, app, what, how, length]) => [clockText(t), foreign(app.label), foreign(what), foreign(how), spanText(length)]);
}

function eventRows() {
  return eventsBetween(view.from, view.to).map((event) => [clockText(event.t), foreign(eventText(event))]);
}

function conditionRows() {
  return run.conditions.flatMap((lane) => [...lane.from].map((t, i) =>
    [clockText(t), lane.name, foreign(textOf(lane.text[i])), spanText(lane.to[i] - t)]));
}

function showTables() {
  byId("tables").replaceChildren(...[
    appsTable(), figuresTable(), differencesTable(),
    viewTable("Levels in view", "level-rows", levelRows, ["time", ...run.levels.map((level) => level.name)], () => true),
    viewTable("What lasted, in view, of the chosen app", "span-rows", spanRows,
      ["from", "app", "what", "because of, or ended", "lasted"], (i) => i === 4),
    viewTable("Events in view of the chosen app", "event-rows", eventRows, ["time", "event"], () => false),
    viewTable("User, network and charger", "condition-rows", conditionRows, ["from", "lane", "is", "lasted"], (i) => i === 3),
  ].filter(Boolean));
}
