// Puts the page together: what comes from the server is shown, what hands do goes to it.

import {Line} from "./line.js";
import {View} from "./view.js";
import {TransferEditor, fromHex, toHex} from "./transfer.js";
import {fragment, packSession, unpackSession} from "./share.js";

const by = (id) => document.getElementById(id);
const state = {info: null, session: null, token: "", frames: [], lost: false, awaited: false, presetsAsked: false};

const number = (value) => {
  const text = Number(value.toPrecision(4));
  return state.info?.value_unit ? `${text} ${state.info.value_unit}` : `${text}`;
};

function notice(text) {
  by("notice").textContent = text;
  by("notice").hidden = !text;
}

/** The token of the address, else of this tab, else of whom asks for the page. */
async function findToken() {
  const given = fragment().get("token") || sessionStorage.getItem("voxmarch-token");
  if (given) {
    sessionStorage.setItem("voxmarch-token", given);
    return given;
  }
  const dialog = by("ask");
  dialog.showModal();
  await new Promise((done) => dialog.addEventListener("close", done, {once: true}));
  const token = by("token").value.trim();
  sessionStorage.setItem("voxmarch-token", token);
  return token;
}

const api = (path, options = {}) => fetch(path, {...options, headers: {Authorization: `Bearer ${state.token}`, ...options.headers}});

/** Whether the server takes the token; asks again where it does not. */
async function openServer() {
  for (;;) {
    state.token = await findToken();
    try {
      const reply = await api("info");
      if (reply.status !== 401 && reply.status !== 429) {
        return;
      }
      by("state").textContent = reply.status === 401 ? "the token is wrong" : "too many wrong tokens";
      sessionStorage.removeItem("voxmarch-token");
      history.replaceState(null, "", location.pathname + location.search);
      by("token").value = "";
    } catch {
      by("state").textContent = "no server, trying again";
      await new Promise((done) => setTimeout(done, 1000));
    }
  }
}

await openServer();
const line = new Line(state.token);
const view = new View(by("view"), line, (picture) => showNumbers(picture));

// ---- the transfer function

const editor = new TransferEditor(by("editor"), {
  value: by("point-value"), opacity: by("point-opacity"), color: by("point-color"),
  opacityField: by("opacity-field"), colorField: by("color-field"), remove: by("point-remove"),
}, (moving) => {
  if (moving) {
    throttled("transfer", () => line.send({type: "transfer", transfer: editor.transfer, moving: true}));
  } else {
    waiting.delete("transfer");
    line.send({type: "transfer", transfer: editor.transfer});
    line.send({type: "rest"});
  }
  showWindow();
});

/** Of what changes with every movement the last counts, once a frame. */
const waiting = new Map();
function throttled(name, work) {
  if (waiting.size === 0) {
    requestAnimationFrame(() => {
      const all = [...waiting.values()];
      waiting.clear();
      all.forEach((one) => one());
    });
  }
  waiting.set(name, work);
}

function windowOf(session) { return session.window ?? state.info.window; }

function showWindow() {
  const [low, high] = editor.extent;
  by("level").value = (low + high) / 2;
  by("width").value = high - low;
  by("level-text").textContent = number((low + high) / 2);
  by("width-text").textContent = number(high - low);
}

function changeWindow(moving) {
  const level = Number(by("level").value), width = Math.max(Number(by("width").value), Number(by("width").min));
  const window = [level - width / 2, level + width / 2];
  by("level-text").textContent = number(level);
  by("width-text").textContent = number(width);
  if (editor.transfer.domain === "normalised") {
    editor.set(editor.transfer, window);
    throttled("window", () => line.send({type: "window", window, moving}));
  } else {
    editor.stretch(...window);
    editor.draw();
    throttled("transfer", () => line.send({type: "transfer", transfer: editor.transfer, moving}));
  }
}

for (const id of ["level", "width"]) {
  by(id).addEventListener("input", () => changeWindow(true));
  by(id).addEventListener("change", () => changeWindow(false));
}

// ---- the look

/** A control of one field of "look". */
function control(id, event, message) {
  by(id).addEventListener(event, () => {
    const moving = event === "input";
    throttled(id, () => line.send({type: "look", ...message(by(id)), ...(moving ? {moving: true} : {})}));
    if (!moving) {
      line.send({type: "rest"});
    }
    showTexts();
  });
}
for (const event of ["input", "change"]) {
  control("isovalue", event, ({value}) => ({isovalue: Number(value)}));
  control("surface-opacity", event, ({value}) => ({surface_opacity: Number(value)}));
  control("surface-color", event, ({value}) => ({surface_color: fromHex(value)}));
  control("background", event, ({value}) => ({background: fromHex(value)}));
}
control("mode", "change", ({value}) => ({mode: value}));
control("blend", "change", ({value}) => ({blend: value}));
control("shadows", "change", ({value}) => ({shadows: value}));
control("shading", "change", ({checked}) => ({shading: checked ? "phong" : "none"}));
control("occlusion", "change", ({checked}) => ({ambient_occlusion: checked ? 16 : 0}));
control("parallel", "change", ({checked}) => ({projection: checked ? "orthographic" : "perspective"}));

function showTexts() {
  by("isovalue-text").textContent = number(Number(by("isovalue").value));
  by("surface-opacity-text").textContent = Number(by("surface-opacity").value).toFixed(2);
  document.querySelectorAll(".of-surface").forEach((row) => { row.hidden = by("mode").value === "volume"; });
}

by("views").addEventListener("change", () => {
  if (by("views").value) {
    line.send({type: "view", name: by("views").value});
    by("views").value = "";
  }
});
by("home").addEventListener("click", () => line.send({type: "view", name: "first"}));
by("hand").addEventListener("change", () => { view.drag = by("hand").value; });

// ---- the clip box

const axes = ["x", "y", "z"];
const clipInputs = axes.flatMap((axis, i) => ["from", "to"].map((end, k) => {
  const row = document.createElement("div");
  row.className = "row";
  const id = `clip-${axis}-${end}`;
  row.innerHTML = `<label for="${id}">${axis} ${end}</label><input id="${id}" type="range" min="0" max="1" step="0.005"><output for="${id}"></output>`;
  by("clip").append(row);
  const input = row.querySelector("input");
  for (const event of ["input", "change"]) {
    input.addEventListener(event, () => changeClip(i, k, event === "input"));
  }
  return input;
}));

function showClip(clip) {
  clipInputs.forEach((input, n) => {
    const value = clip[n % 2][n >> 1];
    input.value = value;
    input.parentElement.querySelector("output").textContent = `${Math.round(value * 100)} %`;
  });
}

function changeClip(axis, end, moving) {
  const clip = [0, 1].map((k) => axes.map((_, i) => Number(clipInputs[2 * i + k].value)));
  if (clip[0][axis] >= clip[1][axis]) {
    clip[end][axis] = end === 0 ? Math.max(clip[1][axis] - 0.005, 0) : Math.min(clip[0][axis] + 0.005, 1);
  }
  if (clip[0][axis] < clip[1][axis]) {
    showClip(clip);
    throttled("clip", () => line.send({type: "look", clip, moving}));
  }
}
by("clip-reset").addEventListener("click", () => {
  showClip([[0, 0, 0], [1, 1, 1]]);
  line.send({type: "look", clip: [[0, 0, 0], [1, 1, 1]]});
});

// ---- slices

function askSlice() {
  if (by("slice-section").open) {
    throttled("slice", () => line.send({
      type: "slice", axis: Number(by("slice-axis").value), position: Number(by("slice-place").value), longest: 640}));
  }
}
by("slice-section").addEventListener("toggle", askSlice);
by("slice-axis").addEventListener("change", askSlice);
by("slice-place").addEventListener("input", askSlice);

async function showSlice(picture) {
  const image = await createImageBitmap(new Blob([picture.file], {type: picture.type}));
  const canvas = by("slice");
  canvas.width = picture.width;
  canvas.height = picture.height;
  canvas.getContext("2d").drawImage(image, 0, 0);
  image.close();
}

// ---- presets

async function showPresets() {
  if (state.presetsAsked || !state.info) {
    return;
  }
  state.presetsAsked = true;
  const buttons = [{name: "auto", description: "as it was opened"}, ...state.info.presets].map(({name, description}) => {
    const button = document.createElement("button");
    button.type = "button";
    button.title = description;
    button.dataset.name = name;
    button.innerHTML = '<span class="empty"></span>';
    button.append(name.replaceAll("-", " "));
    button.addEventListener("click", () => line.send({type: "preset", name}));
    by("presets").append(button);
    return button;
  });
  showChosenPreset();
  for (const button of buttons) { // one after the other: pages that move come first
    const query = button.dataset.name === "auto" ? "" : `?preset=${encodeURIComponent(button.dataset.name)}`;
    const reply = await api(`thumbnail${query}`).catch(() => null);
    if (reply?.ok) {
      const image = new Image();
      image.alt = "";
      image.src = URL.createObjectURL(await reply.blob());
      await image.decode().catch(() => {});
      URL.revokeObjectURL(image.src);
      button.querySelector(".empty").replaceWith(image);
    }
  }
}
by("preset-section").addEventListener("toggle", showPresets);

function showChosenPreset() {
  for (const button of by("presets").children) {
    button.setAttribute("aria-pressed", button.dataset.name === state.session?.transfer.name);
  }
}

// ---- saving and sharing

function savedSize() {
  const choice = by("saved-size").value;
  const [width, height] = choice.includes("x") ? choice.split("x").map(Number) : view.size.map((edge) => edge * Number(choice));
  const share = Math.min(1, state.info.limits.width / width, state.info.limits.height / height);
  return [Math.floor(width * share), Math.floor(height * share)];
}

by("save").addEventListener("click", async () => {
  by("save").disabled = true;
  try {
    const reply = await api("render?format=png", {method: "POST", body: JSON.stringify({...state.session, size: savedSize()})});
    if (!reply.ok) {
      throw new Error((await reply.json()).error);
    }
    const link = document.createElement("a");
    link.href = URL.createObjectURL(await reply.blob());
    link.download = `${state.info.name.replace(/\.[^.]*$/, "").replaceAll(/[^\w.-]/g, "_") || "picture"}.png`;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10000);
    notice("");
  } catch (error) {
    notice(`The picture was not saved: ${error.message}`);
  } finally {
    by("save").disabled = false;
  }
});

by("share").addEventListener("click", async () => {
  const url = new URL(location.href);
  url.hash = `token=${state.token}&session=${await packSession(state.session)}`;
  history.replaceState(null, "", url);
  try {
    await navigator.clipboard.writeText(url.href);
    by("state").textContent = "link copied; it lets in who has it";
  } catch {
    by("state").textContent = "the address is the link now";
  }
});

// ---- what comes

function begin(info) {
  const first = state.info === null;
  state.info = info;
  document.title = `${info.name} - voxmarch`;
  by("title").textContent = info.name;
  editor.begin(info);
  view.flight = Math.max(...info.voxels.map((count, i) => count * info.spacing[i])) / 60;
  const [low, high] = info.histogram.range;
  Object.assign(by("level"), {min: low, max: high});
  Object.assign(by("width"), {min: (high - low) / 1000, max: 1.5 * (high - low)});
  Object.assign(by("isovalue"), {min: info.range[0], max: info.range[1]});
  if (first) {
    by("views").replaceChildren(new Option("choose", ""), ...info.views.map((name) => new Option(name, name)));
    const facts = {
      Voxels: info.voxels.join(" × "), Spacing: `${info.spacing.map((one) => Number(one.toPrecision(4))).join(" × ")} ${info.unit}`,
      Values: `${number(info.range[0])} to ${number(info.range[1])}`, Channels: info.channels,
      "Drawn by": info.devices.join(", "), Program: `voxmarch ${info.version}`,
    };
    by("facts").replaceChildren(...Object.entries(facts).flatMap(([name, value]) => {
      const [term, text] = [document.createElement("dt"), document.createElement("dd")];
      term.textContent = name;
      text.textContent = value;
      return [term, text];
    }));
    showSession(info.session);
  }
}

function showSession(session) {
  state.session = session;
  const {settings, camera} = session;
  if (!editor.busy) {
    editor.set(session.transfer, windowOf(session));
    showWindow();
  }
  by("mode").value = settings.mode;
  by("blend").value = settings.blend;
  by("shadows").value = settings.shadows;
  by("shading").checked = settings.shading !== "none";
  by("occlusion").checked = settings.ambient_occlusion > 0;
  by("parallel").checked = camera.height !== null;
  by("background").value = toHex(settings.background);
  const surface = settings.surfaces[0];
  if (surface && document.activeElement !== by("isovalue")) {
    by("isovalue").value = surface.isovalue;
    by("surface-opacity").value = surface.opacity;
    by("surface-color").value = toHex(surface.color);
  }
  if (!clipInputs.includes(document.activeElement)) {
    showClip(settings.clip);
  }
  showTexts();
  showChosenPreset();
}

async function firstSession() {
  const packed = fragment().get("session");
  if (!packed) {
    return null;
  }
  try {
    return await unpackSession(packed);
  } catch {
    notice("The link holds no view that can be read.");
    return null;
  }
}

line.addEventListener("message", async ({detail: message}) => {
  if (message.type === "hello") {
    view.begin();
    begin(message.info);
    const again = state.lost ? state.session : await firstSession();
    state.lost = false;
    by("state").textContent = "the first picture is being made";
    state.awaited = true;
    if (again) {
      line.send({type: "session", session: again});
    }
    view.tellSize(true);
    line.send({type: "rest"});
    askSlice();
    notice("");
    showPresetsIfOpen();
  } else if (message.type === "session") {
    showSession(message.session);
    document.body.dataset.request = message.request;
  } else if (message.type === "error") {
    notice(message.message);
  }
});

function showPresetsIfOpen() {
  if (by("preset-section").open) {
    showPresets();
  }
}

line.addEventListener("closed", ({detail}) => {
  state.lost = true;
  by("state").textContent = detail.again ? "no connection, trying again" : "the connection was ended";
});

line.addEventListener("picture", ({detail: picture}) => {
  if (picture.kind === "slice") {
    showSlice(picture);
  } else {
    view.show(picture);
  }
});

function showNumbers(picture) {
  const now = performance.now();
  state.frames = [...state.frames.filter((time) => now - time < 2000), now];
  const rate = state.frames.length > 1 ? (state.frames.length - 1) * 1000 / (now - state.frames[0]) : 0;
  const how = picture.stage === "lossless" ? "lossless" : `JPEG ${picture.quality}`;
  by("numbers").textContent = `${picture.width} × ${picture.height}, ${how}, ${(picture.bytes / 1000).toFixed(0)} kB, ` +
    `${picture.drawnMs.toFixed(1)} ms drawn${rate > 0.5 && picture.stage === "moving" ? `, ${rate.toFixed(0)} pictures/s` : ""}`;
  document.body.dataset.stage = picture.stage;
  if (state.awaited) {
    state.awaited = false;
    by("state").textContent = "connected";
  }
}
