// Browsers start no workers for pages opened as files. There, the search of the docs runs in a hidden frame instead.
if (location.protocol === "file:") {
  window.Worker = class extends EventTarget {
    constructor(url) {
      super();
      const frame = document.createElement("iframe");
      frame.hidden = true;
      document.body.append(frame);
      const inside = frame.contentWindow;
      inside.document.open();
      inside.postMessage = (data) => this.dispatchEvent(new MessageEvent("message", { data }));
      const script = inside.document.createElement("script");
      const loaded = new Promise((done) => script.addEventListener("load", done));
      script.src = new URL(url, location.href).href;
      inside.document.append(inside.document.createElement("html"));
      inside.document.documentElement.append(script);
      inside.document.close();
      this.postMessage = (data) => loaded.then(() => inside.dispatchEvent(new MessageEvent("message", { data })));
      this.terminate = () => frame.remove();
    }
  };
}
