"""Transfer functions: presets, files, points and colour maps."""
import json
from typing import Any, Mapping, Optional, Sequence

import numpy as np

from . import _core
from ._errors import UsageError
from ._values import Path, path_of, shown, whole
from ._volume import as_volume

#: What a colour may be off by where points are left out: one of 255 levels.
_TOLERANCE = 1 / 255

#: A colour map of fewer colours than this has bands of them; others are samples of a curve.
_MANY_COLORS = 64


def _bends(shares: np.ndarray, colors: np.ndarray) -> np.ndarray:
    """Which points to keep, so that lines between them miss none of the others by more than the tolerance (Ramer 1972,
    Douglas and Peucker 1973)."""
    kept = {0, len(shares) - 1}
    parts = [(0, len(shares) - 1)]
    while parts:
        first, last = parts.pop()
        inner = np.arange(first + 1, last)
        if len(inner) == 0:
            continue
        along = (shares[inner] - shares[first]) / (shares[last] - shares[first])
        line = colors[first] + along[:, None] * (colors[last] - colors[first])
        missed = np.abs(colors[inner] - line).max(axis=1)
        if missed.max() > 0.5 * _TOLERANCE:
            worst = int(inner[missed.argmax()])
            kept.add(worst)
            parts += [(first, worst), (worst, last)]
    return np.array(sorted(kept))


def _colors_at(colormap: Any, shares: np.ndarray) -> np.ndarray:
    """r, g, b for each share."""
    try:
        colors = np.array([np.asarray(colormap(share), dtype=float)[:3] for share in shares.tolist()])
    except (IndexError, TypeError, ValueError):
        colors = np.empty(0)
    if colors.shape != (len(shares), 3):
        raise UsageError(f"{shown(colormap)} is no colour map: it maps 0 .. 1 to r, g, b")
    return colors


def _color_points(colormap: Any) -> tuple[np.ndarray, np.ndarray]:
    """Shares and colours of points that lines join to the colour map: bands have two equal shares where they meet."""
    count = getattr(colormap, "N", 1024)
    centers = (np.arange(count) + 0.5) / count
    colors = colormap(centers)[:, :3] if hasattr(colormap, "N") else _colors_at(colormap, centers)
    if count < _MANY_COLORS:
        edges = np.arange(count + 1) / count
        return np.repeat(edges, 2)[1:-1], np.repeat(colors, 2, axis=0)
    shares = np.concatenate(([0.0], centers, [1.0]))
    colors = np.concatenate((colors[:1], colors, colors[-1:]))
    kept = _bends(shares, colors)
    return shares[kept], colors[kept]


class TransferFunction:
    """Colour and opacity of scalar values, linear between points, constant beyond the first and last one.

    Args:
        colors: (scalar, (r, g, b)) for each point; r, g, b in [0, 1]; scalars ascend.
        opacities: (scalar, opacity) for each point; opacity in [0, 1] per voxel length; scalars ascend.
        domain: "value": scalars are the volume's own; "normalised": 0 .. 1 over the window (see the option `window`).
        name, description: For lists and sessions.

    Everything that the file format has is in `fields`, a dict (docs/transfer-format.md): widgets over the gradient
    magnitude, say.

    Raises:
        UsageError: naming the first rule that the function breaks.

    Example:
        >>> import voxmarch as vm
        >>> bone = vm.TransferFunction([(150, (0.9, 0.5, 0.4)), (300, (1, 1, 0.9))], [(150, 0), (300, 0.5)])
        >>> [round(float(part), 2) for part in bone(225)]
        [0.95, 0.75, 0.65, 0.25]
        >>> vm.TransferFunction.preset("viridis").domain
        'normalised'
    """

    def __init__(self, colors: Sequence[Any], opacities: Sequence[Any], domain: str = "value", name: str = "custom",
                 description: str = ""):
        if isinstance(colors, (str, dict)) or isinstance(opacities, (str, dict)):
            raise UsageError("colors are (scalar, (r, g, b)) and opacities (scalar, opacity), a list of each")
        try:
            points = [{"scalar": float(scalar), "rgb": [float(part) for part in rgb]} for scalar, rgb in colors]
            factors = [{"scalar": float(scalar), "opacity": float(opacity)} for scalar, opacity in opacities]
        except (TypeError, ValueError) as error:
            raise UsageError(f"colors are (scalar, (r, g, b)) and opacities (scalar, opacity): {error}") from None
        self.fields: dict[str, Any] = {
            "format": "voxmarch-transfer", "version": 1, "name": name, "description": description, "domain": domain,
            "colors": points, "opacities": factors}
        try:
            self([0.0])
        except UsageError as error:
            raise UsageError(str(error).replace("the text of a transfer function: line 1: ", "")) from None

    @classmethod
    def _of(cls, text: str) -> "TransferFunction":
        function = cls.__new__(cls)
        function.fields = json.loads(text)
        return function

    @staticmethod
    def presets() -> list[str]:
        """Names of all presets.

        Example:
            >>> import voxmarch as vm
            >>> "viridis" in vm.TransferFunction.presets()
            True
        """
        return _core.transfer_presets()

    @classmethod
    def preset(cls, name: str) -> "TransferFunction":
        """A preset. Raises UsageError with the nearest names for one that there is not.

        Example:
            >>> import voxmarch as vm
            >>> vm.TransferFunction.preset("ct-bone").domain
            'value'
        """
        return cls._of(_core.transfer_preset(str(name)))

    @classmethod
    def automatic(cls, volume: Any, data: str = "auto") -> "TransferFunction":
        """A good first look at a volume; `description` says why. `data`: auto, grey, labels or ct.

        Example:
            >>> import voxmarch as vm
            >>> vm.TransferFunction.automatic("synthetic:tree:32").description
            'warm ramp from ...'
        """
        return cls._of(_core.automatic_transfer(as_volume(volume)._native, str(data)))

    @classmethod
    def read(cls, file: Path) -> "TransferFunction":
        """Reads a file of voxmarch, ParaView, VTK, 3D Slicer, Inviwo, Voreen, or a picture. Raises FileError.

        Example:
            >>> import voxmarch as vm
            >>> lost = vm.TransferFunction.preset("magma").save("magma.xml")
            >>> vm.TransferFunction.read("magma.xml").name
            'magma'
        """
        return cls._of(_core.read_transfer(path_of(file))[0])

    @classmethod
    def from_colormap(cls, colormap: Any, opacity: Any = ((0.0, 0.0), (1.0, 1.0)),
                      points: Optional[int] = None) -> "TransferFunction":
        """A colour map of matplotlib over the window.

        Args:
            colormap: A name ("magma") or a Colormap; anything callable that maps 0 .. 1 to r, g, b(, a). A map of fewer
                than 64 colours has bands of them, as matplotlib shows it.
            opacity: (share, opacity) for each point, share in 0 .. 1; or one opacity everywhere.
            points: How many colours are taken, at equal distances, 2 or more; default: those between which a line
                misses no colour of the map by more than half of 1/255.

        Raises:
            UsageError: for a name that matplotlib does not know.

        Example:
            >>> import numpy as np, voxmarch as vm
            >>> function = vm.TransferFunction.from_colormap(lambda share: (share, 0, 1 - share), opacity=0.2)
            >>> np.round(function([0, 0.5, 1]), 2).tolist()
            [[0.0, 0.0, 1.0, 0.2], [0.5, 0.0, 0.5, 0.2], [1.0, 0.0, 0.0, 0.2]]
        """
        if isinstance(colormap, str):
            import matplotlib  # pylint: disable=import-outside-toplevel
            if colormap not in matplotlib.colormaps:
                raise UsageError(f"matplotlib has no colour map '{colormap}'")
            colormap = matplotlib.colormaps[colormap]
        if not callable(colormap):
            raise UsageError(f"{shown(colormap)} is no colour map: the name of one, or what maps 0 .. 1 to r, g, b")
        if points is None:
            shares, colors = _color_points(colormap)
        else:
            shares = np.linspace(0.0, 1.0, whole(points, "points", 2))
            colors = _colors_at(colormap, shares)
        opacities = [(0.0, opacity), (1.0, opacity)] if np.ndim(opacity) == 0 else opacity
        return cls(list(zip(shares.tolist(), colors.tolist())), opacities, "normalised",
                   name=str(getattr(colormap, "name", "colour map")))

    @property
    def name(self) -> str:
        """Short name."""
        return str(self.fields["name"])

    @property
    def description(self) -> str:
        """One sentence for people; may be empty."""
        return str(self.fields.get("description", ""))

    @property
    def domain(self) -> str:
        """ "value" or "normalised". """
        return str(self.fields["domain"])

    def to_json(self) -> str:
        """The text of its file (docs/transfer-format.md).

        Example:
            >>> import voxmarch as vm
            >>> vm.TransferFunction.preset("magma").to_json()[:30]
            '{"format": "voxmarch-transfer"'
        """
        return json.dumps(self.fields)

    @classmethod
    def from_json(cls, text: str) -> "TransferFunction":
        """The function of such a text. Raises UsageError that says what is wrong.

        Example:
            >>> import voxmarch as vm
            >>> magma = vm.TransferFunction.preset("magma")
            >>> vm.TransferFunction.from_json(magma.to_json()) == magma
            True
        """
        if not isinstance(text, str):
            raise UsageError(f"{shown(text)} is no text of a transfer function")
        _core.evaluate_transfer(text, [])
        return cls._of(text)

    def save(self, file: Path, format: str = "") -> list[str]:  # pylint: disable=redefined-builtin
        """Writes the format that the file's ending names; `format` ("paraview", ...) wins over it.

        Returns what that format cannot say, a sentence each. Raises UsageError, OutputError.

        Example:
            >>> import voxmarch as vm
            >>> vm.TransferFunction.preset("magma").save("magma.json")
            []
        """
        return _core.write_transfer(self.to_json(), path_of(file), str(format))

    def __call__(self, scalars: Any) -> np.ndarray:
        """r, g, b and opacity at scalars of the domain: shape (..., 4). Widgets do not count."""
        try:
            values = np.asarray(scalars, dtype=float)
        except (TypeError, ValueError):
            raise UsageError(f"{shown(scalars)} are no scalars: a number or an array of them") from None
        return np.array(_core.evaluate_transfer(self.to_json(), values.ravel().tolist())).reshape(*values.shape, 4)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, TransferFunction) and self.fields == other.fields

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"<voxmarch.TransferFunction {self.name}: {self.description or self.domain}>"


def with_functions(options: Mapping[str, Any]) -> dict[str, Any]:
    """Options with a TransferFunction in place of a colour map."""
    function = options.get("transfer")
    if callable(function) and not isinstance(function, TransferFunction):
        return {**options, "transfer": TransferFunction.from_colormap(function)}
    return dict(options)
