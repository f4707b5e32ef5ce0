# Series of times as other programs write them: every time's voxels, when they were taken, pictures of all.
# needs: numpy, nibabel, pydicom, tifffile, SimpleITK, zarr, h5py
# usage: test_times.py VOXMARCH
import pathlib
import subprocess
import sys
import tempfile

import h5py
import nibabel
import numpy as np
import SimpleITK
import tifffile
import zarr
from pydicom.dataset import FileDataset, FileMetaDataset
from pydicom.uid import ExplicitVRLittleEndian, generate_uid

from common import Tally, dumped, info

voxmarch = sys.argv[1]
tally = Tally()
scratch = pathlib.Path(tempfile.mkdtemp())
TIMES, SHAPE = 5, (7, 8, 9)  # z, y, x


def beating_ball(time, dtype="uint16"):
    z, y, x = np.indices(SHAPE)
    distance = np.sqrt((x - 4) ** 2 + (y - 3.5) ** 2 + (z - 3) ** 2)
    return np.clip((3 + 0.5 * time - distance) * 300 + 20 * time + x, 0, 4000).astype(dtype)


SERIES = np.stack([beating_ball(time) for time in range(TIMES)])


def check(name, path, points, unit, series=SERIES):
    """Every time, and when it was taken."""
    for time in range(TIMES):
        header, voxels = dumped(path, scratch, time=time)
        tally.check(voxels is not None and np.array_equal(voxels, series[time]), f"{name}: time {time} {header if voxels is None else ''}")
    told = info(voxmarch, path, "--header-only")
    tally.check(told["times"] == TIMES, f"{name}: {told['times']} times")
    tally.check(np.allclose(told["time_points"] or [-1], points if points is not None else [-1], rtol=1e-6), f"{name}: at {told['time_points']}")
    tally.check(told["time_unit"] == unit, f"{name}: unit {told['time_unit']}")


def nifti():
    for name, klass in (("a.nii", nibabel.Nifti1Image), ("b.nii.gz", nibabel.Nifti2Image)):
        image = klass(SERIES.transpose(3, 2, 1, 0), np.diag([1.0, 1.0, 2.0, 1.0]))
        image.header.set_xyzt_units("mm", "sec")
        image.header["pixdim"][4] = 2.5
        image.header["toffset"] = 10.0
        nibabel.save(image, scratch / name)
        check(name, scratch / name, 10.0 + 2.5 * np.arange(TIMES), "s")


def tiff():
    path = scratch / "a.ome.tif"
    tifffile.imwrite(path, SERIES, metadata={"axes": "TZYX", "TimeIncrement": 40.0, "TimeIncrementUnit": "ms"})
    check("TZYX", path, 40.0 * np.arange(TIMES), "ms")
    path = scratch / "planes.ome.tif"
    planes = {"DeltaT": [0.5 * t for t in range(TIMES) for _ in range(SHAPE[0])]}
    tifffile.imwrite(path, SERIES, metadata={"axes": "TZYX", "Plane": planes})
    check("DeltaT", path, 0.5 * np.arange(TIMES), "s")
    path = scratch / "imagej.tif"
    tifffile.imwrite(path, SERIES, imagej=True, metadata={"axes": "TZYX", "finterval": 3.0})
    check("ImageJ", path, 3.0 * np.arange(TIMES), "s")
    two = np.stack([SERIES, SERIES[::-1]], axis=2)  # t z c y x
    path = scratch / "channels.ome.tif"
    tifffile.imwrite(path, two, metadata={"axes": "TZCYX", "TimeIncrement": 1.5})
    pictures("channels", path)


def stores():
    path = scratch / "a.ome.zarr"
    group = zarr.open_group(path, mode="w", zarr_format=2)
    group.create_array("0", data=SERIES[:, None], chunks=(1, 1, *SHAPE))
    names = [("t", "time", "second"), ("c", "channel", None), *((n, "space", "micrometer") for n in "zyx")]
    group.attrs["multiscales"] = [{
        "version": "0.4",
        "axes": [{"name": n, "type": k, **({"unit": u} if u else {})} for n, k, u in names],
        "datasets": [{"path": "0", "coordinateTransformations": [{"type": "scale", "scale": [0.25, 1, 2, 1, 1]}]}],
    }]
    check("zarr", path, 0.25 * np.arange(TIMES), "s")


def nrrd():
    images = [SimpleITK.GetImageFromArray(volume) for volume in SERIES]
    joined = SimpleITK.JoinSeries(images, 0.0, 0.5)
    SimpleITK.WriteImage(joined, str(scratch / "a.nrrd"))
    check("4D NRRD of ITK", scratch / "a.nrrd", 0.5 * np.arange(TIMES), None)
    for time, image in enumerate(images):
        SimpleITK.WriteImage(image, str(scratch / f"step_{3 * time:02}.nrrd"), useCompression=time % 2 == 1)
    check("numbered NRRD", scratch / "step_{t}.nrrd", 3.0 * np.arange(TIMES), None)
    pictures("numbered NRRD", scratch / "step_{t:02}.nrrd")


def meta_image():
    joined = SimpleITK.JoinSeries([SimpleITK.GetImageFromArray(volume) for volume in SERIES], 3.0, 0.5)
    vectors = SimpleITK.GetImageFromArray(np.stack([SERIES, SERIES + 7], axis=-1), isVector=True)
    vectors.SetSpacing(joined.GetSpacing())
    vectors.SetOrigin(joined.GetOrigin())
    for suffix in (".mha", ".mhd"):
        for packed in (False, True):
            path = scratch / f"meta{suffix}"
            SimpleITK.WriteImage(joined, str(path), packed)
            check(f"{suffix} packed={packed}", path, 3.0 + 0.5 * np.arange(TIMES), None)
            SimpleITK.WriteImage(vectors, str(path), packed)
            check(f"{suffix} of vectors packed={packed}", path, 3.0 + 0.5 * np.arange(TIMES), None)
            header, voxels = dumped(path, scratch, channel=1, time=2)
            tally.check(voxels is not None and np.array_equal(voxels, SERIES[2] + 7), f"second channel: {header}")
    head = ("NDims = 4\nDimSize = 2 1 1 3\nElementType = MET_SHORT\nElementSpacing = 1 1 1 1\n"
            "BinaryData = False\nElementDataFile = LOCAL\n")
    (scratch / "text.mha").write_text("ObjectType = Image\n" + head + "1 2 3 4 5 6\n")
    header, voxels = dumped(scratch / "text.mha", scratch, time=2)
    tally.check(voxels is not None and voxels.ravel().tolist() == [5, 6], f"text: {header}")
    tally.check(not info(voxmarch, scratch / "text.mha", "--header-only")["time_points"], "a step of 1")
    (scratch / "text.mha").write_text("ObjectType = Image\n" + head + "1 2 3 4 5\n")
    header, voxels = dumped(scratch / "text.mha", scratch)
    tally.check(voxels is None and "truncated" in header["error"], f"short text: {header}")


def imaris():
    def chars(text):
        return np.frombuffer(str(text).encode(), dtype="S1")

    stamps = ["2019-12-31 23:59:58.250", "2019-12-31 23:59:59.500", "2020-01-01 00:00:00.750", "2020-01-01 00:00:02.000",
              "2020-01-01 00:10:02.000"]
    for name, told, points in (("stamps", stamps, [0, 1.25, 2.5, 3.75, 603.75]), ("one missing", stamps[:-1], None),
                               ("all the same", [stamps[0]] * TIMES, None), ("no stamps", ["soon"] * TIMES, None)):
        path = scratch / "times.ims"
        with h5py.File(path, "w") as file:
            file.attrs["ImarisDataSet"] = chars("ImarisDataSet")
            for time, volume in enumerate(SERIES):
                file[f"DataSet/ResolutionLevel 0/TimePoint {time}/Channel 0/Data"] = volume
            group = file.create_group("DataSetInfo/TimeInfo")
            for number, stamp in enumerate(told):
                group.attrs[f"TimePoint{number + 1}"] = chars(stamp)
        check(f"Imaris, {name}", path, points, "s" if points else None)


def hdf5():
    with h5py.File(scratch / "times.h5", "w") as file:
        file["series"] = SERIES
    check("HDF5", scratch / "times.h5", None, None)


def arrays():
    np.save(scratch / "a.npy", SERIES)
    check("npy", scratch / "a.npy", None, None)


def slice_file(folder, series, time, z, number, tags):
    meta = FileMetaDataset()
    meta.MediaStorageSOPClassUID = "1.2.840.10008.5.1.4.1.1.4"
    meta.MediaStorageSOPInstanceUID = generate_uid()
    meta.TransferSyntaxUID = ExplicitVRLittleEndian
    data = FileDataset(None, {}, file_meta=meta, preamble=b"\0" * 128)
    data.SOPClassUID, data.SOPInstanceUID = meta.MediaStorageSOPClassUID, meta.MediaStorageSOPInstanceUID
    data.SeriesInstanceUID, data.Modality, data.InstanceNumber = series, "MR", number
    data.ImagePositionPatient, data.ImageOrientationPatient = [0, 0, 2.0 * z], [1, 0, 0, 0, 1, 0]
    data.PixelSpacing, data.SliceThickness = [1, 1], 2
    data.Rows, data.Columns = SHAPE[1:]
    data.SamplesPerPixel, data.PhotometricInterpretation = 1, "MONOCHROME2"
    data.BitsAllocated, data.BitsStored, data.HighBit, data.PixelRepresentation = 16, 16, 15, 0
    for tag, value in tags.items():
        setattr(data, tag, value)
    data.PixelData = SERIES[time, z].tobytes()
    data.save_as(folder / f"{(number * 37) % 101:03}.dcm", enforce_file_format=True)


def dicom():
    kinds = {
        "position": (lambda t, z: {"TemporalPositionIdentifier": t + 1, "NumberOfTemporalPositions": TIMES}, None, None),
        "trigger": (lambda t, z: {"TriggerTime": 40.0 * t + 0.1 * z}, 40.0 * np.arange(TIMES), "ms"),
        "acquisition": (lambda t, z: {"AcquisitionTime": f"1059{58 + t:02}.500" if t < 2 else f"1100{t - 2:02}.500"}, 1.0 * np.arange(TIMES), "s"),
        "content": (lambda t, z: {"ContentTime": f"1200{2 * t:02}"}, 2.0 * np.arange(TIMES), "s"),
        "numbers": (lambda t, z: {}, None, None),
    }
    for name, (tags, points, unit) in kinds.items():
        folder = scratch / name
        folder.mkdir()
        series = generate_uid()
        for time in range(TIMES):
            for z in range(SHAPE[0]):
                slice_file(folder, series, time, z, 1 + time * SHAPE[0] + z, tags(time, z))
        check(f"DICOM by {name}", folder, points, unit)
    pictures("DICOM", scratch / "trigger")


def pictures(name, path):
    """Pictures of all times are those of each alone."""
    look = ["--size", "48x40", "--embed", "none"]
    out = scratch / "pictures"
    out.mkdir(exist_ok=True)
    done = subprocess.run([voxmarch, "render", path, *look, "--time", "all", "-o", out / "f{}.png"], capture_output=True, text=True, timeout=300)
    tally.check(done.returncode == 0, f"{name}: {done.stderr}")
    kinds = set()
    for time in range(TIMES):
        alone = subprocess.run([voxmarch, "render", path, *look, "--time", str(time), "-o", out / "alone.png"], capture_output=True, text=True, timeout=300)
        tally.check(alone.returncode == 0, f"{name}: {alone.stderr}")
        picture = (out / f"f{time}.png").read_bytes()
        kinds.add(picture)
        tally.check(picture == (out / "alone.png").read_bytes(), f"{name}: picture {time}")
    tally.check(len(kinds) == TIMES, f"{name}: {len(kinds)} different pictures")


for part in (nifti, tiff, stores, nrrd, meta_image, imaris, hdf5, arrays, dicom):
    part()
sys.exit(tally.exit_code())
