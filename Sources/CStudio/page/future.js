// The run's page, the moment that is chosen on it, and what would be if something else were done then.

/** What the page in the frame gives away of itself; undefined while it loads. */
const shownRun = () => byId("page").contentWindow?.dormouse;

/** The fields of what is to be done at the moment; none: the run is as it is. */
let future = [];
const futureFields = () => future;

/** Makes a frame whose page has its style and script, and waits for the data of the next run. */
function readyFrame() {
  const frame = el("iframe", { class: "next", title: "The run", tabindex: "-1", src: "page/0" });
  byId("page").after(frame);
  return new Promise((done) => frame.addEventListener("load", () => done(frame), { once: true }));
}

let next = readyFrame();
/** One page after the other is shown. */
let showing = Promise.resolve();
const showPage = (number) => (showing = showing.catch(() => {}).then(() => showNext(number)));

/** Shows a page of the server as the one before was: the same stretch, app and moment. */
async function showNext(number) {
  const [text, frame] = await Promise.all([ask("GET", `page/${number}`).then((answer) => answer.text()), next]);
  const page = new DOMParser().parseFromString(text, "text/html");
  for (const id of ["title", "data", "blocks"]) frame.contentDocument.getElementById(id).textContent = page.getElementById(id).textContent;
  frame.contentWindow.history.replaceState(null, "", `${number}#${addressOfShown()}`);
  const shown = new Promise((done, fail) => {
    frame.contentWindow.addEventListener("shown", done, { once: true });
    // What goes wrong while it is drawn is told in the head, and the next run has a page of its own.
    frame.contentWindow.addEventListener("unhandledrejection", (event) => {
      event.preventDefault();
      fail(event.reason);
    }, { once: true });
  });
  frame.contentWindow.begin();
  next = shown.then(() => pause(100), () => frame.remove()).then(readyFrame);
  await shown;
  const old = byId("page");
  old.removeAttribute("id");
  old.classList.add("old");
  frame.id = "page";
  frame.removeAttribute("class");
  frame.removeAttribute("tabindex");
  listApps();
  followMoment();
  // What comes next would hold up its painting; a window out of sight has no frames to wait for.
  await Promise.race([new Promise(requestAnimationFrame).then(() => pause(0)), pause(100)]);
  old.remove();
}

/** What is in view on the page, and the moment and app that are chosen beside it. */
function addressOfShown() {
  const hash = new URLSearchParams(byId("page").contentWindow?.location.hash.slice(1) ?? ""), old = shownRun();
  const app = old?.run.apps[old.view.lane]?.name ?? (future.length ? byId("future-app").value : "");
  hash.delete("app");
  if (app) hash.set("app", app);
  const at = byId("at").value.trim();
  if (at) hash.set("at", at.replaceAll(" ", "-"));
  return hash.toString().replaceAll("%3A", ":");
}

function listApps() {
  const names = [...new Set(shownRun().run.apps.map((app) => app.name))], chosen = byId("future-app").value;
  byId("future-app").replaceChildren(...names.map((name) => el("option", {}, name)));
  if (names.includes(chosen)) byId("future-app").value = chosen;
}

/** The moment and lane that were chosen on the page when it was last looked at. */
let chosen = { now: 0, lane: -1 };

function followMoment() {
  const { view } = shownRun();
  chosen = { now: view.now, lane: view.lane };
  for (const event of ["click", "keyup", "change"]) byId("page").contentWindow.addEventListener(event, takeMoment);
}

/** Takes over the moment and the app that are chosen on the page, if they are others than before. */
function takeMoment() {
  const { view, run, moment } = shownRun();
  if (view.now !== chosen.now) byId("at").value = moment();
  if (view.lane !== chosen.lane && view.lane >= 0) byId("future-app").value = run.apps[view.lane].name;
  chosen = { now: view.now, lane: view.lane };
}

/** Adds an act to those that are done at the moment. */
function addAct(act) {
  const app = byId("future-app").value, then = byId("then");
  const text = act.replace("APP", app);
  then.value = then.value.trim() ? `${then.value.trim().replace(/;$/, "")}; ${text}` : text;
}

async function whatIf() {
  const at = byId("at").value.trim(), then = byId("then").value.trim();
  if (!at) return say("no moment is chosen: click on the timeline, or write one", true);
  if (!then) return say("nothing is to be done then: press one of the buttons, or write acts", true);
  future = [["at", at], ["then", then]];
  await run();
}

async function asItWas() {
  future = [];
  byId("then").value = "";
  await run();
}
