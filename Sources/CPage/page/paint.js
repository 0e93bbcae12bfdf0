// Colours, canvases, and the painting of stretches by the pixel.

const byId = (id) => document.getElementById(id);

/** The colours of the present theme, by their names in the style sheet. */
let ink = {};

function readInk() {
  const style = getComputedStyle(document.documentElement);
  const names = ["text", "faint", "line", "grid", "ground", "now", "chosen", "mark", "bad", "good", "sign", "sign-edge",
    "a-front", "a-fetching", "a-service", "a-granted", "a-background", "a-suspended", "a-notRunning",
    "s-task", "s-work", "s-audio", "s-request", "s-lock", "on-activity", "level", "level-fill"];
  ink = Object.fromEntries(names.map((name) => [name, style.getPropertyValue("--" + name).trim()]));
  ink.font = "11px " + getComputedStyle(document.body).fontFamily;
  ink.activities = run.kinds.activities.map((kind) => ink["a-" + kind.key]);
  ink.spans = run.kinds.spans.map((kind) => ink["s-" + kind.key]);
}

/** Sizes a canvas in pixels of the page and returns its context, in that unit. */
function context(canvas, width, height) {
  const ratio = window.devicePixelRatio || 1;
  const w = Math.round(width * ratio), h = Math.round(height * ratio);
  if (canvas.width !== w || canvas.height !== h) {
    canvas.width = w;
    canvas.height = h;
    canvas.style.width = width + "px";
    canvas.style.height = height + "px";
  }
  const pen = canvas.getContext("2d");
  pen.setTransform(ratio, 0, 0, ratio, 0, 0);
  pen.clearRect(0, 0, width, height);
  pen.font = ink.font;
  pen.textBaseline = "middle";
  return pen;
}

let columns = new Int16Array(0);

/**
 * Paints stretches that follow each other, however many: of those that share a pixel, the most
 * telling. What is shorter than a pixel is a pixel wide, so that nothing short is lost. Its cost goes
 * with the stretches in view and the width, not with the run.
 *
 * @param kindAt of a stretch, below 32, the most telling first
 * @param box by kind: [top, height, colour], or null for what is not painted
 */
function paintStretches(pen, from, to, kindAt, box) {
  const width = Math.ceil(view.width);
  if (columns.length < width) columns = new Int16Array(width);
  columns.fill(32767, 0, width);
  const scale = view.width / (view.to - view.from);
  for (let i = firstEndingAfter(to, view.from); i < from.length && from[i] < view.to; i++) {
    const kind = kindAt(i);
    const start = Math.max(0, Math.floor((from[i] - view.from) * scale));
    const end = Math.min(width, Math.max(start + 1, Math.round((to[i] - view.from) * scale)));
    for (let p = start; p < end; p++) if (kind < columns[p]) columns[p] = kind;
  }
  // One colour after the other: changing it costs more than what is filled with it.
  let kinds = 0;
  for (let p = 0; p < width; p++) if (columns[p] < 32) kinds |= 1 << columns[p];
  for (let kind = 0; kind < 32; kind++) {
    const look = kinds & (1 << kind) ? box(kind) : null;
    if (!look) continue;
    pen.fillStyle = look[2];
    for (let p = 0; p < width; p++) {
      if (columns[p] !== kind) continue;
      const start = p;
      while (p < width && columns[p] === kind) p++;
      pen.fillRect(start, look[0], p - start, look[1]);
    }
  }
}

/** Draws a string cut to a width, if there is room for some of it. */
function label(pen, text, left, middle, width) {
  if (width < 24) return;
  let cut = text;
  if (pen.measureText(cut).width > width) {
    let low = 0, high = text.length;
    while (low < high) {
      const half = (low + high + 1) >> 1;
      if (pen.measureText(text.slice(0, half) + "\u2026").width <= width) low = half; else high = half - 1;
    }
    if (low < 2) return;
    cut = text.slice(0, low) + "\u2026";
  }
  pen.fillText(cut, left, middle);
}

/** Draws the vertical line at the moment of the mark for now. */
function paintNow(pen, height) {
  const at = x(view.now);
  if (at < 0 || at > view.width) return;
  pen.fillStyle = ink.now;
  pen.fillRect(Math.round(at) - 0.5, 0, 1.5, height);
}

/** Draws the sign of a mark about a point, recognisable by its form as well as by its colour. */
const signs = {
  kill(pen, cx, cy) {
    pen.fillStyle = ink.bad;
    pen.beginPath();
    pen.arc(cx, cy, 6, 0, 2 * Math.PI);
    pen.fill();
    pen.strokeStyle = ink.ground;
    pen.lineWidth = 1.8;
    pen.beginPath();
    pen.moveTo(cx - 2.6, cy - 2.6); pen.lineTo(cx + 2.6, cy + 2.6);
    pen.moveTo(cx + 2.6, cy - 2.6); pen.lineTo(cx - 2.6, cy + 2.6);
    pen.stroke();
  },
  finding(pen, cx, cy) { polygon(pen, [[cx, cy - 6], [cx + 6, cy], [cx, cy + 6], [cx - 6, cy]], ink.sign, ink["sign-edge"]); },
  expiry(pen, cx, cy) { polygon(pen, [[cx - 5, cy - 5], [cx + 5, cy - 5], [cx, cy + 4]], ink.sign, ink["sign-edge"]); },
  forceQuit(pen, cx, cy) { polygon(pen, [[cx - 5, cy + 2], [cx, cy - 5], [cx + 5, cy + 2], [cx + 5, cy + 5], [cx - 5, cy + 5]], ink.text); },
  exit(pen, cx, cy) { polygon(pen, [[cx - 4, cy - 4], [cx + 4, cy - 4], [cx + 4, cy + 4], [cx - 4, cy + 4]], ink.faint); },
  push(pen, cx, cy) {
    pen.fillStyle = ink["s-work"];
    pen.beginPath();
    pen.arc(cx, cy, 3, 0, 2 * Math.PI);
    pen.fill();
  },
  grant(pen, cx, cy) { polygon(pen, [[cx - 3.5, cy + 3], [cx, cy - 3.5], [cx + 3.5, cy + 3]], ink.good); },
  refusal(pen, cx, cy) {
    pen.strokeStyle = ink.bad;
    pen.lineWidth = 1.4;
    pen.beginPath();
    pen.moveTo(cx - 3, cy - 2.5); pen.lineTo(cx + 3, cy - 2.5); pen.lineTo(cx, cy + 3);
    pen.closePath();
    pen.stroke();
  },
};

function polygon(pen, points, colour, edge = ink.ground) {
  pen.fillStyle = colour;
  pen.strokeStyle = edge;
  pen.lineWidth = 1;
  pen.beginPath();
  points.forEach(([px, py], i) => (i ? pen.lineTo(px, py) : pen.moveTo(px, py)));
  pen.closePath();
  pen.fill();
  pen.stroke();
}
