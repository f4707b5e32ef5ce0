// The line to the server: messages out, messages and pictures in, and again when it breaks.

const HEADER_BYTES = 32;
export const STAGES = ["moving", "full", "lossless"];

/** The parts of a binary message: see docs/serve.md, "Pictures". */
export function readPicture(buffer) {
  const view = new DataView(buffer);
  return {
    kind: view.getUint8(0) === 2 ? "slice" : "view",
    type: view.getUint8(1) === 2 ? "image/png" : "image/jpeg",
    stage: STAGES[view.getUint8(2)],
    quality: view.getUint8(3),
    request: view.getUint32(4, true),
    picture: view.getUint32(8, true),
    width: view.getUint16(12, true), height: view.getUint16(14, true),
    fullWidth: view.getUint16(16, true), fullHeight: view.getUint16(18, true),
    drawnMs: view.getFloat32(20, true), packedMs: view.getFloat32(24, true),
    bytes: buffer.byteLength,
    file: new Uint8Array(buffer, HEADER_BYTES),
  };
}

/** Events: "open", "closed" (detail: whether it comes again), "message", "picture". */
export class Line extends EventTarget {
  #socket = null;
  #token;
  #request = 0;
  #pause = 500; // milliseconds until the next try
  #ended = false;
  #sent = new Map(); // when the last messages were sent, by their numbers

  constructor(token) {
    super();
    this.#token = token;
    this.#open();
  }

  #open() {
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    const base = new URL("ws", location.href);
    const socket = new WebSocket(`${scheme}//${base.host}${base.pathname}?token=${encodeURIComponent(this.#token)}`);
    socket.binaryType = "arraybuffer";
    socket.onmessage = ({data}) => this.#receive(socket, data);
    socket.onclose = ({code}) => {
      this.#socket = null;
      const again = !this.#ended && code !== 1008;
      this.dispatchEvent(new CustomEvent("closed", {detail: {again, code}}));
      if (again) {
        setTimeout(() => this.#open(), this.#pause);
        this.#pause = Math.min(this.#pause * 2, 10000);
      }
    };
    this.#socket = socket;
  }

  #receive(socket, data) {
    if (typeof data === "string") {
      const message = JSON.parse(data);
      if (message.type === "hello") {
        this.#pause = 500;
        this.dispatchEvent(new Event("open"));
      }
      this.dispatchEvent(new CustomEvent("message", {detail: message}));
    } else {
      const picture = readPicture(data);
      this.dispatchEvent(new CustomEvent("picture", {detail: picture}));
    }
  }

  /** @return the number of the request, which pictures of it tell */
  send(message) {
    if (this.#socket?.readyState !== WebSocket.OPEN) {
      return this.#request;
    }
    this.#request += 1;
    this.#socket.send(JSON.stringify({...message, request: this.#request}));
    this.#sent.set(this.#request, performance.now());
    this.#sent.delete(this.#request - 200);
    return this.#request;
  }

  /** When a message was sent, as performance.now() tells; undefined: long ago. */
  sentAt(request) { return this.#sent.get(request); }

  /** The next picture may come. */
  shown(picture) {
    if (this.#socket?.readyState === WebSocket.OPEN) {
      this.#socket.send(JSON.stringify({type: "shown", picture}));
    }
  }

  end() {
    this.#ended = true;
    this.#socket?.close();
  }
}
