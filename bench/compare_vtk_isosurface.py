#!/usr/bin/env python3
"""Isosurfaces of voxmarch against those of VTK's vtkFlyingEdges3D.

Usage: bench/compare_vtk_isosurface.py PROGRAM VOLUME ISOVALUE [VOLUME ISOVALUE ..] [--pictures FOLDER]
Needs numpy and vtk (pip install vtk). VOLUME is an NRRD file (.nrrd or .nhdr, raw or gzip) with u8 voxels. Prints
triangles, vertices and area of both, and the enclosed volume if the surface is closed; then what of the meshes is the
same: vertices by the edge of the lattice they lie on, segments on the faces of cells, triangles. With --pictures both
draw every surface in the standard view.
"""
import gzip
import json
import os
import subprocess
import sys
import tempfile

import numpy
import vtk
from vtk.util.numpy_support import numpy_to_vtk, vtk_to_numpy


def read_nrrd(path):
    """Voxels [z, y, x], spacing and origin (x, y, z)."""
    with open(path, "rb") as file:
        content = file.read()
    header, _, data = content.partition(b"\n\n")
    fields = {}
    for line in header.decode().splitlines()[1:]:
        if ":" in line and not line.startswith("#"):
            key, value = line.split(":", 1)
            fields[key.strip()] = value.strip(" =")
    if "data file" in fields:
        with open(os.path.join(os.path.dirname(path), fields["data file"]), "rb") as file:
            data = file.read()
    if fields["encoding"] in ("gzip", "gz"):
        data = gzip.decompress(data)
    dims = [int(word) for word in fields["sizes"].split()]
    if "space directions" in fields:
        rows = [numpy.fromstring(row.strip("() "), sep=",") for row in fields["space directions"].split()]
        spacing = [float(numpy.linalg.norm(row)) for row in rows]
    else:
        spacing = [float(word) for word in fields.get("spacings", "1 1 1").split()]
    origin = [float(word) for word in fields.get("space origin", "(0,0,0)").strip("()").split(",")]
    voxels = numpy.frombuffer(data, numpy.uint8)[:dims[0] * dims[1] * dims[2]].reshape(dims[::-1])
    return voxels, numpy.array(spacing), numpy.array(origin)


def vtk_surface(voxels, spacing, origin, isovalue):
    image = vtk.vtkImageData()
    image.SetDimensions(voxels.shape[::-1])
    image.SetSpacing(spacing)
    image.SetOrigin(origin)
    image.GetPointData().SetScalars(numpy_to_vtk(voxels.ravel(), deep=True))
    edges = vtk.vtkFlyingEdges3D()
    edges.SetInputData(image)
    edges.SetValue(0, isovalue)
    edges.ComputeNormalsOn()
    edges.ComputeGradientsOff()
    edges.Update()
    return edges.GetOutput()


def arrays(surface):
    """Points and corners of triangles."""
    corners = vtk_to_numpy(surface.GetPolys().GetConnectivityArray()).reshape(-1, 3).astype(numpy.int64)
    return vtk_to_numpy(surface.GetPoints().GetData()).astype(float), corners


def triangle_areas(points, corners):
    a, b, c = (points[corners[:, i]] for i in range(3))
    return numpy.linalg.norm(numpy.cross(b - a, c - a), axis=1) / 2


def measures(surface):
    """Triangles, vertices, area, edges without two triangles, and the volume within by the divergence theorem."""
    points, corners = arrays(surface)
    a, b, c = (points[corners[:, i]] for i in range(3))
    edges = numpy.sort(numpy.concatenate([corners[:, [0, 1]], corners[:, [1, 2]], corners[:, [2, 0]]]), axis=1)
    _, uses = numpy.unique(edges[:, 0] << 32 | edges[:, 1], return_counts=True)
    return (len(corners), len(points), triangle_areas(points, corners).sum(), int((uses != 2).sum()),
            abs(numpy.einsum("ij,ij->", a, numpy.cross(b, c)) / 6))


class Lattice:
    """A mesh in terms of the lattice: edges that vertices lie on, cells that triangles lie in."""

    def __init__(self, surface, origin, spacing):
        points, corners = arrays(surface)
        voxels = (points - origin) / spacing
        whole = numpy.rint(voxels)
        share = numpy.abs(voxels - whole)
        axis = share.argmax(axis=1)
        low = whole.astype(numpy.int64)
        rows = numpy.arange(len(low))
        low[rows, axis] = numpy.floor(voxels[rows, axis])
        self.places = voxels[rows, axis]
        self.keys = ((low[:, 2] << 20 | low[:, 1]) << 20 | low[:, 0]) << 2 | axis
        cells = low[corners].min(axis=1)
        self.cells = (cells[:, 2] << 20 | cells[:, 1]) << 20 | cells[:, 0]
        self.areas = triangle_areas(points, corners)
        triangles = self.keys[corners]
        first = triangles.argmin(axis=1)[:, None]
        self.triangles = numpy.take_along_axis(triangles, (first + [0, 1, 2]) % 3, axis=1)

    def segments(self):
        """Pairs of vertices that triangles of two cells share, sorted."""
        pairs = numpy.concatenate([self.triangles[:, [0, 1]], self.triangles[:, [1, 2]], self.triangles[:, [2, 0]]])
        pairs.sort(axis=1)
        cells = numpy.tile(self.cells, 3)
        order = numpy.lexsort((cells, pairs[:, 1], pairs[:, 0]))
        pairs, cells = pairs[order], cells[order]
        same = (pairs[1:] == pairs[:-1]).all(axis=1) & (cells[1:] != cells[:-1])
        return rows_as_items(pairs[1:][same])


def rows_as_items(rows):
    return numpy.unique(numpy.ascontiguousarray(rows).view([("", rows.dtype)] * rows.shape[1]))


def compare_meshes(ours, theirs):
    """Prints what two Lattices have in common."""
    _, i, j = numpy.intersect1d(ours.keys, theirs.keys, return_indices=True)
    farthest = numpy.abs(ours.places[i] - theirs.places[j]).max()
    segments, other = ours.segments(), theirs.segments()
    common = numpy.intersect1d(segments, other)
    # VTK may wind the other way round.
    turned = theirs.triangles[:, [0, 2, 1]]
    triangles = rows_as_items(ours.triangles)
    same = max((numpy.isin(triangles, rows_as_items(t)) for t in (theirs.triangles, turned)), key=numpy.sum)
    print(f"  vertices in both {len(i)} of {len(ours.keys)}, at most {farthest:.1e} voxels apart")
    print(f"  segments on faces in both {len(common)} of {len(segments)} and {len(other)}")
    print(f"  triangles in both {int(same.sum())} of {len(triangles)}")
    cells = numpy.unique(numpy.concatenate([ours.cells, theirs.cells]))
    differ = numpy.zeros(len(cells))
    numpy.add.at(differ, numpy.searchsorted(cells, ours.cells), ours.areas)
    numpy.subtract.at(differ, numpy.searchsorted(cells, theirs.cells), theirs.areas)
    print(f"  cells of another area {int((numpy.abs(differ) > 1e-5 * ours.areas.mean()).sum())} of {len(cells)}")


def draw(surface, voxels, spacing, origin, path, size=512):
    """The standard view: eye at centre + 1.5 L normalize(0.6, 0.5, 0.8), up +y, tan(fov / 2) = 0.5."""
    dims = numpy.array(voxels.shape[::-1])
    centre = origin + (dims - 1) * spacing / 2
    eye = centre + 1.5 * (dims * spacing).max() * numpy.array([0.6, 0.5, 0.8]) / numpy.linalg.norm([0.6, 0.5, 0.8])
    mapper = vtk.vtkPolyDataMapper()
    mapper.SetInputData(surface)
    mapper.ScalarVisibilityOff()
    actor = vtk.vtkActor()
    actor.SetMapper(mapper)
    actor.GetProperty().SetColor(0.91, 0.87, 0.78)
    renderer = vtk.vtkRenderer()
    renderer.AddActor(actor)
    camera = renderer.GetActiveCamera()
    camera.SetPosition(*eye)
    camera.SetFocalPoint(*centre)
    camera.SetViewUp(0, 1, 0)
    camera.SetViewAngle(2 * numpy.degrees(numpy.arctan(0.5)))
    renderer.ResetCameraClippingRange()
    window = vtk.vtkRenderWindow()
    window.SetOffScreenRendering(1)
    window.SetMultiSamples(0)
    window.SetSize(size, size)
    window.AddRenderer(renderer)
    window.Render()
    grab = vtk.vtkWindowToImageFilter()
    grab.SetInput(window)
    writer = vtk.vtkPNGWriter()
    writer.SetFileName(path)
    writer.SetInputConnection(grab.GetOutputPort())
    writer.Write()


def our_surface(program, path, isovalue):
    with tempfile.TemporaryDirectory() as folder:
        mesh = os.path.join(folder, "mesh.ply")
        subprocess.run([program, "mesh", path, "--isovalue", str(isovalue), "-o", mesh], check=True,
                       capture_output=True)
        reader = vtk.vtkPLYReader()
        reader.SetFileName(mesh)
        reader.Update()
        return reader.GetOutput()


def compare(program, path, isovalue, pictures):
    voxels, spacing, origin = read_nrrd(path)
    surface = vtk_surface(voxels, spacing, origin, isovalue)
    triangles, vertices, area, not_two, inside = measures(surface)
    command = [program, "info", path, "--isovalue", str(isovalue), "--json"]
    ours = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)["isosurfaces"][0]
    name = os.path.basename(path).split(".")[0]
    print(f"{name} at {isovalue:g}")
    print(f"  triangles  {ours['triangles']:>10}  VTK {triangles:>10}  ({ours['triangles'] - triangles:+d})")
    print(f"  vertices   {ours['vertices']:>10}  VTK {vertices:>10}  ({ours['vertices'] - vertices:+d})")
    print(f"  area       {ours['area']:>10.8g}  VTK {area:>10.8g}  ({ours['area'] / area - 1:+.1e})")
    if ours["volume"] is not None:
        print(f"  volume     {ours['volume']:>10.8g}  VTK {inside:>10.8g}  ({ours['volume'] / inside - 1:+.1e})")
    print(f"  edges without two triangles {ours['open_edges'] + ours['edges_with_more_triangles']}, VTK {not_two}")
    compare_meshes(Lattice(our_surface(program, path, isovalue), origin, spacing), Lattice(surface, origin, spacing))
    if pictures:
        stem = os.path.join(pictures, f"{name}_{isovalue:g}")
        draw(surface, voxels, spacing, origin, stem + "_vtk.png")
        subprocess.run([program, "render", path, "--mode", "isosurface", "--isovalue", str(isovalue), "--size",
                        "512x512", "--view", "standard", "-o", stem + "_voxmarch.png"], check=True)


def main():
    arguments = sys.argv[1:]
    pictures = None
    if "--pictures" in arguments:
        at = arguments.index("--pictures")
        pictures = arguments[at + 1]
        os.makedirs(pictures, exist_ok=True)
        del arguments[at:at + 2]
    program, *pairs = arguments
    for path, isovalue in zip(pairs[::2], pairs[1::2]):
        compare(program, path, float(isovalue), pictures)


if __name__ == "__main__":
    if len(sys.argv) < 4:
        sys.exit(__doc__)
    main()
