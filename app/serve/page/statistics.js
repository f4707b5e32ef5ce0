// How quickly pictures come, how large they are, and on request what the device did for the one at rest.

import {by, showList} from "./tools.js";

const count = (value) => value.toLocaleString("en");

export class Statistics {
  #line;
  #frames = []; // when moving pictures came, of the last seconds
  #pictures = 0;
  #bytes = 0;
  #waits = []; // milliseconds from a message to its picture, the last ones
  #last = null;

  constructor(line) {
    this.#line = line;
    by("count").addEventListener("change", () => this.tell());
    by("statistics-section").addEventListener("toggle", () => this.#show());
  }

  /** Tells a server that is new whether samples are counted. */
  tell() {
    by("counted").hidden = true;
    this.#line.send({type: "count", on: by("count").checked});
  }

  /** A picture is seen. */
  shown(picture) {
    const now = performance.now();
    this.#pictures += 1;
    this.#bytes += picture.bytes;
    this.#last = picture;
    if (picture.stage === "moving") {
      this.#frames = [...this.#frames.filter((time) => now - time < 2000), now];
      const sent = this.#line.sentAt(picture.request);
      if (sent !== undefined) {
        this.#waits = [...this.#waits.slice(-29), now - sent];
      }
    }
    const rate = this.#rate;
    const how = `${picture.stage === "lossless" ? "lossless" : `JPEG ${picture.quality}`}${picture.stage === "growing" ? `, samples: ${picture.detail}` : ""}`;
    by("numbers").textContent = `${picture.width} × ${picture.height}, ${how}, ${(picture.bytes / 1000).toFixed(0)} kB, ` +
      `${picture.drawnMs.toFixed(1)} ms drawn${rate > 0.5 && picture.stage === "moving" ? `, ${rate.toFixed(0)} pictures/s` : ""}`;
    this.#show();
  }

  get #rate() {
    const [first, last] = [this.#frames[0], this.#frames[this.#frames.length - 1]];
    return this.#frames.length > 1 ? (this.#frames.length - 1) * 1000 / Math.max(last - first, 1) : 0;
  }

  #show() {
    const picture = this.#last;
    if (!picture || !by("statistics-section").open) {
      return;
    }
    const waits = [...this.#waits].sort((a, b) => a - b);
    showList(by("statistics"), {
      "Last picture": `${picture.width} × ${picture.height} of ${picture.fullWidth} × ${picture.fullHeight}`,
      "Its file": `${(picture.bytes / 1000).toFixed(1)} kB, ${picture.stage === "lossless" ? "lossless" : `JPEG ${picture.quality}`}`,
      "Drawn in": `${picture.drawnMs.toFixed(1)} ms`, "Packed in": `${picture.packedMs.toFixed(1)} ms`,
      "Hand to picture": waits.length ? `${waits[waits.length >> 1].toFixed(0)} ms, the median of ${waits.length}` : "nothing has moved",
      "While moving": this.#rate > 0.5 ? `${this.#rate.toFixed(0)} pictures/s` : "nothing moves",
      "In all": `${count(this.#pictures)} pictures, ${(this.#bytes / 1e6).toFixed(1)} MB`,
    });
  }

  /** What was counted, of the `session` message. */
  counted(numbers) {
    by("counted").hidden = !numbers || !by("count").checked;
    if (numbers) {
      const share = (part, whole) => whole > 0 ? ` (${(100 * part / whole).toFixed(0)} %)` : "";
      showList(by("counted"), {
        Rays: count(numbers.rays), "Rays in the box": count(numbers.rays_in_box) + share(numbers.rays_in_box, numbers.rays),
        Samples: count(numbers.samples), "Visible samples": count(numbers.visible_samples) + share(numbers.visible_samples, numbers.samples),
        Fetches: count(numbers.fetches), "Nodes passed": count(numbers.nodes),
        "Leaves skipped": numbers.leaves ? count(numbers.leaves_skipped) + share(numbers.leaves_skipped, numbers.leaves) : "no octree",
        "Octree": `${(numbers.octree_bytes / 1e6).toFixed(1)} MB`,
        ...(numbers.simd_efficiency === undefined ? {} : {"SIMD efficiency": `${(100 * numbers.simd_efficiency).toFixed(0)} %`}),
      });
    }
  }
}
