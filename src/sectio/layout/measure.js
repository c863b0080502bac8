// Runs inside the browser: builds our rows as a document, node by node, and measures them.
//
// Nodes are made with createElement, so nothing is parsed again and nothing is repaired: rows[i] is row i.
(() => {
  const element = (name) => {
    try {
      return document.createElement(name);
    } catch {
      return document.createElement("span"); // a name the parser accepts and the DOM does not
    }
  };
  const attribute = (node, name, value) => {
    try {
      node.setAttribute(name, value);
    } catch {
      // likewise for attribute names
    }
  };

  const head = ({ head }) => {
    const made = document.createElement("head");
    for (const [name, attributes, text] of head) {
      const node = document.createElement(name);
      for (const [key, value] of attributes) attribute(node, key, value);
      node.textContent = text;
      made.append(node);
    }
    return made;
  };

  const build = (given) => {
    const { parents, names, attributes, texts } = given;
    const rows = new Array(parents.length);
    let text = 0;
    for (let i = 0; i < parents.length; i++) {
      const name = names[i];
      const node = name === null ? document.createTextNode(texts[text++]) : element(name);
      const own = attributes[i] || [];
      for (let k = 0; k < own.length; k += 2) attribute(node, own[k], own[k + 1]);
      rows[i] = node;
      if (i) rows[parents[i]].append(node);
    }
    rows[0].prepend(head(given));
    document.replaceChild(rows[0], document.documentElement);
    return rows;
  };

  const tenth = (value) => Math.round(value * 10) / 10;

  const measure = (rows) => {
    const range = document.createRange();
    const boxes = [], looks = [], words = [], known = new Map();
    const word = (value) => {
      if (!known.has(value)) known.set(value, words.push(value) - 1);
      return known.get(value);
    };
    for (const node of rows) {
      const text = node.nodeType === Node.TEXT_NODE;
      if (text) range.selectNodeContents(node);
      const box = (text ? range : node).getBoundingClientRect();
      boxes.push(tenth(box.x + scrollX), tenth(box.y + scrollY), tenth(box.width), tenth(box.height));
      if (text) continue;
      const style = getComputedStyle(node);
      looks.push(
        parseFloat(style.fontSize) || 0, parseFloat(style.fontWeight) || 400,
        style.fontStyle === "normal" ? 0 : 1, style.textDecorationLine.includes("underline") ? 1 : 0,
        word(style.color), word(style.backgroundColor),
        node.checkVisibility({ visibilityProperty: true }) ? 1 : 0,
      );
    }
    return { boxes, looks, words };
  };

  // What is in the document now, in document order: to check that rows and document agree.
  const walk = () => {
    const found = [];
    const walker = document.createTreeWalker(document.documentElement, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
    const head = document.documentElement.firstChild;
    for (let node = walker.currentNode; node; node = walker.nextNode()) {
      if (!head.contains(node)) found.push(node.nodeType === Node.TEXT_NODE ? "#text" : node.localName);
    }
    return found;
  };

  // What the browser's own parser makes of a source, by our rules for rows: no blank text, adjacent text is one.
  const parse = ({ html, dropped }) => {
    const found = [], left = new Set(dropped);
    const root = new DOMParser().parseFromString(html, "text/html").documentElement;
    let last = null; // the parent of the text just seen, while no element came since
    for (let node = root; node; ) {
      const skipped = left.has(node.localName);
      if (node.nodeType === Node.ELEMENT_NODE && !skipped) {
        found.push(node.localName);
        last = null;
      } else if (node.nodeType === Node.TEXT_NODE && node.data.trim()) {
        if (last !== node.parentNode) found.push("#text");
        last = node.parentNode;
      }
      let next = skipped ? null : node.firstChild;
      for (; !next && node && node !== root; node = node.parentNode) next = node.nextSibling;
      node = next;
    }
    return found;
  };

  let rows = [];
  return {
    build: (payload) => { rows = build(JSON.parse(payload)); },
    waiting: () => [...document.querySelectorAll("link")].some((link) => !link.sheet) ||
      [...document.images].some((image) => image.src && !image.complete),
    measure: () => JSON.stringify(measure(rows)),
    walk: () => JSON.stringify(walk()),
    parse: (payload) => JSON.stringify(parse(JSON.parse(payload))),
  };
})()
