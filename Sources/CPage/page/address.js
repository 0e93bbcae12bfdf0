// The state of the page in its address, and moments as people write them.

/** Returns a moment of the device's clock as `clockText` writes it, or as `13:05`, `day 2 13:05:09.5`; null: it is none. */
function momentOf(text) {
  const parts = /^(?:d(?:ay)?[ _-]*(\d+)[ _-]+)?(\d{1,3}):(\d\d)(?::(\d\d(?:\.\d+)?))?$/.exec(text.trim());
  if (!parts) return null;
  const [, day = "1", hour, minute, second = "0"] = parts;
  const t = (Number(day) - 1) * DAY + Number(hour) * HOUR + Number(minute) * MINUTE + Number(second) * SECOND;
  return t - (t < run.startsAt && !parts[1] ? run.startsAt - DAY : run.startsAt);
}

/** Goes to a moment that was typed; says what is wrong with it. */
function goToTime(text) {
  const t = momentOf(text);
  if (t === null) { say(`${text}: this is no time; write 13:05, 13:05:09 or day 2 13:05`); return false; }
  if (t < 0 || t > run.end) {
    say(`${text} is outside the run, which goes from ${clockText(0, 0)} to ${clockText(run.end, 0)}`);
    return false;
  }
  view.now = t;
  visit(t, 20 * MINUTE);
  repaint();
  return true;
}

let isWriting = 0;

/** Writes what is in view to the address, when it has come to rest. */
function keepAddress() {
  clearTimeout(isWriting);
  isWriting = setTimeout(() => {
    const moment = (t) => clockText(t, 6).replace("day ", "d").replace(" ", "-").replace(/\.?0+$/, "").replace(/^((d\d+-)?\d\d:\d\d)$/, "$1:00");
    const state = new URLSearchParams();
    if (view.from > 0 || view.to < run.end) { state.set("from", moment(view.from)); state.set("to", moment(view.to)); }
    if (view.now > 0) state.set("at", moment(view.now));
    if (view.lane >= 0) state.set("app", run.apps[view.lane].label);
    const text = state.toString().replaceAll("%3A", ":");
    if ("#" + text !== location.hash && (text || location.hash)) history.replaceState(null, "", "#" + text);
  }, 300);
}

/** Shows what the address says. */
function readAddress() {
  const state = new URLSearchParams(location.hash.slice(1));
  const app = state.get("app");
  if (app !== null) {
    const lane = run.apps.findIndex((one) => one.label === app || one.name === app);
    if (lane < 0) say(`The address names an app that is not in this run: ${app}`);
    else { chooseLane(lane); scrollTo(run.apps[lane]); }
  }
  if (state.has("from") || state.has("to")) {
    const texts = ["from", "to"].map((key) => state.get(key) ?? ""), [from, to] = texts.map(momentOf);
    if (from === null || to === null) say(`from=${texts[0]}, to=${texts[1]}: these are no times; write 13:05, 13:05:09 or day 2 13:05`);
    else if (to <= from) say(`from=${texts[0]}, to=${texts[1]}: the end is not after the beginning`);
    else if (to <= 0 || from >= run.end) say(`${texts[0]} to ${texts[1]} is outside the run, which goes from ${clockText(0, 0)} to ${clockText(run.end, 0)}`);
    else show(from, to);
  }
  if (state.has("at") && goToTime(state.get("at")) && view.lane >= 0) {
    const mine = findingTimes.find(({ finding, at }) => at === view.now && finding.app === view.lane);
    if (mine) jump(mine.finding, mine.at);
  }
}
