# Zarr stores that zarr-python, TensorStore and ome-zarr write come out box by box as numpy has them.
# needs: numpy, zarr, numcodecs, tensorstore
"""Each case writes an array, reads it whole and in random boxes through dump_volume (VOXMARCH_DUMP), and compares the bits
with those of the array; described images must have the levels, distances and origins that were written."""

import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import warnings
import zipfile

import numcodecs
import numpy as np
import tensorstore
import zarr
from zarr import codecs

from common import Tally, info

warnings.simplefilter("ignore")
voxmarch, dump = sys.argv[1], os.environ["VOXMARCH_DUMP"]
tally = Tally()
random = np.random.default_rng(19)
scratch = pathlib.Path(tempfile.mkdtemp())
reader = subprocess.Popen([dump], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)


def ask(path, boxes=None, level=0, channel=0, time=0):
    words = [path, scratch / "voxels", channel, time]
    if boxes is not None:
        words += [level, ";".join(" ".join(map(str, box)) for box in boxes)]
    reader.stdin.write("\t".join(map(str, words)) + "\n")
    reader.stdin.flush()
    answer = json.loads(reader.stdout.readline())
    if "error" in answer:
        raise ValueError(answer["error"])
    return answer, (scratch / "voxels").read_bytes()


def in_memory(array):
    """The array in the type that voxmarch holds: u4, i4, i8, f2 and f8 as f4, what is not finite the smallest value."""
    if array.dtype == bool:
        array = array.astype("u1")
    if array.dtype.str[1:] not in ("u1", "i1", "u2", "i2"):
        array = array.astype("f4")
        finite = np.isfinite(array)
        if not finite.all():
            array = np.where(finite, array, array[finite].min() if finite.any() else 0).astype("f4")
    return np.ascontiguousarray(array.astype(array.dtype.newbyteorder("=")))


def random_boxes(shape, count):
    boxes = []
    for _ in range(count):
        low = [int(random.integers(0, n)) for n in shape]
        high = [int(random.integers(a + 1, n + 1)) for a, n in zip(low, shape)]
        boxes.append(low[::-1] + high[::-1])
    return boxes


def compare(name, path, array, count=12, **choice):
    """`array` is z, y, x."""
    try:
        want = in_memory(array)
        if "level" not in choice:
            header, voxels = ask(path, **choice)
            tally.check(header["dims"] == list(array.shape[::-1]), f"{name}: {header['dims']}")
            tally.check(voxels == want.tobytes(), f"{name}: voxels, whole")
        boxes = random_boxes(array.shape, count)
        header, voxels = ask(path, boxes, **choice)
        parts = b"".join(want[b[2]:b[5], b[1]:b[4], b[0]:b[3]].tobytes() for b in boxes)
        tally.check(voxels == parts, f"{name}: voxels of boxes")
        return header
    except Exception as problem:  # pylint: disable=broad-except
        tally.check(False, f"{name}: {problem}")
    return None


def values(shape, dtype):
    """Smooth with noise, so that packing does something; some parts are empty."""
    grid = sum(np.arange(n).reshape([-1 if i == axis else 1 for i in range(len(shape))])
               for axis, n in enumerate(shape))
    array = grid * 3 + random.integers(0, 9, shape)
    if np.dtype(dtype) == bool:
        return array % 5 > 2
    array = (array % 100).astype(dtype)
    if np.dtype(dtype).kind == "i":
        array -= 40
    if np.dtype(dtype).kind == "f":
        array = array / 3 - 7
        array = array.astype(dtype)
        array.flat[17] = np.nan
        array.flat[1234] = -np.inf
    if np.dtype(dtype).itemsize >= 4 and np.dtype(dtype).kind in "iu":
        array[0, 0, 0] = np.iinfo(dtype).max
    return array


def folder(name):
    path = scratch / name
    shutil.rmtree(path, ignore_errors=True)
    return path


TYPES = ["bool", "u1", "i1", "u2", "i2", "u4", "i4", "u8", "i8", "f2", "f4", "f8"]
SHAPE = (27, 34, 45)


def version_2():
    compressors = {
        "none": None, "zstd": numcodecs.Zstd(3), "gzip": numcodecs.GZip(4), "zlib": numcodecs.Zlib(2),
        "lz4": numcodecs.LZ4(),
    }
    for cname in ("blosclz", "lz4", "lz4hc", "zlib", "zstd"):
        for shuffle in (0, 1, 2):
            compressors[f"blosc-{cname}-{shuffle}"] = numcodecs.Blosc(cname, 5, shuffle)
    for dtype in TYPES:
        for order in "<>":
            array = values(SHAPE, dtype)
            stored = np.dtype(dtype).newbyteorder(order) if np.dtype(dtype).itemsize > 1 else np.dtype(dtype)
            for layout, separator in (("C", "."), ("F", "/")):
                path = folder("a.zarr")
                z = zarr.create_array(path, shape=SHAPE, chunks=(8, 16, 11), dtype=stored, zarr_format=2, order=layout,
                                      chunk_key_encoding={"name": "v2", "separator": separator})
                z[:] = array
                compare(f"v2 {dtype} {order} {layout} {separator}", path, array)
    for name, compressor in compressors.items():
        for dtype in ("u1", "i2", "f4"):
            array = values(SHAPE, dtype)
            path = folder("a.zarr")
            z = zarr.create_array(path, shape=SHAPE, chunks=(16, 16, 16), dtype=dtype, zarr_format=2,
                                  compressors=compressor)
            z[:] = array
            compare(f"v2 {name} {dtype}", path, array)


def version_3():
    packings = {
        "none": [], "zstd": [codecs.ZstdCodec()], "zstd-sum": [codecs.ZstdCodec(level=3, checksum=True)],
        "gzip": [codecs.GzipCodec()], "crc": [codecs.Crc32cCodec()],
        "zstd-crc": [codecs.ZstdCodec(), codecs.Crc32cCodec()], "crc-zstd": [codecs.Crc32cCodec(), codecs.ZstdCodec()],
    }
    for cname in ("blosclz", "lz4", "lz4hc", "zlib", "zstd"):
        for shuffle in ("noshuffle", "shuffle", "bitshuffle"):
            packings[f"blosc-{cname}-{shuffle}"] = [codecs.BloscCodec(cname=cname, shuffle=shuffle)]
    for name, packing in packings.items():
        for shards in (None, (16, 32, 48)):
            for dtype in ("u1", "u2", "f4"):
                array = values(SHAPE, dtype)
                path = folder("a.zarr")
                z = zarr.create_array(path, shape=SHAPE, chunks=(8, 8, 16), shards=shards, dtype=dtype,
                                      compressors=packing)
                z[:] = array
                compare(f"v3 {name} {shards} {dtype}", path, array)
    for dtype in TYPES:
        for endian in ("little", "big"):
            for index in ("start", "end"):
                array = values(SHAPE, dtype)
                path = folder("a.zarr")
                inner = [codecs.BytesCodec(endian=endian), codecs.BloscCodec(cname="lz4")]
                z = zarr.create_array(
                    path, shape=SHAPE, chunks=(16, 16, 16), dtype=dtype, compressors=None, filters=None,
                    serializer=codecs.ShardingCodec(chunk_shape=(8, 4, 16), codecs=inner, index_location=index))
                z[:] = array
                compare(f"v3 {dtype} {endian} index at {index}", path, array)
    array = values(SHAPE, "u2")
    for order in ((2, 1, 0), (1, 2, 0), (0, 2, 1)):
        path = folder("a.zarr")
        z = zarr.create_array(path, shape=SHAPE, chunks=(8, 9, 10), dtype="u2",
                              filters=[codecs.TransposeCodec(order=order)])
        z[:] = array
        compare(f"v3 transposed {order}", path, array)
    for encoding in ({"name": "v2", "separator": "."}, {"name": "v2", "separator": "/"},
                     {"name": "default", "separator": "."}):
        path = folder("a.zarr")
        z = zarr.create_array(path, shape=SHAPE, chunks=(8, 9, 10), dtype="u2", chunk_key_encoding=encoding)
        z[:] = array
        compare(f"v3 keys {encoding}", path, array)


def fill_values():
    for dtype, fill in (("u1", 7), ("i2", -300), ("f4", np.nan), ("f4", np.inf), ("f4", -2.5), ("f8", 1e300), ("f2", 0.1),
                        ("u8", 2**63), ("bool", True)):
        for version in (2, 3):
            for shards in (None, (16, 16, 16)) if version == 3 else (None,):
                array = np.full(SHAPE, fill, dtype=dtype)
                array[9:20, 3:30, 20:40] = values((11, 27, 20), dtype)
                path = folder("a.zarr")
                z = zarr.create_array(path, shape=SHAPE, chunks=(8, 8, 8), shards=shards, dtype=dtype, fill_value=fill,
                                      zarr_format=version, config={"write_empty_chunks": False})
                z[9:20, 3:30, 20:40] = array[9:20, 3:30, 20:40]
                compare(f"v{version} fill {dtype} {fill} {shards}", path, array)


def tensorstore_writes():
    for dtype, name in (("uint8", "u1"), ("int16", "i2"), ("float32", "f4")):
        array = values(SHAPE, name)
        path = folder("t.zarr")
        inner = [{"name": "bytes", "configuration": {"endian": "little"}},
                 {"name": "blosc", "configuration": {"cname": "zstd", "clevel": 1, "shuffle": "bitshuffle"}}]
        sharding = {"name": "sharding_indexed", "configuration": {
            "chunk_shape": [8, 8, 8], "codecs": inner, "index_location": "start",
            "index_codecs": [{"name": "bytes", "configuration": {"endian": "little"}}, {"name": "crc32c"}]}}
        store = tensorstore.open({
            "driver": "zarr3", "kvstore": {"driver": "file", "path": str(path)},
            "metadata": {"shape": list(SHAPE), "data_type": dtype, "codecs": [sharding],
                         "chunk_grid": {"name": "regular", "configuration": {"chunk_shape": [16, 24, 32]}}},
        }, create=True).result()
        store.write(array).result()
        compare(f"tensorstore zarr3 {dtype}", path, array)
        path = folder("t.zarr")
        store = tensorstore.open({
            "driver": "zarr", "kvstore": {"driver": "file", "path": str(path)},
            "metadata": {"shape": list(SHAPE), "dtype": ">" + name if name != "u1" else "|u1", "chunks": [9, 10, 11],
                         "order": "F", "compressor": {"id": "blosc", "cname": "lz4", "clevel": 5, "shuffle": 1}},
        }, create=True).result()
        store.write(array).result()
        compare(f"tensorstore zarr2 {dtype}", path, array)


def described(version, array, datasets, axes, extra=None):
    """An image of OME-Zarr: levels by striding. `datasets`: (array, transformations)."""
    path = folder("image.ome.zarr")
    group = zarr.open_group(path, mode="w", zarr_format=3 if version == "0.5" else 2)
    for i, (level, _) in enumerate(datasets):
        z = group.create_array(str(i), shape=level.shape, chunks=tuple(min(n, 8) for n in level.shape),
                               dtype=level.dtype)
        z[:] = level
    multiscale = {"name": "image", "version": version, "axes": axes, **(extra or {}),
                  "datasets": [{"path": str(i), "coordinateTransformations": steps}
                               for i, (_, steps) in enumerate(datasets)]}
    if version == "0.5":
        group.attrs["ome"] = {"version": "0.5", "multiscales": [multiscale]}
    else:
        group.attrs["multiscales"] = [multiscale]
    return path


def images():
    space = [{"name": n, "type": "space", "unit": "micrometer"} for n in "zyx"]
    array = values((2, 3, 20, 31, 42), "u2")
    for version in ("0.4", "0.5"):
        axes = [{"name": "t", "type": "time", "unit": "second"}, {"name": "c", "type": "channel"}, *space]
        levels = [(array, [{"type": "scale", "scale": [1, 1, 2.5, 0.5, 0.25]},
                           {"type": "translation", "translation": [0, 0, 10, 20, -30]}]),
                  (array[:, :, :, ::2, ::2], [{"type": "scale", "scale": [1, 1, 2.5, 1, 0.5]},
                                              {"type": "translation", "translation": [0, 0, 10, 20.25, -29.875]}]),
                  (array[:, :, ::3, ::4, ::4], [{"type": "scale", "scale": [1, 1, 7.5, 2, 1]}])]
        path = described(version, array, levels, axes,
                         {"coordinateTransformations": [{"type": "scale", "scale": [1, 1, 2, 2, 2]}]})
        for time, channel in ((0, 0), (1, 2)):
            for level, (data, _) in enumerate(levels):
                compare(f"{version} level {level}", path, data[time, channel], level=level, time=time, channel=channel)
        header = compare(f"{version} whole", path, array[1, 0], time=1)
        if header is None:
            continue
        found = [(level["dims"], level["spacing"], level["origin"]) for level in header["levels"]]
        tally.check(found == [([42, 31, 20], [0.5, 1, 5], [-60, 40, 20]),
                              ([21, 16, 20], [1, 2, 5], [-59.75, 40.5, 20]), ([11, 8, 7], [2, 4, 15], [0, 0, 0])],
                    f"{version} places {found}")
        tally.check(header["unit"] == "um" and header["format"] == "OME-Zarr", f"{version}: {header}")
        tally.check(any("It has 2 times" in note for note in header["notes"]), f"{version}: {header['notes']}")
        said = info(voxmarch, path, "--time", "1", "--channel", "2")
        tally.check(said["dims"] == [42, 31, 20] and said["range"] == [int(array[1, 2].min()), int(array[1, 2].max())],
                    f"{version} info: {said}")
    # Axes in another order, two of space alone, and other units along each.
    data = values((9, 10, 11), "u1")
    turned = described("0.4", data, [(data, [{"type": "scale", "scale": [1, 2, 3]}])],
                       [{"name": n, "type": "space", "unit": u} for n, u in zip("xyz", ("um", "nanometer", "um"))])
    header = compare("axes x, y, z", turned, data.transpose(2, 1, 0))
    tally.check(header and header["levels"][0]["spacing"] == [1, 0.002, 3], f"units: {header}")
    flat = described("0.5", data[0], [(data[0], [{"type": "scale", "scale": [2, 3]}])], space[1:])
    header = compare("a slice", flat, data[:1])
    tally.check(header and header["levels"][0]["spacing"][:2] == [3, 2], f"slice: {header}")


def zip_stores():
    array = values(SHAPE, "u2")
    for method in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
        for version in (2, 3):
            path = scratch / "a.zarr.zip"
            with zarr.storage.ZipStore(path, mode="w", compression=method) as store:
                z = zarr.create_array(store, shape=SHAPE, chunks=(8, 8, 8), dtype="u2", zarr_format=version,
                                      shards=(16, 16, 16) if version == 3 else None)
                z[:] = array
            compare(f"zip {method} v{version}", path, array)
    path = described("0.5", array, [(array, [{"type": "scale", "scale": [1, 2, 3]}])],
                     [{"name": n, "type": "space"} for n in "zyx"])
    labels = zarr.open_group(path / "labels" / "cells", mode="w", zarr_format=3)
    cells = values(SHAPE, "u1")
    z = labels.create_array("0", shape=SHAPE, chunks=(16, 16, 16), dtype="u1")
    z[:] = cells
    labels.attrs["ome"] = {"version": "0.5", "image-label": {}, "multiscales": [
        {"axes": [{"name": n, "type": "space"} for n in "zyx"],
         "datasets": [{"path": "0", "coordinateTransformations": [{"type": "scale", "scale": [1, 2, 3]}]}]}]}
    compare("labels", path / "labels" / "cells", cells)
    shutil.make_archive(scratch / "packed.ome.zarr", "zip", path)
    compare("zip image", scratch / "packed.ome.zarr.zip", array)
    compare("zip labels", scratch / "packed.ome.zarr.zip" / "labels" / "cells", cells)
    shutil.make_archive(scratch / "around", "zip", path.parent, path.name)
    compare("zip with its folder", scratch / "around.zip", array)


def ome_zarr_writes():
    try:
        import ome_zarr.writer  # pylint: disable=import-outside-toplevel
    except ImportError:
        tally.skip("ome-zarr is missing")
        return
    array = values((40, 50, 60), "u2")
    path = folder("ome.zarr")
    group = zarr.open_group(path, mode="w")
    ome_zarr.writer.write_image(array, group, axes="zyx", coordinate_transformations=None)
    header = compare("ome-zarr", path, array)
    tally.check(header and len(header["levels"]) > 1, f"ome-zarr levels: {header}")
    levels = [zarr.open_array(path / dataset["path"], mode="r")[:]
              for dataset in zarr.open_group(path, mode="r").attrs["ome"]["multiscales"][0]["datasets"]]
    for level, data in enumerate(levels[:len(header["levels"])] if header else []):
        compare(f"ome-zarr level {level}", path, data, level=level)


try:
    version_2()
    version_3()
    fill_values()
    tensorstore_writes()
    images()
    zip_stores()
    ome_zarr_writes()
finally:
    shutil.rmtree(scratch)
sys.exit(tally.exit_code())
