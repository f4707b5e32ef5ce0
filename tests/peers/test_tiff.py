# TIFF files that tifffile writes come out voxel by voxel as tifffile reads them, with the spacing that was written.
# needs: numpy, tifffile, imagecodecs
"""Each case writes an array of the axes T, C, Z, Y, X, reads every channel and time through dump_volume (VOXMARCH_DUMP), and compares
voxels, type, spacing and unit with the array; of the first file of each kind `voxmarch info --json` must say the
same size, type and range."""

import itertools
import json
import os
import pathlib
import subprocess
import sys
import tempfile

import numpy as np
import tifffile

voxmarch, dump = sys.argv[1], os.environ["VOXMARCH_DUMP"]
failures = 0
cases = 0
asked = set()  # kinds of files that were given to the program itself
scratch = pathlib.Path(tempfile.mkdtemp())


def say(name, words):
    global failures
    failures += 1
    print(f"{name}: {words}")


class Reader:
    """One dump_volume for many files; a new one after it died."""

    def __init__(self):
        self.process = None

    def ask(self, path, channel, time):
        if self.process is None:
            self.words = open(scratch / "stderr", "w+")
            self.process = subprocess.Popen([dump], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self.words,
                                            text=True)
        self.process.stdin.write(f"{path}\t{scratch / 'voxels'}\t{channel}\t{time}\n")
        self.process.stdin.flush()
        answer = self.process.stdout.readline()
        if not answer:
            code, self.process = self.process.wait(), None
            raise RuntimeError(f"died with {code}")
        if self.words.tell() > 0:
            self.words.seek(0)
            raise RuntimeError("words on stderr: " + self.words.read())
        return json.loads(answer)


reader = Reader()


def read(path, channel=0, time=0):
    header = reader.ask(path, channel, time)
    if "error" in header:
        raise ValueError(header["error"])
    voxels = np.fromfile(scratch / "voxels", dtype=header["type"]).reshape(header["dims"][::-1])
    return header, voxels


def in_memory(dtype):
    """The type that voxels of a file have once read."""
    dtype = np.dtype(dtype)
    narrow = dtype.newbyteorder("=") in [np.dtype(t) for t in ("uint8", "int8", "uint16", "int16", "float32")]
    return dtype.newbyteorder("=") if narrow or dtype == bool else np.dtype("float32")


def compare(name, path, array, spacing=None, unit=None, words=None):
    """`array` has the axes T, C, Z, Y, X."""
    global cases
    cases += 1
    times, channels = array.shape[:2]
    for t, c in itertools.product(range(times), range(channels)):
        try:
            header, voxels = read(path, c, t)
        except (RuntimeError, ValueError) as problem:
            return say(name, f"channel {c}, time {t}: {problem}")
        wanted = array[t, c].astype("uint8" if array.dtype == bool else in_memory(array.dtype))
        if voxels.dtype != wanted.dtype or voxels.shape != wanted.shape:
            return say(name, f"{voxels.dtype} {voxels.shape}, not {wanted.dtype} {wanted.shape}")
        if not np.array_equal(voxels, wanted):
            return say(name, f"channel {c}, time {t}: {np.sum(voxels != wanted)} of {wanted.size} voxels differ")
        if spacing is not None and not np.allclose(header["spacing"], spacing, rtol=1e-6):
            return say(name, f"spacing {header['spacing']}, not {spacing}")
        if unit is not None and header["unit"] != unit:
            return say(name, f"unit '{header['unit']}', not '{unit}'")
        notes = " ".join(header["notes"])
        if channels > 1 and f"{channels} channels" not in notes or times > 1 and f"{times} time points" not in notes:
            return say(name, f"the notes do not count channels and times: {notes}")
        if words is not None and words not in notes:
            return say(name, f"'{words}' is not in the notes: {notes}")
    kind = name.split()[0]
    if kind in asked:
        return
    asked.add(kind)
    for option, count in (("--channel", channels), ("--time", times)):
        done = subprocess.run([voxmarch, "info", str(path), option, str(count)], capture_output=True, text=True)
        if done.returncode != 2 or option not in done.stderr or done.stderr.count("\n") != 1:
            return say(name, f"{option} {count} ends with {done.returncode}: {done.stderr}")
    done = subprocess.run([voxmarch, "info", "--json", str(path)], capture_output=True, text=True)
    info = json.loads(done.stdout) if done.returncode == 0 else {}
    first = array[0, 0].astype("uint8" if array.dtype == bool else in_memory(array.dtype))
    text = json.dumps(info)
    for key, value in (("dims", list(first.shape[::-1])), ("type", str(first.dtype))):
        if json.dumps(value) not in text:
            return say(name, f"info --json does not say {key} {value}: {text[:300]}")
    found = find(info, "range")
    if found is None or not np.allclose(found, [first.min(), first.max()], rtol=1e-6):
        say(name, f"info --json has the range {found}, not {first.min()} .. {first.max()}")


def find(tree, key):
    if isinstance(tree, dict):
        if key in tree:
            return tree[key]
        for value in tree.values():
            if (found := find(value, key)) is not None:
                return found
    return None


def noise(shape, dtype, seed=1):
    random = np.random.default_rng(seed)
    dtype = np.dtype(dtype)
    if dtype == bool:
        return random.random(shape) < 0.4
    if dtype.kind == "f":
        return (random.standard_normal(shape) * 100).astype(dtype)
    info = np.iinfo(dtype)
    low, high = max(info.min, -(1 << 24)), min(info.max, 1 << 24)  # what float32 holds exactly
    return random.integers(low, high, shape, dtype=dtype, endpoint=True)


def smooth(shape, dtype):
    grid = np.indices(shape).sum(axis=0)
    return (grid * 3 % 200).astype(dtype)


types = ["bool", "uint8", "int8", "uint16", "int16", "uint32", "int32", "uint64", "int64", "float16", "float32",
         "float64"]
stack = (1, 1, 5, 37, 53)


def plain_types():
    for dtype in types:
        for order, big, tile in itertools.product("<>", (False, True), (None, (16, 32))):
            array = noise(stack, dtype)
            path = scratch / "plain.tif"
            tifffile.imwrite(path, array[0, 0], byteorder=order, bigtiff=big, tile=tile, photometric="minisblack",
                             metadata=None)
            compare(f"plain {dtype} {order} big={big} tile={tile}", path, array, [1, 1, 1], "", "not stated")


def codecs():
    floats = ("float16", "float32", "float64")
    for codec in ("deflate", "adobe_deflate", "lzw", "packbits", "zstd", "lzma", "lerc"):
        for dtype in ("uint8", "uint16", "int16", "int32", "float32", "float64", "float16"):
            if codec == "lerc" and dtype == "float16":
                continue
            for order, tile, predictor in itertools.product("<>", (None, (32, 16)), (False, True)):
                if predictor and codec in ("packbits", "lerc"):
                    continue
                array = smooth(stack, dtype)
                path = scratch / "packed.tif"
                try:
                    tifffile.imwrite(path, array[0, 0], byteorder=order, tile=tile, compression=codec,
                                     predictor=(3 if dtype in floats else 2) if predictor else None,
                                     photometric="minisblack", metadata=None, rowsperstrip=None if tile else 7)
                except Exception as problem:  # tifffile cannot write some pairs
                    print(f"tifffile writes no {codec} {dtype} {order} predictor={predictor}: {problem}")
                    continue
                compare(f"{codec} {dtype} {order} tile={tile} predictor={predictor}", path, array)


def jpeg_is_near():
    global cases
    cases += 1
    array = smooth((4, 64, 48), "uint8") // 2 + 60
    path = scratch / "jpeg.tif"
    tifffile.imwrite(path, array, compression="jpeg", photometric="minisblack", metadata=None)
    _, voxels = read(path)
    if not np.array_equal(voxels, tifffile.imread(path)):
        difference = np.abs(voxels.astype(int) - tifffile.imread(path).astype(int)).max()
        if difference > 2:
            say("jpeg", f"differs by up to {difference} from what tifffile unpacks")


def samples_are_channels():
    array = noise((1, 3, 4, 21, 34), "uint16")
    for planar, tile in itertools.product(("contig", "separate"), (None, (16, 16))):
        path = scratch / "samples.tif"
        pages = np.moveaxis(array[0], 0, -1 if planar == "contig" else 1)
        tifffile.imwrite(path, pages, photometric="minisblack", planarconfig=planar, tile=tile, metadata=None)
        compare(f"samples {planar} tile={tile}", path, array)


def colours_are_channels():
    global cases
    for samples, planar, dtype in itertools.product((3, 4), ("contig", "separate"), ("uint8", "uint16")):
        array = noise((1, samples, 2, 20, 30), dtype)
        path = scratch / "colour.tif"
        tifffile.imwrite(path, np.moveaxis(array[0], 0, -1 if planar == "contig" else 1), photometric="rgb",
                         planarconfig=planar, metadata=None)
        compare(f"rgb {samples} {planar} {dtype}", path, array)
    path = scratch / "colour.tif"
    colormap = np.random.default_rng(3).integers(0, 256, (3, 256)).astype("uint16") * 257
    indices = noise((2, 20, 30), "uint8")
    tifffile.imwrite(path, indices, photometric="palette", colormap=colormap)
    compare("palette", path, np.moveaxis((colormap[:, indices] >> 8).astype("uint8"), 0, 0)[np.newaxis])
    cases += 1
    tifffile.imwrite(path, noise((20, 30), "uint8").astype("complex64"), photometric="minisblack")
    done = subprocess.run([voxmarch, "info", str(path)], capture_output=True, text=True)
    if done.returncode != 4 or done.stderr.count("\n") != 1:
        say("complex", f"ends with {done.returncode}: {done.stderr}")
    # Luminance of every pixel, differences of every fourth: other decoders differ in how they spread those.
    ramp = np.stack(np.broadcast_arrays(np.arange(64)[None, :, None] * 3, np.arange(50)[:, None, None] * 4,
                                        np.full((1, 1, 1), 90)), axis=-1)[:, :, 0, :].astype("uint8")
    for tile in (None, (32, 32)):
        cases += 1
        tifffile.imwrite(path, np.stack([ramp, ramp[::-1]]), photometric="rgb", compression="jpeg", tile=tile,
                         metadata=None)
        expected = tifffile.imread(path)
        for c in range(3):
            header, voxels = read(path, c)
            worst = np.abs(voxels.astype(int) - expected[..., c]).max()
            if voxels.dtype != np.uint8 or worst > 6:
                say("luminance in JPEG", f"channel {c} differs by {worst}")


def channel_looks():
    def told(path):
        done = subprocess.run([voxmarch, "info", str(path), "--json"], capture_output=True, text=True)
        return [(channel["name"], channel["color"]) for channel in json.loads(done.stdout)["channels"]]

    def check(name, path, expected):
        global cases
        cases += 1
        found = told(path)
        if found != expected:
            say(name, f"{found} instead of {expected}")

    path = scratch / "looks.tif"
    stacks = noise((2, 3, 20, 30), "uint16")  # c, z, y, x
    for order in "<>":
        for mode, ends, expected in (("composite", [(255, 0, 0), (0, 255, 255)], [[1, 0, 0], [0, 1, 1]]),
                                     ("color", [(255, 255, 255)] * 2, [None, None]),
                                     ("grayscale", [(255, 0, 255), (0, 255, 0)], [[1, 0, 1], [0, 1, 0]])):
            tables = [np.outer(end, np.arange(256) / 255).astype("uint8") for end in ends]
            tifffile.imwrite(path, np.moveaxis(stacks, 0, 1), imagej=True, byteorder=order,
                             metadata={"axes": "ZCYX", "mode": mode, "LUTs": tables, "Ranges": (1.0, 90.0, 3.0, 70.0),
                                       "Labels": ["a"] * 6, "Info": "of no use"})
            check(f"tables {order} {mode}", path, [("", color) for color in expected])
    path = scratch / "looks.ome.tif"
    tifffile.imwrite(path, stacks, metadata={"axes": "CZYX", "Channel": {
        "EmissionWavelength": [510, 580], "EmissionWavelengthUnit": ["nm", "nm"], "Color": [-1, -1]}})
    check("wavelengths", path, [("510 nm", [0, 1, 0]), ("580 nm", [1, 1, 0])])
    tifffile.imwrite(path, stacks, metadata={"axes": "CZYX", "Channel": {"Name": ["A", "B"], "Color": [-1, -1]}})
    check("white for all", path, [("A", None), ("B", None)])


def imagej():
    for dtype, order, (t, c, z) in itertools.product(
            ("uint8", "uint16", "float32"), "<>", ((1, 1, 1), (1, 1, 6), (1, 2, 1), (4, 1, 1), (1, 3, 5), (2, 3, 4))):
        array = noise((t, c, z, 23, 31), dtype)
        path = scratch / "imagej.tif"
        tifffile.imwrite(path, np.moveaxis(array, 1, 2), imagej=True, byteorder=order, resolution=(5.0, 4.0),
                         metadata={"axes": "TZCYX", "spacing": 0.75, "unit": "um", "finterval": 0.1})
        compare(f"imagej {dtype} {order} {t}x{c}x{z}", path, array, [0.2, 0.25, 0.75], "um")
    array = noise(stack, "uint16")
    for unit, symbol, scale in (("micron", "um", 1), ("\\u00B5m", "um", 1), ("nm", "nm", 1), ("mm", "mm", 1),
                                ("cm", "mm", 10), ("inch", "mm", 25.4), ("pixel", "", 1), ("furlong", "", 1)):
        path = scratch / "unit.tif"
        tifffile.imwrite(path, array[0, 0], imagej=True, resolution=(8.0, 8.0),
                         metadata={"axes": "ZYX", "spacing": 2, "unit": unit})
        compare(f"imagej in {unit}", path, array, [scale / 8, scale / 8, scale * 2], symbol)
    # One page, the other planes follow it: how ImageJ keeps what is over 4 GiB.
    array = noise((2, 3, 4, 23, 31), "uint16")
    for order in "<>":
        path = scratch / "bare.tif"
        tifffile.imwrite(path, np.moveaxis(array, 1, 2), imagej=True, byteorder=order, resolution=(5.0, 4.0),
                         truncate=True, metadata={"axes": "TZCYX", "spacing": 0.75, "unit": "um"})
        with tifffile.TiffFile(path) as file:
            if len(file.pages) != 1:
                say("imagej bare", f"tifffile wrote {len(file.pages)} pages")
        compare(f"imagej bare {order}", path, array, [0.2, 0.25, 0.75], "um")


def ome():
    sizes = {"T": 2, "C": 3, "Z": 4}
    for order in itertools.permutations("TCZ"):
        shape = tuple(sizes[axis] for axis in order) + (23, 31)
        written = noise(shape, "uint16")
        array = np.transpose(written, [order.index(axis) for axis in "TCZ"] + [3, 4])
        for arguments in ({}, {"bigtiff": True, "byteorder": ">"}, {"tile": (16, 16), "compression": "deflate"}):
            path = scratch / "ome.ome.tif"
            tifffile.imwrite(path, written, ome=True, photometric="minisblack", **arguments,
                             metadata={"axes": "".join(order) + "YX", "PhysicalSizeX": 0.11, "PhysicalSizeXUnit": "µm",
                                       "PhysicalSizeY": 0.12, "PhysicalSizeYUnit": "µm", "PhysicalSizeZ": 0.5,
                                       "PhysicalSizeZUnit": "µm", "Channel": {"Name": ["DAPI", "GFP", "RFP"]}})
            compare(f"ome {''.join(order)} {arguments}", path, array, [0.11, 0.12, 0.5], "um")
    array = noise(stack, "float32")
    for unit, symbol, scale in (("Å", "Angstrom", 1), ("nm", "nm", 1), ("mm", "mm", 1), ("cm", "mm", 10), ("m", "m", 1),
                                ("pm", "nm", 0.001), ("pixel", "", 1)):
        path = scratch / "ome.ome.tif"
        tifffile.imwrite(path, array[0, 0], ome=True, photometric="minisblack",
                         metadata={"axes": "ZYX", **{f"PhysicalSize{a}": s for a, s in zip("XYZ", (2, 3, 4))},
                                   **{f"PhysicalSize{a}Unit": unit for a in "XYZ"}})
        compare(f"ome in {unit}", path, array, [2 * scale, 3 * scale, 4 * scale], symbol)
    # Pyramids: smaller copies in SubIFDs, which are no slices.
    path = scratch / "pyramid.ome.tif"
    array = noise((1, 1, 3, 64, 64), "uint16")
    with tifffile.TiffWriter(path, ome=True) as file:
        file.write(array[0, 0], subifds=1, tile=(32, 32), photometric="minisblack", metadata={"axes": "ZYX"})
        file.write(array[0, 0, :, ::2, ::2], subfiletype=1, tile=(32, 32), photometric="minisblack")
    compare("ome pyramid", path, array, words="Smaller copies")
    # Channels as samples of a pixel.
    path = scratch / "samples.ome.tif"
    array = noise((1, 3, 4, 21, 34), "uint8")
    tifffile.imwrite(path, np.moveaxis(array[0], 0, -1), ome=True, photometric="minisblack", planarconfig="contig",
                     metadata={"axes": "ZYXS"})
    compare("ome samples", path, array)


def several_images():
    path = scratch / "two.ome.tif"
    array = noise(stack, "uint8")
    with tifffile.TiffWriter(path, ome=True) as file:
        file.write(array[0, 0], photometric="minisblack", metadata={"axes": "ZYX", "Name": "first"})
        file.write(noise((3, 20, 20), "uint16"), photometric="minisblack", metadata={"axes": "ZYX", "Name": "second"})
    compare("two images", path, array, words="2 images; the first (first)")


def shapes():
    array = noise((2, 3, 4, 23, 31), "uint16")
    path = scratch / "shape.tif"
    tifffile.imwrite(path, array, photometric="minisblack", metadata={"axes": "TCZYX"})
    compare("shape with axes", path, array)
    tifffile.imwrite(path, np.swapaxes(array, 1, 2), photometric="minisblack", metadata={"axes": "TZCYX"})
    compare("shape with axes TZCYX", path, array)
    tifffile.imwrite(path, array, photometric="minisblack")
    compare("shape without axes", path, array, words="not named")
    tifffile.imwrite(path, array[0, 0], photometric="minisblack")
    compare("shape of one stack", path, array[:1, :1])


def resolutions():
    array = noise(stack, "uint8")
    for resolution, unit, spacing, symbol, words in (
            ((254, 127), "INCH", [0.1, 0.2, 0.1], "mm", None), ((100, 100), "CENTIMETER", [0.1, 0.1, 0.1], "mm", None),
            ((72, 72), "INCH", [1, 1, 1], "", "72 dots"), ((96, 96), "INCH", [1, 1, 1], "", "96 dots"),
            ((2, 1), "NONE", [1, 2, 1], "", None)):
        path = scratch / "resolution.tif"
        tifffile.imwrite(path, array[0, 0], resolution=resolution, resolutionunit=unit, photometric="minisblack",
                         metadata=None)
        compare(f"{resolution} per {unit}", path, array, spacing, symbol, words)


def thumbnails():
    array = noise((1, 1, 2, 40, 40), "uint8")
    path = scratch / "thumbnail.tif"
    with tifffile.TiffWriter(path) as file:
        for page in array[0, 0]:
            file.write(page, photometric="minisblack", metadata=None)
            file.write(page[::4, ::4], photometric="minisblack", subfiletype=1, metadata=None)
    compare("thumbnails", path, array, words="2 of its 4 pages")


def shared_data():
    folder = pathlib.Path(__file__).resolve().parents[3] / "shared" / "data"
    for path in sorted(folder.glob("*.tif")):
        compare(path.name, path, tifffile.imread(path)[None, None])


def damaged_files():
    """Whatever byte is broken, the reader ends cleanly: with what the file says, or with one line that names it."""
    global cases
    random = np.random.default_rng(7)
    array = smooth((3, 40, 40), "uint16")
    for name, arguments in (("plain", {}), ("deflate", {"compression": "deflate"}), ("lzw", {"compression": "lzw"}),
                            ("ome", {"ome": True}), ("imagej", {"imagej": True}), ("big", {"bigtiff": True}),
                            ("tiled", {"tile": (16, 16), "compression": "zstd"}),
                            ("tables", {"imagej": True, "metadata": {"axes": "CYX", "mode": "color", "LUTs": [
                                np.zeros((3, 256), "uint8")] * 3}}),
                            ("palette", {"photometric": "palette", "colormap": np.zeros((3, 256), "uint16")}),
                            ("luminance", {"photometric": "rgb", "compression": "jpeg"})):
        path = scratch / "whole.tif"
        pixels = array.astype("uint8") if name in ("palette", "luminance") else array
        if name == "luminance":
            pixels = np.stack([pixels] * 3, axis=-1)
        tifffile.imwrite(path, pixels, **{"photometric": "minisblack", **arguments})
        whole = path.read_bytes()
        for i in range(150):
            cases += 1
            content = bytearray(whole)
            if i % 4 == 0:
                content = content[: int(random.integers(4, len(whole)))]
            else:
                for at in random.integers(0, min(len(whole), 600), int(random.integers(1, 6))):
                    content[at] = random.integers(0, 256)
            path = scratch / "damaged.tif"
            path.write_bytes(content)
            try:
                read(path)
            except ValueError as problem:
                if "\n" in str(problem) or str(path) not in str(problem):
                    say(f"damaged {name} {i}", str(problem))
            except RuntimeError as problem:
                kept = scratch.parent / f"damaged_{name}_{i}.tif"
                kept.write_bytes(content)
                say(f"damaged {name} {i}", f"{problem} ({kept})")


for test in (plain_types, codecs, jpeg_is_near, samples_are_channels, colours_are_channels, channel_looks, imagej, ome, several_images,
             shapes, resolutions, thumbnails, shared_data, damaged_files):
    test()
    print(f"{test.__name__}: {cases} files so far", flush=True)
print(f"{cases} files, {failures} differ")
sys.exit(1 if failures else 0)
