// Up to three methods side by side, with the words in which they differ from the first.

import { make, number } from "./dom.js";
import { countWords, wordDiff } from "./diff.js";
import { emit, state } from "./state.js";

const OTHERS = ["boilerpipe-article", "body"];
const MOST = 3;
let chosen = null;

export function comparePanel() {
  chosen ||= [state.data.method, ...OTHERS].filter((name, at, all) => all.indexOf(name) === at).slice(0, MOST);
  const found = state.isServed ? chosen.map((name) => state.compared.find((one) => one.method === name)) : state.compared;
  if (!state.isServed && !found.length) return [make("p", { class: "note" }, "No methods were compared in this report.")];
  if (found.some((one) => !one)) {
    emit("compare", chosen);
    return [pickers(), make("p", { class: "note" }, "Comparing…")];
  }
  const [first, ...others] = found;
  return [state.isServed ? pickers() : null, make("div", { class: "columns" }, plain(first), ...others.map((one) => against(first, one)))];
}

function pickers() {
  const group = make("div", { class: "filters" });
  for (let at = 0; at < MOST; at += 1) {
    const select = make("select", { "aria-label": `Method ${at + 1}`, on: { change: () => pick(at, select.value) } });
    if (at > 0) select.append(make("option", { value: "" }, "–"));
    for (const name of state.methods) select.append(make("option", { value: name }, name));
    select.value = chosen[at] || "";
    group.append(select);
  }
  return group;
}

function pick(at, name) {
  chosen[at] = name;
  chosen = chosen.filter(Boolean);
  emit("refresh");
}

function plain(one) {
  const head = make("header", {}, make("b", {}, one.method), ` ${number(countWords(one.text))} words`);
  return make("section", {}, head, make("div", { class: "reading diff" }, one.text || "nothing found"));
}

function against(first, one) {
  const text = make("div", { class: "reading diff" });
  const counts = { gone: 0, new: 0 };
  for (const [kind, words] of wordDiff(first.text, one.text)) {
    if (kind !== "same") counts[kind] += countWords(words);
    text.append(kind === "same" ? words : make(kind === "gone" ? "del" : "ins", {}, words));
  }
  const said = ` ${number(countWords(one.text))} words · ${number(counts.new)} more, ${number(counts.gone)} missing`;
  return make("section", {}, make("header", {}, make("b", {}, one.method), said), text);
}

export function forgetCompared() {
  chosen = null;
  state.compared = [];
}
