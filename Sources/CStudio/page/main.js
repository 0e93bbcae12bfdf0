// Puts the studio together.

const complain = (error) => say(error.message, true);

/** What is open stands in the address, so that a reload shows it again. */
function keepAddress() {
  const state = new URLSearchParams([["file", open?.path ?? ""], ["scenario", byId("scenario").value]]);
  history.replaceState(null, "", `#${state.toString().replaceAll("%2F", "/")}`);
}

/** Learns what each file is, which lists the scenarios and their parameters. */
async function learnKinds() {
  const outcome = await command("check");
  if (outcome === null) return;
  kinds.clear();
  try {
    for (const file of JSON.parse(outcome.output).files) kinds.set(file.path.replace(/^\.\//, ""), file);
  } catch {
    throw new Error((outcome.errors || outcome.ending || "the folder cannot be read").trim());
  }
  listFiles();
  listScenarios();
}

function listScenarios() {
  const wanted = byId("scenario").value || new URLSearchParams(location.hash.slice(1)).get("scenario");
  const names = [...kinds].filter(([, file]) => file.kind?.startsWith("scenario")).map(([path]) => path);
  // One that has an error for now stays chosen.
  if (wanted && files.has(wanted) && !names.includes(wanted)) names.push(wanted);
  byId("scenario").replaceChildren(...names.map((name) => el("option", { value: name }, name)));
  if (names.includes(wanted)) byId("scenario").value = wanted;
  listParameters();
}

function listParameters() {
  const given = kinds.get(byId("scenario").value)?.parameters ?? [];
  const before = new Map([...byId("parameters").querySelectorAll("input")].map((input) => [input.name, input.value]));
  byId("parameters-box").hidden = given.length === 0;
  byId("parameters").replaceChildren(...given.map((one) => el("label", {}, one.name,
    el("input", { name: one.name, placeholder: one.default, value: before.get(one.name) ?? "", autocomplete: "off" }),
    el("small", {}, one.about))));
}

/** Saves, and runs, checks and tests what came of it. */
async function saveAndRun() {
  await save();
  // What is looked at first has all of the machine.
  await run([["after", "save"]]);
  await afterChange();
}

/** Checks and tests anew. */
async function afterChange() {
  const mine = begun;
  await Promise.all([open ? checkFile() : undefined, learnKinds()]);
  // A save since then does it all again.
  if (mine === begun && byId("wants-tests").checked) await test();
}

async function makeFile() {
  const name = byId("new-name").value.trim(), kind = byId("new-kind").value;
  const folder = open ? open.path.slice(0, open.path.lastIndexOf("/") + 1) : "";
  const path = name.includes("/") ? name : folder + name;
  const outcome = await command("new", [["path", path], ["kind", kind]]);
  if (outcome.status !== 0) throw new Error((outcome.errors || outcome.ending).trim().split("\n")[0]);
  byId("new-name").value = "";
  byId("new-box").open = false;
  say("");
  await lookForChanges();
  const [, made] = /^wrote (.+\.lua)$/m.exec(outcome.output);
  await learnKinds();
  await openFile(made);
  if (kind === "scenario") {
    byId("scenario").value = made;
    listParameters();
    await run();
  }
}

function moveDivider(x) {
  const main = document.querySelector("main").getBoundingClientRect(), files = byId("files").offsetWidth;
  document.querySelector("main").style.setProperty("--editor", `${Math.max(160, Math.min(main.width - files - 260, x - files))}px`);
}

function listen() {
  const on = (id, event, body) => byId(id).addEventListener(event, (happened) => {
    if (event === "submit") happened.preventDefault();
    Promise.resolve(body(happened)).catch(complain);
  });
  on("controls", "submit", saveAndRun);
  on("save", "click", saveAndRun);
  on("stop", "click", () => ask("POST", "stop"));
  on("scenario", "change", () => { keepAddress(); listParameters(); return asItWas(); });
  for (const id of ["policy", "seed", "parameters"]) on(id, "change", () => run());
  on("file-filter", "input", listFiles);
  on("new", "submit", makeFile);
  on("future", "submit", whatIf);
  on("as-it-was", "click", asItWas);
  on("acts", "click", (event) => { if (event.target.dataset.act) addAct(event.target.dataset.act); });
  on("wants-tests", "change", () => byId("wants-tests").checked && test());
  on("tabs", "click", (event) => {
    const tab = event.target.closest("[role=tab]");
    if (tab) choose(tab.id.slice(4));
  });
  on("tabs", "keydown", (event) => {
    const tabs = [...document.querySelectorAll("[role=tab]")], step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    const next = tabs[(tabs.indexOf(document.activeElement) + step + tabs.length) % tabs.length];
    choose(next.id.slice(4));
    next.focus();
  });
  editor.on("changes", () => { showOpen(); });
  addEventListener("keydown", (event) => {
    if (!(event.ctrlKey || event.metaKey) || !["s", "Enter"].includes(event.key)) return;
    event.preventDefault();
    saveAndRun().catch(complain);
  });
  addEventListener("beforeunload", (event) => { if (isChanged()) event.preventDefault(); });
  addEventListener("pagehide", () => navigator.sendBeacon(`stop?window=${windowName}`));
  const divider = byId("divider");
  divider.addEventListener("pointerdown", (event) => {
    divider.setPointerCapture(event.pointerId);
    byId("page").style.pointerEvents = "none";
    divider.onpointermove = (moved) => moveDivider(moved.clientX);
    divider.onpointerup = () => { divider.onpointermove = null; byId("page").style.pointerEvents = ""; editor.refresh(); };
  });
  divider.addEventListener("keydown", (event) => {
    const step = { ArrowLeft: -40, ArrowRight: 40 }[event.key];
    if (step) { moveDivider(divider.getBoundingClientRect().left + step); editor.refresh(); }
  });
}

/** Follows what other editors save, a look a second while the window is seen. */
async function follow() {
  for (;;) {
    await pause(1000);
    if (document.hidden) continue;
    try {
      if (await lookForChanges()) {
        await run([["after", "save"]]);
        await afterChange();
      }
    } catch (error) {
      complain(error);
    }
  }
}

async function begin() {
  choose("timeline");
  listen();
  const about = await askFor("about");
  byId("folder").textContent = `\u200e${about.folder}`;
  byId("folder").title = about.folder;
  byId("policies").replaceChildren(...about.policies.map(({ name, about: text }) => el("option", { value: name }, text)));
  byId("then").title = `Acts, with semicolons between them: ${about.acts}`;
  await lookForChanges();
  // What was open before a reload is shown before all files are looked at.
  const asked = new URLSearchParams(location.hash.slice(1)), [file, scenario] = [asked.get("file"), asked.get("scenario")];
  if (files.has(scenario)) byId("scenario").replaceChildren(el("option", {}, scenario));
  if (files.has(file)) await openFile(file);
  const ran = files.has(scenario) ? run() : undefined;
  if (!ran) say("looking at the files ...");
  await learnKinds();
  const first = byId("scenario").value || [...files.keys()].find((path) => path.endsWith("app.lua")) || [...files.keys()][0];
  if (!open && first) await openFile(first);
  showOpen();
  if (ran) await ran;
  else if (byId("scenario").value) await run();
  else { say("no scenario is in this folder"); choose("findings"); }
  if (byId("wants-tests").checked) await test();
}

// For the console, and for tests of the page.
window.studio = { editor, run, test, get open() { return open; }, get begun() { return begun; } };

begin().catch(complain).then(follow);
