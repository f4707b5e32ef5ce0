// The transfer function over the histogram: points of opacity, and a strip of colours below.

const WIDTH = 340, PLOT = 150, STRIP = 158, STRIP_HEIGHT = 16, EDGE = 10;
const SVG = "http://www.w3.org/2000/svg";

export const toHex = (rgb) => "#" + rgb.map((part) => Math.round(Math.min(Math.max(part, 0), 1) * 255).toString(16).padStart(2, "0")).join("");
export const fromHex = (text) => [1, 3, 5].map((i) => parseInt(text.slice(i, i + 2), 16) / 255);

/** Linear between points of a list, constant beyond. */
export function between(points, scalar, part) {
  const after = points.findIndex((point) => point.scalar > scalar);
  if (after === 0 || points.length === 1) {
    return part(points[0]);
  }
  if (after < 0) {
    return part(points[points.length - 1]);
  }
  const a = points[after - 1], b = points[after];
  const share = (scalar - a.scalar) / (b.scalar - a.scalar);
  const mix = (u, v) => u + (v - u) * share;
  const [low, high] = [part(a), part(b)];
  return Array.isArray(low) ? low.map((value, i) => mix(value, high[i])) : mix(low, high);
}

export class TransferEditor {
  #svg;
  #fields;
  #change;
  #info = null;
  #window = [0, 1];
  #chosen = {list: "opacities", index: 0};
  #drag = null;
  transfer = null;

  /** @param {(moving: boolean) => void} change  the function is another one */
  constructor(svg, fields, change) {
    this.#svg = svg;
    this.#fields = fields;
    this.#change = change;
    svg.addEventListener("pointerdown", (event) => this.#down(event));
    svg.addEventListener("pointermove", (event) => this.#move(event));
    for (const end of ["pointerup", "pointercancel"]) {
      svg.addEventListener(end, () => this.#end());
    }
    svg.addEventListener("dblclick", (event) => this.#add(event));
    svg.addEventListener("keydown", (event) => this.#key(event));
    svg.addEventListener("focusin", (event) => this.#choose(event.target));
    fields.value.addEventListener("change", () => this.#fromFields());
    fields.opacity.addEventListener("change", () => this.#fromFields());
    fields.color.addEventListener("input", () => this.#fromFields());
    fields.remove.addEventListener("click", () => this.#remove());
  }

  get busy() { return this.#drag !== null; }

  /** Values that scalars 0 and 1 stand for. */
  get #span() { return this.transfer.domain === "normalised" ? this.#window : [0, 1]; }
  #valueOf(scalar) { return this.#span[0] + scalar * (this.#span[1] - this.#span[0]); }
  #scalarOf(value) { return (value - this.#span[0]) / (this.#span[1] - this.#span[0]); }

  /** Values at the left and right edge of the plot. */
  #range = [0, 1];

  /** All values of the volume, and all points. */
  #fitRange() {
    const values = [...this.transfer.opacities, ...this.transfer.colors].map(({scalar}) => this.#valueOf(scalar));
    const [low, high] = this.#info.histogram.range;
    this.#range = [Math.min(low, ...values), Math.max(high, ...values)];
  }
  #x(value) { return EDGE + (value - this.#range[0]) / (this.#range[1] - this.#range[0]) * (WIDTH - 2 * EDGE); }
  #valueAt(x) { return this.#range[0] + (x - EDGE) / (WIDTH - 2 * EDGE) * (this.#range[1] - this.#range[0]); }
  // Opacities of one voxel are small: the root shows them.
  #y(opacity) { return PLOT - Math.sqrt(opacity) * (PLOT - 8); }
  #opacityAt(y) { return Math.min(Math.max((PLOT - y) / (PLOT - 8), 0), 1) ** 2; }

  begin(info) { this.#info = info; }

  set(transfer, window) {
    this.transfer = structuredClone(transfer);
    this.#window = window;
    const list = this.transfer[this.#chosen.list];
    this.#chosen.index = Math.min(this.#chosen.index, list.length - 1);
    this.draw();
  }

  #element(name, attributes, parent = this.#svg) {
    const element = document.createElementNS(SVG, name);
    for (const [key, value] of Object.entries(attributes)) {
      element.setAttribute(key, value);
    }
    return parent.appendChild(element);
  }

  #bars() {
    const {counts, range} = this.#info.histogram;
    const most = Math.max(...counts.map((count) => Math.log1p(count)), 1e-9);
    const wide = (range[1] - range[0]) / counts.length;
    let path = "";
    counts.forEach((count, i) => {
      if (count > 0) {
        const [left, right] = [this.#x(range[0] + i * wide), this.#x(range[0] + (i + 1) * wide)];
        path += `M${left.toFixed(2)} ${PLOT}V${(PLOT - Math.log1p(count) / most * (PLOT - 8)).toFixed(2)}H${right.toFixed(2)}V${PLOT}Z`;
      }
    });
    return path;
  }

  draw() {
    if (!this.busy) { // nothing moves below the hand
      this.#fitRange();
    }
    const focused = document.activeElement?.dataset?.index !== undefined && this.#svg.contains(document.activeElement);
    this.#svg.replaceChildren();
    this.#element("path", {class: "bars", d: this.#bars()});
    const {opacities, colors, widgets} = this.transfer;
    const gradient = this.#element("linearGradient", {id: "ramp", gradientUnits: "userSpaceOnUse", x1: EDGE, x2: WIDTH - EDGE});
    for (const {scalar, rgb} of colors) {
      const offset = (this.#x(this.#valueOf(scalar)) - EDGE) / (WIDTH - 2 * EDGE);
      this.#element("stop", {offset: Math.min(Math.max(offset, 0), 1), "stop-color": toHex(rgb)}, gradient);
    }
    this.#element("rect", {x: EDGE, y: STRIP, width: WIDTH - 2 * EDGE, height: STRIP_HEIGHT, fill: "url(#ramp)"});
    if (widgets?.length) {
      this.#element("text", {x: EDGE + 4, y: 20, fill: "currentColor", "font-size": 12}).textContent =
        "A function of value and gradient: presets replace it.";
      this.#showFields();
      return;
    }
    const places = opacities.map(({scalar, opacity}) => [this.#x(this.#valueOf(scalar)), this.#y(opacity)]);
    let line = `M${EDGE} ${places[0][1]}`;
    places.forEach(([x, y]) => { line += `L${x} ${y}`; });
    this.#element("path", {class: "line", d: `${line}L${WIDTH - EDGE} ${places[places.length - 1][1]}`});
    const named = (value) => `${Number(value.toPrecision(5))}${this.#info.value_unit ? " " + this.#info.value_unit : ""}`;
    opacities.forEach(({scalar, opacity}, index) => this.#handle("opacities", index, "circle", {
      cx: places[index][0], cy: places[index][1], r: 6, class: "point",
      "aria-label": `Point ${index + 1} of ${opacities.length}: value ${named(this.#valueOf(scalar))}, opacity ${Number(opacity.toPrecision(3))}`}));
    colors.forEach(({scalar, rgb}, index) => {
      const x = this.#x(this.#valueOf(scalar)), y = STRIP + STRIP_HEIGHT;
      this.#handle("colors", index, "path", {
        d: `M${x} ${y - 6}l6 9v7h-12v-7z`, fill: toHex(rgb), class: "color",
        "aria-label": `Colour ${index + 1} of ${colors.length}: value ${named(this.#valueOf(scalar))}, ${toHex(rgb)}`});
    });
    if (focused) {
      this.#svg.querySelector(".chosen")?.focus();
    }
    this.#showFields();
  }

  #handle(list, index, shape, attributes) {
    const chosen = this.#chosen.list === list && this.#chosen.index === index;
    const handle = this.#element(shape, {...attributes, class: attributes.class + (chosen ? " chosen" : ""), tabindex: 0, role: "button"});
    handle.dataset.list = list;
    handle.dataset.index = index;
  }

  get #point() { return this.transfer[this.#chosen.list][this.#chosen.index]; }

  #showFields() {
    const {value, opacity, color, opacityField, colorField, remove} = this.#fields;
    const isColor = this.#chosen.list === "colors";
    opacityField.hidden = isColor;
    colorField.hidden = !isColor;
    if (document.activeElement !== value) {
      value.value = Number(this.#valueOf(this.#point.scalar).toPrecision(6));
    }
    if (isColor) {
      color.value = toHex(this.#point.rgb);
    } else if (document.activeElement !== opacity) {
      opacity.value = Number(this.#point.opacity.toPrecision(4));
    }
    remove.disabled = this.transfer[this.#chosen.list].length < 2;
  }

  #choose(target) {
    if (target.dataset?.index === undefined) {
      return;
    }
    this.#chosen = {list: target.dataset.list, index: Number(target.dataset.index)};
    this.#svg.querySelectorAll(".chosen").forEach((one) => one.classList.remove("chosen"));
    target.classList.add("chosen");
    this.#showFields();
  }

  /** Moves the chosen point between its neighbours. */
  #put(value, opacity) {
    const list = this.transfer[this.#chosen.list], index = this.#chosen.index;
    const low = index > 0 ? list[index - 1].scalar : this.#scalarOf(this.#range[0]);
    const high = index + 1 < list.length ? list[index + 1].scalar : this.#scalarOf(this.#range[1]);
    let scalar = Math.min(Math.max(this.#scalarOf(value), Math.min(low, high)), Math.max(low, high));
    if (this.transfer.domain === "normalised") {
      scalar = Math.min(Math.max(scalar, 0), 1);
    }
    this.#point.scalar = scalar;
    if (opacity !== null && this.#chosen.list === "opacities") {
      this.#point.opacity = Math.min(Math.max(opacity, 0), 1);
    }
  }

  #changed(moving) {
    this.draw();
    this.#change(moving);
  }

  #place(event) {
    const box = this.#svg.getBoundingClientRect();
    const scale = WIDTH / box.width;
    return [(event.clientX - box.left) * scale, (event.clientY - box.top) * scale];
  }

  #down(event) {
    if (event.target.dataset?.index === undefined) {
      return;
    }
    this.#choose(event.target);
    event.target.focus({preventScroll: true});
    this.#svg.setPointerCapture(event.pointerId);
    this.#drag = {moved: false};
    event.preventDefault();
  }

  #move(event) {
    if (this.#drag) {
      const [x, y] = this.#place(event);
      this.#drag.moved = true;
      this.#put(this.#valueAt(x), this.#opacityAt(y));
      this.#changed(true);
    }
  }

  #end() {
    const drag = this.#drag;
    this.#drag = null;
    if (drag?.moved) {
      this.#changed(false);
    }
  }

  #add(event) {
    if (event.target.dataset?.index !== undefined || this.transfer.widgets?.length) {
      return;
    }
    const [x, y] = this.#place(event);
    const list = y < PLOT + 4 ? "opacities" : "colors";
    const points = this.transfer[list];
    let scalar = this.#scalarOf(this.#valueAt(x));
    if (this.transfer.domain === "normalised") {
      scalar = Math.min(Math.max(scalar, 0), 1);
    }
    const point = list === "opacities" ? {scalar, opacity: this.#opacityAt(y)}
      : {scalar, rgb: between(points, scalar, ({rgb}) => rgb)};
    const after = points.findIndex((other) => other.scalar > scalar);
    const index = after < 0 ? points.length : after;
    points.splice(index, 0, point);
    this.#chosen = {list, index};
    this.#changed(false);
    this.#svg.querySelector(".chosen")?.focus({preventScroll: true});
  }

  #remove() {
    const points = this.transfer[this.#chosen.list];
    if (points.length > 1) {
      points.splice(this.#chosen.index, 1);
      this.#chosen.index = Math.min(this.#chosen.index, points.length - 1);
      this.#changed(false);
    }
  }

  #key(event) {
    if (event.target.dataset?.index === undefined) {
      return;
    }
    const value = this.#valueOf(this.#point.scalar), step = (this.#range[1] - this.#range[0]) / (event.shiftKey ? 20 : 200);
    const height = this.#chosen.list === "opacities" ? Math.sqrt(this.#point.opacity) : null;
    const up = event.shiftKey ? 0.1 : 0.01;
    switch (event.key) {
    case "ArrowLeft": this.#put(value - step, null); break;
    case "ArrowRight": this.#put(value + step, null); break;
    case "ArrowUp": this.#put(value, height === null ? null : Math.min(height + up, 1) ** 2); break;
    case "ArrowDown": this.#put(value, height === null ? null : Math.max(height - up, 0) ** 2); break;
    case "Delete": case "Backspace": this.#remove(); event.preventDefault(); return;
    default: return;
    }
    event.preventDefault();
    this.#changed(false);
  }

  #fromFields() {
    const {value, opacity, color} = this.#fields;
    if (value.value !== "") {
      this.#put(Number(value.value), this.#chosen.list === "opacities" && opacity.value !== "" ? Number(opacity.value) : null);
    }
    if (this.#chosen.list === "colors") {
      this.#point.rgb = fromHex(color.value);
    }
    this.#changed(false);
  }

  /** Stretches the points of a function of values over others. */
  stretch(low, high) {
    const lists = [this.transfer.opacities, this.transfer.colors];
    const scalars = lists.flat().map(({scalar}) => scalar);
    const [first, last] = [Math.min(...scalars), Math.max(...scalars)];
    for (const point of lists.flat()) {
      point.scalar = last > first ? low + (point.scalar - first) / (last - first) * (high - low) : low;
    }
  }

  /** Values between which the function changes. */
  get extent() {
    if (this.transfer.domain === "normalised") {
      return this.#window;
    }
    const scalars = [...this.transfer.opacities, ...this.transfer.colors].map(({scalar}) => scalar);
    return [Math.min(...scalars), Math.max(...scalars)];
  }
}
