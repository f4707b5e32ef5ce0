"""Volumes: arrays, files and formulas with a place in the world."""
import html
import os
from typing import Any, Iterable, Optional, Sequence, Union

import numpy as np

from . import _core
from ._errors import UsageError
from ._values import Path, number, path_of, shown, whole, wholes

_UNITS = {"": "", "m": "m", "mm": "mm", "um": "um", "µm": "um", "nm": "nm", "Angstrom": "Angstrom"}
_IDENTITY = ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))


def _triple(values: Any, what: str) -> tuple[float, float, float]:
    """Three numbers, or one for all three."""
    try:
        numbers = np.asarray(values, dtype=float)
    except (TypeError, ValueError):
        numbers = np.empty(0)
    if numbers.ndim == 0:
        numbers = np.repeat(numbers, 3)
    if numbers.shape != (3,):
        raise UsageError(f"{what} is {shown(values)}; it is one number or three")
    return float(numbers[0]), float(numbers[1]), float(numbers[2])


def _as_array(values: Any) -> np.ndarray:
    """Any array of this machine as numpy's, without a copy where that can be."""
    if isinstance(values, np.ndarray):
        return values
    if hasattr(values, "__array__") or hasattr(values, "__array_interface__"):
        return np.asarray(values)
    if hasattr(values, "__dlpack__"):
        try:
            return np.from_dlpack(values)
        except (BufferError, RuntimeError, TypeError) as error:
            raise UsageError(f"the array is not in the memory of this machine, copy it there first: {error}") from None
    return np.asarray(values)


def _unit(unit: Any) -> str:
    """As the library writes it."""
    if not isinstance(unit, str) or unit not in _UNITS:
        raise UsageError(f"unit is {shown(unit)}; it is one of {', '.join(map(repr, _UNITS))}")
    return _UNITS[unit]


def _voxels(values: Any) -> np.ndarray:
    """Three axes z, y, x, or four with channels before them, in C order and native bytes."""
    array = _as_array(values)
    if isinstance(array, np.ma.MaskedArray):
        raise UsageError("a masked array has voxels without value: fill them first, array.filled(value)")
    if array.dtype.kind not in "buif":
        raise UsageError(f"voxels are integers or real floats, not {array.dtype}")
    if array.ndim not in (3, 4):
        hint = ": array[None] makes a volume of one slice" if array.ndim == 2 else ""
        raise UsageError(f"a volume has the axes z, y, x, or channel, z, y, x; this array has {array.ndim}{hint}")
    if array.ndim == 4 and not 1 <= array.shape[0] <= 4:
        raise UsageError(f"an array of four axes has 1 to 4 channels first, not {array.shape[0]}: its shape is "
                         f"{array.shape}; np.moveaxis(array, -1, 0) brings channels from the end")
    if array.size == 0:
        raise UsageError(f"an array of shape {array.shape} has no voxels")
    if array.dtype.kind == "b":
        array = array.view(np.uint8)
    elif array.dtype.kind == "f" and array.dtype.itemsize not in (4, 8):
        array = array.astype(np.float32 if array.dtype.itemsize < 4 else np.float64)
    return np.ascontiguousarray(array, dtype=array.dtype.newbyteorder("="))


def _rows(direction: Any) -> tuple[tuple[float, float, float], ...]:
    """World directions of the axes x, y, z, of those of z, y, x."""
    if isinstance(direction, str) or not hasattr(direction, "__len__") or len(direction) != 3:
        raise UsageError(f"direction is {shown(direction)}; it has a row x, y, z for each of the axes z, y, x")
    return tuple(_triple(row, "a row of direction") for row in direction)[::-1]


class Volume:
    """A volume in host memory: voxels, and where they lie in the world. It never changes.

    Shapes and spacings go along the array: z, y, x. Places and directions in the world (origin, camera, meshes) are
    x, y, z; without `direction` the world's x runs along the last axis.

    Args:
        array: Of the shape (z, y, x), or (channel, z, y, x) with up to four channels. Anything with the buffer
            protocol, `__array__` or DLPack in host memory: numpy, dask, torch. uint8, int8, uint16, int16 and float32
            in C order are taken without a copy: do not change them afterwards. bool becomes uint8; float64 and
            integers of 32 and 64 bits become float32, with a note. NaN and infinite voxels, and those that float32
            cannot hold, become the smallest finite value, with a note, see `non_finite_count`.
        spacing: Distance of voxel centres along z, y, x, in `unit`, > 0; or one number. Default 1.
        origin: World position x, y, z of the centre of voxel (0, 0, 0), in `unit`. Default 0.
        direction: World directions of the array's axes z, y, x: three unit vectors (x, y, z) at right angles, a row
            for each axis. Default: (0, 0, 1), (0, 1, 0), (1, 0, 0).
        unit: "mm", "um", "nm", "m" or "Angstrom"; default "", not known.
        anatomical: World axes are those of a patient: +x left, +y back, +z head (DICOM, ITK).

    Raises:
        UsageError: for an array or a grid that is none.

    Example:
        >>> import numpy as np, voxmarch as vm
        >>> volume = vm.Volume(np.arange(24, dtype=np.uint8).reshape(2, 3, 4), spacing=(2, 1, 1), unit="mm")
        >>> volume.shape, volume.spacing, volume.range
        ((2, 3, 4), (2.0, 1.0, 1.0), (0.0, 23.0))
        >>> bool((np.asarray(volume) == np.arange(24).reshape(2, 3, 4)).all())
        True
    """

    def __init__(self, array: Any, spacing: Union[float, Sequence[float]] = 1.0,
                 origin: Sequence[float] = (0.0, 0.0, 0.0), direction: Optional[Sequence[Sequence[float]]] = None,
                 unit: str = "", anatomical: bool = False):
        voxels = _voxels(array)
        place = (_triple(spacing, "spacing")[::-1], _triple(origin, "origin"),
                 _IDENTITY if direction is None else _rows(direction), bool(anatomical), _unit(unit))
        channels = [voxels] if voxels.ndim == 3 else list(voxels)
        natives = [_core.volume_of(channel, *place) for channel in channels]
        self._native = natives[0] if len(natives) == 1 else _core.of_channels(natives)

    @classmethod
    def _of(cls, native: Any) -> "Volume":
        volume = cls.__new__(cls)
        volume._native = native
        return volume

    @property
    def shape(self) -> tuple[int, ...]:
        """(z, y, x), or (channel, z, y, x) of several channels."""
        grid = tuple(self._native.grid()["dims"])[::-1]
        return grid if self.channels == 1 else (self.channels, *grid)

    @property
    def dtype(self) -> np.dtype:
        """Type of the voxels, of several channels that which holds all."""
        return np.result_type(*(array.dtype for array in self._arrays()))

    @property
    def spacing(self) -> tuple[float, float, float]:
        """Distance of voxel centres along z, y, x, in `unit`."""
        return tuple(self._native.grid()["spacing"])[::-1]

    @property
    def origin(self) -> tuple[float, float, float]:
        """World position x, y, z of the centre of voxel (0, 0, 0), in `unit`."""
        return tuple(self._native.grid()["origin"])

    @property
    def direction(self) -> np.ndarray:
        """World directions of the axes z, y, x: a row (x, y, z) for each."""
        return np.array(self._native.grid()["directions"])[::-1]

    @property
    def unit(self) -> str:
        """Unit of spacing, origin and the world; "" where it is not known."""
        return str(self._native.grid()["unit"])

    @property
    def anatomical(self) -> bool:
        """Whether world axes are those of a patient: x left, y back, z head."""
        return bool(self._native.grid()["anatomical"])

    @property
    def range(self) -> tuple[float, float]:
        """Smallest and largest finite value, of the first channel."""
        return self._native.range

    @property
    def name(self) -> str:
        """Of the file without its folder, or "memory"."""
        return self._native.name

    @property
    def channels(self) -> int:
        """1 to 4."""
        return self._native.channels

    @property
    def notes(self) -> list[str]:
        """What reading had to decide, convert or replace, a sentence each."""
        return self._native.notes

    @property
    def non_finite_count(self) -> int:
        """How many voxels were NaN or infinite, and are the smallest finite value now."""
        return self._native.non_finite_count

    def channel(self, number: int) -> "Volume":
        """One channel, from 0, as a volume that shares the voxels. Raises UsageError for one that is not there.

        Example:
            >>> import numpy as np, voxmarch as vm
            >>> vm.Volume(np.zeros((2, 8, 8, 8), np.uint8)).channel(1).shape
            (8, 8, 8)
        """
        return Volume._of(self._native.channel(whole(number, "number")))

    def histogram(self, bins: int = 1024) -> tuple[np.ndarray, np.ndarray]:
        """Counts and bin edges as `numpy.histogram` has them; integers of few values have a bin for each value.

        Example:
            >>> import numpy as np, voxmarch as vm
            >>> counts, edges = vm.Volume(np.full((8, 8, 8), 7, np.uint8)).histogram()
            >>> counts.tolist(), edges.tolist()
            ([512], [6.5, 7.5])
        """
        counts, low, high = self._native.histogram(whole(bins, "bins", 1))
        return counts, np.linspace(low, high, len(counts) + 1)

    def percentiles(self, shares: Sequence[float]) -> list[float]:
        """For each share (0 .. 1) the smallest value that at least this share of the voxels does not exceed.

        Example:
            >>> import numpy as np, voxmarch as vm
            >>> vm.Volume(np.arange(100.0).reshape(4, 5, 5)).percentiles([0.5, 1])
            [49.0, 99.0]
        """
        return self._native.percentiles([number(share, "a share") for share in np.ravel(shares)])

    def labels(self) -> dict[int, int]:
        """How many voxels each label has. Raises UsageError for values that are no labels (whole, from 0).

        Example:
            >>> import numpy as np, voxmarch as vm
            >>> vm.Volume(np.repeat(np.arange(4, dtype=np.uint8), 16).reshape(4, 4, 4) // 3).labels()
            {0: 48, 1: 16}
        """
        return dict(self._native.labels())

    def info(self) -> dict[str, Any]:
        """What is in it and where it lies, as `voxmarch info` says it, in the order of arrays.

        Example:
            >>> import voxmarch as vm
            >>> info = vm.read("synthetic:tree:32").info()
            >>> info["shape"], info["dtype"], info["name"]
            ((32, 32, 32), 'uint8', 'tree:32')
        """
        return {"name": self.name, "format": self._native.format, "shape": self.shape, "dtype": self.dtype.name,
                "channels": [self._native.channel_name(i) for i in range(self.channels)] if self.channels > 1 else [],
                "spacing": self.spacing, "origin": self.origin, "direction": self.direction.tolist(),
                "unit": self.unit, "anatomical": self.anatomical, "range": self.range,
                "non_finite_count": self.non_finite_count, "notes": self.notes}

    def save(self, file: Path) -> None:
        """Writes .nrrd (gzip) or .raw (no header). Raises OutputError, UsageError for other endings or channels.

        Example:
            >>> import voxmarch as vm
            >>> vm.read("synthetic:tree:32").save("tree.nrrd")
            >>> vm.read("tree.nrrd").shape
            (32, 32, 32)
        """
        self._native.write(path_of(file))

    def _place(self) -> dict[str, Any]:
        """Where it lies, as the constructor takes it."""
        return {"spacing": self.spacing, "origin": self.origin, "direction": self.direction, "unit": self.unit,
                "anatomical": self.anatomical}

    def _arrays(self) -> list[np.ndarray]:
        """One for each channel, not copied."""
        if self.channels == 1:
            return [np.asarray(self._native.array())]
        return [np.asarray(self._native.channel(i).array()) for i in range(self.channels)]

    def __array__(self, dtype: Any = None, copy: Optional[bool] = None) -> np.ndarray:
        arrays = self._arrays()
        converts = dtype is not None and self.dtype != dtype
        if copy is False and (converts or len(arrays) > 1):
            raise ValueError(f"a volume of {len(arrays)} channels of {self.dtype} is no array of {dtype or self.dtype} "
                             "without a copy")
        array = arrays[0] if len(arrays) == 1 else np.stack(arrays)
        if converts:
            return array.astype(dtype)
        return array.copy() if copy and len(arrays) == 1 else array

    def __dlpack__(self, **options: Any) -> Any:
        return np.asarray(self).__dlpack__(**options)

    def __dlpack_device__(self) -> tuple[int, int]:
        return np.asarray(self).__dlpack_device__()

    def __copy__(self) -> "Volume":
        return self  # it never changes

    def __deepcopy__(self, _: Any) -> "Volume":
        return self

    def __reduce__(self) -> Any:
        return _placed, (np.asarray(self), self._place())

    def __repr__(self) -> str:
        unit = f" {self.unit}" if self.unit else ""
        return f"<voxmarch.Volume {self.name} {self.shape} {self.dtype}, spacing {self.spacing}{unit}>"

    def _repr_html_(self) -> str:
        return _table(self.info())


def _table(rows: dict[str, Any]) -> str:
    """An HTML table of names and values; what is empty is left out."""
    def cell(value: Any) -> str:
        return html.escape(", ".join(map(str, value)) if isinstance(value, (list, tuple)) else str(value))
    shown = ((name, value) for name, value in rows.items() if value not in ("", [], None))
    return "<table>" + "".join(
        f"<tr><th style='text-align:left'>{html.escape(name)}</th><td style='text-align:left'>{cell(value)}</td></tr>"
        for name, value in shown) + "</table>"


def _placed(array: np.ndarray, place: dict[str, Any]) -> Volume:
    """Of a pickle."""
    return Volume(array, **place)


def as_volume(source: Any) -> Volume:
    """A volume as it is; of a path what it names; of an array the volume with spacing 1."""
    if isinstance(source, Volume):
        return source
    if isinstance(source, (str, os.PathLike)):
        return read(source)
    return Volume(source)


def read(path: Path, *, raw: Optional[str] = None,
         spacing: Union[None, float, Sequence[float]] = None, unit: Optional[str] = None,
         orientation: Optional[str] = None, series: Optional[str] = None, channels: Optional[Iterable[int]] = None,
         time: int = 0, level: int = 0, array: Optional[str] = None, field: Optional[str] = None, downsample: int = 1,
         labels: Optional[bool] = None) -> Volume:
    """Reads a volume of any format that `voxmarch info` knows.

    Args:
        path: A file, a folder of DICOM, TIFF or PNG slices, a Zarr store, "synthetic:NAME:N" or "formula:EXPRESSION:N".
        raw: Layout of a raw file, "256x256x128:uint16:1,1,2mm" (x, y, z); default: from the file's name.
        spacing: Replaces the file's, along z, y, x.
        unit: Of `spacing`, which it goes with: "mm", "um", "nm", "m" or "Angstrom"; default the file's.
        orientation: Where x, y and z of the voxels go: "LPS", "x,-y,z" or "none"; default: as the file says.
        series: DICOM series instance UID where a folder holds several.
        channels: Which channels, from 0, at most four: [0, 2]; default all, or the first four.
        time: Which time point, from 0.
        level: Which level of detail of a store, from 0, the finest.
        array: Which array of a file that holds several.
        field: Of a file of points, "density:H": H is the smoothing length and the distance of voxels.
        downsample: Makes one voxel of each N^3: their mean, of labels the most frequent one; 1 .. 64.
        labels: Whether values are labels; default: judged by the values.

    Raises:
        UsageError, FileError, UnsupportedError (a format that this build lacks), MemoryError.

    Example:
        >>> import voxmarch as vm
        >>> vm.read("synthetic:sphere:16")
        <voxmarch.Volume sphere:16 (16, 16, 16) uint8, spacing (1.0, 1.0, 1.0)>
    """
    if unit is not None and spacing is None:
        raise UsageError("unit= is that of spacing=, which is not given")
    if labels not in (None, True, False):
        raise UsageError(f"labels is {shown(labels)}; it is True or False")
    given = {"raw": raw, "orientation": orientation, "series": series, "array": array, "field": field,
             "labels": None if labels is None else bool(labels), "time": whole(time, "time"), "level": whole(level, "level"),
             "downsample": whole(downsample, "downsample", 1),
             "channels": None if channels is None else wholes(channels, "channels"),
             "spacing": None if spacing is None else _triple(spacing, "spacing")[::-1],
             "unit": None if unit is None else _unit(unit)}
    for name in ("raw", "orientation", "series", "array", "field"):
        if not isinstance(given[name], (str, type(None))):
            raise UsageError(f"{name} is {shown(given[name])}; it is a text")
    return Volume._of(_core.read_volume(path_of(path), {name: one for name, one in given.items() if one is not None}))
