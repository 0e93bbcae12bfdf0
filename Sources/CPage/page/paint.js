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

let shares = new Float32Array(0);

/** The least height of what is there at all, beside what shares its pixel. */
const LEAST = 7;

/**
 * Paints stretches that follow each other, however many. A pixel that one kind fills has the kind's
 * whole band; where several share a pixel, each is as high as its share of the pixel's time, the most
 * telling lowest, and what is there at all is seen. The cost goes with the stretches in view and the
 * width, not with the run.
 *
 * @param kindAt of a stretch, below `kinds`, the most telling first
 * @param box by kind: [top, height, colour], or null for what is not painted
 * @param atLeast the height of what has the least share
 */
function paintStretches(pen, from, to, kindAt, box, kinds = 1, atLeast = LEAST) {
  const width = Math.ceil(view.width);
  if (shares.length < width * kinds) shares = new Float32Array(width * kinds);
  shares.fill(0, 0, width * kinds);
  const scale = view.width / (view.to - view.from);
  for (let i = firstEndingAfter(to, view.from); i < from.length && from[i] < view.to; i++) {
    const row = kindAt(i) * width;
    const start = Math.max(0, (from[i] - view.from) * scale), end = Math.min(width, (to[i] - view.from) * scale);
    const first = Math.min(width - 1, Math.floor(start)), last = Math.min(width - 1, Math.floor(end));
    if (first === last) { shares[row + first] += Math.max(1e-4, end - start); continue; }
    shares[row + first] += first + 1 - start;
    for (let p = first + 1; p < last; p++) shares[row + p] = 1;
    shares[row + last] += end - last;
  }
  // One colour after the other: changing it costs more than what is filled with it.
  const below = new Float32Array(width);
  // Thin lines lie below.
  const order = [...Array(kinds).keys()].filter((kind) => box(kind)).sort((a, b) => (box(b)[1] <= 2) - (box(a)[1] <= 2));
  for (const kind of order) {
    const look = box(kind), row = kind * width;
    const [top, tall, colour] = look;
    pen.fillStyle = colour;
    const least = Math.min(atLeast, atLeast === LEAST ? tall / 2 : tall);
    let start = 0, y = 0, height = 0;
    for (let p = 0; p <= width; p++) {
      const share = p < width ? shares[row + p] : 0;
      const h = share <= 0 ? 0 : share > 0.98 ? tall : Math.min(tall, Math.max(least, share * tall));
      const bottom = h > 0 && tall > 2 ? Math.max(top, top + tall - below[p] - h) : top;
      if (h === height && (h === 0 || bottom === y)) { if (h > 0 && tall > 2) below[p] += h; continue; }
      if (height > 0) pen.fillRect(start, y, p - start, height);
      start = p; y = bottom; height = h;
      if (h > 0 && tall > 2) below[p] += h;
    }
  }
}

/** Draws a string cut to a width, if there is room for so much of it that it says something. */
function label(pen, text, left, middle, width) {
  if (width < 24) return;
  const cut = shortened(text, (part) => pen.measureText(part).width <= width);
  if (cut.length >= 8 || cut === text) pen.fillText(cut, left, middle);
}

/** Draws the vertical line at the moment of the mark for now. */
function paintNow(pen, height) {
  paintParting(pen, height);
  const at = x(view.now);
  if (at < 0 || at > view.width) return;
  pen.fillStyle = ink.now;
  pen.fillRect(Math.round(at) - 0.5, 0, 1.5, height);
}

/** Marks the moment from which on two runs differ. */
function paintParting(pen, height) {
  if (run.partsAt < 0) return;
  const at = x(run.partsAt);
  if (at >= 0 && at <= view.width) paintPartingLine(pen, at, height);
}

function paintPartingLine(pen, at, height) {
  pen.fillStyle = ink.text;
  for (let y = 0; y < height; y += 8) pen.fillRect(Math.round(at) - 0.5, y, 1.5, 4);
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
  alert(pen, cx, cy) {
    pen.strokeStyle = ink["s-work"];
    pen.lineWidth = 1.6;
    pen.beginPath();
    pen.arc(cx, cy, 3.2, 0, 2 * Math.PI);
    pen.stroke();
  },
  call(pen, cx, cy) { polygon(pen, [[cx - 3, cy - 3], [cx + 3, cy - 3], [cx + 3, cy + 3], [cx - 3, cy + 3]], ink["s-work"]); },
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
