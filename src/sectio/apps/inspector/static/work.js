// Running: a page goes to the server, what it found comes back in two parts.

import { byId, fill, make, say } from "./dom.js";
import { forgetCompared } from "./compare.js";
import { showFacts } from "./facts.js";
import { showPage } from "./frame.js";
import { learnFrom } from "./learn.js";
import { complain, get, onToken, post, postPage, readPage } from "./server.js";
import { emit, on, state } from "./state.js";

const LEARNED = "(learned)";
let given = null; // {file}, {html} or {url}
let turn = 0;
let onDrawn = () => {};

export function show(data) {
  state.data = data;
  state.current = -1;
  showFacts();
  showPage(data.page);
  emit("refresh");
}

// Shows the first part; done when the page is drawn, so that what takes longer does not hold it up.
function draw(data) {
  return new Promise((done) => {
    onDrawn = done;
    show(data);
  });
}

// A file is sent as it is, unless a learned site goes with it.
async function ask(path, settings, learned) {
  if (given.file && !learned) return postPage(path, given.file, settings);
  const { favor, methods, ...plain } = settings;
  const page = given.file ? { html: await readPage(given.file) } : given;
  const options = favor === undefined ? {} : { options: { favor: Number(favor) } };
  return post(path, { ...page, ...plain, ...options, ...(methods ? { methods: methods.split(",") } : {}), ...(learned ? { learned } : {}) });
}

function settingsNow() {
  const method = byId("method").value;
  const site = byId("site").value;
  const favor = method === "sectio" && byId("favor").value !== "0.5" ? byId("favor").value : undefined;
  return [{ method, favor, site: site && site !== LEARNED ? site : undefined }, site === LEARNED ? state.learned : null];
}

export async function run() {
  if (!given) return say("Open, paste or drop a page first", true);
  const now = (turn += 1);
  const isCurrent = () => now === turn;
  document.body.classList.add("busy");
  try {
    const [settings, learned] = settingsNow();
    const first = await ask("inspect", { ...settings, part: "first" }, learned);
    if (!isCurrent()) return null;
    forgetCompared();
    if (first.source) given = { html: first.source, url: first.url };
    await draw(first);
    if (!isCurrent()) return null;
    const rest = await ask("inspect", { ...settings, part: "rest" }, learned);
    if (!isCurrent()) return null;
    Object.assign(state.data, rest);
    emit("rest");
    if (state.tab !== "sections") emit("refresh");
  } catch (error) {
    complain(error);
  } finally {
    if (isCurrent()) document.body.classList.remove("busy");
  }
  return null;
}

async function compare(methods) {
  const wanted = methods.filter((name) => !state.compared.some((one) => one.method === name));
  const now = turn;
  try {
    const { results } = await ask("compare", { methods: wanted.join(",") });
    if (now !== turn) return;
    state.compared.push(...results);
  } catch (error) {
    if (now !== turn) return;
    state.compared.push(...wanted.map((method) => ({ method, text: "", title: "", warnings: [error.message] })));
    complain(error);
  }
  emit("refresh");
}

function open(page) {
  given = page;
  return run();
}

export function take(files) {
  if (files.length > 1) return learnFrom(files);
  return files.length ? open({ file: files[0] }) : null;
}

function paste() {
  const area = make("textarea", { "aria-label": "HTML of a page", placeholder: "<html>…" });
  const done = () => (dialog.close(), area.value.trim() && open({ html: area.value }));
  const dialog = byId("dialog");
  const buttons = make("div", { class: "buttons" }, make("button", { type: "button", on: { click: () => dialog.close() } }, "Cancel"), make("button", { type: "button", class: "main", on: { click: done } }, "Inspect"));
  fill(dialog, make("h2", {}, "Paste the HTML of a page"), area, buttons);
  dialog.showModal();
  area.focus();
}

async function configure() {
  try {
    const about = await get("inspector.json");
    state.methods = about.methods;
    fill(byId("method"), ...about.methods.map((name) => make("option", { value: name }, name)));
    setSites(about.sites);
    byId("address-part").hidden = !about.fetch;
    emit("configured");
  } catch (error) {
    complain(error);
  }
}

function setSites(names) {
  state.sites = names;
  const learned = state.learned ? [LEARNED] : [];
  const before = byId("site").value;
  fill(byId("site"), make("option", { value: "" }, "none"), ...[...learned, ...names].map((name) => make("option", { value: name }, name)));
  byId("site-part").hidden = !names.length && !learned.length;
  byId("site").value = before;
}

function useLearned(learned, firstPage) {
  state.learned = learned.site;
  setSites(state.sites || []);
  byId("site").value = LEARNED;
  byId("method").value = "sectio";
  byId("show-kinds").checked = true;
  emit("tab", "template");
  if (given) run();
  else open({ file: firstPage });
}

export function initWork() {
  for (const part of document.querySelectorAll("[data-served]")) part.hidden = false;
  byId("frame").hidden = true;
  byId("empty").hidden = false;
  byId("open").addEventListener("click", () => byId("file").click());
  byId("file").addEventListener("change", () => take(byId("file").files));
  byId("paste").addEventListener("click", paste);
  byId("run").addEventListener("click", run);
  byId("address").addEventListener("change", () => byId("address").value && open({ url: byId("address").value }));
  for (const id of ["method", "site", "favor"]) byId(id).addEventListener("change", () => (emit("linked"), given && run()));
  on("started", () => onDrawn());
  on("compare", compare);
  on("learned", useLearned);
  onToken(configure);
  return configure();
}
