#!/usr/bin/env python3
"""Lets OpenCL calls of whole commands hang, one at a time, and looks what the program says and how it ends.

A call that never comes back is told of after half of --device-timeout (10 s at most) and ends the program with exit code 6
after all of it: with the name of the device and of the call in the last line, and nothing half-written left. A call that comes
back late is told of, and the program does what it would have done.

usage: slow_drivers.py VOXMARCH FAULT_LAYER
FAULT_LAYER is tests/device/fault_layer.cpp as a library.
"""

import argparse
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

RENDER = ["render", "synthetic:tree:24", "--size", "48x32", "-o", "out.png"]
MESH = ["mesh", "synthetic:tree:24", "--isovalue", "60", "-o", "out.ply"]
SKELETON = ["skeleton", "synthetic:tree:24", "--isovalue", "60", "-o", "out.csv"]

# command, function that hangs, its how manieth call, words of what the program says
HANGS = [
    (["view", "synthetic:tree:24"], "clGetDeviceIDs", 1, "an OpenCL driver does not answer: listing devices"),
    (["devices"], "clGetPlatformIDs", 1, "an OpenCL driver does not answer: listing devices"),
    (RENDER, "clGetDeviceIDs", 1, "an OpenCL driver does not answer: listing devices"),
    (RENDER, "clCreateContext", 1, "does not answer: opening it"),
    (RENDER, "clBuildProgram", 2, "does not answer: building kernels ("),
    (RENDER, "clEnqueueNDRangeKernel", 1, "does not answer: launching ("),
    (RENDER, "clWaitForEvents", 1, "does not answer: running ("),
    (RENDER, "clFlush", 1, "does not answer: launching ("),
    (RENDER, "clCreateBuffer", 2, "does not answer: making room for ("),
    (RENDER, "clEnqueueMapBuffer", 1, "does not answer: "),
    (MESH, "clEnqueueReadBuffer", 1, "does not answer: reading back ("),
    (SKELETON, "clBuildProgram", 1, "does not answer: building kernels ("),
]


def run(given, words, delay, timeout, cache):
    """(exit code, lines on stderr, names of files, seconds)"""
    with tempfile.TemporaryDirectory() as folder:
        environment = {**os.environ, "LD_PRELOAD": os.path.abspath(given.layer), "VOXMARCH_CACHE_DIR": str(cache),
                       **({"VOXMARCH_FAULT_DELAY": delay} if delay else {})}
        begin = time.monotonic()
        done = subprocess.run([os.path.abspath(given.voxmarch), *words, "--device-timeout", str(timeout)], cwd=folder,
                              env=environment, capture_output=True, timeout=120)
        said = [line for line in done.stderr.decode(errors="replace").split("\n") if line]
        return done.returncode, said, sorted(os.listdir(folder)), time.monotonic() - begin


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("voxmarch")
    parser.add_argument("layer")
    given = parser.parse_args()
    wrong = []
    with tempfile.TemporaryDirectory() as scratch:
        cache = Path(scratch) / "cache"
        for words in (RENDER, MESH, SKELETON):
            run(given, words, "", 120, cache)
        for words, function, nth, expected in HANGS:
            code, said, files, seconds = run(given, words, f"{function}:{nth}:100", 2, cache)
            told = [line for line in said if line.startswith("voxmarch: waiting for ")]
            last = said[-1] if said else ""
            good = (code == 6 and len(told) == 1 and expected in last and "--device-timeout" in last and len(last) <= 300
                    and not files and 2 <= seconds < 30)
            print(f"{words[0]}, {function} hangs: exit code {code} after {seconds:.1f} s: {last}")
            if not good:
                wrong.append(f"{words[0]}, {function}: exit code {code} after {seconds:.1f} s, leaves {files}, says {said}")
        code, said, files, seconds = run(given, RENDER, "clWaitForEvents:1:3", 4, cache)
        told = [line for line in said if line.startswith("voxmarch: waiting for ") and "running (" in line]
        if code != 0 or len(told) != 1 or files != ["out.png"]:
            wrong.append(f"a kernel that takes 3 s: exit code {code} after {seconds:.1f} s, leaves {files}, says {said}")
    for problem in wrong:
        print(problem)
    print(f"{len(HANGS) + 1} calls hung: {len(wrong)} times the program did something else")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
