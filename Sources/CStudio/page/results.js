// What comes of a save: the run, the findings at their lines, the tests.

/** All that the last check of the open file found, and the errors that the last run told. */
let findings = [], runErrors = [];
/** The number of runs that were begun; the result of an older one is not shown. */
let begun = 0;

/** The place of an error message, `file:line: what is wrong`. */
const placeOf = (line) => /^(?:dormouse: )?(.+?\.lua):(\d+): (.*)$/.exec(line);

/** Shows text in which each place is a way to its line. */
function linked(text) {
  return text.split(/(\S+?\.lua:\d+)/).map((part, i) => {
    if (i % 2 === 0) return part;
    const [, path, line] = /^\W*(.+):(\d+)$/.exec(part);
    const known = fileOf(path);
    return known ? el("button", { class: "place", onclick: () => openFile(known, Number(line)).catch(complain) }, part) : part;
  });
}

/** The file that a message means by a path, which may be as the script's own messages shorten it. */
function fileOf(path) {
  if (files.has(path)) return path;
  const ends = [...files.keys()].filter((one) => one.endsWith(`/${path}`));
  return ends.length === 1 ? ends[0] : ends.find((one) => one === open?.path);
}

/** The fields that say which run it is. */
function runFields() {
  const fields = [["path", byId("scenario").value]];
  for (const id of ["policy", "seed"]) if (byId(id).value.trim()) fields.push([id, byId(id).value.trim()]);
  for (const input of byId("parameters").querySelectorAll("input")) {
    if (input.value !== "" && input.value !== input.placeholder) fields.push(["set", `${input.name}=${input.value}`]);
  }
  return fields;
}

/** Runs the scenario, as it is or with a change, and shows it. */
async function run(fields = []) {
  const path = byId("scenario").value;
  if (!path) return say("no scenario is in this folder: make one by 'new file'");
  const mine = ++begun, asked = performance.now();
  byId("stop").hidden = false;
  say(`running ${path} ...`);
  const outcome = await command("run", [...runFields(), ...futureFields(), ...fields]).finally(() => {
    if (mine === begun) byId("stop").hidden = true;
  });
  if (outcome === null || mine !== begun) return;
  const lines = (outcome.errors || outcome.ending || "").split("\n");
  runErrors = outcome.page ? [] : lines.map(placeOf).filter(Boolean)
    .map(([, file, line, message]) => ({ kind: "error", file, line: Number(line), message }));
  byId("report").replaceChildren(...linked([outcome.output, outcome.errors, outcome.ending ?? ""].filter(Boolean).join("\n")));
  showFindings();
  if (outcome.page === null) {
    say(outcome.ending ? `the run ended: ${outcome.ending}` : lines.find((line) => line) ?? "the run has failed", true);
    return choose("report");
  }
  await showPage(outcome.page);
  if (!byId("report").hidden && outcome.status === 0 && runErrors.length === 0) choose("timeline");
  byId("as-it-was").hidden = futureFields().length === 0;
  const seconds = (performance.now() - asked) / 1000;
  say(`${path}: ${outcome.status === 0 ? "ran" : "failed"} in ${seconds < 1 ? `${Math.round(seconds * 1000)} ms` : `${seconds.toFixed(1)} s`}`, outcome.status !== 0);
}

// MARK: Findings

/** Checks the open file under fault conditions. */
async function checkFile() {
  const { path } = open;
  if (!path.endsWith(".lua")) return;
  const outcome = await command("check", [["path", path]]);
  if (outcome === null || open.path !== path) return;
  try {
    findings = JSON.parse(outcome.output).files.flatMap((file) => file.findings)
      .map((one) => (one.allowed ? { ...one, kind: "allowed", message: `${one.message}; allowed because ${one.allowed}` } : one));
  } catch {
    findings = [{ kind: "error", message: (outcome.errors || outcome.ending || "it cannot be checked").trim() }];
  }
  showFindings();
}

function showFindings() {
  const all = [...runErrors, ...findings.filter((one) => !runErrors.some((run) => run.line === one.line && run.message === one.message))];
  const isBad = all.some((one) => ["error", "fault"].includes(one.kind));
  showRemarks(all.filter((one) => one.file && fileOf(one.file) === open?.path));
  count("tab-findings", "Findings", all.length, isBad);
  byId("findings").replaceChildren(...(all.length ? all.map((one) => el("div", { class: `finding ${one.kind}` },
    el("p", {}, el("span", { class: "kind" }, `${one.kind}: `),
      ...linked(one.file ? `${one.file}${one.line ? `:${one.line}` : ""}: ` : ""), one.message, one.rule ? ` (${one.rule})` : ""),
    one.seen ? el("p", { class: "faint" }, `seen ${one.seen}${one.exit ? `; the app is killed by ${one.exit}` : ""}`) : "",
    one.advice ? el("p", {}, `What to do: ${one.advice}`) : "")) : [el("p", { class: "faint" }, "Nothing is found in the open file.")]));
}

function count(tab, name, number, isBad) {
  byId(tab).replaceChildren(name, ...(number ? [" ", el("span", { class: `count${isBad ? " bad" : ""}` }, String(number))] : []));
}

// MARK: Tests

const hasTests = () => [...kinds.values()].some((one) => one.kind?.startsWith("file with"));

/** Runs the tests of the folder. */
async function test() {
  if (!hasTests()) return byId("tests").replaceChildren("There are no tests in this folder: 'new file' makes one.");
  const outcome = await command("test");
  if (outcome === null) return;
  const text = outcome.output + outcome.errors + (outcome.ending ?? "");
  byId("tests").replaceChildren(...linked(text));
  const failed = /(\d+) failed/.exec(outcome.output)?.[1] ?? 0;
  count("tab-tests", "Tests", Number(failed), Number(failed) > 0 || outcome.status !== 0);
}

// MARK: Tabs

function choose(name) {
  for (const tab of document.querySelectorAll("[role=tab]")) {
    const isChosen = tab.id === `tab-${name}`;
    tab.setAttribute("aria-selected", String(isChosen));
    tab.tabIndex = isChosen ? 0 : -1;
    byId(tab.getAttribute("aria-controls")).hidden = !isChosen;
  }
}
