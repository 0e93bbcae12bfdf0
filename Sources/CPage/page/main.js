// Puts the page together.

const scroller = byId("scroller");

function paint() {
  paintOverview();
  paintHead();
  paintLanes(scroller.scrollTop, lanesHeight());
  paintLevels();
}

const isNarrow = () => innerWidth <= 1000;

/** Brings the timeline into sight. */
const showPlot = () => byId("plot").scrollIntoView({ block: isNarrow() ? "start" : "nearest" });

const lanesHeight = () => Math.min(run.height, scroller.clientHeight || run.height);

/** Fits everything to the size of the page. */
function fit() {
  const place = byId("lanes-place");
  place.style.height = run.height + "px";
  const width = Math.max(80, place.clientWidth);
  if (width !== view.width) {
    strip = null;
    nameLanes();
  }
  view.width = width;
  paint();
}

/** Makes a lane visible; where details come up from below, at the top. */
function scrollTo(app) {
  if (isNarrow()) { scroller.scrollTop = app.top; return; }
  const top = scroller.scrollTop, bottom = top + scroller.clientHeight;
  if (app.top < top) scroller.scrollTop = app.top;
  else if (app.top + app.height > bottom) scroller.scrollTop = app.top + app.height - scroller.clientHeight;
}

/** Chooses the app whose events are stepped through; -1: all. */
function chooseLane(index) {
  view.lane = index;
  byId("step-lane").value = String(index);
  markLabels();
  repaint();
}

function markLabels() {
  for (const [i, button] of [...byId("labels").children].entries()) {
    button.setAttribute("aria-pressed", String(i === view.lane));
  }
}

function labelLanes() {
  byId("labels").replaceChildren(...run.apps.map((app) => {
    const button = el("button", {
      title: app.label, "aria-label": app.label, "aria-pressed": "false", style: `height:${app.height}px`,
      onclick: () => {
        chooseLane(view.lane === app.index ? -1 : app.index);
        if (view.lane >= 0) showActivity(app, Math.max(0, lastUpTo(app.activities.from, view.now)), view.now);
      },
    });
    return button;
  }));
  byId("head-labels").replaceChildren(el("div", { style: `height:${AXIS}px` }),
    ...run.conditions.map((lane) => el("div", { style: `height:${CONDITION}px` }, lane.name)));
  byId("level-labels").replaceChildren(...run.levels.map((level) =>
    el("div", { class: "level", style: `height:${LEVEL}px` }, el("span", {}, level.name),
      el("span", { class: "most" }, `0 to ${levelText(level, level.most)}`))));
  byId("step-lane").replaceChildren(el("option", { value: "-1" }, "all apps"),
    ...run.apps.map((app) => el("option", { value: String(app.index) }, shortened(app.label, (text) => text.length <= 40))));
}

/** Names the lanes, as much of each name as there is room for. */
function nameLanes() {
  const buttons = [...byId("labels").children];
  const room = (buttons[0]?.clientWidth ?? 0) - 16;
  buttons.forEach((button, i) => button.replaceChildren(foreign(shortened(run.apps[i].label, (text) => widthOf(text) <= room))));
}

/** The legend: activities by colour and height, spans, and the signs that occur. */
function showLegend() {
  const item = (words, draw) => {
    const canvas = el("canvas", { "aria-hidden": "true" });
    draw(context(canvas, 16, 16));
    return el("li", {}, canvas, words);
  };
  const items = [];
  run.kinds.activities.forEach((kind, i) => items.push(item(kind.words, (pen) => {
    const look = band(i);
    if (!look) { pen.fillStyle = ink.line; pen.fillRect(0, 14, 16, 1); return; }
    pen.fillStyle = look[2];
    pen.fillRect(0, (look[0] - ACTIVITY.top) * 16 / 18, 16, Math.max(2, look[1] * 16 / 18));
  })));
  run.kinds.spans.forEach((kind, i) => {
    if (!run.apps.some((app) => app.tracks.some((track) => track.kind === i))) return;
    items.push(item(kind.words, (pen) => { pen.fillStyle = ink.spans[i]; pen.fillRect(0, 6, 16, 4); }));
  });
  run.kinds.marks.forEach((kind, i) => {
    if (!signs[kind.key] || !run.apps.some((app) => app.marks.kind.includes(i))) return;
    items.push(item(kind.words, (pen) => signs[kind.key](pen, 8, 8)));
  });
  if (isPair) items.push(item("the runs differ", (pen) => {
    pen.fillStyle = ink.mark;
    pen.fillRect(0, 1, 16, 14);
    pen.fillStyle = ink.text;
    pen.fillRect(0, 6, 16, 4);
  }));
  if (run.partsAt >= 0) items.push(item("the runs part", (pen) => paintPartingLine(pen, 8, 16)));
  byId("legend").replaceChildren(...items);
}

// MARK: Controls

const keys = {
  ArrowLeft: () => pan(-view.width / 8), ArrowRight: () => pan(view.width / 8),
  "+": () => zoom(0.5), "=": () => zoom(0.5), "-": () => zoom(2), 0: () => show(0, run.end),
  n: () => step(1), p: () => step(-1), f: () => goToFinding(1), F: () => goToFinding(-1), d: () => goToDifference(1), D: () => goToDifference(-1),
  ArrowDown: () => chooseLane(Math.min(run.apps.length - 1, view.lane + 1)),
  ArrowUp: () => chooseLane(Math.max(-1, view.lane - 1)),
  Home: () => { view.now = 0; visit(0); repaint(); }, End: () => { view.now = run.end; visit(run.end); repaint(); },
  Enter: () => { if (current) { tell(current); byId("panel-heading").focus(); } },
  Escape: () => { chooseLane(-1); noDetail(); },
};

function listen() {
  byId("zoom-in").addEventListener("click", () => zoom(0.5));
  byId("zoom-out").addEventListener("click", () => zoom(2));
  byId("zoom-all").addEventListener("click", () => show(0, run.end));
  byId("step-on").addEventListener("click", () => step(1));
  byId("step-back").addEventListener("click", () => step(-1));
  byId("step-lane").addEventListener("change", (event) => chooseLane(Number(event.target.value)));
  byId("hit-on").addEventListener("click", () => goToHit(1));
  byId("hit-back").addEventListener("click", () => goToHit(-1));
  byId("difference-on").addEventListener("click", () => goToDifference(1));
  byId("difference-back").addEventListener("click", () => goToDifference(-1));
  byId("difference-tools").hidden = !isPair;
  for (const id of ["finding-back", "finding-on"]) byId(id).disabled = run.findings.length === 0;
  byId("finding-on").addEventListener("click", () => goToFinding(1));
  byId("finding-back").addEventListener("click", () => goToFinding(-1));
  byId("finding-filter").addEventListener("input", showFindings);
  byId("close").addEventListener("click", noDetail);
  byId("time").addEventListener("change", (event) => { if (event.target.value) goToTime(event.target.value); });
  addEventListener("hashchange", readAddress);
  let wait;
  byId("search").addEventListener("input", (event) => {
    clearTimeout(wait);
    wait = setTimeout(() => search(event.target.value), 150);
  });
  byId("search").addEventListener("keydown", async (event) => {
    if (event.key !== "Enter") return;
    clearTimeout(wait);
    if (hits.length === 0) await search(event.target.value);
    goToHit(event.shiftKey ? -1 : 1);
  });
  byId("plot").addEventListener("keydown", (event) => {
    const act = keys[event.key];
    if (!act || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target !== byId("plot") && ["Enter", "ArrowUp", "ArrowDown"].includes(event.key)) return;
    event.preventDefault();
    act();
    if (view.lane >= 0 && event.key.startsWith("Arrow")) scrollTo(run.apps[view.lane]);
  });
  document.addEventListener("keydown", (event) => {
    if (event.key !== "/" || ["INPUT", "SELECT"].includes(event.target.tagName)) return;
    event.preventDefault();
    byId("search").focus();
  });
  for (const id of ["head", "lanes", "levels"]) {
    follow(byId(id));
    byId(id).addEventListener("wheel", (event) => wheel(event, id !== "lanes"), { passive: false });
  }
  byId("overview").addEventListener("wheel", (event) => wheel(event, true), { passive: false });
  followOverview(byId("overview"));
  scroller.addEventListener("scroll", repaint);
  new ResizeObserver(fit).observe(byId("plot"));
  for (const what of ["(prefers-color-scheme: dark)", "(forced-colors: active)"]) matchMedia(what).addEventListener("change", recolour);
  addEventListener("beforeprint", () => print(true));
  addEventListener("afterprint", () => print(false));
}

/** Zooms by the wheel with Ctrl, and where nothing scrolls also with Alt. */
function wheel(event, isFree) {
  const isZoom = event.ctrlKey || event.metaKey;
  if (Math.abs(event.deltaX) > Math.abs(event.deltaY)) {
    event.preventDefault();
    pan(event.deltaX);
  } else if (isZoom || (isFree && event.altKey)) {
    event.preventDefault();
    const px = event.clientX - event.currentTarget.getBoundingClientRect().left;
    zoom(Math.exp(Math.max(-60, Math.min(60, event.deltaY)) / 150), px);
  }
}

function recolour() {
  readInk();
  strip = null;
  showLegend();
  paint();
}

/** On paper all lanes and numbers are there, in colours for white paper. */
function print(isPrinting) {
  document.documentElement.classList.toggle("printing", isPrinting);
  unfold(isPrinting);
  recolour();
  fit();
}

/** What the run comes to, in the terminal's words; each sentence leads to its moment. */
function showVerdict() {
  byId("verdict").replaceChildren(...given.verdict.map(({ text, tone, app, finding }) => {
    const found = run.findings[finding];
    const kill = run.kills.find((one) => one.app === app && one.finding === finding);
    const at = kill?.at ?? found?.times[0];
    const go = () => {
      if (found) jump(found, found.times.findLast((time) => time <= at) ?? found.times[0]);
      else goTo({ t: at, app, type: "mark", index: lastUpTo(run.apps[app].marks.at, at) });
    };
    return el("li", { class: tone }, foreign(text), at === undefined ? "" : [" ",
      el("button", { onclick: go }, `show at ${clockText(at)}`), " ", copyButton(text, "the sentence")]);
  }));
}

function begin() {
  // Asked for before anything changes, the width costs nothing.
  const isFramed = self !== top, isSmall = innerWidth < 600 || isFramed;
  document.documentElement.classList.toggle("framed", isFramed);
  byId("legend-box").open = !isSmall;
  byId("facts").replaceChildren(...given.facts.map(([name, value]) => el("div", {}, el("dt", {}, name), el("dd", {}, foreign(value)))));
  readInk();
  layOut();
  labelLanes();
  showVerdict();
  if (!isSmall) showLegend();
  noDetail();
  listen();
  fit();
  search("");
  showFindings();
  if (run.apps.length === 0) say("No app did anything in this run.");
  readAddress();
  // What is far down or folded comes after what is in sight.
  if (isSmall) setTimeout(showLegend);
  setTimeout(showTables);
}

begin();

// For the console, for tests of the page, and for the studio, in whose frame it may be.
window.dormouse = { shown: performance.now(), moment: () => clockText(view.now, 3), given, run, differences, view, show, paint, goTo, eventsBetween, decisionAt, thingText };
dispatchEvent(new Event("shown"));
