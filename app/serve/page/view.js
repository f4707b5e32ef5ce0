// The picture, and what hands and keys do to it.

const REST_MS = 180; // without a movement for so long nothing moves
const LEAST_MS = 15; // between messages: screens may be quicker than needed
const FLIGHT = {w: [0, 0, 1], s: [0, 0, -1], a: [-1, 0, 0], d: [1, 0, 0], e: [0, 1, 0], q: [0, -1, 0]}; // right, up, forward

export class View {
  #canvas;
  #line;
  #pending = {orbit: [0, 0], pan: [0, 0], factor: 1, at: null, roll: 0};
  #scheduled = false;
  #rest = null;
  #pointers = new Map();
  #newest = 0;
  #flushed = 0;
  drag = "orbit"; // what the left button does
  flight = 1; // world length of a step of the keys that fly
  size = [0, 0];

  /** @param {(picture) => void} shown  told of each picture that is seen */
  constructor(canvas, line, shown) {
    this.#canvas = canvas;
    this.#line = line;
    this.shown = shown;
    new ResizeObserver(() => this.tellSize()).observe(canvas);
    canvas.addEventListener("pointerdown", (event) => this.#down(event));
    canvas.addEventListener("pointermove", (event) => this.#move(event));
    for (const end of ["pointerup", "pointercancel"]) {
      canvas.addEventListener(end, (event) => this.#up(event));
    }
    canvas.addEventListener("wheel", (event) => this.#wheel(event), {passive: false});
    canvas.addEventListener("contextmenu", (event) => event.preventDefault());
    canvas.addEventListener("keydown", (event) => this.#key(event));
  }

  get #ratio() { return this.size[0] / Math.max(this.#canvas.clientWidth, 1); }

  /** Pictures have the pixels of the screen. */
  tellSize(always = false) {
    const ratio = Math.min(window.devicePixelRatio || 1, 2);
    const size = [this.#canvas.clientWidth, this.#canvas.clientHeight].map((edge) => Math.max(16, Math.round(edge * ratio)));
    if (!always && size[0] === this.size[0] && size[1] === this.size[1]) {
      return;
    }
    this.size = size;
    this.#line.send({type: "size", width: size[0], height: size[1]});
  }

  async show(picture) {
    try {
      const image = await createImageBitmap(new Blob([picture.file], {type: picture.type}));
      if (picture.picture > this.#newest) { // files may be unpacked in another order
        this.#newest = picture.picture;
        if (this.#canvas.width !== picture.fullWidth || this.#canvas.height !== picture.fullHeight) {
          this.#canvas.width = picture.fullWidth;
          this.#canvas.height = picture.fullHeight;
        }
        const context = this.#canvas.getContext("2d");
        context.imageSmoothingQuality = "high";
        context.drawImage(image, 0, 0, picture.fullWidth, picture.fullHeight);
        this.shown(picture);
      }
      image.close();
    } finally {
      this.#line.shown(picture.picture);
    }
  }

  /** The line is a new one, whose pictures count from the start. */
  begin() { this.#newest = 0; }

  #schedule() {
    clearTimeout(this.#rest);
    this.#rest = setTimeout(() => this.#settle(), REST_MS);
    if (!this.#scheduled) {
      this.#scheduled = true;
      requestAnimationFrame((now) => this.#frame(now));
    }
  }

  #frame(now) {
    if (now - this.#flushed < LEAST_MS) {
      requestAnimationFrame((later) => this.#frame(later));
    } else {
      this.#flushed = now;
      this.flush();
    }
  }

  /** Also under a hand that lies still: what follows is interrupted by the next movement. */
  #settle() {
    this.flush();
    this.#line.send({type: "rest"});
  }

  /** Sends what hands have done and was not sent. */
  flush() {
    this.#scheduled = false;
    const {orbit, pan, factor, at, roll} = this.#pending;
    this.#pending = {orbit: [0, 0], pan: [0, 0], factor: 1, at: null, roll: 0};
    const send = (move) => this.#line.send({type: "move", moving: true, ...move});
    if (orbit[0] || orbit[1]) {
      send({kind: this.drag, by: orbit});
    }
    if (pan[0] || pan[1]) {
      send({kind: "pan", by: pan});
    }
    if (factor !== 1) {
      send({kind: "zoom", factor: Math.min(Math.max(factor, 0.01), 100), ...(at ? {at} : {})});
    }
    if (roll) {
      send({kind: "roll", by: [roll]});
    }
  }

  #place(event) {
    const box = this.#canvas.getBoundingClientRect();
    return [(event.clientX - box.left) * this.#ratio, (event.clientY - box.top) * this.#ratio];
  }

  #down(event) {
    this.#canvas.focus({preventScroll: true});
    this.#canvas.setPointerCapture(event.pointerId);
    this.#pointers.set(event.pointerId, this.#place(event));
  }

  #move(event) {
    const before = this.#pointers.get(event.pointerId);
    if (!before) {
      return;
    }
    const now = this.#place(event);
    const by = [now[0] - before[0], now[1] - before[1]];
    if (this.#pointers.size === 2) {
      this.#pinch(event.pointerId, before, now);
    } else {
      const pans = event.shiftKey || (event.buttons & 6) !== 0; // right or middle button
      const sum = pans ? this.#pending.pan : this.#pending.orbit;
      sum[0] += by[0];
      sum[1] += by[1];
    }
    this.#pointers.set(event.pointerId, now);
    this.#schedule();
  }

  /** Two fingers: their distance zooms, their middle moves. */
  #pinch(moved, before, now) {
    const [, other] = [...this.#pointers].find(([id]) => id !== moved);
    const distance = (place) => Math.max(Math.hypot(place[0] - other[0], place[1] - other[1]), 1);
    this.#pending.factor *= distance(now) / distance(before);
    this.#pending.at = [(now[0] + other[0]) / 2, (now[1] + other[1]) / 2];
    this.#pending.pan[0] += (now[0] - before[0]) / 2;
    this.#pending.pan[1] += (now[1] - before[1]) / 2;
  }

  #up(event) {
    if (this.#pointers.delete(event.pointerId) && this.#pointers.size === 0) {
      clearTimeout(this.#rest);
      this.#settle();
    }
  }

  #wheel(event) {
    event.preventDefault();
    const lines = event.deltaMode === 1 ? 33 : 1;
    this.#pending.factor *= Math.exp(-event.deltaY * lines * 0.0015);
    this.#pending.at = this.#place(event);
    this.#schedule();
  }

  /** Flies a step along keys of FLIGHT, or rolls by degrees. */
  fly(key) { this.#line.send({type: "move", kind: "fly", by: FLIGHT[key].map((step) => step * this.flight), moving: true}); this.#schedule(); }
  roll(degrees) { this.#pending.roll += degrees; this.#schedule(); }

  #key(event) {
    if (event.ctrlKey || event.altKey || event.metaKey) {
      return; // the browser's own
    }
    const step = this.size[1] / 40;
    const ways = {ArrowLeft: [-step, 0], ArrowRight: [step, 0], ArrowUp: [0, -step], ArrowDown: [0, step]};
    const way = ways[event.key];
    if (way) {
      const sum = event.shiftKey ? this.#pending.pan : this.#pending.orbit;
      sum[0] += way[0];
      sum[1] += way[1];
    } else if (event.key === "+" || event.key === "=") {
      this.#pending.factor *= 1.1;
    } else if (event.key === "-") {
      this.#pending.factor /= 1.1;
    } else if (event.key === "PageUp" || event.key === "PageDown") {
      this.#pending.roll += event.key === "PageUp" ? 3 : -3;
    } else if (FLIGHT[event.key.toLowerCase()]) {
      this.fly(event.key.toLowerCase());
    } else if (event.key === "Home") {
      this.#line.send({type: "view", name: "first"});
    } else {
      return;
    }
    event.preventDefault();
    this.#schedule();
  }
}
