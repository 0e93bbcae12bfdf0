// Each metric: means, differences from the baseline, and the runs themselves; then quantiles.

/** Returns the mean of a standing with its interval, in the metric's unit. */
function meanMark(metric, standing, name, look) {
  if (!(standing.count > 0)) return { words: "no value" };
  const has = standing.low !== undefined && standing.low !== null;
  return {
    value: scaled(metric, standing.mean), class: look,
    interval: has ? [scaled(metric, standing.low), scaled(metric, standing.high)] : undefined,
    tip: `${name}: ${standing.texts[TEXT.mean]} ${metric.unit}`
      + (has ? `, ${percent} interval ${signed(standing.texts[TEXT.interval])}` : ""),
  };
}

/** Returns the difference of a standing from the baseline's, with its interval and its sign. */
function differenceMark(metric, standing, name) {
  const difference = standing.difference;
  if (!difference || !(difference.count > 0)) return { words: standing.count > 0 ? "no pairs" : "no value" };
  const has = difference.low !== undefined && difference.low !== null;
  const texts = standing.texts;
  return {
    value: scaled(metric, difference.mean), class: verdictClass(standing), note: SIGNS[texts[TEXT.mark]] ?? "",
    interval: has ? [scaled(metric, difference.low), scaled(metric, difference.high)] : undefined,
    tip: `${name}: ${signed(texts[TEXT.difference])} ${metric.unit === "%" ? "points" : metric.unit}`
      + (has ? `, ${percent} interval ${signed(texts[TEXT.differenceInterval])}, p ${texts[TEXT.p]}` : "")
      + ` (${texts[TEXT.verdict]})`,
  };
}

/** Returns the runs of a policy, or their quantiles where they are many. */
function runMarks(place, policy) {
  const metric = metrics[place], runs = given.runs[view.setting];
  const spread = runs.spreads[place]?.[policy] ?? [];
  if (spread.length === 0) return [{ words: "no value" }];
  const texts = given.probabilities.map((p, i) => `${grouped(p * 100)} %: ${shortNumber(spread[i] * metric.factor)}`);
  const marks = [{ box: spread.map((value) => scaled(metric, value)), tip: `${policies[policy]}, quantiles: ${texts.join(", ")}` }];
  const values = runs.values[place]?.[policy] ?? [];
  const dots = values.map((value, i) => value === null ? null : [
    scaled(metric, value),
    `${policies[policy]}, seed ${runs.seeds[i]}${runs.blocks[i] ? ", " + runs.blocks[i] : ""}: ${shortNumber(value * metric.factor)} ${metric.unit}`,
    i,
  ]).filter(Boolean);
  if (dots.length > 0) marks.push({ dots });
  return marks;
}

/** Returns a number with four digits, which is enough for a tip. */
function shortNumber(value) {
  const size = Math.abs(value);
  return grouped(value, size >= 1000 ? 0 : size >= 100 ? 1 : size >= 10 ? 2 : size >= 1 ? 3 : 4);
}

/** Returns the title of differences: shares differ by percentage points. */
const differenceTitle = (metric, from = baseline) => `difference from ${policies[from]}`
  + (metric.unit === "%" ? " in points" : metric.unit ? ` in ${metric.unit}` : "");

function metricPanels(place) {
  const metric = metrics[place], list = standings(place);
  const unit = metric.unit ? ` in ${metric.unit}` : "";
  const means = shownOf(list.map((standing, i) => [meanMark(metric, standing, policies[i], i === baseline ? "base" : "plain")]));
  const panels = [{
    title: `mean${unit}, ${percent} interval`, extent: range(valuesOf(means)), rows: means,
    reference: scaled(metric, list[baseline].mean),
  }];
  if (isCompared) {
    const rows = shownOf(list.map((standing, i) => [i === baseline ? { words: "baseline" } : differenceMark(metric, standing, policies[i])]));
    panels.push({
      title: differenceTitle(metric), rows, extent: range([...valuesOf(rows), 0]), reference: 0,
    });
  }
  const rows = shownOf(policies.map((_, i) => runMarks(place, i)));
  const isDrawn = (given.runs[view.setting].values[place] ?? []).length > 0;
  panels.push({
    title: isDrawn ? `each run${unit}; box: middle half` : `all runs${unit}: 5, 25, 50, 75, 95 %`, rows,
    extent: range(valuesOf(rows)),
  });
  return panels;
}

const HEADINGS = ["policy", "n", "without a value", "mean", "interval", "difference", "interval of it", "p (Holm)",
  "mean rank", "wins", "verdict"];

function metricRows(list, names) {
  const rows = list.map((standing, i) => {
    const t = standing.texts;
    return [foreign(names[i]), grouped(standing.count ?? 0), grouped(standing.missing), t[TEXT.mean],
      signed(t[TEXT.interval]), signed(t[TEXT.difference]), signed(t[TEXT.differenceInterval]), t[TEXT.p], t[TEXT.rank],
      t[TEXT.wins], t[TEXT.verdict]];
  });
  return { headings: HEADINGS, rows, numeric: (i) => i < 10 };
}

const COLUMNS = ["count", "missing", "mean", "deviation", "low", "high", "pairs", "difference", "difference_low",
  "difference_high", "p", "adjusted_p", "verdict"];

/** Returns the fields of `COLUMNS`, in the metric's own unit. */
const standingFields = (standing) => [standing.count ?? 0, standing.missing, standing.mean, standing.deviation, standing.low,
  standing.high, standing.difference?.count, standing.difference?.mean, standing.difference?.low,
  standing.difference?.high, standing.difference?.p, standing.difference?.adjustedP, standing.difference?.verdict];

/** Returns the means of metrics under all settings, as rows of a file. */
function metricCSV(places) {
  const names = settings[0].map(([name]) => name);
  return [["policy", "metric", "unit", ...COLUMNS, ...names.map((name) => `parameter.${name}`)],
    ...settings.flatMap((values, setting) => places.flatMap((place) => standings(place, setting).map((standing, i) =>
      [policies[i], metrics[place].name, metrics[place].ownUnit, ...standingFields(standing), ...values.map(([, value]) => value)])))];
}

/** Returns the summary of a list of means in words. */
const meansText = (metric, list, names = policies) =>
  "Means: " + list.map((standing, i) => `${names[i]} ${standing.texts[TEXT.mean]}`).join(", ")
  + (metric.unit ? ` (${metric.unit})` : "") + ".";

function showMetrics() {
  if (shownMetrics.length === 0) return;
  const place = section("metrics", "Metrics");
  for (const i of shownMetrics) {
    addFigure(place, {
      id: "metric-" + slug(metrics[i].name), title: heading(metrics[i]),
      notes: () => [
        metrics[i].definition + ".",
        `${countText(standings(i))}${settings.length > 1 ? "; " + settingText(view.setting) : ""}`
          + (isCompared ? `. ${signsText(metrics[i])}.` : "."),
      ],
      draw: (box, width) => drawRows(box, shownOf(policies), metricPanels(i), width),
      summary: () => meansText(metrics[i], standings(i)),
      rows: () => metricRows(standings(i), policies), csv: () => metricCSV([i]),
    });
  }
}

const slug = (text) => text.replace(/[^a-z0-9]+/gi, "-").toLowerCase();

/** Shows quantiles of waits and staleness over all cases of a run, by their means over the runs. */
function showQuantiles() {
  const groups = new Map();
  metrics.forEach((metric, i) => {
    if (metric.role !== "quantile" || !hasValues(i)) return;
    const name = metric.name.replace(/ p\d+$/, "");
    groups.set(name, [...(groups.get(name) ?? []), i]);
  });
  if (groups.size === 0) return;
  const place = section("quantiles", "Waits and staleness: quantiles");
  const shapes = ["circle", "triangle", "square"];
  for (const [name, places] of groups) {
    const widest = metrics[places[places.length - 1]];
    addFigure(place, {
      id: "quantiles-" + slug(name), title: `${name} (${widest.unit}, lower is better)`,
      notes: () => [`Quantiles over all cases of a run, the mean over the runs: ${places.map((i, k) =>
        `${["\u25CF", "\u25B2", "\u25A0"][k]} ${metrics[i].name.replace(name + " ", "")}`).join(", ")}; ${countText(standings(places[0]))}.`],
      draw(box, width) {
        const rows = shownOf(policies.map((policy, i) => {
          const points = places.map((m, k) => ({ m, k, standing: standings(m)[i] })).filter(({ standing }) => standing.count > 0);
          if (points.length === 0) return [{ words: "no value" }];
          const values = points.map(({ standing }) => scaled(widest, standing.mean));
          return [{ bar: [values[0], values[values.length - 1]], tall: 2, class: "faint" },
            ...points.map(({ m, k, standing }, j) => ({
              value: values[j], shape: shapes[k], class: i === baseline ? "base" : "plain",
              tip: `${policy}, ${metrics[m].name}: ${standing.texts[TEXT.mean]} ${metrics[m].unit}`,
            }))];
        }));
        drawRows(box, shownOf(policies), [{ title: `in ${widest.unit}`, rows, extent: range(valuesOf(rows), { isFromZero: true }) }], width);
      },
      summary: () => places.map((i) => `${metrics[i].name}: ${meansText(metrics[i], standings(i))}`).join(" "),
      rows: () => ({
        headings: ["policy", ...places.map((i) => `${metrics[i].name}, ${metrics[i].unit}`)],
        rows: policies.map((policy, i) => [foreign(policy), ...places.map((m) => standings(m)[i].texts[TEXT.mean])]),
      }),
      csv: () => metricCSV(places),
    });
  }
}
