// The server that the page talks to: its token, its HTTP API, and how the connection is.

import {by} from "./tools.js";
import {fragment} from "./share.js";
import {tab} from "./tab.js";

export const server = {token: ""};

/** One text, and what is said in its place for some seconds. */
const connection = {text: "connecting", passing: 0};

export function tellState(text) {
  connection.text = text;
  clearTimeout(connection.passing);
  connection.passing = 0;
  by("state").textContent = text;
}

export function mention(text) {
  by("state").textContent = text;
  clearTimeout(connection.passing);
  connection.passing = setTimeout(() => tellState(connection.text), 5000);
}

/** Above, and in the dialog, which is before all else. */
function tellOfToken(text) {
  tellState(text);
  by("ask-problem").textContent = text ? `${text[0].toUpperCase()}${text.slice(1)}.` : "";
  by("ask-problem").hidden = !text;
}

/** The token of the address, else of this tab, else of whom asks for the page. */
async function findToken() {
  const given = fragment().get("token") || tab.get("voxmarch-token");
  if (given) {
    tab.set("voxmarch-token", given);
    return given;
  }
  const dialog = by("ask");
  let token = "";
  while (!token) { // Escape closes it
    dialog.showModal();
    await new Promise((done) => dialog.addEventListener("close", done, {once: true}));
    token = by("token").value.trim();
    if (!token) {
      tellOfToken("a token is needed");
    }
  }
  tab.set("voxmarch-token", token);
  return token;
}

export const api = (path, options = {}) => fetch(path, {...options, headers: {Authorization: `Bearer ${server.token}`, ...options.headers}});

/** The token, once there is a server that takes it; asks again where it does not. */
export async function openServer() {
  for (let pause = 1000; ; pause = Math.min(2 * pause, 10000)) {
    server.token = await findToken();
    try {
      const reply = await api("info", {signal: AbortSignal.timeout(10000)});
      if (reply.status !== 401 && reply.status !== 429) {
        return server.token;
      }
      tellOfToken(reply.status === 401 ? "the token is wrong" : "too many wrong tokens");
      tab.remove("voxmarch-token");
      const kept = fragment();
      kept.delete("token"); // a view stays
      history.replaceState(null, "", `${location.pathname}${location.search}${`${kept}` ? `#${kept}` : ""}`);
      by("token").value = "";
    } catch {
      tellState("no connection, trying again");
      await new Promise((done) => setTimeout(done, pause));
    }
  }
}
