// Puts the page together: what comes from the server is shown, what hands do goes to it.

import {Line} from "./line.js";
import {View} from "./view.js";
import {TransferEditor} from "./transfer.js";
import {Clip} from "./clip.js";
import {Slice} from "./slice.js";
import {Labels} from "./labels.js";
import {Measure} from "./measure.js";
import {Pointing} from "./pointing.js";
import {Statistics} from "./statistics.js";
import {Times} from "./times.js";
import {edited, lookOf as lookOfChannel} from "./edits.js";
import {saving} from "./save.js";
import {by, editWaits, flush, forget, forgetAll, fromHex, held, sayRange, shownUnit, showList, throttled, toHex, withUnit} from "./tools.js";
import {api, mention, openServer, server, tellState} from "./server.js";
import {fragment, unpackSession} from "./share.js";
import {tab} from "./tab.js";

const state = {info: null, session: null, channel: 0, lost: false, awaited: false, presetsOf: null,
  refused: 0, drawn: null, linked: 0, full: false, focused: null};

/** What is known of the values of the channel that is chosen. */
const values = () => state.info.channels[state.channel];
const number = (value) => withUnit(value, state.info ? values().value_unit : "");

function notice(text) {
  if (by("notice").textContent !== text) { // screen readers say it once
    by("notice").textContent = text;
  }
  by("notice").hidden = !text;
}

const line = new Line(openServer);
const view = new View(by("view"), line, showPicture);
const statistics = new Statistics(line);
const times = new Times(line, () => slice.ask());
const clip = new Clip((look, moving) => line.send({type: "look", ...look, moving}), cameraNow);
const slice = new Slice(line, () => ({place: state.channel, values: values()}));

const pointing = new Pointing(line);
pointing.add(by("view"), (at) => { flush(); view.flush(); return {at, channel: state.channel}; });
pointing.add(by("slice"), (at) => ({at, ...slice.shown, channel: state.channel}));
const labels = new Labels(line, pointing, () => slice.ask());
const measure = new Measure(line, pointing, {channel: () => state.channel, name: () => state.info.name, changed: () => slice.ask()});

// ---- the transfer function

const editor = new TransferEditor(by("editor"), {
  value: by("point-value"), opacity: by("point-opacity"), color: by("point-color"),
  valueField: by("value-field"), opacityField: by("opacity-field"), colorField: by("color-field"), remove: by("point-remove"),
  shapes: by("shape-add"), hint: by("editor-hint"),
}, (moving) => {
  if (moving) {
    throttled("transfer", () => sendTransfer(true));
  } else {
    forget("transfer");
    sendTransfer(false);
    line.send({type: "rest"});
  }
  showWindow();
  showChosenPreset();
});

function sendTransfer(moving) { line.send({type: "transfer", transfer: editor.transfer, channel: state.channel, moving}); }

/** The look of the channel that is chosen. */
const lookOf = (session) => lookOfChannel(session, state.channel);

/** @param all  also numbers that are typed */
function showWindow(all) {
  const [low, high] = editor.extent;
  putWindow((low + high) / 2, high - low);
  sayWindow((low + high) / 2, high - low, all);
}

/** Sliders reach over the values of the channel, and as far as the window that they show; not further after it. */
function putWindow(level, width) {
  if (!held("level") && !held("width")) {
    const [low, high] = values().histogram.range;
    Object.assign(by("level"), {min: Math.min(low, level), max: Math.max(high, level)});
    Object.assign(by("width"), {min: width > 0 ? Math.min((high - low) / 1000, width) : (high - low) / 1000, max: Math.max(1.5 * (high - low), width)});
  }
  by("level").value = level;
  by("width").value = width;
}

function sayWindow(level, width, all) {
  for (const [id, value] of [["level", level], ["width", width]]) {
    sayRange(id, number(value));
    if (all || document.activeElement !== by(`${id}-number`)) {
      by(`${id}-number`).value = Number(value.toPrecision(5));
    }
    by(`${id}-unit`).textContent = values().value_unit;
  }
}

function changeWindow(moving) {
  const level = Number(by("level").value), width = Math.max(Number(by("width").value), Number(by("width").min));
  showFor(level, width, moving);
}

function showFor(level, width, moving) {
  const window = [level - width / 2, level + width / 2];
  sayWindow(level, width);
  if (editor.transfer.domain === "normalised") {
    editor.set(editor.transfer, window);
    throttled("window", () => line.send({type: "window", window, channel: state.channel, moving}));
  } else {
    editor.stretch(...window);
    editor.draw();
    throttled("transfer", () => sendTransfer(moving));
    showChosenPreset();
  }
}

for (const id of ["level", "width"]) {
  by(id).addEventListener("input", () => changeWindow(true));
  by(id).addEventListener("change", () => changeWindow(false));
  by(`${id}-number`).addEventListener("change", () => { // sliders have ends, numbers have none
    const [level, width] = ["level-number", "width-number"].map((one) => by(one).valueAsNumber); // NaN: no number
    if (Number.isFinite(level) && width > 0) {
      putWindow(level, width);
      showFor(level, width, false);
    } else {
      mention(id === "level" ? "a level must be a number" : "a width must be a number above 0");
      showWindow(true);
    }
  });
}

// ---- channels

by("channel").addEventListener("change", () => {
  flush(); // what waits is of the channel that was chosen
  state.channel = Number(by("channel").value);
  showValues();
  showSession(state.session);
  showPresets();
  line.send({type: "tell"}); // also what the page does not find itself, as presets
  slice.show();
  slice.ask();
});
by("channel-visible").addEventListener("change", () => {
  line.send({type: "channel", channel: state.channel, visible: by("channel-visible").checked});
  line.send({type: "rest"});
});
for (const event of ["input", "change"]) {
  by("weight").addEventListener(event, () => {
    sayRange("weight", Number(by("weight").value).toFixed(2));
    throttled("weight", () => line.send({type: "channel", channel: state.channel, weight: Number(by("weight").value), moving: event === "input"}));
  });
}

function showValues() { editor.begin(values()); }

// ---- the look

/** A control of one field of "look". */
function control(id, event, message) {
  by(id).addEventListener(event, () => {
    const moving = event === "input";
    throttled(id, () => line.send({type: "look", ...message(by(id)), ...(moving ? {moving: true} : {})}));
    if (!moving) {
      flush();
      line.send({type: "rest"});
      line.send({type: "tell"}); // what came of it: surfaces have values from the start
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
  sayRange("isovalue", number(Number(by("isovalue").value)));
  sayRange("surface-opacity", Number(by("surface-opacity").value).toFixed(2));
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

/** Buttons that fly or roll as long as they are held; a key presses them once. */
for (const button of by("fly").querySelectorAll("button")) {
  const step = () => button.dataset.key ? view.fly(button.dataset.key) : view.roll(Number(button.dataset.roll));
  let timer = null;
  button.addEventListener("pointerdown", () => { step(); clearInterval(timer); timer = setInterval(step, 50); });
  for (const end of ["pointerup", "pointercancel", "pointerleave"]) {
    button.addEventListener(end, () => clearInterval(timer));
  }
  button.addEventListener("click", ({detail}) => { if (detail === 0) { step(); } }); // by a key
}

// ---- presets

/** Those that suit the channel that is chosen, as pictures of it. */
async function showPresets() {
  const {channel, info} = state;
  if (!info || state.presetsOf === channel || !by("preset-section").open) {
    return;
  }
  state.presetsOf = channel;
  by("presets").replaceChildren();
  const suiting = info.presets.filter(({name}) => info.channels[channel].presets.includes(name));
  const buttons = [{name: "auto", description: "as it was opened"}, ...suiting].map(({name, description}) => {
    const button = document.createElement("button");
    button.type = "button";
    button.title = description;
    button.dataset.name = name;
    button.innerHTML = '<span class="empty"></span>';
    button.append(name.replaceAll("-", " "));
    button.addEventListener("click", () => {
      flush();
      line.send({type: "preset", name, channel});
      line.send({type: "tell"});
    });
    by("presets").append(button);
    return button;
  });
  showChosenPreset();
  for (const button of buttons) { // one after the other: pages that move come first
    const preset = `preset=${encodeURIComponent(button.dataset.name)}`;
    const reply = await api(`thumbnail?${preset}${info.channels.length > 1 ? `&channel=${channel}` : ""}`).catch(() => null);
    if (state.info !== info || state.presetsOf !== channel) {
      return; // another one was chosen meanwhile
    }
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
    button.setAttribute("aria-pressed", button.dataset.name === editor.transfer?.name);
  }
}

// ---- saving and sharing

const saver = saving({
  line, state, notice, size: () => view.size,
  current: (session) => slice.into(session), // with what slices show, which no picture tells
  finish: () => { flush(); view.flush(); },
  places: () => `${slice.across === "z" ? "" : `&across=${slice.across}`}${state.channel ? `&channel=${state.channel}` : ""}`,
});

/** The camera that is seen with by now, drawn or not. */
async function cameraNow() {
  try {
    return (await saver.newest()).camera;
  } catch (error) {
    notice(`The camera is not known: ${error.message}`);
    return null;
  }
}

line.addEventListener("edit", ({detail}) => {
  state.session = state.session && edited(state.session, detail);
});

// ---- what comes

/** Whether views of one volume are views of the other. */
const isSame = (one, other) => one?.name === other.name && `${one.voxels}` === `${other.voxels}`;

function begin(info) {
  const same = isSame(state.info, info);
  state.info = info;
  document.title = `${info.name} - voxmarch`;
  by("title").textContent = info.name;
  state.channel = Math.min(state.channel, info.channels.length - 1);
  showValues();
  clip.begin(info);
  slice.begin(info);
  times.begin(info);
  labels.begin(info);
  view.flight = Math.max(...info.voxels.map((count, i) => count * info.spacing[i])) / 60;
  const {range, mean, percentiles} = info.channels[0];
  Object.assign(by("isovalue"), {min: range[0], max: range[1]});
  by("channels").hidden = info.channels.length < 2;
  if (!same) { // also where a server starts again with another volume
    by("views").replaceChildren(new Option("choose", ""), ...info.views.map((name) => new Option(name, name)));
    by("channel").replaceChildren(...info.channels.map(({name}, i) => new Option(name, i)));
    const facts = {
      Voxels: info.voxels.join(" × "), Spacing: `${info.spacing.map((one) => Number(one.toPrecision(4))).join(" × ")} ${shownUnit(info.unit)}`,
      Values: `${number(range[0])} to ${number(range[1])}`, Mean: number(mean),
      "1, 50, 99 % below": percentiles.map(number).join(", "), Channels: info.channels.length,
      ...(info.times > 1 ? {Times: info.times} : {}),
      ...(info.bricks ? {"In bricks": `room for ${info.bricks.room} of ${info.bricks.all}, ${info.bricks.edge} cells along each edge`} : {}),
      ...(info.notes?.length ? {Notes: info.notes.join("; ")} : {}),
      "Drawn by": `${info.devices.join(", ")}${info.draw_together ? ", together" : ""}`, Program: `voxmarch ${info.version}`,
    };
    showList(by("facts"), facts);
    by("presets").replaceChildren();
    state.presetsOf = null;
    pointing.end();
    showSession(info.session);
    slice.take(info.session);
  }
}

/** Takes what the server tells, unless it is older than what was done here: then a newer one follows. */
function takeSession({request, session}) {
  if (request < line.edited || editWaits()) {
    return;
  }
  const all = state.linked > 0;
  state.linked = 0;
  showSession(session, all);
}

/** Every control as the session says. @param all  of a link: also those that have the focus */
function showSession(session, all = false) {
  state.session = session;
  const {settings, camera} = session;
  const look = lookOf(session);
  if (all || !editor.busy) {
    editor.set(look.transfer, look.window ?? values().window, all);
    showWindow(all);
  }
  by("channel-visible").checked = look.visible;
  if (!held("weight")) {
    by("weight").value = look.weight;
    sayRange("weight", look.weight.toFixed(2));
  }
  by("mode").value = settings.mode;
  by("blend").value = settings.blend;
  by("shadows").value = settings.shadows;
  by("shading").checked = settings.shading !== "none";
  by("occlusion").checked = settings.ambient_occlusion > 0;
  by("parallel").checked = camera.height !== null;
  by("background").value = toHex(settings.background);
  const surface = settings.surfaces[0];
  if (surface) {
    for (const [id, value] of [["isovalue", surface.isovalue], ["surface-opacity", surface.opacity], ["surface-color", toHex(surface.color)]]) {
      if (!held(id)) {
        by(id).value = value;
      }
    }
  }
  clip.show(settings, all);
  times.show(session.volume.time ?? 0, all);
  labels.show(session);
  measure.show(session);
  showTexts();
  showChosenPreset();
}

/** A page that is loaded again, or come back to, shows what it showed; links that are opened show theirs. */
window.addEventListener("pagehide", () => {
  if (state.session) {
    const {name, voxels} = state.info;
    tab.set("voxmarch-view", JSON.stringify({
      name, voxels, hash: location.hash, session: slice.into(state.session), channel: state.channel, across: slice.across}));
  }
});

function viewBefore() {
  const how = performance.getEntriesByType("navigation")[0]?.type, text = tab.get("voxmarch-view");
  tab.remove("voxmarch-view");
  const view = text && (how === "reload" || how === "back_forward") ? JSON.parse(text) : null;
  if (!view || view.hash !== location.hash || !isSame(view, state.info)) {
    return null;
  }
  takePlaces(view.channel, view.across);
  return view.session;
}

/** The channel and the slice's axis of a link or a view. */
function takePlaces(channel, across) {
  state.channel = channel > 0 && channel < state.info.channels.length ? channel : 0;
  by("channel").value = state.channel;
  slice.across = across;
  showValues();
}

async function firstSession() {
  const packed = fragment().get("session");
  if (!packed) {
    return null;
  }
  takePlaces(Number(fragment().get("channel")), fragment().get("across") ?? "z");
  try {
    return await unpackSession(packed);
  } catch {
    notice("The link holds no view that can be read.");
    return null;
  }
}

/** A link of this server in the same tab. */
window.addEventListener("hashchange", async () => {
  const token = fragment().get("token");
  if (token && token !== server.token) {
    state.session = null; // which is of the server before
    return location.reload();
  }
  if (!state.info || state.lost) {
    state.session = null; // the link is taken when the server is there
    return;
  }
  notice("");
  const session = await firstSession();
  if (session) {
    sendSession(session);
    line.send({type: "rest"});
  }
});

/** A whole session, and what became of it. */
function sendSession(session) {
  forgetAll(); // it is of the view before
  state.linked = line.send({type: "session", session});
  slice.take(session);
  line.send({type: "tell"});
}

/** What the line carries is taken from now on, or nothing is. */
function showAlive(alive) {
  if (!alive && by("panel").contains(document.activeElement)) {
    state.focused = document.activeElement;
  }
  by("panel").inert = !alive;
  if (alive && document.activeElement === document.body) {
    state.focused?.focus({preventScroll: true});
  }
  state.focused = alive ? null : state.focused;
}

line.addEventListener("message", async ({detail: message}) => {
  if (message.type === "hello") {
    notice("");
    view.begin();
    const before = state.info, other = before !== null && !isSame(before, message.info);
    const kept = state.lost && state.session && !other ? slice.into(state.session) : null; // before what a new server says takes its place
    begin(message.info);
    const again = other ? null : kept ?? (before ? null : viewBefore()) ?? await firstSession();
    if (other) {
      notice(`The server shows another volume now: ${message.info.name}.`);
    }
    state.lost = false;
    tellState("the first picture is being made");
    state.awaited = true;
    view.tellSize(true); // before the view, which has been of this size
    if (again) {
      sendSession(again);
    }
    showAlive(true);
    measure.read();
    statistics.tell();
    line.send({type: "rest"});
    slice.ask();
    showPresets();
    state.refused = other ? line.newest : 0; // the notice stays until something is done
  } else if (message.type === "told") {
    takeSession(message);
    saver.told(message);
  } else if (message.type === "picked") {
    pointing.picked(message);
  } else if (message.type === "readings") {
    measure.told(message);
  } else if (message.type === "session") {
    state.drawn = message.session;
    if (state.refused && message.request > state.refused) {
      state.refused = 0;
      notice(""); // what followed was taken
    }
    takeSession(message);
    statistics.counted(message.statistics);
    document.body.dataset.request = message.request;
  } else if (message.type === "error") {
    state.full = message.code === "full";
    notice(message.message);
    takeBack(message);
  }
});

/** Controls show what is drawn, not what was refused. */
function takeBack({code, request}) {
  if (code === "draw" && state.drawn && !state.refused) { // the server keeps what it could not draw
    line.send({type: "session", session: slice.into(state.drawn)});
    line.send({type: "rest"});
  }
  state.refused = code === "draw" || code === "message" ? Math.max(request, line.newest) : state.refused;
  if (code === "message" || code === "draw") {
    line.send({type: "tell"});
  }
}

line.addEventListener("closed", ({detail}) => {
  state.lost = true;
  by("busy").hidden = true;
  showAlive(false);
  saver.lost();
  pointing.lost();
  if (state.full) { // which is told over the picture
    tellState("the server is full, trying again");
    state.full = false;
    return;
  }
  tellState(detail.again ? "no connection, trying again" : "the connection was ended");
  notice(detail.again ? "There is no connection: what is done now is lost. The view comes back with it."
    : "The connection was ended. Load the page again.");
});

line.addEventListener("silent", ({detail: silent}) => {
  tellState(silent || (state.awaited ? "the first picture is being made" : "connected"));
});

line.addEventListener("drawing", ({detail: {drawing, sample, samples}}) => {
  by("busy").textContent = sample ? `tracing light, sample ${sample} of ${samples}` : "drawing";
  by("busy").hidden = !drawing;
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
    tellState("connected");
  }
}
