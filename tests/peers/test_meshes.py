"""Binary glTF as VTK reads it: the surface of the .ply file, upright and in metres, its parts with names and colours.
usage: test_meshes.py VOXMARCH"""
# needs: numpy, vtk
import os
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
        volumes = []
        for mesh in (few, all_of_them):
            measures = vtk.vtkMassProperties()
            measures.SetInputData(mesh)
            measures.Update()
            volumes.append(measures.GetVolume())
        tally.check(abs(volumes[0] / volumes[1] - 1) < 0.03, f"decimated, its volume is {volumes}")
    return tally.exit_code()


def ply_of(program, scratch, value):
    path = os.path.join(scratch, f"{value}.ply")
    common.run(program, "mesh", "synthetic:torus:40", "--isovalue", value, "-o", path)
    return path


if __name__ == "__main__":
    sys.exit(main())
