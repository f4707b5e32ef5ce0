"""The widget, by its events and by a mouse in JupyterLab, and the notebook of docs/examples."""
import contextlib
import io
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


def test_controls_change_the_scene():
    view = vm.view("synthetic:tree:32", size=(64, 48))
    preset, window, opacity = view.widget.children[1].children
    mode, isovalue = view.widget.children[2].children
    given = view.scene.transfer.to_json()
    preset.value = "viridis"
    assert view.scene.transfer.name == "viridis" and not window.disabled
    window.value = (20, 120)
    assert view.scene.window == (20, 120)
    opacity.value = 0.1
    assert max(point["opacity"] for point in view.scene["transfer"]["opacities"]) < 0.2
    opacity.value = 1.0
    preset.value = "scene"
    assert view.scene.transfer == vm.TransferFunction.from_json(given)
    mode.value, isovalue.value = "isosurface", 80
    assert view.scene.settings.surfaces[0].isovalue == 80
    assert (view._canvas.get_frame() == vm.render(view.scene)[..., :3]).all()


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
             "--ServerApp.root_dir=" + str(folder), "--allow-root"], stdout=log, stderr=log, env=environment)
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
        view = page.locator("img.renderview-view").last
        view.wait_for(timeout=120000)
        view.scroll_into_view_if_needed()
        page.wait_for_timeout(3000)
        before = picture_of(view)
        if os.environ.get("VOXMARCH_SCREENSHOT"):
            page.screenshot(path=os.environ["VOXMARCH_SCREENSHOT"])
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
