// The labels of the volume: which are seen, in which colour, and which one lies under a click.

import {by, forget, fromHex, held, made, sayRange, throttled, toHex} from "./tools.js";
import {mention} from "./server.js";
import {ofKeys} from "./pointing.js";

const MOST_ROWS = 200; // others are found by their names

export class Labels {
  #line;
  #pointing;
  #changed;
  #all = []; // {label, name, voxels}
  #styles = [];
  #rows = new Map(); // elements, by label
  #chosen = null;
  #before = null; // visibilities before one was shown alone

  /** @param {() => void} changed  labels look otherwise: slices show them, too */
  constructor(line, pointing, changed) {
    this.#line = line;
    this.#pointing = pointing;
    this.#changed = changed;
    by("label-search").addEventListener("input", () => this.#list());
    by("labels-all").addEventListener("click", () => this.#send({visibility: 1}));
    by("labels-none").addEventListener("click", () => this.#send({visibility: 0}));
    by("label-pick").addEventListener("click", (event) => this.#pick(event));
    by("label-only").addEventListener("click", () => this.#showOnly());
    by("label-plain").addEventListener("click", () => this.#send({labels: [this.#chosen], color: null}));
    for (const event of ["input", "change"]) {
      by("label-opacity").addEventListener(event, () => {
        const visibility = Number(by("label-opacity").value);
        sayRange("label-opacity", visibility.toFixed(2));
        this.#send({labels: [this.#chosen], visibility}, event === "input");
      });
    }
  }

  begin(info) {
    const same = JSON.stringify(info.labels) === JSON.stringify(this.#all);
    this.#all = info.labels;
    by("labels-section").hidden = this.#all.length === 0;
    if (!same) {
      this.#before = null;
      this.#choose(null);
      by("label-search").value = "";
    }
  }

  show(session) {
    this.#styles = session.labels?.styles ?? [];
    if (this.#rows.size === 0) {
      this.#list();
    }
    this.#rows.forEach((row, label) => this.#showRow(row, label));
    this.#showChosen();
  }

  /** Those that the search is for. */
  #list() {
    const part = by("label-search").value.trim().toLowerCase();
    const found = this.#all.filter(({label, name}) => name.toLowerCase().includes(part) || `${label}`.includes(part));
    this.#rows = new Map(found.slice(0, MOST_ROWS).map((one) => [one.label, this.#row(one)]));
    by("labels").replaceChildren(...[...this.#rows.values()].map(({item}) => item));
    const left = found.length - this.#rows.size;
    by("labels-more").textContent = found.length === 0 ? "No label has this in its name or number."
      : left > 0 ? `${left} more: search for their names.` : "";
    this.#rows.forEach((row, label) => this.#showRow(row, label));
  }

  #row({label, name, voxels}) {
    const seen = made("input", {type: "checkbox", "aria-label": `${name} is shown`});
    const color = made("input", {type: "color", "aria-label": `Colour of ${name}`});
    const button = made("button", {type: "button", title: `Label ${label}${voxels === undefined ? "" : `, ${voxels.toLocaleString("en")} voxels`}`}, name);
    seen.addEventListener("change", () => this.#send({labels: [label], visibility: seen.checked ? 1 : 0}));
    for (const event of ["input", "change"]) {
      color.addEventListener(event, () => this.#send({labels: [label], color: fromHex(color.value)}, event === "input"));
    }
    button.addEventListener("click", () => this.#choose(this.#chosen === label ? null : label));
    return {item: made("li", {}, seen, color, button), seen, color, button};
  }

  #showRow({seen, color, button}, label) {
    const style = this.#styles[label];
    seen.checked = (style?.visibility ?? 1) > 0;
    if (!color.matches(":active") && document.activeElement !== color) { // its dialog may be open
      color.value = toHex(style?.color ?? [0.5, 0.5, 0.5]);
    }
    color.title = style?.color ? "" : "It has the colours of the function. Choose one to give it its own.";
    button.setAttribute("aria-pressed", label === this.#chosen);
  }

  #choose(label) {
    this.#chosen = label;
    this.#rows.forEach((row, one) => this.#showRow(row, one));
    this.#showChosen();
  }

  #nameOf(label) { return this.#all.find((one) => one.label === label)?.name ?? `label ${label}`; }

  #showChosen() {
    const style = this.#styles[this.#chosen];
    by("label-chosen").hidden = this.#chosen === null;
    by("label-name").textContent = this.#chosen === null ? "" : this.#nameOf(this.#chosen);
    by("label-plain").disabled = !style?.color;
    by("label-only").textContent = this.#before ? "Show the others again" : "Show only this one";
    if (!held("label-opacity")) {
      by("label-opacity").value = style?.visibility ?? 1;
      sayRange("label-opacity", Number(by("label-opacity").value).toFixed(2));
    }
  }

  #pick(event) {
    if (this.#pointing.tool?.picks) {
      return this.#pointing.end();
    }
    this.#pointing.begin({
      picks: true,
      text: () => `Click a label in the picture or a slice${ofKeys(", or arrows and Enter there. Escape ends it")}.`,
      take: (answer) => this.#picked(answer),
      ended: () => by("label-pick").setAttribute("aria-pressed", false),
    }, event);
    by("label-pick").setAttribute("aria-pressed", true);
  }

  #picked({place, label, value}) {
    if (label === undefined) {
      return this.#pointing.say(place ? "There is no label. " : "Nothing is seen there. ");
    }
    this.#pointing.end();
    by("label-search").value = "";
    this.#list();
    this.#choose(label);
    this.#rows.get(label)?.item.scrollIntoView({block: "nearest"});
    mention(`label ${label}: ${this.#nameOf(label)}${value === undefined ? "" : `, value ${value}`}`);
  }

  #showOnly() {
    if (this.#before) {
      const before = this.#before;
      this.#send({visibility: 1});
      for (const visibility of new Set(before.filter((one) => one !== 1))) {
        this.#send({labels: before.flatMap((one, label) => one === visibility ? [label] : []), visibility});
      }
    } else {
      const before = this.#styles.map(({visibility}) => visibility);
      this.#send({visibility: 0});
      this.#send({labels: [this.#chosen], visibility: 1});
      this.#before = before;
    }
    this.#showChosen();
  }

  #send(change, moving = false) {
    this.#before = "visibility" in change ? null : this.#before;
    const send = () => this.#line.send({type: "labels", ...change, moving});
    if (moving) {
      return throttled("labels", send);
    }
    forget("labels");
    send();
    this.#line.send({type: "rest"});
    this.#line.send({type: "tell"});
    this.#changed();
  }
}
