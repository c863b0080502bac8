// Learning a site from pages that were dropped, and showing how well each fits.

import { bar, byId, fill, make, number, say, share } from "./dom.js";
import { complain, post, readPage } from "./server.js";
import { emit, state } from "./state.js";

const LEAST = 2;
const MOST = 50;

export async function learnFrom(files) {
  const chosen = [...files].slice(0, MOST);
  if (chosen.length < LEAST) return say("Learning takes at least two pages; five or more are better", true);
  byId("learn").open = true;
  fill(byId("lesson-pages"), ...chosen.map((file) => fit(file.name, null)));
  fill(byId("lesson-result"), make("p", { class: "note" }, `Learning from ${chosen.length} pages…`));
  try {
    const pages = await Promise.all(chosen.map(async (file) => ({ html: await readPage(file) })));
    const learned = await post("learn", { pages });
    show(chosen, learned);
    emit("learned", learned, chosen[0]);
  } catch (error) {
    fill(byId("lesson-result"));
    complain(error);
  }
  return null;
}

function fit(name, value) {
  return make("span", { class: "fit" }, make("span", { class: "name" }, name), bar(value ?? 0, `fit of ${name}`), value === null ? "" : share(value));
}

function show(files, { pattern, coverage, warnings, id }) {
  fill(byId("lesson-pages"), ...files.map((file, at) => fit(file.name, coverage[at])));
  const warned = warnings.length ? make("p", { class: "warning" }, `⚠ ${warnings.join(", ")}`) : null;
  fill(byId("lesson-result"), warned, make("pre", { class: "source pattern" }, pattern.slice(0, 3000)));
  byId("learned").textContent = `· learned from ${number(files.length)} pages (${id})`;
}

export function initLearn() {
  const files = byId("lesson-files");
  byId("lesson-open").addEventListener("click", () => files.click());
  files.addEventListener("change", () => learnFrom(files.files));
  state.learned = null;
}
