#!/usr/bin/env python3
"""How far pictures are from converged ones with --step auto, --step adaptive and fixed steps, and what they cost.

Usage: bench/step_auto.py PROGRAM VOLUME TRANSFER [more options of voxmarch render]
Needs numpy and Pillow. Prints, against the pictures at steps 0.1 and 0.05: the largest difference of the pixels and its
99.9th and 99th percentile, in shades of 255; then millions of samples, their share of those at step 0.5, and the median
time of a frame out of nine, all steps in turns.
"""
import json
import statistics
import subprocess
import sys
import tempfile

import numpy
from PIL import Image

STEPS = ("0.25", "0.5", "1", "auto", "adaptive")


def render(program, volume, transfer, step, options, folder):
    """The picture, its statistics and the step that was taken."""
    picture, numbers = f"{folder}/{step}.png", f"{folder}/{step}.json"
    command = [program, "render", volume, "--transfer", transfer, "--step", step, "--opacity-cutoff", "1", "--size",
               "300x300", "--classification", "post", "--frames", "3", "-o", picture, "--stats", numbers, *options]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    chosen = [line.split("step")[1].strip() for line in done.stderr.splitlines() if "note: step" in line]
    with open(numbers, encoding="utf-8") as file:
        read = json.load(file)
    return numpy.asarray(Image.open(picture).convert("RGB")).astype(int), read, (chosen or [step])[0]


def far_off(picture, converged):
    difference = numpy.abs(picture - converged).max(axis=2)
    return f"{difference.max():3} {numpy.percentile(difference, 99.9):5.1f} {numpy.percentile(difference, 99):4.0f}"


def main():
    program, volume, transfer, *options = sys.argv[1:]
    with tempfile.TemporaryDirectory() as folder:
        converged = [render(program, volume, transfer, step, options, folder)[0] for step in ("0.1", "0.05")]
        rounds = [{step: render(program, volume, transfer, step, options, folder) for step in STEPS}
                  for _ in range(3)]
        at_half = rounds[0]["0.5"][1]["samples"]
        print("step             from 0.1: max 99.9 99 | from 0.05 | million samples, of 0.5's |     ms")
        for step in STEPS:
            picture, read, taken = rounds[0][step]
            times = [frame["frame_ms"] for made in rounds for frame in made[step][1]["frames"]]
            name = step if taken == step else f"{step} ({taken})"
            print(f"{name:15} {far_off(picture, converged[0])} | {far_off(picture, converged[1])} | "
                  f"{read['samples'] * 1e-6:8.3f} {read['samples'] / at_half:6.3f} | {statistics.median(times):6.1f}")


if __name__ == "__main__":
    if len(sys.argv) < 4:
        sys.exit(__doc__)
    main()
