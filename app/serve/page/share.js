// A view as a link: its session in the part of the address that browsers keep for themselves.

const encode = (bytes) => btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""))
  .replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
const decode = (text) => Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (c) => c.charCodeAt(0));

const through = async (bytes, stream) =>
  new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer());

/** The fragment's fields. */
export const fragment = () => new URLSearchParams(location.hash.slice(1));

/** "z..": deflated, where the browser can, "j..": as it is. */
export async function packSession(session) {
  const bytes = new TextEncoder().encode(JSON.stringify(session));
  return typeof CompressionStream === "undefined" ? "j" + encode(bytes)
    : "z" + encode(await through(bytes, new CompressionStream("deflate-raw")));
}

/** @throws for what is no session */
export async function unpackSession(text) {
  const bytes = decode(text.slice(1));
  return JSON.parse(new TextDecoder().decode(text[0] === "z" ? await through(bytes, new DecompressionStream("deflate-raw")) : bytes));
}
