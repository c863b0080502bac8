// Small helpers. Text of pages is only ever set as textContent.

export const byId = (id) => document.getElementById(id);

export function make(tag, props = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(props)) {
    if (name === "class") element.className = value;
    else if (name === "on") for (const event in value) element.addEventListener(event, value[event]);
    else if (name.includes("-") || name === "role") element.setAttribute(name, value);
    else element[name] = value;
  }
  element.append(...children.filter((child) => child !== null && child !== undefined));
  return element;
}

export function fill(element, ...children) {
  element.replaceChildren(...children.filter(Boolean));
  return element;
}

const grouped = new Intl.NumberFormat("en");
export const number = (value) => grouped.format(value);
export const share = (value) => Number(value).toFixed(2);
export const shorten = (text, most) => (text.length > most ? text.slice(0, most) + "…" : text);

export function bar(value, label) {
  const inner = make("i");
  inner.style.width = `${Math.round(100 * Math.min(Math.max(value, 0), 1))}%`;
  return make("span", { class: "meter", role: "img", "aria-label": label || share(value) }, inner);
}

let fading;
export function say(message, isBad = false) {
  const toast = byId("toast");
  toast.textContent = message;
  toast.className = isBad ? "toast shown bad" : "toast shown";
  clearTimeout(fading);
  fading = setTimeout(() => toast.classList.remove("shown"), isBad ? 9000 : 2500);
}
