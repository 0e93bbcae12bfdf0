// Texts of times and numbers, and elements of the page. Times are microseconds since the start.

const SECOND = 1e6, MINUTE = 60 * SECOND, HOUR = 60 * MINUTE, DAY = 24 * HOUR;

/** Returns the device's clock at a moment: 08:05:09.123, later days with their number. */
function clockText(t, places = 3) {
  const since = run.startsAt + t;
  const day = Math.floor(since / DAY);
  const rest = since - day * DAY;
  const two = (n) => String(Math.floor(n)).padStart(2, "0");
  let text = two(rest / HOUR) + ":" + two((rest % HOUR) / MINUTE);
  if (places >= 0) text += ":" + two((rest % MINUTE) / SECOND);
  if (places > 0) {
    text += "." + String(Math.floor(rest % SECOND)).padStart(6, "0").slice(0, places);
  }
  return day > 0 ? `day ${day + 1} ${text}` : text;
}

/** Returns a number with its thousands apart. */
function grouped(value, decimals = 0) {
  // Halves are rounded up, as the reports do; toFixed goes by the binary value.
  const rounded = Math.round(Math.abs(value) * 10 ** decimals) / 10 ** decimals;
  const [whole, part] = rounded.toFixed(decimals).split(".");
  const text = whole.replace(/\B(?=(\d{3})+$)/g, ",") + (part ? "." + part : "");
  return (value < 0 && Number(text.replaceAll(",", "")) !== 0 ? "\u2212" : "") + text;
}

/** Returns a number with at most four decimals. */
const numberText = (value) => grouped(value, 4).replace(/\.?0+$/, "");

/** Returns a span in the unit that suits, as the reports write it: 12.3s, 4.5m, 3.0h. */
function shortSpan(length) {
  if (length === 0) return "0s";
  for (const [unit, size, limit] of [["s", SECOND, 60], ["m", MINUTE, 60], ["h", HOUR, 48]]) {
    if (Math.round((length / size) * 10) / 10 < limit) return grouped(length / size, 1) + unit;
  }
  return grouped(length / DAY, 1) + "d";
}

/** The same, with milliseconds where a report would show nothing. */
const spanText = (length) =>
  (length > 0 && length < 0.0995 * SECOND ? grouped(length / 1000, 1) + "ms" : shortSpan(length));

const timesText = (count) => (count === 1 ? "once" : `${grouped(count)} times`);

/** Returns a text that fits, with its middle left out where it must be: names often differ in their ends. */
function shortened(text, fits) {
  if (fits(text)) return text;
  const characters = [...text];
  const kept = (count) => characters.slice(0, Math.ceil(count / 2)).join("") + "\u2026"
    + characters.slice(characters.length - Math.floor(count / 2)).join("");
  let low = 0, high = characters.length - 1;
  while (low < high) {
    const half = (low + high + 1) >> 1;
    if (fits(kept(half))) low = half; else high = half - 1;
  }
  return kept(low);
}

const ruler = document.createElement("canvas").getContext("2d");

/** Returns the width of a text on the page, in pixels. */
function widthOf(text, size = 12) {
  ruler.font = `${size}px ${getComputedStyle(document.body).fontFamily}`;
  return ruler.measureText(text).width;
}

/** Returns an element; strings among the children become text nodes, never markup. */
function el(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name === "onclick") element.addEventListener("click", value);
    else if (value !== undefined && value !== false) element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.flat().filter((child) => child !== undefined && child !== null));
  return element;
}

/** Returns a string that others chose, which keeps its own direction whatever stands around it. */
const foreign = (text) => el("bdi", {}, text);

/** Returns a table; cells are strings or elements. The first column names the row. */
function table(caption, headings, rows, { numeric = () => true, foot } = {}) {
  const cell = (content, column, tag) =>
    el(column === 0 ? "th" : tag, {
      scope: column === 0 ? "row" : undefined, class: column > 0 && numeric(column) ? "number" : undefined,
    }, content);
  const body = el("tbody", {}, ...rows.map((row) => el("tr", {}, ...row.map((c, i) => cell(c, i, "td")))));
  const head = el("thead", {}, el("tr", {}, ...headings.map((text, i) =>
    el("th", { scope: "col", class: i > 0 && numeric(i) ? "number" : undefined }, text))));
  const parts = [el("caption", {}, caption), head, body];
  if (foot) parts.push(el("tfoot", {}, ...foot.map((row) => el("tr", {}, ...row.map((c, i) => cell(c, i, "td"))))));
  return el("div", { class: "wide", tabindex: "0", role: "group", "aria-label": caption },
    el("table", {}, ...parts));
}

let unfolded = [];

/** Opens what is folded, for paper, and folds it again afterwards. */
function unfold(isPrinting) {
  if (isPrinting) unfolded = [...document.querySelectorAll("details:not([open])")];
  for (const box of unfolded) {
    box.open = isPrinting;
    box.dispatchEvent(new Event("toggle"));
  }
}

/** Returns a button that copies a text. */
function copyButton(text, what) {
  return el("button", {
    class: "copy", "aria-label": `Copy ${what}`, title: `Copy ${what}`,
    onclick: async (event) => {
      const button = event.currentTarget;
      await navigator.clipboard.writeText(typeof text === "function" ? text() : text).catch(() => { button.textContent = "not allowed"; });
      if (button.textContent === "copy") button.textContent = "copied";
      setTimeout(() => { button.textContent = "copy"; }, 1500);
    },
  }, "copy");
}
