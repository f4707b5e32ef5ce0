// Clicks in pictures that ask the server what lies there: by mouse, finger, or a cross that keys move.

import {by, made} from "./tools.js";

const STILL = 5; // pixels of the screen that a click may move
const WAYS = {ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1]};

/** What is told of keys where there are some. */
export const ofKeys = (text) => window.matchMedia("(pointer: coarse)").matches ? "" : text;

export class Pointing {
  #line;
  #tool = null; // what clicks are for: text() of what comes next, take(answer), back(): whether there was something to take back
  #asked = new Map(); // tools that wait for an answer, by request
  #marks = [];

  constructor(line) {
    this.#line = line;
    line.addEventListener("edit", () => this.clear());
    document.addEventListener("keydown", ({key}) => {
      if (key === "Escape" && this.#tool) {
        this.#tool.back?.() ? this.say() : this.end();
      }
    });
  }

  /** @param fields  of the message `pick` for a place of the picture, its pixels */
  add(canvas, fields) {
    const cross = made("div", {class: "cross", hidden: "", "aria-hidden": "true"});
    canvas.after(cross);
    let down = null, at = [0.5, 0.5];
    canvas.addEventListener("pointerdown", (event) => {
      cross.hidden = true;
      down = event.isPrimary ? [event.clientX, event.clientY] : null;
    });
    canvas.addEventListener("pointermove", (event) => {
      if (down && Math.hypot(event.clientX - down[0], event.clientY - down[1]) > STILL) {
        down = null;
      }
    });
    canvas.addEventListener("pointerup", (event) => {
      if (this.#tool && down && event.button === 0) {
        const box = canvas.getBoundingClientRect();
        this.#ask(canvas, fields, [(event.clientX - box.left) / box.width, (event.clientY - box.top) / box.height]);
      }
      down = null;
    });
    canvas.addEventListener("keydown", (event) => {
      const way = WAYS[event.key];
      if (!this.#tool || event.ctrlKey || event.altKey || event.metaKey || !(way || event.key === "Enter")) {
        return;
      }
      event.preventDefault();
      event.stopImmediatePropagation(); // it would turn the volume
      if (way) {
        const step = event.shiftKey ? 1 / canvas.width : 1 / 40;
        at = at.map((share, i) => Math.min(Math.max(share + way[i] * step, 0), 1));
        this.#put(canvas, cross, at);
        cross.hidden = false;
        this.say();
      } else {
        this.#ask(canvas, fields, at);
      }
    }, true);
    canvas.addEventListener("focus", () => {
      if (this.#tool && canvas.matches(":focus-visible")) {
        this.#put(canvas, cross, at);
        cross.hidden = false;
      }
    });
    canvas.addEventListener("blur", () => { cross.hidden = true; });
    canvas.addEventListener("drawn", () => this.clear()); // a slice, which may be another one
  }

  get tool() { return this.#tool; }

  /** Clicks are for this from now on, until end(). @param event  that began it; keys go on in the picture */
  begin(tool, event) {
    this.end();
    this.#tool = tool;
    document.body.classList.add("pointing");
    this.say();
    if (event.detail === 0) {
      by("view").focus({preventScroll: true});
    }
  }

  end() {
    const tool = this.#tool;
    this.#tool = null;
    document.body.classList.remove("pointing");
    this.clear();
    this.say();
    tool?.ended?.();
  }

  say(passing = "") {
    const text = this.#tool ? `${passing}${this.#tool.text()}` : "";
    if (by("pointing").textContent !== text) { // screen readers say it once
      by("pointing").textContent = text;
    }
    by("pointing").hidden = !text;
  }

  /** Pictures move: marks of places do not. */
  clear() {
    this.#marks.forEach((mark) => mark.remove());
    this.#marks = [];
  }

  /** Of the message `picked`. */
  picked(answer) {
    const asked = this.#asked.get(answer.request);
    this.#asked.delete(answer.request);
    if (asked && asked.tool === this.#tool) {
      asked.mark(answer);
      asked.tool.take(answer);
    }
  }

  /** No answer comes of a line that broke. */
  lost() { this.#asked.clear(); }

  #ask(canvas, fields, share) {
    const request = this.#line.send({type: "pick", ...fields([share[0] * canvas.width, share[1] * canvas.height])});
    const mark = ({place}) => {
      if (place) {
        const one = made("div", {class: "mark", "aria-hidden": "true"});
        this.#marks.push(one);
        canvas.after(one);
        this.#put(canvas, one, share);
      }
    };
    this.#asked.set(request, {tool: this.#tool, mark});
  }

  #put(canvas, element, [x, y]) {
    element.style.left = `${canvas.offsetLeft + x * canvas.clientWidth}px`;
    element.style.top = `${canvas.offsetTop + y * canvas.clientHeight}px`;
  }
}
