"""Which voxels lie in a mesh, by VTK's stencil; where they lie in the world, by SimpleITK.
usage: test_voxelize.py VOXMARCH"""
# needs: numpy, SimpleITK, vtk
import json
import os
import sys
import tempfile

import numpy
import SimpleITK
import vtk
from vtk.util.numpy_support import vtk_to_numpy

import common


def read_mesh(path):
    reader = {".ply": vtk.vtkPLYReader, ".stl": vtk.vtkSTLReader, ".obj": vtk.vtkOBJReader}[os.path.splitext(path)[1]]()
    reader.SetFileName(path)
    reader.Update()
    return reader.GetOutput()


def by_vtk(mesh, image):
    """255 where the stencil of the mesh has the voxels of an image with upright axes."""
    stencil = vtk.vtkPolyDataToImageStencil()
    stencil.SetInputData(mesh)
    stencil.SetOutputOrigin(image.GetOrigin())
    stencil.SetOutputSpacing(image.GetSpacing())
    size = image.GetSize()
    stencil.SetOutputWholeExtent(0, size[0] - 1, 0, size[1] - 1, 0, size[2] - 1)
    stencil.SetTolerance(0)
    filled = vtk.vtkImageStencilToImage()
    filled.SetInputConnection(stencil.GetOutputPort())
    filled.SetInsideValue(255)
    filled.SetOutsideValue(0)
    filled.SetOutputScalarTypeToUnsignedChar()
    filled.Update()
    return vtk_to_numpy(filled.GetOutput().GetPointData().GetScalars()).reshape(size[::-1])


def compare(tally, name, mesh, image, report):
    """We round vertices to 256ths of a voxel: centres as near to the surface as that may be on either side."""
    measures = vtk.vtkMassProperties()
    measures.SetInputData(mesh)
    measures.Update()
    ours, theirs = SimpleITK.GetArrayFromImage(image), by_vtk(mesh, image)
    spacing = image.GetSpacing()[0]
    near = measures.GetSurfaceArea() / spacing**2 / 256
    differ, inside = numpy.count_nonzero(ours != theirs), numpy.count_nonzero(ours)
    tally.check(inside == report["inside_voxels"] > 0 and differ <= near, f"{name}: {differ} of {inside} voxels differ, "
                f"{near:.0f} are that near to the surface")
    share = inside * spacing**3 / measures.GetVolume()
    tally.check(abs(share - 1) < 0.01, f"{name}: {share:.4f} of the volume of the mesh")


def main(program):
    tally = common.Tally()
    with tempfile.TemporaryDirectory() as scratch:
        os.chdir(scratch)
        for volume, isovalue in (("synthetic:torus:60", 128), ("synthetic:teddy:96", 100.5), ("synthetic:tree:80", 128.5)):
            for ending in (".ply", ".stl", ".obj"):
                common.run(program, "mesh", volume, "--isovalue", isovalue, "--largest", 1, "-o", "m" + ending)
                report = json.loads(common.run(program, "voxelize", "m" + ending, "-n", 230, "-o", "v.nrrd", "--json"))
                compare(tally, f"{volume} {ending}", read_mesh("m" + ending), SimpleITK.ReadImage("v.nrrd"), report)
    return tally.exit_code()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
