"""The widget of notebooks: a volume that turns under the mouse, drawn where the notebook's kernel runs."""
import html
import math
import time
from typing import Any, Callable, Optional, Sequence

import numpy as np

from ._devices import Selector
from ._errors import UnsupportedError
from ._options import in_python
from ._points import Points
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
_HINT = "drag points of the curve and colours of the strip; a double click adds or removes one"


class _Camera:
    """What mouse and wheel do to a scene."""

    def __init__(self, scene: Scene):
        self.scene = scene
        self.at: Optional[tuple[float, float]] = None  # of a button that is down

    def handle(self, event: dict[str, Any]) -> bool:
        """Whether the picture is another one after an event of jupyter_rfb."""
        kind = event["type"]
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
        """Moves the eye to `factor` times its distance from the target; orthographic cameras become as much higher."""
        camera = self.scene.camera
        if camera.height is not None:
            camera.height *= float(np.clip(factor, 0.1, 10))
            return
        eye, target = np.array(camera.eye), np.array(camera.target)
        camera.eye = (target + float(np.clip(factor, 0.1, 10)) * (eye - target)).tolist()


class _Drawing:
    """The picture of the widget: a scene under the mouse."""

    def __init__(self, renderer: Renderer, scene: Scene):
        self.renderer, self.scene = renderer, scene
        self.camera, self.taken = _Camera(scene), 0.0

    def resize(self, width: int, height: int, ratio: float) -> None:
        self.scene.size = [int(np.clip(round(edge * ratio), 1, 4096)) for edge in (width, height)]

    def draw(self) -> np.ndarray:
        drawn = self.scene
        if self.camera.at and self.taken > _SLOW:
            drawn = self.scene.copy()
            drawn.size = [max(1, edge // 2) for edge in self.scene.size]
        begin = time.perf_counter()
        picture = self.renderer.render(drawn)
        if drawn is self.scene:
            self.taken = time.perf_counter() - begin
        return np.ascontiguousarray(picture[..., :3])


def _canvas(size: tuple[int, int], resize: Callable[[int, int, float], None],
            handle: Callable[[dict[str, Any]], bool], draw: Callable[[], np.ndarray]) -> Any:
    """A widget of pixels. `handle` says whether an event has changed what `draw` returns."""
    class Canvas(jupyter_rfb.RemoteFrameBuffer):
        """Draws when something has changed."""

        def __init__(self) -> None:
            super().__init__()
            self.css_width, self.css_height = f"{size[0]}px", f"{size[1]}px"

        def handle_event(self, event: dict[str, Any]) -> None:
            kind = event.get("type", event.get("event_type", ""))  # of any version of jupyter_rfb
            if kind == "resize":
                resize(event["width"], event["height"], event.get("ratio", event.get("pixel_ratio", 1)))
                self.request_draw()
            elif handle({**event, "type": kind}):
                self.request_draw()

        def get_frame(self) -> np.ndarray:
            return draw()
    return Canvas()


def _short(value: float) -> float:
    """As a field shows it."""
    return float(f"{value:.5g}")


def _decimals(span: float) -> int:
    """That a hundredth of the span needs."""
    return max(0, math.ceil(2 - math.log10(span)))


def _hexadecimal(color: Sequence[float]) -> str:
    return "#{:02x}{:02x}{:02x}".format(*(round(255 * part) for part in color))


class View:
    """What `view` returns: notebooks show it. `scene` may be changed, `draw()` shows the change; `widget` is the
    ipywidgets box."""

    def __init__(self, renderer: Renderer, scene: Scene, size: tuple[int, int], notes: Sequence[str] = ()):
        if jupyter_rfb is None:
            raise UnsupportedError("vm.view needs jupyter_rfb: pip install jupyter_rfb")
        self.scene, self._given = scene, TransferFunction.from_json(scene.transfer.to_json())
        volume = renderer.volume
        first = volume if volume.channels == 1 else volume.channel(0)
        low, high = (0.0, 255.0) if first.dtype == np.uint8 else first.range
        self._points = Points(scene, first.histogram(), (low, high) if low < high else (low, low + 1.0))
        drawing = _Drawing(renderer, scene)
        self._canvas = _canvas(size, drawing.resize, drawing.camera.handle, drawing.draw)
        self._plot = _canvas((size[0], 130), self._points.resize, self._edit, self._points.draw)
        self._make_function_controls(self._points.limits)
        self._make_surface_controls(scene, self._points.limits)
        self._base = self._opacities()
        told = [_HINT, *(in_python(note.removeprefix("note: ")) for note in (*volume.notes, *notes))]
        width = f"{max(size[0], 320)}px"
        self._notes = ipywidgets.HTML("<div style='font-size: smaller; line-height: 1.3'>" +
                                      "<br>".join(map(html.escape, told)) + "</div>", layout={"width": width})

        def row(*controls: Any) -> Any:
            return ipywidgets.HBox(controls, layout={"flex_flow": "row wrap", "width": width})

        self.widget = ipywidgets.VBox([
            self._canvas, row(self._preset, self._factor), self._plot, row(self._window, self._window_text),
            row(self._value, self._opacity, self._color), row(self._mode, self._isovalue), self._notes],
            layout={"width": "fit-content"})

    def _make_function_controls(self, limits: tuple[float, float]) -> None:
        self._preset = ipywidgets.Dropdown(options=["scene", *TransferFunction.presets()], description="transfer")
        self._factor = ipywidgets.FloatLogSlider(value=1.0, min=-2, max=1, description="opacity")
        # Pages round to steps: whole numbers stay as they are.
        self._window = ipywidgets.FloatRangeSlider(
            value=self._points.window, min=limits[0], max=limits[1], step=10.0 ** -_decimals(limits[1] - limits[0]),
            readout=False, description="window", layout={"flex": "1"})
        self._window_text = ipywidgets.Label()  # where the slider's own would cut long numbers
        field = {"width": "190px"}
        self._value = ipywidgets.FloatText(description="value", disabled=True, layout=field)
        self._opacity = ipywidgets.BoundedFloatText(description="opacity", min=0, max=1, step=0.01, disabled=True,
                                                    layout=field)
        self._color = ipywidgets.ColorPicker(description="colour", value="#000000", concise=True, disabled=True,
                                             layout=field)
        self._preset.observe(self._take_preset, "value")
        self._factor.observe(self._take_factor, "value")
        self._window.observe(self._take_window, "value")
        self._tell_window()
        for control in (self._value, self._opacity, self._color):
            control.observe(self._take_point, "value")

    def _make_surface_controls(self, scene: Scene, limits: tuple[float, float]) -> None:
        value = scene.settings.surfaces[0].isovalue if scene.settings.surfaces else limits[0]
        low, high = min(limits[0], value), max(limits[1], value)
        decimals = _decimals(high - low) + 1  # an isovalue lies between whole numbers
        self._mode = ipywidgets.Dropdown(options=["volume", "isosurface", "both"], value=scene.settings.mode,
                                         description="mode")
        self._isovalue = ipywidgets.FloatSlider(value=value, min=low, max=high, step=10.0 ** -decimals,
                                                readout_format=f".{decimals}f", description="isovalue")
        for control in (self._mode, self._isovalue):
            control.observe(self._take_surface, "value")

    def draw(self) -> None:
        """Draws the scene anew."""
        self._canvas.request_draw()
        self._plot.request_draw()

    def _opacities(self) -> list[float]:
        return [point["opacity"] for point in self.scene["transfer"]["opacities"]]

    def _edit(self, event: dict[str, Any]) -> bool:
        """Events of the plot."""
        if not self._points.handle(event):
            return False
        self._take_edited()
        return True

    def _take_edited(self) -> None:
        """The function's points are others now; the factor counts from here."""
        self._base = self._opacities()
        self._factor.value = 1.0
        self._window.value = self._points.window
        self._show_point()
        self.draw()

    def _show_point(self) -> None:
        """The fields tell of the point that is picked."""
        point: dict[str, Any] = self._points.point or {}
        if point:
            self._value.value = _short(self._points.value)
        if "opacity" in point:
            self._opacity.value = _short(point["opacity"])
        if "rgb" in point:
            self._color.value = _hexadecimal(point["rgb"])
        self._value.disabled, self._opacity.disabled = not point, "opacity" not in point
        self._color.disabled = "rgb" not in point

    def _take_point(self, change: dict[str, Any]) -> None:
        """A field has been changed; by `_show_point` it only says what is so, rounded."""
        point, control, new = self._points.point, change["owner"], change["new"]
        if point is None:
            return
        if control is self._value and new != _short(self._points.value):
            self._points.value = new
        elif control is self._opacity and "opacity" in point and new != _short(point["opacity"]):
            point["opacity"] = new
        elif control is self._color and "rgb" in point and new != _hexadecimal(point["rgb"]):
            point["rgb"] = [int(new[i:i + 2], 16) / 255 for i in (1, 3, 5)]
        else:
            return
        self._take_edited()

    def _take_preset(self, change: dict[str, Any]) -> None:
        name = change["new"]
        self.scene.transfer = self._given if name == "scene" else name
        self._points.picked = None
        self._take_edited()

    def _take_factor(self, change: dict[str, Any]) -> None:
        """The opacities of the function's points, times the slider's."""
        for point, opacity in zip(self.scene["transfer"]["opacities"], self._base):
            point["opacity"] = min(1.0, opacity * change["new"])
        self._show_point()
        self.draw()

    def _tell_window(self) -> None:
        decimals = _decimals(self._window.max - self._window.min)
        self._window_text.value = " to ".join(f"{edge:.{decimals}f}" for edge in self._window.value)

    def _take_window(self, change: dict[str, Any]) -> None:
        self._tell_window()
        if tuple(change["new"]) != self._points.window:
            self._points.window = change["new"]
            self._show_point()
            self.draw()

    def _take_surface(self, _: dict[str, Any]) -> None:
        self.scene.settings.mode = self._mode.value
        for surface in self.scene.settings.surfaces[:1]:
            surface.isovalue = self._isovalue.value
        self.draw()

    def _repr_mimebundle_(self, **options: Any) -> Any:
        return self.widget._repr_mimebundle_(**options)


def view(source: Any, scene: Optional[Scene] = None, *, size: tuple[int, int] = (640, 480), device: Selector = None,
         labels: Any = None, **options: Any) -> View:
    """Shows a volume in a notebook: drag to turn, wheel to go near; below it preset, opacity, window, mode, isovalue
    and what the scene has to note. It is drawn where the kernel runs, without a display. Needs jupyter_rfb.

    The plot is the transfer function over the histogram: drag a point of its curve, or a colour in the strip below it;
    a double click adds one, on a point it takes that away. Fields below tell the value, opacity and colour of the one
    that was clicked. A window stretches a function over values, too.

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
        scene = Scene(volume, labels=labels, device=device, size=size, **options)
    elif options or labels is not None:
        scene = scene.changed(labels=labels, device=device, **options)
    notes, scene = scene.notes, scene.copy()
    for surface in scene.settings.surfaces[:1]:
        if scene.settings.mode == "volume" and surface.isovalue == 0.0:  # nothing has chosen one yet
            proposed = Scene(volume, device=device, mode="isosurface")
            surface.isovalue = proposed.settings.surfaces[0].isovalue
    return View(renderer, scene, size, notes)
