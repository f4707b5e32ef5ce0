"""Binary glTF as VTK reads it: the surface of the .ply file, upright and in metres, its parts with names and colours; and a
box that VTK writes, as we read it.
usage: test_meshes.py VOXMARCH"""
# needs: numpy, vtk
import base64
import json
import os
import struct
import sys
import tempfile

import numpy
import vtk
from vtk.util.numpy_support import vtk_to_numpy

import common


def read_ply(path):
    reader = vtk.vtkPLYReader()
    reader.SetFileName(path)
    reader.Update()
    return reader.GetOutput()


def read_glb(path):
    """The parts, in the order of the file, where their nodes place them."""
    reader = vtk.vtkGLTFReader()
    reader.SetFileName(path)
    reader.ApplyDeformationsToGeometryOn()
    reader.Update()
    parts, iterator = [], reader.GetOutput().NewIterator()
    iterator.InitTraversal()
    while not iterator.IsDoneWithTraversal():
        parts.append(iterator.GetCurrentDataObject())
        iterator.GoToNextItem()
    return parts


def corners(mesh):
    """Positions of the corners of all triangles, one row a triangle."""
    triangles = vtk_to_numpy(mesh.GetPolys().GetConnectivityArray()).reshape(-1, 3)
    return vtk_to_numpy(mesh.GetPoints().GetData())[triangles]


def main():
    program, tally = sys.argv[1], common.Tally()
    with tempfile.TemporaryDirectory() as scratch:
        ply, glb = os.path.join(scratch, "s.ply"), os.path.join(scratch, "s.glb")
        made = ["mesh", "synthetic:torus:40", "--isovalue", "128", "--spacing", "0.5,0.7,0.9mm"]
        for path in (ply, glb):
            common.run(program, *made, "-o", path)
        world, parts = corners(read_ply(ply)), read_glb(glb)
        tally.check(len(parts) == 1, f"one surface is {len(parts)} parts")
        upright = numpy.stack([world[..., 0], world[..., 2], -world[..., 1]], axis=-1) / 1000
        shown = corners(parts[0])
        tally.check(shown.shape == upright.shape and numpy.allclose(shown, upright, atol=1e-6),
                    "triangles of .glb are not those of .ply, turned and in metres")
        normals = parts[0].GetPointData().GetNormals()
        tally.check(normals is not None and numpy.allclose(numpy.linalg.norm(vtk_to_numpy(normals), axis=1), 1, atol=1e-3),
                    "normals of .glb")
        written_by_vtk(program, scratch, tally)
        common.run(program, "mesh", "synthetic:torus:40", "--isovalue", "100,128,150", "-o", glb)
        parts = read_glb(glb)
        sizes = [corners(read_ply(ply_of(program, scratch, value))).shape[0] for value in (100, 128, 150)]
        tally.check([corners(part).shape[0] for part in parts] == sizes, "sizes of three isosurfaces")
        common.run(program, "mesh", "synthetic:torus:64", "--isovalue", "128.5", "--decimate", "0.1", "-o", ply)
        whole = common.run(program, "mesh", "synthetic:torus:64", "--isovalue", "128.5", "-o", os.path.join(scratch, "w.ply"))
        tally.check("watertight" in whole, whole)
        few, all_of_them = read_ply(ply), read_ply(os.path.join(scratch, "w.ply"))
        share = few.GetNumberOfPolys() / all_of_them.GetNumberOfPolys()
        tally.check(0.09 < share <= 0.1, f"--decimate 0.1 left {share}")
        check_distances(program, scratch, tally)
        volumes = []
        for mesh in (few, all_of_them):
            measures = vtk.vtkMassProperties()
            measures.SetInputData(mesh)
            measures.Update()
            volumes.append(measures.GetVolume())
        tally.check(abs(volumes[0] / volumes[1] - 1) < 0.03, f"decimated, its volume is {volumes}")
    return tally.exit_code()


def check_distances(program, scratch, tally):
    """The error of --decimate is VTK's distance from the vertices as they were to the mesh as it is; closed stays closed."""
    whole, few = os.path.join(scratch, "whole.ply"), os.path.join(scratch, "few.ply")
    for volume, isovalue, share in [("synthetic:torus:64", 128, 0.05), ("synthetic:vessels:48", 100, 0.2),
                                    ("synthetic:cayley:32", 100, 0.1)]:
        told = json.loads(common.run(program, "mesh", volume, "--isovalue", str(isovalue), "--no-normals", "--largest", "1",
                                     "--json", "-o", whole))[0]
        made = json.loads(common.run(program, "mesh", volume, "--isovalue", str(isovalue), "--no-normals", "--largest", "1",
                                     "--decimate", str(share), "--json", "-o", few))[0]
        distance = vtk.vtkDistancePolyDataFilter()
        distance.SignedDistanceOff()
        distance.ComputeSecondDistanceOff()
        distance.SetInputData(0, read_ply(whole))
        distance.SetInputData(1, read_ply(few))
        distance.Update()
        distances = vtk_to_numpy(distance.GetOutput().GetPointData().GetArray("Distance"))
        largest, mean = made["decimation"]["largest_error"], made["decimation"]["mean_error"]
        tally.check(numpy.isclose(distances.max(), largest, rtol=1e-3, atol=1e-5) and
                    numpy.isclose(distances.mean(), mean, rtol=1e-3, atol=1e-5),
                    f"{volume}: told {largest}, {mean}; VTK has {distances.max()}, {distances.mean()}")
        edges = vtk.vtkFeatureEdges()
        edges.SetInputData(read_ply(few))
        edges.FeatureEdgesOff()
        edges.BoundaryEdgesOn()
        edges.NonManifoldEdgesOn()
        edges.Update()
        tally.check(made["watertight"] == told["watertight"] and
                    (edges.GetOutput().GetNumberOfCells() == 0) == told["watertight"],
                    f"{volume}: watertight {told['watertight']}, decimated {made['watertight']}, "
                    f"{edges.GetOutput().GetNumberOfCells()} open or bad edges")


def pack(path):
    """Makes .glb of the .gltf file with its buffers as base64 that VTK writes."""
    with open(path, "rb") as file:
        document = json.load(file)
    binary, places = b"", []
    for buffer in document["buffers"]:
        places.append(len(binary))
        binary += base64.b64decode(buffer["uri"].split(",")[1])
        binary += bytes(-len(binary) % 4)
    for view in document["bufferViews"]:
        view["byteOffset"] = view.get("byteOffset", 0) + places[view["buffer"]]
        view["buffer"] = 0
    document["buffers"] = [{"byteLength": len(binary)}]
    text = json.dumps(document).encode()
    text += b" " * (-len(text) % 4)
    with open(path, "wb") as file:
        file.write(b"glTF" + struct.pack("<III", 2, 28 + len(text) + len(binary), len(text)) + b"JSON" + text +
                   struct.pack("<I", len(binary)) + b"BIN\0" + binary)


def written_by_vtk(program, scratch, tally):
    """A box that VTK writes as glTF, in metres with y up, has its voxels where the box of the .ply has them."""
    source = vtk.vtkCubeSource()
    source.SetBounds(0.002, 0.012, 0.003, 0.018, -0.011, -0.004)
    triangles = vtk.vtkTriangleFilter()
    triangles.SetInputConnection(source.GetOutputPort())
    mapper = vtk.vtkPolyDataMapper()
    mapper.SetInputConnection(triangles.GetOutputPort())
    actor, renderer, window = vtk.vtkActor(), vtk.vtkRenderer(), vtk.vtkRenderWindow()
    actor.SetMapper(mapper)
    actor.SetPosition(0.001, 0.002, -0.001)
    actor.RotateX(10)
    renderer.AddActor(actor)
    window.SetOffScreenRendering(1)
    window.AddRenderer(renderer)
    glb, ply = os.path.join(scratch, "box.glb"), os.path.join(scratch, "box.ply")
    exporter = vtk.vtkGLTFExporter()
    exporter.SetRenderWindow(window)
    exporter.InlineDataOn()
    exporter.SetFileName(glb)
    exporter.Write()
    pack(glb)
    turn = vtk.vtkTransform()  # metres with y up become mm with z up
    turn.Scale(1000, 1000, 1000)
    turn.RotateX(90)
    turn.Concatenate(actor.GetMatrix())
    moved = vtk.vtkTransformFilter()
    moved.SetTransform(turn)
    moved.SetInputConnection(triangles.GetOutputPort())
    writer = vtk.vtkPLYWriter()
    writer.SetInputConnection(moved.GetOutputPort())
    writer.SetFileName(ply)
    writer.Write()
    like = os.path.join(scratch, "like.nrrd")
    common.run(program, "convert", "synthetic:sphere:48", like, "--spacing", "0.5mm")
    found = []
    for mesh in (glb, ply):
        volume = mesh + ".nrrd"
        common.run(program, "voxelize", mesh, "--like", like, "-o", volume)
        found.append(json.loads(common.run(program, "info", volume, "--json"))["mean"])
    inside = found[0] / 255 * 48**3
    tally.check(abs(inside - 10 * 15 * 7 / 0.5**3) < 0.1 * inside, f"a box of 8400 voxels has {inside}")
    tally.check(found[0] == found[1], f"boxes of .glb and .ply differ: {found}")


def ply_of(program, scratch, value):
    path = os.path.join(scratch, f"{value}.ply")
    common.run(program, "mesh", "synthetic:torus:40", "--isovalue", value, "-o", path)
    return path


if __name__ == "__main__":
    sys.exit(main())
