// Tabs, keyboard, drag and drop, and the beginning of everything.

import { byId, fill, make } from "./dom.js";
import { comparePanel } from "./compare.js";
import { initFrame } from "./frame.js";
import { initLearn } from "./learn.js";
import { commentsPanel, jsonPanel, markdownPanel, tablesPanel, templatePanel, textPanel } from "./panels.js";
import { explain, initSections, sectionsPanel, step } from "./sections.js";
import { emit, on, state } from "./state.js";
import { initTransfer } from "./transfer.js";
import { initWork, run, show, take } from "./work.js";

const TABS = {
  sections: ["Sections", sectionsPanel],
  text: ["Text", textPanel],
  markdown: ["Markdown", markdownPanel],
  comments: ["Comments", commentsPanel],
  tables: ["Tables", tablesPanel],
  template: ["Template", templatePanel],
  compare: ["Compare", comparePanel],
  json: ["JSON", jsonPanel],
};
const KEYS = [
  ["j, k", "next and previous section"],
  ["Enter", "why: reason, path and whole text of the section"],
  ["1 … 8", "views of the result"],
  ["p", "page or result (narrow screens)"],
  ["o, v, r", "open a file, paste, run"],
  ["t", "light or dark"],
  ["?", "this list"],
];

function refresh() {
  for (const tab of byId("tabs").children) {
    const isNow = tab.dataset.tab === state.tab;
    tab.setAttribute("aria-selected", String(isNow));
    tab.tabIndex = isNow ? 0 : -1;
  }
  byId("panel").setAttribute("aria-labelledby", `tab-${state.tab}`);
  if (state.data) fill(byId("panel"), ...TABS[state.tab][1]());
}

function go(tab) {
  if (!TABS[tab]) return;
  state.tab = tab;
  byId("panel").scrollTop = 0;
  refresh();
  link();
}

function initTabs() {
  for (const [name, [title]] of Object.entries(TABS)) {
    const props = { type: "button", role: "tab", id: `tab-${name}`, "aria-controls": "panel", "data-tab": name, on: { click: () => go(name) } };
    byId("tabs").append(make("button", props, title));
  }
  byId("tabs").addEventListener("keydown", (event) => {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!by) return;
    const names = Object.keys(TABS);
    go(names[(names.indexOf(state.tab) + by + names.length) % names.length]);
    byId(`tab-${state.tab}`).focus();
  });
}

// The address holds how, never what: method, site and view.
function link() {
  const held = new URLSearchParams({ tab: state.tab });
  if (state.isServed) for (const id of ["method", "site"]) if (byId(id).value && byId(id).value[0] !== "(") held.set(id, byId(id).value);
  history.replaceState(null, "", `#${held}`);
}

function readLink() {
  const held = new URLSearchParams(location.hash.slice(1));
  if (TABS[held.get("tab")]) state.tab = held.get("tab");
  if (!state.isServed) return;
  for (const id of ["method", "site"]) if ([...byId(id).options].some((one) => one.value === held.get(id))) byId(id).value = held.get(id);
}

function help() {
  const list = make("dl", { class: "keys" }, ...KEYS.flatMap(([key, what]) => [make("dt", {}, key), make("dd", {}, what)]));
  const close = make("button", { type: "button", class: "main", on: { click: () => byId("dialog").close() } }, "Close");
  fill(byId("dialog"), make("h2", {}, "Keyboard"), list, make("div", { class: "buttons" }, close));
  byId("dialog").showModal();
}

function turnTheme() {
  const root = document.documentElement;
  const isDark = root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  root.dataset.theme = isDark ? "light" : "dark";
}

function showSide(side) {
  byId("main").dataset.side = side;
  for (const button of document.querySelectorAll("[data-side][aria-pressed]")) button.setAttribute("aria-pressed", String(button.dataset.side === side));
  emit("redraw");
}

const otherSide = () => showSide(byId("main").dataset.side === "page" ? "result" : "page");

const ACTIONS = {
  j: () => walk(1),
  k: () => walk(-1),
  p: otherSide,
  o: () => state.isServed && byId("open").click(),
  v: () => state.isServed && byId("paste").click(),
  r: () => state.isServed && run(),
  t: turnTheme,
  "?": help,
};

function walk(by) {
  if (state.tab !== "sections") go("sections");
  step(by);
}

function press(event) {
  const isTyping = event.target.matches?.("input:not([type=checkbox]):not([type=range]), textarea, select");
  if (isTyping || event.ctrlKey || event.metaKey || event.altKey || byId("dialog").open) return;
  const tab = Object.keys(TABS)[Number(event.key) - 1];
  const isInside = event.target.ownerDocument !== document;
  if (event.key === "Enter" && isInside) explain();
  else if (tab) go(tab);
  else if (ACTIONS[event.key]) ACTIONS[event.key](), event.preventDefault();
}

function initDrop() {
  const over = (event) => event.preventDefault();
  const drop = (event) => {
    event.preventDefault();
    take([...event.dataTransfer.files]);
  };
  document.addEventListener("dragover", over);
  document.addEventListener("drop", drop);
  on("dragover", over);
  on("drop", drop);
}

function initDivider() {
  const divider = byId("divider");
  let width = 50;
  const set = (percent) => {
    width = Math.min(Math.max(percent, 15), 85);
    byId("main").style.setProperty("--page", `${width}%`);
    divider.setAttribute("aria-valuenow", Math.round(width));
  };
  set(width);
  divider.addEventListener("pointerdown", (event) => divider.setPointerCapture(event.pointerId));
  divider.addEventListener("pointermove", (event) => divider.hasPointerCapture(event.pointerId) && set((100 * event.clientX) / innerWidth));
  divider.addEventListener("keydown", (event) => ({ ArrowLeft: () => set(width - 3), ArrowRight: () => set(width + 3) })[event.key]?.());
}

function closeMenus(event) {
  for (const menu of document.querySelectorAll("details.menu[open]")) if (!menu.contains(event.target)) menu.open = false;
}

async function begin() {
  initTabs();
  initFrame();
  initSections();
  initTransfer();
  initDivider();
  byId("theme").addEventListener("click", turnTheme);
  byId("help").addEventListener("click", help);
  for (const button of document.querySelectorAll("[data-side][aria-pressed]")) button.addEventListener("click", () => showSide(button.dataset.side));
  document.addEventListener("keydown", press);
  document.addEventListener("click", closeMenus);
  on("key", press);
  on("refresh", refresh);
  on("tab", go);
  on("linked", link);
  const held = byId("data");
  state.isServed = !held;
  if (held) {
    const { compare, ...data } = JSON.parse(held.textContent);
    state.compared = compare;
    readLink();
    return show(data);
  }
  initLearn();
  initDrop();
  on("configured", () => (readLink(), refresh()));
  return initWork();
}

begin();
