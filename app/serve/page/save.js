// Saving the picture and copying the link, both of all that was done until now.

import {by, keepFile} from "./tools.js";
import {api, mention, server} from "./server.js";
import {packSession} from "./share.js";

const ANSWER_MS = 10000;

/** @param page  line, state, notice(text), size(), current(session), finish(): sends what waits, places(): of links
 *  @return newest(), and told(message) and lost() for what comes of the line */
export function saving(page) {
  const questions = new Map(); // what waits for an answer, by its request

  /** The session with all that was done until now, drawn or not. @throws where nobody answers */
  async function newest() {
    if (!page.line.open || page.state.lost) {
      throw new Error("there is no connection");
    }
    page.finish();
    const request = page.line.send({type: "tell"});
    const session = await new Promise((done, fail) => {
      questions.set(request, {done, fail});
      setTimeout(() => fail(new Error("the server does not answer")), ANSWER_MS);
    }).finally(() => questions.delete(request));
    return page.current(session);
  }

  function savedSize() {
    const choice = by("saved-size").value;
    const [width, height] = choice.includes("x") ? choice.split("x").map(Number) : page.size().map((edge) => edge * Number(choice));
    const {limits} = page.state.info;
    const share = Math.min(1, limits.width / width, limits.height / height);
    return [Math.floor(width * share), Math.floor(height * share)];
  }

  async function save() {
    const {name} = page.state.info;
    const reply = await api("render?format=png&embed=name", {method: "POST", body: JSON.stringify({...await newest(), size: savedSize()})});
    if (!reply.ok) {
      throw new Error((await reply.json()).error);
    }
    keepFile(await reply.blob(), name, ".png");
  }

  by("save").addEventListener("click", async () => {
    by("save").disabled = true;
    try {
      await save();
      page.notice("");
    } catch (error) {
      page.notice(`The picture was not saved: ${error.message}`);
    } finally {
      by("save").disabled = false;
    }
  });

  by("share").addEventListener("click", async () => {
    const url = new URL(location.href);
    try {
      url.hash = `token=${server.token}&session=${await packSession(await newest())}${page.places()}`;
    } catch (error) {
      return page.notice(`The link was not made: ${error.message}`);
    }
    history.replaceState(null, "", url);
    try {
      await navigator.clipboard.writeText(url.href);
      mention("link copied; it lets in who has it");
    } catch {
      mention("the address is the link now");
    }
  });

  return {
    newest,
    told: ({request, session}) => questions.get(request)?.done(session),
    lost: () => questions.forEach(({fail}) => fail(new Error("there is no connection"))),
  };
}
