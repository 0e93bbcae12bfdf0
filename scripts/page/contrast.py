"""Which colours of a page do not stand out from their ground, as a script for the page."""

# Relative luminance and contrast by WCAG 2.1: 4.5 for texts, 3 for what is drawn.
CONTRAST = """
  const pen = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  const light = (colour) => {
    pen.clearRect(0, 0, 1, 1); pen.fillStyle = colour; pen.fillRect(0, 0, 1, 1);
    const [r, g, b] = [...pen.getImageData(0, 0, 1, 1).data].map((v) => v / 255)
      .map((v) => v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const ratio = (a, b) => { const [x, y] = [light(a), light(b)].sort((p, q) => q - p); return (x + 0.05) / (y + 0.05); };
  const style = getComputedStyle(document.documentElement);
  const at = (name) => style.getPropertyValue("--" + name).trim();
  const poor = [];
  for (const ground of ["ground", "panel", "chosen"]) {
    for (const text of ["text", "faint", "accent", "bad", "good"]) {
      if (ratio(at(text), at(ground)) < 4.5) poor.push([text, ground, ratio(at(text), at(ground))]);
    }
  }
  for (const drawn of ["a-front", "a-fetching", "a-service", "a-granted", "a-background", "a-suspended",
    "s-task", "s-work", "s-audio", "s-request", "s-lock", "now", "bad", "good", "level"]) {
    for (const ground of ["ground", "chosen"]) {
      if (ratio(at(drawn), at(ground)) < 3) poor.push([drawn, ground, ratio(at(drawn), at(ground))]);
    }
  }
  // A sign stands out by its fill or by its edge.
  if (Math.max(ratio(at("sign"), at("ground")), ratio(at("sign-edge"), at("ground"))) < 3) poor.push("sign");
  for (const band of ["a-front", "a-fetching", "a-service", "a-granted", "a-suspended"]) {
    if (ratio(at("on-activity"), at(band)) < 4.5) poor.push(["on-activity", band, ratio(at("on-activity"), at(band))]);
  }
  return poor;"""
