"""Pictures: arrays that show and save themselves."""
from typing import Any, Optional

import numpy as np

from . import _core
from ._errors import UsageError
from ._values import Path, path_of


class Picture(np.ndarray):
    """Pixels of the shape (height, width, 4): r, g, b and opacity as uint8, or float32 with colours multiplied by
    opacity and no background. A numpy array in all else.

    Example:
        >>> import voxmarch as vm
        >>> picture = vm.render("synthetic:tree:32", size=(64, 48), view="front")
        >>> picture.shape, picture.scene.size, picture.depth
        ((48, 64, 4), [64, 48], None)
        >>> rows = picture[:24]  # a picture, too, but of no scene
        >>> rows.shape, rows.scene
        ((24, 64, 4), None)
    """

    _scene: Any
    _volume: Any
    _statistics: Optional[dict[str, Any]]
    _depth: Optional[np.ndarray]

    @classmethod
    def _of(cls, pixels: np.ndarray, depth: Optional[np.ndarray], statistics: dict[str, Any], scene: Any,
            volume: Any) -> "Picture":
        picture = pixels.view(cls)
        picture._scene, picture._volume, picture._depth, picture._statistics = scene, volume, depth, statistics
        return picture

    def __array_finalize__(self, other: Any) -> None:
        # A part of a picture, or a sum, is another one.
        self._scene = self._volume = self._depth = self._statistics = None

    @property
    def scene(self) -> Any:
        """A copy of the Scene that was drawn; None for what was made of a picture."""
        return self._scene.copy(self._volume) if self._scene is not None else None

    @property
    def depth(self) -> Optional[np.ndarray]:
        """float32 (height, width): distance from the eye, in the volume's unit, at which a ray has become half opaque;
        infinity where it never does. None if it was not asked for."""
        return self._depth

    @property
    def statistics(self) -> Optional[dict[str, Any]]:
        """Milliseconds of drawing alone (`frame_ms`), of all `stages`, of the call within the library (`library_ms`),
        whether the device measured them (`device_times`), and `triangles`."""
        return self._statistics

    def save(self, file: Path) -> None:
        """Writes a PNG. It holds the scene where that names a file as its volume: `voxmarch render picture.png` draws
        it again. Raises OutputError; UsageError for another ending and for what is no picture any more.

        Example:
            >>> import voxmarch as vm
            >>> vm.render("synthetic:tree:32", size=(64, 48)).save("picture.png")
        """
        path = path_of(file)
        if not path.lower().endswith(".png"):
            raise UsageError(f"the file is '{path}'; pictures are PNG files, name it NAME.png")
        session = self._scene._native() if self._scene is not None else None
        if session is not None and session.without_volume():
            session = None
        _core.write_png(_bytes(self), path, session)

    def _repr_png_(self) -> Optional[bytes]:
        return _core.png_of(_bytes(self), None) if self.ndim == 3 and self.shape[2] == 4 and self.size else None


def _bytes(picture: np.ndarray) -> np.ndarray:
    """8 bits a channel, colours not multiplied by opacity."""
    pixels = np.asarray(picture)
    if pixels.ndim != 3 or pixels.shape[2] != 4 or pixels.size == 0:
        raise UsageError(f"a picture has the shape (height, width, 4), and this is what is left of one: {pixels.shape}")
    if pixels.dtype != np.uint8:
        opacity = pixels[..., 3:]
        colors = np.divide(pixels[..., :3], opacity, out=np.zeros_like(pixels[..., :3]), where=opacity > 0)
        pixels = np.rint(np.clip(np.concatenate((colors, opacity), axis=2), 0, 1) * 255).astype(np.uint8)
    return np.ascontiguousarray(pixels)
