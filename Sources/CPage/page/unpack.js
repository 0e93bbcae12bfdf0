"use strict";
// The data of the page: JSON, compressed by zlib, in base64.

/** Returns what a packed text holds. */
async function unpacked(text) {
  const packed = Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  const { readable, writable } = new DecompressionStream("deflate");
  const writer = writable.getWriter();
  // What is wrong with them is told by the reader.
  Promise.all([writer.write(packed), writer.close()]).catch(() => {});
  return new Response(readable).json();
}

const data = document.getElementById("data");
// The studio keeps a page ready that has no data yet, puts them in, and lets it begin.
if (!data.textContent) await new Promise((begin) => { window.begin = begin; });
const given = await unpacked(data.textContent);
