// Apps and groups of apps: one policy beside the given.baseline.

function showApps() {
  const names = [...new Set(given.apps.map((one) => one.metric.name))];
  if (names.length === 0) return;
  const chosen = { metric: 0, policy: others[0] ?? given.baseline, isGroup: 0 };
  const found = () => given.apps.find((one) => one.metric.name === names[chosen.metric] && one.setting === view.setting);
  const list = () => (found()?.rows ?? []).filter((row) => row.isGroup === chosen.isGroup);
  const hasGroups = given.apps.some((one) => one.rows.some((row) => row.isGroup));
  let made;
  const pick = (key) => (value) => { chosen[key] = value; made.refresh(); };
  const controls = el("p", { class: "controls" },
    choice("Metric:", names.map((name, i) => [i, name]), 0, pick("metric")),
    isCompared ? choice(`Policy beside ${policies[given.baseline]}:`, others.map((i) => [i, policies[i]]), chosen.policy, pick("policy")) : "",
    hasGroups ? choice("Of:", [[0, "apps"], [1, "groups of apps"]], 0, pick("isGroup")) : "");
  made = addFigure(section("apps", "For whom: apps"), {
    id: "apps-figure", controls: [controls],
    title: () => found() ? heading(found().metric) + (isCompared ? `: ${policies[chosen.policy]} beside ${policies[given.baseline]}` : "") : names[chosen.metric],
    notes: () => {
      const one = found();
      if (!one) return ["No run has a value of it under this setting."];
      return [
        `${isCompared ? `Hollow: ${policies[given.baseline]}. Filled: ${policies[chosen.policy]}. ` : ""}${countText(list().map((row) => row.policies[chosen.policy]))}; ${percent} intervals.`,
        isCompared && `${signsText(one.metric, given.baseline)}; p over all ${chosen.isGroup ? "groups" : "apps"} of this metric and all policies.`,
      ];
    },
    draw: (box, width) => drawApps(box, width, found(), list(), chosen.policy),
    summary: () => list().length > 40 ? "The numbers of each app are in the table."
      : list().map((row) => `${row.name}: ${row.policies[chosen.policy].texts[TEXT.mean]}, difference ${row.policies[chosen.policy].texts[TEXT.difference]}`).join("; ") + ".",
    rows: () => ({
      headings: [chosen.isGroup ? "group" : "app", ...policies.flatMap((policy, i) => i === given.baseline ? [policy] : [policy, "difference", ""])],
      rows: list().map((row) => [foreign(row.name), ...row.policies.flatMap((standing, i) => {
        const t = standing.texts;
        return i === given.baseline ? [t[TEXT.mean]] : [t[TEXT.mean], signed(t[TEXT.difference]), SIGNS[t[TEXT.mark]] ?? ""];
      })]),
    }),
    csv: () => [["setting", "app", "is_group", "policy", "metric", "unit", ...COLUMNS],
      ...given.apps.filter((one) => one.metric.name === names[chosen.metric]).flatMap((one) => one.rows.flatMap((row) =>
        row.policies.map((standing, i) => [settings[one.setting].map(([name, value]) => `${name}=${value}`).join(" "), row.name,
          row.isGroup, policies[i], one.metric.name, one.metric.ownUnit, ...standingFields(standing)])))],
  });
  made.chart.classList.add("long");
  made.chart.tabIndex = 0;
}

function drawApps(box, width, one, list, policy) {
  if (!one || list.length === 0) return box.replaceChildren();
  const metric = one.metric, unit = metric.unit ? ` in ${metric.unit}` : "";
  const means = list.map((row) => {
    const own = row.policies[policy], base = row.policies[given.baseline];
    const marks = [];
    if (policy !== given.baseline && own.count > 0 && base.count > 0) {
      marks.push({ bar: [scaled(metric, base.mean), scaled(metric, own.mean)], tall: 2, class: "faint" });
    }
    if (policy !== given.baseline && base.count > 0) {
      marks.push({ value: scaled(metric, base.mean), class: "hollow", tip: `${row.name}, ${policies[given.baseline]}: ${base.texts[TEXT.mean]} ${metric.unit}` });
    }
    marks.push({ ...meanMark(metric, own, `${row.name}, ${policies[policy]}`, verdictClass(own)), interval: undefined });
    return marks;
  });
  const panels = [{ title: `mean${unit}`, rows: means, extent: range(valuesOf(means)) }];
  if (policy !== given.baseline) {
    const rows = list.map((row) => [differenceMark(metric, row.policies[policy], row.name)]);
    panels.push({ title: differenceTitle(metric, given.baseline), rows, extent: range([...valuesOf(rows), 0]), reference: 0 });
  }
  drawRows(box, list.map((row) => row.name), panels, width);
}
