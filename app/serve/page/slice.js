// A slice across the volume: where it lies, and which values it shows black and white.

import {alike, behind, by, sayRange, throttled} from "./tools.js";

const LONGEST = 640; // pixels of its picture

export class Slice {
  #line;
  #channel; // gives the one that is chosen: its place, and what is known of its values
  #info = null;
  #places = [0.5, 0.5, 0.5]; // shares of each axis
  #windows = []; // by channel; null: the usual one
  #drag = null;

  constructor(line, channel) {
    this.#line = line;
    this.#channel = channel;
    by("slice-section").addEventListener("toggle", () => this.ask());
    by("slice-axis").addEventListener("change", () => { this.show(); this.ask(); });
    by("slice-place").addEventListener("input", () => {
      this.#places[this.#axis] = Number(by("slice-place").value) / Math.max(this.#last, 1);
      this.show();
      this.ask();
    });
    for (const id of ["slice-level", "slice-width"]) {
      by(id).addEventListener("input", () => {
        const level = Number(by("slice-level").value), width = Number(by("slice-width").value);
        this.#setWindow([level - width / 2, level + width / 2]);
      });
    }
    by("slice-window").addEventListener("change", () => {
      const chosen = by("slice-window").value;
      this.#setWindow(chosen === "" ? null : chosen === "own" ? this.#window : this.#named[Number(chosen)].window);
    });
    by("slice-usual").addEventListener("click", () => this.#setWindow(null));
    const canvas = by("slice");
    canvas.addEventListener("wheel", (event) => { event.preventDefault(); this.#step(Math.sign(event.deltaY)); }, {passive: false});
    canvas.addEventListener("keydown", (event) => this.#key(event));
    canvas.addEventListener("pointerdown", (event) => this.#down(event));
    canvas.addEventListener("pointermove", (event) => this.#move(event));
    for (const end of ["pointerup", "pointercancel"]) {
      canvas.addEventListener(end, () => { this.#drag = null; });
    }
  }

  /** Across which axis: x, y, z. */
  get across() { return "xyz"[this.#axis]; }
  set across(axis) { by("slice-axis").value = Math.max("xyz".indexOf(axis), 0); }

  get #axis() { return Number(by("slice-axis").value); }
  get #last() { return this.#info.voxels[this.#axis] - 1; }
  get #number() { return Math.round(this.#places[this.#axis] * this.#last); }
  get #window() { return this.#windows[this.#channel().place] ?? this.#channel().values.slice_window; }

  get #named() { return this.#channel().values.named_windows; }

  begin(info) {
    this.#info = info;
    [...by("slice-axis").options].forEach((one, axis) => { one.textContent = this.#nameOf(axis); });
  }

  /** "axial, along z"; "along z" where nobody knows patients. */
  #nameOf(axis) {
    const along = `along ${"xyz"[axis]}`, name = this.#info.slices[axis];
    return name === along ? name : `${name}, ${along}`;
  }

  /** Takes places and windows of a session. */
  take(session) {
    const center = session.slice_planes?.center ?? [0, 0, 0];
    const middle = center.every((part) => part === 0);
    this.#places = this.#info.voxels.map((count, i) => middle ? 0.5 : Math.min(Math.max(center[i] / Math.max(count - 1, 1), 0), 1));
    this.#windows = session.slice_windows ?? [];
    this.show();
    this.ask();
  }

  /** The session with what slices show. */
  into(session) {
    const slice_planes = {...session.slice_planes, center: this.#places.map((share, i) => Math.round(share * (this.#info.voxels[i] - 1)))};
    const touched = this.#places.some((share) => share !== 0.5);
    return {
      ...session, ...(this.#windows.length ? {slice_windows: Array.from(this.#windows, (window) => window ?? null)} : {}),
      ...(session.slice_planes || touched ? {slice_planes} : {}),
    };
  }

  /** The windows of the channel, and which it is; "own" is there while it has no name. */
  #showName() {
    const chosen = this.#windows[this.#channel().place];
    const named = this.#named.findIndex(({window}) => chosen && window[0] === chosen[0] && window[1] === chosen[1]);
    const list = by("slice-window"), value = !chosen ? "" : named < 0 ? "own" : `${named}`;
    const all = [["usual", ""], ...(value === "own" ? [["own", "own"]] : []), ...this.#named.map(({name}, i) => [name, `${i}`])];
    if (`${[...list.options].map(({text, value: one}) => [text, one])}` !== `${all}`) { // a list that is open stays
      list.replaceChildren(...all.map(([text, one]) => new Option(text, one)));
    }
    list.hidden = this.#named.length === 0;
    list.value = value;
  }

  show() {
    this.#showName();
    const {values} = this.#channel();
    const [low, high] = values.range, window = this.#window;
    Object.assign(by("slice-place"), {min: 0, max: this.#last, step: 1, value: this.#number});
    sayRange("slice-place", `${this.#number} (0 .. ${this.#last})`); // numbered as by the other commands
    Object.assign(by("slice-level"), {min: Math.min(low, window[0]), max: Math.max(high, window[1])});
    Object.assign(by("slice-width"), {min: (high - low) / 1000, max: Math.max(1.5 * (high - low), window[1] - window[0])});
    by("slice-level").value = (window[0] + window[1]) / 2;
    by("slice-width").value = window[1] - window[0];
    const [level, width] = alike((window[0] + window[1]) / 2, window[1] - window[0]);
    sayRange("slice-level", behind(level, values.value_unit));
    sayRange("slice-width", behind(width, values.value_unit));
    by("slice").setAttribute("aria-label", `Slice ${this.#number} (0 .. ${this.#last}), ${this.#nameOf(this.#axis)}`);
  }

  /** The slice that is shown, as messages name it. */
  get shown() { return {axis: this.#axis, position: this.#places[this.#axis], longest: LONGEST}; }

  ask() {
    if (by("slice-section").open && this.#info) {
      const {place} = this.#channel();
      throttled("slice", () => this.#line.send({
        type: "slice", ...this.shown,
        ...(place in this.#windows ? {channel: place, window: this.#windows[place]} : {})}));
    }
  }

  async draw(picture) {
    const image = await createImageBitmap(new Blob([picture.file], {type: picture.type}));
    const canvas = by("slice");
    if (picture.request < Number(canvas.dataset.request ?? 0)) { // files may be unpacked in another order
      return image.close();
    }
    canvas.width = picture.width;
    canvas.height = picture.height;
    canvas.getContext("2d").drawImage(image, 0, 0);
    canvas.dataset.request = picture.request;
    canvas.dispatchEvent(new Event("drawn"));
    image.close();
  }

  #setWindow(window) {
    const {place, values} = this.#channel();
    const thinnest = (values.range[1] - values.range[0]) / 1000 || 1e-6;
    this.#windows[place] = window && window[1] - window[0] < thinnest ? [window[0], window[0] + thinnest] : window;
    this.show();
    this.ask();
  }

  #step(by_) {
    this.#places[this.#axis] = Math.min(Math.max(this.#number + by_, 0), this.#last) / Math.max(this.#last, 1);
    this.show();
    this.ask();
  }

  #key(event) {
    const steps = {ArrowUp: 1, ArrowRight: 1, ArrowDown: -1, ArrowLeft: -1, PageUp: 10, PageDown: -10, Home: -this.#last, End: this.#last};
    if (steps[event.key]) {
      event.preventDefault();
      this.#step(steps[event.key]);
    }
  }

  // A mouse that drags: to the right a wider window, upwards a lower level. Fingers scroll the panel.
  #down(event) {
    if (event.pointerType !== "touch" && !document.body.classList.contains("pointing")) {
      by("slice").setPointerCapture(event.pointerId);
      this.#drag = {x: event.clientX, y: event.clientY, window: this.#window};
    }
  }

  #move(event) {
    if (this.#drag) {
      const [low, high] = this.#drag.window, {range} = this.#channel().values;
      const scale = (range[1] - range[0]) / by("slice").clientWidth;
      const level = (low + high) / 2 + (event.clientY - this.#drag.y) * scale;
      const width = Math.max(high - low + (event.clientX - this.#drag.x) * scale, 0);
      this.#setWindow([level - width / 2, level + width / 2]);
    }
  }
}
