// The list of sections: importance, role, beginning, why.

import { bar, byId, fill, make, number, share, shorten } from "./dom.js";
import { choose, emit, on, sections, state } from "./state.js";

const FILTERS = { all: () => true, content: (one) => !one.noisy, noise: (one) => one.noisy };
const AT_ONCE = 200; // rows that are made together: a large page has thousands
let rows = new Map();
let list = null;
let left = []; // numbers of the sections whose rows are not made yet

export function sectionsPanel() {
  list = make("ol", { class: "sections" });
  rows = new Map();
  left = [...sections().keys()].filter((at) => FILTERS[state.filter](sections()[at]));
  addRows(AT_ONCE);
  later(left);
  const first = rows.keys().next().value;
  setReachable(rows.has(state.current) ? state.current : first);
  return [filters(), list];
}

function addRows(count) {
  for (const at of left.splice(0, count)) rows.set(at, list.appendChild(row(sections()[at], at)));
}

// The rest, a few at a time, unless another list has taken its place.
function later(mine) {
  setTimeout(() => {
    if (mine !== left || !left.length) return;
    addRows(AT_ONCE);
    later(mine);
  });
}

// The row of a section; those before it are made first.
function rowOf(at) {
  const waiting = left.indexOf(at);
  if (waiting >= 0) addRows(waiting + 1);
  return rows.get(at);
}

function filters() {
  const group = make("div", { class: "filters", role: "group", "aria-label": "Which sections" });
  for (const name in FILTERS) {
    const count = sections().filter(FILTERS[name]).length;
    const press = () => ((state.filter = name), emit("refresh"));
    const props = { type: "button", "aria-pressed": String(state.filter === name), on: { click: press } };
    group.append(make("button", props, `${name[0].toUpperCase()}${name.slice(1)} ${number(count)}`));
  }
  return group;
}

function row(section, at) {
  const { importance, noisy, role, kind, words } = section;
  const said = section.text || "(image)";
  const button = make(
    "button",
    { type: "button", class: "row", tabIndex: -1, "aria-expanded": "false", on: { click: () => toggle(at), focus: () => choose(at, "list") } },
    make("span", { class: "score" }, share(importance), bar(importance, `importance ${share(importance)}`)),
    make("span", { class: `role ${role}` }, role),
    make("span", { class: "said" }, make("span", { class: "beginning" }, shorten(said, 180)), make("small", { class: "why" }, because(section))),
  );
  const item = make("li", { class: noisy ? "noise" : "content", on: { mouseenter: () => choose(at, "list") } }, button);
  item.style.setProperty("--i", importance);
  item.title = `${kind}, ${number(words)} words`;
  return item;
}

// What moved the decision; the share that was taken is shown by the bar.
const because = ({ reason }) => (reason ?? "…").replace(/^(content|noise|\d+% content): /, "");

// Enter: why, in full.
function toggle(at) {
  const item = rowOf(at);
  const button = item.firstChild;
  const isOpen = button.getAttribute("aria-expanded") === "true";
  button.setAttribute("aria-expanded", String(!isOpen));
  if (isOpen) return item.lastChild.remove();
  const section = sections()[at];
  const facts = [["Why", section.reason ?? "…"], ["Kind", section.kind], ["Words", number(section.words)], ["XPath", section.xpath]];
  const list = make("dl", {}, ...facts.flatMap(([name, value]) => [make("dt", {}, name), make("dd", {}, value)]));
  item.append(make("div", { class: "more" }, list, make("p", { class: "whole" }, shorten(section.text, 4000))));
}

function setReachable(at) {
  for (const item of document.querySelectorAll(".sections .row[tabindex='0']")) item.tabIndex = -1;
  const item = rows.get(at);
  if (item) item.firstChild.tabIndex = 0;
}

// j and k: the next and the previous section of the list.
export function step(by) {
  const known = [...rows.keys(), ...left];
  const at = known.indexOf(state.current);
  const next = known[at < 0 ? (by > 0 ? 0 : known.length - 1) : Math.min(Math.max(at + by, 0), known.length - 1)];
  if (next === undefined) return;
  const item = rowOf(next);
  choose(next, "list");
  setReachable(next);
  item.firstChild.focus();
}

export function explain(at = state.current) {
  if (rowOf(at)) toggle(at);
}

let shown = -1;
let scrolling;
function follow(section, from) {
  rows.get(shown)?.classList.remove("now");
  shown = section;
  const item = rowOf(section);
  if (!item) return;
  item.classList.add("now");
  setReachable(section);
  clearTimeout(scrolling);
  if (from === "page") scrolling = setTimeout(() => item.scrollIntoView({ block: "nearest" }), 60);
}

function pick(section) {
  if (state.tab !== "sections") emit("tab", "sections");
  const item = rowOf(section);
  if (!item) return;
  item.scrollIntoView({ block: "nearest" });
  item.firstChild.focus({ preventScroll: true });
  explain(section);
}

// Reasons come later on large pages: they are put in where they belong.
function addReasons() {
  if (state.tab !== "sections") return;
  const found = sections();
  for (const [at, item] of rows) item.querySelector(".why").textContent = because(found[at]);
}

export function initSections() {
  on("section", follow);
  on("picked", pick);
  on("rest", addReasons);
  on("started", (at) => rowOf(at)?.scrollIntoView({ block: "center" }));
  byId("panel").addEventListener("mouseleave", () => state.tab === "sections" && choose(-1, "list"));
}
