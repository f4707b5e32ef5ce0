// Lets the search of the site work in a page that is opened from a folder: browsers start no workers there, so a hidden
// frame takes the place of one. On a server nothing changes.
if (location.protocol === "file:") {
  window.Worker = class extends EventTarget {
    constructor(url) {
      super()
      const frame = document.createElement("iframe")
      frame.hidden = true
      document.body.append(frame)
      const inside = frame.contentWindow
      this.dispatch = data => inside.dispatchEvent(new MessageEvent("message", { data }))
      this.loaded = new Promise(resolve => frame.addEventListener("load", resolve))

      inside.document.open()
      inside.postMessage = data => this.dispatchEvent(new MessageEvent("message", { data }))
      inside.importScripts = (...urls) => urls.reduce((before, next) => before.then(() => new Promise((done, failed) => {
        const script = inside.document.createElement("script")
        Object.assign(script, { src: next, onload: done, onerror: failed })
        inside.document.body.append(script)
      })), Promise.resolve())
      const script = inside.document.createElement("script")
      script.src = url
      inside.document.write(`<!DOCTYPE html><body>${script.outerHTML}</body>`)
      inside.document.close()
    }

    postMessage(data) { this.loaded.then(() => this.dispatch(data)) }
  }
}
