// Puts the page together: what comes from the server is shown, what hands do goes to it.

import {Line} from "./line.js";
import {View} from "./view.js";
import {TransferEditor} from "./transfer.js";
import {Clip} from "./clip.js";
import {Slice} from "./slice.js";
import {Statistics} from "./statistics.js";
import {Times} from "./times.js";
import {by, forget, fromHex, showList, throttled, toHex, withUnit} from "./tools.js";
import {fragment, packSession, unpackSession} from "./share.js";

const state = {info: null, session: null, token: "", channel: 0, lost: false, awaited: false, presetsAsked: false};

/** What is known of the values of the channel that is chosen. */
const values = () => state.info.channels[state.channel];
const number = (value) => withUnit(value, state.info ? values().value_unit : "");

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
const view = new View(by("view"), line, showPicture);
const statistics = new Statistics(line);
const times = new Times(line);
const clip = new Clip((look, moving) => line.send({type: "look", ...look, moving}), () => state.session.camera);
const slice = new Slice(line, () => ({place: state.channel, values: values()}));

// ---- the transfer function

const editor = new TransferEditor(by("editor"), {
  value: by("point-value"), opacity: by("point-opacity"), color: by("point-color"),
  valueField: by("value-field"), opacityField: by("opacity-field"), colorField: by("color-field"), remove: by("point-remove"),
  hint: by("editor-hint"),
}, (moving) => {
  if (moving) {
    throttled("transfer", () => sendTransfer(true));
  } else {
    forget("transfer");
    sendTransfer(false);
    line.send({type: "rest"});
  }
  showWindow();
});

function sendTransfer(moving) { line.send({type: "transfer", transfer: editor.transfer, channel: state.channel, moving}); }

/** The look of the channel that is chosen. */
function lookOf(session) {
  return state.channel === 0 ? {visible: true, weight: 1, ...session.first_channel, transfer: session.transfer, window: session.window}
    : session.other_channels[state.channel - 1];
}

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
    throttled("window", () => line.send({type: "window", window, channel: state.channel, moving}));
  } else {
    editor.stretch(...window);
    editor.draw();
    throttled("transfer", () => sendTransfer(moving));
  }
}

for (const id of ["level", "width"]) {
  by(id).addEventListener("input", () => changeWindow(true));
  by(id).addEventListener("change", () => changeWindow(false));
}

// ---- channels

by("channel").addEventListener("change", () => {
  state.channel = Number(by("channel").value);
  showValues();
  showSession(state.session);
  slice.show();
  slice.ask();
});
by("channel-visible").addEventListener("change", () => {
  line.send({type: "channel", channel: state.channel, visible: by("channel-visible").checked});
  line.send({type: "rest"});
});
for (const event of ["input", "change"]) {
  by("weight").addEventListener(event, () => {
    by("weight-text").textContent = Number(by("weight").value).toFixed(2);
    throttled("weight", () => line.send({type: "channel", channel: state.channel, weight: Number(by("weight").value), moving: event === "input"}));
  });
}

/** Ranges of sliders, of the values of the channel. */
function showValues() {
  const channel = values(), [low, high] = channel.histogram.range;
  editor.begin(channel);
  Object.assign(by("level"), {min: low, max: high});
  Object.assign(by("width"), {min: (high - low) / 1000, max: 1.5 * (high - low)});
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
    button.addEventListener("click", () => line.send({type: "preset", name, channel: state.channel}));
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
    button.setAttribute("aria-pressed", Boolean(state.session) && button.dataset.name === lookOf(state.session).transfer.name);
  }
}

// ---- saving and sharing

/** The session with what slices show, which no picture tells. */
const current = () => slice.into(state.session);

function savedSize() {
  const choice = by("saved-size").value;
  const [width, height] = choice.includes("x") ? choice.split("x").map(Number) : view.size.map((edge) => edge * Number(choice));
  const share = Math.min(1, state.info.limits.width / width, state.info.limits.height / height);
  return [Math.floor(width * share), Math.floor(height * share)];
}

by("save").addEventListener("click", async () => {
  by("save").disabled = true;
  try {
    const reply = await api("render?format=png", {method: "POST", body: JSON.stringify({...current(), size: savedSize()})});
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
  url.hash = `token=${state.token}&session=${await packSession(current())}`;
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
  state.channel = Math.min(state.channel, info.channels.length - 1);
  showValues();
  clip.begin(info);
  slice.begin(info);
  times.begin(info);
  view.flight = Math.max(...info.voxels.map((count, i) => count * info.spacing[i])) / 60;
  const {range, mean, percentiles} = info.channels[0];
  Object.assign(by("isovalue"), {min: range[0], max: range[1]});
  by("channels").hidden = info.channels.length < 2;
  if (first) {
    by("views").replaceChildren(new Option("choose", ""), ...info.views.map((name) => new Option(name, name)));
    by("channel").replaceChildren(...info.channels.map(({name}, i) => new Option(name, i)));
    const facts = {
      Voxels: info.voxels.join(" × "), Spacing: `${info.spacing.map((one) => Number(one.toPrecision(4))).join(" × ")} ${info.unit}`,
      Values: `${number(range[0])} to ${number(range[1])}`, Mean: number(mean),
      "1, 50, 99 % below": percentiles.map(number).join(", "), Channels: info.channels.length,
      ...(info.times > 1 ? {Times: info.times} : {}),
      ...(info.bricks ? {"In bricks": `room for ${info.bricks.room} of ${info.bricks.all}, ${info.bricks.edge} cells along each edge`} : {}),
      "Drawn by": `${info.devices.join(", ")}${info.draw_together ? ", together" : ""}`, Program: `voxmarch ${info.version}`,
    };
    showList(by("facts"), facts);
    showSession(info.session);
    slice.take(info.session);
  }
}

function showSession(session) {
  state.session = session;
  const {settings, camera} = session;
  const look = lookOf(session);
  if (!editor.busy) {
    editor.set(look.transfer, look.window ?? values().window);
    showWindow();
  }
  by("channel-visible").checked = look.visible;
  if (document.activeElement !== by("weight")) {
    by("weight").value = look.weight;
    by("weight-text").textContent = look.weight.toFixed(2);
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
  clip.show(settings);
  times.show(session.volume.time ?? 0);
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
    const again = state.lost ? current() : await firstSession();
    state.lost = false;
    by("state").textContent = "the first picture is being made";
    state.awaited = true;
    if (again) {
      line.send({type: "session", session: again});
      slice.take(again);
    }
    statistics.tell();
    view.tellSize(true);
    line.send({type: "rest"});
    slice.ask();
    notice("");
    showPresetsIfOpen();
  } else if (message.type === "session") {
    showSession(message.session);
    statistics.counted(message.statistics);
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
    slice.draw(picture);
  } else {
    view.show(picture);
  }
});

function showPicture(picture) {
  statistics.shown(picture);
  times.shown(picture);
  document.body.dataset.stage = picture.stage;
  if (state.awaited) {
    state.awaited = false;
    by("state").textContent = "connected";
  }
}
