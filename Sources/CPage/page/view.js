// What is in view, and what is chosen.

const view = {
  from: 0, to: run.end,
  /** The moment of the mark for now. */
  now: 0,
  /** The app whose lane is chosen; -1: none. */
  lane: -1,
  /** Pixels of the page that the axis of time has. */
  width: 0,
};

/** The shortest stretch in view, in microseconds. */
const CLOSEST = 200;

const x = (t) => ((t - view.from) / (view.to - view.from)) * view.width;
const timeAt = (px) => view.from + (px / view.width) * (view.to - view.from);

/** Shows a stretch, kept within the run. */
function show(from, to) {
  let length = Math.min(Math.max(to - from, Math.min(CLOSEST, run.end)), run.end);
  from = Math.min(Math.max(0, from), run.end - length);
  view.from = from;
  view.to = from + length;
  repaint();
}

/** Zooms by a factor about a pixel of the axis. */
function zoom(factor, px = view.width / 2) {
  const t = timeAt(px);
  const length = Math.min((view.to - view.from) * factor, run.end);
  const from = t - (px / view.width) * length;
  show(from, from + length);
}

function pan(pixels) {
  const shift = (pixels / view.width) * (view.to - view.from);
  show(view.from + shift, view.to + shift);
}

/** Makes a moment visible: with a stretch of some length where the view is much longer. */
function visit(t, stretch) {
  const length = view.to - view.from;
  if (stretch && length > 8 * stretch) show(t - stretch / 2, t + stretch / 2);
  else if (t < view.from || t > view.to) show(t - length / 2, t + length / 2);
}

let isDue = false;

/** Paints once before the next frame, however often it is asked for. */
function repaint() {
  if (isDue) return;
  isDue = true;
  requestAnimationFrame(() => {
    isDue = false;
    paint();
    keepAddress();
  });
}
