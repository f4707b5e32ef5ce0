# NumPy arrays and FreeSurfer's volumes as numpy and nibabel write them: values, axes, places.
# needs: numpy, nibabel
# usage: test_arrays.py VOXMARCH
import itertools
import json
import pathlib
import subprocess
import sys
import tempfile

import nibabel
import numpy as np

from common import Tally, dumped

voxmarch = sys.argv[1]
tally = Tally()
scratch = pathlib.Path(tempfile.mkdtemp())
rng = np.random.default_rng(11)
TYPES = ("bool", "uint8", "int8", "uint16", "int16", "uint32", "int32", "uint64", "int64", "float16", "float32", "float64")


def values(shape, dtype):
    if dtype == "bool":
        return rng.integers(0, 2, size=shape).astype(bool)
    if np.dtype(dtype).kind == "f":
        return rng.normal(size=shape).astype(dtype)
    information = np.iinfo(dtype)
    return rng.integers(information.min, information.max, size=shape, dtype=dtype)


def in_memory(array):
    """As a volume holds it."""
    kinds = ("uint8", "int8", "uint16", "int16", "float32")
    return array.astype("uint8" if array.dtype == bool else array.dtype.name if array.dtype.name in kinds else "float32")


def compare(name, path, array, **choice):
    header, voxels = dumped(path, scratch, **choice)
    if voxels is None:
        tally.check(False, f"{name}: {header['error']}")
    else:
        expected = in_memory(array)
        tally.check(voxels.dtype == expected.dtype and np.array_equal(voxels, expected), f"{name}: voxels")
    return header


def numpy_files():
    path = scratch / "a.npy"
    for dtype, order, big in itertools.product(TYPES, "CF", (False, True)):
        array = np.asarray(values((3, 4, 5), dtype), order=order)
        np.save(path, array.astype(array.dtype.newbyteorder(">" if big else "<")))
        compare(f"{dtype} {order} big={big}", path, array)
    for order in "CF":
        series = np.asarray(values((6, 3, 4, 5), "uint16"), order=order)
        colors = np.asarray(values((3, 4, 5, 3), "uint8"), order=order)
        np.save(path, series)
        for time in range(6):
            compare(f"times {order} {time}", path, series[time], time=time)
        np.save(path, colors)
        for channel in range(3):
            compare(f"colours {order} {channel}", path, colors[..., channel], channel=channel)
    volume, spacing = values((5, 6, 7), "float32"), np.ones(3)
    for name, save in (("stored", np.savez), ("packed", np.savez_compressed)):
        path = scratch / f"{name}.npz"
        save(path, spacing=spacing, volume=volume, mask=volume[:2] > 0)
        compare(f"npz {name}", path, volume)
        done = subprocess.run([voxmarch, "info", "--json", "--array", "mask", str(path)], capture_output=True, text=True)
        tally.check(done.returncode == 0 and json.loads(done.stdout)["dims"] == [7, 6, 2], f"npz {name}: {done.stderr}")
        done = subprocess.run([voxmarch, "info", "--array", "none", str(path)], capture_output=True, text=True)
        tally.check(done.returncode == 2 and "mask, spacing, volume" in done.stderr, f"npz {name}: {done.stderr}")
    np.savez(scratch / "objects.npz", a=np.array([{"a": 1}], dtype=object))
    header, voxels = dumped(scratch / "objects.npz", scratch)
    tally.check(voxels is None and "pickled" in header["error"], f"objects: {header}")
    cut = (scratch / "packed.npz").read_bytes()
    (scratch / "cut.npz").write_bytes(cut[:-40])
    header, voxels = dumped(scratch / "cut.npz", scratch)
    tally.check(voxels is None, "a cut archive is read")


def mgh_files():
    for suffix, dtype, frames in itertools.product((".mgh", ".mgz"), ("uint8", "int16", "int32", "float32"), (1, 3)):
        shape = (5, 6, 7, frames) if frames > 1 else (5, 6, 7)
        array = values(shape, dtype)
        turn, _ = np.linalg.qr(rng.normal(size=(3, 3)))
        affine = np.eye(4)
        affine[:3, :3] = turn @ np.diag((0.5, 1.25, 2.0))
        affine[:3, 3] = rng.normal(size=3) * 50
        path = scratch / f"brain{suffix}"
        nibabel.save(nibabel.MGHImage(array, affine), path)
        kept = nibabel.load(path).affine
        for time in range(frames):
            name = f"{suffix} {dtype} {time}"
            header = compare(name, path, (array[..., time] if frames > 1 else array).T, time=time)
            if "error" in header:
                continue
            told = subprocess.run([voxmarch, "info", "--json", "--convention", "ras", str(path)], capture_output=True,
                                  text=True)
            answer = json.loads(told.stdout)
            tally.check(np.allclose(answer["origin"], kept[:3, 3], atol=1e-3), f"{name}: origin {answer['origin']}")
            axes = np.array(answer["direction"]).T * answer["spacing"]
            tally.check(np.allclose(axes, kept[:3, :3], atol=1e-4), f"{name}: axes {axes} not {kept[:3, :3]}")
            tally.check(header["unit"] == "mm", f"{name}: {header['unit']}")


for test in (numpy_files, mgh_files):
    test()
sys.exit(tally.exit_code())
