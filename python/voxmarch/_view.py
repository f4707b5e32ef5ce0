"""The widget of notebooks: a volume that turns under the mouse, drawn where the notebook's kernel runs."""
import time
from typing import Any, Optional

import numpy as np

from ._devices import Selector
from ._errors import UnsupportedError
from ._renderer import Renderer
from ._scene import Scene
from ._transfer import TransferFunction
from ._volume import as_volume

try:
    import ipywidgets
    import jupyter_rfb
except ImportError:  # the rest of the module does without
    ipywidgets = jupyter_rfb = None

#: A frame that takes longer is drawn with half the edges while the mouse moves, seconds.
_SLOW = 0.1


def _kind(event: dict[str, Any]) -> str:
    """Of an event of any version of jupyter_rfb."""
    return event.get("type", event.get("event_type", ""))


class _Camera:
    """What mouse and wheel do to a scene."""

    def __init__(self, scene: Scene):
        self.scene = scene
        self.at: Optional[tuple[float, float]] = None  # of a button that is down

    def handle(self, event: dict[str, Any]) -> bool:
        """Whether the picture is another one after an event of jupyter_rfb."""
        kind = _kind(event)
        if kind == "pointer_down":
            self.at = event["x"], event["y"]
        elif kind == "pointer_up":
            self.at = None
            return True  # now in full
        elif kind == "pointer_move" and self.at:
            right, down = event["x"] - self.at[0], event["y"] - self.at[1]
            self.at = event["x"], event["y"]
            self.scene.orbit(-0.4 * right, 0.4 * down)
            return True
        elif kind == "wheel":
            self.zoom(2.0 ** (event["dy"] / 500))
            return True
        return False

    def zoom(self, factor: float) -> None:
        """Moves the eye to `factor` times its distance from the target."""
        camera = self.scene.camera
        eye, target = np.array(camera.eye), np.array(camera.target)
        camera.eye = (target + float(np.clip(factor, 0.1, 10)) * (eye - target)).tolist()


def _canvas(renderer: Renderer, scene: Scene, size: tuple[int, int]) -> Any:
    class Canvas(jupyter_rfb.RemoteFrameBuffer):
        """Draws when something has changed."""

        def __init__(self) -> None:
            super().__init__()
            self.css_width, self.css_height = f"{size[0]}px", f"{size[1]}px"
            self.camera, self.taken = _Camera(scene), 0.0

        def handle_event(self, event: dict[str, Any]) -> None:
            if _kind(event) == "resize":
                ratio = event.get("ratio", event.get("pixel_ratio", 1))
                scene.size = [int(np.clip(round(event[edge] * ratio), 1, 4096)) for edge in ("width", "height")]
                self.request_draw()
            elif self.camera.handle(event):
                self.request_draw()

        def get_frame(self) -> np.ndarray:
            drawn = scene
            if self.camera.at and self.taken > _SLOW:
                drawn = scene.copy()
                drawn.size = [max(1, edge // 2) for edge in scene.size]
            begin = time.perf_counter()
            picture = renderer.render(drawn)
            if drawn is scene:
                self.taken = time.perf_counter() - begin
            return np.ascontiguousarray(picture[..., :3])
    return Canvas()


class View:
    """What `view` returns: notebooks show it. `scene` may be changed, `draw()` shows the change; `widget` is the
    ipywidgets box."""

    def __init__(self, renderer: Renderer, scene: Scene, size: tuple[int, int]):
        if jupyter_rfb is None:
            raise UnsupportedError("vm.view needs jupyter_rfb: pip install jupyter_rfb")
        self.scene, self._given = scene, TransferFunction.from_json(scene.transfer.to_json())
        self._canvas = _canvas(renderer, scene, size)
        low, high = renderer.volume.range
        step = (high - low) / 200 or 1.0
        surfaces = scene.settings.surfaces
        inside = surfaces[0]["isovalue"] if surfaces and low <= surfaces[0]["isovalue"] <= high else (low + high) / 2
        points = scene.transfer.fields["opacities"]
        preset = ipywidgets.Dropdown(options=["scene", *TransferFunction.presets()], description="transfer")
        self._window = ipywidgets.FloatRangeSlider(value=scene.window or (low, high), min=low, max=high, step=step,
                                                   description="window", disabled=scene.transfer.domain == "value")
        opacity = ipywidgets.FloatLogSlider(value=1.0, min=-2, max=1, description="opacity")
        mode = ipywidgets.Dropdown(options=["volume", "isosurface", "both"], value=scene.settings.mode,
                                   description="mode")
        isovalue = ipywidgets.FloatSlider(value=inside, min=low, max=high, step=step, description="isovalue")
        self._points, self._opacity = [point["opacity"] for point in points], opacity
        preset.observe(self._take_preset, "value")
        opacity.observe(lambda _: self._take_opacity(), "value")
        self._window.observe(self._take_window, "value")
        mode.observe(lambda change: self._take(change["new"], isovalue.value), "value")
        isovalue.observe(lambda change: self._take(mode.value, change["new"]), "value")
        self.widget = ipywidgets.VBox([self._canvas, ipywidgets.HBox([preset, self._window, opacity]),
                                       ipywidgets.HBox([mode, isovalue])])

    def draw(self) -> None:
        """Draws the scene anew."""
        self._canvas.request_draw()

    def _take_preset(self, change: dict[str, Any]) -> None:
        name = change["new"]
        self.scene.transfer = self._given if name == "scene" else name
        self._window.disabled = self.scene.transfer.domain == "value"
        self._points = [point["opacity"] for point in self.scene.transfer.fields["opacities"]]
        self._take_opacity()

    def _take_opacity(self) -> None:
        """The opacities of the function's points, times the slider's."""
        for point, opacity in zip(self.scene.transfer.fields["opacities"], self._points):
            point["opacity"] = min(1.0, opacity * self._opacity.value)
        self.draw()

    def _take_window(self, change: dict[str, Any]) -> None:
        low, high = change["new"]
        self.scene.window = (low, high) if low < high else None
        self.draw()

    def _take(self, mode: str, isovalue: float) -> None:
        self.scene.settings.mode = mode
        for surface in self.scene.settings.surfaces[:1]:
            surface.isovalue = isovalue
        self.draw()

    def _repr_mimebundle_(self, **options: Any) -> Any:
        return self.widget._repr_mimebundle_(**options)


def view(source: Any, scene: Optional[Scene] = None, *, size: tuple[int, int] = (640, 480), device: Selector = None,
         labels: Any = None, **options: Any) -> View:
    """Shows a volume in a notebook: drag to turn, wheel to go near; presets, window, opacity, mode and isovalue below.
    It is drawn where the kernel runs, without a display. Needs jupyter_rfb.

    Args:
        size: Of the widget in the page, pixels; its corner can be pulled.
        source, scene, device, labels, options: See `render`.

    Raises:
        UnsupportedError: without jupyter_rfb; else as `render`.

    Example:
        >>> import voxmarch as vm
        >>> view = vm.view("synthetic:tree:32", transfer="viridis")  # doctest: +SKIP
    """
    volume = source.volume if isinstance(source, Scene) else as_volume(source)
    renderer = Renderer(volume, device, options.get("backend"))
    if isinstance(source, Scene):
        scene = source
    if scene is None:
        scene = renderer.scene(labels=labels, size=size, **options)
    else:
        scene = scene.changed(labels=labels, device=device, **options) if options or labels is not None else scene.copy()
    return View(renderer, scene, size)
