// The comparison: what the page was given, and what of it is in view.

const { policies, metrics, settings } = given;
/** The policy that the others are compared with. */
let { baseline } = given;
const view = {
  setting: 0,
  /** The policies that the charts leave out: at first those that only bound the others. */
  hidden: new Set(policies.map((_, i) => i).filter((i) => given.isBound[i] && i !== given.baseline)),
  /** The metric by which the matrix is sorted; -1: as planned. */
  sort: { metric: -1, isUp: true },
};

const byId = (id) => document.getElementById(id);
const isShown = (policy) => !view.hidden.has(policy);

/** Returns those of a list with one item a policy that the charts show. */
const shownOf = (list) => list.filter((_, i) => isShown(i));

/** The places of a standing's texts. */
const TEXT = { mean: 0, interval: 1, difference: 2, differenceInterval: 3, p: 4, rank: 5, wins: 6, verdict: 7, mark: 8 };

const isCompared = policies.length > 1;
const others = policies.map((_, i) => i).filter((i) => i !== given.baseline);
const metricNamed = (name) => metrics.findIndex((metric) => metric.name === name);

/** Returns the standings of all policies in a metric, under the setting in view or another. */
function standings(metric, setting = view.setting) {
  const own = given.sections[setting][metric];
  if (baseline === given.baseline) return own;
  // What was not asked for has no differences from another baseline.
  return given.baselines[baseline][setting][metric] ?? own.map((one) =>
    ({ ...one, difference: undefined, texts: one.texts.map((text, i) => (i === TEXT.mean || i === TEXT.interval ? text : "")) }));
}

/** Returns whether any policy has a value of a metric, under any setting. */
const hasValues = (metric) =>
  metric >= 0 && given.sections.some((section) => section[metric].some((standing) => standing.count > 0));

/** Returns a value as the chart shows it: in the unit of the metric's texts. */
const scaled = (metric, value) => (value === undefined || value === null ? null : value * metric.factor);

const settingText = (setting) =>
  settings[setting].map(([name, value]) => `${name} = ${value}`).join(", ");

const percent = `${grouped(given.level * 100)} %`;

/** Returns how many units there are: `n = 30 seeds`, or from how many to how many. */
function countText(list) {
  const counts = list.map((standing) => standing.count ?? 0).filter((count) => count > 0);
  if (counts.length === 0) return "no values";
  const low = Math.min(...counts), high = Math.max(...counts);
  const unit = given.unit + (high === 1 ? "" : "s");
  return low === high ? `n = ${grouped(low)} ${unit}` : `n = ${grouped(low)} to ${grouped(high)} ${unit}`;
}

/** Returns a metric's heading: `fresh at open (%, higher is better)`. */
function heading(metric) {
  const better = metric.better === "neutral" ? "" : `${metric.better} is better`;
  const notes = [metric.unit, better].filter(Boolean).join(", ");
  return notes ? `${metric.name} (${notes})` : metric.name;
}

/** Returns the verdict on a difference, for its colour: better, worse, higher, lower, or none. */
const verdictClass = (standing) =>
  ({ better: "better", worse: "worse", higher: "other", lower: "other" })[standing.difference?.verdict] ?? "plain";
