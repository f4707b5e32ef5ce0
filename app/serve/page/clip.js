// The clip box and clip planes.

import {by, made, sliderRow, throttled, withUnit} from "./tools.js";

const MOST_PLANES = 6, THINNEST = 0.005;
const AXES = ["x", "y", "z"];
const dot = (a, b) => a.reduce((sum, part, i) => sum + part * b[i], 0);
const unit = (a) => { const length = Math.hypot(...a); return a.map((part) => part / length); };

export class Clip {
  #send;
  #camera;
  #info = null;
  #rows; // sliders of the box: x from, x to, y from ..
  #planes = []; // normals of length 1, and distances from the middle of the volume

  /** @param {(look, moving: boolean) => void} send
   *  @param camera  promises the one that is seen with by now; null: nobody tells */
  constructor(send, camera) {
    this.#send = send;
    this.#camera = camera;
    this.#rows = AXES.flatMap((axis, i) => ["from", "to"].map((end, k) =>
      sliderRow(by("clip-box"), `clip-${axis}-${end}`, `${axis} ${end}`, {min: 0, max: 1, step: THINNEST}, (moving) => this.#moveBox(i, k, moving))));
    by("clip-reset").addEventListener("click", () => {
      this.#showBox([[0, 0, 0], [1, 1, 1]]);
      this.#planes = [];
      this.#showPlanes();
      by("clip-inverted").checked = false;
      this.#tell(false);
    });
    by("clip-inverted").addEventListener("change", () => this.#tell(false));
    by("clip-add").addEventListener("click", async () => {
      const normal = await this.#ahead();
      if (normal && this.#planes.length < MOST_PLANES) {
        this.#planes.push({normal, offset: 0});
        this.#showPlanes();
        this.#tell(false);
        by(`plane-${this.#planes.length}`).focus();
      }
    });
  }

  begin(info) { this.#info = info; }

  /** @param all  also what has the focus */
  show({clip, clip_planes: planes, clip_inverted: inverted}, all) {
    if (by("clip-section").querySelector("input:active")) {
      return; // it moves under the hand
    }
    this.#showBox(clip);
    by("clip-inverted").checked = inverted;
    const same = planes.map(([x, y, z, distance]) => {
      const length = Math.hypot(x, y, z), normal = unit([x, y, z]);
      return {normal, offset: distance / length - dot(normal, this.#info.center)};
    });
    const kept = !all && planes.length === this.#planes.length && by("clip-planes").contains(document.activeElement);
    if (!kept && JSON.stringify(same) !== JSON.stringify(this.#planes)) {
      this.#planes = same;
      this.#showPlanes();
    }
  }

  /** Where the camera looks; null: nobody tells. */
  async #ahead() {
    const camera = await this.#camera();
    return camera && unit(camera.target.map((part, i) => part - camera.eye[i]));
  }

  /** The plane may be another object by the time that the camera is known, or gone. */
  async #face(i) {
    const normal = await this.#ahead();
    if (normal && this.#planes[i]) {
      this.#planes[i].normal = normal;
      this.#tell(false);
    }
  }

  get #box() { return [0, 1].map((k) => AXES.map((_, i) => Number(this.#rows[2 * i + k].input.value))); }

  #showBox(clip) {
    this.#rows.forEach(({input, output}, n) => {
      const value = clip[n % 2][n >> 1];
      input.value = value;
      output.textContent = `${Math.round(value * 100)} %`;
      input.setAttribute("aria-valuetext", output.textContent);
    });
  }

  #moveBox(axis, end, moving) {
    const clip = this.#box;
    if (clip[0][axis] >= clip[1][axis]) { // the other end stays
      clip[end][axis] = end === 0 ? Math.max(clip[1][axis] - THINNEST, 0) : Math.min(clip[0][axis] + THINNEST, 1);
    }
    if (clip[0][axis] < clip[1][axis]) {
      this.#showBox(clip);
      this.#tell(moving);
    }
  }

  #showPlanes() {
    const reach = this.#info.diagonal / 2;
    by("clip-planes").replaceChildren(...this.#planes.map((plane, i) => {
      const group = made("div", {role: "group", "aria-label": `Plane ${i + 1}`});
      const say = () => {
        row.output.textContent = withUnit(plane.offset, this.#info.unit);
        row.input.setAttribute("aria-valuetext", row.output.textContent);
      };
      const row = sliderRow(group, `plane-${i + 1}`, `Plane ${i + 1}`, {min: -reach, max: reach, step: "any"}, (moving) => {
        plane.offset = Number(row.input.value);
        say();
        this.#tell(moving);
      });
      row.input.value = plane.offset;
      say();
      const button = (text, label, work) => {
        const one = made("button", {type: "button", "aria-label": `Plane ${i + 1}: ${label}`}, text);
        one.addEventListener("click", work);
        return one;
      };
      const changed = (work) => () => { work(); this.#showPlanes(); this.#tell(false); };
      group.append(made("div", {class: "row buttons"},
        button("Face camera", "face the camera", () => this.#face(i)),
        button("Other side", "keep the other side", changed(() => { plane.normal = plane.normal.map((part) => -part); plane.offset = -plane.offset; })),
        button("Remove", "remove", changed(() => { this.#planes.splice(i, 1); by("clip-add").focus(); }))));
      return group;
    }));
    by("clip-add").disabled = this.#planes.length >= MOST_PLANES;
  }

  #tell(moving) {
    const look = {
      clip: this.#box,
      clip_planes: this.#planes.map(({normal, offset}) => [...normal, offset + dot(normal, this.#info.center)]),
      clip_inverted: by("clip-inverted").checked,
    };
    throttled("clip", () => this.#send(look, moving));
  }
}
