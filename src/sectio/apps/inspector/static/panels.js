// The other views of the result.

import { bar, make, number, share, shorten } from "./dom.js";
import { sections, state } from "./state.js";

const MOST_ROWS = 200;
const MOST_SHOWN = 1000000; // characters of JSON

const note = (text) => [make("p", { class: "note" }, text)];
const waiting = () => note("Still working on this…");

export function textPanel() {
  const { result, warnings } = state.data;
  if (!result) return waiting();
  if (!result.text) return note(`Nothing was found. ${warnings.join(", ")}`);
  const lines = result.text.split("\n").map((line) => make("p", {}, line));
  return [make("div", { class: "reading", lang: state.data.language || "" }, ...lines)];
}

export function markdownPanel() {
  const { result } = state.data;
  return result ? [make("pre", { class: "source" }, result.markdown)] : waiting();
}

export function commentsPanel() {
  const { result } = state.data;
  if (!result) return waiting();
  const found = result.posts.length ? result.posts : result.comments;
  if (!found.length) return note("The page has no comments and no posts.");
  return [make("ol", { class: "thread" }, ...found.map(comment))];
}

function comment(one) {
  const facts = [one.author || "unknown", one.date, one.votes === null || one.votes === undefined ? null : `${number(one.votes)} votes`, one.accepted ? "accepted" : null];
  const item = make("li", {}, make("b", {}, facts.filter(Boolean).join(" · ")), ...one.text.split("\n").map((line) => make("p", {}, line)));
  item.style.marginInlineStart = `${Math.min(one.depth, 8) * 22}px`;
  return item;
}

export function tablesPanel() {
  const { result } = state.data;
  if (!result) return waiting();
  const found = [...result.records.map((one) => ["List", one]), ...result.tables.map((one) => ["Table", one])];
  if (!found.length) return note("The page has no lists of records and no tables.");
  return found.map(([kind, one]) => table(kind, one));
}

function table(kind, { columns, rows, xpath }) {
  const head = make("tr", {}, ...columns.map((name) => make("th", { scope: "col" }, name)));
  const body = rows.slice(0, MOST_ROWS).map((row) => make("tr", {}, ...row.map((cell) => make("td", {}, make("div", { title: shorten(cell, 2000) }, shorten(cell, 300))))));
  const count = rows.length > MOST_ROWS ? `first ${MOST_ROWS} of ${number(rows.length)} rows` : `${number(rows.length)} rows`;
  const caption = make("caption", {}, make("b", {}, kind), ` ${count} `, make("code", {}, xpath));
  return make("div", { class: "scroll" }, make("table", { class: "data" }, caption, make("thead", {}, head), make("tbody", {}, ...body)));
}

export function templatePanel() {
  const { site } = state.data;
  if (!site) {
    const how = state.isServed ? "Learn the site: drop 5 to 50 of its pages below." : "Learn the site with `sectio learn` and pass it as --template.";
    return note(`The page was judged on its own. ${how}`);
  }
  const fits = site.coverage >= site.threshold;
  const facts = make("p", { class: "fit" }, "Fit ", bar(site.coverage, `coverage ${share(site.coverage)}`), ` ${share(site.coverage)}${fits ? "" : " · the page no longer fits"}`);
  const rows = sections().map((one) => make("tr", {}, make("td", {}, one.kind), make("td", {}, one.role), make("td", {}, shorten(one.text, 90)), make("td", {}, one.reason ?? "…")));
  const head = make("tr", {}, ...["Kind", "Role", "Text", "What the pages say"].map((name) => make("th", { scope: "col" }, name)));
  return [
    facts,
    site.warnings.length ? make("p", { class: "warning" }, `⚠ ${site.warnings.join(", ")}`) : null,
    make("h3", {}, "Pattern"),
    make("pre", { class: "source pattern" }, shorten(site.pattern, 20000)),
    site.unmatched.length ? make("h3", {}, "Without a partner in the template") : null,
    site.unmatched.length ? make("ul", { class: "paths" }, ...site.unmatched.map((path) => make("li", {}, make("code", {}, path)))) : null,
    make("h3", {}, "Sections"),
    make("div", { class: "scroll" }, make("table", { class: "data" }, make("thead", {}, head), make("tbody", {}, ...rows))),
  ];
}

export function jsonPanel() {
  const { result } = state.data;
  return result ? [make("pre", { class: "source" }, shorten(JSON.stringify(result, null, 2), MOST_SHOWN))] : waiting();
}
