"""The page in a browser: it loads, turns, edits, saves, shares and comes back, without a word on the console.

usage: test_page.py VOXMARCH [--keep FOLDER]    --keep: screenshots go there
"""
# needs: numpy, PIL, playwright

import base64
import io
import json
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import numpy as np
from PIL import Image

from browsers import chromium
from checks import expect, problems
from made_volumes import ball, write_dicom, write_nrrd
from serving import Server

VOLUME = "synthetic:tree:64"


def open_page(browser, server, words, errors, **how):
    context = browser.new_context(accept_downloads=True, permissions=["clipboard-read", "clipboard-write"], **how)
    page = context.new_page()
    page.on("console", lambda said: errors.append(f"{said.type}: {said.text}") if said.type in ("error", "warning") else None)
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.goto(f"http://{server.host}:{server.port}/#{words}")
    return page


def until(page, holds, seconds=180):  # kernels may have to be compiled
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


def becomes(page, wanted, seconds=60, name="view"):
    """Whether the page shows this picture, or slice, at rest before the time is over: others may come first."""
    end = time.monotonic() + seconds
    while True:
        until(page, "document.body.dataset.stage === 'lossless'")
        shown = canvas(page, name)
        if shown.shape == wanted.shape and (shown == wanted).all():
            return True
        if time.monotonic() > end:
            return False
        page.wait_for_timeout(100)


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


def check_look(page):
    """Every control of the look does something to the picture."""
    for name, value, back in (("blend", "mip", "composite"), ("blend", "average", "composite"), ("blend", "minip", "composite")):
        expect(change(page, lambda: page.select_option(f"#{name}", value)) > 0.5, f"{name} {value}")
        page.select_option(f"#{name}", back)
        settle(page)
    for name in ("shading", "occlusion", "parallel"):
        for _ in range(2):
            expect(change(page, lambda: page.click(f"#{name}")) > 0.1, name)
    expect(change(page, lambda: set_range(page, "background", "#305070")) > 0.5, "a background")
    expect(change(page, lambda: set_range(page, "background", "#000000")) > 0.5, "black again")
    expect(change(page, lambda: set_range(page, "width", "120")) > 0.1, "a width")
    page.select_option("#mode", "both")
    set_range(page, "isovalue", "60")  # before what the volume hides
    settle(page)
    expect(change(page, lambda: set_range(page, "surface-opacity", "0.3")) > 0.1, "a surface's opacity")
    expect(change(page, lambda: set_range(page, "surface-color", "#20c040")) > 0.1, "its colour")
    page.select_option("#mode", "volume")
    settle(page)
    for hand in ("turntable", "pan", "look", "orbit"):
        page.select_option("#hand", hand)
        expect(change(page, lambda: drag(page, (300, 300), (330, 310))) > 0.1, f"a drag that is {hand}")
    expect(change(page, lambda: page.select_option("#views", "front")) > 0.5, "a view from the front")
    expect(change(page, lambda: page.click("#home")) > 0.5, "the first view")


def check_clipping(page):
    page.click("summary:has-text('Clipping')")
    expect(change(page, lambda: set_range(page, "clip-x-to", "0.5")) > 0.3, "a clip box")
    page.click("#clip-reset")
    settle(page)
    expect(change(page, lambda: page.click("#clip-add")) > 0.3, "a clip plane")
    expect(change(page, lambda: set_range(page, "plane-1", "15")) > 0.3, "a clip plane that moves")
    expect(change(page, lambda: page.click("text=Other side")) > 0.3, "its other side")
    expect(change(page, lambda: page.check("#clip-inverted")) > 0.3, "what is cut out")
    drag(page, (300, 300), (420, 300))
    settle(page)
    expect(change(page, lambda: page.click("text=Face camera")) > 0.1, "a plane that faces the camera")
    page.click("#clip-add")
    settle(page)
    expect(page.locator("#clip-planes > div").count() == 2, "two planes")
    page.click("#clip-planes >> text=Remove >> nth=0")
    settle(page)
    expect(page.locator("#clip-planes > div").count() == 1, "one plane again")
    page.click("#clip-reset")
    settle(page)
    expect(page.locator("#clip-planes > div").count() == 0 and not page.is_checked("#clip-inverted"), "all of the volume")


def slice_at_rest(page, quiet=0.4, seconds=60):
    """The slice, once no other has come for a while."""
    end = since = time.monotonic()
    end += seconds
    shown = canvas(page, "slice")
    while time.monotonic() - since < quiet and time.monotonic() < end:
        page.wait_for_timeout(50)
        now = canvas(page, "slice")
        if now.shape != shown.shape or (now != shown).any():
            shown, since = now, time.monotonic()
    return shown


def slice_change(page, work):
    """How far the slice is another one after some work."""
    before = slice_at_rest(page)
    request = page.evaluate("document.getElementById('slice').dataset.request")
    work()
    until(page, f"document.getElementById('slice').dataset.request !== '{request}'")
    after = slice_at_rest(page)
    return np.abs(after - before).mean() if after.shape == before.shape else 255


def check_slices(page):
    page.click("summary:has-text('Slice')")
    until(page, "document.getElementById('slice').width > 300")
    expect(canvas(page, "slice").std() > 5, "a slice")
    box = page.locator("#slice").bounding_box()
    middle = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    place = page.text_content("#slice-place-text")
    page.locator("#slice").scroll_into_view_if_needed()
    box = page.locator("#slice").bounding_box()
    middle = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.move(*middle)
    expect(slice_change(page, lambda: [page.mouse.wheel(0, 100) for _ in range(4)]) > 0.1, "the wheel shows another slice")
    expect(page.text_content("#slice-place-text") != place, "its number")
    page.focus("#slice")
    expect(slice_change(page, lambda: page.keyboard.press("PageUp")) > 0.1, "so does a key")
    expect(slice_change(page, lambda: set_range(page, "slice-level", "40")) > 0.5, "its level")
    expect(page.input_value("#slice-window") == "own", "a window of its own in the list")
    width = page.input_value("#slice-width")
    expect(slice_change(page, lambda: drag(page, middle, (middle[0] - 60, middle[1] - 10))) > 0.3, "a drag changes level and width")
    expect(float(page.input_value("#slice-width")) < float(width), "to the left the window is narrower")
    expect(slice_change(page, lambda: page.click("#slice-usual")) > 0.3, "the usual window")
    expect(page.input_value("#slice-window") == "", "it is told in the list")
    expect(slice_change(page, lambda: page.select_option("#slice-axis", "0")) > 0.1, "another axis")


def check_statistics(page):
    page.click("summary:has-text('Statistics')")
    drag(page, (300, 300), (330, 300))
    settle(page)
    expect("pictures" in page.text_content("#statistics") and "the median of" in page.text_content("#statistics"), "statistics")
    page.check("#count")
    until(page, "!document.getElementById('counted').hidden")
    expect("Visible samples" in page.text_content("#counted"), "samples are counted")


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
    check_look(page)
    check_clipping(page)
    check_slices(page)
    check_statistics(page)
    if keep:
        for name in ("clip", "slice", "statistics"):
            page.locator(f"#{name}-section").scroll_into_view_if_needed()
            page.screenshot(path=keep / f"{name}.png")
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
    subprocess.run([program, "render", "saved.png", "-o", "again.png"], cwd=folder, check=True, capture_output=True)
    again = np.asarray(Image.open(folder / "again.png").convert("RGB")).astype(int)
    expect((again == picture).all(), "voxmarch render draws another picture of the saved one")
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
    expect(becomes(other, shown), "the link shows another picture")
    other.close()
    if keep:
        page.screenshot(path=keep / "light.png")
        page.emulate_media(color_scheme="dark")
        page.screenshot(path=keep / "dark.png")
    expect(not errors, f"said on the console: {errors}")
    return page


FOCUSABLE = """[...document.querySelectorAll("a[href], input, select, button, textarea, summary, [tabindex]")]
    .filter((one) => one.tabIndex >= 0 && !one.disabled && one.checkVisibility())"""


def nameless(page):
    """What the browser's tree for screen readers tells without a name, though a key can reach it."""
    session = page.context.new_cdp_session(page)
    nodes = session.send("Accessibility.getFullAXTree")["nodes"]
    found = []
    for node in nodes:
        focusable = any(one["name"] == "focusable" and one["value"].get("value") for one in node.get("properties", []))
        role = node.get("role", {}).get("value")
        if focusable and not node.get("ignored") and role not in ("RootWebArea", "none") and not node.get("name", {}).get("value", "").strip():
            found.append(role)
    return found, sum(1 for node in nodes if not node.get("ignored"))


def test_labels(page):
    """What can be used has a name for screen readers, one of its own, and is reached with the Tab key."""
    page.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true; })")
    page.click("#clip-add")
    settle(page)
    unnamed, told = nameless(page)
    expect(not unnamed and told > 100, f"without a name: {unnamed} of {told}")
    twice = page.evaluate("() => { const ids = [...document.querySelectorAll('[id]')].map((one) => one.id); return ids.filter((id, i) => ids.indexOf(id) !== i); }")
    expect(not twice, f"ids that occur twice: {twice}")
    lost = page.evaluate("""() => [...document.querySelectorAll("label[for], output[for], [aria-describedby], [aria-labelledby]")]
        .flatMap((one) => [one.getAttribute("for"), one.getAttribute("aria-describedby"), one.getAttribute("aria-labelledby")])
        .filter((id) => id && !document.getElementById(id))""")
    expect(not lost, f"labels of nothing: {lost}")
    count = page.evaluate(f"(() => {{ const all = {FOCUSABLE}; all.forEach((one, i) => {{ one.dataset.stop = i; }}); return all.length; }})()")
    reached = set()
    page.focus("#view")
    for _ in range(count + 5):
        reached.add(page.evaluate("document.activeElement.dataset.stop ?? ''"))
        page.keyboard.press("Tab")
    missed = [page.evaluate(f"document.querySelector('[data-stop=\"{i}\"]').outerHTML.slice(0, 80)") for i in range(count) if str(i) not in reached]
    page.focus("#editor .chosen")
    kinds = set()
    for _ in range(page.locator("#editor [data-index]").count()):
        page.keyboard.press("PageDown")
        kinds.add(page.evaluate("document.activeElement.dataset.list + document.activeElement.dataset.index"))
    expect(len(kinds) == page.locator("#editor [data-index]").count(), f"points and colours that keys choose: {kinds}")
    expect(count > 50 and not missed, f"not reached by Tab: {missed} of {count}")


def preset_picture(page, name):
    """The small picture of a preset, once all are there."""
    page.wait_for_timeout(50)
    until(page, "document.querySelectorAll('#presets img').length > 1 && !document.querySelector('#presets .empty')")
    page.evaluate("""(name) => { const image = document.querySelector(`#presets [data-name='${name}'] img`);
        const canvas = Object.assign(document.createElement("canvas"), {id: "copied", width: 64, height: 48, hidden: true});
        canvas.getContext("2d").drawImage(image, 0, 0, 64, 48);
        document.getElementById("copied")?.remove();
        document.body.append(canvas); }""", name)
    return canvas(page, "copied")


def test_series(browser, program, folder, keep):
    """A slider of times, two channels, a function of value and gradient; all of it in a link."""
    for time in range(3):
        write_nrrd(folder / f"beat_{time}.nrrd", ball(6 + 3 * time, center=[12, 16, 16]), ball(8, center=[20, 16, 16]))
    errors = []
    with Server(program, str(folder / "beat_{t}.nrrd"), "--token", "a-token-of-series-1") as server:
        page = open_page(browser, server, f"token={server.token}", errors, viewport={"width": 1200, "height": 800})
        settle(page)
        expect(page.is_visible("#times") and page.is_visible("#channels"), "times and channels")
        expect(change(page, lambda: set_range(page, "time", "2")) > 0.5, "another time")
        expect(page.text_content("#time-text") == "3 of 3", "its number")
        page.click("#play")
        until(page, "document.getElementById('time').value === '0'")
        until(page, "document.getElementById('time').value === '1'")
        page.click("#play")
        settle(page)
        page.click("summary:has-text('Slice')")
        until(page, "document.getElementById('slice').width > 300")
        set_range(page, "time", "0")
        settle(page)
        expect(slice_change(page, lambda: set_range(page, "time", "2")) > 0.5, "the slice is of the time")
        settle(page)
        page.click("summary:has-text('Presets')")
        of_first = preset_picture(page, "thesis")
        page.select_option("#channel", "1")
        expect(np.abs(preset_picture(page, "thesis") - of_first).mean() > 5, "presets show the channel that is chosen")
        page.click("summary:has-text('Presets')")
        expect(change(page, lambda: page.uncheck("#channel-visible")) > 0.5, "a channel that is not shown")
        expect(change(page, lambda: page.check("#channel-visible")) > 0.5, "and is again")
        expect(change(page, lambda: set_range(page, "weight", "0.2")) > 0.2, "its weight")
        expect(change(page, lambda: set_range(page, "level", "120")) > 0.1, "its level")
        expect(slice_change(page, lambda: set_range(page, "slice-place", "10")) > 0.1, "a slice of it")
        expect(slice_change(page, lambda: set_range(page, "slice-level", "50")) > 0.5, "its level")
        if keep:
            page.evaluate("document.getElementById('panel').scrollTop = 0")
            page.screenshot(path=keep / "series.png")
        shown, sliced = canvas(page), canvas(page, "slice")
        page.click("#share")
        until(page, "location.hash.includes('session=')")
        link = page.evaluate("location.hash").removeprefix("#")
        other = open_page(browser, server, link, errors, viewport={"width": 1200, "height": 800})
        expect(becomes(other, shown), "the link shows another picture of the series")
        expect(other.input_value("#time") == page.input_value("#time"), "the link's time")
        other.select_option("#channel", "1")
        other.click("summary:has-text('Slice')")
        until(other, "document.getElementById('slice').width > 300")
        expect(becomes(other, sliced, name="slice") and other.input_value("#slice-place") == "10", "the link shows another slice")
        expect(other.input_value("#slice-window") == "own", "the window of the link in the list")
        other.close()
        page.close()
    expect(not errors, f"said on the console: {errors}")


def test_patient(browser, program, folder, keep):
    """Slices and windows as radiologists and the file call them."""
    write_dicom(folder / "head", ball(10).astype(int) * 10 - 1000, "40", "80")
    errors = []
    with Server(program, str(folder / "head")) as server:
        page = open_page(browser, server, f"token={server.token}", errors, viewport={"width": 1200, "height": 800})
        settle(page)
        page.click("summary:has-text('Slice')")
        until(page, "document.getElementById('slice').width > 300")
        expect("axial" in page.text_content("#slice-axis option:checked"), "slices of the patient")
        page.select_option("#slice-axis", label="coronal, along y")
        expect("coronal" in page.get_attribute("#slice", "aria-label"), "for screen readers, too")
        expect(slice_change(page, lambda: page.select_option("#slice-window", label="file")) > 0.5, "the file's window")
        expect(page.text_content("#slice-width-text").startswith("80"), f"its width: {page.text_content('#slice-width-text')}")
        if keep:
            page.locator("#slice").scroll_into_view_if_needed()
            page.screenshot(path=keep / "patient.png")
        page.close()
    expect(not errors, f"said on the console: {errors}")


def shapes_of(page):
    """Those of the page's own session."""
    page.evaluate("history.replaceState(null, '', location.pathname)")  # the link before it
    page.click("#share")
    until(page, "location.hash.includes('session=')")
    return page.evaluate("""async () => { const {fragment, unpackSession} = await import("./share.js");
        return (await unpackSession(fragment().get("session"))).transfer.widgets; }""")


def test_new_shapes(page, drawn, keep):
    """Shapes are added, pulled by their corners, and copied."""
    expect(change(page, lambda: page.click("#shape-add >> text=+ Box")) > 0.02, "a new shape")
    expect(drawn.count() == 4 and page.locator("#editor .corner").count() == 4, "it is chosen")
    if keep:
        page.screenshot(path=keep / "new_shape.png")
    corner = page.locator("#editor .corner").nth(2).bounding_box()
    place = (corner["x"] + corner["width"] / 2, corner["y"] + corner["height"] / 2)
    expect(change(page, lambda: drag(page, place, (place[0] + 30, place[1] - 20))) > 0.005, "a corner that is pulled")
    drawn.nth(3).focus()
    page.keyboard.press("Insert")
    settle(page)
    expect(drawn.count() == 5, "a copy")
    before = shapes_of(page)[4]
    drawn.nth(4).focus()
    expect(change(page, lambda: [page.keyboard.press(f"Alt+Arrow{way}") for way in ("Left", "Left", "Left", "Down", "Down")]) > 0.001,
           "Alt and arrows show another picture")
    expect(page.evaluate("document.activeElement.dataset.index") == "4", "the shape stays chosen")
    smaller = shapes_of(page)[4]
    expect(smaller["scalar"][0] == before["scalar"][0] and smaller["scalar"][1] < before["scalar"][1] and
           smaller["gradient"][0] == before["gradient"][0] and smaller["gradient"][1] < before["gradient"][1],
           f"Alt and arrows make it smaller: {before}, then {smaller}")
    drawn.nth(4).focus()
    page.keyboard.press("Alt+Shift+ArrowRight")
    page.keyboard.press("Alt+ArrowUp")
    settle(page)
    larger = shapes_of(page)[4]
    expect(larger["scalar"][1] > smaller["scalar"][1] and larger["gradient"][1] > smaller["gradient"][1] and
           larger["scalar"][0] == before["scalar"][0], f"and larger: {larger}")


def test_plane(browser, program, folder, keep):
    """Functions of value and gradient are drawn, moved, and kept."""
    shapes = [{"shape": "triangle", "scalar": [0.1, 0.6], "gradient": [0.0, 0.5], "rgb": [0.9, 0.5, 0.2], "opacity": 0.5},
              {"shape": "rectangle", "scalar": [0.5, 0.9], "gradient": [0.0, 0.2], "rgb": [0.3, 0.6, 0.9], "opacity": 0.2},
              {"shape": "gaussian", "scalar": [0.2, 0.5], "gradient": [0.1, 0.4], "rgb": [0.2, 0.8, 0.3], "opacity": 0.3},
              {"shape": "polygon", "scalar": [0.6, 1.0], "gradient": [0.2, 0.5], "rgb": [0.8, 0.8, 0.3], "opacity": 0.3,
               "corners": [[0, 0], [1, 0], [0.5, 1]]}]
    function = {"format": "voxmarch-transfer", "version": 2, "name": "shapes", "domain": "normalised",
                "colors": [{"scalar": 0, "rgb": [0, 0, 0]}], "opacities": [{"scalar": 0, "opacity": 0}], "widgets": shapes}
    (folder / "shapes.json").write_text(json.dumps(function))
    errors = []
    with Server(program, VOLUME, "--transfer", str(folder / "shapes.json")) as server:
        page = open_page(browser, server, f"token={server.token}", errors, viewport={"width": 1200, "height": 800})
        settle(page)
        drawn = page.locator("#editor .shape")
        expect(drawn.count() == 4 and canvas(page).std() > 5, "shapes of value and gradient")
        if keep:
            page.screenshot(path=keep / "plane.png")
        box = drawn.nth(0).bounding_box()
        place = (box["x"] + box["width"] / 2, box["y"] + 6)
        expect(change(page, lambda: drag(page, place, (place[0] + 50, place[1] + 10))) > 0.1, "a shape that is moved")
        drawn.nth(1).focus()
        expect(change(page, lambda: [page.keyboard.press("ArrowLeft") for _ in range(20)]) > 0.05, "by keys, too")
        page.fill("#point-opacity", "0.9")
        expect(change(page, lambda: page.keyboard.press("Tab")) > 0.05, "its opacity")
        kept = shapes_of(page)
        expect(len(kept) == 4 and kept[1]["opacity"] == 0.9 and kept[3]["corners"] == shapes[3]["corners"], f"shapes in the link: {kept}")
        drawn.nth(2).focus()
        page.keyboard.press("Delete")
        settle(page)
        expect(drawn.count() == 3, "a shape that is removed")
        test_new_shapes(page, drawn, keep)
        page.close()
    expect(not errors, f"said on the console: {errors}")


def test_phone(browser, server, keep):
    errors = []
    page = open_page(browser, server, f"token={server.token}", errors, viewport={"width": 400, "height": 800},
                     has_touch=True, is_mobile=True, device_scale_factor=2)
    settle(page)
    wide = page.evaluate("document.documentElement.scrollWidth")
    expect(wide <= 400, f"the page is {wide} pixels wide")
    upright = canvas(page)
    page.set_viewport_size({"width": 300, "height": 900})
    until(page, "(() => { const view = document.getElementById('view'); return view.width < view.height && view.width === 2 * view.clientWidth; })()")
    settle(page)
    narrow = canvas(page)
    expect(narrow.shape[1] < narrow.shape[0] and narrow[:, :4].max() < 20 and narrow[:, -4:].max() < 20 and narrow.std() > 5,
           f"a narrow view shows a part of the volume: {narrow.shape}, {narrow[:, :4].max()}, {narrow[:, -4:].max()}")
    page.set_viewport_size({"width": 400, "height": 800})
    expect(becomes(page, upright), "a view that gets its shape again shows something else")
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
        change(page, lambda: drag(page, (200, 200), (300, 260)))
        before, port = canvas(page), server.port
    until(page, "document.getElementById('state').textContent.includes('no connection')")
    if keep:
        page.screenshot(path=keep / "lost.png")
    page.evaluate("document.body.dataset.stage = ''")
    with Server(program, VOLUME, "--token", "a-token-that-stays-1", "--port", str(port)) as server:
        expect(server.port == port, "the same port again")
        until(page, "document.getElementById('state').textContent === 'connected'")
        expect(becomes(page, before), "after a new start of the server the view is another one")
        page.close()


def main(program, *words):
    keep = Path(words[words.index("--keep") + 1]) if "--keep" in words else None
    if keep:
        keep.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as scratch, chromium() as browser:
        with Server(program, VOLUME) as server:
            page = test_desktop(browser, server, program, Path(scratch), keep)
            test_labels(page)
            page.close()
            test_phone(browser, server, keep)
            test_token(browser, server, keep)
        test_series(browser, program, Path(scratch), keep)
        test_patient(browser, program, Path(scratch), keep)
        test_plane(browser, program, Path(scratch), keep)
        test_comes_back(browser, program, keep)
    print("\n".join(problems))
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
