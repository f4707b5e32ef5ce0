#!/usr/bin/env python3
"""Enlarges an 8-bit raw volume by trilinear interpolation, to measure a scan at sizes nobody has scanned.

usage: upsample_raw.py FACTOR NAME_XxYxZ_uint8.raw FOLDER    writes FOLDER/NAME_x<FACTOR>_..._uint8.raw
"""
import multiprocessing
import os
import re
import sys

import numpy


def places(size, factor):
    """Lower neighbour, upper neighbour and the upper one's share, for each voxel centre of the enlarged axis."""
    at = numpy.clip((numpy.arange(size * factor) + 0.5) / factor - 0.5, 0, size - 1)
    low = at.astype(int)
    return low, numpy.minimum(low + 1, size - 1), (at - low).astype(numpy.float32)


def enlarge_slices(source, dims, factor, target, first, last):
    x, y, z = dims
    voxels = numpy.memmap(source, numpy.uint8, "r", shape=(z, y, x))
    out = numpy.memmap(target, numpy.uint8, "r+", shape=(z * factor, y * factor, x * factor))
    (x0, x1, fx), (y0, y1, fy), (z0, z1, fz) = places(x, factor), places(y, factor), places(z, factor)
    for k in range(first, last):
        plane = voxels[z0[k]] * (1 - fz[k]) + voxels[z1[k]] * fz[k]
        rows = plane[y0] + (plane[y1] - plane[y0]) * fy[:, None]
        out[k] = rows[:, x0] + (rows[:, x1] - rows[:, x0]) * fx + numpy.float32(0.5)


def main():
    if len(sys.argv) != 4 or not sys.argv[1].isdigit():
        sys.exit(__doc__)
    factor, source = int(sys.argv[1]), sys.argv[2]
    match = re.fullmatch(r"(.*)_(\d+)x(\d+)x(\d+)_uint8\.raw", os.path.basename(source))
    if not match:
        sys.exit(f"{source}: the name does not end in _XxYxZ_uint8.raw")
    dims = tuple(int(n) for n in match.groups()[1:])
    if factor < 1 or min(dims) < 1:
        sys.exit("the factor and all sizes must be 1 at least")
    if not os.path.isfile(source) or os.path.getsize(source) != dims[0] * dims[1] * dims[2]:
        sys.exit(f"{source}: no file of {dims[0] * dims[1] * dims[2]} bytes, as its name says")
    size = [n * factor for n in dims]
    target = os.path.join(sys.argv[3], f"{match[1]}_x{factor}_{size[0]}x{size[1]}x{size[2]}_uint8.raw")
    with open(target, "wb") as file:
        file.truncate(size[0] * size[1] * size[2])
    step = max(1, size[2] // (4 * multiprocessing.cpu_count()))
    parts = [(source, dims, factor, target, k, min(k + step, size[2])) for k in range(0, size[2], step)]
    with multiprocessing.Pool() as pool:
        pool.starmap(enlarge_slices, parts)
    print(target)


main()
