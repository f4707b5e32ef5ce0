"""The plot of a transfer function in a notebook: its points over the histogram, moved by a mouse."""
from typing import Any, Optional

import numpy as np

from ._scene import Fields, Scene

#: Room at the left and right of the plot for half a point, and height of the strip of colours below it, pixels.
_MARGIN, _STRIP = 8, 18
#: A point is picked within this distance, pixels.
_NEAR = 10
_BACKGROUND, _BARS, _LINE, _PICKED = (24, 26, 30), (70, 76, 86), (255, 255, 255), (255, 170, 0)


class Points:
    """What is edited of a scene's transfer function: opacities in the plot, colours in the strip below it.

    The height of the plot is the square root of the opacity, as in the viewer, since most are small.
    """

    def __init__(self, scene: Scene, histogram: tuple[np.ndarray, np.ndarray], limits: tuple[float, float]):
        self.scene, self.limits, self.size = scene, limits, (320, 120)
        self._counts, self._edges = histogram
        self.picked: Optional[tuple[str, int]] = None  #: list and place of the point that was clicked last
        self._held = False

    @property
    def window(self) -> tuple[float, float]:
        """Values that a normalised function is spread over; of one over values where its points begin and end."""
        if self.scene.transfer.domain == "normalised":
            return tuple(self.scene.window or self.limits)  # type: ignore[return-value]
        scalars = [point["scalar"] for name in ("colors", "opacities") for point in self._list(name)]
        low, high = np.clip((min(scalars), max(scalars)), *self.limits).tolist()
        return (low, high) if low < high else self.limits

    @window.setter
    def window(self, window: tuple[float, float]) -> None:
        """Stretches the function."""
        if window[0] >= window[1]:
            return
        if self.scene.transfer.domain == "normalised":
            self.scene.window = window
            return
        (low, high), (new_low, new_high) = self.window, window
        for name in ("colors", "opacities"):
            for point in self._list(name):
                point["scalar"] = new_low + (point["scalar"] - low) / (high - low) * (new_high - new_low)

    @property
    def point(self) -> Optional[Fields]:
        """The point that was picked last, while it is there."""
        if self.picked and self.picked[1] < len(self._list(self.picked[0])):
            return self._list(self.picked[0])[self.picked[1]]
        return None

    @property
    def value(self) -> float:
        """Where the picked point is, in the volume's values."""
        return float(self._values(self.point["scalar"]))  # type: ignore[index]

    @value.setter
    def value(self, value: float) -> None:
        """Points keep their order."""
        name, place = self.picked  # type: ignore[misc]
        points = self._list(name)
        low, high = (0.0, 1.0) if self.scene.transfer.domain == "normalised" else (-np.inf, np.inf)
        low = points[place - 1]["scalar"] if place > 0 else low
        high = points[place + 1]["scalar"] if place + 1 < len(points) else high
        points[place]["scalar"] = float(np.clip(self._scalars(value), low, high))

    def resize(self, width: int, height: int, _ratio: float) -> None:
        """Draws this many pixels of the page from now on."""
        self.size = max(width, 4 * _MARGIN), max(height, 2 * _STRIP)

    def handle(self, event: dict[str, Any]) -> bool:
        """Whether the function or the picked point is another one after an event of jupyter_rfb: a press picks, a drag
        moves, a double click adds a point, or takes away the one below it."""
        kind = event["type"]
        if kind == "pointer_down":
            self.picked = self._nearest(event)
            self._held = self.picked is not None
            return True
        if kind == "pointer_up":
            self._held = False
        elif kind == "pointer_move" and self._held:
            self.value = self._value_at(event["x"])
            if self.picked[0] == "opacities":  # type: ignore[index]
                self.point["opacity"] = self._opacity_at(event["y"])  # type: ignore[index]
            return True
        elif kind == "double_click":
            self._held = False
            self._add_or_remove(event)
            return True
        return False

    def _add_or_remove(self, event: dict[str, Any]) -> None:
        near = self._nearest(event)
        if near:
            if len(self._list(near[0])) > 1:  # a function has one of each
                del self._list(near[0])[near[1]]
            self.picked = None
            return
        scalar = float(self._scalars(self._value_at(event["x"])))
        if self.scene.transfer.domain == "normalised":
            scalar = float(np.clip(scalar, 0, 1))
        if self._is_strip(event):
            name, new = "colors", Fields(scalar=scalar, rgb=self.scene.transfer(scalar)[:3].tolist())
        else:
            name, new = "opacities", Fields(scalar=scalar, opacity=self._opacity_at(event["y"]))
        points = self._list(name)
        place = sum(point["scalar"] <= scalar for point in points)
        points.insert(place, new)
        self.picked = name, place

    def draw(self) -> np.ndarray:
        """The picture, (height, width, 3) uint8."""
        width, height = self.size
        plot = height - _STRIP
        values = self._value_at(np.arange(width))
        rgba = self.scene.transfer(self._scalars(values))
        picture = np.full((height, width, 3), _BACKGROUND, np.uint8)
        rows = np.arange(plot)[:, None]
        bins = np.searchsorted(self._edges, values, side="right") - 1
        inside = (bins >= 0) & (bins < len(self._counts))
        counts = np.where(inside, np.log1p(self._counts)[np.clip(bins, 0, len(self._counts) - 1)], 0)
        picture[:plot][rows >= plot * (1 - 0.9 * counts / max(counts.max(), 1))] = _BARS
        curve = self._y_of(rgba[:, 3])
        colors = np.broadcast_to(rgba[:, :3] * 255, (plot, width, 3))
        below = rows > curve
        picture[:plot][below] = picture[:plot][below] * 0.4 + colors[below] * 0.6
        after = np.append(curve[1:], curve[-1])
        picture[:plot][(rows >= np.minimum(curve, after) - 0.7) & (rows <= np.maximum(curve, after) + 0.7)] = _LINE
        picture[plot:] = np.rint(rgba[:, :3] * 255)
        for name in ("opacities", "colors"):
            for place, (x, y) in enumerate(self._places(name)):
                self._draw_point(picture, x, y, _PICKED if (name, place) == self.picked else _LINE)
        return picture

    @staticmethod
    def _draw_point(picture: np.ndarray, x: float, y: float, color: tuple[int, int, int]) -> None:
        column, row = round(x), round(y)
        for edge, shade in ((5, (0, 0, 0)), (4, color)):
            picture[max(0, row - edge):row + edge + 1, max(0, column - edge):max(0, column + edge + 1)] = shade

    def _list(self, name: str) -> list[Fields]:
        points: list[Fields] = self.scene["transfer"][name]
        return points

    def _values(self, scalars: Any) -> Any:
        low, high = self.window if self.scene.transfer.domain == "normalised" else (0.0, 1.0)
        return low + np.asarray(scalars) * (high - low)

    def _scalars(self, values: Any) -> Any:
        low, high = self.window if self.scene.transfer.domain == "normalised" else (0.0, 1.0)
        return (np.asarray(values) - low) / (high - low)

    def _value_at(self, x: Any) -> Any:
        low, high = self.limits
        return low + np.clip((np.asarray(x) - _MARGIN) / (self.size[0] - 2 * _MARGIN), 0, 1) * (high - low)

    def _opacity_at(self, y: float) -> float:
        return float(np.clip(1 - y / (self.size[1] - _STRIP - 1), 0, 1)) ** 2

    def _y_of(self, opacity: Any) -> Any:
        return (1 - np.sqrt(opacity)) * (self.size[1] - _STRIP - 1)

    def _is_strip(self, event: dict[str, Any]) -> bool:
        return bool(event["y"] >= self.size[1] - _STRIP)

    def _places(self, name: str) -> list[tuple[float, float]]:
        """Of points, pixels; those beyond the limits lie at the border."""
        low, high = self.limits
        places = []
        for point in self._list(name):
            share = float(np.clip((self._values(point["scalar"]) - low) / (high - low), 0, 1))
            y = self._y_of(point["opacity"]) if name == "opacities" else self.size[1] - _STRIP / 2
            places.append((_MARGIN + share * (self.size[0] - 2 * _MARGIN), float(y)))
        return places

    def _nearest(self, event: dict[str, Any]) -> Optional[tuple[str, int]]:
        name = "colors" if self._is_strip(event) else "opacities"
        distances = [np.hypot(x - event["x"], y - event["y"]) for x, y in self._places(name)]
        place = int(np.argmin(distances))
        return (name, place) if distances[place] <= _NEAR else None
