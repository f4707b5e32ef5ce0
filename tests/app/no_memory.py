#!/usr/bin/env python3
"""Lets operator new fail at one call of a small render after the other, and looks how the program ends.

It must end by itself, in time, with exit code 5 and a line that says why, or with 0 and the picture that it draws otherwise
where it can do without; and nothing unfinished may stay.

usage: no_memory.py VOXMARCH FAULT_LAYER [--count N] [--for-good] [--jobs N]
FAULT_LAYER is tests/device/new_layer.cpp with fault_layer.cpp as a library. --count: so many calls, spread over all (default:
all). --for-good: all calls after it fail, too.
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

LONGEST_S = 60
COMMAND = ["render", "synthetic:tree:16", "--size", "24x16", "--embed", "none", "-o", "out.png"]


def run(voxmarch, layer, cache, root, extra):
    """(exit code; None: hangs, last line of stderr, digests of files)"""
    folder = Path(tempfile.mkdtemp(dir=root))
    environment = {**os.environ, "LD_PRELOAD": layer, "VOXMARCH_CACHE_DIR": str(cache), **extra}
    try:
        done = subprocess.run([voxmarch, *COMMAND], cwd=folder, env=environment, capture_output=True, timeout=LONGEST_S)
        code, said = done.returncode, done.stderr.decode(errors="replace").strip().split("\n")[-1]
    except subprocess.TimeoutExpired:
        code, said = None, ""
    files = {file.name: hashlib.sha256(file.read_bytes()).hexdigest() for file in folder.iterdir()}
    shutil.rmtree(folder)
    return code, said, files


def what_is_wrong(code, said, files, expected):
    if code is None:
        return f"does not end within {LONGEST_S} s"
    if code < 0:
        return f"ends by {signal.Signals(-code).name}: {said}"
    if code not in (0, 5):
        return f"exit code {code}: {said}"
    if files != expected if code == 0 else files:
        return f"exit code {code} and leaves {sorted(files)}"
    return "" if code == 0 or said.startswith("voxmarch: ") else f"exit code {code}, its last line is '{said}'"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("voxmarch")
    parser.add_argument("layer")
    parser.add_argument("--count", type=int, default=0)
    parser.add_argument("--for-good", action="store_true")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    given = parser.parse_args()
    voxmarch, layer = os.path.abspath(given.voxmarch), os.path.abspath(given.layer)
    ends, wrong = {}, 0
    with tempfile.TemporaryDirectory() as scratch:
        root = Path(scratch)
        cache, counted = root / "cache", root / "count"
        for _ in range(2): # the first one compiles
            code, said, expected = run(voxmarch, layer, cache, root, {"VOXMARCH_NEW_COUNT": str(counted)})
            if code != 0:
                sys.exit(f"exit code {code} with all its memory: {said}")
        calls = int(counted.read_text())
        count = min(given.count or calls, calls)
        numbers = sorted({1 + i * calls // count for i in range(count)})

        def tell(number):
            extra = {"VOXMARCH_NEW_FAILS": str(number), **({"VOXMARCH_NEW_ALL": "1"} if given.for_good else {})}
            code, said, files = run(voxmarch, layer, cache, root, extra)
            return number, code, what_is_wrong(code, said, files, expected)

        with concurrent.futures.ThreadPoolExecutor(given.jobs) as team:
            for number, code, problem in team.map(tell, numbers):
                ends[code] = ends.get(code, 0) + 1
                if problem:
                    wrong += 1
                    print(f"call {number} of {calls}: {problem}", flush=True)
    print(f"{len(numbers)} of {calls} calls failed: {wrong} times the program ended badly; exit codes "
          + ", ".join(f"{code}: {ends[code]}" for code in sorted(ends, key=str)))
    return 1 if wrong or not numbers else 0


if __name__ == "__main__":
    sys.exit(main())
