# Files of several values a voxel as other programs write them: every channel has the values, the type and the place that
# the writer says.
# needs: numpy, nibabel, SimpleITK, vtk, PIL, pydicom
# usage: test_components.py VOXMARCH
import json
import pathlib
import subprocess
import sys
import tempfile

import nibabel
import numpy as np
import pydicom
import SimpleITK
import vtk
from PIL import Image
from vtk.util.numpy_support import numpy_to_vtk

from common import Tally, dumped

voxmarch = sys.argv[1]
tally = Tally()
scratch = pathlib.Path(tempfile.mkdtemp())
rng = np.random.default_rng(7)
SHAPE = (4, 6, 5)  # z, y, x
SPACING = (0.5, 1.25, 2.0)


def values(count, dtype):
    if np.dtype(dtype).kind == "f":
        return (rng.integers(-4000, 4000, size=(*SHAPE, count)) / 8).astype(dtype)  # of few digits
    return rng.integers(0, np.iinfo(dtype).max, size=(*SHAPE, count)).astype(dtype)


def compare(name, path, array, spacing=SPACING, colors=None):
    """array: z, y, x, component"""
    count = array.shape[-1]
    for channel in range(count):
        header, voxels = dumped(path, scratch, channel)
        if voxels is None:
            tally.check(False, f"{name} {channel}: {header['error']}")
            return
        expected = array[..., channel]
        if expected.dtype.itemsize > 2 and expected.dtype != np.float32:
            expected = expected.astype(np.float32)
        tally.check(voxels.dtype == expected.dtype and np.array_equal(voxels, expected), f"{name} {channel}: voxels")
        tally.check(spacing is None or np.allclose(header["spacing"], spacing), f"{name}: spacing {header['spacing']}")
    header, voxels = dumped(path, scratch, count)
    tally.check(voxels is None and "no channel" in header["error"], f"{name}: channel {count} is there")
    if colors is not None:
        told = subprocess.run([voxmarch, "info", str(path)], capture_output=True, text=True, check=False)
        tally.check(told.returncode == 0 and ("(red)" in told.stdout + told.stderr) == colors, f"{name}: {told}")


def nifti():
    for suffix in (".nii", ".nii.gz"):
        for fields in ("RGB", "RGBA"):
            array = values(len(fields), "uint8")
            pixels = np.zeros(SHAPE[::-1], dtype=[(f, "u1") for f in fields])
            for i, field in enumerate(fields):
                pixels[field] = array[..., i].T
            image = nibabel.Nifti1Image(pixels, np.diag((*SPACING, 1)))
            nibabel.save(image, scratch / f"colors{suffix}")
            compare(f"nibabel {fields} {suffix}", scratch / f"colors{suffix}", array, colors=True)
        array = values(3, "uint8")
        image = nibabel.Nifti1Image(np.transpose(array, (2, 1, 0, 3))[:, :, :, np.newaxis], np.diag((*SPACING, 1)))
        image.header.set_intent("vector")
        nibabel.save(image, scratch / f"bytes{suffix}")
        compare(f"nibabel vector of bytes {suffix}", scratch / f"bytes{suffix}", array, colors=True)
        array = values(3, "float32")
        image = nibabel.Nifti1Image(np.transpose(array, (2, 1, 0, 3))[:, :, :, np.newaxis], np.diag((*SPACING, 1)))
        image.header.set_intent("vector")
        nibabel.save(image, scratch / f"field{suffix}")
        compare(f"nibabel vector {suffix}", scratch / f"field{suffix}", array, colors=False)


def simple_itk():
    for suffix in (".nrrd", ".nhdr", ".mha", ".mhd", ".nii.gz"):
        for count, dtype in ((3, "uint8"), (4, "uint8"), (2, "int16"), (3, "float32"), (6, "float64")):
            if suffix == ".nii.gz" and dtype == "uint8":
                continue  # written as colours, or as vectors, from version to version
            for packed in (False, True):
                array = values(count, dtype)
                image = SimpleITK.GetImageFromArray(array, isVector=True)
                image.SetSpacing(SPACING)
                path = scratch / f"itk{suffix}"
                SimpleITK.WriteImage(image, str(path), packed)
                compare(f"SimpleITK {suffix} {count} {dtype} packed={packed}", path, array,
                        colors=dtype == "uint8")


def vtk_images():
    for count, dtype in ((3, "uint8"), (4, "uint8"), (3, "float32"), (2, "int16")):
        array = values(count, dtype)
        data = vtk.vtkImageData()
        data.SetDimensions(*SHAPE[::-1])
        data.SetSpacing(*SPACING)
        scalars = numpy_to_vtk(array.reshape(-1, count), deep=True)
        scalars.SetName("values")
        data.GetPointData().SetScalars(scalars)
        for mode in ("Ascii", "Binary", "Appended"):
            for compressor in ("None", "ZLib", "LZ4"):
                writer = vtk.vtkXMLImageDataWriter()
                getattr(writer, f"SetDataModeTo{mode}")()
                getattr(writer, f"SetCompressorTypeTo{compressor}")()
                writer.SetFileName(str(scratch / "image.vti"))
                writer.SetInputData(data)
                writer.Write()
                compare(f"vti {count} {dtype} {mode} {compressor}", scratch / "image.vti", array,
                        colors=dtype == "uint8" and mode == "Binary" or None)
        for binary in (False, True):
            writer = vtk.vtkStructuredPointsWriter()
            writer.SetFileTypeToBinary() if binary else writer.SetFileTypeToASCII()
            writer.SetFileName(str(scratch / "image.vtk"))
            writer.SetInputData(data)
            writer.Write()
            compare(f"vtk {count} {dtype} binary={binary}", scratch / "image.vtk", array)


def dicom():
    def slice_of(array, z, planar, photometric="RGB"):
        data = pydicom.Dataset()
        data.file_meta = pydicom.dataset.FileMetaDataset()
        data.file_meta.TransferSyntaxUID = pydicom.uid.ExplicitVRLittleEndian
        data.SOPClassUID = data.file_meta.MediaStorageSOPClassUID = pydicom.uid.SecondaryCaptureImageStorage
        data.SOPInstanceUID = data.file_meta.MediaStorageSOPInstanceUID = pydicom.uid.generate_uid()
        data.SeriesInstanceUID = "1.2.3"
        data.Rows, data.Columns = SHAPE[1:]
        data.SamplesPerPixel, data.PhotometricInterpretation, data.PlanarConfiguration = 3, photometric, planar
        data.BitsAllocated = data.BitsStored = 8 * array.dtype.itemsize
        data.HighBit, data.PixelRepresentation = data.BitsStored - 1, 0
        data.PixelSpacing, data.SliceThickness = [SPACING[1], SPACING[0]], SPACING[2]
        data.ImageOrientationPatient, data.ImagePositionPatient = [1, 0, 0, 0, 1, 0], [0, 0, SPACING[2] * z]
        data.InstanceNumber = z + 1
        pixels = array[z] if planar == 0 else np.moveaxis(array[z], -1, 0)
        data.PixelData = np.ascontiguousarray(pixels).tobytes()
        data["PixelData"].VR = "OB" if array.dtype.itemsize == 1 else "OW"
        return data

    for planar in (0, 1):
        for dtype in ("uint8", "uint16"):
            for packed in (False, True) if planar == 0 else (False,):  # runs of planes are always packed by channel
                array = values(3, dtype)
                folder = scratch / f"dicom{planar}{dtype}{packed}"
                folder.mkdir()
                for z in range(SHAPE[0]):
                    data = slice_of(array, z, planar)
                    if packed:
                        data.compress(pydicom.uid.RLELossless)
                    data.save_as(folder / f"{z}.dcm", enforce_file_format=True)
                if packed and dtype == "uint16":
                    header, voxels = dumped(folder / "0.dcm", scratch, 0)
                    tally.check(voxels is None and "gdcmconv" in header["error"], f"packed 16 bits: {header}")
                    continue
                compare(f"DICOM planar={planar} {dtype} packed={packed}", folder, array, colors=True)
                compare("DICOM, one slice", folder / "1.dcm", array[1:2], None)
    slice_of(array, 0, 0, "HSV").save_as(scratch / "hsv.dcm", enforce_file_format=True)
    header, voxels = dumped(scratch / "hsv.dcm", scratch, 0)
    tally.check(voxels is None and "3 values per voxel (HSV)" in header["error"], f"HSV: {header}")


def pictures():
    for mode in ("RGB", "RGBA", "LA"):
        array = values(len(mode), "uint8")
        folder = scratch / mode
        folder.mkdir()
        for z, slice_values in enumerate(array):
            Image.fromarray(slice_values, mode).save(folder / f"slice{z}.png")
        compare(f"PNG {mode}", folder, array, None, colors=mode != "LA")
    Image.fromarray(array[0, ..., 0]).save(folder / "slice0.png")  # grey among others
    header, voxels = dumped(folder, scratch, 0)
    tally.check(voxels is None and "channels" in header["error"], f"PNG of grey and colours: {header}")


for test in (nifti, simple_itk, vtk_images, dicom, pictures):
    test()
sys.exit(tally.exit_code())
