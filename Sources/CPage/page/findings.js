// The findings: what is wrong, where in the script, how often, and what to do.

/** @param at the time that is looked at; else the first. */
function findingView(finding, at = finding.times[0], heading = "h4") {
  const app = run.apps[finding.app];
  const place = finding.times.indexOf(at);
  const other = (direction) => {
    const next = finding.times[place + direction];
    return el("button", { disabled: next === undefined, onclick: () => jump(finding, next) },
      direction < 0 ? "time before" : "next time");
  };
  const where = finding.file ? `${finding.file}:${finding.line}` : "";
  return el("article", { class: "finding" },
    el(heading, {}, finding.kind, ": ", finding.summary, " ", el("code", {}, finding.rule)),
    el("p", {}, foreign(app.label), where ? ", " : "", where ? foreign(where) : "", `, ${timesText(finding.times.length)}`,
      where ? [" ", copyButton(where, "the line")] : []),
    el("p", {}, foreign(finding.message)),
    listing(finding),
    el("p", {}, el("strong", {}, "What to do: "), finding.advice),
    finding.advice === "" ? null : el("p", {}, el("code", {}, `dormouse explain ${finding.rule}`),
      " shows more, with a wrong and a right example."),
    el("p", {}, el("button", { onclick: () => jump(finding, at) }, `show at ${clockText(at)}`), " ",
      finding.times.length > 1 ? other(-1) : null, " ", finding.times.length > 1 ? other(1) : null));
}

/** Goes to where a finding happened, with a minute around it, and announces it. */
function jump(finding, at) {
  const app = run.apps[finding.app];
  view.now = at;
  chooseLane(finding.app);
  visit(at, 2 * MINUTE);
  scrollTo(app);
  detail(foreign(app.label), findingView(finding, at), lastDecision(app, at));
  say(`${clockText(at)} ${app.label}: ${finding.summary}`);
  repaint();
  showPlot();
}

/** All times of all findings in order. */
const findingTimes = run.findings.flatMap((finding) => finding.times.map((at) => ({ finding, at }))).sort((a, b) => a.at - b.at);
let findingPlace = -1;

/** Goes to the next finding in time, or the one before. */
function goToFinding(direction) {
  const here = findingTimes[findingPlace];
  if (here?.at === view.now) findingPlace += direction;
  else findingPlace = direction > 0 ? findingTimes.findIndex(({ at }) => at > view.now) : findingTimes.findLastIndex(({ at }) => at < view.now);
  const next = findingTimes[findingPlace];
  if (next) jump(next.finding, next.at);
  else {
    findingPlace = -1;
    say(direction > 0 ? "There is no finding after this one." : "There is no finding before this one.");
  }
}

/** Returns the script around the line, which is marked. */
function listing(finding) {
  const script = given.scripts.find((s) => s.file === finding.file);
  if (!script || finding.line < 1) return null;
  const lines = el("ol", { start: String(script.first) });
  script.lines.forEach((text, i) => {
    const isHere = script.first + i === finding.line;
    lines.append(el("li", isHere ? { class: "here", "aria-current": "true" } : {},
      isHere ? el("mark", {}, text || " ") : text || " "));
  });
  const box = el("div", { class: "script", tabindex: "0", role: "group", "aria-label": `Script ${finding.file}` }, lines);
  requestAnimationFrame(() => {
    const here = lines.querySelector(".here");
    if (here) box.scrollTop = here.offsetTop - box.offsetTop - 60;
  });
  return box;
}

/** The findings by rule, each rule with its count; of what is sought only. */
function showFindings() {
  const list = byId("finding-list"), wanted = byId("finding-filter").value.trim().toLowerCase();
  if (run.findings.length === 0) {
    byId("finding-tools").hidden = true;
    list.replaceChildren(el("p", { class: "good" }, "None: the device saw no mistake of an app."));
    return;
  }
  const text = (f) => `${f.rule} ${f.summary} ${run.apps[f.app].label} ${f.file}:${f.line} ${f.message}`.toLowerCase();
  const found = run.findings.filter((finding) => text(finding).includes(wanted));
  const count = (findings) => findings.reduce((sum, f) => sum + f.times.length, 0);
  byId("finding-count").textContent = `${grouped(count(found))} of ${grouped(count(run.findings))}`;
  const rules = Map.groupBy(found, (finding) => finding.rule);
  list.replaceChildren(...[...rules.values()].map((own, i) => {
    const places = el("div", { class: "places" });
    const box = el("details", { open: i < 3 || wanted !== "" },
      el("summary", {}, el("strong", {}, `${grouped(count(own))} \u00D7 ${own[0].kind}: ${own[0].summary}`), " ", el("code", {}, own[0].rule)), places);
    let most = 20;
    const fill = () => places.replaceChildren(...own.slice(0, most).map((finding) => findingView(finding, finding.times[0], "h3")),
      own.length > most ? el("button", { onclick: () => { most *= 5; fill(); } }, `${grouped(own.length - most)} more`) : "");
    box.addEventListener("toggle", () => { if (box.open && !places.firstChild) fill(); });
    if (box.open) fill();
    return box;
  }));
}
