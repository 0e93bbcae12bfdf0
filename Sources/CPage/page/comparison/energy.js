// Energy by component, fairness, and what is left to gain.

function showEnergy() {
  const total = metricNamed("energy total");
  const parts = ["energy cpu", "energy radio", "energy base"].map(metricNamed);
  if (![total, ...parts].every(hasValues)) return;
  const unit = metrics[total];
  const looks = ["part-0", "part-1", "part-2"];
  addFigure(section("energy", "Energy by component"), {
    id: "energy-components", title: `energy (${unit.unit}, lower is better)`,
    notes: () => [`Means of ${parts.map((i) => metrics[i].name.replace("energy ", "")).join(", ")}, which add up to the total; `
      + `${countText(standings(total))}. The bars begin at zero.`],
    controls: [el("ul", { class: "legend", "aria-label": "Legend" }, ...parts.map((i, k) =>
      el("li", {}, swatch(looks[k]), metrics[i].name.replace("energy ", ""))))],
    draw(box, width) {
      const rows = shownOf(policies.map((policy, i) => {
        if (!(standings(total)[i].count > 0)) return [{ words: "no value" }];
        let sum = 0;
        const marks = parts.map((place, k) => {
          const standing = standings(place)[i], value = scaled(unit, standing.mean);
          const bar = [sum, sum + value];
          sum += value;
          return { bar, class: looks[k], tip: `${policy}, ${metrics[place].name}: ${standing.texts[TEXT.mean]} ${metrics[place].unit}` };
        });
        return [...marks, { words: standings(total)[i].texts[TEXT.mean], wordsAt: sum }];
      }));
      const [, high] = range(valuesOf(rows), { isFromZero: true });
      drawRows(box, shownOf(policies), [{ title: `mean in ${unit.unit}`, rows, extent: [0, high * 1.12] }], width);
    },
    summary: () => meansText(unit, standings(total)),
    rows: () => ({
      headings: ["policy", ...[...parts, total].map((i) => `${metrics[i].name}, ${metrics[i].unit}`)],
      rows: policies.map((policy, i) => [foreign(policy), ...[...parts, total].map((place) => standings(place)[i].texts[TEXT.mean])]),
    }),
    csv: () => metricCSV([...parts, total]),
  });
}

const swatch = (look) => svg("svg", { width: 14, height: 14, "aria-hidden": "true" },
  svg("rect", { width: 14, height: 14, class: `bar ${look}` }));

function showFairness() {
  const places = ["jain index", "jain index work", "max min share seconds", "max min share work"].map(metricNamed).filter(hasValues);
  if (places.length === 0) return;
  const place = section("fairness", "Fairness");
  const grid = el("div", { class: "grid" });
  place.append(grid);
  for (const i of places) {
    const metric = metrics[i];
    addFigure(grid, {
      id: "fairness-" + slug(metric.name), title: heading(metric),
      notes: () => [metric.definition + ".", `${countText(standings(i))}; the axis is the whole of what there can be, 0 to 1.`],
      draw(box, width) {
        const rows = shownOf(standings(i).map((standing, k) => [meanMark(metric, standing, policies[k], k === baseline ? "base" : "plain")]));
        drawRows(box, shownOf(policies), [{ title: `mean, ${percent} interval`, rows, extent: [Math.min(0, range(valuesOf(rows))[0]), Math.max(1, range(valuesOf(rows))[1])] }], width);
      },
      summary: () => meansText(metric, standings(i)), rows: () => metricRows(standings(i), policies), csv: () => metricCSV([i]),
    });
  }
}

/** Shows fresh at open, the most that any policy could have reached, and the gap between them. */
function showRegret() {
  const [fresh, bound, regret] = ["fresh at open", "fresh at open bound", "fresh at open regret"].map(metricNamed);
  if (![fresh, bound, regret].every(hasValues)) return;
  const unit = metrics[fresh];
  addFigure(section("regret", "Regret"), {
    id: "regret-figure", title: "fresh at open, and what was possible (%)",
    notes: () => ["Circle: fresh at open. Diamond: the bound, which no policy can exceed that knows all that is to come. "
      + `The line between is the regret; ${countText(standings(regret))}.`],
    draw(box, width) {
      const rows = shownOf(policies.map((policy, i) => {
        const [own, most, rest] = [fresh, bound, regret].map((place) => standings(place)[i]);
        if (!(own.count > 0) || !(most.count > 0)) return [{ words: "no value" }];
        const ends = [scaled(unit, own.mean), scaled(unit, most.mean)];
        return [{ bar: ends, tall: 4, class: "faint", tip: `${policy}: regret ${rest.texts[TEXT.mean]} ${metrics[regret].unit}` },
          { value: ends[1], shape: "diamond", class: "other", tip: `${policy}: bound ${most.texts[TEXT.mean]} ${metrics[bound].unit}` },
          { value: ends[0], class: i === baseline ? "base" : "plain", tip: `${policy}: fresh at open ${own.texts[TEXT.mean]} ${unit.unit}` }];
      }));
      drawRows(box, shownOf(policies), [{ title: "mean in %, of all opens", rows, extent: [0, 100] }], width);
    },
    summary: () => meansText(metrics[regret], standings(regret)).replace("Means", "Regret"),
    rows: () => ({
      headings: ["policy", ...[fresh, bound, regret].map((i) => `${metrics[i].name}, ${metrics[i].unit}`)],
      rows: policies.map((policy, i) => [foreign(policy), ...[fresh, bound, regret].map((place) => standings(place)[i].texts[TEXT.mean])]),
    }),
    csv: () => metricCSV([fresh, bound, regret]),
  });
}
