// What the page's own messages make of a session, before the server tells.

/** The look of a channel, by its place among those that are drawn. */
export const lookOf = (session, channel) => channel === 0
  ? {visible: true, weight: 1, ...session.first_channel, transfer: session.transfer, window: session.window}
  : session.other_channels[channel - 1];

const given = (fields) => Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));

/** @param look  transfer, window, visible, weight: what is another one */
function withLook(session, channel, look) {
  if (channel > 0) {
    return {...session, other_channels: session.other_channels.map((one, i) => i === channel - 1 ? {...one, ...look} : one)};
  }
  const {transfer, window, ...share} = look;
  return {
    ...session, ...given({transfer}), ...("window" in look ? {window: window ?? undefined} : {}),
    ...(Object.keys(share).length ? {first_channel: {...session.first_channel, ...share}} : {}),
  };
}

function withSettings(settings, {isovalue, surface_opacity: opacity, surface_color: color, shading, ...look}) {
  const [surface, ...others] = settings.surfaces;
  const known = ["mode", "blend", "shadows", "ambient_occlusion", "background", "clip", "clip_planes", "clip_inverted"];
  return {
    ...settings, ...given(Object.fromEntries(known.map((name) => [name, look[name]]))), ...given({shading}),
    surfaces: surface ? [{...surface, ...given({isovalue, opacity, color})}, ...others] : settings.surfaces,
  };
}

/** @param change  labels (all without), visibility, color: what is another one */
const withLabels = (session, {labels, visibility, color}) => session.labels?.styles ? {
  ...session, labels: {...session.labels, styles: session.labels.styles.map((style, label) =>
    !labels || labels.includes(label) ? {...style, ...given({visibility, color})} : style)},
} : session;

const withAnnotation = (session, {annotation, visible, name, removed}) => session.annotations ? {
  ...session, annotations: session.annotations.flatMap((one, i) => i !== annotation ? [one] : removed ? [] : [{...one, ...given({visible, name})}]),
} : session;

/** The session after a message. Cameras, presets and links are the server's to find: it tells what came of them. */
export function edited(session, message) {
  const channel = message.channel ?? 0;
  switch (message.type) {
  case "transfer": return withLook(session, channel, {transfer: structuredClone(message.transfer)});
  case "window": return withLook(session, channel, {window: message.window});
  case "channel": return withLook(session, channel, given({visible: message.visible, weight: message.weight}));
  case "time": return {...session, volume: {...session.volume, time: message.time}};
  case "labels": return withLabels(session, message);
  case "annotation": return withAnnotation(session, message);
  case "look": return {...session, settings: withSettings(session.settings, message)};
  default: return session;
  }
}
