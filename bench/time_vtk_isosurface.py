#!/usr/bin/env python3
"""Times of voxmarch's isosurfaces against those of VTK's vtkFlyingEdges3D, on all cores of this machine.

Usage: OCL_ICD_VENDORS=.../pocl.icd bench/time_vtk_isosurface.py PROGRAM VOLUME [ROUNDS]
Needs numpy and vtk (pip install vtk). VOLUME is an NRRD file of u8 voxels. Both extract the isovalues of `bench
isosurface` with normals, ten times a round and in turns, so that a busy machine slows both. Prints medians, and in
brackets what a tenth of the times are below, in milliseconds; ours for a first extraction and for a repeat (ranges of
blocks known).
"""
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time

import vtk
from vtk.util.numpy_support import numpy_to_vtk

from compare_vtk_isosurface import read_nrrd

REPETITIONS = 10


def time_vtk(voxels, isovalue):
    image = vtk.vtkImageData()
    image.SetDimensions(voxels.shape[::-1])
    image.GetPointData().SetScalars(numpy_to_vtk(voxels.ravel(), deep=True))
    times = []
    for _ in range(REPETITIONS + 2):
        edges = vtk.vtkFlyingEdges3D()
        edges.SetInputData(image)
        edges.SetValue(0, isovalue)
        edges.ComputeNormalsOn()
        edges.ComputeGradientsOff()
        begin = time.perf_counter()
        edges.Update()
        times.append(1e3 * (time.perf_counter() - begin))
    return times[2:]


def time_ours(program, path):
    """First and repeated extractions by `blocks`: isovalue -> (median and tenth percentile of first ones, of repeats)."""
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([program, "bench", "isosurface", "--volume", path, "--frames", str(REPETITIONS), "--out", folder],
                       check=True, stdout=subprocess.DEVNULL)
        with open(os.path.join(folder, "isosurface.json")) as file:
            rows = json.load(file)["rows"]
    return {row["isovalue"]: row["first_ms"][:2] + row["repeat_ms"][:2] for row in rows if row["extraction"] == "blocks"}


def main():
    program, path = sys.argv[1:3]
    rounds = int(sys.argv[3]) if len(sys.argv) > 3 else 3
    vtk.vtkSMPTools.SetBackend("STDThread")
    voxels, _, _ = read_nrrd(path)
    ours, theirs = {}, {}
    for _ in range(rounds):
        for isovalue, times in time_ours(program, path).items():
            ours.setdefault(isovalue, []).append(times)
            theirs.setdefault(isovalue, []).extend(time_vtk(voxels, isovalue))
    for isovalue, times in ours.items():
        medians = [statistics.median(column) for column in zip(*times)]
        print(f"{isovalue}: voxmarch first {medians[0]:.1f} ({medians[1]:.1f}), repeat {medians[2]:.1f} "
              f"({medians[3]:.1f}); VTK {statistics.median(theirs[isovalue]):.1f} "
              f"({sorted(theirs[isovalue])[len(theirs[isovalue]) // 10]:.1f})")


if __name__ == "__main__":
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    main()
