#!/usr/bin/env python3
# Labels against SimpleITK and VTK: where they lie in the world, how many voxels they have, and their surfaces.
# needs: numpy, SimpleITK, vtk
import json
import math
import os
import subprocess
import sys
import tempfile

import numpy
import SimpleITK as sitk
import vtk
from vtk.util import numpy_support

program = sys.argv[1]
failures = []


def check(good, text):
    if not good:
        failures.append(text)
        print("differs:", text)


def run(*words, code=0):
    result = subprocess.run([program, *words], capture_output=True, text=True)
    if result.returncode != code:
        check(False, f"{' '.join(words)}: exit code {result.returncode}, {result.stderr.strip()}")
    return result


def picture(volume, labels):
    run("render", volume, "--size", "96x96", "--transfer", "thesis", "--labels", labels, "--label", "2=hide", "-o",
        "x.png")
    reader = vtk.vtkPNGReader()
    reader.SetFileName("x.png")
    reader.Update()
    return numpy_support.vtk_to_numpy(reader.GetOutput().GetPointData().GetScalars()).copy()


def turned_image(shape, spacing, origin, values):
    image = sitk.GetImageFromArray(values.reshape(shape))
    a, b = 0.4, 0.7
    z = numpy.array([[math.cos(a), -math.sin(a), 0], [math.sin(a), math.cos(a), 0], [0, 0, 1]])
    x = numpy.array([[1, 0, 0], [0, math.cos(b), -math.sin(b)], [0, math.sin(b), math.cos(b)]])
    image.SetDirection((z @ x).ravel().tolist())
    image.SetSpacing(spacing)
    image.SetOrigin(origin)
    return image


def registration():
    """Labels in other orders of axes and on another grid, in NRRD, NIfTI and MetaImage."""
    shape = (22, 26, 30)
    z, y, x = numpy.indices(shape)
    ball = numpy.hypot(numpy.hypot(x - 14, y - 12), z - 10)
    ct = turned_image(shape, (1.1, 0.9, 1.7), (-31.0, 12.5, 77.0), (255 * (ball < 9)).astype(numpy.uint8))
    labels = sitk.GetImageFromArray((1 + (x > 15) + 2 * (y > 11)).astype(numpy.uint8) * (ball < 10))
    labels.CopyInformation(ct)
    sitk.WriteImage(ct, "ct.nrrd")
    sitk.WriteImage(labels, "plain.nrrd")
    reference = picture("ct.nrrd", "plain.nrrd")
    for number, order in enumerate(([0, 1, 2], [2, 0, 1], [1, 0, 2], [2, 1, 0])):
        for flips in ([False, False, True], [True, True, False]):
            moved = sitk.Flip(sitk.PermuteAxes(labels, order), flips, False)
            for name in ("moved.nrrd", "moved.nii.gz", "moved.mha"):
                sitk.WriteImage(moved, name)
                check((picture("ct.nrrd", name) == reference).all(), f"labels as {name} in order {order}, {flips}")
    grid = turned_image((19, 20, 21), (1.93, 1.37, 1.61), (-34.3, 10.7, 71.1),
                        numpy.zeros(19 * 20 * 21, numpy.uint8))
    other = sitk.Resample(labels, grid, sitk.Transform(), sitk.sitkNearestNeighbor, 0)
    sitk.WriteImage(other, "other.nrrd")
    sitk.WriteImage(sitk.Resample(other, ct, sitk.Transform(), sitk.sitkNearestNeighbor, 0), "back.nrrd")
    check((picture("ct.nrrd", "other.nrrd") == picture("ct.nrrd", "back.nrrd")).all(), "labels of another grid")
    # The share that lies outside: voxels of SimpleITK's whose centres are in no voxel of the volume.
    array = sitk.GetArrayFromImage(other)
    inside = sum(
        all(-0.5 <= c < n - 0.5 for c, n in zip(
            ct.TransformPhysicalPointToContinuousIndex(other.TransformIndexToPhysicalPoint([int(i) for i in at[::-1]])),
            ct.GetSize())) for at in numpy.argwhere(array > 0))
    share = 100 * (1 - inside / (array > 0).sum())
    said = run("render", "ct.nrrd", "--labels", "other.nrrd", "--size", "8x8", "-o", "x.png").stderr
    told = f" {share:.3g} % of the labelled voxels" in said if share > 0 else "outside" not in said
    check(told, f"outside {share:.3g} %: {said}")


def statistics(source):
    found = {entry["label"]: entry for entry in json.loads(run("info", source, "--json").stdout)["labels"]}
    image = sitk.Cast(sitk.ReadImage(source), sitk.sitkUInt16)
    counter = sitk.LabelShapeStatisticsImageFilter()
    counter.SetBackgroundValue(65535)
    counter.Execute(image)
    check(sorted(found) == sorted(counter.GetLabels()), f"labels of {source}")
    for label in counter.GetLabels():
        check(found[label]["voxels"] == counter.GetNumberOfPixels(label), f"voxels of label {label} of {source}")
        check(math.isclose(found[label]["volume"], counter.GetPhysicalSize(label), rel_tol=1e-5),
              f"volume of label {label} of {source}")


def cropped(values, label, at):
    """An image of the label's box with a voxel of nothing around, at its place in voxels."""
    low, high = at.min(axis=0), at.max(axis=0)
    mask = numpy.pad(values[tuple(slice(l, h + 1) for l, h in zip(low, high))] == label, 1).astype(numpy.uint8)
    image = vtk.vtkImageData()
    image.SetDimensions(*mask.shape[::-1])
    image.SetOrigin(*(low[::-1] - 1.0))
    image.GetPointData().SetScalars(numpy_support.numpy_to_vtk(mask.ravel(), deep=True))
    return image


def points_of(data):
    points = numpy_support.vtk_to_numpy(data.GetPoints().GetData()).astype(numpy.float64)
    return points[numpy.lexsort(points.round(2).T)]


def surfaces(source):
    """Every surface is closed, has the vertices of vtkDiscreteFlyingEdges3D and nearly its volume."""
    report = {entry["label"]: entry
              for entry in json.loads(run("mesh", source, "--labels-of", "all", "-o", "all.vtk", "--json").stdout)}
    image = sitk.ReadImage(source)
    values = sitk.GetArrayFromImage(image).astype(numpy.int64)
    world = numpy.array(image.GetDirection()).reshape(3, 3) * numpy.array(image.GetSpacing())
    reader = vtk.vtkPolyDataReader()
    reader.SetFileName("all.vtk")
    reader.ReadAllScalarsOn()
    reader.ReadAllColorScalarsOn()
    reader.Update()
    whole = reader.GetOutput()
    label_of = numpy_support.vtk_to_numpy(whole.GetCellData().GetArray("label"))
    check(whole.GetCellData().GetArray("color").GetNumberOfComponents() == 3, "colours of triangles")
    corners = numpy_support.vtk_to_numpy(whole.GetPolys().GetConnectivityArray()).reshape(-1, 3)
    points = numpy_support.vtk_to_numpy(whole.GetPoints().GetData()).astype(numpy.float64)
    order = numpy.argsort(values, axis=None, kind="stable")
    flat = values.ravel()[order]
    labels = [int(v) for v in numpy.unique(flat) if v != 0]
    check(sorted(report) == labels, f"surfaces of {source}")
    for label in labels:
        first, last = numpy.searchsorted(flat, [label, label + 1])
        at = numpy.array(numpy.unravel_index(order[first:last], values.shape)).T
        edges = vtk.vtkDiscreteFlyingEdges3D()
        edges.SetInputData(cropped(values, label, at))
        edges.SetValue(0, 1)
        edges.ComputeNormalsOff()
        edges.Update()
        triangles = corners[label_of == label]
        own = points[numpy.unique(triangles)]
        voxel = (own - numpy.array(image.GetOrigin())) @ numpy.linalg.inv(world).T
        voxel = voxel[numpy.lexsort(voxel.round(2).T)]
        theirs = points_of(edges.GetOutput())
        check(voxel.shape == theirs.shape and abs(voxel - theirs).max() < 1e-3, f"vertices of label {label}")
        sides = numpy.sort(triangles[:, [0, 1, 1, 2, 2, 0]].reshape(-1, 2), axis=1)
        check((numpy.unique(sides, axis=0, return_counts=True)[1] == 2).all(), f"label {label} is not closed")
        a, b, c = (points[triangles[:, i]] for i in range(3))
        volume = (a * numpy.cross(b, c)).sum() / 6
        check(math.isclose(volume, report[label]["volume"], rel_tol=1e-3, abs_tol=1e-3), f"volume of {label}")
        mass = vtk.vtkMassProperties()
        mass.SetInputConnection(edges.GetOutputPort())
        theirs = mass.GetVolume() * numpy.prod(image.GetSpacing())
        # Faces of two inside corners on a diagonal are cut another way there, which counts in thin labels.
        check(0.8 * theirs < volume < 1.1 * theirs,
              f"volume of label {label}: {volume} and {theirs}")


def other_files():
    """PLY and OBJ as VTK reads them."""
    run("mesh", "plain.nrrd", "--labels-of", "all", "-o", "all.ply")
    reader = vtk.vtkPLYReader()
    reader.SetFileName("all.ply")
    reader.Update()
    colors = reader.GetOutput().GetPointData().GetArray("RGB")
    check(colors is not None and len(numpy.unique(numpy_support.vtk_to_numpy(colors), axis=0)) == 4, "colours of PLY")
    run("mesh", "plain.nrrd", "--labels-of", "all", "-o", "all.obj")
    reader = vtk.vtkOBJReader()
    reader.SetFileName("all.obj")
    reader.Update()
    groups = reader.GetOutput().GetCellData().GetArray("GroupIds")
    check(groups is not None and len(numpy.unique(numpy_support.vtk_to_numpy(groups))) == 4, "groups of OBJ")


shared = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../../shared/data")
with tempfile.TemporaryDirectory() as folder:
    os.chdir(folder)
    registration()
    other_files()
    statistics("plain.nrrd")
    surfaces("plain.nrrd")
    for name in ("inia19-NeuroMaps.nii.gz", "cranium_labels_256x256x108_uint8.nrrd"):
        if os.path.exists(os.path.join(shared, name)):
            statistics(os.path.join(shared, name))
            surfaces(os.path.join(shared, name))
    os.chdir("/")
print("labels: " + (f"{len(failures)} differences" if failures else "as SimpleITK and VTK have them"))
sys.exit(1 if failures else 0)
