#!/usr/bin/env python3
"""Lets OpenCL calls of whole commands fail, one at a time, and looks how the program ends.

Every function is made to fail at its first, second, middle and last call with every code of `codes`, with kernels cached and
not. The program must end by itself, in time, with exit code 0, 1, 3, 5 or 6 and, unless it is 0, one last line that says why;
what it wrote in spite of a failure must be what it writes without; and nothing unfinished may stay. Without a failure it gives
every OpenCL object back that it made, and no other; and every function that it calls is one that can be made to fail.

usage: faults.py VOXMARCH FAULT_LAYER [--share I/N] [--command NAME] [--jobs N] [--before LIBRARY]
FAULT_LAYER is tests/device/fault_layer.cpp as a library. --share takes every N-th case, from the I-th on. --before loads a
library in front of it, as a sanitizer's has to be.
"""

import argparse
import concurrent.futures
import hashlib
import os
import shutil
import signal
import subprocess
import sys
import tempfile
from pathlib import Path

CODES = (-4, -5, -6, -11, -36, -9999)  # memory, resources, host memory, build, queue, a driver's own
GOOD_ENDS = (0, 1, 3, 5, 6)
LONGEST_S = 60
SANITIZED_LONGEST_S = 600  # kernels are compiled by code that is not sanitized, all around it is several times slower

COMMANDS = {
    "render": ["render", "synthetic:tree:32", "--size", "64x48", "-o", "out.png"],
    "surface": ["render", "synthetic:tree:32", "--mode", "isosurface", "--isosurface", "mesh", "--size", "64x48", "-o", "out.png"],
    "shadows": ["render", "synthetic:tree:24", "--shadows", "full", "--size", "48x32", "-o", "out.png"],
    "bricks": ["render", "synthetic:tree:48", "--bricks", "--size", "48x32", "-o", "out.png"],
    "mesh": ["mesh", "synthetic:tree:32", "--isovalue", "60", "-o", "out.ply"],
    "skeleton": ["skeleton", "synthetic:tree:32", "--isovalue", "60", "-o", "out.csv"],
    "info": ["info", "synthetic:tree:32"],
    "devices": ["devices", "--json"],
    "bench": ["bench", "traversal", "--volume", "synthetic:tree:24", "--size", "32x32", "--traversal", "none", "--traversal",
              "distance-map", "--frames", "1"],
}


class Program:
    def __init__(self, voxmarch, preloaded, root, longest):
        self.voxmarch, self.preloaded, self.root, self.longest = voxmarch, preloaded, root, longest

    def run(self, command, cache, extra):
        """Runs in a folder of its own. Gives (exit code or None if it hangs, last line of stderr, digests of files)."""
        folder = Path(tempfile.mkdtemp(dir=self.root))
        environment = {**os.environ, "LD_PRELOAD": self.preloaded, "VOXMARCH_CACHE_DIR": str(cache), **extra}
        try:
            done = subprocess.run([self.voxmarch, *command], cwd=folder, env=environment, capture_output=True,
                                  timeout=self.longest)
            code, said = done.returncode, done.stderr.decode(errors="replace").strip().split("\n")[-1]
        except subprocess.TimeoutExpired:
            code, said = None, ""
        files = {file.name: digest(file) for file in folder.iterdir()}
        shutil.rmtree(folder)
        return code, said, files


def digest(file):
    """Of a picture its pixels: it also tells the command line and times."""
    data = file.read_bytes()
    if file.suffix == ".png":
        at, pixels = 8, b""
        while at + 8 <= len(data):
            size = int.from_bytes(data[at:at + 4], "big")
            if data[at + 4:at + 8] in (b"IHDR", b"IDAT"):
                pixels += data[at + 8:at + 8 + size]
            at += size + 12
        data = pixels
    return hashlib.sha256(data).hexdigest()


def symbols(file, kind):
    """The cl... functions that a program or library takes from others ("--undefined-only") or has ("--defined-only")."""
    listed = subprocess.run(["nm", "-D", kind, file], capture_output=True, text=True, check=True).stdout
    names = {line.split()[-1].split("@")[0] for line in listed.split("\n") if line}
    return {name for name in names if name[:2] == "cl" and name[2:3].isupper()}


def functions_beside(voxmarch, layer):
    """What is wrong: functions that the program calls and the layer lets through."""
    missing = symbols(voxmarch, "--undefined-only") - symbols(layer, "--defined-only")
    return [f"{name} is called and cannot be made to fail" for name in sorted(missing)]


def cases_of(name, counts):
    for function, count in counts.items():
        for nth in sorted({1, 2, (count + 1) // 2, count}):
            if nth <= count:
                for code in CODES:
                    yield name, function, nth, code


def what_is_wrong(code, said, files, expected, longest):
    if code is None:
        return f"does not end within {longest} s"
    if code < 0:
        return f"ends by {signal.Signals(-code).name}"
    if code not in GOOD_ENDS:
        return f"exit code {code}: {said}"
    if code == 0:
        return "" if files == expected else f"tells of no failure, and writes something else: {sorted(files)}"
    if files and files != expected:
        return f"exit code {code} and leaves {sorted(files)}"
    return "" if said.startswith("voxmarch: ") and len(said) <= 300 else f"exit code {code}, its last line is '{said}'"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("voxmarch")
    parser.add_argument("layer")
    parser.add_argument("--share", default="0/1")
    parser.add_argument("--command", choices=sorted(COMMANDS))
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--before", default="")
    given = parser.parse_args()
    index, every = map(int, given.share.split("/"))
    longest = SANITIZED_LONGEST_S if given.before else LONGEST_S
    wrong, tried, ends = functions_beside(given.voxmarch, given.layer), 0, {}
    with tempfile.TemporaryDirectory() as scratch:
        root = Path(scratch)
        program = Program(os.path.abspath(given.voxmarch), f"{given.before} {os.path.abspath(given.layer)}", root, longest)
        warm, cases, expected, made = root / "warm", [], {}, {}
        for name, command in COMMANDS.items():
            if given.command in (None, name):
                for cache in ("cold", "warm"):
                    counts_file = root / "counts"
                    place = root / f"first-{name}" if cache == "cold" else warm
                    if cache == "warm":
                        program.run(command, place, {})
                    held_file = root / "held"
                    code, said, files = program.run(command, place, {"VOXMARCH_FAULT_COUNTS": str(counts_file),
                                                                     "VOXMARCH_FAULT_HELD": str(held_file)})
                    if code is None:
                        sys.exit(f"{name}: does not end within {longest} s without a fault")
                    if code != 0:
                        sys.exit(f"{name}: exit code {code} without a fault: {said}")
                    held = held_file.read_text().strip().split("\n")
                    wrong += [f"{name}, {cache} cache: {line}" for line in held if " were made" not in line]
                    made[name] = sum(int(line.split()[0]) for line in held if " were made" in line)
                    expected[name] = files
                    counts = dict((line.split()[0], int(line.split()[1])) for line in counts_file.read_text().split("\n") if line)
                    cases += [(cache, case) for case in cases_of(name, counts)]
        print(f"OpenCL objects made: {made}")
        if not any(made.values()):
            wrong.append("no OpenCL object was made at all")
        for problem in wrong:
            print(problem)
        cases = cases[index::every]

        def tell(numbered):
            number, (cache, (name, function, nth, code)) = numbered
            place = warm if cache == "warm" else root / f"cold-{number}"
            ended, said, files = program.run(COMMANDS[name], place, {"VOXMARCH_FAULT": f"{function}:{nth}:{code}"})
            if cache == "cold":
                shutil.rmtree(place, ignore_errors=True)
            problem = what_is_wrong(ended, said, files, expected[name], longest)
            return ended, problem and f"{name}, {cache} cache, {function} number {nth} gives {code}: {problem}"

        with concurrent.futures.ThreadPoolExecutor(given.jobs) as team:
            for ended, problem in team.map(tell, enumerate(cases)):
                tried += 1
                ends[ended] = ends.get(ended, 0) + 1
                if problem:
                    wrong.append(problem)
                    print(problem, flush=True)
    print(f"{tried} calls failed: {len(wrong)} times the program ended badly; exit codes "
          + ", ".join(f"{code}: {count}" for code, count in sorted(ends.items(), key=str)))
    return 1 if wrong or tried == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
