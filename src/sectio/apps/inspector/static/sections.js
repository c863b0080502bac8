// The list of sections: importance, role, beginning, why.

import { bar, byId, fill, make, number, share, shorten } from "./dom.js";
import { choose, emit, on, sections, state } from "./state.js";

const FILTERS = { all: () => true, content: (one) => !one.noisy, noise: (one) => one.noisy };
let rows = new Map();

export function sectionsPanel() {
  const list = make("ol", { class: "sections" });
  rows = new Map();
  sections().forEach((section, at) => {
    if (FILTERS[state.filter](section)) rows.set(at, list.appendChild(row(section, at)));
  });
  const first = rows.keys().next().value;
  setReachable(rows.has(state.current) ? state.current : first);
  return [filters(), list];
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
const because = ({ reason }) => (reason ?? "…").replace(/^.* takes \d+% of its text as content: /, "");

// Enter: why, in full.
function toggle(at) {
  const item = rows.get(at);
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
  const known = [...rows.keys()];
  const at = known.indexOf(state.current);
  const next = known[at < 0 ? (by > 0 ? 0 : known.length - 1) : Math.min(Math.max(at + by, 0), known.length - 1)];
  if (next === undefined) return;
  choose(next, "list");
  setReachable(next);
  rows.get(next).firstChild.focus();
}

export function explain(at = state.current) {
  if (rows.has(at)) toggle(at);
}

let shown = -1;
let scrolling;
function follow(section, from) {
  rows.get(shown)?.classList.remove("now");
  shown = section;
  const item = rows.get(section);
  if (!item) return;
  item.classList.add("now");
  setReachable(section);
  clearTimeout(scrolling);
  if (from === "page") scrolling = setTimeout(() => item.scrollIntoView({ block: "nearest" }), 60);
}

function pick(section) {
  if (state.tab !== "sections") emit("tab", "sections");
  if (!rows.has(section)) return;
  rows.get(section).scrollIntoView({ block: "nearest" });
  rows.get(section).firstChild.focus({ preventScroll: true });
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
  on("started", (at) => rows.get(at)?.scrollIntoView({ block: "center" }));
  byId("panel").addEventListener("mouseleave", () => state.tab === "sections" && choose(-1, "list"));
}
