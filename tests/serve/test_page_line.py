"""The page where the line breaks, keys change, links are followed and wishes are refused.

usage: test_page_line.py VOXMARCH
"""
# needs: numpy, PIL, playwright

import socket
import sys
import tempfile
import threading
from pathlib import Path

import numpy as np
from PIL import Image

from browsers import chromium
from checks import expect, problems
from made_volumes import ball, write_nrrd
from serving import Server
from test_page import VOLUME, becomes, canvas, change, open_page, set_range, settle, until

STATE = "document.getElementById('state').textContent"


class Gateway:
    """Passes bytes on to a server, until it forgets to, as gateways do that have seen nothing for long."""

    def __init__(self, port):
        self.port_behind, self.holds = port, False
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.host, self.port = self.listener.getsockname()
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        while True:
            try:
                near, _ = self.listener.accept()
                far = socket.create_connection(("127.0.0.1", self.port_behind))
            except OSError:
                return
            for pair in ((near, far), (far, near)):
                threading.Thread(target=self.carry, args=pair, daemon=True).start()

    def carry(self, source, sink):
        born_held = self.holds
        try:
            while data := source.recv(65536):
                if self.holds or born_held:
                    continue  # it is lost, and nobody is told
                sink.sendall(data)
            sink.shutdown(socket.SHUT_WR)
        except OSError:
            pass


def test_silence(browser, server):
    """A line that carries nothing any more is told of, and a new one is made."""
    errors = []
    gateway = Gateway(server.port)
    page = open_page(browser, gateway, f"token={server.token}", errors, viewport={"width": 500, "height": 400})
    settle(page)
    until(page, f"{STATE} === 'connected'")
    gateway.holds = True
    until(page, f"{STATE}.includes('no answer')", 20)
    until(page, f"{STATE}.includes('no connection')", 40)
    gateway.holds = False
    until(page, f"{STATE} === 'connected'", 60)
    expect(change(page, lambda: page.keyboard.press("Home") if page.focus("#view") else page.select_option("#views", "left")) > 0.5,
           "the new line draws")
    page.close()


def test_other_token(browser, program):
    """A server that starts again with another token asks for it."""
    errors = []
    with Server(program, VOLUME, "--token", "the-first-of-two-tokens") as server:
        page = open_page(browser, server, f"token={server.token}", errors, viewport={"width": 500, "height": 400})
        settle(page)
        expect(change(page, lambda: page.select_option("#views", "left")) > 0.5, "a view from the left")
        before, port = canvas(page), server.port
    with Server(program, VOLUME, "--token", "the-second-of-two-tokens", "--port", str(port)):
        page.wait_for_selector("#ask[open]", timeout=60000)
        expect("wrong" in page.text_content("#state"), "the page tells that the token is another one")
        page.keyboard.press("Escape")
        page.wait_for_selector("#ask[open]")
        page.fill("#token", "the-second-of-two-tokens")
        page.evaluate("document.body.dataset.stage = ''")
        page.click("#ask button")
        expect(becomes(page, before), "the view is as it was before the token changed")
        page.close()


def test_other_volume(browser, program):
    """A server that starts again with another volume: it is shown, and told of."""
    errors = []
    with Server(program, VOLUME, "--token", "a-token-of-two-volumes") as server:
        page = open_page(browser, server, f"token={server.token}", errors, viewport={"width": 500, "height": 400})
        settle(page)
        page.select_option("#blend", "mip")
        settle(page)
        port = server.port
    page.evaluate("document.body.dataset.stage = ''")
    with Server(program, "synthetic:torus:48", "--token", "a-token-of-two-volumes", "--port", str(port)):
        until(page, "document.getElementById('title').textContent === 'synthetic:torus:48'", 60)
        expect(page.text_content("#notice") == "The server shows another volume now: synthetic:torus:48.", "another volume is told of")
        settle(page)
        expect(page.input_value("#blend") == "composite" and page.is_visible("#notice"), "it is shown as it was opened")
        page.select_option("#views", "left")
        until(page, "document.getElementById('notice').hidden", 20)
        page.close()


def test_loaded_again(browser, server):
    """A page that is loaded again or come back to shows what it showed; a link shows its own view; tabs that may keep nothing work."""
    errors = []
    page = open_page(browser, server, f"token={server.token}", errors, viewport={"width": 500, "height": 400})
    settle(page)
    expect(change(page, lambda: page.select_option("#views", "left")) > 0.5, "a view from the left")
    before, first = canvas(page), page.url
    for way in (page.reload, lambda: (page.goto("about:blank"), page.go_back())):
        way()
        expect(becomes(page, before), "the page that was loaded again shows another view")
    page.goto("about:blank")
    page.goto(first)
    settle(page)
    expect((canvas(page) != before).any(), "an address that is opened anew shows the first view")
    page.close()
    page = browser.new_context(viewport={"width": 500, "height": 400}).new_page()
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.add_init_script("Object.defineProperty(window, 'sessionStorage', {get() { throw new DOMException('no', 'SecurityError'); }});")
    page.goto(f"http://{server.host}:{server.port}/")
    page.wait_for_selector("#ask[open]")
    page.fill("#token", server.token)
    page.click("#ask button")
    settle(page)
    page.close()
    expect(not errors, f"where the browser keeps nothing: {errors}")


# Drops all that comes while `hold` is set; take(text) is a message that comes all the same.
DEAF = """window.hold = false;
    window.WebSocket = class extends WebSocket {
      set onmessage(take) {
        window.take = (data) => take({data});
        super.onmessage = (event) => { if (!window.hold) { take(event); } };
      }
    };"""


def test_slow_files(browser, server):
    """A large picture on a slow line is waited for, as long as it may take."""
    page = browser.new_context(viewport={"width": 500, "height": 400}).new_page()
    page.add_init_script(DEAF)
    page.clock.install()
    page.goto(f"http://{server.host}:{server.port}/#token={server.token}")
    until(page, "document.body.dataset.stage === 'lossless'")
    page.evaluate("window.hold = true; window.take(JSON.stringify({type: 'sending', bytes: 400000}))")
    page.clock.run_for(40000)
    expect("a picture comes" in page.evaluate(STATE), f"a large picture is waited for: {page.evaluate(STATE)}")
    page.clock.run_for(80000)
    expect("no connection" in page.evaluate(STATE), f"not for ever: {page.evaluate(STATE)}")
    page.close()


def test_newest(browser, server, folder):
    """What is saved is what was chosen, though it is not drawn yet."""
    errors = []
    page = open_page(browser, server, f"token={server.token}", errors, viewport={"width": 500, "height": 400})
    settle(page)
    page.select_option("#shadows", "half")  # takes a while
    with page.expect_download(timeout=120000) as saved:
        page.evaluate("document.getElementById('save').click()")
    saved.value.save_as(folder / "newest.png")
    picture = np.asarray(Image.open(folder / "newest.png").convert("RGB")).astype(int)
    expect(becomes(page, picture), "the saved picture is an older one")
    page.close()


def test_links(browser, program, folder):
    """Links in the same tab, with the slice's axis and the channel; and one that cannot be read."""
    write_nrrd(folder / "two.nrrd", ball(9, center=[12, 16, 16]), ball(8, center=[20, 16, 16]))
    errors = []
    with Server(program, str(folder / "two.nrrd")) as server:
        page = open_page(browser, server, f"token={server.token}", errors, viewport={"width": 900, "height": 600})
        settle(page)
        page.click("summary:has-text('Slice')")
        page.select_option("#slice-axis", "0")
        set_range(page, "slice-place", "9")
        page.select_option("#channel", "1")
        expect(change(page, lambda: page.select_option("#views", "left")) > 0.5, "a view from the left")
        shown = canvas(page)
        page.click("#share")
        until(page, "location.hash.includes('session=')")
        link = page.evaluate("location.href")
        until(page, f"{STATE}.includes('link copied')", 4)  # the clipboard answers later; five seconds it is told
        until(page, f"{STATE} === 'connected'", 15)
        expect(change(page, lambda: page.click("#home")) > 0.5, "the first view")
        page.evaluate("history.replaceState(null, '', location.pathname)")
        expect(change(page, lambda: page.goto(link)) > 0.5, "a link in the same tab")
        expect(becomes(page, shown), "the link in the same tab shows another picture")
        other = open_page(browser, server, link.split("#")[1], errors, viewport={"width": 900, "height": 600})
        settle(other)
        expect(other.input_value("#slice-axis") == "0" and other.text_content("#slice-place-text") == "9 (0 .. 31)", "the slice of the link")
        expect(other.input_value("#channel") == "1", "the channel of the link")
        other.close()
        broken = open_page(browser, server, f"token={server.token}&session=zGARBAGE", errors, viewport={"width": 500, "height": 400})
        settle(broken)
        expect("cannot" in broken.text_content("#notice") or "can be read" in broken.text_content("#notice"), "a link that cannot be read is told of")
        broken.close()
        page.close()
    expect(not errors, f"said on the console: {errors}")


def test_refusals(browser, server):
    """What was refused is told until something else is taken, and controls show what is drawn."""
    errors = []
    page = open_page(browser, server, f"token={server.token}", errors, viewport={"width": 900, "height": 600})
    settle(page)
    change(page, lambda: page.select_option("#mode", "both"))
    expect(page.input_value("#isovalue") != "50" or page.is_visible("#isovalue"), "an isosurface")
    page.select_option("#blend", "mip")
    until(page, "!document.getElementById('notice').hidden")
    until(page, "document.getElementById('blend').value === 'composite'", 20)
    expect(change(page, lambda: set_range(page, "background", "#404060")) > 0.5, "another background")
    until(page, "document.getElementById('notice').hidden", 20)
    expect(page.input_value("#mode") == "both" and page.input_value("#blend") == "composite", "controls show what is drawn")
    page.close()


# Keeps what the server tells of drawn sessions back while `hold` is set, as slow lines do.
SLOW_LINE = """window.hold = false;
    window.late = [];
    window.WebSocket = class extends WebSocket {
      set onmessage(take) {
        super.onmessage = (event) => {
          const waits = window.hold && typeof event.data === "string" && JSON.parse(event.data).type === "session";
          waits ? window.late.push(() => take(event)) : take(event);
        };
      }
    };"""


def test_late(browser, server):
    """A session that comes after newer edits leaves them alone."""
    page = browser.new_context(viewport={"width": 900, "height": 600}).new_page()
    page.add_init_script(SLOW_LINE)
    page.goto(f"http://{server.host}:{server.port}/#token={server.token}")
    settle(page)
    until(page, "document.body.dataset.request !== undefined")  # all that is told of the first picture
    page.evaluate("window.hold = true")
    set_range(page, "background", "#305070")
    until(page, "window.late.length > 0")
    *kept, late = page.evaluate("""() => {
        for (const [id, value] of [["background", "#104020"], ["point-opacity", "0.5"]]) {
          const input = document.getElementById(id);
          input.value = value;
          input.dispatchEvent(new Event("change", {bubbles: true}));
        }
        window.hold = false;
        window.late.splice(0).forEach((take) => take());
        return [...["background", "point-opacity"].map((id) => document.getElementById(id).value), document.body.dataset.request]; }""")
    expect(kept == ["#104020", "0.5"], f"after a late session: {kept}")
    until(page, f"Number(document.body.dataset.request) > {late}")
    settle(page)
    expect(page.input_value("#background") == "#104020" and page.input_value("#point-opacity") == "0.5", "they are drawn")
    page.close()


def test_link_takes_all(browser, server):
    """After a link in the same tab also controls that have the focus, or are typed in, are as it says."""
    errors = []
    page = open_page(browser, server, f"token={server.token}", errors, viewport={"width": 900, "height": 700})
    settle(page)
    page.click("summary:has-text('Clipping')")
    for name, value, other in (("clip-x-to", "0.8", "0.4"), ("level-number", "90", "120")):
        change(page, lambda: set_range(page, name, value))
        page.evaluate("history.replaceState(null, '', location.pathname)") # the link of the control before
        page.click("#share")
        until(page, "location.hash.includes('session=')")
        link = page.evaluate("location.href")
        page.focus(f"#{name}")
        change(page, lambda: set_range(page, name, other))
        page.evaluate("history.replaceState(null, '', location.pathname)")
        expect(change(page, lambda: page.goto(link)) > 0.05, f"the link shows another {name}")
        expect(page.evaluate("document.activeElement.id") == name, f"{name} keeps the focus")
        settle(page) # the scene follows the picture
        expect(float(page.input_value(f"#{name}")) == float(value), f"{name} after a link: {page.input_value(f'#{name}')}")
    expect(not errors, f"said on the console: {errors}")
    page.close()


def test_hands(browser, server):
    """Points by keys, keys that are the browser's, buttons that fly, and a hand that lies still."""
    errors = []
    page = open_page(browser, server, f"token={server.token}", errors, viewport={"width": 900, "height": 700})
    settle(page)
    points = page.locator("#editor .point")
    count = points.count()
    points.first.focus()
    page.keyboard.press("Insert")
    settle(page)
    expect(points.count() == count + 1, "Insert adds a point")
    page.fill("#point-value", "250")
    page.keyboard.press("Tab")
    settle(page)
    expect(float(page.input_value("#point-value")) == 250, "a typed value passes other points")
    page.evaluate("""document.getElementById('view').addEventListener('keydown', (event) => { window.taken = event.defaultPrevented; })""")
    page.focus("#view")
    for keys, taken in (("ArrowLeft", True), ("Control+=", False), ("Alt+ArrowLeft", False)):
        page.evaluate("window.taken = null")
        page.evaluate("([key, control, alt]) => document.getElementById('view').dispatchEvent(new KeyboardEvent('keydown', {key, ctrlKey: control, altKey: alt, cancelable: true}))",
                      [keys.split("+")[-1] or "+", "Control" in keys, "Alt" in keys])
        expect(page.evaluate("window.taken") == taken, f"{keys} is {'ours' if taken else 'the browser’s'}")
    settle(page)
    page.click("summary:has-text('Fly and roll')")
    expect(change(page, lambda: page.click("#fly button[data-key='w']")) > 0.1, "a button flies")
    expect(change(page, lambda: page.click("#fly button[data-roll='3']")) > 0.1, "a button rolls")
    page.evaluate("document.body.dataset.stage = ''")
    page.mouse.move(200, 200)
    page.mouse.down()
    page.mouse.move(260, 210, steps=4)
    until(page, "document.body.dataset.stage === 'lossless'", 60)
    page.mouse.up()
    page.fill("#width-number", "-5")
    page.keyboard.press("Enter")
    expect("above 0" in page.text_content("#state") and float(page.input_value("#width-number")) > 0, "a width below 0 is told of and put back")
    page.fill("#level-number", "90")
    expect(change(page, lambda: page.keyboard.press("Enter")) > 0.05, "a level that is typed")
    expect(float(page.input_value("#level")) == 90, "its slider")
    expect("90" in page.get_attribute("#level", "aria-valuetext"), "what screen readers say of it")
    expect(not errors, f"said on the console: {errors}")
    page.close()


def main(program):
    with tempfile.TemporaryDirectory() as scratch, chromium() as browser:
        with Server(program, VOLUME) as server:
            test_hands(browser, server)
            test_refusals(browser, server)
            test_late(browser, server)
            test_link_takes_all(browser, server)
            test_newest(browser, server, Path(scratch))
            test_loaded_again(browser, server)
            test_slow_files(browser, server)
            test_silence(browser, server)
        test_links(browser, program, Path(scratch))
        test_other_token(browser, program)
        test_other_volume(browser, program)
    print("\n".join(problems))
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
