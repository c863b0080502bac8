// The page in its frame, with its sections drawn over it.

import { byId, make, share } from "./dom.js";
import { choose, emit, on, sections, state } from "./state.js";

const AROUND = 3000; // pixels above and below what is seen in which boxes are drawn
const LARGE = 250000; // characters of a page that are shown at first: a browser takes seconds for more
const SMALLEST = 0.45; // of its size, for a page that is too wide
const ROOM = 6; // pixels between a box and what is in it
const STYLE = `
sx-layer, sx-layer * { all: initial; box-sizing: border-box; pointer-events: none }
sx-layer { position: absolute; left: 0; top: 0; width: 0; height: 0; z-index: 2147483000; display: block }
sx-box { position: absolute; display: block; border-left: 3px solid hsl(174 84% 30% / calc(.25 + .75 * var(--i)));
  background: hsl(174 84% 40% / calc(.2 * var(--i))) }
sx-box.noise { border-left: 3px solid hsl(220 9% 46% / .55);
  background: repeating-linear-gradient(-45deg, hsl(220 9% 46% / .16) 0 2px, transparent 2px 9px) }
sx-label { position: absolute; display: block; right: 0; top: 0; padding: 0 5px; font: 600 10px/15px system-ui, sans-serif; white-space: nowrap;
  color: #fff; background: hsl(174 84% 22%); border-radius: 3px }
sx-label.beside { right: auto; left: calc(100% + 4px) }
html.sx-room { padding-right: 112px !important }
.noise > sx-label { background: hsl(220 9% 36%) }
sx-layer.kinds sx-box { border: 2px solid hsl(262 70% 50%); background: none }
sx-layer.kinds .star { border-style: double; border-width: 4px }
sx-layer.kinds .separator { border-style: dashed }
sx-layer.kinds .inline { border-style: dotted }
sx-layer.kinds sx-label { background: hsl(262 70% 40%) }
sx-layer.bare sx-label, sx-layer.off sx-box { display: none }
sx-layer sx-box.now { display: block; outline: 3px solid hsl(24 95% 48%); outline-offset: 1px; z-index: 1 }
sx-layer sx-box.now sx-label { display: block }
`;

const frame = () => byId("frame");
const inside = () => frame().contentDocument;
let places = []; // per section: where its parts are
let spots = []; // per section: where its label is
let boxes = []; // per section: its boxes, once they are drawn
let extent = ""; // the size of the page when it was measured
let layer = null;

export function showPage(html) {
  const isLarge = html.length > LARGE;
  byId("whole").hidden = !isLarge;
  put(isLarge ? html.slice(0, html.lastIndexOf("<", LARGE)) : html);
}

function showWhole() {
  byId("whole").hidden = true;
  put(state.data.page);
}

function put(html) {
  layer = null;
  places = [];
  boxes = [];
  frame().hidden = false;
  byId("empty").hidden = true;
  frame().srcdoc = html;
}

function onLoad() {
  const page = inside();
  if (!page || !state.data) return;
  page.head.append(make("style", { textContent: STYLE }));
  page.addEventListener("mousemove", (event) => point(event.target));
  page.addEventListener("mouseleave", () => choose(-1, "page"));
  page.addEventListener("click", (event) => {
    event.preventDefault();
    point(event.target);
    emit("picked", state.current);
  });
  page.addEventListener("keydown", (event) => emit("key", event));
  for (const name of ["dragover", "drop"]) page.addEventListener(name, (event) => emit(name, event));
  applyStyles();
  applyRoom();
  fit();
  draw();
  start();
  page.addEventListener("scroll", reveal, { passive: true });
  new ResizeObserver(() => size(page) !== extent && later()).observe(page.documentElement);
}

function point(target) {
  const found = target.closest?.("[data-s]");
  choose(found ? Number(found.dataset.s) : -1, "page");
}

let waiting;
function later() {
  clearTimeout(waiting);
  waiting = setTimeout(draw, 120);
}

// Where the parts of each section are, parts below each other as one.
function measure(page, origin) {
  const found = sections().map(() => []);
  let last = -1;
  for (const part of page.querySelectorAll("[data-s]")) {
    const rect = part.getBoundingClientRect();
    const at = Number(part.dataset.s);
    if (rect.width < 2 || rect.height < 2 || !found[at]) continue;
    const x = Math.max(rect.left - origin.left - ROOM, 0);
    const box = { x, y: rect.top - origin.top, w: rect.right - origin.left + ROOM - x, h: rect.height };
    const before = found[at].at(-1);
    if (at === last && before && joins(before, box)) unite(before, box);
    else found[at].push(box);
    last = at;
  }
  return found;
}

function joins(a, b) {
  const common = Math.min(a.x + a.w, b.x + b.w) - Math.max(a.x, b.x);
  const isBelow = b.y >= a.y - 2 && b.y - (a.y + a.h) < 40;
  return isBelow && common > 0.6 * Math.min(a.w, b.w) && b.w < 3 * a.w;
}

function unite(a, b) {
  const right = Math.max(a.x + a.w, b.x + b.w);
  const bottom = Math.max(a.y + a.h, b.y + b.h);
  a.x = Math.min(a.x, b.x);
  a.y = Math.min(a.y, b.y);
  a.w = right - a.x;
  a.h = bottom - a.y;
}

function draw() {
  const page = inside();
  if (!page?.documentElement || !state.data) return;
  layer?.remove();
  layer = page.createElement("sx-layer");
  page.documentElement.append(layer);
  places = measure(page, layer.getBoundingClientRect());
  spots = labelSpots(places, page.documentElement.clientWidth);
  boxes = places.map(() => null);
  extent = size(page);
  applySwitches();
  reveal();
  mark(state.current);
}

const size = (page) => `${page.documentElement.clientWidth} ${page.documentElement.scrollHeight}`;

// Boxes are drawn when they come near: a large page has thousands.
function reveal() {
  const page = inside();
  if (!layer) return;
  const top = page.documentElement.scrollTop - AROUND;
  const bottom = top + 2 * AROUND + frame().clientHeight;
  places.forEach((own, at) => {
    if (!boxes[at] && own.some((box) => box.y < bottom && box.y + box.h > top)) drawSection(at);
  });
}

function drawSection(at) {
  boxes[at] ||= (places[at] || []).map((box, i) => drawBox(inside(), layer, box, at, i === 0 ? spots[at] : ""));
  return boxes[at];
}

function drawBox(page, whole, box, at, spot) {
  const section = sections()[at];
  const element = page.createElement("sx-box");
  element.className = `${section.noisy ? "noise" : "content"} ${section.kind}`;
  element.style.cssText = `left:${box.x}px;top:${box.y}px;width:${box.w}px;height:${box.h}px;--i:${section.importance}`;
  if (spot) {
    const label = page.createElement("sx-label");
    label.textContent = byId("show-kinds").checked ? section.kind : labelOf(section);
    label.className = spot;
    element.append(label);
  }
  whole.append(element);
  return element;
}

const labelOf = (section) => `${section.role} ${share(section.importance)}`;

// Things by the stretches of the page they are in, so that neighbours are found quickly.
const STRETCH = 60;
function stretches(thing) {
  const first = Math.floor(thing.y / STRETCH);
  const count = Math.min(Math.floor((thing.y + thing.h) / STRETCH) - first + 1, 2000);
  return Array.from({ length: count }, (_, i) => first + i);
}

const meets = (a, b) => a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h;

// Where each section's label goes: beside its box if nothing is there, else inside if no label is there, else nowhere.
function labelSpots(found, width) {
  const taken = new Map();
  const add = (thing) => stretches(thing).forEach((row) => taken.set(row, [...(taken.get(row) || []), thing]));
  const isFree = (spot, kind) => !stretches(spot).some((row) => (taken.get(row) || []).some((other) => (!kind || other.kind === kind) && meets(spot, other)));
  for (const own of found) own.forEach(add);
  return found.map(([box], at) => {
    if (!box || box.h < 12) return "";
    const wide = 6.5 * labelOf(sections()[at]).length + 10;
    const beside = { kind: "label", x: box.x + box.w + 4, y: box.y, w: wide, h: 15 };
    if (beside.x + wide <= width && isFree(beside)) return add(beside), "beside";
    const within = { ...beside, x: box.x + box.w - wide };
    if (box.w > 1.5 * wide && box.h > 18 && isFree(within, "label")) return add(within), "within";
    return "";
  });
}

function applySwitches() {
  if (!layer) return;
  layer.classList.toggle("off", !byId("show-sections").checked);
  layer.classList.toggle("bare", !byId("show-labels").checked);
  layer.classList.toggle("kinds", byId("show-kinds").checked);
}

// Labels have a margin of their own.
function applyRoom() {
  inside()?.documentElement.classList.toggle("sx-room", byId("show-sections").checked && byId("show-labels").checked);
}

// A page that is wider than its frame is shown smaller.
function fit() {
  const style = frame().style;
  style.width = style.height = style.transform = "";
  const root = inside()?.documentElement;
  if (!root || root.scrollWidth <= 1.02 * root.clientWidth) return;
  const scale = Math.max(root.clientWidth / root.scrollWidth, SMALLEST);
  style.width = style.height = `${100 / scale}%`;
  style.transform = `scale(${scale})`;
}

// Begin where the content does, with some of what is above it.
function start() {
  const first = sections().findIndex((one) => !one.noisy);
  const box = places[first]?.[0];
  if (box) inside().documentElement.scrollTop = Math.max(box.y - frame().clientHeight / 3, 0);
  emit("started", first);
}

function applyStyles() {
  const own = inside()?.getElementById("sx-own");
  if (own) own.media = byId("show-styles").checked ? "" : "not all";
}

let marked = -1;
function mark(section) {
  for (const box of boxes[marked] || []) box.classList.remove("now");
  marked = section;
  if (layer && section >= 0) for (const box of drawSection(section)) box.classList.add("now");
}

let scrolling;
function follow(section, from) {
  mark(section);
  clearTimeout(scrolling);
  const first = boxes[section]?.[0];
  if (from === "page" || !first) return;
  scrolling = setTimeout(() => {
    const rect = first.getBoundingClientRect();
    const view = frame().clientHeight;
    if (rect.top < 0 || rect.top > view - 60) first.scrollIntoView({ block: rect.height > view ? "start" : "center" });
  }, 60);
}

export function initFrame() {
  frame().addEventListener("load", onLoad);
  for (const id of ["show-sections", "show-labels", "show-kinds"]) byId(id).addEventListener("change", () => (applyRoom(), later()));
  byId("whole").addEventListener("click", showWhole);
  byId("show-styles").addEventListener("change", () => (applyStyles(), fit(), later()));
  new ResizeObserver(() => state.data && fit()).observe(document.querySelector(".stage"));
  on("section", follow);
  on("redraw", later);
}
