// The findings: what is wrong, where in the script, how often, and what to do.

/** @param at the time that is looked at; else the first. */
function findingView(finding, at = finding.times[0]) {
  const app = run.apps[finding.app];
  const place = finding.times.indexOf(at);
  const other = (direction) => {
    const next = finding.times[place + direction];
    return el("button", {
      disabled: next === undefined,
      onclick: () => jump(finding, next),
    }, direction < 0 ? "time before" : "next time");
  };
  return el("article", { class: "finding" },
    el("h4", {}, finding.summary, " ", el("code", {}, finding.rule)),
    el("p", {}, foreign(app.label), finding.file ? ", " : "", finding.file ? foreign(`${finding.file}:${finding.line}`) : "",
      `, ${grouped(finding.times.length)} time${finding.times.length === 1 ? "" : "s"}`),
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
  view.lane = finding.app;
  byId("step-lane").value = String(finding.app);
  visit(at, 2 * MINUTE);
  scrollTo(app);
  detail(foreign(app.label), findingView(finding, at));
  markLabels();
  repaint();
  byId("plot").scrollIntoView({ block: "nearest" });
}

/** Returns the script around the line, which is marked. */
function listing(finding) {
  const script = given.scripts.find((s) => s.file === finding.file);
  if (!script || finding.line < 1) return null;
  const lines = el("ol", { start: String(script.first), class: "script", tabindex: "0", role: "region",
    "aria-label": `Script ${finding.file}` });
  script.lines.forEach((text, i) => {
    const isHere = script.first + i === finding.line;
    lines.append(el("li", isHere ? { class: "here", "aria-current": "true" } : {},
      isHere ? el("mark", {}, text || " ") : text || " "));
  });
  queueMicrotask(() => {
    const here = lines.querySelector(".here");
    if (here) lines.scrollTop = here.offsetTop - lines.offsetTop - 60;
  });
  return lines;
}

function showFindings() {
  const list = byId("finding-list");
  if (run.findings.length === 0) {
    list.replaceChildren(el("p", { class: "good" }, "None: the device saw no mistake of an app."));
    return;
  }
  list.replaceChildren(...run.findings.map((finding) => findingView(finding)));
}
