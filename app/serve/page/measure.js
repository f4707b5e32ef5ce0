// Measuring: places that clicks put into the volume, and what the server reads of them.

import {ofKeys} from "./pointing.js";
import {by, keepFile, made, toHex} from "./tools.js";

const KINDS = {ruler: 2, angle: 3, point: 1}; // how many places each has

export class Measure {
  #line;
  #pointing;
  #page;
  #annotations = [];
  #known = ""; // what the readings are of
  #asked = 0; // request of the newest ones
  #rows = [];

  /** @param page  channel(): its place, name(): of the volume, changed(): slices show them, too */
  constructor(line, pointing, page) {
    this.#line = line;
    this.#pointing = pointing;
    this.#page = page;
    for (const button of this.#buttons) {
      button.addEventListener("click", (event) => this.#begin(button.dataset.kind, event));
    }
    by("measured-shown").addEventListener("change", () => {
      this.#edit({type: "look", annotations: by("measured-shown").checked});
    });
    for (const file of ["csv", "json"]) {
      by(`measured-${file}`).addEventListener("click", () => this.#line.send({type: "readings", file, channel: this.#page.channel()}));
    }
  }

  get #buttons() { return [...by("measure-tools").querySelectorAll("button")]; }

  #begin(kind, event) {
    if (this.#pointing.tool?.kind === kind) {
      return this.#pointing.end();
    }
    const places = [], count = KINDS[kind], name = `${kind[0].toUpperCase()}${kind.slice(1)}`;
    this.#pointing.begin({
      kind,
      text: () => `${name}: click place ${places.length + 1} of ${count} on a surface or in a slice` +
        `${ofKeys(`, or arrows and Enter there. Escape ${places.length ? "begins again" : "ends it"}`)}.`,
      take: ({place, where}) => {
        if (!place) {
          return this.#pointing.say("Nothing is seen there. ");
        }
        places.push(place);
        if (places.length === count) {
          this.#edit({type: "annotate", kind, places: places.splice(0)});
          this.#pointing.clear();
        }
        this.#pointing.say(`${where}. `);
      },
      back: () => {
        this.#pointing.clear();
        return places.splice(0).length > 0;
      },
      ended: () => this.#buttons.forEach((one) => one.setAttribute("aria-pressed", false)),
    }, event);
    this.#buttons.forEach((one) => one.setAttribute("aria-pressed", one.dataset.kind === kind));
  }

  #edit(message) {
    this.#line.send(message);
    this.#line.send({type: "rest"});
    this.#line.send({type: "tell"});
    this.#page.changed();
  }

  show(session) {
    by("measured-shown").checked = session.figure?.annotations ?? false;
    const annotations = session.annotations ?? [];
    if (JSON.stringify(annotations) !== JSON.stringify(this.#annotations)) {
      const focused = this.#rows.findIndex(({item}) => item.contains(document.activeElement));
      const which = focused < 0 ? -1 : [...this.#rows[focused].item.children].indexOf(document.activeElement);
      this.#annotations = annotations;
      this.#rows = annotations.map((one, i) => this.#row(one, i));
      by("measured").replaceChildren(...this.#rows.map(({item}) => item));
      by("measured-all").hidden = annotations.length === 0;
      if (focused >= 0) { // the same control of the row in its place, or a tool
        (this.#rows[Math.min(focused, this.#rows.length - 1)]?.item.children[which] ?? this.#buttons[0]).focus({preventScroll: true});
      }
    }
    const known = JSON.stringify([annotations, session.volume.time, this.#page.channel()]);
    if (known !== this.#known) {
      this.#known = known;
      this.read();
    }
  }

  /** A line that is new answers nothing of the one before. */
  read() {
    if (this.#annotations.length) {
      this.#asked = this.#line.send({type: "readings", channel: this.#page.channel()});
    }
  }

  #row({kind, name, color, visible}, i) {
    const seen = made("input", {type: "checkbox", "aria-label": `${name} is shown`});
    const title = made("input", {type: "text", maxlength: 60, "aria-label": `Name of the ${kind} ${i + 1}`});
    const value = made("output", {}, "...");
    const remove = made("button", {type: "button", "aria-label": `Remove ${name}`}, "Remove");
    seen.checked = visible;
    title.value = name;
    title.style.borderLeft = `.4rem solid ${toHex(color)}`;
    seen.addEventListener("change", () => this.#edit({type: "annotation", annotation: i, visible: seen.checked}));
    title.addEventListener("change", () => {
      title.value = title.value.trim() || name;
      this.#edit({type: "annotation", annotation: i, name: title.value});
    });
    title.addEventListener("keydown", (event) => {
      if (event.key === "Enter") {
        title.blur();
      }
    });
    remove.addEventListener("click", () => this.#edit({type: "annotation", annotation: i, removed: true}));
    return {item: made("li", {}, seen, title, value, remove), value};
  }

  /** Of the message `readings`. */
  told({request, texts, file}) {
    if (file !== undefined) {
      return this.#save(file);
    }
    if (request === this.#asked && texts.length === this.#rows.length) {
      texts.forEach((text, i) => { this.#rows[i].value.textContent = text; });
    }
  }

  #save(text) {
    const json = text.trimStart().startsWith("{") || text.trimStart().startsWith("[");
    keepFile(new Blob([text], {type: json ? "application/json" : "text/csv"}), this.#page.name(), `_measured.${json ? "json" : "csv"}`);
  }
}
