// The pointer: what is under it, and what it drags.

const tip = byId("tip");

function showTip(event, lines) {
  tip.replaceChildren(...lines.filter(Boolean).map((line) => el("div", {}, foreign(line))));
  tip.hidden = false;
  const box = tip.getBoundingClientRect();
  const left = Math.min(event.clientX + 14, innerWidth - box.width - 8);
  const isLow = event.clientY + 18 + box.height > innerHeight - 8;
  tip.style.left = Math.max(8, left) + "px";
  tip.style.top = Math.max(8, isLow ? event.clientY - box.height - 12 : event.clientY + 18) + "px";
}

const hideTip = () => { tip.hidden = true; };

/** Returns the tip of a thing in a lane. */
function tipLines(thing) {
  const { app, t } = thing;
  if (thing.type === "activity") {
    const left = remaining(app, t);
    const { from, to } = app.activities;
    return [app.label, thingText(thing, app), sharesAt(app, t),
      `${clockText(from[thing.index])} to ${clockText(to[thing.index])}, ${spanText(to[thing.index] - from[thing.index])}`,
      left === null ? null : `${spanText(left)} of background time remain at ${clockText(t)}`];
  }
  if (thing.type === "mark") {
    const { group } = thing;
    const several = group?.total > 1 ? `the worst of ${grouped(group.total)} here: ${groupText(group)}` : null;
    return [app.label, thingText(thing, app), clockText(thing.t), several];
  }
  const outcome = textOf(app.spans.outcome[thing.index]);
  return [app.label,
    `${run.kinds.spans[app.spans.kind[thing.index]].words} ${textOf(app.spans.name[thing.index])}`,
    `${clockText(thing.from)} to ${clockText(thing.to)}, ${spanText(thing.to - thing.from)}`,
    outcome ? `ended: ${outcome}` : null];
}

/** Returns what is under the pointer on one of the canvases. */
function under(event) {
  const canvas = event.currentTarget;
  const box = canvas.getBoundingClientRect();
  const px = event.clientX - box.left, y = event.clientY - box.top;
  const t = Math.min(run.end, Math.max(0, timeAt(px)));
  if (canvas.id === "lanes") {
    const top = y + byId("scroller").scrollTop;
    const app = appAt(top);
    return app ? hitIn(app, px, top - app.top) : null;
  }
  if (canvas.id === "levels") return { type: "levels", t };
  const lane = run.conditions[Math.floor((y - AXIS) / CONDITION)];
  if (!lane || y < AXIS) return { type: "axis", t };
  const index = lastUpTo(lane.from, t);
  return index >= 0 && t <= lane.to[index] ? { type: "condition", lane, index, t } : { type: "axis", t };
}

function hover(event) {
  const thing = under(event);
  if (!thing) { hideTip(); return; }
  if (thing.app) showTip(event, tipLines(thing));
  else if (thing.type === "levels") {
    showTip(event, [clockText(thing.t), ...run.levels.map((l) => `${l.name}: ${levelText(l, levelAt(l, thing.t))}`)]);
  } else if (thing.type === "condition") {
    const { lane, index } = thing;
    showTip(event, [`${lane.name}: ${textOf(lane.text[index])}`,
      `${clockText(lane.from[index])} to ${clockText(lane.to[index])}`]);
  } else showTip(event, [clockText(thing.t)]);
}

function choose(event) {
  const thing = under(event);
  if (!thing) return;
  view.now = thing.type === "mark" || thing.type === "span" ? (thing.from ?? thing.t) : thing.t;
  if (thing.app) { chooseLane(thing.app.index); showThing(thing); }
  else if (thing.type === "condition") showCondition(thing.lane, thing.index, thing.t);
  else showLevels(thing.t);
  repaint();
}

/** Lets a canvas be dragged along, pinched, and clicked on; Shift drags a stretch to zoom to. */
function follow(canvas) {
  const fingers = new Map();
  let start = null;
  canvas.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    fingers.set(event.pointerId, event);
    start = { px: event.clientX, y: event.clientY, from: view.from, to: view.to, isStretch: event.shiftKey, hasMoved: false };
    hideTip();
  });
  canvas.addEventListener("pointermove", (event) => {
    if (!fingers.has(event.pointerId)) { if (event.pointerType !== "touch") hover(event); return; }
    if (fingers.size === 2) { pinch(fingers, event, canvas); start.hasMoved = true; return; }
    const moved = event.clientX - start.px;
    if (!start.hasMoved && Math.abs(moved) < 4) return;
    if (!start.hasMoved) canvas.setPointerCapture(event.pointerId);
    start.hasMoved = true;
    if (start.isStretch) { drawStretch(canvas, start.px, event.clientX); return; }
    const shift = (-moved / view.width) * (start.to - start.from);
    show(start.from + shift, start.to + shift);
  });
  const end = (event) => {
    if (!fingers.delete(event.pointerId) || !start) return;
    if (start.isStretch && start.hasMoved) {
      const left = canvas.getBoundingClientRect().left;
      const ends = [timeAt(start.px - left), timeAt(event.clientX - left)].sort((a, b) => a - b);
      byId("stretch")?.remove();
      show(ends[0], ends[1]);
    } else if (!start.hasMoved && event.type === "pointerup") choose(event);
    if (fingers.size === 0) start = null;
  };
  canvas.addEventListener("pointerup", end);
  canvas.addEventListener("pointercancel", end);
  canvas.addEventListener("pointerleave", hideTip);
}

function pinch(fingers, event, canvas) {
  const left = canvas.getBoundingClientRect().left;
  const pair = () => [...fingers.values()].map((f) => f.clientX - left).sort((a, b) => a - b);
  const [a, b] = pair(), ta = timeAt(a), tb = timeAt(b);
  fingers.set(event.pointerId, event);
  const [c, d] = pair();
  if (d - c < 10) return;
  const scale = (tb - ta) / (d - c);
  show(ta - c * scale, ta + (view.width - c) * scale);
}

function drawStretch(canvas, from, to) {
  const box = canvas.getBoundingClientRect();
  const mark = byId("stretch") ?? document.body.appendChild(el("div", { id: "stretch" }));
  Object.assign(mark.style, {
    left: Math.min(from, to) + "px", width: Math.abs(to - from) + "px", top: box.top + "px", height: box.height + "px",
  });
}

/** The window in the strip of the whole run: its edges, itself, or a new one. */
function followOverview(canvas) {
  let drag = null;
  const at = (event) => ((event.clientX - canvas.getBoundingClientRect().left) / view.width) * run.end;
  const part = (event) => {
    const near = (7 / view.width) * run.end, t = at(event);
    if (Math.abs(t - view.from) < near) return "from";
    if (Math.abs(t - view.to) < near) return "to";
    const isWhole = view.from === 0 && view.to === run.end;
    return t > view.from && t < view.to && !isWhole ? "window" : "new";
  };
  canvas.addEventListener("pointerdown", (event) => {
    canvas.setPointerCapture(event.pointerId);
    drag = { part: part(event), t: at(event), from: view.from, to: view.to };
  });
  canvas.addEventListener("pointermove", (event) => {
    if (!drag) {
      const here = part(event);
      canvas.style.cursor = here === "new" ? "crosshair" : here === "window" ? "grab" : "ew-resize";
      return;
    }
    const t = at(event);
    if (drag.part === "window") show(drag.from + t - drag.t, drag.to + t - drag.t);
    else if (drag.part === "from") show(Math.min(t, drag.to), drag.to);
    else if (drag.part === "to") show(drag.from, Math.max(t, drag.from));
    else if (Math.abs(t - drag.t) > (4 / view.width) * run.end) show(Math.min(t, drag.t), Math.max(t, drag.t));
  });
  const end = () => { drag = null; };
  canvas.addEventListener("pointerup", end);
  canvas.addEventListener("pointercancel", end);
}
