// What all parts of the page use: elements, rows of the panel, and messages of which the last counts.

export const by = (id) => document.getElementById(id);

export const toHex = (rgb) => "#" + rgb.map((part) => Math.round(Math.min(Math.max(part, 0), 1) * 255).toString(16).padStart(2, "0")).join("");
export const fromHex = (text) => [1, 3, 5].map((i) => parseInt(text.slice(i, i + 2), 16) / 255);

/** As people write it. */
export const shownUnit = (unit) => unit === "um" ? "µm" : unit;

/** A number, or a text, with its unit if it has one. */
export const behind = (text, unit) => unit ? `${text} ${shownUnit(unit)}` : `${text}`;

/** "40.5 HU" */
export const withUnit = (value, unit) => behind(Number(value.toPrecision(4)), unit);

/** Level and width of a window with as many digits behind the point as each other, as slices print them
 *  (alike_numbers() in scene/figure). */
export function alike(level, width) {
  const largest = Math.max(Math.abs(level), Math.abs(width));
  if (!(largest >= 1e-3 && largest < 1e7)) {
    return [level, width].map((one) => Number(one.toPrecision(4)));
  }
  const parts = 10 ** Math.max(3 - Math.floor(Math.log10(largest)), 0);
  return [level, width].map((one) => Math.sign(one) * Math.round(Math.abs(one) * parts) / parts);
}

/** Says what a slider stands at, beside it and to screen readers. */
export function sayRange(id, text) {
  const output = by(`${id}-text`);
  if (output) {
    output.textContent = text;
  }
  by(id).setAttribute("aria-valuetext", text);
}

const waiting = new Map();

/** Of what changes with every movement the last counts, once a frame. */
export function throttled(name, work) {
  if (waiting.size === 0) {
    requestAnimationFrame(() => {
      const all = [...waiting.values()];
      waiting.clear();
      all.forEach((one) => one());
    });
  }
  waiting.set(name, work);
}

/** All that waits, now. */
export function flush() {
  const all = [...waiting.values()];
  waiting.clear();
  all.forEach((one) => one());
}

/** Whether an edit waits; slices are pictures alone. */
export const editWaits = () => [...waiting.keys()].some((name) => name !== "slice");

/** Whether a hand holds it. */
export const held = (id) => by(id).matches(":active");

/** What waits under this name is out of date. */
export const forget = (name) => waiting.delete(name);
export const forgetAll = () => waiting.clear();

/** An element with attributes and children. */
export function made(name, attributes = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    element.setAttribute(key, value);
  }
  element.append(...children);
  return element;
}

/** A slider with its name and its value in words.
 *  @param {(moving: boolean) => void} change */
export function sliderRow(parent, id, name, range, change) {
  const input = made("input", {id, type: "range", ...range});
  const output = made("output", {for: id});
  for (const event of ["input", "change"]) {
    input.addEventListener(event, () => change(event === "input"));
  }
  parent.append(made("div", {class: "row"}, made("label", {for: id}, name), input, output));
  return {input, output};
}

/** Has the browser keep a file named after a volume. @param ending  behind its name */
export function keepFile(blob, volume, ending) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = `${volume.replace(/\.[^.]*$/, "").replaceAll(/[^\w.-]/g, "_") || "picture"}${ending}`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}

/** Terms with what they are. */
export function showList(list, facts) {
  list.replaceChildren(...Object.entries(facts).flatMap(([name, value]) => [made("dt", {}, name), made("dd", {}, `${value}`)]));
}
