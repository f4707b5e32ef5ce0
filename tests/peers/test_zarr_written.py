# Stores that `voxmarch convert` writes hold, for zarr-python and TensorStore, the voxels and what numpy makes of them.
# needs: numpy, zarr, tensorstore, ome_zarr_models, tifffile, nibabel
"""Each case writes an array as NRRD, converts it, and compares every level with the box means (or modes) of the level before as
numpy makes them, the metadata with the model of OME-Zarr 0.5, the ranges and the histogram with the voxels; and files of other
formats with what their own libraries read. Stores whose making was killed must end with the bytes of those made at once."""

import filecmp
import json
import math
import os
import pathlib
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time

import nibabel
import numpy as np
import tensorstore
import tifffile
import zarr
from ome_zarr_models.v05.image import Image

from common import Tally

voxmarch = sys.argv[1]
scratch = pathlib.Path(tempfile.mkdtemp())
tally = Tally()


def write_nrrd(path, array, spacing=(1, 1, 1), origin=(0, 0, 0), direction=np.eye(3), unit=None, patient=False):
    """array: z, y, x; direction: rows are the world directions of x, y, z."""
    kind = "float" if array.dtype == np.float32 else str(array.dtype)
    rows = " ".join("(" + ",".join(repr(float(v)) for v in np.asarray(direction[i]) * spacing[i]) + ")" for i in range(3))
    text = f"NRRD0004\ntype: {kind}\ndimension: 3\n"
    text += "space: left-posterior-superior\n" if patient else "space dimension: 3\n"
    text += f'space units: "{unit}" "{unit}" "{unit}"\n' if unit else ""
    text += f"sizes: {array.shape[2]} {array.shape[1]} {array.shape[0]}\nspace directions: {rows}\n"
    text += "kinds: domain domain domain\nendian: little\nencoding: raw\n"
    text += f"space origin: ({','.join(repr(float(v)) for v in origin)})\n\n"
    path.write_bytes(text.encode() + array.tobytes())
    return path


def convert(*words, code=0):
    done = subprocess.run([voxmarch, "convert", *map(str, words)], capture_output=True, text=True, check=False)
    tally.check(done.returncode == code, f"convert {words} ends with {done.returncode}: {done.stderr}")
    return done


def boxes(array, factor):
    """The voxels of each box along a last axis, and which of them are there."""
    padded = [(0, -n % factor) for n in array.shape]
    values = np.pad(array, padded)
    there = np.pad(np.ones(array.shape, bool), padded)

    def cut(a):
        z, y, x = (n // factor for n in a.shape)
        return a.reshape(z, factor, y, factor, x, factor).transpose(0, 2, 4, 1, 3, 5).reshape(z, y, x, factor**3)

    return cut(values), cut(there)


def mean(array, factor=2):
    """Of those voxels that are there; integers to nearest, halves away from zero."""
    values, there = boxes(array, factor)
    count = there.sum(axis=-1)
    if array.dtype.kind == "f":
        return (np.where(there, values, 0).astype(np.float64).sum(axis=-1) / count).astype(array.dtype)
    total = np.where(there, values, 0).astype(np.int64).sum(axis=-1)
    magnitude = (2 * np.abs(total) + count) // (2 * count)
    return (np.sign(total) * magnitude).astype(array.dtype)


def mode(array, factor=2):
    """The most frequent value of each box, the smallest of several."""
    values, there = boxes(array, factor)
    best = np.zeros(values.shape[:3], array.dtype)
    most = np.zeros(values.shape[:3], int)
    for value in np.unique(array):
        count = ((values == value) & there).sum(axis=-1)
        best[count > most] = value
        most = np.maximum(most, count)
    return best


def same(got, wanted, floats):
    if got.dtype != wanted.dtype or got.shape != wanted.shape:
        return False
    if floats:  # sums of eight floats in another order
        return bool(np.allclose(got, wanted, rtol=1e-6, atol=1e-6))
    return bool(np.array_equal(got, wanted))


def read_tensorstore(path):
    return tensorstore.open({"driver": "zarr3", "kvstore": {"driver": "file", "path": str(path)}}).result().read().result()


def check_store(store, array, reduce, what):
    """Voxels of all levels, ranges, histogram and the model."""
    group = zarr.open_group(store, mode="r")
    multiscale = Image.from_zarr(group).attributes.ome.multiscales[0]
    levels = [d.path for d in multiscale.datasets]
    expected = array
    tally.check(len(levels) == 1 + max(0, math.ceil(math.log2(max(array.shape) / 64))), f"{what}: {len(levels)} levels")
    ranges = json.loads((store / "voxmarch" / "ranges.json").read_text())
    for number, path in enumerate(levels):
        level = group[path]
        tally.check(same(level[:], expected, array.dtype.kind == "f" and number > 0), f"{what}: level {number}")
        tally.check(np.array_equal(read_tensorstore(store / path), level[:]), f"{what}: level {number}, tensorstore")
        tally.check(level.shards == (512,) * 3 and level.chunks == (64,) * 3, f"{what}: chunks {level.chunks}")
        bricks = ranges["levels"][number]["bricks"]
        pairs = np.fromfile(store / "voxmarch" / ranges["levels"][number]["file"], "<f4").reshape(bricks[::-1] + [2])
        voxels = level[:]
        right = all(
            pairs[z, y, x, 0] == (brick := voxels[z * 64:z * 64 + 64, y * 64:y * 64 + 64, x * 64:x * 64 + 64]).min()
            and pairs[z, y, x, 1] == brick.max()
            for z in range(bricks[2]) for y in range(bricks[1]) for x in range(bricks[0]))
        tally.check(right and bricks == [-(-n // 64) for n in voxels.shape[::-1]], f"{what}: ranges of level {number}")
        expected = reduce(voxels)  # of what is there: rounding is not carried along
    tally.check(ranges["smallest_finite"] == array.min(), f"{what}: smallest value")
    if array.dtype.kind != "f":
        histogram = ranges["histogram"]
        values, counts = np.unique(array, return_counts=True)
        table = np.zeros(histogram["max"] - histogram["min"] + 1, int)
        table[values.astype(int) - histogram["min"]] = counts
        tally.check(histogram["min"] == values[0] and histogram["counts"] == table.tolist(), f"{what}: histogram")
    tally.check(not (store / "voxmarch" / "unfinished.json").exists(), f"{what}: still marked")
    return multiscale


def noise(shape, dtype, seed=1):
    generator = np.random.default_rng(seed)
    if np.dtype(dtype).kind == "f":
        return (generator.standard_normal(shape) * 100).astype(dtype)
    info = np.iinfo(dtype)
    return generator.integers(info.min, info.max, shape, dtype=dtype, endpoint=True)


def types_and_codecs():
    for dtype in ("uint8", "int8", "uint16", "int16", "float32"):
        for codec in ("lz4", "zstd", "none") if dtype in ("uint8", "float32") else ("lz4",):
            array = noise((37, 130, 201), dtype)
            array[:, :, 64:128] = 0  # chunks that are not stored
            source = write_nrrd(scratch / "a.nrrd", array)
            store = scratch / f"{dtype}_{codec}.ome.zarr"
            convert(source, store, "--codec", codec, "--no-labels")
            check_store(store, array, mean, f"{dtype} {codec}")


def sizes():
    """Odd ones, one voxel, long ones whose coarse chunks reach over several shards."""
    for shape in ((1, 1, 1), (64, 64, 64), (65, 1, 64), (1, 513, 1030), (2, 3, 4200), (130, 700, 1100), (1030, 20, 5),
                  (1100, 530, 9)):
        array = noise(shape, "uint8")
        source = write_nrrd(scratch / "a.nrrd", array)
        store = scratch / ("x".join(map(str, shape)) + ".zarr")
        convert(source, store, "--no-labels")
        check_store(store, array, mean, f"size {shape}")
        shutil.rmtree(store)


def labels():
    generator = np.random.default_rng(3)
    coarse = generator.integers(1, 40, (7, 8, 9), dtype="uint16") * 7 * generator.integers(0, 2, (7, 8, 9), dtype="uint16")
    array = np.kron(coarse, np.ones((19, 17, 15), "uint16")).astype("uint16")
    source = write_nrrd(scratch / "labels.nrrd", array)
    store = scratch / "labels.ome.zarr"
    done = convert(source, store)
    tally.check("seem to be labels" in done.stderr, "labels are not recognised")
    check_store(store, array, mode, "labels judged")
    convert(source, store, "--no-labels", "--overwrite")
    check_store(store, array, mean, "labels averaged")
    grey = noise((70, 80, 90), "int8")
    convert(write_nrrd(scratch / "grey.nrrd", grey), store, "--labels", "--overwrite")
    check_store(store, grey, mode, "grey as labels")


def places():
    array = noise((70, 80, 90), "uint8")
    spacing, origin = (0.5, 0.75, 1.25), (10.0, -20.0, 30.5)
    store = scratch / "placed.ome.zarr"
    for unit, word in (("mm", "millimeter"), ("um", "micrometer"), ("nm", "nanometer"), (None, None)):
        done = convert(write_nrrd(scratch / "a.nrrd", array, spacing, origin, unit=unit), store, "--overwrite")
        tally.check("turned" not in done.stderr, f"note of directions: {done.stderr}")
        multiscale = check_store(store, array, mean, f"placed in {unit}")
        tally.check([a.name for a in multiscale.axes] == ["z", "y", "x"], "axes")
        tally.check(all(a.type == "space" and a.unit == word for a in multiscale.axes), f"unit {unit}")
        for level, dataset in enumerate(multiscale.datasets):
            scale, first = (t.scale if hasattr(t, "scale") else t.translation for t in dataset.coordinateTransformations)
            for axis in range(3):  # the first voxel lies in the middle of its box
                wanted = origin[axis] + spacing[axis] * (0.5 * 2**level - 0.5)
                tally.check(scale[2 - axis] == spacing[axis] * 2**level and first[2 - axis] == wanted,
                            f"level {level}, axis {axis}: {scale} {first}")
    angle = 0.3
    turned = np.array([[math.cos(angle), math.sin(angle), 0], [-math.sin(angle), math.cos(angle), 0], [0, 0, 1]])
    done = convert(write_nrrd(scratch / "a.nrrd", array, spacing, origin, turned, "mm", True), store, "--overwrite")
    tally.check("directions" in done.stderr and done.stderr.count("\n") == 1, f"no note of directions: {done.stderr}")
    own = zarr.open_group(store, mode="r").attrs["voxmarch"]
    tally.check(np.allclose(own["direction"], turned) and own["anatomical"] and own["unit"] == "mm"
                and own["origin"] == list(origin) and np.allclose(own["spacing"], spacing, rtol=1e-15), f"own attribute {own}")


def parts():
    array = noise((90, 100, 110), "int16")
    source = write_nrrd(scratch / "a.nrrd", array, (1, 2, 3), (5, 6, 7))
    store = scratch / "part.ome.zarr"
    convert(source, store, "--region", "3:100,10:11,20:90")
    check_store(store, array[20:90, 10:11, 3:100], mean, "region")
    own = zarr.open_group(store, mode="r").attrs["voxmarch"]
    tally.check(own["origin"] == [5 + 3, 6 + 20, 7 + 60], f"origin of the region {own['origin']}")
    for factor in (2, 3, 7, 64):
        convert(source, store, "--overwrite", "--downsample", factor, "--no-labels")
        check_store(store, mean(array, factor), mean, f"downsample {factor}")
    convert(source, store, "--overwrite", "--region", "1:110,2:100,3:90", "--downsample", 3, "--labels")
    check_store(store, mode(array[3:, 2:, 1:], 3), mode, "region and downsample")
    for words in ("0:111,0:1,0:1", "5:5,0:1,0:1", "0:1,0:1", "a:b,0:1,0:1", "-1:4,0:1,0:1"):
        done = convert(source, scratch / "no.zarr", f"--region={words}", code=2)
        tally.check(done.stderr.count("\n") == 1 and "region" in done.stderr, done.stderr)
    convert(store, scratch / "no.zarr", "--level", 7, code=2)
    tally.check(not (scratch / "no.zarr").exists(), "a refused conversion leaves a store")


def other_formats():
    spacing, origin = (0.5, 0.75, 1.25), (10.0, -20.0, 30.5)
    angle = 0.3
    turned = np.array([[math.cos(angle), math.sin(angle), 0], [-math.sin(angle), math.cos(angle), 0], [0, 0, -1]])
    for dtype in ("uint8", "int8", "uint16", "int16", "float32"):
        array = noise((70, 81, 93), dtype)
        source = write_nrrd(scratch / "a.nrrd", array, spacing, origin, turned, "mm", True)
        for ending in ("nii", "nii.gz"):
            path = scratch / f"out.{ending}"
            convert(source, path, "--overwrite")
            image = nibabel.load(path)
            voxels = np.asarray(image.dataobj).transpose(2, 1, 0)
            tally.check(voxels.dtype == array.dtype and np.array_equal(voxels, array), f"{ending} {dtype}")
            affine = np.eye(4)
            affine[:3, :3] = (turned * np.array(spacing)[:, None]).T
            affine[:3, 3] = origin
            affine = np.diag([-1, -1, 1, 1]) @ affine
            for name, matrix in (("sform", image.get_sform()), ("qform", image.get_qform())):
                tally.check(np.allclose(matrix, affine, atol=1e-5), f"{ending} {name}: {matrix} not {affine}")
            tally.check(image.header.get_xyzt_units()[0] == "mm", f"{ending} unit")
        path = scratch / "out.tif"
        convert(source, path, "--overwrite")
        with tifffile.TiffFile(path) as file:
            tally.check(np.array_equal(file.asarray(), array) and file.is_ome and len(file.pages) == 70, f"tif {dtype}")
            pixels = tifffile.xml2dict(file.ome_metadata)["OME"]["Image"]["Pixels"]
            tally.check((pixels["PhysicalSizeX"], pixels["PhysicalSizeY"], pixels["PhysicalSizeZ"]) == spacing
                        and pixels["PhysicalSizeXUnit"] == "mm", f"tif spacing {pixels}")
        for words in ((), ("--codec", "none")):
            path = scratch / "out.nrrd"
            convert(source, path, "--overwrite", *words)
            again = scratch / "again.nii"
            convert(path, again, "--overwrite")
            tally.check(filecmp.cmp(again, scratch / "out.nii", shallow=False), f"nrrd {dtype} {words}")


def files_of(store):
    return {str(p.relative_to(store)): p.read_bytes() for p in sorted(store.rglob("*")) if p.is_file()}


def shards_in(store):
    return sum(p.name.isdigit() and p.is_file() for p in (store / "0").rglob("*"))


def killed():
    """Kill, Ctrl+C and a full disk, again and again; then the same command."""
    array = noise((520, 530, 600), "uint8")
    array[:260] //= 16
    source = write_nrrd(scratch / "large.nrrd", array)
    whole = scratch / "whole.ome.zarr"
    convert(source, whole)
    check_store(whole, array, mean, "large")
    wanted = files_of(whole)
    generator = random.Random(5)
    stopped = 0
    for attempt in range(3):
        store = scratch / "killed.ome.zarr"
        for kill in range(3):
            run = subprocess.Popen([voxmarch, "convert", str(source), str(store)], stderr=subprocess.DEVNULL)
            there, wait = shards_in(store), generator.randint(0, 1)
            while run.poll() is None and shards_in(store) <= there + wait and not (store / "0" / "zarr.json").exists():
                time.sleep(0.0005)
            time.sleep(generator.uniform(0, 0.01))
            run.send_signal(generator.choice((signal.SIGKILL, signal.SIGINT)))
            run.wait()
            marked = (store / "voxmarch" / "unfinished.json").exists()
            complete = (store / "zarr.json").exists() and not marked  # the signal may come behind the last file
            if not complete:
                stopped += 1
                tally.check(marked, "a killed store is not marked")
            else:
                tally.check(files_of(store) == wanted, "a store that was complete when its run was killed")
                shutil.rmtree(store)
        if (store / "0").exists():  # damage: a shard cut short, one with a wrong byte in its voxels
            shards = sorted(p for p in (store / "0").rglob("*") if p.is_file() and p.name.isdigit())
            if attempt == 1 and shards:
                os.truncate(shards[0], os.path.getsize(shards[0]) - 100)
            if attempt == 2 and shards:
                content = bytearray(shards[-1].read_bytes())
                content[0] ^= 255  # the version of Blosc's format
                shards[-1].write_bytes(content)
        if store.exists():
            other = convert(source, store, "--codec", "zstd", code=7)
            tally.check("another conversion" in other.stderr and "--overwrite" in other.stderr, other.stderr)
        convert(source, store)
        got = files_of(store)
        tally.check(got == wanted, f"attempt {attempt}: " + " ".join(
            sorted(set(got) ^ set(wanted)) + [n for n in got if n in wanted and got[n] != wanted[n]]))
        shutil.rmtree(store)
    tally.check(stopped >= 3, f"only {stopped} runs were stopped")


def refusals():
    array = noise((10, 20, 30), "uint8")
    source = write_nrrd(scratch / "a.nrrd", array)
    store = scratch / "there.ome.zarr"
    convert(source, store)
    done = convert(source, store, code=7)
    tally.check("is there already; --overwrite" in done.stderr, done.stderr)
    convert(source, store, "--overwrite")
    folder = scratch / "photos.zarr"
    folder.mkdir()
    (folder / "photo.jpg").write_text("dear")
    for words in ((), ("--overwrite",)):
        done = convert(source, folder, *words, code=7)
        tally.check("left alone" in done.stderr and (folder / "photo.jpg").exists(), done.stderr)
    convert(source, scratch / "nowhere" / "a.zarr", code=7)
    convert(source, scratch / "a.xyz", code=2)
    convert(source, source, "--overwrite", code=7)
    inside = store / "inside.nrrd"
    shutil.copy(source, inside)
    done = convert(inside, store, "--overwrite", code=2)
    tally.check(inside.exists() and "is the input or holds it" in done.stderr, done.stderr)
    convert(source, scratch / "a.tif", "--codec", "lz4", code=2)


for test in (types_and_codecs, sizes, labels, places, parts, other_formats, refusals, killed):
    test()
    print(f"{test.__name__}: {tally.passed} passed, {tally.failed} failed", flush=True)
shutil.rmtree(scratch)
sys.exit(tally.exit_code())
