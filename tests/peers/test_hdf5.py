# HDF5 as h5py writes it: types, orders, packings, axes, conventions of NeXus, ilastik, netCDF 4 and Imaris; what leads out
# of a file is refused.
# needs: numpy, h5py
# usage: test_hdf5.py VOXMARCH
import itertools
import json
import pathlib
import subprocess
import sys
import tempfile

import h5py
import numpy as np

from common import Tally, dumped

voxmarch = sys.argv[1]
tally = Tally()
scratch = pathlib.Path(tempfile.mkdtemp())
rng = np.random.default_rng(20)
TYPES = ("bool", "u1", "i1", "u2", "i2", "u4", "i4", "u8", "i8", "f2", "f4", "f8")
STORAGES = {"plain": {}, "chunks": {"chunks": (2, 3, 4)}, "gzip": {"chunks": (2, 3, 4), "compression": "gzip"},
            "shuffled": {"chunks": (3, 2, 5), "compression": "gzip", "shuffle": True, "fletcher32": True},
            "lzf": {"chunks": (5, 6, 7), "compression": "lzf"}}


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
        return header
    expected = in_memory(array)
    if expected.dtype == np.uint8 and voxels.dtype == np.int8:
        voxels = voxels.astype(np.uint8)  # h5py's booleans
    tally.check(voxels.dtype == expected.dtype and np.array_equal(voxels, expected), f"{name}: voxels {header}")
    return header


def refused(name, path, words, **choice):
    header, voxels = dumped(path, scratch, **choice)
    tally.check(voxels is None and words in header.get("error", ""), f"{name}: {header}")


def told(path, *options):
    done = subprocess.run([voxmarch, "info", "--json", *options, str(path)], capture_output=True, text=True, check=False)
    return done.returncode, done.stdout, done.stderr


def types_and_storages():
    path = scratch / "a.h5"
    for dtype, big, (name, storage), version in itertools.product(TYPES, (False, True), STORAGES.items(),
                                                                 ("earliest", ("v110", "v110"))):
        array = values((7, 6, 9), dtype)
        stored = array if dtype == "bool" else array.astype(array.dtype.newbyteorder(">" if big else "<"))
        with h5py.File(path, "w", libver=version) as file:
            file.create_dataset("some/where/volume", data=stored, **storage)
        compare(f"{dtype} big={big} {name} {version}", path, array)
    with h5py.File(path, "w", userblock_size=1024) as file:
        array = values((7, 6, 9), "u2")
        file["volume"] = array
    (scratch / "nothing_known.bin").write_bytes(path.read_bytes())
    compare("behind a user's block", scratch / "nothing_known.bin", array)


def axes():
    path = scratch / "axes.h5"
    series, colors = values((4, 3, 5, 6), "u2"), values((3, 5, 6, 3), "u1")
    deep, thin = values((3, 2, 4, 5, 6), "i2"), values((1, 1, 3, 5, 6), "f4")
    for storage in ({}, {"chunks": True, "compression": "gzip"}):
        with h5py.File(path, "w") as file:
            for name, array in (("series", series), ("colors", colors), ("deep", deep), ("thin", thin)):
                file.create_dataset(name, data=array, **storage)
            file["flat"] = series[0, 0]
        for time in range(4):
            compare(f"times {time}", path, series[time], time=time, choice="array=/series")
        for channel in range(3):
            compare(f"colours {channel}", path, colors[..., channel], channel=channel, choice="array=colors")
        for time, channel in itertools.product(range(3), range(2)):
            compare(f"t c {time} {channel}", path, deep[time, channel], channel=channel, time=time, choice="array=/deep")
        compare("axes of one entry", path, thin[0, 0], choice="array=/thin/")
        compare("one slice", path, series[:1, 0], choice="array=flat")
        refused("no such time", path, "0 to 3", time=4, choice="array=series")
        header = compare("the first volume", path, colors[..., 0])
        tally.check(any("/deep (3x2x4x5x6 int16)" in note for note in header["notes"]), f"others are told: {header}")
    code, _, errors = told(path, "--array", "/none")
    tally.check(code == 2 and "/series (4x3x5x6 uint16)" in errors, f"no such path: {code} {errors}")
    with h5py.File(path, "w") as file:  # vigra's names, in its order
        file["named"] = values((5, 3, 4, 6), "u1")
        file["named"].attrs["axistags"] = json.dumps({"axes": [{"key": key} for key in "cxyz"]})
        array = file["named"][...]
    header = compare("axistags", path, array[3], channel=3)
    tally.check(header["direction"] == [[0, 0, 1], [0, 1, 0], [1, 0, 0]], f"directions of x, y, z: {header}")
    with h5py.File(path, "w") as file:
        file["named"] = array
        for dimension, label in zip(file["named"].dims, ("z", "c", "y", "x")):
            dimension.label = label
    compare("labels of dimensions", path, array[:, 2], channel=2)


def places():
    path = scratch / "places.h5"
    array = values((4, 5, 6), "f4")
    with h5py.File(path, "w") as file:
        file["v"] = array
        file["v"].attrs["element_size_um"] = (2.0, 0.5, 0.25)
    header = compare("element_size_um", path, array)
    tally.check(header["spacing"] == [0.25, 0.5, 2.0] and header["unit"] == "um", f"element_size_um: {header}")
    with h5py.File(path, "w") as file:
        entry = file.create_group("entry")
        entry.attrs["NX_class"] = "NXentry"
        other = entry.create_group("a_first_one")
        other.attrs["NX_class"] = "NXdata"
        other["counts"] = values((3, 3, 3), "i4")
        other.attrs["signal"] = "counts"
        data = entry.create_group("data")
        data.attrs["NX_class"] = "NXdata"
        data["intensity"] = array
        data.attrs["signal"] = "intensity"
        data.attrs["axes"] = ["z", "y", "x"]
        for name, first, step, length in (("z", 5.0, -2.0, 4), ("y", 1.0, 0.5, 5), ("x", -3.0, 0.25, 6)):
            data[name] = first + step * np.arange(length)
            data[name].attrs["units"] = "um" if name != "x" else "nm"
        file.attrs["default"] = "entry"
        entry.attrs["default"] = "data"
    header = compare("NeXus", path, array)
    tally.check(header["format"] == "NeXus" and header["unit"] == "nm", f"NeXus: {header}")
    tally.check(np.allclose(header["spacing"], (0.25, 500, 2000)) and np.allclose(header["origin"], (-3, 1000, 5000))
                and header["direction"][2] == [0, 0, -1], f"NeXus: {header}")
    header = compare("NeXus, a group by its path", path, array, choice="array=/entry/data")
    with h5py.File(path, "a") as file:
        file["entry/data/y"][3] += 0.2
    header = compare("NeXus, uneven", path, array)
    tally.check(any("not evenly spaced" in note for note in header["notes"]), f"NeXus, uneven: {header}")
    with h5py.File(path, "w") as file:  # netCDF 4
        file["temperature"] = array
        for axis, (name, step) in enumerate((("height", 3.0), ("north", 2.0), ("east", 1.5))):
            file[name] = step * np.arange(array.shape[axis])
            file[name].attrs["units"] = "m"
            file[name].make_scale(name)
            file["temperature"].dims[axis].attach_scale(file[name])
    header = compare("scales", path, array)
    tally.check(header["spacing"] == [1.5, 2.0, 3.0] and header["unit"] == "m", f"scales: {header}")
    for signed, unsigned, chunks in itertools.product(("i1", ">i2"), (True, False), (None, (4, 4, 4))):
        stored = np.arange(7 * 6 * 5).reshape(7, 6, 5) * (1 if signed == "i1" else 311)
        with h5py.File(path, "w") as file:  # netCDF 4 with a convention of netCDF 3
            data = file.create_dataset("packed", data=stored.astype("u" + signed[-1]).view("i" + signed[-1]).astype(signed),
                                       chunks=chunks)
            data.attrs["_Unsigned"] = "true" if unsigned else "false"
        kind = ("u" if unsigned else "i") + signed[-1]
        compare(f"_Unsigned {kind} {chunks}", path, stored.astype("u" + signed[-1]).view(kind))


def imaris():
    path = scratch / "two.ims"
    sizes = ((9, 20, 30), (5, 10, 15))
    voxels = {}

    def chars(text):
        return np.frombuffer(str(text).encode(), dtype="S1")

    with h5py.File(path, "w") as file:
        file.attrs["DataSetDirectoryName"] = chars("DataSet")
        file.attrs["ImarisDataSet"] = chars("ImarisDataSet")
        for level, time, channel in itertools.product(range(2), range(3), range(2)):
            size = sizes[level]
            padded = np.zeros((16, 32, 32), "u2")
            voxels[level, time, channel] = padded[:size[0], :size[1], :size[2]] = values(size, "u2")
            group = file.create_group(f"DataSet/ResolutionLevel {level}/TimePoint {time}/Channel {channel}")
            for letter, length in zip("ZYX", size):
                group.attrs[f"ImageSize{letter}"] = chars(length)
            group.create_dataset("Data", data=padded, chunks=(8, 16, 16), compression="gzip")
            group.create_dataset("Histogram", data=np.zeros(256, "u8"))
        image = file.create_group("DataSetInfo/Image")
        for letter, length in zip("ZYX", sizes[0]):
            image.attrs[letter] = chars(length)
        for axis, (low, high) in enumerate(((-10.0, 20.0), (5.0, 15.0), (0.0, 18.0))):
            image.attrs[f"ExtMin{axis}"], image.attrs[f"ExtMax{axis}"] = chars(low), chars(high)
        image.attrs["Unit"] = chars("um")
        for channel, (name, color) in enumerate((("DAPI", "0.000 0.000 1.000"), ("actin", "0.000 1.000 0.000"))):
            group = file.create_group(f"DataSetInfo/Channel {channel}")
            group.attrs["Name"], group.attrs["Color"] = chars(name), chars(color)
            group.attrs["ColorMode"] = chars("BaseColor")
    for (level, time, channel), array in voxels.items():
        header = compare(f"Imaris {level} {time} {channel}", path, array, channel=channel, time=time,
                         choice=f"level={level}")
        spacing = np.array((30.0, 10.0, 18.0)) / sizes[level][::-1]
        tally.check(header["format"] == "Imaris" and header["unit"] == "um", f"Imaris: {header}")
        tally.check(np.allclose(header["spacing"], spacing) and
                    np.allclose(header["origin"], np.array((-10, 5, 0)) + spacing / 2), f"Imaris: {header}")
    code, output, errors = told(path)
    tally.check(code == 0 and [c["name"] for c in json.loads(output)["channels"]] == ["DAPI", "actin"],
                f"channels of Imaris: {output} {errors}")
    refused("no such channel", path, "0 to 1", channel=2)
    refused("no such level", path, "0 to 1", choice="level=2")
    compare("by its path", path, np.pad(voxels[1, 2, 1], ((0, 11), (0, 22), (0, 17))),
            choice="array=/DataSet/ResolutionLevel 1/TimePoint 2/Channel 1/Data")


def what_leads_out():
    other, path = scratch / "other.h5", scratch / "out.h5"
    with h5py.File(other, "w") as file:
        file["secret"] = values((4, 4, 4), "u1")
    (scratch / "bytes").write_bytes(bytes(64))
    layout = h5py.VirtualLayout(shape=(4, 4, 4), dtype="u1")
    layout[...] = h5py.VirtualSource(str(other), "secret", shape=(4, 4, 4))
    with h5py.File(path, "w", libver=("v110", "v110")) as file:
        file["link"] = h5py.ExternalLink(str(other), "secret")
        file["way"] = h5py.SoftLink("/link")
        file.create_virtual_dataset("virtual", layout)
        file.create_dataset("stored", shape=(4, 4, 4), dtype="u1", external=[(str(scratch / "bytes"), 0, 64)])
    refused("external link", path, "link to another file", choice="array=/link")
    refused("soft link to one", path, "no data set '/way'", choice="array=/way")
    refused("virtual", path, "other files", choice="array=/virtual")
    refused("external storage", path, "other files", choice="array=/stored")
    refused("nothing but those", path, "holds no data set that is a volume")


def what_is_none():
    path = scratch / "none.h5"
    with h5py.File(path, "w") as file:
        file["records"] = np.zeros((3, 4, 5), dtype=[("a", "f4"), ("b", "i2")])
        file["complex"] = np.zeros((3, 4, 5), dtype="c8")
        file["text"] = "only words"
        file["empty"] = h5py.Empty("f4")
        file["zero"] = np.zeros((0, 4, 5))
        file["line"] = np.zeros(9)
        file.create_dataset("unwritten", shape=(40, 40, 40), dtype="f4", chunks=(8, 8, 8))
        file.create_dataset("huge", shape=(1 << 17, 1 << 17, 1 << 17), dtype="f8", chunks=(8, 8, 8))[0, 0, 0] = 1
        file.create_dataset("long", shape=(1 << 30, 2, 2), dtype="u1", chunks=(1024, 2, 2))[0] = 1
        plan = h5py.h5p.create(h5py.h5p.DATASET_CREATE)
        plan.set_chunk((2, 2, 2))
        plan.set_filter(32015, h5py.h5z.FLAG_OPTIONAL)
        h5py.h5d.create(file.id, b"zstd", h5py.h5t.NATIVE_UINT8, h5py.h5s.create_simple((4, 4, 4)), plan)
    for name, words in (("records", "records or complex"), ("complex", "records or complex"), ("text", "text"),
                        ("zero", "shape"), ("line", "shape"), ("unwritten", "no value was ever"), ("zstd", "zstd"),
                        ("huge", "this machine has"), ("long", "each axis")):
        refused(name, path, words, choice=f"array=/{name}")
    code, _, errors = told(path, "--array", "/unwritten")
    tally.check(code == 4 and errors.count("\n") == 1, f"empty: {errors}")
    with h5py.File(path, "w") as file:
        file["line"] = np.zeros(9)
    refused("no volume", path, "/line (9 float64)")
    with h5py.File(path, "w"):
        pass
    refused("nothing at all", path, "holds no data set")
    (scratch / "garbage.h5").write_bytes(b"\x89HDF\r\n\x1a\n" + bytes(range(256)) * 8)
    refused("garbage", scratch / "garbage.h5", "damaged")
    (scratch / "text.h5").write_text("no HDF5")
    refused("another format", scratch / "text.h5", "no HDF5 file")


for test in (types_and_storages, axes, places, imaris, what_leads_out, what_is_none):
    test()
sys.exit(tally.exit_code())
