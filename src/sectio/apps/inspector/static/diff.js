// Words of two texts side by side: first lines, then the words of lines that differ.

const MOST_STEPS = 600; // differences that are followed; beyond, a whole stretch counts as replaced

// Pairs [kind, items]: "same", "gone" (only in a) or "new" (only in b). Myers' greedy algorithm.
function compareLists(a, b) {
  let start = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) start += 1;
  let end = 0;
  while (end < a.length - start && end < b.length - start && a[a.length - 1 - end] === b[b.length - 1 - end]) end += 1;
  const middle = search(a.slice(start, a.length - end), b.slice(start, b.length - end));
  return [["same", a.slice(0, start)], ...middle, ["same", end ? a.slice(-end) : []]].filter(([, items]) => items.length);
}

function search(a, b) {
  if (!a.length || !b.length) return [["gone", a], ["new", b]];
  const reach = { 1: 0 };
  const trace = [];
  for (let steps = 0; steps <= Math.min(a.length + b.length, MOST_STEPS); steps += 1) {
    trace.push({ ...reach });
    for (let k = -steps; k <= steps; k += 2) {
      const isDown = k === -steps || (k !== steps && reach[k - 1] < reach[k + 1]);
      let x = isDown ? reach[k + 1] : reach[k - 1] + 1;
      while (x < a.length && x - k < b.length && a[x] === b[x - k]) x += 1;
      reach[k] = x;
      if (x >= a.length && x - k >= b.length) return retrace(a, b, trace, k, steps);
    }
  }
  return [["gone", a], ["new", b]];
}

function retrace(a, b, trace, k, steps) {
  const found = [];
  let x = a.length;
  let y = b.length;
  for (let step = steps; step > 0; step -= 1) {
    const reach = trace[step];
    const isDown = k === -step || (k !== step && reach[k - 1] < reach[k + 1]);
    k = isDown ? k + 1 : k - 1;
    const from = reach[k];
    while (x > from + (isDown ? 0 : 1) && y > from - k + (isDown ? 1 : 0)) (x -= 1), (y -= 1), put(found, "same", a[x]);
    if (isDown) (y -= 1), put(found, "new", b[y]);
    else (x -= 1), put(found, "gone", a[x]);
  }
  while (x > 0) (x -= 1), put(found, "same", a[x]);
  return found.reverse().map(([kind, items]) => [kind, items.reverse()]);
}

function put(found, kind, item) {
  if (found.at(-1)?.[0] === kind) found.at(-1)[1].push(item);
  else found.push([kind, [item]]);
}

const lines = (text) => text.split(/(?<=\n)/);
const words = (items) => items.join("").split(/(\s+)/).filter(Boolean);

export function wordDiff(before, after) {
  const runs = compareLists(lines(before), lines(after));
  const found = [];
  for (let i = 0; i < runs.length; i += 1) {
    const [kind, items] = runs[i];
    const next = runs[i + 1];
    if (kind !== "same" && next && next[0] !== "same") {
      const [gone, fresh] = kind === "gone" ? [items, next[1]] : [next[1], items];
      for (const [one, part] of compareLists(words(gone), words(fresh))) found.push([one, part.join("")]);
      i += 1;
    } else found.push([kind, items.join("")]);
  }
  return found;
}

export const countWords = (text) => (text.trim() ? text.trim().split(/\s+/).length : 0);
