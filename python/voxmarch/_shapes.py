"""Shapes in volumes: isosurfaces as meshes, and objects thinned to curves."""
import os
import tempfile
from typing import Any, Iterator, Optional, Sequence, Union

import numpy as np

from . import _core
from ._devices import Selector, opened
from ._errors import UsageError
from ._volume import Volume, as_volume


class Mesh:
    """Triangles in the world, in the unit of the volume; `vertices, faces, normals = mesh`.

    Args:
        vertices: (n, 3) float32, x, y, z.
        faces: (m, 3) uint32, corners counter-clockwise from outside.
        normals: (n, 3) float32, unit vectors outwards; default none.
    """

    def __init__(self, vertices: Any, faces: Any, normals: Any = None):
        self._native = _core.mesh_of(_triples(vertices, np.float32), _triples(faces, np.uint32),
                                     None if normals is None else _triples(normals, np.float32))

    @classmethod
    def _of(cls, native: Any) -> "Mesh":
        mesh = cls.__new__(cls)
        mesh._native = native
        return mesh

    @property
    def vertices(self) -> np.ndarray:
        """(n, 3) float32: x, y, z in the world. `vertices[:, ::-1]` has the order of array axes."""
        return np.asarray(self._native.vertices)

    @property
    def faces(self) -> np.ndarray:
        """(m, 3) uint32: numbers of vertices, counter-clockwise from outside."""
        return np.asarray(self._native.faces)

    @property
    def normals(self) -> np.ndarray:
        """(n, 3) float32: unit vectors outwards; (0, 3) without."""
        return np.asarray(self._native.normals)

    def __iter__(self) -> Iterator[np.ndarray]:
        return iter((self.vertices, self.faces, self.normals))

    def measure(self) -> dict[str, Any]:
        """vertices, triangles, edges, open_edges, bad_edges, degenerate, euler, components, area, volume (in the
        mesh's unit), watertight."""
        return self._native.measure()

    def smoothed(self, steps: int = 20) -> "Mesh":
        """Smoothed by Taubin's filter, which keeps the size; 0 .. 1000 steps."""
        return Mesh._of(self._native.smoothed(steps))

    def largest(self, count: int = 1) -> "Mesh":
        """Only the components with most triangles."""
        return Mesh._of(self._native.largest(count))

    def save(self, file: Union[str, os.PathLike], convention: str = "lps") -> None:
        """Writes .ply, .stl (in mm where the unit is known), .obj or .vtk. `convention`: lps or ras, of patients.
        Raises OutputError, UsageError."""
        self._native.write(os.fspath(file), convention)

    def __repr__(self) -> str:
        return f"<voxmarch.Mesh of {len(self.vertices)} vertices, {len(self.faces)} faces>"


def _triples(values: Any, dtype: Any) -> np.ndarray:
    array = np.ascontiguousarray(values, dtype=dtype)
    if array.ndim != 2 or array.shape[1] != 3:
        raise UsageError(f"vertices, faces and normals have the shape (n, 3), not {array.shape}")
    return array


def _placed(source: Any, spacing: Any) -> Volume:
    if spacing is None:
        return as_volume(source)
    if isinstance(source, (Volume, str, os.PathLike)):
        raise UsageError("a volume has its spacing: spacing= goes with arrays")
    return Volume(source, spacing=spacing)


def extract_isosurface(source: Any, value: float, *, spacing: Union[None, float, Sequence[float]] = None,
                       normals: bool = True, extraction: str = "blocks", device: Selector = None) -> Mesh:
    """Extracts an isosurface by Marching Cubes on a device: watertight but at the border of the volume.

    Args:
        source: A Volume, an array (z, y, x), or a path.
        value: Voxels not below it are inside.
        spacing: Of an array, along z, y, x; default 1.
        normals: Whether vertices have normals.
        extraction: "blocks", "scan" or "histopyramid": the same triangles, other speed.
        device: See `Renderer`.

    Returns:
        Mesh: unpack it as `vertices, faces, normals`. Vertices are x, y, z in the world; those of
        `skimage.measure.marching_cubes` are `vertices[:, ::-1]`.

    Raises:
        UsageError: for fewer than two voxels along an axis; MemoryError, DeviceError.

    Example:
        >>> import numpy as np, voxmarch as vm
        >>> z, y, x = np.mgrid[-1:1:32j, -1:1:32j, -1:1:32j]
        >>> vertices, faces, normals = vm.extract_isosurface(np.sqrt(x*x + y*y + z*z).astype(np.float32), 0.5)
        >>> vertices.shape[1], len(faces) > 1000
        (3, True)
    """
    volume = _placed(source, spacing)
    return Mesh._of(_core.extract_isosurface(opened(device), volume._native, float(value), normals, extraction))


def extract_label(source: Any, label: int, *, spacing: Union[None, float, Sequence[float]] = None) -> Mesh:
    """The closed surface between the voxels of one label and all others; `Mesh.smoothed` takes the steps away.

    Raises UsageError for values that are no labels.
    """
    return Mesh._of(_core.extract_label(_placed(source, spacing)._native, int(label)))


class Skeleton:
    """Poly-lines of an object with lengths and radii, in the world; made by `skeletonize`."""

    def __init__(self, native: Any):
        self._native = native

    @property
    def branches(self) -> list[dict[str, Any]]:
        """For each: nodes (from, to; -1 of a closed curve), points (n, 3) x, y, z, radii (n,), length, mean_radius,
        voxels."""
        return self._native.branches

    @property
    def nodes(self) -> list[dict[str, Any]]:
        """For each: position x, y, z, radius, kind ("end", "fork", ...), degree, voxels."""
        return self._native.nodes

    @property
    def summary(self) -> dict[str, Any]:
        """branches, ends, branch_points, lone_voxels, components, cavities, voxels, loops, length."""
        return self._native.summary

    def labels(self) -> Volume:
        """A label volume (uint16) in which every voxel of the skeleton has the number of its branch, from 1; lone voxels
        have 65535."""
        from ._volume import read  # pylint: disable=import-outside-toplevel
        with tempfile.TemporaryDirectory(prefix="voxmarch") as folder:
            path = os.path.join(folder, "skeleton.nrrd")
            self.save(path)
            return read(path, labels=True)

    def save(self, file: Union[str, os.PathLike], convention: str = "lps") -> None:
        """Writes .vtk (lines with radii), .obj (lines), .csv (a row for each branch) or .nrrd (label volume).
        Raises OutputError, UsageError."""
        self._native.write(os.fspath(file), convention)

    def __repr__(self) -> str:
        numbers = self.summary
        return f"<voxmarch.Skeleton of {numbers['branches']} branches, length {numbers['length']:.6g}>"

    def _repr_html_(self) -> str:
        from ._volume import _table  # pylint: disable=import-outside-toplevel
        return _table(self.summary)


def skeletonize(mask: Any, *, value: float = 0.5, labels: Optional[Sequence[int]] = None,
                spacing: Union[None, float, Sequence[float]] = None, peeling: str = "layers", invert: bool = False,
                largest: int = 0, prune: float = 0.0, device: Selector = None) -> Skeleton:
    """Thins an object to curves (Palagyi and Kuba 1999); loops, cavities and components stay.

    Args:
        mask: A Volume, an array (z, y, x; bool, or anything with values), or a path.
        value: Voxels not below it are the object.
        labels: Voxels of these labels are the object, in place of `value`.
        spacing: Of an array, along z, y, x; default 1.
        peeling: "layers" or "published".
        invert: The object is the other voxels, e.g. pores.
        largest: Keep so many components, those with most voxels; 0: all.
        prune: Remove end branches shorter than this, in the volume's unit.
        device: See `Renderer`.

    Raises:
        UsageError: if no voxel or every voxel is object; MemoryError, DeviceError.

    Example:
        >>> import numpy as np, voxmarch as vm
        >>> mask = np.zeros((9, 9, 30), bool)
        >>> mask[3:6, 3:6, 3:27] = True
        >>> skeleton = vm.skeletonize(mask)
        >>> skeleton.summary["branches"], skeleton.summary["ends"]
        (1, 2)
    """
    volume = _placed(mask, spacing)
    return Skeleton(_core.extract_skeleton(opened(device), volume._native, float(value),
                                           [int(label) for label in labels or []], peeling, invert, int(largest),
                                           float(prune)))
