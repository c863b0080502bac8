// What the page asks of the server it came from, and of no other.

import { byId, say } from "./dom.js";

let token = "";

export class Refused extends Error {
  constructor(status, problem) {
    super(problem.detail || `the server answered ${status}`);
    this.status = status;
  }
}

async function answer(response) {
  if (response.ok) return response.json();
  const problem = await response.json().catch(() => ({}));
  if (response.status === 401) byId("token-part").hidden = false;
  throw new Refused(response.status, problem);
}

const headers = (more = {}) => (token ? { ...more, Authorization: `Bearer ${token}` } : more);

export const get = async (path) => answer(await fetch(path, { headers: headers() }));

export async function post(path, body) {
  const sent = { method: "POST", headers: headers({ "Content-Type": "application/json" }), body: JSON.stringify(body) };
  return answer(await fetch(path, sent));
}

// A page as it is, so that the server decides about its encoding; the settings are in the query.
export async function postPage(path, file, settings) {
  const query = new URLSearchParams(Object.entries(settings).filter(([, value]) => value !== undefined));
  const sent = { method: "POST", headers: headers({ "Content-Type": "text/html" }), body: file };
  return answer(await fetch(`${path}?${query}`, sent));
}

export function onToken(work) {
  byId("token-part").addEventListener("submit", (event) => {
    event.preventDefault();
    token = byId("token").value.trim();
    byId("token-part").hidden = true;
    work();
  });
}

export const complain = (error) => say(error.message || String(error), true);

// A page as text: its bytes by the charset it states, else UTF-8, else Latin.
export async function readPage(file) {
  const bytes = await file.arrayBuffer();
  const start = new TextDecoder("latin1").decode(bytes.slice(0, 2048));
  const stated = /charset\s*=\s*["']?\s*([\w-]+)/i.exec(start)?.[1];
  for (const charset of [stated, "utf-8"].filter(Boolean)) {
    try {
      return new TextDecoder(charset, { fatal: true }).decode(bytes);
    } catch {
      continue;
    }
  }
  return new TextDecoder("windows-1252").decode(bytes);
}
