// The line above both sides: what kind of page it is, and how sure that is.

import { bar, byId, fill, make, number, share } from "./dom.js";
import { state } from "./state.js";

export function showFacts() {
  const { title, author, date, language, confidence, warnings, words, all_words: all, ms, method } = state.data;
  const head = make("h2", { title: title || "" }, title || "Untitled page");
  const by = [author, date].filter(Boolean).join(" · ");
  fill(
    byId("facts"),
    make("div", { class: "headline" }, head, by ? make("span", { class: "by" }, by) : ""),
    make(
      "div",
      { class: "chips" },
      types(),
      chip("confidence", share(confidence), bar(confidence, `confidence ${share(confidence)}`)),
      language ? chip("language", language) : null,
      chip("words", `${number(words)} of ${number(all)}`),
      chip("time", `${ms < 100 ? ms.toFixed(1) : Math.round(ms)} ms`),
      method === "sectio" ? null : chip("method", method),
      ...warnings.map((code) => make("span", { class: "chip warning" }, `⚠ ${code}`)),
    ),
  );
}

function chip(name, value, extra) {
  return make("span", { class: "chip" }, make("small", {}, name), " ", make("b", {}, value), extra);
}

function types() {
  const { page_type: best, page_types: all } = state.data;
  if (!best) return null;
  const known = Object.entries(all || {}).sort((a, b) => b[1] - a[1]);
  if (!known.length) return chip("type", best);
  const rows = known.map(([name, value]) => make("li", {}, make("span", {}, name), bar(value, share(value)), make("span", {}, share(value))));
  const summary = make("summary", { class: "chip" }, make("small", {}, "type"), " ", make("b", {}, `${best} ${share(all[best] ?? 0)}`));
  return make("details", { class: "types menu" }, summary, make("ul", {}, ...rows));
}
