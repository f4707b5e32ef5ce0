# MINC 2 against nibabel: values with their scaling, and places; files of nibabel's own tests, and changed copies of them.
# needs: numpy, nibabel, h5py
# usage: test_minc.py VOXMARCH
import glob
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

import h5py
import nibabel
import numpy as np

from common import Tally, dumped

voxmarch = sys.argv[1]
tally = Tally()
scratch = pathlib.Path(tempfile.mkdtemp())
samples = os.path.join(os.path.dirname(nibabel.__file__), "tests", "data")
rng = np.random.default_rng(2)


def compare(name, path):
    image = nibabel.load(path)
    data, affine = image.get_fdata(), image.affine
    series = data if data.ndim == 4 else data[np.newaxis]
    if list(h5py.File(path)["minc-2.0/image/0/image"].attrs["dimorder"].split(b","))[0] not in (b"time",) and data.ndim == 4:
        series = data
    for time, values in enumerate(series):
        header, voxels = dumped(path, scratch, time=time)
        if voxels is None:
            tally.check(False, f"{name}: {header['error']}")
            return
        tally.check(voxels.shape == values.shape and np.allclose(voxels, values, rtol=1e-5, atol=1e-5 * abs(values).max()),
                    f"{name}: voxels of time {time}")
        # nibabel's axes are those of the file, the slowest first, in RAS
        steps = np.array(header["direction"]).T * header["spacing"] * np.array((-1, -1, 1))[:, np.newaxis]
        origin = np.array(header["origin"]) * (-1, -1, 1)
        tally.check(np.allclose(steps[:, ::-1], affine[:3, :3], atol=1e-6), f"{name}: axes {steps} not {affine}")
        tally.check(np.allclose(origin, affine[:3, 3], atol=1e-5), f"{name}: origin {origin} not {affine[:3, 3]}")
        tally.check(header["format"] == "MINC" and header["unit"] == "mm", f"{name}: {header}")


def changed(source, change):
    path = scratch / "changed.mnc"
    shutil.copy(os.path.join(samples, source), path)
    path.chmod(0o644)
    with h5py.File(path, "r+") as file:
        change(file["minc-2.0"])
    return path


def turned(file):
    turn, _ = np.linalg.qr(rng.normal(size=(3, 3)))
    for column, (name, step, start) in enumerate((("xspace", -2.0, 17.0), ("yspace", 1.5, -30.0), ("zspace", 0.5, 4.0))):
        attributes = file[f"dimensions/{name}"].attrs
        attributes["direction_cosines"], attributes["step"], attributes["start"] = turn[:, column], step, start


def scaled_by_slice(file):
    image = file["image/0"]
    slices = image["image"].shape[0]
    for name in ("image-min", "image-max"):
        attributes = dict(image[name].attrs)
        del image[name]
        image[name] = rng.normal(size=slices) + (0 if name == "image-min" else 9)
        for key, value in attributes.items():
            image[name].attrs[key] = value
        image[name].attrs["dimorder"] = np.bytes_(image["image"].attrs["dimorder"].split(b",")[0])


def other_order(file):
    image = file["image/0/image"]
    names = image.attrs["dimorder"].split(b",")
    names[0], names[-1] = names[-1], names[0]
    image.attrs["dimorder"] = np.bytes_(b",".join(names))


if not glob.glob(os.path.join(samples, "minc2*.mnc")):
    tally.skip("this nibabel came without its files")
    sys.exit(tally.exit_code())
for file in sorted(glob.glob(os.path.join(samples, "minc2*.mnc")) + [os.path.join(samples, "small.mnc")]):
    with open(file, "rb") as stream:
        if stream.read(4) != b"\x89HDF":
            continue
    if "baddim" in file:  # a dimension without a length
        continue
    compare(os.path.basename(file), file)
for change in (turned, scaled_by_slice, other_order):
    try:
        path = changed("minc2_1_scale.mnc", change)
    except KeyError as missing:
        tally.skip(f"{change.__name__}: {missing}")
        continue
    compare(change.__name__, path)
header, voxels = dumped(os.path.join(samples, "minc1_1_scale.mnc"), scratch)
tally.check(voxels is None and "mincconvert -2" in header["error"], f"MINC 1: {header}")
path = changed("minc2_1_scale.mnc", lambda file: file["dimensions/xspace"].attrs.__setitem__("direction_cosines", (0.8, 0.6, 0.0)))
header, voxels = dumped(path, scratch)
tally.check(voxels is None and "not perpendicular" in header["error"], f"sheared: {header}")
path = changed("minc2_1_scale.mnc", lambda file: file["image/0/image"].attrs.__setitem__("dimorder", np.bytes_(b"xspace")))
header, voxels = dumped(path, scratch)
tally.check(voxels is None and "damaged MINC" in header["error"], f"too few dimensions: {header}")
sys.exit(tally.exit_code())
