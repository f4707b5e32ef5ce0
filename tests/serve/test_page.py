"""The page in a browser: it loads, turns, edits, saves, shares and comes back, without a word on the console.

usage: test_page.py VOXMARCH [--keep FOLDER]    --keep: screenshots go there
"""
# needs: numpy, PIL, playwright

import base64
import io
import json
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import numpy as np
from PIL import Image
from playwright.sync_api import sync_playwright

from serving import Server

VOLUME = "synthetic:tree:64"
problems = []


def expect(holds, what):
    if not holds:
        problems.append(what)
        print(f"WRONG: {what}")


def open_page(browser, server, words, errors, **how):
    context = browser.new_context(accept_downloads=True, permissions=["clipboard-read", "clipboard-write"], **how)
    page = context.new_page()
    page.on("console", lambda said: errors.append(f"{said.type}: {said.text}") if said.type in ("error", "warning") else None)
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.goto(f"http://{server.host}:{server.port}/#{words}")
    return page


def until(page, holds, seconds=60):
    """Waits; wait_for_function() would evaluate a text within the page, which its policy forbids."""
    end = time.monotonic() + seconds
    while not page.evaluate(holds):
        if time.monotonic() > end:
            raise TimeoutError(f"never: {holds}")
        page.wait_for_timeout(50)


def settle(page):
    """Waits for a lossless picture that stays."""
    for pause in 350, 200:
        page.wait_for_timeout(pause)
        until(page, "document.body.dataset.stage === 'lossless'")


def canvas(page, name="view"):
    data = page.evaluate(f"document.getElementById('{name}').toDataURL('image/png').split(',')[1]")
    return np.asarray(Image.open(io.BytesIO(base64.b64decode(data))).convert("RGB")).astype(int)


def change(page, work):
    """How far the picture at rest is another one after some work, mean of 255."""
    before = canvas(page)
    page.evaluate("document.body.dataset.stage = ''")
    work()
    settle(page)
    after = canvas(page)
    return np.abs(after - before).mean() if after.shape == before.shape else 255


def drag(page, start, end, button="left"):
    page.mouse.move(*start)
    page.mouse.down(button=button)
    page.mouse.move((start[0] + end[0]) / 2, (start[1] + end[1]) / 2, steps=4)
    page.mouse.move(*end, steps=4)
    page.mouse.up(button=button)


def set_range(page, name, value):
    page.evaluate("""([id, value]) => { const input = document.getElementById(id); input.value = value;
        for (const event of ["input", "change"]) input.dispatchEvent(new Event(event, {bubbles: true})); }""", [name, value])


def test_desktop(browser, server, program, folder, keep):
    errors = []
    page = open_page(browser, server, f"token={server.token}", errors, viewport={"width": 1200, "height": 800})
    settle(page)
    expect(page.text_content("#title") == VOLUME, "the volume's name")
    expect(canvas(page).std() > 5, "a picture with something in it")
    expect(change(page, lambda: drag(page, (300, 300), (420, 340))) > 0.5, "a drag turns it")
    expect(change(page, lambda: drag(page, (300, 300), (340, 300), "right")) > 0.5, "the right button moves it")
    expect(change(page, lambda: (page.mouse.move(400, 400), page.mouse.wheel(0, -300))) > 0.5, "the wheel zooms")
    page.focus("#view")
    expect(change(page, lambda: page.keyboard.press("ArrowLeft")) > 0.1, "an arrow key turns it")
    expect(change(page, lambda: [page.keyboard.press("w") for _ in range(5)]) > 0.5, "W flies")
    expect(change(page, lambda: page.keyboard.press("Home")) > 0.5, "Home shows the first view")

    points = page.locator("#editor .point")
    count = points.count()
    box = points.nth(count - 1).bounding_box()
    middle = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    expect(change(page, lambda: drag(page, middle, (middle[0] - 60, middle[1] - 30))) > 0.1, "a dragged point")
    editor = page.locator("#editor").bounding_box()
    page.mouse.dblclick(editor["x"] + editor["width"] * 0.3, editor["y"] + editor["height"] * 0.2)
    settle(page)
    expect(points.count() == count + 1, "a double click adds a point")
    page.keyboard.press("Delete")
    settle(page)
    expect(points.count() == count, "Delete removes it")
    points.first.focus()
    expect(change(page, lambda: [page.keyboard.press("ArrowUp") for _ in range(20)]) > 0.1, "arrow keys move a point")

    expect(change(page, lambda: page.select_option("#mode", "isosurface")) > 0.5, "an isosurface")
    expect(page.locator("#isovalue").is_visible(), "its value")
    expect(change(page, lambda: set_range(page, "isovalue", "150")) > 0.3, "another isovalue")
    expect(change(page, lambda: page.select_option("#mode", "volume")) > 0.5, "the volume again")
    expect(change(page, lambda: page.select_option("#shadows", "half")) > 0.1, "shadows")
    page.click("text=Clip box")
    expect(change(page, lambda: set_range(page, "clip-x-to", "0.5")) > 0.3, "a clip box")
    page.click("#clip-reset")
    settle(page)
    page.click("summary:has-text('Slice')")
    until(page, "document.getElementById('slice').width > 300")
    expect(canvas(page, "slice").std() > 5, "a slice")
    if keep:
        page.locator("#slice-section").scroll_into_view_if_needed()
        page.screenshot(path=keep / "slice.png")
        page.evaluate("document.getElementById('panel').scrollTop = 0")
    page.click("summary:has-text('Presets')")
    until(page, "document.querySelectorAll('#presets img').length > 5 && !document.querySelector('#presets .empty')")
    if keep:
        page.locator("#presets").scroll_into_view_if_needed()
        page.screenshot(path=keep / "presets.png")
        page.evaluate("document.getElementById('panel').scrollTop = 0")
    expect(change(page, lambda: page.click("#presets button[data-name='thesis']")) > 0.5, "a preset")
    page.wait_for_selector("#presets button[data-name='thesis'][aria-pressed='true']")

    # What is shown is what the command line draws of its session, to the last bit.
    with page.expect_download() as saved:
        page.click("#save")
    saved.value.save_as(folder / "saved.png")
    picture = np.asarray(Image.open(folder / "saved.png").convert("RGB")).astype(int)
    shown = canvas(page)
    expect(picture.shape == shown.shape and (picture == shown).all(), "the saved picture is not the one that is shown")
    page.click("#share")
    until(page, "location.hash.includes('session=')")
    link = page.evaluate("location.hash").removeprefix("#")
    session = page.evaluate("""async () => { const {fragment, unpackSession} = await import("./share.js");
        return unpackSession(fragment().get("session")); }""")
    (folder / "shared.json").write_text(json.dumps({**session, "size": [shown.shape[1], shown.shape[0]]}))
    subprocess.run([program, "render", "shared.json", "-o", "shared.png"], cwd=folder, check=True, capture_output=True)
    by_render = np.asarray(Image.open(folder / "shared.png").convert("RGB")).astype(int)
    expect((by_render == shown).all(), "voxmarch render draws another picture of the shared view")
    other = open_page(browser, server, link, errors, viewport={"width": 1200, "height": 800})
    settle(other)
    other.wait_for_timeout(300)
    settle(other)
    expect((canvas(other) == shown).all(), "the link shows another picture")
    other.close()
    if keep:
        page.screenshot(path=keep / "light.png")
        page.emulate_media(color_scheme="dark")
        page.screenshot(path=keep / "dark.png")
    expect(not errors, f"said on the console: {errors}")
    return page


def test_labels(page):
    """What can be used has a name, and can be reached with the Tab key."""
    nameless = page.evaluate("""() => [...document.querySelectorAll("input, select, button, canvas, summary, [tabindex]")]
        .filter((one) => !(one.labels?.length || one.getAttribute("aria-label") || one.textContent.trim() || one.title))
        .map((one) => one.id || one.outerHTML)""")
    expect(not nameless, f"without a name: {nameless}")
    reached = set()
    page.focus("#view")
    for _ in range(90):
        page.keyboard.press("Tab")
        reached.add(page.evaluate("document.activeElement.id || document.activeElement.dataset.list || ''"))
    wanted = {"home", "save", "share", "opacities", "colors", "point-value", "level", "mode", "shadows", "clip-x-from", "slice-place"}
    expect(wanted <= reached, f"not reached by Tab: {wanted - reached}")


def test_phone(browser, server, keep):
    errors = []
    page = open_page(browser, server, f"token={server.token}", errors, viewport={"width": 400, "height": 800},
                     has_touch=True, is_mobile=True, device_scale_factor=2)
    settle(page)
    wide = page.evaluate("document.documentElement.scrollWidth")
    expect(wide <= 400, f"the page is {wide} pixels wide")
    session = page.context.new_cdp_session(page)

    def touch(kind, *places):
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y, "id": i} for i, (x, y) in enumerate(places)]})

    def one_finger():
        touch("touchStart", (150, 250))
        for i in range(1, 9):
            touch("touchMove", (150 + 10 * i, 250))
        touch("touchEnd")

    def two_fingers():
        touch("touchStart", (180, 250), (220, 250))
        for i in range(1, 9):
            touch("touchMove", (180 - 8 * i, 250), (220 + 8 * i, 250))
        touch("touchEnd")

    expect(change(page, one_finger) > 0.3, "a finger turns it")
    expect(change(page, two_fingers) > 0.5, "two fingers zoom")
    if keep:
        page.screenshot(path=keep / "phone.png")
        page.emulate_media(color_scheme="dark")
        page.screenshot(path=keep / "phone-dark.png")
    expect(not errors, f"said on the console: {errors}")
    page.close()


def test_token(browser, server, keep):
    errors = []
    page = open_page(browser, server, "token=0000000000000000", errors)
    page.wait_for_selector("#ask[open]")
    expect("wrong" in page.text_content("#state"), "the page tells that the token is wrong")
    if keep:
        page.screenshot(path=keep / "token.png")
    page.fill("#token", server.token)
    page.click("text=Open >> nth=-1")
    settle(page)
    expect(canvas(page).std() > 5, "with the right token there is a picture")
    page.close()


def test_comes_back(browser, program, keep):
    """A server that ends and starts again: the view is as it was."""
    errors = []
    with Server(program, VOLUME, "--token", "a-token-that-stays-1") as server:
        page = open_page(browser, server, f"token={server.token}", errors, viewport={"width": 900, "height": 600})
        settle(page)
        drag(page, (200, 200), (300, 260))
        settle(page)
        page.wait_for_timeout(200)
        before, port = canvas(page), server.port
    until(page, "document.getElementById('state').textContent.includes('no connection')")
    if keep:
        page.screenshot(path=keep / "lost.png")
    page.evaluate("document.body.dataset.stage = ''")
    with Server(program, VOLUME, "--token", "a-token-that-stays-1", "--port", str(port)) as server:
        expect(server.port == port, "the same port again")
        until(page, "document.getElementById('state').textContent === 'connected'")
        settle(page)
        page.wait_for_timeout(300)
        settle(page)
        expect((canvas(page) == before).all(), "after a new start of the server the view is another one")
        page.close()


def main(program, *words):
    chromium = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if not chromium:
        print("skipped: chromium is not here")
        return 77
    keep = Path(words[words.index("--keep") + 1]) if "--keep" in words else None
    if keep:
        keep.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as scratch, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        with Server(program, VOLUME) as server:
            page = test_desktop(browser, server, program, Path(scratch), keep)
            test_labels(page)
            page.close()
            test_phone(browser, server, keep)
            test_token(browser, server, keep)
        test_comes_back(browser, program, keep)
        browser.close()
    print("\n".join(problems))
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
