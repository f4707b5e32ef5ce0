"""Where the voxels of the collection lie and what they hold, by SimpleITK, VTK and nibabel; isosurfaces by VTK.
usage: test_geometry.py VOXMARCH"""
# needs: numpy, SimpleITK, nibabel, vtk
import os
import sys
import tarfile
import tempfile

import nibabel
import numpy
import SimpleITK
import vtk
from vtk.util.numpy_support import numpy_to_vtk, vtk_to_numpy

import common

# stent.nrrd is not here: SimpleITK refuses its header (directions before the dimension of the space).
SIMPLE_ITK = ["teddybear_128x128x62_uint8.nhdr", "fuel_64x64x64_uint8.nhdr", "neghip_64x64x64_uint8.nhdr",
              "silicium_98x34x34_uint8.nhdr", "bucky_32x32x32_uint8.nhdr", "nucleon_41x41x41_uint8.nhdr",
              "marschner_lobb_41x41x41_uint8.nhdr", "cranium_256x256x108_int16.nrrd",
              "cranium_labels_256x256x108_uint8.nrrd", "bonsai.nrrd", "FLAIR.nrrd",
              "inia19-t1-brain.nii.gz", "inia19-NeuroMaps.nii.gz"]
VTK_IMAGES = ["engine.vti", "aneurism.vti"]
ISOSURFACES = [("fuel_64x64x64_uint8.nhdr", 30.5), ("neghip_64x64x64_uint8.nhdr", 60.5),
               ("teddybear_128x128x62_uint8.nhdr", 40.5), ("FLAIR.nrrd", 60.5), ("engine.vti", 100.5)]


class Image:
    """Voxels [z, y, x] and the affine map from indices (x, y, z) to the world (LPS for patient data)."""

    def __init__(self, voxels, affine):
        self.voxels = voxels
        self.affine = affine

    def corner(self, last):
        index = (numpy.array(self.voxels.shape[::-1]) - 1) * last
        return self.affine[:3, :3] @ index + self.affine[:3, 3]


def affine_of(origin, spacing, columns):
    affine = numpy.eye(4)
    affine[:3, :3] = numpy.asarray(columns) * numpy.asarray(spacing)
    affine[:3, 3] = origin
    return affine


def by_simple_itk(source):
    image = source if isinstance(source, SimpleITK.Image) else SimpleITK.ReadImage(source)
    columns = numpy.array(image.GetDirection()).reshape(3, 3)
    return Image(SimpleITK.GetArrayFromImage(image), affine_of(image.GetOrigin(), image.GetSpacing(), columns))


def by_vtk(path):
    reader = vtk.vtkXMLImageDataReader()
    reader.SetFileName(path)
    reader.Update()
    image = reader.GetOutput()
    matrix = image.GetDirectionMatrix()
    columns = [[matrix.GetElement(row, column) for column in range(3)] for row in range(3)]
    voxels = vtk_to_numpy(image.GetPointData().GetScalars()).reshape(image.GetDimensions()[::-1])
    return Image(voxels, affine_of(image.GetOrigin(), image.GetSpacing(), columns))


def by_nibabel(path):
    image = nibabel.load(path)
    return Image(numpy.asarray(image.dataobj).T, numpy.diag([-1, -1, 1, 1]) @ image.affine)


def by_voxmarch(report):
    return affine_of(report["origin"], report["spacing"], numpy.array(report["direction"]).T)


def compare(tally, name, report, image, axes_tolerance=1e-5):
    """Dimensions, first and last voxel in the world, spacing, directions, smallest and largest value."""
    tally.check(report["dims"] == list(image.voxels.shape[::-1]), f"{name}: {report['dims']} against "
                f"{image.voxels.shape[::-1]} voxels")
    affine = by_voxmarch(report)
    smallest = min(report["spacing"])
    # NIfTI and NRRD headers hold 6 to 7 digits.
    for label, last in (("first", 0), ("last", 1)):
        ours = Image(image.voxels, affine).corner(last)
        distance = numpy.linalg.norm(ours - image.corner(last))
        tally.check(distance < 1e-3 * smallest, f"{name}: {label} voxel {distance:g} apart: {ours}, {image.corner(last)}")
    tally.check(numpy.allclose(affine[:3, :3], image.affine[:3, :3], atol=axes_tolerance),
                f"{name}: axes {affine[:3, :3].tolist()} against {image.affine[:3, :3].tolist()}")
    theirs = [float(image.voxels.min()), float(image.voxels.max())]
    tally.check(numpy.allclose(report["range"], theirs, rtol=1e-6), f"{name}: range {report['range']} against {theirs}")


def compare_series(tally, program, scratch):
    """The tilted series lies on an uneven lattice: ours is resampled, so slices' planes and ends are compared."""
    archive = os.path.join(common.DATA, "ct_head_ge_tilt_28.dicom.tar.xz")
    if not os.path.exists(archive):
        tally.skip("the DICOM series is not there")
        return
    with tarfile.open(archive) as tar:
        tar.extractall(scratch, filter="data")
    folder = os.path.join(scratch, "ct_head_ge_tilt_28")
    report = common.info(program, folder)
    files = SimpleITK.ImageSeriesReader.GetGDCMSeriesFileNames(folder)
    image = by_simple_itk(SimpleITK.ReadImage(files[0]))
    name = "ct_head_ge_tilt_28"
    tally.check(numpy.allclose(report["spacing"][:2], numpy.linalg.norm(image.affine[:3, :2], axis=0), rtol=1e-5),
                f"{name}: spacing in the slice {report['spacing']}")
    ours = numpy.array(report["direction"]).T
    theirs = image.affine[:3, :3] / numpy.linalg.norm(image.affine[:3, :3], axis=0)
    tally.check(numpy.allclose(ours[:, 0], theirs[:, 0], atol=1e-4), f"{name}: rows run along {ours[:, 0]}")
    first = by_simple_itk(SimpleITK.ReadImage(files[0])).corner(0)
    last = by_simple_itk(SimpleITK.ReadImage(files[-1])).corner(0)
    affine = by_voxmarch(report)
    ends = [affine[:3, 3], affine[:3, :3] @ [0, 0, report["dims"][2] - 1] + affine[:3, 3]]
    # The table moves along the head, the slices are tilted: resampling moves them in their planes, which stay.
    normal = numpy.cross(theirs[:, 0], theirs[:, 1])
    heights = sorted(normal @ end for end in ends), sorted((normal @ first, normal @ last))
    tally.check(numpy.allclose(*heights, atol=report["spacing"][2]), f"{name}: places along the normal {heights}")


def on_edges(points, affine):
    """Vertices by the lattice edge they lie on: sorted rows of three whole coordinates, the axis, the place on the edge."""
    inverse = numpy.linalg.inv(affine)
    voxel = points @ inverse[:3, :3].T + inverse[:3, 3]
    axis = numpy.abs(voxel - numpy.round(voxel)).argmax(axis=1)
    rows = numpy.arange(len(voxel))
    whole = numpy.round(voxel)
    whole[rows, axis] = numpy.floor(voxel[rows, axis])
    place = voxel[rows, axis] - whole[rows, axis]
    keys = numpy.column_stack([whole, axis])
    order = numpy.lexsort(keys.T)
    return keys[order], place[order]


def vertices_by_vtk(image, isovalue):
    data = vtk.vtkImageData()
    data.SetDimensions(image.voxels.shape[::-1])
    data.GetPointData().SetScalars(numpy_to_vtk(numpy.ascontiguousarray(image.voxels).ravel(), deep=True))
    edges = vtk.vtkFlyingEdges3D()
    edges.SetInputData(data)
    edges.SetValue(0, isovalue)
    edges.ComputeNormalsOff()
    edges.Update()
    voxel = vtk_to_numpy(edges.GetOutput().GetPoints().GetData()).astype(float)
    return voxel @ image.affine[:3, :3].T + image.affine[:3, 3]


def compare_isosurface(tally, program, path, image, isovalue, scratch):
    name = f"{os.path.basename(path)} at {isovalue}"
    mesh = os.path.join(scratch, "mesh.ply")
    common.run(program, "mesh", path, "--isovalue", isovalue, "-o", mesh)
    reader = vtk.vtkPLYReader()
    reader.SetFileName(mesh)
    reader.Update()
    ours = vtk_to_numpy(reader.GetOutput().GetPoints().GetData()).astype(float)
    theirs = vertices_by_vtk(image, isovalue)
    tally.check(len(ours) == len(theirs), f"{name}: {len(ours)} vertices against {len(theirs)}")
    if len(ours) != len(theirs):
        return
    (our_keys, our_places), (their_keys, their_places) = on_edges(ours, image.affine), on_edges(theirs, image.affine)
    tally.check((our_keys == their_keys).all(), f"{name}: {(our_keys != their_keys).any(axis=1).sum()} vertices lie on "
                "other edges of the lattice")
    apart = numpy.abs(our_places - their_places).max()
    tally.check(apart < 1e-4, f"{name}: vertices up to {apart:g} voxels apart")


def main(program):
    tally = common.Tally()
    with tempfile.TemporaryDirectory() as scratch:
        for name in SIMPLE_ITK + VTK_IMAGES:
            path = common.data_file(name, scratch)
            if path is None:
                tally.skip(f"{name} is not there")
                continue
            report = common.info(program, path)
            image = by_vtk(path) if name in VTK_IMAGES else by_simple_itk(path)
            compare(tally, name, report, image)
            if ".nii" in name:
                compare(tally, f"{name} by nibabel", report, by_nibabel(path))
            for surface, isovalue in ISOSURFACES:
                if surface == name:
                    compare_isosurface(tally, program, path, image, isovalue, scratch)
        compare_series(tally, program, scratch)
    return tally.exit_code()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
