// The line to the server: messages out, messages and pictures in, and again when it breaks.

const HEADER_BYTES = 32;
const QUIET_MS = 4000; // without a word for so long the server is asked whether it is there
const SILENT_MS = 3000, DEAD_MS = 10000; // that it may take to answer, until this is told, and until a new line is made
const SLOWEST = 4; // bytes a millisecond of a line that is still alive
const DRAWING_MS = 400; // after a change
const EDITS_NOTHING = ["ping", "tell", "slice", "rest", "count", "size", "pick", "readings"];
export const STAGES = ["moving", "full", "lossless", "growing"];

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
    detail: view.getUint32(28, true), // of a slice its axis, of a growing picture its samples
    bytes: buffer.byteLength,
    file: new Uint8Array(buffer, HEADER_BYTES),
  };
}

/** Events: "open", "closed" (detail: whether it comes again), "edit" (detail: the message, sent or not), "silent" (detail: what is told of a line without an answer, or ""), "drawing"
 *  (detail: `drawing`, whether a picture is being made, and of traced light the `sample` of `samples`), "message", "picture". */
export class Line extends EventTarget {
  #socket = null;
  #admit;
  #began = 0; // when the socket was made
  #heard = 0; // when the last word came
  #asked = 0; // when the question was sent that is not answered; 0: there is none
  #coming = 0; // until when a file may take to come that the server told of
  #silent = "";
  #drawing = null; // the timer that asks
  #request = 0;
  #edited = 0; // number of the last message that edits
  #pause = 500; // milliseconds until the next try
  #ended = false;
  #sent = new Map(); // when the last messages were sent, by their numbers

  /** @param admit  gives the token, once there is a server that takes it */
  constructor(admit) {
    super();
    this.#admit = admit;
    this.#open();
    setInterval(() => this.#look(), 1000);
    for (const event of ["online", "pageshow"]) {
      window.addEventListener(event, () => this.#ask());
    }
    document.addEventListener("visibilitychange", () => { if (!document.hidden) { this.#ask(); } });
  }

  async #open() {
    const token = await this.#admit();
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    const base = new URL("ws", location.href);
    const socket = new WebSocket(`${scheme}//${base.host}${base.pathname}?token=${encodeURIComponent(token)}`);
    socket.binaryType = "arraybuffer";
    socket.onmessage = ({data}) => this.#receive(socket, data);
    socket.onclose = ({code}) => this.#closed(socket, code);
    this.#began = Date.now();
    this.#asked = this.#coming = 0;
    this.#socket = socket;
  }

  #closed(socket, code) {
    if (socket !== this.#socket) {
      return; // given up before
    }
    this.#socket = null;
    const again = !this.#ended && code !== 1008;
    this.dispatchEvent(new CustomEvent("closed", {detail: {again, code}}));
    if (again) {
      setTimeout(() => this.#open(), this.#pause);
      this.#pause = Math.min(this.#pause * 2, 10000);
    }
  }

  /** Lines break without a word: laptops are closed, gateways forget. */
  #look() {
    const socket = this.#socket, now = Date.now();
    if (socket === null) {
      return;
    }
    const connects = socket.readyState === WebSocket.CONNECTING;
    const waited = connects ? now - this.#began : this.#asked ? now - this.#asked : 0;
    if (waited > DEAD_MS && now > this.#coming) {
      this.#closed(socket, 1006);
      socket.close();
    } else if (!connects) {
      this.#tell(waited <= SILENT_MS ? "" : now < this.#coming ? "the line is slow, a picture comes" : "no answer, waiting");
      if (now - this.#heard > QUIET_MS) {
        this.#ask();
      }
    }
  }

  #ask() {
    if (this.#socket?.readyState === WebSocket.OPEN && !this.#asked) {
      this.#asked = Date.now();
      this.send({type: "ping"});
    }
  }

  /** @param silent  what is told of a line that gives no answer; "": it does */
  #tell(silent) {
    if (silent !== this.#silent) {
      this.#silent = silent;
      this.dispatchEvent(new CustomEvent("silent", {detail: silent}));
    }
  }

  #receive(socket, data) {
    if (socket !== this.#socket) {
      return;
    }
    this.#heard = Date.now();
    this.#asked = 0;
    this.#tell("");
    if (typeof data === "string") {
      const message = JSON.parse(data);
      if (message.type === "pong") {
        this.dispatchEvent(new CustomEvent("drawing", {detail: message}));
        if (message.drawing) {
          this.#askSoon();
        }
        return;
      }
      if (message.type === "sending") { // behind which nothing comes for so long
        this.#coming = Date.now() + message.bytes / SLOWEST;
        return;
      }
      if (message.type === "hello") {
        this.#pause = 500;
        this.dispatchEvent(new Event("open"));
      }
      this.dispatchEvent(new CustomEvent("message", {detail: message}));
    } else {
      this.#coming = 0;
      const picture = readPicture(data);
      this.dispatchEvent(new CustomEvent("picture", {detail: picture}));
    }
  }

  /** @return the number of the request, which pictures of it tell */
  send(message) {
    const edits = !EDITS_NOTHING.includes(message.type);
    if (edits) {
      this.dispatchEvent(new CustomEvent("edit", {detail: message}));
    }
    if (!this.open) {
      return this.#request;
    }
    this.#request += 1;
    this.#edited = edits ? this.#request : this.#edited;
    this.#socket.send(JSON.stringify({...message, request: this.#request}));
    this.#sent.set(this.#request, performance.now());
    this.#sent.delete(this.#request - 200);
    if (!["ping", "tell", "slice", "pick", "readings"].includes(message.type)) {
      this.#askSoon();
    }
    return this.#request;
  }

  /** Once nothing has changed for a moment: is a picture being made? */
  #askSoon() {
    clearTimeout(this.#drawing);
    this.#drawing = setTimeout(() => this.#ask(), DRAWING_MS);
  }

  /** Whether messages arrive. */
  get open() { return this.#socket?.readyState === WebSocket.OPEN; }

  /** Number of the newest request. */
  get newest() { return this.#request; }

  /** Number of the newest request that edits: what the server tells of older ones is out of date. */
  get edited() { return this.#edited; }

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
