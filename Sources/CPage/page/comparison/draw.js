// Drawing in SVG: elements, axes, symbols, texts that fit.

/** Returns an element of a drawing; lengths are rounded to hundredths of a pixel. */
function svg(tag, attributes = {}, ...children) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === false) continue;
    element.setAttribute(name, typeof value === "number" ? String(Math.round(value * 100) / 100) : value);
  }
  element.append(...children.filter((child) => child !== undefined && child !== null && child !== false));
  return element;
}

/** Returns the tip that the pointer shows. */
const tooltip = (text) => svg("title", {}, text);

/** Returns a text cut to a width. */
const fitting = (text, width) => shortened(text, (part) => widthOf(part) <= width);

/** Returns a text element, with the whole string as its tip where it had to be cut. */
function words(text, attributes, width = Infinity) {
  const shown = width === Infinity ? text : fitting(text, width);
  return svg("text", attributes, shown, shown !== text && tooltip(text));
}

/** Returns the range of some values, with room about them; never of no length. */
function range(values, { isFromZero = false } = {}) {
  const known = values.filter((value) => value !== null && Number.isFinite(value));
  if (known.length === 0) return [0, 1];
  let low = known.reduce((a, b) => Math.min(a, b)), high = known.reduce((a, b) => Math.max(a, b));
  if (isFromZero) [low, high] = [Math.min(0, low), Math.max(0, high)];
  if (high - low <= 1e-12 * Math.max(Math.abs(low), Math.abs(high))) {
    const room = Math.abs(high) * 0.1 || 1.05; // a step at 1 has room for its label
    return isFromZero && high >= 0 ? [0, high + room] : [low - room, high + room];
  }
  const room = (high - low) * 0.05;
  return [isFromZero && low === 0 ? 0 : low - room, isFromZero && high === 0 ? 0 : high + room];
}

/** Returns a linear axis from `from` to `to` pixels, with its round steps. */
function axis([low, high], from, to, apart = 70) {
  const rough = (high - low) / Math.max(1, Math.floor(Math.abs(to - from) / apart));
  const power = 10 ** Math.floor(Math.log10(rough));
  const sizes = [10, 5, 2, 1, 0.5, 0.2, 0.1].map((factor) => factor * power);
  const stepsOf = (size) => {
    const found = [];
    for (let i = Math.ceil(low / size - 1e-9); i * size <= high + size * 1e-9; i++) found.push(i * size);
    return found;
  };
  // The least that is wide enough; but a single step would tell no scale.
  let place = sizes.findLastIndex((size) => size >= rough * 0.85);
  while (place < sizes.length - 1 && stepsOf(sizes[place]).length < 2) place++;
  const step = sizes[place], ticks = stepsOf(step);
  const decimals = Math.min(9, Math.max(0, -Math.floor(Math.log10(step) + 1e-9)));
  return {
    low, high, ticks, from, to,
    at: (value) => from + ((value - low) / (high - low)) * (to - from),
    text: (value) => grouped(value, decimals),
  };
}

const SHAPES = ["circle", "square", "triangle", "diamond", "down", "plus", "star", "cross"];

/** Returns the outline of a symbol about a point. */
function outline(shape, x, y, r) {
  const corners = (list) => "M" + list.map(([dx, dy]) => `${(x + dx * r).toFixed(2)} ${(y + dy * r).toFixed(2)}`).join("L") + "Z";
  switch (shape) {
    case "square": return corners([[-0.9, -0.9], [0.9, -0.9], [0.9, 0.9], [-0.9, 0.9]]);
    case "triangle": return corners([[0, -1.2], [1.1, 0.8], [-1.1, 0.8]]);
    case "down": return corners([[0, 1.2], [1.1, -0.8], [-1.1, -0.8]]);
    case "diamond": return corners([[0, -1.3], [1.1, 0], [0, 1.3], [-1.1, 0]]);
    case "plus": return corners([[-0.4, -1.2], [0.4, -1.2], [0.4, -0.4], [1.2, -0.4], [1.2, 0.4], [0.4, 0.4],
      [0.4, 1.2], [-0.4, 1.2], [-0.4, 0.4], [-1.2, 0.4], [-1.2, -0.4], [-0.4, -0.4]]);
    case "star": return corners([...Array(10).keys()].map((i) => {
      const far = i % 2 ? 0.55 : 1.35, angle = (i * Math.PI) / 5;
      return [far * Math.sin(angle), -far * Math.cos(angle)];
    }));
    case "cross": return corners([[-1.1, -0.6], [-0.6, -1.1], [0, -0.5], [0.6, -1.1], [1.1, -0.6], [0.5, 0],
      [1.1, 0.6], [0.6, 1.1], [0, 0.5], [-0.6, 1.1], [-1.1, 0.6], [-0.5, 0]]);
    default: return `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0Z`;
  }
}

const symbol = (shape, x, y, r, attributes = {}, ...children) =>
  svg("path", { d: outline(shape, x, y, r), ...attributes }, ...children);

/** The colour and form of a policy, where it is not named beside its mark. */
const inkOf = (policy) => `ink-${policy % 8}`;
const shapeOf = (policy) => SHAPES[(policy + Math.floor(policy / 8)) % SHAPES.length];
