// Copy and download.

import { byId, make, say } from "./dom.js";
import { state } from "./state.js";

const FORMS = {
  Text: ["txt", "text/plain", () => state.data.result?.text],
  Markdown: ["md", "text/markdown", () => state.data.result?.markdown],
  HTML: ["html", "text/html", () => state.data.html],
  JSON: ["json", "application/json", () => state.data.result && JSON.stringify(state.data.result, null, 2) + "\n"],
  "Records (CSV)": ["csv", "text/csv", records],
};

// A cell that a spreadsheet would take for a formula gets an apostrophe in front.
function records() {
  const found = state.data.result?.records[0] || state.data.result?.tables[0];
  if (!found) return null;
  const cell = (text) => `"${(/^[=+\-@\t\r]/.test(text) ? "'" + text : text).replaceAll('"', '""')}"`;
  return [found.columns, ...found.rows].map((row) => row.map(cell).join(",")).join("\r\n") + "\r\n";
}

const nameOf = () => (state.data.title || "page").toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "-").replace(/^-|-$/g, "").slice(0, 60) || "page";

async function copy(name) {
  const text = FORMS[name][2]();
  if (!text) return say(`There is no ${name}`, true);
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    copyBySelection(text);
  }
  return say(`${name} copied`);
}

function copyBySelection(text) {
  const area = make("textarea", { value: text });
  document.body.append(area);
  area.select();
  document.execCommand("copy");
  area.remove();
}

function download(name) {
  const [ending, type, write] = FORMS[name];
  const text = write();
  if (!text) return say(`There is no ${name}`, true);
  const address = URL.createObjectURL(new Blob([text], { type }));
  make("a", { href: address, download: `${nameOf()}.${ending}` }).click();
  setTimeout(() => URL.revokeObjectURL(address), 10000);
  return null;
}

function menu(id, work) {
  const element = byId(id);
  for (const name in FORMS) {
    const press = () => ((element.open = false), state.data && work(name));
    element.lastElementChild.append(make("button", { type: "button", on: { click: press } }, name));
  }
}

export function initTransfer() {
  menu("copy", copy);
  menu("download", download);
}
