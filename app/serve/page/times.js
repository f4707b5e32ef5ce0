// The times of a series: a slider, and one after the other.

import {by, held, sayRange, throttled} from "./tools.js";

const LEAST_MS = 80; // that each is seen while they play

export class Times {
  #line;
  #count = 1;
  #playing = false;
  #asked = 0; // number of the message that waits for its picture
  #changed;

  /** @param {() => void} changed  another time was asked for */
  constructor(line, changed) {
    this.#line = line;
    this.#changed = changed;
    for (const event of ["input", "change"]) {
      by("time").addEventListener(event, () => {
        this.#play(false);
        this.#say();
        throttled("time", () => this.#ask(event === "input"));
      });
    }
    by("play").addEventListener("click", () => {
      this.#play(!this.#playing);
      this.#playing ? this.#next() : this.#line.send({type: "rest"});
    });
  }

  begin(info) {
    this.#count = info.times;
    by("times").hidden = info.times < 2;
    by("time").max = info.times - 1;
  }

  /** @param all  of a link: what plays ends */
  show(time, all) {
    if (all) {
      this.#play(false);
    }
    if (!this.#playing && !held("time")) {
      by("time").value = time;
    }
    this.#say();
  }

  /** A picture is seen: while times play the next one follows. */
  shown(picture) {
    if (this.#playing && this.#asked > 0 && picture.request >= this.#asked) {
      this.#asked = 0;
      setTimeout(() => { if (this.#playing) { this.#next(); } }, LEAST_MS);
    }
  }

  #play(on) {
    this.#playing = on;
    by("play").setAttribute("aria-pressed", on);
    by("play").textContent = on ? "Stop" : "Play";
  }

  #next() {
    by("time").value = (Number(by("time").value) + 1) % this.#count;
    this.#say();
    this.#ask(true);
  }

  #ask(moving) {
    this.#asked = this.#line.send({type: "time", time: Number(by("time").value), moving});
    this.#changed();
  }

  #say() { sayRange("time", `${Number(by("time").value) + 1} of ${this.#count}`); }
}
