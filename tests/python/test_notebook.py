"""The widget, by its events and by a mouse in JupyterLab, and the notebook of docs/examples.

Run as a program it executes that notebook and stores what its cells show.
"""
import base64
import contextlib
import io
import json
import os
import secrets
import shutil
import socket
import subprocess
import sys
import time
import urllib.request

import numpy as np
import pytest

import voxmarch as vm

pytest.importorskip("jupyter_rfb")
NOTEBOOK = os.path.join(os.path.dirname(os.path.realpath(__file__)), "..", "..", "docs", "examples", "notebook.ipynb")


def test_events_move_the_camera():
    view = vm.view("synthetic:tree:32", size=(64, 48))
    canvas = view._canvas
    canvas.handle_event({"type": "resize", "width": 40, "height": 30, "ratio": 2})
    first = canvas.get_frame()
    assert first.shape == (60, 80, 3) and first.any()
    eye = np.array(view.scene.camera.eye)
    canvas.handle_event({"type": "pointer_move", "x": 5, "y": 5})
    assert (view.scene.camera.eye == eye).all(), "no button is down"
    canvas.handle_event({"event_type": "pointer_down", "x": 10, "y": 10})
    canvas.handle_event({"event_type": "pointer_move", "x": 40, "y": 10})
    canvas.handle_event({"event_type": "pointer_up", "x": 40, "y": 10})
    target = np.array(view.scene.camera.target)
    moved = np.array(view.scene.camera.eye)
    assert abs(np.linalg.norm(moved - target) - np.linalg.norm(eye - target)) < 1e-6
    assert not (canvas.get_frame() == first).all()
    canvas.handle_event({"type": "wheel", "dy": 500})
    assert np.allclose(np.array(view.scene.camera.eye) - target, 2 * (moved - target))


def controls(view):
    """The widget's, by what stands before them, and the texts below."""
    rows = [child for child in view.widget.children if hasattr(child, "children")]
    found = [(one.description, one) for row in rows for one in row.children if one.description]
    names = [name for name, _ in found]
    assert names == ["transfer", "opacity", "window", "value", "opacity", "colour", "mode", "isovalue"]
    return [one for _, one in found], view.widget.children[-1].value


def test_controls_change_the_scene():
    view = vm.view("synthetic:tree:32", size=(64, 48))
    (preset, factor, window, *_, mode, isovalue), _ = controls(view)
    given = view.scene.transfer.to_json()
    preset.value = "viridis"
    assert view.scene.transfer.name == "viridis" and window.value == (0, 255)
    window.value = (20, 120)
    assert view.scene.window == (20, 120) and view.widget.children[3].children[1].value == "20 to 120"
    factor.value = 0.1
    assert max(point["opacity"] for point in view.scene["transfer"]["opacities"]) < 0.2
    factor.value = 1.0
    preset.value = "scene"
    assert view.scene.transfer == vm.TransferFunction.from_json(given)
    mode.value, isovalue.value = "isosurface", 80
    assert view.scene.settings.surfaces[0].isovalue == 80
    assert (view._canvas.get_frame() == vm.render(view.scene)[..., :3]).all()


def test_the_first_isosurface_is_where_the_program_proposes_it():
    proposed = vm.Scene("synthetic:tree:32", mode="isosurface")
    view = vm.view(vm.Scene("synthetic:tree:32", size=(64, 48)), size=(64, 48))
    mode, isovalue = controls(view)[0][-2:]
    assert isovalue.value == proposed.settings.surfaces[0].isovalue > 0 and isovalue.readout_format == ".1f"
    mode.value = "isosurface"
    assert view.scene.settings.surfaces[0].isovalue == isovalue.value
    assert view._canvas.get_frame().any()
    assert controls(vm.view("synthetic:tree:32", mode="both", isovalue=90))[0][-1].value == 90


def test_notes_are_shown():
    scene = vm.Scene("synthetic:tree:32", mode="isosurface")
    text = controls(vm.view("synthetic:tree:32", mode="isosurface"))[1]
    assert "Otsu&#x27;s threshold; isovalue= sets another" in text and "--" not in text
    assert "Otsu" in controls(vm.view(scene))[1]
    array = np.full((4, 4, 4), 7.0)
    array[0, 0, 0] = np.nan
    assert vm.Volume(array).notes[0] in controls(vm.view(array))[1]


def plot_of(view, width=400, height=130):
    view._plot.handle_event({"type": "resize", "width": width, "height": height, "ratio": 1})
    return view._plot


def press(plot, kind, x, y):
    plot.handle_event({"type": kind, "x": x, "y": y})


def test_points_are_moved_added_and_removed():
    function = vm.TransferFunction([(0, (0, 0, 0)), (200, (1, 1, 1))], [(0, 0), (100, 0.25), (200, 0.25)])
    view = vm.view("synthetic:tree:32", transfer=function)
    (_, factor, window, value, opacity, color, _, _), _ = controls(view)
    plot, points = plot_of(view), view.scene["transfer"]["opacities"]
    before = plot.get_frame()
    assert before.shape == (130, 400, 3)
    # 0 .. 255 lies at 8 .. 392, opacity 0 .. 1 at 111 .. 0 by its square root.
    at = {"x": 8 + 100 / 255 * 384, "y": 111 / 2}
    press(plot, "pointer_move", at["x"], 20)
    assert points[1]["opacity"] == 0.25, "no button is down"
    press(plot, "pointer_down", **at)
    assert (value.value, opacity.value) == (100, 0.25) and color.disabled and not opacity.disabled
    press(plot, "pointer_move", at["x"] + 15.36, 0)
    press(plot, "pointer_up", at["x"] + 15.36, 0)
    assert abs(points[1]["scalar"] - 110.2) < 1e-9 and points[1]["opacity"] == 1
    assert value.value == 110.2 and opacity.value == 1
    assert not (plot.get_frame() == before).all()
    press(plot, "pointer_move", at["x"], 20)
    assert points[1]["opacity"] == 1, "it was let go"
    opacity.value, value.value = 0.5, 1000
    assert points[1] == {"scalar": 200, "opacity": 0.5}, "points keep their order"
    value.value = 110.2
    press(plot, "double_click", 60, 50)
    assert len(points) == 4 and abs(points[1]["scalar"] - 52 / 384 * 255) < 1e-9 and not opacity.disabled
    press(plot, "double_click", 60, 50)
    assert len(points) == 3 and opacity.disabled
    # The strip of colours: one more, by hand another one.
    press(plot, "double_click", 200, 125)
    colors = view.scene["transfer"]["colors"]
    assert len(colors) == 3 and not color.disabled and opacity.disabled
    assert np.allclose(colors[1]["rgb"], 192 / 384 * 255 / 200, atol=0.01)
    color.value = "#ff0000"
    assert colors[1]["rgb"] == [1, 0, 0]
    # A window stretches points over values; the factor is of opacities as they were edited.
    assert window.value == (0, 200)
    window.value = (50, 150)
    assert [points[0]["scalar"], points[-1]["scalar"]] == [50, 150] and view.scene.window is None
    factor.value = 0.5
    assert points[1]["opacity"] == 0.25
    assert (view._canvas.get_frame() == vm.render(view.scene)[..., :3]).all()


def test_points_of_a_normalised_function_lie_in_the_window():
    view = vm.view("synthetic:tree:32", transfer=vm.TransferFunction([(0, (1, 1, 1))], [(0, 0), (1, 1)], "normalised"),
                   window=(51, 153))
    plot, points = plot_of(view, width=271), view.scene["transfer"]["opacities"]  # a pixel for each value
    press(plot, "pointer_down", 8 + 153, 0)
    press(plot, "pointer_move", 8 + 102, 0)
    assert points[1] == {"scalar": 0.5, "opacity": 1}
    press(plot, "pointer_move", 8 + 200, 0)
    assert points[1]["scalar"] == 1, "there is nothing beyond a window"
    for x in (8 + 51, 8 + 153):
        press(plot, "double_click", x, 111 if x < 100 else 0)
    assert len(points) == 1, "a function has a point"


def executed():
    """The notebook of docs/examples with what its cells show; widgets are shown by those that run it."""
    nbclient, nbformat = pytest.importorskip("nbclient"), pytest.importorskip("nbformat")
    notebook = nbformat.read(NOTEBOOK, 4)
    nbclient.NotebookClient(notebook, store_widget_state=False, record_timing=False).execute()
    for cell in notebook.cells:
        if any("widget-view" in kind for output in cell.get("outputs", []) for kind in output.get("data", {})):
            cell.outputs = []
    notebook.metadata = {"kernelspec": notebook.metadata.kernelspec, "language_info": {"name": "python"}}
    return notebook


def pixels(data):
    image = pytest.importorskip("PIL.Image").open(io.BytesIO(base64.b64decode(data)))
    return np.asarray(image.convert("RGB")).astype(int)


def test_the_stored_notebook_shows_what_it_gives():
    with open(NOTEBOOK, encoding="utf-8") as file:
        stored = json.load(file)
    pictures = 0
    for old, new in zip(stored["cells"], executed().cells, strict=True):
        for one, other in zip(old.get("outputs", []), new.get("outputs", []), strict=True):
            assert list(one["data"]) == list(other.data)
            if "image/png" in one["data"]:  # devices round otherwise
                pictures += 1
                assert np.abs(pixels(one["data"]["image/png"]) - pixels(other.data["image/png"])).mean() < 4
            else:
                assert "".join(one["data"]["text/plain"]) == other.data["text/plain"]
    assert pictures == 2


def page_of(playwright):
    chromium = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if not chromium:
        pytest.skip("chromium is not here")
    return playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"]).new_page(
        viewport={"width": 1200, "height": 2200})


@contextlib.contextmanager
def server(folder):
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    token = secrets.token_hex(16)  # who shares this machine shall not run code with it
    environment = {**os.environ, "JUPYTER_TOKEN": token, "HOME": str(folder),
                   # Compiled kernels are where they always are.
                   "XDG_CACHE_HOME": os.environ.get("XDG_CACHE_HOME", os.path.expanduser("~/.cache")), "JUPYTER_CONFIG_DIR": str(folder / "config"),
                   "JUPYTER_RUNTIME_DIR": str(folder / "runtime"), "JUPYTER_DATA_DIR": str(folder / "data")}
    with open(folder / "server.log", "w", encoding="utf-8") as log:
        process = subprocess.Popen(
            [sys.executable, "-m", "jupyterlab", "--no-browser", f"--port={port}", "--ServerApp.ip=127.0.0.1",
             "--ServerApp.root_dir=" + str(folder), "--allow-root",
             "--LabApp.news_url=None"], stdout=log, stderr=log, env=environment)
    try:
        for _ in range(300):
            with contextlib.suppress(OSError):
                urllib.request.urlopen(f"http://127.0.0.1:{port}/api", timeout=2).close()
                break
            time.sleep(0.2)
        yield f"http://127.0.0.1:{port}/lab/tree/notebook.ipynb?token={token}"
    finally:
        process.terminate()
        process.wait(20)


def picture_of(element):
    image = pytest.importorskip("PIL.Image").open(io.BytesIO(element.screenshot())).convert("RGB")
    return np.asarray(image).astype(int)


def test_the_mouse_turns_it_in_jupyterlab(tmp_path):
    api = pytest.importorskip("playwright.sync_api")
    pytest.importorskip("jupyterlab")
    shutil.copy(NOTEBOOK, tmp_path)
    with server(tmp_path) as address, api.sync_playwright() as playwright:
        page = page_of(playwright)
        page.goto(address)
        page.locator(".jp-NotebookPanel .jp-Cell").first.wait_for(timeout=60000)
        page.get_by_text("(ipykernel) | Idle").wait_for(timeout=60000)  # before that cells are not run
        page.locator(".lm-MenuBar-itemLabel", has_text="Run").click()
        page.locator(".lm-Menu-itemLabel", has_text="Run All Cells").first.click()
        plot = page.locator("img.renderview-view").last
        plot.wait_for(timeout=120000)
        view = page.locator("img.renderview-view").nth(-2)
        view.scroll_into_view_if_needed()
        page.wait_for_timeout(3000)
        before = picture_of(view)
        assert before.std() > 5, "it shows something"
        assert page.locator(".jp-OutputArea-output[data-mime-type='application/vnd.jupyter.stderr']").count() == 0
        box = view.bounding_box()
        page.mouse.move(box["x"] + 150, box["y"] + 150)
        page.mouse.down()
        page.mouse.move(box["x"] + 250, box["y"] + 170, steps=5)
        page.mouse.up()
        page.wait_for_timeout(3000)
        after = picture_of(view)
        assert before.shape == after.shape and np.abs(before - after).mean() > 1
        # The first picture is that of the notebook's call.
        array = np.mgrid[-1:1:48j, -1:1:48j, -1:1:48j]
        field = (255 * np.exp(-4 * (array[2] ** 2 + 2 * array[1] ** 2 + 3 * array[0] ** 2))).astype(np.uint8)
        height, width = before.shape[:2]
        expected = vm.render(vm.Volume(field, spacing=(2, 1, 1), unit="mm"), size=(width, height))[..., :3].astype(int)
        assert np.abs(before - expected).mean() < 6
        # A point that is added to the transfer function, then the isosurface in place of the volume.
        plot.scroll_into_view_if_needed()
        plot.dblclick(position={"x": 60, "y": 10})
        page.wait_for_timeout(3000)
        denser = picture_of(view)
        assert np.abs(denser - after).mean() > 1
        if os.environ.get("VOXMARCH_SCREENSHOT"):  # docs/images/notebook.png
            plot.locator("xpath=ancestor::*[contains(@class, 'widget-vbox')][1]").screenshot(
                path=os.environ["VOXMARCH_SCREENSHOT"])
        page.locator(".jp-OutputArea select").nth(1).select_option("isosurface")
        page.wait_for_timeout(3000)
        surface = picture_of(view)
        assert surface.std() > 5 and np.abs(surface - denser).mean() > 1


if __name__ == "__main__":
    with open(NOTEBOOK, encoding="utf-8") as given:
        sources = json.load(given)
    for its, made in zip(sources["cells"], executed().cells):
        if "outputs" in its:
            its["outputs"], its["execution_count"] = made.outputs, made.execution_count
    with open(NOTEBOOK, "w", encoding="utf-8") as out:
        out.write(json.dumps(sources, indent=1) + "\n")
