#!/usr/bin/env python3
"""How far pictures are from the converged one (step 0.05) with --step auto and with fixed steps.

Usage: bench/step_auto.py PROGRAM VOLUME TRANSFER [more options of voxmarch render]
Needs numpy and Pillow. Prints, in shades of 255: the 99th percentile and the largest difference of the pixels.
"""
import subprocess
import sys
import tempfile

import numpy
from PIL import Image


def render(program, volume, transfer, step, options, folder):
    picture = f"{folder}/{step}.png"
    command = [program, "render", volume, "--transfer", transfer, "--step", step, "--opacity-cutoff", "1",
               "--size", "300x300", "--classification", "post", "-o", picture, *options]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    chosen = [line.split("step")[1].strip() for line in done.stderr.splitlines() if "note: step" in line]
    return numpy.asarray(Image.open(picture).convert("RGB")).astype(int), (chosen or [step])[0]


def main():
    program, volume, transfer, *options = sys.argv[1:]
    with tempfile.TemporaryDirectory() as folder:
        converged, _ = render(program, volume, transfer, "0.05", options, folder)
        for step in ("auto", "0.5", "1"):
            picture, taken = render(program, volume, transfer, step, options, folder)
            difference = numpy.abs(picture - converged).max(axis=2)
            print(f"step {step} ({taken}): 99 % of pixels within {numpy.percentile(difference, 99):.0f}, "
                  f"all within {difference.max()}")


if __name__ == "__main__":
    if len(sys.argv) < 4:
        sys.exit(__doc__)
    main()
