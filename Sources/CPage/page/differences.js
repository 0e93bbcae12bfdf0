// Differences on a page of two runs: when an app does not do the same in both.

/** The differences by time: `app` is the lane of the first run, `other` that of the second. */
const differences = run.apps.filter((app) => app.isUpper).flatMap((app) => {
  const other = run.apps[app.index + 1];
  return Array.from(app.differs.from, (t, k) => ({ t, to: app.differs.to[k], app, other }));
}).sort((a, b) => a.t - b.t || a.app.index - b.app.index);

/** Returns what an app does at a moment, in words; nothing is known before its first activity. */
function activityWords(app, t) {
  const i = lastUpTo(app.activities.from, t);
  return i < 0 ? "" : run.kinds.activities[app.activities.kind[i]].words;
}

/** Goes to the next difference, of the app that is chosen if one is, or the one before. */
function goToDifference(direction) {
  const name = view.lane < 0 ? null : run.apps[view.lane].name;
  const own = name === null ? differences : differences.filter((one) => one.app.name === name);
  const next = direction > 0 ? own.find((one) => one.t > view.now) : own.findLast((one) => one.t < view.now);
  if (!next) {
    say(direction > 0 ? "There is no difference after this one." : "There is no difference before this one.");
    return;
  }
  view.now = next.t;
  visit(next.t, 20 * MINUTE);
  scrollTo(next.other);
  scrollTo(next.app);
  say(`${clockText(next.t)} ${differenceText(next)}`);
  detail(foreign(next.app.name), el("p", {}, foreign(differenceText(next))),
    facts([["from", moment(next.t)], ["to", moment(next.to)], ["lasted", spanText(next.to - next.t)]]),
    ...[next.app, next.other].flatMap((app) =>
      [el("h4", {}, foreign(app.label)), facts(standing(app, next.t)), nearestDecision(app, next.t)]));
  repaint();
}

const differenceText = (one) =>
  `${one.app.name}: 1 ${activityWords(one.app, one.t) || "not there"}, 2 ${activityWords(one.other, one.t) || "not there"}`;

function differencesTable() {
  if (!isPair) return null;
  return viewTable("Where the runs differ, in view", "difference-rows",
    () => differences.filter((one) => one.to > view.from && one.t < view.to).map((one) =>
      [clockText(one.t), foreign(one.app.name), activityWords(one.app, one.t), activityWords(one.other, one.t), spanText(one.to - one.t)]),
    ["from", "app", "run 1", "run 2", "lasted"], (i) => i === 4);
}
