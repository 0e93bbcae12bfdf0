// The page as a whole.

/** The facts that the first screen has; the others are at the end. */
const FIRST = ["scenario", "runs", "replications"];

const factList = (facts) => facts.map(([name, value]) => el("div", {}, el("dt", {}, name), el("dd", {}, foreign(value))));

function showHead() {
  byId("facts").replaceChildren(...factList(given.facts.filter(([name]) => FIRST.includes(name))));
  if (given.notes.length > 0) byId("notes").replaceChildren(...given.notes.map((note) => el("li", {}, foreign(note))));
  else byId("notes").remove();
}

function showOrigin() {
  const rest = given.facts.filter(([name]) => !FIRST.includes(name));
  if (rest.length > 0) section("origin", "About these figures", el("dl", { class: "listed" }, ...factList(rest)));
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
  showMatrix();
  for (const one of figures) one.refresh();
  byId("commands")?.replaceChildren(commands());
  keepAddress();
}

// MARK: The address

/** Writes what is chosen to the address. */
function keepAddress() {
  const state = new URLSearchParams();
  if (view.setting > 0) state.set("setting", settingText(view.setting));
  if (baseline !== given.baseline) state.set("baseline", policies[baseline]);
  if (view.sort.metric >= 0) state.set("sort", (view.sort.isUp ? "" : "-") + metrics[view.sort.metric].name);
  const hidden = [...view.hidden].map((i) => policies[i]);
  if (hidden.length > 0 || given.isBound.includes(1)) state.set("hidden", hidden.join(","));
  const isFirst = !location.hash && view.setting === 0 && baseline === given.baseline && view.sort.metric < 0
    && policies.every((_, i) => isShown(i) === !(given.isBound[i] && i !== given.baseline));
  if (!isFirst) history.replaceState(null, "", "#" + state);
}

/** Shows what the address says; what it names and this page does not have is told. */
function readAddress() {
  if (!location.hash.includes("=")) return;
  const state = new URLSearchParams(location.hash.slice(1)), unknown = [];
  const find = (key, list) => {
    const text = state.get(key);
    if (text === null) return -1;
    const place = list.indexOf(text.replace(/^-/, ""));
    if (place < 0) unknown.push(`${key} ${text}`);
    return place;
  };
  view.setting = Math.max(0, find("setting", settings.map((_, i) => settingText(i))));
  const policy = find("baseline", policies), metric = find("sort", metrics.map((one) => one.name));
  if (state.has("hidden")) view.hidden = new Set(policies.map((_, i) => i).filter((i) => state.get("hidden").split(",").includes(policies[i])));
  if (policy >= 0) chooseBaseline(policy);
  if (metric >= 0) view.sort = { metric, isUp: !state.get("sort").startsWith("-") };
  if (unknown.length > 0) byId("matrix").before(el("p", { class: "bad", role: "status" }, `The address names what this page does not have: ${unknown.join(", ")}`));
}

function listen() {
  let last = 0;
  addEventListener("hashchange", () => { readAddress(); refresh(); });
  new ResizeObserver(() => {
    if (main.clientWidth === last) return;
    last = main.clientWidth;
    for (const one of figures) one.paint();
  }).observe(main);
  const print = (isPrinting) => {
    document.documentElement.classList.toggle("printing", isPrinting);
    unfold(isPrinting);
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
showOrigin();
if (main.childElementCount === 0) main.append(el("p", {}, "No run is done yet: there is nothing to show."));
readAddress();
refresh();
listen();

// For the console, and for tests of the page.
window.dormouse = { given, figures, view, refresh, csvText, standings };
