// A figure: a heading, a chart, its numbers as a table, and CSV to take away.

const figures = [];
const main = byId("main");

/** Adds a section to the page, and to its list of contents. */
function section(id, title, ...content) {
  const made = el("section", { id, "aria-labelledby": id + "-heading" },
    el("h2", { id: id + "-heading" }, title), ...content);
  main.append(made);
  document.getElementById("contents").append(el("a", { href: "#" + id }, title));
  return made;
}

/**
 * Adds a figure to a section.
 *
 * @param title   a text, or a function of what is in view
 * @param notes   texts below it, or a function that gives them
 * @param draw    (place, width): draws what is in view
 * @param summary what the chart says, for those who do not see it
 * @param rows    { headings, rows, numeric }: its numbers, in the texts of the report
 * @param csv     rows of the file, the first with the names of the columns; in full precision
 */
function addFigure(parent, { id, title, notes = () => [], controls = [], draw, summary, rows, csv }) {
  const now = (part) => (typeof part === "function" ? part() : part);
  const name = el("h3", { id: id + "-title" });
  const about = el("div", { class: "about" });
  const chart = el("div", { class: "chart", role: "group", tabindex: "0" });
  walkable(chart);
  const numbers = el("details", { class: "numbers" }, el("summary", {}, "Numbers"));
  const save = el("button", { type: "button", onclick: () => download(`${id}.csv`, csvText(csv())) }, "CSV");
  const picture = el("button", { type: "button", onclick: () => download(`${id}.svg`, svgText(chart.querySelector("svg")), "image/svg+xml") }, "SVG");
  const box = el("figure", { id, "aria-labelledby": id + "-title" }, name, ...controls, chart, about,
    el("div", { class: "below" }, numbers, save, picture));
  const made = {
    id, chart, csv,
    refresh() {
      name.replaceChildren(foreign(now(title)));
      save.setAttribute("aria-label", `Save the numbers of ${now(title)} as CSV`);
      picture.setAttribute("aria-label", `Save the chart of ${now(title)} as SVG`);
      about.replaceChildren(...now(notes).filter(Boolean).map((text) => el("p", { class: "note" }, text)));
      chart.setAttribute("aria-label", `${now(title)}. ${summary()}`);
      this.paint();
      if (numbers.open) this.fill();
    },
    paint() {
      const width = Math.floor(chart.clientWidth);
      if (width > 0) draw(chart, width);
    },
    fill() {
      const { headings, rows: list, numeric } = rows();
      numbers.replaceChildren(numbers.firstChild, table(now(title), headings, list, { numeric }));
    },
  };
  numbers.addEventListener("toggle", () => { if (numbers.open) made.fill(); });
  parent.append(box);
  figures.push(made);
  return made;
}

const tip = byId("tip");

/** Lets the points of a chart be reached by arrows, and by touch: each tells what its tip has. */
function walkable(chart) {
  let place = -1;
  const tell = (point) => {
    const box = point.getBoundingClientRect();
    tip.textContent = point.querySelector(":scope > title").textContent;
    tip.hidden = false;
    tip.style.left = Math.max(8, Math.min(box.left, innerWidth - tip.offsetWidth - 8)) + "px";
    tip.style.top = (box.bottom + 6 + tip.offsetHeight < innerHeight ? box.bottom + 6 : box.top - tip.offsetHeight - 6) + "px";
  };
  const points = () => [...chart.querySelectorAll(":has(> title)")];
  chart.addEventListener("keydown", (event) => {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (event.key === "Escape") tip.hidden = true;
    const list = points();
    if (!step || list.length === 0) return;
    event.preventDefault();
    place = (place + step + list.length + (place < 0 && step < 0 ? 1 : 0)) % list.length;
    list[place].scrollIntoView({ block: "nearest" });
    tell(list[place]);
  });
  chart.addEventListener("click", (event) => {
    const point = event.target.closest(":has(> title)");
    if (point) { place = points().indexOf(point); tell(point); } else tip.hidden = true;
  });
  chart.addEventListener("blur", () => { tip.hidden = true; });
}

/** Returns a choice above a figure, or for the page. */
function choice(label, options, chosen, act) {
  const select = el("select", {}, ...options.map(([value, text]) =>
    el("option", { value: String(value), selected: value === chosen }, text)));
  select.addEventListener("change", () => act(Number(select.value)));
  return el("label", { class: "choice" }, label + " ", select);
}

const csvText = (rows) => rows.map((row) => row.map((field) => {
  const text = field === null || field === undefined ? "" : String(field);
  return /[",\n\r]/.test(text) ? '"' + text.replaceAll('"', '""') + '"' : text;
}).join(",") + "\n").join("");

const LOOKS = ["fill", "fill-opacity", "stroke", "stroke-width", "stroke-dasharray", "opacity", "font-family", "font-size",
  "font-weight", "paint-order"];

/** Returns a drawing as a file of its own, which needs no style sheet. */
function svgText(drawing) {
  const copy = drawing.cloneNode(true);
  const own = [drawing, ...drawing.querySelectorAll("*")], copies = [copy, ...copy.querySelectorAll("*")];
  own.forEach((element, i) => {
    const style = getComputedStyle(element);
    for (const look of LOOKS) copies[i].style.setProperty(look, style.getPropertyValue(look));
    copies[i].removeAttribute("class");
  });
  copy.style.background = getComputedStyle(document.body).backgroundColor;
  return new XMLSerializer().serializeToString(copy) + "\n";
}

/** Saves a string as a file. */
function download(name, text, type = "text/csv") {
  const address = URL.createObjectURL(new Blob([text], { type: type + ";charset=utf-8" }));
  const link = el("a", { href: address, download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}

/** Returns a signed number with a real minus. */
const signed = (text) => text.replace(/^-(?=\d)/, "\u2212").replaceAll(" to -", " to \u2212");

const SIGNS = { "+": "+", "-": "\u2212", ">": ">", "<": "<", "~": "~", "=": "=" };

/** The meaning of the signs beside differences from a policy. */
const signsText = (metric, from = baseline) =>
  `${metric.better === "neutral" ? "> higher, < lower" : "+ better, \u2212 worse"} than ${policies[from]} (Holm\u2019s p < ${grouped(1 - given.level, 2)}), `
  + "~ no difference shown, = identical";
