// The first screen: one sentence to quote, and a matrix of policies and metrics.

const shownMetrics = metrics.map((_, i) => i).filter((i) => metrics[i].role === "shown" && hasValues(i));

/** Returns the policies in the order of the matrix, the bounds last. */
function ordered() {
  const { metric, isUp } = view.sort;
  const value = (i) => (metric < 0 ? i : standings(metric)[i].mean ?? (isUp ? Infinity : -Infinity));
  return policies.map((_, i) => i).sort((a, b) =>
    given.isBound[a] - given.isBound[b] || (value(a) - value(b)) * (metric < 0 || isUp ? 1 : -1) || a - b);
}

function showMatrix() {
  if (shownMetrics.length === 0) return;
  byId("matrix").replaceChildren(verdict(), controls(), matrixTable(), sentences());
}

/** The sentence about the policy that gains most, beside the baseline. */
function verdict() {
  const text = given.verdicts[baseline][view.setting];
  const isShown = text && !text.startsWith("No policy");
  return text && el("p", { id: "verdict-text", class: isShown ? "shown" : undefined }, foreign(text), " ", copyButton(text, "the sentence"));
}

function controls() {
  const all = (list) => list.map((text, i) => [i, text]);
  return el("p", { class: "controls" },
    settings.length > 1 ? choice("Under", all(settings.map((_, i) => settingText(i))), view.setting, (i) => { view.setting = i; refresh(); }) : "",
    isCompared ? choice("Beside", all(policies), baseline, (i) => { chooseBaseline(i); refresh(); }) : "");
}

function matrixTable() {
  const head = el("tr", {}, el("th", { scope: "col" }, sortButton(-1, "policy")), ...shownMetrics.map((i) =>
    el("th", { scope: "col", class: "number", "aria-sort": view.sort.metric === i ? (view.sort.isUp ? "ascending" : "descending") : undefined },
      sortButton(i, metrics[i].name), el("small", {}, [metrics[i].unit, { higher: "\u2191", lower: "\u2193" }[metrics[i].better]].filter(Boolean).join(" ")))));
  const bodies = [0, 1].map((isBound) => {
    const own = ordered().filter((i) => given.isBound[i] === isBound);
    if (own.length === 0) return null;
    const title = isBound ? [el("tr", {}, el("th", { scope: "rowgroup", colspan: shownMetrics.length + 1 },
      "Bounds, which no phone can have"))] : [];
    return el("tbody", { class: isBound ? "bounds" : undefined }, ...title, ...own.map(matrixRow));
  });
  const legend = isCompared ? `+ better, \u2212 worse than ${policies[baseline]} (Holm\u2019s p < ${grouped(1 - given.level, 2)}), `
    + `~ no difference shown, = identical. Arrows: \u2191 higher is better, \u2193 lower. ${countText(standings(shownMetrics[0]))}.` : "";
  return el("div", { class: "wide", tabindex: "0", role: "group", "aria-label": "The matrix" },
    el("table", { id: "matrix-table" }, el("thead", {}, head), ...bodies.filter(Boolean)), el("p", { class: "note" }, legend));
}

function sortButton(metric, text) {
  return el("button", { class: "sort", onclick: () => {
    const { sort } = view;
    const isUp = sort.metric === metric ? !sort.isUp : metric < 0 || metrics[metric].better === "lower";
    view.sort = { metric, isUp };
    refresh();
  } }, text);
}

function matrixRow(i) {
  const box = el("input", { type: "checkbox", "aria-label": `${policies[i]} in the charts`, checked: isShown(i), disabled: i === baseline });
  box.addEventListener("change", () => { if (box.checked) view.hidden.delete(i); else view.hidden.add(i); refresh(); });
  return el("tr", { class: i === baseline ? "chosen" : undefined },
    el("th", { scope: "row" }, el("label", {}, box, foreign(policies[i]), i === baseline ? " (baseline)" : ""),
      given.about[i] ? el("small", { title: given.about[i] }, given.about[i]) : ""),
    ...shownMetrics.map((metric) => {
      const standing = standings(metric)[i], { texts } = standing, mark = SIGNS[texts[TEXT.mark]] ?? "";
      const look = verdictClass(standing);
      return el("td", { class: `number ${look}`, title: mark ? `difference ${signed(texts[TEXT.difference])} (${texts[TEXT.differenceInterval]}), p ${texts[TEXT.p]}: ${texts[TEXT.verdict]}` : undefined },
        texts[TEXT.mean], el("span", { class: "mark" }, mark || "\u00A0"));
    }));
}

/** What each policy gains and costs, in a sentence to quote; on a narrow screen also what it does. */
function sentences() {
  if (!isCompared) return "";
  const list = given.sentences[baseline][view.setting];
  return el("details", {}, el("summary", {}, `Each policy beside ${policies[baseline]}, in a sentence`),
    el("ul", {}, ...ordered().filter((i) => list[i]).map((i) => el("li", {}, foreign(list[i]), " ", copyButton(list[i], "the sentence"),
      given.about[i] ? el("small", {}, ` ${given.about[i][0].toUpperCase()}${given.about[i].slice(1)}.`) : ""))));
}

/** Makes another policy the one that the others are compared with. */
function chooseBaseline(policy) {
  baseline = policy;
  view.hidden.delete(policy);
}
