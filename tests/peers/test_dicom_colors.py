# Colours of DICOM against pydicom: its own test files, packed and not, and luminance, differences and palettes that it writes.
# needs: numpy, pydicom, PIL
# usage: test_dicom_colors.py VOXMARCH
import pathlib
import sys
import tempfile
import warnings

import numpy as np
import pydicom
from pydicom.pixels import apply_color_lut, convert_color_space, pixel_array

from common import Tally, dumped

tally = Tally()
scratch = pathlib.Path(tempfile.mkdtemp())
samples = pathlib.Path(pydicom.__file__).parent / "data" / "test_files"
rng = np.random.default_rng(4)
warnings.simplefilter("ignore")


def compare(name, path, expected, tolerance=0):
    """expected: rows, columns, red green blue; or frames before them"""
    frames = expected if expected.ndim == 4 else expected[np.newaxis]
    for channel in range(3):
        header, voxels = dumped(path, scratch, channel)
        if voxels is None:
            tally.check(False, f"{name}: {header['error']}")
            return
        wanted = frames[..., channel] if voxels.shape[0] == frames.shape[0] else frames[:1, ..., channel]
        same = voxels.shape == wanted.shape and voxels.dtype == wanted.dtype
        off = np.abs(voxels.astype(int) - wanted.astype(int)) if same else None
        tally.check(same and off.max() <= tolerance,
                    f"{name} {channel}: {'off by up to %d, %.3g in the mean' % (off.max(), off.mean()) if same else (voxels.shape, voxels.dtype, wanted.shape, wanted.dtype)}")
    header, voxels = dumped(path, scratch, 3)
    tally.check(voxels is None and "no channel 3" in header["error"], f"{name}: a fourth channel")


def files_of_pydicom():
    for path in sorted(samples.glob("*.dcm")):
        data = pydicom.dcmread(path, force=True)
        kind = data.get("PhotometricInterpretation", "")
        if kind not in ("RGB", "YBR_FULL", "YBR_FULL_422", "YBR_RCT", "YBR_ICT", "PALETTE COLOR") or "PixelData" not in data:
            continue
        if data.BitsAllocated > 16 or "no_color_transform" in path.name or path.name == "SC_rgb_jpeg_dcmd.dcm":
            continue  # 32 bits; files that say that they are something else than they are
        if data.BitsAllocated == 16 and data.file_meta.TransferSyntaxUID == pydicom.uid.RLELossless:
            header, voxels = dumped(path, scratch)
            tally.check(voxels is None and "gdcmconv" in header["error"], f"{path.name}: {header}")
            continue
        try:
            expected = apply_color_lut(data.pixel_array, data) if kind == "PALETTE COLOR" else pixel_array(data)
        except (RuntimeError, NotImplementedError, AttributeError) as problem:
            tally.skip(f"{path.name}: {problem}")
            continue
        lossy = data.file_meta.TransferSyntaxUID in (pydicom.uid.JPEGBaseline8Bit, pydicom.uid.JPEGExtended12Bit,
                                                     pydicom.uid.JPEG2000)
        if "YBR_FULL_422" in kind and lossy or "+n2" in path.name or "+s2" in path.name or "+s4" in path.name or "odd_jpeg" in path.name:
            compare(path.name, path, expected, 60)  # colours of fewer pixels, spread in other ways
        else:
            compare(path.name, path, expected, 3 if lossy else 0)


def written(photometric, pixels, samples_each, **more):
    data = pydicom.Dataset()
    data.file_meta = pydicom.dataset.FileMetaDataset()
    data.file_meta.TransferSyntaxUID = pydicom.uid.ExplicitVRLittleEndian
    data.SOPClassUID = data.file_meta.MediaStorageSOPClassUID = pydicom.uid.SecondaryCaptureImageStorage
    data.SOPInstanceUID = data.file_meta.MediaStorageSOPInstanceUID = pydicom.uid.generate_uid()
    data.SamplesPerPixel, data.PhotometricInterpretation, data.PlanarConfiguration = samples_each, photometric, 0
    data.Rows, data.Columns = 6, 8
    data.BitsAllocated = data.BitsStored = 8 * pixels.dtype.itemsize
    data.HighBit, data.PixelRepresentation = data.BitsStored - 1, 0
    for key, value in more.items():
        setattr(data, key, value)
    data.PixelData = pixels.tobytes()
    data["PixelData"].VR = "OB" if pixels.dtype.itemsize == 1 else "OW"
    path = scratch / "colors.dcm"
    data.save_as(path, enforce_file_format=True)
    return path, data


def luminance_and_differences():
    ybr = rng.integers(0, 256, size=(6, 8, 3)).astype("u1")
    expected = convert_color_space(ybr, "YBR_FULL", "RGB")
    compare("YBR_FULL", written("YBR_FULL", ybr, 3)[0], expected)
    path, _ = written("YBR_FULL", np.ascontiguousarray(np.moveaxis(ybr, -1, 0)), 3, PlanarConfiguration=1)
    compare("YBR_FULL in planes", path, expected)
    path, data = written("YBR_FULL", ybr, 3)
    data.compress(pydicom.uid.RLELossless)
    data.save_as(path, enforce_file_format=True)
    compare("YBR_FULL in run lengths", path, expected)
    half = np.stack([ybr[:, 0::2, 0], ybr[:, 1::2, 0], ybr[:, 0::2, 1], ybr[:, 0::2, 2]], axis=-1)
    ybr[:, 1::2, 1:] = ybr[:, 0::2, 1:]
    compare("YBR_FULL_422", written("YBR_FULL_422", half, 3)[0], convert_color_space(ybr, "YBR_FULL", "RGB"))
    header, voxels = dumped(written("HSV", ybr, 3)[0], scratch)
    tally.check(voxels is None and "HSV" in header["error"], f"HSV: {header}")
    header, voxels = dumped(written("YBR_FULL_422", half[:, :-1], 3)[0], scratch)
    tally.check(voxels is None and "truncated" in header["error"], f"truncated: {header}")


def palettes():
    for entries, first, bits, dtype in ((256, 0, 8, "u1"), (100, 20, 16, "u1"), (256, 0, 16, "u1"), (4096, 16, 16, "u2")):
        table = rng.integers(0, 1 << bits, size=(3, entries)).astype("u2" if bits == 16 else "u1")
        pixels = rng.integers(0, min(entries + first + 30, np.iinfo(dtype).max), size=(6, 8)).astype(dtype)
        more = {}
        for i, color in enumerate(("Red", "Green", "Blue")):
            more[f"{color}PaletteColorLookupTableDescriptor"] = [entries, first, bits]
            more[f"{color}PaletteColorLookupTableData"] = table[i].tobytes()
        path, data = written("PALETTE COLOR", pixels, 1, **more)
        compare(f"palette of {entries} from {first}, {bits} bits", path, apply_color_lut(pixels, data))
    del more["BluePaletteColorLookupTableData"]
    header, voxels = dumped(written("PALETTE COLOR", pixels, 1, **more)[0], scratch)
    tally.check(voxels is None and "palette that is missing" in header["error"], f"no blue: {header}")
    more["BluePaletteColorLookupTableData"] = b"ab"
    header, voxels = dumped(written("PALETTE COLOR", pixels, 1, **more)[0], scratch)
    tally.check(voxels is None and "truncated" in header["error"], f"little blue: {header}")


for test in (files_of_pydicom, luminance_and_differences, palettes):
    test()
sys.exit(tally.exit_code())
