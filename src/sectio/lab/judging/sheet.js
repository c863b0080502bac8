
"use strict";
const data = JSON.parse(document.getElementById("data").textContent);
const KINDS = { sections: "Sections", regions: "SD: type and regions", blocks: "V-Wrapper: blocks" };
const HELP = {
  sections: "Right cut: one thing, whole. Noisy: not what a reader came for.",
  regions: "Choose the type of the page, then what each region is.",
  blocks: "Choose what each block is.",
};
const answers = data.pages.map((page) => ({
  page: page.page,
  found: page.found,
  type: "none",
  sections: page.sections.map(() => ({ right: true, noisy: false })),
  regions: page.regions.map(() => "none"),
  blocks: page.blocks.map(() => "none"),
  done: { sections: false, regions: false, blocks: false },
}));
let at = 0;
let kind = "sections";

function make(tag, parent, text, set) {
  const element = document.createElement(tag);
  if (text !== undefined) element.textContent = text;
  Object.assign(element, set || {});
  if (parent) parent.append(element);
  return element;
}

function place(element, box) {
  const sides = { left: box[0], top: box[1], width: Math.max(box[2], 12), height: Math.max(box[3], 12) };
  for (const side in sides) element.style[side] = sides[side] + "px";
}

function choice(parent, options, value, change) {
  const select = make("select", parent);
  for (const option of options) make("option", select, option, { value: option });
  select.value = value;
  select.addEventListener("change", () => change(select.value));
  return select;
}

function tick(parent, name, value, change) {
  const label = make("label", parent);
  const input = make("input", label, undefined, { type: "checkbox", checked: value });
  label.append(" " + name);
  input.addEventListener("change", () => change(input.checked));
}

const header = make("header", document.body);
const judge = make("input", header, undefined, { type: "text", placeholder: "Your name", id: "judge", maxLength: 80 });
const tabs = {};
for (const name in KINDS) {
  tabs[name] = make("button", header, KINDS[name], { id: "tab-" + name });
  tabs[name].addEventListener("click", () => { kind = name; draw(); });
}
make("span", header, "", { className: "grow" });
make("button", header, "‹", { id: "previous", title: "Previous page" }).addEventListener("click", () => go(-1));
const where = make("span", header, "", { id: "where" });
make("button", header, "›", { id: "next", title: "Next page" }).addEventListener("click", () => go(1));
const restore = make("input", header, undefined, { type: "file", accept: ".json", id: "file", hidden: true });
make("button", header, "Continue a file", { id: "load" }).addEventListener("click", () => restore.click());
make("button", header, "Save", { id: "save", className: "main" }).addEventListener("click", save);
const view = make("div", document.body, undefined, { id: "view" });
const list = make("div", document.body, undefined, { id: "list" });

function go(step) {
  at = Math.min(Math.max(at + step, 0), data.pages.length - 1);
  draw();
  view.scrollTo(0, 0);
}

function drawPage(page) {
  view.replaceChildren();
  const sheet = make("div", view, undefined, { id: "page" });
  place(sheet, [0, 0, page.size[0], page.size[1]]);
  sheet.style.position = "relative";
  if (page.picture) make("img", sheet, undefined, { src: page.picture, alt: "", width: page.size[0] });
  for (const text of page.texts) {
    const element = make("div", sheet, text.text, { className: "t" });
    const room = Math.min(1.15 * text.box[2] + 8, Math.max(page.size[0] - text.box[0], text.box[2]));
    place(element, [text.box[0], text.box[1], room, text.box[3]]);
    element.style.fontSize = text.font + "px";
    if (text.bold) element.style.fontWeight = "bold";
  }
  return sheet;
}

function paint(box, answer) {
  const isTicked = typeof answer === "object";
  box.classList.toggle("noisy", isTicked && answer.noisy);
  box.classList.toggle("wrong", isTicked && !answer.right);
  box.classList.toggle("named", !isTicked && answer !== "none");
}

function ask(parent, number, box) {
  const own = answers[at][kind];
  const set = (value) => { own[number] = value; paint(box, value); };
  if (kind === "sections") {
    tick(parent, "right cut", own[number].right, (value) => set({ ...own[number], right: value }));
    tick(parent, "noisy", own[number].noisy, (value) => set({ ...own[number], noisy: value }));
  } else {
    choice(parent, data.choices[kind], own[number], set);
  }
}

function drawItem(sheet, item, number) {
  const box = make("div", item.box ? sheet : undefined, undefined, { className: "s" });
  if (item.box) place(box, item.box);
  make("b", box, String(number + 1));
  const row = make("div", list, undefined, { className: "row" });
  make("b", row, String(number + 1));
  make("div", row, item.text || "(image)", { className: "text" });
  ask(make("div", row, undefined, { className: "ask" }), number, box);
  paint(box, answers[at][kind][number]);
  const mark = (on) => () => { for (const one of [row, box]) one.classList.toggle("on", on); };
  for (const one of [row, box]) {
    one.addEventListener("mouseenter", mark(true));
    one.addEventListener("mouseleave", mark(false));
  }
  box.addEventListener("click", () => row.scrollIntoView({ block: "center" }));
  row.firstChild.addEventListener("click", () => box.scrollIntoView({ block: "center" }));
}

function draw() {
  const page = data.pages[at];
  for (const name in tabs) tabs[name].setAttribute("aria-pressed", String(name === kind));
  const finished = answers.filter((answer) => answer.done[kind]).length;
  where.textContent = `page ${at + 1} of ${data.pages.length} · ${finished} done`;
  const sheet = drawPage(page);
  list.replaceChildren();
  make("p", list, page.page + " – " + HELP[kind]);
  const top = make("p", list);
  if (kind === "regions") choice(top, data.choices.types, answers[at].type, (value) => { answers[at].type = value; }).id = "type";
  page[kind].forEach((item, number) => drawItem(sheet, item, number));
  const end = make("p", list, undefined, { className: "done" });
  tick(end, "this page is judged", answers[at].done[kind], (value) => { answers[at].done[kind] = value; draw(); });
  end.querySelector("input").id = "done";
}

function record() {
  const pages = answers.map((answer) => ({
    page: answer.page,
    found: answer.found,
    sections: answer.done.sections ? answer.sections : null,
    type: answer.done.regions ? answer.type : null,
    regions: answer.done.regions ? answer.regions : null,
    blocks: answer.done.blocks ? answer.blocks : null,
  }));
  return { schema: data.schema, sheet: data.sheet, judge: judge.value.trim() || "unnamed", pages };
}

function save() {
  const written = record();
  const blob = new Blob([JSON.stringify(written, null, 1) + "\n"], { type: "application/json" });
  const name = written.judge.replace(/[^\p{L}\p{N}]+/gu, "-");
  const link = make("a", undefined, undefined, { href: URL.createObjectURL(blob), download: `judged-${name}.json` });
  link.click();
  URL.revokeObjectURL(link.href);
}

function take(saved) {
  if (saved.schema !== data.schema || saved.sheet !== data.sheet) throw new Error("the file is of another sheet");
  judge.value = String(saved.judge);
  saved.pages.forEach((page, number) => {
    const own = answers[number];
    for (const name in KINDS) {
      own.done[name] = Array.isArray(page[name]) && page[name].length === own[name].length;
      if (own.done[name]) own[name] = page[name];
    }
    if (own.done.regions) own.type = page.type;
  });
}

restore.addEventListener("change", async () => {
  try {
    take(JSON.parse(await restore.files[0].text()));
  } catch (error) {
    alert("This file cannot be continued: " + error.message);
  }
  draw();
});

draw();
