"""Shapes in volumes: isosurfaces as meshes, and objects thinned to curves."""
import os
import tempfile
from typing import Any, Iterator, Optional, Sequence, Union

import numpy as np

from . import _core
from ._devices import Selector, opened
from ._errors import UsageError
from ._values import Path, number, path_of, whole, wholes
from ._volume import Volume, _table, as_volume, read


class Mesh:
    """Triangles in the world, in the unit of the volume; `vertices, faces, normals = mesh`.

    Args:
        vertices: (n, 3) float32, x, y, z.
        faces: (m, 3) uint32, corners counter-clockwise from outside.
        normals: (n, 3) float32, unit vectors outwards; default none.

    Its arrays are read-only; make a Mesh of changed copies.

    Example:
        >>> import voxmarch as vm
        >>> mesh = vm.Mesh([[0, 0, 0], [2, 0, 0], [0, 2, 0]], [[0, 1, 2]])
        >>> mesh.measure()["area"]
        2.0
        >>> vm.Mesh(mesh.vertices * 2, mesh.faces).measure()["area"]
        8.0
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
        mesh's unit), watertight.

        Example:
            >>> import voxmarch as vm
            >>> vm.extract_isosurface("synthetic:sphere:32", 100).measure()["watertight"]
            True
        """
        return self._native.measure()

    def smoothed(self, steps: int = 20) -> "Mesh":
        """Smoothed by Taubin's filter, which keeps the size; 0 .. 1000 steps.

        Example:
            >>> import voxmarch as vm
            >>> rough = vm.extract_isosurface("synthetic:tree:32", 100)
            >>> rough.smoothed().measure()["area"] < rough.measure()["area"]
            True
        """
        return Mesh._of(self._native.smoothed(whole(steps, "steps")))

    def largest(self, count: int = 1) -> "Mesh":
        """Only the components with most triangles.

        Example:
            >>> import voxmarch as vm
            >>> vm.extract_isosurface("synthetic:tree:32", 100).largest().measure()["components"]
            1
        """
        return Mesh._of(self._native.largest(whole(count, "count", 1)))

    def save(self, file: Path, convention: str = "lps") -> None:
        """Writes .ply, .stl (in mm where the unit is known), .obj or .vtk. `convention`: lps or ras, of patients.
        Raises OutputError, UsageError.

        Example:
            >>> import voxmarch as vm
            >>> vm.extract_isosurface("synthetic:sphere:32", 100).save("sphere.ply")
        """
        self._native.write(path_of(file), str(convention))

    def __repr__(self) -> str:
        return f"<voxmarch.Mesh of {len(self.vertices)} vertices, {len(self.faces)} faces>"


def _triples(values: Any, dtype: Any) -> np.ndarray:
    try:
        array = np.ascontiguousarray(values, dtype=dtype)
    except (TypeError, ValueError, OverflowError) as error:
        raise UsageError(f"vertices, faces and normals are numbers of the shape (n, 3): {error}") from None
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
                       normals: bool = True, extraction: str = "blocks", unit_layers: int = 0,
                       device: Selector = None) -> Mesh:
    """Extracts an isosurface by Marching Cubes on a device: watertight but at the border of the volume.

    Args:
        source: A Volume, an array (z, y, x), or a path.
        value: Voxels not below it are inside.
        spacing: Of an array, along z, y, x; default 1.
        normals: Whether vertices have normals.
        extraction: "blocks", "scan" or "histopyramid": the same triangles, other speed.
        unit_layers: Layers of cells that go through the device at a time, rounded up to fours; the mesh does not
            depend on it. 0: as many as its memory holds.
        device: See `Renderer`.

    Returns:
        Mesh: unpack it as `vertices, faces, normals`. Vertices are x, y, z in the world; those of
        `skimage.measure.marching_cubes` are `vertices[:, ::-1]`. It is empty where the volume has no surface at
        `value`, which skimage refuses.

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
    return Mesh._of(_core.extract_isosurface(opened(device), volume._native, number(value, "value"), bool(normals),
                                             str(extraction), whole(unit_layers, "unit_layers")))


def extract_label(source: Any, label: int, *, spacing: Union[None, float, Sequence[float]] = None) -> Mesh:
    """The closed surface between the voxels of one label and all others; `Mesh.smoothed` takes the steps away. It is
    empty for a label that no voxel has: `Volume.labels` tells which there are.

    Raises UsageError for values that are no labels.

    Example:
        >>> import numpy as np, voxmarch as vm
        >>> labels = np.zeros((8, 8, 8), np.uint8)
        >>> labels[2:6, 2:6, 2:6] = 3
        >>> vm.extract_label(labels, 3).measure()["watertight"], len(vm.extract_label(labels, 4).faces)
        (True, 0)
    """
    return Mesh._of(_core.extract_label(_placed(source, spacing)._native, whole(label, "label")))


def read_mesh(file: Path) -> Mesh:
    """Reads .ply, .stl (in mm) or .obj. Vertices at the same place are one; polygons become triangles; normals, colours
    and groups are left out.

    Raises:
        FileError: for what is damaged or holds no triangle.

    Example:
        >>> import voxmarch as vm
        >>> vm.extract_isosurface("synthetic:sphere:32", 100).save("sphere.stl")
        >>> vm.read_mesh("sphere.stl").measure()["watertight"]
        True
    """
    return Mesh._of(_core.read_mesh(path_of(file)))


def voxelize(mesh: Mesh, n: int = 256, *, like: Any = None, inside: str = "winding", value: int = 255,
             device: Selector = None) -> Volume:
    """Turns a closed mesh into a volume (uint8): `value` where a voxel's centre lies inside, else 0.

    Args:
        mesh: In its world, closed.
        n: Cubes along its longest side.
        like: A Volume or a path: its voxels are filled, in place of `n` cubes; the mesh is in its world and unit.
        inside: Where parts of the mesh overlap: "winding": what lies in any of them, "parity": in an odd number.
        value: 1 .. 255.
        device: See `Renderer`.

    Raises:
        UsageError: if the mesh is not closed; MemoryError, DeviceError.

    Example:
        >>> import numpy as np, voxmarch as vm
        >>> mesh = vm.extract_isosurface("synthetic:sphere:32", 128)
        >>> volume = vm.voxelize(mesh, 64)
        >>> inside = (np.asarray(volume) > 0).sum() * volume.spacing[0] ** 3
        >>> volume.shape, bool(abs(inside / mesh.measure()["volume"] - 1) < 0.01)
        ((64, 64, 64), True)
    """
    filled = None if like is None else as_volume(like)._native
    return Volume._of(_core.voxelize(opened(device), mesh._native, whole(n, "n"), filled, str(inside),
                                     whole(value, "value")))


class Skeleton:
    """Poly-lines of an object with lengths and radii, in the world; made by `skeletonize`.

    Example:
        >>> import numpy as np, voxmarch as vm
        >>> mask = np.zeros((9, 9, 30), bool)
        >>> mask[3:6, 3:6, 3:27] = True
        >>> skeleton = vm.skeletonize(mask)
        >>> skeleton.branches[0]["points"].shape, [node["kind"] for node in skeleton.nodes]
        ((22, 3), ['end', 'end'])
    """

    def __init__(self, native: _core.Skeleton):
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
        have 65535.

        Example:
            >>> import voxmarch as vm
            >>> vm.skeletonize("synthetic:tree:32", value=100).labels().shape
            (32, 32, 32)
        """
        with tempfile.TemporaryDirectory(prefix="voxmarch") as folder:
            path = os.path.join(folder, "skeleton.nrrd")
            self.save(path)
            return read(path, labels=True)

    def save(self, file: Path, convention: str = "lps") -> None:
        """Writes .vtk (lines with radii), .obj (lines), .csv (a row for each branch) or .nrrd (label volume).
        Raises OutputError, UsageError.

        Example:
            >>> import voxmarch as vm
            >>> vm.skeletonize("synthetic:tree:32", value=100).save("skeleton.csv")
        """
        self._native.write(path_of(file), str(convention))

    def __repr__(self) -> str:
        numbers = self.summary
        return f"<voxmarch.Skeleton of {numbers['branches']} branches, length {numbers['length']:.6g}>"

    def _repr_html_(self) -> str:
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
    chosen = [] if labels is None else wholes(labels, "labels")
    return Skeleton(_core.extract_skeleton(opened(device), volume._native, number(value, "value"), chosen, str(peeling),
                                           bool(invert), whole(largest, "largest"), number(prune, "prune")))
