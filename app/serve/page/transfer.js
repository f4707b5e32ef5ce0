// The transfer function over the histogram: points of opacity, and a strip of colours below; or shapes in the plane of
// value and gradient.

import {fromHex, toHex, withUnit} from "./tools.js";
import {CORNERS, moveCorner, moveShape, newShape, outlineOf, steepest} from "./plane.js";

const WIDTH = 340, PLOT = 150, STRIP = 158, STRIP_HEIGHT = 16, EDGE = 10;
const LARGE = matchMedia("(pointer: coarse)").matches ? 1.8 : 1; // of handles: fingers are wide
const HEIGHT = STRIP + STRIP_HEIGHT + 16 * LARGE + 12; // with the values at the ends
const SVG = "http://www.w3.org/2000/svg";

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
    svg.setAttribute("viewBox", `0 0 ${WIDTH} ${HEIGHT}`);
    svg.addEventListener("pointerdown", (event) => this.#down(event));
    svg.addEventListener("touchstart", (event) => { // beside handles a finger scrolls the panel
      if (event.target.dataset?.corner !== undefined || this.#handleAt(event.touches[0])) {
        event.preventDefault();
      }
    }, {passive: false});
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
    fields.shapes.addEventListener("click", ({target}) => {
      if (target.dataset.shape) {
        const scalars = this.#range.map((value) => this.#kept(this.#scalarOf(value)));
        this.#insertShape(newShape(target.dataset.shape, scalars, this.#steepest, this.transfer.widgets.length));
      }
    });
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
    const {opacities, colors, widgets} = this.transfer;
    const scalars = widgets?.length ? widgets.flatMap(({scalar}) => scalar) : [...opacities, ...colors].map(({scalar}) => scalar);
    const values = scalars.map((scalar) => this.#valueOf(scalar));
    const [low, high] = this.#info.histogram.range;
    this.#range = [Math.min(low, ...values), Math.max(high, ...values)];
  }
  #x(value) { return EDGE + (value - this.#range[0]) / (this.#range[1] - this.#range[0]) * (WIDTH - 2 * EDGE); }
  #valueAt(x) { return this.#range[0] + (x - EDGE) / (WIDTH - 2 * EDGE) * (this.#range[1] - this.#range[0]); }
  // Opacities of one voxel are small: the root shows them.
  #y(opacity) { return PLOT - Math.sqrt(opacity) * (PLOT - 8); }
  #opacityAt(y) { return Math.min(Math.max((PLOT - y) / (PLOT - 8), 0), 1) ** 2; }

  begin(info) { this.#info = info; }

  /** @param all  also the fields that are typed in */
  set(transfer, window, all = false) {
    if (all) {
      this.#drag = null;
    }
    this.transfer = structuredClone(transfer);
    this.#window = window;
    const isPlane = Boolean(this.transfer.widgets?.length);
    if (isPlane !== (this.#chosen.list === "widgets")) {
      this.#chosen = {list: isPlane ? "widgets" : "opacities", index: 0};
    }
    const list = this.transfer[this.#chosen.list];
    this.#chosen.index = Math.min(this.#chosen.index, list.length - 1);
    this.draw();
    this.#showFields(all);
  }

  #element(name, attributes, parent = this.#svg) {
    const element = document.createElementNS(SVG, name);
    for (const [key, value] of Object.entries(attributes)) {
      element.setAttribute(key, value);
    }
    return parent.appendChild(element);
  }

  /** @param foot  where bars stand */
  #bars(foot) {
    const {counts, range} = this.#info.histogram;
    const most = Math.max(...counts.map((count) => Math.log1p(count)), 1e-9);
    const wide = (range[1] - range[0]) / counts.length;
    let path = "";
    counts.forEach((count, i) => {
      if (count > 0) {
        const [left, right] = [this.#x(range[0] + i * wide), this.#x(range[0] + (i + 1) * wide)];
        path += `M${left.toFixed(2)} ${foot}V${(foot - Math.log1p(count) / most * (foot - 8)).toFixed(2)}H${right.toFixed(2)}V${foot}Z`;
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
    const {opacities, colors, widgets} = this.transfer;
    this.#element("path", {class: "bars", d: this.#bars(widgets?.length ? STRIP + STRIP_HEIGHT : PLOT)});
    const named = (value) => withUnit(value, this.#info.value_unit);
    this.#element("text", {class: "note", x: EDGE, y: HEIGHT - 3}).textContent = named(this.#range[0]);
    this.#element("text", {class: "note", x: WIDTH - EDGE, y: HEIGHT - 3, "text-anchor": "end"}).textContent = named(this.#range[1]);
    if (widgets?.length) {
      this.#drawPlane(named);
      this.#focusChosen(focused);
      return;
    }
    const gradient = this.#element("linearGradient", {id: "ramp", gradientUnits: "userSpaceOnUse", x1: EDGE, x2: WIDTH - EDGE});
    for (const {scalar, rgb} of colors) {
      const offset = (this.#x(this.#valueOf(scalar)) - EDGE) / (WIDTH - 2 * EDGE);
      this.#element("stop", {offset: Math.min(Math.max(offset, 0), 1), "stop-color": toHex(rgb)}, gradient);
    }
    this.#element("rect", {x: EDGE, y: STRIP, width: WIDTH - 2 * EDGE, height: STRIP_HEIGHT, fill: "url(#ramp)"});
    const places = opacities.map(({scalar, opacity}) => [this.#x(this.#valueOf(scalar)), this.#y(opacity)]);
    let line = `M${EDGE} ${places[0][1]}`;
    places.forEach(([x, y]) => { line += `L${x} ${y}`; });
    this.#element("path", {class: "line", d: `${line}L${WIDTH - EDGE} ${places[places.length - 1][1]}`});
    opacities.forEach(({scalar, opacity}, index) => this.#handle("opacities", index, "circle", {
      cx: places[index][0], cy: places[index][1], r: 6 * LARGE, class: "point",
      "aria-label": `Point ${index + 1} of ${opacities.length}: value ${named(this.#valueOf(scalar))}, opacity ${Number(opacity.toPrecision(3))}`}));
    colors.forEach(({scalar, rgb}, index) => {
      const x = this.#x(this.#valueOf(scalar)), y = STRIP + STRIP_HEIGHT;
      this.#handle("colors", index, "path", {
        d: `M${x} ${y - 6}l${6 * LARGE} ${9 * LARGE}v${7 * LARGE}h${-12 * LARGE}v${-7 * LARGE}z`, fill: toHex(rgb), class: "color",
        "aria-label": `Colour ${index + 1} of ${colors.length}: value ${named(this.#valueOf(scalar))}, ${toHex(rgb)}`});
    });
    this.#focusChosen(focused);
  }

  #focusChosen(focused) {
    if (focused) {
      this.#svg.querySelector(".chosen")?.focus();
    }
    this.#showFields();
  }

  /** Values to the right, gradients upwards. */
  #drawPlane(named) {
    const {widgets} = this.transfer, foot = STRIP + STRIP_HEIGHT;
    if (!this.busy) {
      this.#steepest = steepest(this.transfer);
    }
    this.#element("line", {class: "axis", x1: EDGE, x2: WIDTH - EDGE, y1: foot, y2: foot});
    this.#element("text", {class: "note", x: EDGE, y: 11}).textContent = "steeper ↑";
    this.#element("text", {class: "note", x: WIDTH - EDGE, y: foot + 13, "text-anchor": "end"}).textContent = "value →";
    widgets.forEach((widget, index) => this.#handle("widgets", index, "path", {
      d: outlineOf(widget, (scalar) => this.#x(this.#valueOf(scalar)), (gradient) => this.#heightOf(gradient)), fill: toHex(widget.rgb),
      "fill-opacity": 0.15 + 0.6 * Math.sqrt(widget.opacity), class: "shape",
      "aria-label": `Shape ${index + 1} of ${widgets.length}, a ${widget.shape}: values ${named(this.#valueOf(widget.scalar[0]))} to ` +
        `${named(this.#valueOf(widget.scalar[1]))}, opacity ${Number(widget.opacity.toPrecision(3))}`}));
    this.#drawCorners();
  }

  #steepest = 1;
  #heightOf(gradient) { return STRIP + STRIP_HEIGHT - gradient / this.#steepest * (STRIP + STRIP_HEIGHT - 14); }

  /** Those of the chosen shape's box, above all shapes. */
  #drawCorners() {
    this.#svg.querySelectorAll(".corner").forEach((corner) => corner.remove());
    const {scalar, gradient} = this.#point, size = 8 * LARGE;
    CORNERS.forEach(([right, top], corner) => {
      const [x, y] = [this.#x(this.#valueOf(scalar[right])), this.#heightOf(gradient[top])];
      this.#element("rect", {class: "corner", x: x - size / 2, y: y - size / 2, width: size, height: size}).dataset.corner = corner;
    });
  }

  /** Parts of the plot as scalars and gradients. */
  #inPlane(right, up) {
    return [right / (WIDTH - 2 * EDGE) * (this.#range[1] - this.#range[0]) / (this.#span[1] - this.#span[0]),
      up / (STRIP + STRIP_HEIGHT - 14) * this.#steepest];
  }

  /** Moves the chosen shape by a part of the plot. */
  #moveShape(right, up) {
    moveShape(this.#point, this.#inPlane(right, up), this.transfer.domain);
  }

  /** Pulls a corner of its box. */
  #moveCorner(corner, right, up) {
    moveCorner(this.#point, corner, this.#inPlane(right, up), this.#inPlane(4, 4), this.transfer.domain);
  }

  /** Adds a shape above all others. */
  #insertShape(widget) {
    this.transfer.widgets.push(widget);
    this.#chosen = {list: "widgets", index: this.transfer.widgets.length - 1};
    this.#changed(false);
    this.#svg.querySelector(".chosen")?.focus({preventScroll: true});
  }

  /** Another one like the chosen shape, beside it. */
  #copyShape() {
    const copy = structuredClone(this.#point);
    moveShape(copy, this.#inPlane(16, 0), this.transfer.domain);
    this.#insertShape(copy);
  }

  #handle(list, index, shape, attributes) {
    const chosen = this.#chosen.list === list && this.#chosen.index === index;
    const handle = this.#element(shape, {...attributes, class: attributes.class + (chosen ? " chosen" : ""), tabindex: chosen ? 0 : -1, role: "button"});
    handle.dataset.list = list;
    handle.dataset.index = index;
  }

  get #point() { return this.transfer[this.#chosen.list][this.#chosen.index]; }

  #showFields(all = false) {
    const typed = (field) => !all && document.activeElement === field;
    const {value, opacity, color, valueField, opacityField, colorField, remove, shapes, hint} = this.#fields;
    const isColor = this.#chosen.list === "colors", isShape = this.#chosen.list === "widgets";
    opacityField.hidden = isColor;
    colorField.hidden = !isColor && !isShape;
    valueField.hidden = isShape;
    shapes.hidden = !isShape;
    hint.textContent = isShape ? "Shapes of value and gradient: drag them or their corners (arrows, with Alt their size), Insert copies one, Delete removes it. Page up and down choose." :
      "Drag points; a double click or Insert adds one, Delete removes it. Page up and down choose. Below: colours.";
    if (!isShape && !typed(value)) {
      value.value = Number(this.#valueOf(this.#point.scalar).toPrecision(6));
    }
    if (isColor || isShape) {
      color.value = toHex(this.#point.rgb);
    }
    if (!isColor && !typed(opacity)) {
      opacity.value = Number(this.#point.opacity.toPrecision(4));
    }
    remove.disabled = this.transfer[this.#chosen.list].length < 2;
  }

  /** @param target  a handle */
  #choose(target) {
    if (target.dataset?.index === undefined) {
      return;
    }
    this.#chosen = {list: target.dataset.list, index: Number(target.dataset.index)};
    for (const one of this.#svg.querySelectorAll("[data-index]")) { // the Tab key stops at the chosen one, and goes on to its fields
      one.classList.toggle("chosen", one === target);
      one.setAttribute("tabindex", one === target ? 0 : -1);
    }
    if (this.#chosen.list === "widgets") {
      this.#drawCorners();
    }
    this.#showFields();
  }

  /** Where a function may have points. */
  #kept(scalar) { return this.transfer.domain === "normalised" ? Math.min(Math.max(scalar, 0), 1) : scalar; }

  /** Moves the chosen point between its neighbours. */
  #put(value, opacity) {
    const list = this.transfer[this.#chosen.list], index = this.#chosen.index;
    const low = index > 0 ? list[index - 1].scalar : this.#scalarOf(this.#range[0]);
    const high = index + 1 < list.length ? list[index + 1].scalar : this.#scalarOf(this.#range[1]);
    this.#point.scalar = this.#kept(Math.min(Math.max(this.#scalarOf(value), Math.min(low, high)), Math.max(low, high)));
    if (opacity !== null && this.#chosen.list === "opacities") {
      this.#point.opacity = Math.min(Math.max(opacity, 0), 1);
    }
  }

  #changed(moving) {
    this.transfer.name = ""; // it is that of the function as it was
    this.draw();
    this.#change(moving);
  }

  #place(event) {
    const {a: scale, e: left, f: top} = this.#svg.getScreenCTM(); // where it is low there are margins at its sides
    return [(event.clientX - left) / scale, (event.clientY - top) / scale];
  }

  /** The handle under a place: of those that lie over each other the one whose middle is nearest. */
  #handleAt(event) {
    const away = (one) => {
      const box = one.getBoundingClientRect();
      return Math.hypot(event.clientX - (box.left + box.right) / 2, event.clientY - (box.top + box.bottom) / 2);
    };
    const under = document.elementsFromPoint(event.clientX, event.clientY)
      .filter((one) => one.dataset?.index !== undefined && this.#svg.contains(one));
    return under.reduce((best, one) => (best === null || away(one) < away(best) ? one : best), null);
  }

  #down(event) {
    const corner = event.target.dataset?.corner, handle = this.#handleAt(event);
    if (corner === undefined) {
      if (handle === null) {
        return;
      }
      this.#choose(handle);
      handle.focus({preventScroll: true});
    }
    this.#svg.setPointerCapture(event.pointerId);
    this.#drag = {moved: false, corner, last: this.#place(event)};
    event.preventDefault();
  }

  #move(event) {
    if (this.#drag) {
      const [x, y] = this.#place(event);
      this.#drag.moved = true;
      if (this.#chosen.list === "widgets") {
        const way = [x - this.#drag.last[0], this.#drag.last[1] - y];
        if (this.#drag.corner === undefined) {
          this.#moveShape(...way);
        } else {
          this.#moveCorner(this.#drag.corner, ...way);
        }
        this.#drag.last = [x, y];
      } else {
        this.#put(this.#valueAt(x), this.#opacityAt(y));
      }
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
    this.#insert(list, this.#kept(this.#scalarOf(this.#valueAt(x))), this.#opacityAt(y));
  }

  /** A point or colour in the middle between the chosen one and the next, or the one before where it is the last. */
  #addBeside() {
    const {list, index} = this.#chosen, points = this.transfer[list];
    const other = points[index + 1] ?? points[index - 1];
    const last = this.#scalarOf(this.#range[this.#valueOf(points[index].scalar) < this.#range[1] ? 1 : 0]);
    const scalar = (points[index].scalar + (other?.scalar ?? last)) / 2;
    this.#insert(list, scalar, list === "opacities" ? between(points, scalar, ({opacity}) => opacity) : 0);
  }

  #insert(list, scalar, opacity) {
    const points = this.transfer[list];
    const point = list === "opacities" ? {scalar, opacity} : {scalar, rgb: between(points, scalar, ({rgb}) => rgb)};
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
    if (event.key === "PageUp" || event.key === "PageDown") {
      event.preventDefault();
      const all = [...this.#svg.querySelectorAll("[data-index]")], step = event.key === "PageDown" ? 1 : all.length - 1;
      all[(all.indexOf(event.target) + step) % all.length].focus();
      return;
    }
    if (this.#chosen.list === "widgets") {
      return this.#shapeKey(event);
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
    case "Insert": case "Enter": this.#addBeside(); event.preventDefault(); return;
    default: return;
    }
    event.preventDefault();
    this.#changed(false);
  }

  #shapeKey(event) {
    const step = event.shiftKey ? 16 : 2;
    const ways = {ArrowLeft: [-step, 0], ArrowRight: [step, 0], ArrowUp: [0, step], ArrowDown: [0, -step]};
    if (event.key === "Delete" || event.key === "Backspace") {
      this.#remove();
    } else if (event.key === "Insert" || event.key === "Enter") {
      this.#copyShape();
    } else if (ways[event.key]) {
      if (event.altKey) {
        this.#moveCorner(2, ...ways[event.key]);
      } else {
        this.#moveShape(...ways[event.key]);
      }
      this.#changed(false);
    } else {
      return;
    }
    event.preventDefault();
  }

  #fromFields() {
    const {value, opacity, color} = this.#fields;
    if (this.#chosen.list === "widgets") {
      this.#point.opacity = opacity.value === "" ? this.#point.opacity : Math.min(Math.max(Number(opacity.value), 0), 1);
      this.#point.rgb = fromHex(color.value);
      return this.#changed(false);
    }
    const typed = this.#scalarOf(Number(value.value)), list = this.transfer[this.#chosen.list];
    const passes = value.value !== "" && list.some((other, i) => i < this.#chosen.index ? other.scalar > typed : i > this.#chosen.index && other.scalar < typed);
    if (passes) { // beyond its neighbours: it changes places with them
      const point = this.#point;
      point.scalar = this.#kept(typed);
      list.sort((a, b) => a.scalar - b.scalar);
      this.#chosen.index = list.indexOf(point);
      if (opacity.value !== "" && this.#chosen.list === "opacities") {
        point.opacity = Math.min(Math.max(Number(opacity.value), 0), 1);
      }
    } else if (value.value !== "") {
      this.#put(Number(value.value), this.#chosen.list === "opacities" && opacity.value !== "" ? Number(opacity.value) : null);
    }
    if (this.#chosen.list === "colors") {
      this.#point.rgb = fromHex(color.value);
    }
    this.#changed(false);
  }

  /** Stretches the points of a function of values over others. */
  stretch(low, high) {
    this.transfer.name = "";
    const [first, last] = this.extent;
    const moved = (scalar) => last > first ? low + (scalar - first) / (last - first) * (high - low) : low;
    for (const point of [...this.transfer.opacities, ...this.transfer.colors]) {
      point.scalar = moved(point.scalar);
    }
    for (const widget of this.transfer.widgets ?? []) {
      widget.scalar = widget.scalar.map(moved);
    }
  }

  /** Values between which the function changes. */
  get extent() {
    if (this.transfer.domain === "normalised") {
      return this.#window;
    }
    const {opacities, colors, widgets} = this.transfer;
    const scalars = widgets?.length ? widgets.flatMap(({scalar}) => scalar) : [...opacities, ...colors].map(({scalar}) => scalar);
    return [Math.min(...scalars), Math.max(...scalars)];
  }
}
