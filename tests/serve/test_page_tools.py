"""The page's labels and measurements: by mouse and keys, in pictures, slices, links and tables.

usage: test_page_tools.py VOXMARCH [--keep FOLDER]    --keep: screenshots go there
"""
# needs: numpy, PIL, playwright

import csv
import io
import json
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np
from PIL import Image

from browsers import chromium
from checks import expect, problems
from made_volumes import ball, write_nrrd
from serving import Server
from test_page import becomes, canvas, change, nameless, open_page, set_range, settle, slice_change, until

SIZE = {"width": 1280, "height": 800}
ROWS = "document.querySelectorAll('#measured li').length"
READ = "[...document.querySelectorAll('#measured output')].map((one) => one.textContent)"


def write_volume(folder):
    """A ball of 16 mm with three labels, from left to right, and their names."""
    write_nrrd(folder / "ball.nrrd", ball(12))
    labels = np.zeros((32, 32, 32), np.uint8)
    labels[:, :, :12], labels[:, :, 12:20], labels[:, :, 20:] = 1, 3, 5
    write_nrrd(folder / "labels.nrrd", labels)
    (folder / "names.txt").write_text('1 255 0 0 1 1 1 "Left"\n3 0 255 0 1 1 1 "Middle"\n5 0 0 255 1 1 1 "Right"\n')


def middle_of(page, name, x=0.5, y=0.5):
    """A place of a picture on the screen."""
    page.locator(name).scroll_into_view_if_needed()
    box = page.locator(name).bounding_box()
    return box["x"] + x * box["width"], box["y"] + y * box["height"]


def rows(page):
    return page.evaluate("[...document.querySelectorAll('#labels button')].map((one) => one.textContent)")


def shown(page):
    return page.evaluate("[...document.querySelectorAll('#labels [type=checkbox]')].map((one) => one.checked)")


def check_labels(page, keep):
    expect(rows(page) == ["Left", "Middle", "Right"], f"labels that voxels have: {rows(page)}")
    change(page, lambda: page.select_option("#views", "front"))
    hide = page.locator("#labels input[type=checkbox]").nth(0)
    expect(change(page, lambda: hide.uncheck()) > 0.3, "a label that is hidden")
    expect(shown(page) == [False, True, True], "its eye")
    expect(change(page, lambda: page.evaluate("""() => { const input = document.querySelectorAll("#labels input[type=color]")[1];
        input.value = "#ffff00"; for (const kind of ["input", "change"]) input.dispatchEvent(new Event(kind, {bubbles: true})); }""")) > 0.3,
           "another colour")
    page.fill("#label-search", "igh")
    expect(rows(page) == ["Right"], f"found by name: {rows(page)}")
    page.fill("#label-search", "nothing")
    expect("No label" in page.text_content("#labels-more") and not rows(page), "nothing is found, and told")
    page.fill("#label-search", "")

    page.click("#label-pick")
    expect("Click a label" in page.text_content("#pointing"), "what a click is for")
    page.mouse.click(*middle_of(page, "#view"))
    until(page, "!document.getElementById('label-chosen').hidden", 20)
    expect(page.text_content("#label-name") == "Middle" and "label 3: Middle" in page.text_content("#state"), "the label under a click")
    expect(page.get_attribute("#label-pick", "aria-pressed") == "false" and page.is_hidden("#pointing"), "picking has ended")
    expect(change(page, lambda: set_range(page, "label-opacity", "0.2")) > 0.1, "its opacity")
    expect(change(page, lambda: page.click("#label-only")) > 0.1, "it alone")
    expect(shown(page) == [False, True, False], f"the others are hidden: {shown(page)}")
    expect(change(page, lambda: page.click("text=Show the others again")) > 0.1, "the others again")
    expect(shown(page) == [False, True, True] and page.text_content("#label-opacity-text") == "0.20", "as they were")
    expect(change(page, lambda: page.click("#label-plain")) > 0.02, "colours of the function")

    page.focus("#label-pick")  # all of it by keys
    page.keyboard.press("Enter")
    expect(page.evaluate("document.activeElement.id") == "view", "keys go on in the picture")
    for _ in range(6):
        page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    until(page, "document.getElementById('label-name').textContent === 'Right'", 20)
    page.click("#label-pick")
    page.mouse.click(*middle_of(page, "#view", 0.02, 0.02))
    until(page, "document.getElementById('pointing').textContent.includes('Nothing is seen there')", 20)
    page.focus("#view")
    page.keyboard.press("Escape")
    expect(page.is_hidden("#pointing"), "Escape ends it")
    expect(change(page, lambda: page.click("#labels-none")) > 0.3 and not any(shown(page)), "no label")
    expect(change(page, lambda: page.click("#labels-all")) > 0.3 and all(shown(page)), "all labels")
    if keep:
        page.screenshot(path=keep / "labels.png")


def check_measuring(page, keep):
    page.click("#measure-tools >> text=Ruler")
    expect("place 1 of 2" in page.text_content("#pointing"), "what comes next")
    page.mouse.click(*middle_of(page, "#slice", 0.25))
    until(page, "document.getElementById('pointing').textContent.includes('place 2 of 2')", 20)
    expect(page.locator(".of-slice .mark").count() == 1, "the first place is marked")
    before = canvas(page)
    expect(slice_change(page, lambda: page.mouse.click(*middle_of(page, "#slice", 0.75))) > 0.05, "a ruler in the slice")
    until(page, f"{READ}[0]?.includes('mm')", 20)
    length = float(page.evaluate(READ)[0].split()[0])
    expect(abs(length - 8) < 0.1, f"half of 32 voxels of 0.5 mm: {page.evaluate(READ)}")
    settle(page)
    expect(np.abs(canvas(page) - before).mean() > 0.01, "it is in the picture, too")
    for x in 0.42, 0.58:
        page.wait_for_timeout(50)
        page.mouse.click(*middle_of(page, "#view", x))
    until(page, f"{READ}[1]?.includes('mm')", 20)
    across = float(page.evaluate(READ)[1].split()[0])
    expect(0.5 < across < 12, f"a ruler on the ball: {across}")
    page.focus("#measure-tools [data-kind=point]")
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")  # in the middle of the picture
    until(page, f"{READ}.length === 3 && {READ}[2] !== '...'", 20)
    value = float(page.evaluate(READ)[2])
    expect(0 < value <= 200, f"a value: {value}")
    page.keyboard.press("Escape")
    expect(page.is_hidden("#pointing"), "measuring has ended")
    settle(page)
    with page.expect_download() as saved:
        page.click("#measured-csv")
    table = list(csv.DictReader(io.StringIO(Path(saved.value.path()).read_text())))
    expect([row["kind"] for row in table] == ["ruler", "ruler", "point"] and abs(float(table[2]["value"]) - value) < 1e-3 * value and
           saved.value.suggested_filename == "ball_measured.csv", f"a table: {table}")
    with page.expect_download() as saved:
        page.click("#measured-json")
    expect(len(json.loads(Path(saved.value.path()).read_text())["annotations"]) == 3, "the same as JSON")
    name = page.locator("#measured input[type=text]").nth(1)
    name.fill("Across")
    expect(change(page, lambda: name.press("Enter")) > 0.001, "its name in the picture")
    expect(change(page, lambda: page.uncheck("#measured-shown")) > 0.005, "the picture without them")
    expect(change(page, lambda: page.check("#measured-shown")) > 0.005, "and with them again")
    if keep:
        page.locator("#measure-section").scroll_into_view_if_needed()
        page.screenshot(path=keep / "measuring.png")
        page.emulate_media(color_scheme="dark")
        page.screenshot(path=keep / "measuring-dark.png")
        page.emulate_media(color_scheme="light")


def check_link(browser, server, page, program, folder, errors):
    """All of it is in the link, and drawn as the command line does."""
    picture = canvas(page)
    page.click("#share")
    until(page, "location.hash.includes('session=')")
    link = page.evaluate("location.hash").removeprefix("#")
    session = page.evaluate("""async () => { const {fragment, unpackSession} = await import("./share.js");
        return unpackSession(fragment().get("session")); }""")
    (folder / "shared.json").write_text(json.dumps({**session, "size": [picture.shape[1], picture.shape[0]]}))
    subprocess.run([program, "render", "shared.json", "-o", "shared.png"], cwd=folder, check=True, capture_output=True)
    by_render = np.asarray(Image.open(folder / "shared.png").convert("RGB")).astype(int)
    expect((by_render == picture).all(), "voxmarch render draws other labels or measurements")
    other = open_page(browser, server, link, errors, viewport=SIZE)
    until(other, f"{ROWS} === 3 && {READ}[1].includes('mm')")
    expect(becomes(other, picture), "the link shows another picture")
    expect(other.evaluate(READ) == page.evaluate(READ) and other.input_value("#measured li:nth-child(2) input[type=text]") == "Across",
           "measurements of the link")
    other.close()


def check_removal(page):
    page.focus("#measured li:nth-child(2) button")
    expect(change(page, lambda: page.keyboard.press("Enter")) > 0.001, "one is removed")
    until(page, f"{ROWS} === 2", 20)
    expect(page.evaluate("document.activeElement.textContent") == "Remove", "the next one has the focus")
    expect(change(page, lambda: page.locator("#measured [type=checkbox]").nth(0).uncheck()) > 0.001, "one is hidden")
    for left in 1, 0:
        page.click("#measured button >> nth=0")
        until(page, f"{ROWS} === {left}", 20)
    expect(page.is_hidden("#measured-all"), "nothing to save")


def test_tools(browser, program, folder, keep):
    write_volume(folder)
    errors = []
    words = ["--spacing", "0.5,0.5,0.5mm", "--labels", str(folder / "labels.nrrd"), "--label-names", str(folder / "names.txt")]
    with Server(program, str(folder / "ball.nrrd"), *words) as server:
        page = open_page(browser, server, f"token={server.token}", errors, viewport=SIZE)
        settle(page)
        for name in "Labels", "Slice", "Measuring":
            page.click(f"summary:has-text('{name}')")
        until(page, "document.getElementById('slice').width > 300")
        check_labels(page, keep)
        check_measuring(page, keep)
        unnamed, _ = nameless(page)
        expect(not unnamed, f"without a name for screen readers: {unnamed}")
        check_link(browser, server, page, program, folder, errors)
        check_removal(page)
        page.close()
        if keep:
            phone(browser, server, errors, keep)
    expect(not errors, f"said on the console: {errors}")


def phone(browser, server, errors, keep):
    page = open_page(browser, server, f"token={server.token}", errors, viewport={"width": 390, "height": 844}, has_touch=True,
                     is_mobile=True, device_scale_factor=2)
    settle(page)
    page.click("summary:has-text('Labels')")
    page.tap("#labels button >> nth=1")
    page.locator("#labels-section").scroll_into_view_if_needed()
    page.screenshot(path=keep / "labels-phone.png")
    page.click("summary:has-text('Measuring')")
    page.tap("#measure-tools >> text=Ruler")
    page.locator("#measure-section").scroll_into_view_if_needed()
    for x in 0.4, 0.6:
        page.touchscreen.tap(*middle_of(page, "#view", x))
        page.wait_for_timeout(300)
    settle(page)
    page.emulate_media(color_scheme="dark")
    page.screenshot(path=keep / "measuring-phone-dark.png")
    page.close()


def main(program, *words):
    keep = Path(words[words.index("--keep") + 1]) if "--keep" in words else None
    if keep:
        keep.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as scratch, chromium() as browser:
        test_tools(browser, program, Path(scratch), keep)
    print("\n".join(problems))
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
