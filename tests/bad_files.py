#!/usr/bin/env python3
"""Damages files of every format that voxmarch reads, and looks how reading them ends.

Of a small good file of each format: its beginning, cut at every byte; every number of its header with the extremes of its
type; every word and line of a text header missing, twice, too long or replaced; bytes changed at random. voxmarch must end by
itself with exit code 0, 2, 3 (it was read, and no device is there to draw it) or 4, within 10 s and 300 MiB, and what it
refuses it must tell in one line of at most 300 bytes.

usage: bad_files.py VOXMARCH [--share I/N] [--format NAME] [--seed N] [--keep FOLDER] [--jobs N] [--start-once LIBRARY]
More formats are tried where Python has SimpleITK, pydicom, h5py, tifffile, pillow and vtk (build/peers/bin/python).
--share takes every N-th case from the I-th on; --keep keeps what went wrong; --start-once (libstart_once.so) loads
libraries once and runs main() in forks, in less than half of the time.
"""

import argparse
import concurrent.futures
import gzip
import os
import random
import re
import shutil
import signal
import struct
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

LONGEST_S, MOST_MIB = 10, 300
HEADER_BYTES = 700  # of a binary file whose fields are tried
NUMBERS = [b"0", b"-1", b"1", b"255", b"65536", b"2147483647", b"2147483648", b"-2147483649", b"4294967296",
           b"9223372036854775807", b"18446744073709551616", b"1e308", b"-1e-308", b"nan", b"inf", b"-inf", b"1e999", b"",
           b"%n%s", b"0x10", b"1.5", b"../../../../etc/passwd", b"A" * 3000, b"\xff\xfe\x00", b"[" * 300]

INFO = ["info", "FILE"]
VOLUME = "synthetic:sphere:8"


def seeds(voxmarch, folder):
    """{format: (file, command)}, files as small as they can be."""
    found = {}

    def made(name, command, words):
        file = folder / name
        done = subprocess.run([voxmarch, *[str(file) if word == "FILE" else word for word in words]], capture_output=True, cwd=folder)
        if done.returncode == 0 and file.exists():
            found[name] = (file, command)
        else:
            print(f"no {name}: {done.stderr.decode(errors='replace').strip()}")

    def written(name, data, command=INFO):
        file = folder / name
        file.write_bytes(data)
        found[name] = (file, command)

    small = "synthetic:sphere:6"
    made("packed.nrrd", INFO, ["convert", small, "FILE"])
    made("plain.nrrd", INFO, ["convert", small, "FILE", "--codec", "none"])
    made("a.nii", INFO, ["convert", small, "FILE"])
    made("a.nii.gz", INFO, ["convert", small, "FILE"])
    made("a.tif", INFO, ["convert", small, "FILE"])
    made("a.npy", INFO, ["slice", small, "--axis", "z", "-o", "FILE"])
    made("particles.ply", ["info", "FILE", "--field", "density:0.2"], ["synthesize", "particles", "-n", "4", "-o", "FILE"])
    voxels = bytes(range(125))
    written("text.nrrd", b"NRRD0005\ntype: short\ndimension: 3\nspace: left-posterior-superior\nsizes: 3 2 2\n"
            b"space directions: (1,0,0) (0,1,0) (0,0,2)\nspace origin: (-1,2.5,3)\nencoding: ascii\n\n" + b"1 2 3 4 5 6 7 8 9 10 11 12\n")
    written("a.mha", b"ObjectType = Image\nNDims = 3\nBinaryData = True\nBinaryDataByteOrderMSB = False\nCompressedData = False\n"
            b"TransformMatrix = 1 0 0 0 1 0 0 0 1\nOffset = 0 0 0\nElementSpacing = 1 1 2\nDimSize = 5 5 5\nElementType = MET_UCHAR\n"
            b"ElementDataFile = LOCAL\n" + voxels)
    mrc = bytearray(1024)
    struct.pack_into("<10i6f3i3f2i", mrc, 0, 5, 5, 5, 0, 0, 0, 0, 5, 5, 5, 5., 5., 5., 90., 90., 90., 1, 2, 3, 0., 124., 62., 0, 0)
    mrc[208:216] = b"MAP \x44\x44\x00\x00"
    written("a.mrc", bytes(mrc) + voxels)
    written("a.vtk", b"# vtk DataFile Version 3.0\na title\nASCII\nDATASET STRUCTURED_POINTS\nDIMENSIONS 3 2 2\nORIGIN 0 0 0\n"
            b"SPACING 1 1 2\nPOINT_DATA 12\nSCALARS s unsigned_char 1\nLOOKUP_TABLE default\n1 2 3 4 5 6 7 8 9 10 11 12\n")
    written("a.vti", b'<?xml version="1.0"?>\n<VTKFile type="ImageData" version="1.0" byte_order="LittleEndian" header_type="UInt64">\n'
            b'<ImageData WholeExtent="0 2 0 1 0 1" Origin="0 0 0" Spacing="1 1 2">\n<Piece Extent="0 2 0 1 0 1">\n<PointData Scalars="s">\n'
            b'<DataArray type="UInt8" Name="s" NumberOfComponents="1" format="ascii">1 2 3 4 5 6 7 8 9 10 11 12</DataArray>\n'
            b'</PointData>\n</Piece>\n</ImageData>\n</VTKFile>\n')
    mgh = struct.pack(">7ih", 1, 5, 5, 5, 1, 0, 0, 1) + struct.pack(">15f", 1, 1, 2, -1, 0, 0, 0, 0, -1, 0, 1, 0, 1, 2, 3)
    written("a.mgh", mgh.ljust(284, b"\0") + voxels)
    written("a.mgz", gzip.compress(mgh.ljust(284, b"\0") + voxels))
    others(folder, written, voxels)
    mesh = ["voxelize", "FILE", "-n", "8", "-o", "out.nrrd"]
    for name in ("m.ply", "m.stl", "m.obj", "m.glb"):
        made(name, mesh, ["mesh", "synthetic:sphere:5", "--isovalue", "100", "-o", "FILE"])
    made("lines.vtk", ["render", VOLUME, "--skeleton", "FILE", "-o", "out.png"], ["skeleton", "synthetic:tree:24", "--isovalue", "60", "-o", "FILE"])
    made("t.json", ["transfer", "--show", "FILE"], ["transfer", "--save", "mr-default", "-o", "FILE"])
    made("session.png", ["render", "FILE", "-o", "out.png"], ["render", VOLUME, "--size", "8x8", "-o", "FILE"])
    return found


def others(folder, written, voxels):
    """Formats that other programs write."""
    try:
        import numpy
        array = numpy.frombuffer(voxels, numpy.uint8).reshape(5, 5, 5)
        numpy.savez_compressed(folder / "n.npz", a=array)
        written("n.npz", (folder / "n.npz").read_bytes())
        import pydicom
        from pydicom.dataset import FileDataset, FileMetaDataset
        meta = FileMetaDataset()
        meta.MediaStorageSOPClassUID, meta.MediaStorageSOPInstanceUID = "1.2.840.10008.5.1.4.1.1.2", "1.2.3"
        meta.TransferSyntaxUID = "1.2.840.10008.1.2.1"
        data = FileDataset(str(folder / "d.dcm"), {}, file_meta=meta, preamble=b"\0" * 128)
        data.SOPClassUID, data.SOPInstanceUID, data.Modality = meta.MediaStorageSOPClassUID, "1.2.3", "CT"
        data.Rows, data.Columns, data.BitsAllocated, data.BitsStored, data.HighBit, data.PixelRepresentation = 5, 5, 8, 8, 7, 0
        data.SamplesPerPixel, data.PhotometricInterpretation, data.PixelSpacing = 1, "MONOCHROME2", [1, 1]
        data.ImagePositionPatient, data.ImageOrientationPatient = [0, 0, 0], [1, 0, 0, 0, 1, 0]
        data.RescaleSlope, data.RescaleIntercept, data.PixelData = 1, -1024, voxels[:25] + b"\0"
        data.save_as(folder / "d.dcm", enforce_file_format=True)
        written("d.dcm", (folder / "d.dcm").read_bytes())
        import h5py
        with h5py.File(folder / "h.h5", "w") as file:
            file["v"] = array
        written("h.h5", (folder / "h.h5").read_bytes())
        import tifffile
        tifffile.imwrite(folder / "o.ome.tif", array, metadata={"axes": "ZYX", "PhysicalSizeX": 1.5}, compression="zlib")
        written("o.ome.tif", (folder / "o.ome.tif").read_bytes())
        from PIL import Image
        Image.fromarray(array[0]).save(folder / "p.png")
        written("p.png", (folder / "p.png").read_bytes())
    except ImportError as missing:
        print(f"some formats are left out: {missing}")


def is_text(data):
    return sum(byte < 9 or byte > 126 for byte in data[:200]) == 0


def header_of(data):
    """Bytes that are a header: to the first empty line, the data of MetaImage, or all that is text."""
    for end in (b"\n\n", b"LOCAL\n"):
        at = data.find(end)
        if 0 <= at:
            return data[:at + len(end)]
    text = re.match(rb"[\x09-\x7e]*", data).group()
    return text[:4000]


def damaged(data, chance):
    """Bytes of damaged files."""
    header = header_of(data) if is_text(data) else data[:HEADER_BYTES]
    for length in range(min(len(header) + 30, len(data))):
        yield data[:length]
    for share in (0.5, 0.9, 0.99):
        yield data[:int(len(data) * share)]
    if is_text(data):
        rest = data[len(header):]
        for word in re.finditer(rb"[^\s\"'<>=(),:{}\[\]]+", header):
            for number in NUMBERS:
                yield header[:word.start()] + number + header[word.end():] + rest
        lines = header.split(b"\n")
        for i in range(len(lines)):
            yield b"\n".join(lines[:i] + lines[i + 1:]) + rest
            yield b"\n".join(lines[:i + 1] + lines[i:]) + rest
    else:
        for width in (1, 2, 4, 8):
            top = 1 << 8 * width
            values = {0, 1, top - 1, top // 2, top // 2 - 1}
            for at in range(0, min(len(header), len(data) - width), width):
                for value in values:
                    for order in ("little", "big"):
                        yield data[:at] + value.to_bytes(width, order) + data[at + width:]
        for at in range(0, min(len(header), len(data) - 4), 4):
            for value in (float("nan"), float("inf"), 1e38, -1e-38):
                yield data[:at] + struct.pack("<f", value) + data[at + 4:]
    for _ in range(300):
        changed = bytearray(data)
        for _ in range(chance.choice((1, 2, 8))):
            changed[chance.randrange(len(changed))] = chance.randrange(256)
        yield bytes(changed)


def environment(folder):
    return {**os.environ, "OCL_ICD_VENDORS": "/nowhere", "VOXMARCH_CACHE_DIR": str(folder / "cache")}


def new_process(voxmarch, folder, place, words):
    """Exit code, MiB and standard error of a run."""
    process = subprocess.Popen(["timeout", "-s", "KILL", str(LONGEST_S), voxmarch, *words], cwd=place,
                               env=environment(folder), stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    said = process.stderr.read()
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    process.stderr.close()
    return process.returncode, used.ru_maxrss >> 10, said


started_once = None  # the library
of_thread = threading.local()


def started(voxmarch, folder, place, words):
    """The same in a fork of a process that this thread starts once."""
    if not hasattr(of_thread, "process"):
        of_thread.process = subprocess.Popen([voxmarch], env={**environment(folder), "LD_PRELOAD": started_once}, text=True,
                                             stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    errors = folder / f"said-{threading.get_ident()}"
    of_thread.process.stdin.write("\x1f".join([str(LONGEST_S), str(place), str(errors), *words]) + "\n")
    of_thread.process.stdin.flush()
    status, kib = map(int, of_thread.process.stdout.readline().split())
    return os.waitstatus_to_exitcode(status), kib >> 10, errors.read_bytes()


def read(voxmarch, folder, name, command, data):
    """What is wrong with how voxmarch reads a file, "" if nothing, and how it ended."""
    place = Path(tempfile.mkdtemp(dir=folder))
    file = place / name
    file.write_bytes(data)
    words = [str(file) if word == "FILE" else word for word in command]
    began = time.monotonic()
    code, memory_mib, said = (started if started_once else new_process)(voxmarch, folder, place, words)
    shutil.rmtree(place)
    last = said.decode(errors="replace").strip().split("\n")[-1]
    if time.monotonic() - began >= LONGEST_S:
        return f"does not end within {LONGEST_S} s", code
    if code < 0 or code > 128:
        return f"ends by {signal.Signals(-code if code < 0 else code - 128).name}", code
    if code not in (0, 2, 3, 4):
        return f"exit code {code}: {last}", code
    if memory_mib > MOST_MIB:
        return f"takes {memory_mib} MiB", code
    if code != 0 and not (last.startswith("voxmarch: ") and len(last.encode()) <= 300):
        return f"exit code {code}, its last line is '{last}'", code
    return "", code


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("voxmarch")
    parser.add_argument("--share", default="0/1")
    parser.add_argument("--format")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep", type=Path)
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--start-once", type=os.path.abspath)
    given = parser.parse_args()
    global started_once
    started_once = given.start_once
    voxmarch = os.path.abspath(given.voxmarch)
    index, every = map(int, given.share.split("/"))
    wrong, tried = 0, 0
    with tempfile.TemporaryDirectory() as scratch, concurrent.futures.ThreadPoolExecutor(given.jobs) as team:
        folder = Path(scratch)
        (folder / "seeds").mkdir()
        print(f"{'file':<16} {'damaged':>8} {'read':>7} {'refused':>8} {'badly':>6}")
        for name, (file, command) in seeds(voxmarch, folder / "seeds").items():
            if given.format not in (None, name):
                continue
            good = file.read_bytes()
            problem, code = read(voxmarch, folder, name, command, good)
            if problem or code not in (0, 3):
                sys.exit(f"{name}, which is not damaged: exit code {code} {problem}")
            cases = list(dict.fromkeys(damaged(good, random.Random(given.seed))))[index::every]
            ends = list(team.map(lambda data: read(voxmarch, folder, name, command, data), cases))
            bad = [(problem, data) for (problem, _), data in zip(ends, cases) if problem]
            refused = sum(code in (2, 4) for _, code in ends)
            print(f"{name:<16} {len(cases):8} {len(cases) - refused - len(bad):7} {refused:8} {len(bad):6}", flush=True)
            for number, (problem, data) in enumerate(bad):
                print(f"  {problem}")
                if given.keep:
                    given.keep.mkdir(parents=True, exist_ok=True)
                    (given.keep / f"{number}-{name}").write_bytes(data)
            wrong, tried = wrong + len(bad), tried + len(cases)
    print(f"{tried} damaged files: {wrong} were read badly")
    return 1 if wrong or tried == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
