"""Transfer functions: presets, files, points and colour maps."""
import json
import os
from typing import Any, Sequence, Union

import numpy as np

from . import _core
from ._errors import UsageError
from ._volume import as_volume


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
        try:
            points = [{"scalar": float(scalar), "rgb": [float(part) for part in rgb]} for scalar, rgb in colors]
            factors = [{"scalar": float(scalar), "opacity": float(opacity)} for scalar, opacity in opacities]
        except (TypeError, ValueError) as error:
            raise UsageError(f"colors are (scalar, (r, g, b)) and opacities (scalar, opacity): {error}") from None
        self.fields: dict[str, Any] = {
            "format": "voxmarch-transfer", "version": 1, "name": name, "description": description, "domain": domain,
            "colors": points, "opacities": factors}
        self([0.0])

    @classmethod
    def _of(cls, text: str) -> "TransferFunction":
        function = cls.__new__(cls)
        function.fields = json.loads(text)
        return function

    @staticmethod
    def presets() -> list[str]:
        """Names of all presets."""
        return _core.transfer_presets()

    @classmethod
    def preset(cls, name: str) -> "TransferFunction":
        """A preset. Raises UsageError with the nearest names for one that there is not."""
        return cls._of(_core.transfer_preset(name))

    @classmethod
    def automatic(cls, volume: Any, data: str = "auto") -> "TransferFunction":
        """A good first look at a volume; `description` says why. `data`: auto, grey, labels or ct."""
        return cls._of(_core.automatic_transfer(as_volume(volume)._native, data))

    @classmethod
    def read(cls, file: Union[str, os.PathLike]) -> "TransferFunction":
        """Reads a file of voxmarch, ParaView, VTK, 3D Slicer, Inviwo, Voreen, or a picture. Raises FileError."""
        return cls._of(_core.read_transfer(os.fspath(file))[0])

    @classmethod
    def from_colormap(cls, colormap: Any, opacity: Union[float, Sequence[Any]] = ((0.0, 0.0), (1.0, 1.0)),
                      points: int = 32) -> "TransferFunction":
        """A colour map of matplotlib over the window.

        Args:
            colormap: A name ("magma") or a Colormap; anything callable that maps 0 .. 1 to r, g, b(, a).
            opacity: (share, opacity) for each point, share in 0 .. 1; or one opacity everywhere.
            points: How many colours are taken, at equal distances, 2 or more.
        """
        if isinstance(colormap, str):
            import matplotlib  # pylint: disable=import-outside-toplevel
            colormap = matplotlib.colormaps[colormap]
        shares = np.linspace(0.0, 1.0, points)
        opacities = opacity if isinstance(opacity, Sequence) else ((0.0, opacity), (1.0, opacity))
        return cls([(share, np.asarray(colormap(share))[:3]) for share in shares.tolist()], opacities, "normalised",
                   name=str(getattr(colormap, "name", "colour map")))

    @property
    def name(self) -> str:
        """Short name."""
        return self.fields["name"]

    @property
    def description(self) -> str:
        """One sentence for people; may be empty."""
        return self.fields.get("description", "")

    @property
    def domain(self) -> str:
        """ "value" or "normalised". """
        return self.fields["domain"]

    def to_json(self) -> str:
        """The text of its file (docs/transfer-format.md)."""
        return json.dumps(self.fields)

    @classmethod
    def from_json(cls, text: str) -> "TransferFunction":
        """The function of such a text. Raises UsageError that says what is wrong."""
        _core.evaluate_transfer(text, [])
        return cls._of(text)

    def save(self, file: Union[str, os.PathLike], format: str = "") -> list[str]:  # pylint: disable=redefined-builtin
        """Writes the format that the file's ending names; `format` ("paraview", ...) wins over it.

        Returns what that format cannot say, a sentence each. Raises UsageError, OutputError.
        """
        return _core.write_transfer(self.to_json(), os.fspath(file), format)

    def __call__(self, scalars: Any) -> np.ndarray:
        """r, g, b and opacity at scalars of the domain: shape (..., 4). Widgets do not count."""
        values = np.asarray(scalars, dtype=float)
        return np.array(_core.evaluate_transfer(self.to_json(), values.ravel().tolist())).reshape(*values.shape, 4)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, TransferFunction) and self.fields == other.fields

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"<voxmarch.TransferFunction {self.name}: {self.description or self.domain}>"
