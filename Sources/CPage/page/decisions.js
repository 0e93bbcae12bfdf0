// The decisions, packed in blocks: one is unpacked when a decision of it is looked at.

const blocks = new Map();

/** Returns a decision by its number, with its texts. */
async function decisionAt(number) {
  const place = Math.floor(number / given.decisionsInBlock);
  if (!blocks.has(place)) blocks.set(place, unpacked(document.getElementById("blocks").textContent.split("\n")[place]));
  const block = await blocks.get(place), texts = block.at(-1);
  const text = (given) => (typeof given === "string" ? given : given < 0 ? "" : texts[given]);
  const inBlock = number % given.decisionsInBlock;
  const [at, , title, facts, others, list] = block[inBlock];
  // The order, the columns and the names of facts of the decision before are not repeated.
  let shaped = inBlock;
  while (block[shaped][1] === 0) shaped--;
  const [order, columns, kinds, names] = block[shaped][1];
  // What is told of a candidate in the words of the one before it is not repeated: words of its own are a list.
  const candidates = [];
  let fate, remedies;
  for (let i = 0; i < list.length;) {
    const app = list[i++], figures = list.slice(i, i += kinds.length);
    if (Array.isArray(list[i])) {
      const own = list[i++];
      if (own[0] !== 0) fate = own[0];
      remedies = own.slice(1);
    }
    const [isChosen, verdict, outcome] = fate;
    candidates.push({
      app: text(app), isChosen: isChosen === 1, verdict: phrase(verdict, text),
      cells: figures.map((value, i) => quantity(kinds[i], value, text)).concat(outcome === -1 ? [] : [phrase(outcome, text)]),
      remedies: remedies.map((remedy) => phrase(remedy, text)),
    });
  }
  return {
    at, title: phrase(title, text), order: text(order), columns: columns.map(text), others, candidates,
    facts: facts.map((fact, i) => [text(names[i]), phrase(fact, text)]),
  };
}

/** Returns a figure in words; what is a string is in words already. */
function quantity(kind, value, text) {
  if (typeof value === "string" || kind === 1) return text(value);
  return [
    () => String(value), () => numberText(value / 1e4), () => shownSpan(value), () => clockText(value * 1000),
    () => `${grouped(value / 10, 1)} s`,
  ][kind - 2]();
}

/** Returns a length of time that is given as it is shown: four times the tenths of a unit, and which unit it is. */
function shownSpan(value) {
  const unit = ((value % 4) + 4) % 4, count = (value - unit) / 40;
  return grouped(count, unit === 3 && count >= 1000 ? 0 : 1) + "smhd"[unit];
}

/** Returns a sentence: its pattern with a figure in the place of each @; a figure is a kind and a value. -1: no sentence. */
function phrase(given, text) {
  if (given === -1) return "";
  const [pattern, ...values] = given;
  return text(pattern).split("@").map((part, i) => (i ? quantity(values[2 * i - 2], values[2 * i - 1], text) : "") + part).join("");
}

/** Returns a place for the decision as `dormouse why` explains it, from the side of one app; it is filled soon. */
function decisionView(number, app) {
  const place = el("div", { class: "decision" });
  decisionAt(number).then((told) => place.replaceChildren(...decisionParts(told, app)));
  return place;
}

function decisionParts(told, app) {
  const mine = told.candidates.find((candidate) => candidate.app === app.name);
  const parts = [el("h4", {}, "The decision"), el("p", { class: "title" }, foreign(told.title))];
  if (mine?.verdict) parts.push(el("p", {}, foreign(app.label), " ", foreign(mine.verdict), "."));
  if (mine?.remedies.length > 0) {
    parts.push(
      el("h4", {}, mine.isChosen ? "Who would have been next" : "What would have had to differ"),
      el("ul", {}, ...mine.remedies.map((text) => el("li", {}, foreign(text)))));
  }
  parts.push(facts([["at", moment(told.at)]].concat(told.facts)));
  if (told.columns.length > 1) {
    parts.push(candidatesTable(told, app));
    if (told.others > 0) parts.push(el("p", {}, `and ${grouped(told.others)} others, which 'dormouse why --all' shows`));
  }
  if (mine && !mine.verdict) {
    parts.push(el("p", { class: "note" }, "From a trace; 'dormouse run --html' and 'dormouse why' "
      + "say what would have had to differ."));
  }
  if (!mine && told.others > 0) {
    parts.push(el("p", {}, foreign(app.label), " is one of the others: ",
      el("code", {}, `dormouse why FILE --app ${app.name} --at '${clockText(told.at)}'`), " says what would have had to differ."));
  }
  return parts;
}

function candidatesTable(told, app) {
  // The outcome first, for it is what is looked for.
  const last = told.columns.indexOf("outcome");
  const sorted = [...told.columns.keys()].sort((a, b) => (b === last) - (a === last) || a - b);
  const rows = told.candidates.map((candidate) => {
    const shown = candidate.app === app.name ? el("strong", {}, foreign(candidate.app)) : foreign(candidate.app);
    return [shown, ...sorted.map((i) => foreign(candidate.cells[i]))];
  });
  const columns = sorted.map((i) => told.columns[i]);
  return table(told.order ? `Candidates, by ${told.order}` : "Candidates", ["app", ...columns], rows,
    { numeric: (i) => !["outcome", "waits for"].includes(columns[i - 1]) });
}
