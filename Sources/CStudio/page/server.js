"use strict";
// What the page asks its server for. Nothing else reaches the network.

const byId = (id) => document.getElementById(id);

/** The commands of a window end when it begins newer ones; another window's do not. */
const windowName = Math.random().toString(36).slice(2);

/** Asks for something; throws what is wrong in words. */
async function ask(method, path, fields = [], body) {
  const query = new URLSearchParams([...fields, ["window", windowName]]);
  let answer;
  try {
    answer = await fetch(`${path}?${query}`, { method, body });
  } catch {
    throw new Error("the studio has ended; start 'dormouse studio' again");
  }
  if (answer.ok) return answer;
  const text = await answer.text();
  let reason = text.trim() || answer.statusText;
  try { reason = JSON.parse(text).error; } catch { /* it is a sentence already */ }
  throw new Error(answer.status === 413 ? "it is larger than 16 MB" : reason);
}

const askFor = async (path, fields) => (await ask("GET", path, fields)).json();

const pause = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));

/** Runs a command and returns its outcome; null: something newer was asked for. */
async function command(path, fields = []) {
  const outcome = await (await ask("POST", path, fields)).json();
  return outcome.ending?.startsWith("something newer") ? null : outcome;
}

/** Makes an element with attributes and children. */
function el(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith("on")) made.addEventListener(key.slice(2), value);
    else if (value !== undefined) made.setAttribute(key, value);
  }
  made.append(...children);
  return made;
}

/** Says in the head what the studio does, or what went wrong. */
function say(text, isBad = false) {
  byId("state").textContent = text;
  byId("state").className = isBad ? "bad" : "";
}
