// The page as a whole.

const byId = (id) => document.getElementById(id);

function showHead() {
  byId("facts").replaceChildren(...given.facts.map(([name, value]) =>
    el("div", {}, el("dt", {}, name), el("dd", {}, foreign(value)))));
  if (given.notes.length > 0) byId("notes").replaceChildren(...given.notes.map((note) => el("li", {}, foreign(note))));
  else byId("notes").remove();
  if (settings.length > 1) {
    byId("chooser").append(choice("Under the setting:", settings.map((_, i) => [i, settingText(i)]), 0, (i) => {
      view.setting = i;
      refresh();
    }));
  } else byId("chooser").remove();
}

/** Exits, findings and failures over all runs, by policy. */
function showTotals() {
  const { exits, findings, failures } = given.totals;
  if (exits.length + findings.length + failures.length === 0) return;
  const place = section("totals", "In all runs");
  const counts = (title, list, isFinding) => {
    if (list.length === 0) return;
    const heads = isFinding ? ["at", "what"] : ["reason"];
    place.append(table(title, [...heads, ...policies],
      list.map((one) => [foreign(one.title), ...(isFinding ? [one.what] : []), ...one.counts.map((count) => grouped(count))]),
      { numeric: (i) => i >= heads.length }));
  };
  counts("Exits by reason", exits, false);
  counts("Findings", findings, true);
  if (findings.length > 0) {
    place.append(el("p", {}, el("code", {}, "dormouse explain RULE"),
      " shows more of each, with a wrong and a right example; its rule stands in brackets."));
  }
  if (failures.length > 0) {
    place.append(table("Runs that failed", ["the first", "why", "runs"],
      failures.map(([name, why, count]) => [foreign(name), foreign(why), grouped(count)]), { numeric: (i) => i === 2 }));
  }
}

function showNext() {
  if (given.runs.every((runs) => runs.spreads.flat(2).length === 0)) return;
  section("closer", "Look closer",
    el("p", {}, "A run of the store as a page" + (isCompared ? ", and two of one seed above one another:" : ":")),
    el("pre", { id: "commands", tabindex: "0" }));
}

/** Returns a word of a command, in quotes where the shell would read more into it. */
const shellWord = (text) => /^[A-Za-z0-9._\/-]+$/.test(text) ? text : "'" + text.replaceAll("'", "'\\''") + "'";

/** Returns the commands that show runs of the setting in view. */
function commands() {
  const set = settings[view.setting].map(([name, value]) => ` --set ${shellWord(`${name}=${value}`)}`).join("");
  const of = (policy) => ` --policy ${shellWord(policies[policy])}`;
  const lines = [`dormouse run STORE${of(baseline)} --seed ${given.firstSeed}${set} --html run.html`];
  if (isCompared) lines.push(`dormouse diff STORE${of(baseline)}${of(others[0])} --seed ${given.firstSeed}${set} --html two.html`);
  return lines.join("\n");
}

function refresh() {
  for (const one of figures) one.refresh();
  byId("commands")?.replaceChildren(commands());
}

function listen() {
  let last = 0;
  new ResizeObserver(() => {
    if (main.clientWidth === last) return;
    last = main.clientWidth;
    for (const one of figures) one.paint();
  }).observe(main);
  const print = (isPrinting) => {
    document.documentElement.classList.toggle("printing", isPrinting);
    for (const one of figures) one.paint();
  };
  addEventListener("beforeprint", () => print(true));
  addEventListener("afterprint", () => print(false));
}

showHead();
showMetrics();
showTradeoff();
showResponse();
showRegret();
showEnergy();
showQuantiles();
showFairness();
showApps();
showTotals();
showNext();
if (main.childElementCount === 0) main.append(el("p", {}, "No run is done yet: there is nothing to show."));
refresh();
listen();

// For the console, and for tests of the page.
window.dormouse = { given, figures, view, refresh, csvText };
