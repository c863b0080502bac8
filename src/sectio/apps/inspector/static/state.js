// What is shown, and who wants to know when it changes.

export const state = {
  data: null, // what was found on the page: the first part, and later the rest
  compared: [],
  current: -1, // the section under the mouse or the keyboard
  tab: "sections",
  filter: "all",
  isServed: false,
};

const listeners = {};

export function on(name, work) {
  (listeners[name] ||= []).push(work);
}

export function emit(name, ...given) {
  for (const work of listeners[name] || []) work(...given);
}

// Sections with their reasons, once those are there.
export function sections() {
  return state.data ? state.data.result?.sections || state.data.sections : [];
}

// `from` says which side it happened on: the other one follows.
export function choose(section, from) {
  if (section === state.current) return;
  state.current = section;
  emit("section", section, from);
}
