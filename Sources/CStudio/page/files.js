// The folder's files, and the one that is open.

/** The files by path, as the server knows them; what each is, as "scenario with 2 apps". */
let files = new Map();
const kinds = new Map();
/** The file in the editor: its path and version, and its text when it was read or saved. */
let open = null;

const isChanged = () => open !== null && editor.getValue() !== open.text;

/** The last of what reads or writes versions of files. One at a time does: a save that came during
 * another would name a version that is no more, and a look during a save would take it for another program's. */
let turn = Promise.resolve();

function inTurn(body) {
  const mine = turn.then(body);
  turn = mine.catch(() => {});
  return mine;
}

function listFiles() {
  const wanted = byId("file-filter").value.toLowerCase();
  const folders = new Map();
  for (const path of files.keys()) {
    if (!path.toLowerCase().includes(wanted)) continue;
    const folder = path.slice(0, path.lastIndexOf("/") + 1);
    if (!folders.has(folder)) folders.set(folder, []);
    folders.get(folder).push(path);
  }
  byId("file-list").replaceChildren(...[...folders].flatMap(([folder, paths]) => [
    ...(folder ? [el("li", {}, el("h2", {}, folder))] : []),
    ...paths.map((path) => el("li", {}, el("button", {
      title: `${path}${kinds.get(path)?.kind ? `: ${kinds.get(path).kind}` : ""}`, "aria-current": String(path === open?.path),
      onclick: () => openFile(path).catch(complain),
    }, path.slice(folder.length), " ", el("small", {}, (kinds.get(path)?.kind ?? "").split(" ")[0])))),
  ]));
}

function showOpen() {
  byId("file-name").textContent = open ? `${open.path}${isChanged() ? " \u2022" : ""}` : "no file is open";
  byId("save").disabled = !isChanged();
  document.title = `${isChanged() ? "\u2022 " : ""}${open ? `${open.path.split("/").pop()}: ` : ""}Dormouse studio`;
}

async function readFile(path) {
  const answer = await ask("GET", "file", [["path", path]]);
  return { path, version: answer.headers.get("X-Version"), text: (await answer.text()).replace(/\r\n/g, "\n") };
}

/** Opens a file, after the one before is saved or given up. */
async function openFile(path, line) {
  if (open?.path !== path) {
    await turn;
    if (isChanged() && !confirm(`${open.path} is not saved. Give up what you changed?`)) return;
    open = await readFile(path);
    const isLua = path.endsWith(".lua");
    editor.swapDoc(CodeMirror.Doc(open.text, isLua ? "lua" : null));
    editor.setOption("lineWrapping", !isLua);
    byId("conflict").hidden = true;
    remarks = [];
    showOpen();
    listFiles();
    keepAddress();
    showFindings();
    if (isLua) checkFile();
  }
  if (line) goToLine(line);
}

/** Saves the open file if it has changed. */
const save = () => inTurn(saveNow);

async function saveNow() {
  if (!isChanged()) return;
  const text = editor.getValue(), { path } = open;
  const fields = [["path", path]];
  if (open.version !== null) fields.push(["version", open.version]);
  try {
    const { version } = await (await ask("PUT", "file", fields, text)).json();
    files.set(path, version);
    if (open.path === path) open = { path, version, text };
  } catch (error) {
    if (error.message.includes("meanwhile")) await lookNow();
    throw new Error(`${path}: ${error.message}`);
  }
  showOpen();
}

/** Looks what another program has written; returns whether a script has changed. */
const lookForChanges = () => inTurn(lookNow);

async function lookNow() {
  const found = await askFor("files");
  const now = new Map(found.files.map((file) => [file.path, file.version]));
  const changed = [...now].filter(([path, version]) => files.get(path) !== version).map(([path]) => path);
  const gone = [...files.keys()].filter((path) => !now.has(path));
  files = now;
  if (found.most) byId("file-filter").title = `only the first ${found.most} files are listed`;
  if (open && changed.includes(open.path) && now.get(open.path) !== open.version) await takeChange();
  if (open && gone.includes(open.path)) tellRemoval();
  if (changed.length || gone.length) listFiles();
  return [...changed, ...gone].some((path) => path.endsWith(".lua"));
}

/** The open file was removed by another program: it can be saved as a new one. */
function tellRemoval() {
  askAbout(`${open.path} was removed by another program.`, { ...open, version: null, text: null });
}

/** Asks what is to become of the open file, which another program has changed; `mine`: the file as it is known if one's own is kept. */
function askAbout(what, mine, theirs) {
  byId("conflict").querySelector("span").textContent = what;
  byId("conflict").hidden = false;
  byId("take-theirs").hidden = !theirs;
  byId("take-theirs").onclick = () => {
    open = theirs;
    editor.setValue(theirs.text);
    byId("conflict").hidden = true;
    showOpen();
  };
  byId("keep-mine").onclick = () => {
    open = mine;
    byId("conflict").hidden = true;
    showOpen();
  };
}

/** The open file was written by another program. */
async function takeChange() {
  const theirs = await readFile(open.path);
  if (theirs.text === editor.getValue() || !isChanged()) {
    const at = editor.getCursor();
    open = theirs;
    if (theirs.text !== editor.getValue()) editor.setValue(theirs.text);
    editor.setCursor(at);
    byId("conflict").hidden = true;
    return showOpen();
  }
  askAbout(`${open.path} was changed by another program.`, { ...open, version: theirs.version }, theirs);
}
