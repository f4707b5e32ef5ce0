#!/usr/bin/env python3
"""Runs the program beside what disturbs it, and looks how it ends.

Killed while it writes, a full disk, closed pipes, eight processes on one cold cache, other numbers of threads, a home that cannot be written, no
folder for temporary files, a cache of giant holes, and a folder of PoCL's that cannot be written. It must end by itself in
time and without a signal, with an exit code of docs/reliability.md; nothing half-written may stay under the name of an output.

usage: neighbours.py VOXMARCH [--case NAME]... [--rounds N]
--rounds: of kills.
"""

import argparse
import hashlib
import os
import random
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

LONGEST_S = 180  # eight that compile share the cores
RENDER = ["render", "synthetic:tree:32", "--size", "64x48", "-o", "out.png"]


class Program:
    def __init__(self, voxmarch, root):
        self.voxmarch, self.root, self.problems = voxmarch, root, []

    def folder(self):
        return Path(tempfile.mkdtemp(dir=self.root))

    def start(self, words, folder, environment=None, **how):
        own = {**os.environ, "VOXMARCH_CACHE_DIR": str(self.root / "cache"), **(environment or {})}
        own = {name: value for name, value in own.items() if value is not None}
        return subprocess.Popen([self.voxmarch, *words], cwd=folder, env=own, stderr=subprocess.PIPE,
                                **{"stdout": subprocess.DEVNULL, **how})

    def end(self, process):
        """(exit code, last line of stderr); "hangs" in the place of a code."""
        try:
            said = process.communicate(timeout=LONGEST_S)[1].decode(errors="replace").strip().split("\n")[-1]
            return process.returncode, said
        except subprocess.TimeoutExpired:
            process.kill()
            process.communicate()
            return "hangs", ""

    def expect(self, case, process, codes, words=""):
        code, said = self.end(process)
        good = code in codes and (code == 0 or said.startswith("voxmarch: ") and words in said)
        if not good:
            self.problems.append(f"{case}: exit code {code}, '{said}'; expected {codes} {words}")
        return code

    def require(self, case, holds, what):
        if not holds:
            self.problems.append(f"{case}: {what}")


def picture(file):
    """Header and packed pixels: a picture also tells when it was made."""
    data, at, pixels = file.read_bytes(), 8, b""
    while at + 8 <= len(data):
        size = int.from_bytes(data[at:at + 4], "big")
        if data[at + 4:at + 8] in (b"IHDR", b"IDAT"):
            pixels += data[at + 8:at + 8 + size]
        at += size + 12
    return pixels


def unfinished(folder):
    return [file for file in folder.rglob("*") if ".part-" in file.name]


def killed(program, rounds):
    """At any moment of writing: the output is not there or whole, and doctor removes what is left."""
    chance = random.Random(1)
    for words, name in ((["convert", "synthetic:tree:200", "out.nrrd", "--codec", "none"], "out.nrrd"),
                        (["mesh", "synthetic:tree:96", "--isovalue", "60", "-o", "out.ply"], "out.ply")):
        folder = program.folder()
        began = time.monotonic()
        program.expect("killed", program.start(words, folder), [0])
        whole, seconds = hashlib.sha256((folder / name).read_bytes()).digest(), time.monotonic() - began
        left = 0
        for _ in range(rounds):
            (folder / name).unlink(missing_ok=True)
            process = program.start(words, folder)
            # In the second half of the rounds as soon as something is being written.
            end = time.monotonic() + chance.random() * seconds
            while time.monotonic() < end and not (chance.random() < 0.5 and unfinished(folder)):
                time.sleep(0.001)
            process.kill()
            process.communicate()
            if (folder / name).exists():
                program.require("killed", hashlib.sha256((folder / name).read_bytes()).digest() == whole, f"{name} is not whole")
            left += len(unfinished(folder))
        time.sleep(7)  # a file without a lock may be a moment old
        program.expect("killed", program.start(["doctor"], folder), [0])
        program.require("killed", not unfinished(folder), "doctor leaves unfinished files")
        print(f"killed: {rounds} times while writing {name}; {left} unfinished files were seen and removed")


def full(program, _):
    """Files may have so many bytes, as if the disk were full then."""
    for words, name in ((["convert", "synthetic:tree:64", "out.nrrd", "--codec", "none"], "out.nrrd"),
                        (["convert", "synthetic:tree:64", "out.ome.zarr", "--codec", "none"], "out.ome.zarr"),
                        (["mesh", "synthetic:tree:48", "--isovalue", "60", "-o", "out.ply"], "out.ply"),
                        (["skeleton", "synthetic:tree:48", "--isovalue", "60", "-o", "out.vtk"], "out.vtk"),
                        (["render", "synthetic:tree:32", "-o", "out.png"], "out.png")):
        program.expect("full", program.start(words, program.folder()), [0])
        for limit in (0, 100, 1000):
            folder = program.folder()
            def bounded(limit=limit):
                signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
                resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))
            program.expect(f"full at {limit} bytes, {name}", program.start(words, folder, preexec_fn=bounded), [7])
            program.require("full", not (folder / name).is_file(), f"{name} is there")
            program.require("full", not unfinished(folder), "unfinished files stay")
    for words in (["--help"], ["info", "synthetic:sphere:8"], ["devices"], ["mesh", "synthetic:sphere:8", "--isovalue", "100", "-o", "-.stl"]):
        with open("/dev/full", "wb") as no_room:
            program.expect(f"full output of {words[0]}", program.start(words, program.folder(), stdout=no_room), [7])


def closed(program, _):
    """Somebody reads ten bytes and goes."""
    for words in (["--help"], ["info", "synthetic:tree:32"], ["slice", "synthetic:tree:64", "--axis", "z", "-o", "-"],
                  ["mesh", "synthetic:tree:48", "--isovalue", "60", "-o", "-.stl"]):
        process = program.start(words, program.folder(), stdout=subprocess.PIPE)
        process.stdout.read(10)
        process.stdout.close()
        process.stdout = None
        program.expect(f"closed pipe of {words[0]}", process, [0, 7])


def together(program, _):
    """Eight processes compile the same kernels into one cache that is empty at first."""
    folders = [program.folder() for _ in range(8)]
    environment = {"VOXMARCH_CACHE_DIR": str(program.folder() / "new"), "POCL_CACHE_DIR": str(program.folder())}
    running = [program.start(RENDER, folder, environment) for folder in folders]
    for process in running:
        program.expect("together", process, [0])
    pictures = {picture(folder / "out.png") for folder in folders if (folder / "out.png").exists()}
    program.require("together", len(pictures) == 1, f"{len(pictures)} different pictures")


def same(program, _):
    """Five runs, and PoCL with 1, 2 and 4 threads, give the same bytes."""
    for words, name in ((RENDER, "out.png"),
                        (["render", "synthetic:tree:24", "--shadows", "full", "--size", "48x32", "-o", "out.png"], "out.png"),
                        (["mesh", "synthetic:tree:32", "--isovalue", "60", "-o", "out.ply"], "out.ply"),
                        (["skeleton", "synthetic:tree:32", "--isovalue", "60", "-o", "out.vtk"], "out.vtk")):
        found = set()
        for threads in (None, None, None, None, None, "1", "2", "4"):
            folder = program.folder()
            program.expect("same", program.start(words, folder, {"POCL_MAX_PTHREAD_COUNT": threads}), [0])
            found.add(picture(folder / name) if name == "out.png" else (folder / name).read_bytes())
        program.require("same", len(found) == 1, f"{len(found)} different results of {' '.join(words)}")


def homeless(program, _):
    """Folders of the user that are not there or cannot be written: a file stands where they would be."""
    folder = program.folder()
    (folder / "file").write_text("")
    nowhere = str(folder / "file" / "below")
    for environment in ({"HOME": nowhere, "VOXMARCH_CACHE_DIR": None, "XDG_CACHE_HOME": None, "XDG_CONFIG_HOME": None},
                        {"HOME": None, "VOXMARCH_CACHE_DIR": None, "XDG_CACHE_HOME": None, "XDG_CONFIG_HOME": None},
                        {"XDG_CACHE_HOME": nowhere, "XDG_CONFIG_HOME": nowhere, "VOXMARCH_CACHE_DIR": None},
                        {"TMPDIR": nowhere}, {"VOXMARCH_CACHE_DIR": nowhere}):
        # PoCL itself needs a folder: that is another case.
        given = {**environment, "POCL_CACHE_DIR": str(program.folder())}
        program.expect(f"homeless, {sorted(environment)[0]}", program.start(RENDER, program.folder(), given), [0])
        program.expect(f"homeless, {sorted(environment)[0]}", program.start(["info", "synthetic:sphere:8"], program.folder(), given), [0])


def holes(program, _):
    """Entries of the cache become as large as a disk, without taking any of it."""
    cache = program.folder()
    environment = {"VOXMARCH_CACHE_DIR": str(cache)}
    program.expect("holes", program.start(RENDER, program.folder(), environment), [0])
    entries = [file for file in cache.rglob("*") if file.is_file()]
    program.require("holes", len(entries) > 0, "no entry is there")
    for entry in entries:
        os.truncate(entry, 1 << 40)
    began = time.monotonic()
    program.expect("holes", program.start(RENDER, program.folder(), environment), [0])
    print(f"holes: {len(entries)} entries of 1 TiB, {time.monotonic() - began:.1f} s")


def pocl(program, _):
    """PoCL's folder is a file, or lies below one: it cannot be made."""
    folder = program.folder()
    (folder / "file").write_text("")
    for place in (folder / "file", folder / "file" / "below"):
        environment = {"POCL_CACHE_DIR": str(place), "VOXMARCH_CACHE_DIR": str(program.folder())}
        program.expect(f"pocl, {place.name}", program.start(RENDER, program.folder(), environment), [6], str(place))


CASES = {function.__name__: function for function in (killed, full, closed, together, same, homeless, holes, pocl)}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("voxmarch")
    parser.add_argument("--case", choices=sorted(CASES), action="append")
    parser.add_argument("--rounds", type=int, default=40)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        program = Program(os.path.abspath(given.voxmarch), Path(scratch))
        for name, case in CASES.items():
            if not given.case or name in given.case:
                began, before = time.monotonic(), len(program.problems)
                case(program, given.rounds)
                print(f"{name}: {len(program.problems) - before} problems, {time.monotonic() - began:.0f} s", flush=True)
    for problem in program.problems:
        print(problem)
    return 1 if program.problems else 0


if __name__ == "__main__":
    sys.exit(main())
