# OpenVDB as pyopenvdb of the system's Python (python3-openvdb) writes it and reads it back: values, boxes, transforms.
# needs: numpy
# usage: test_openvdb.py VOXMARCH
import json
import pathlib
import subprocess
import sys
import tempfile

import numpy as np

from common import Tally, dumped

tally = Tally()
scratch = pathlib.Path(tempfile.mkdtemp())
WRITER = """
import json, math, sys
import pyopenvdb as vdb
fog = vdb.FloatGrid(0.25)
fog.name = "density"
at = fog.getAccessor()
for x in range(-9, 12):
    for y in range(-4, 6):
        for z in range(100, 118):
            if (x * 7 + y * 3 + z) % 5 < 2:
                at.setValueOn((x, y, z), math.sin(x) + y + 0.5 * z)
fog.fill((20, 0, 96), (27, 7, 103), -3.5)
fog.transform = vdb.createLinearTransform([[0.5, 0, 0, 0], [0, 0, 2, 0], [0, -0.25, 0, 0], [7, 8, 9, 1]])
ball = vdb.createLevelSetSphere(radius=6.0, center=(3, 4, 5), voxelSize=0.5)
ball.name = "ball"
mask = vdb.BoolGrid()
mask.name = "mask"
mask.getAccessor().setValueOn((1, 2, 3), True)
mask.getAccessor().setValueOn((4, 6, 8), True)
vdb.write(sys.argv[1], [ball, mask, fog])
answer = {}
for grid in (fog, ball, mask):
    low, high = grid.evalActiveVoxelBoundingBox()
    at = grid.getConstAccessor()
    answer[grid.name] = {
        "shape": [high[i] - low[i] + 1 for i in (2, 1, 0)],
        "values": [float(at.getValue((x, y, z))) for z in range(low[2], high[2] + 1) for y in range(low[1], high[1] + 1)
                   for x in range(low[0], high[0] + 1)],
        "corner": grid.transform.indexToWorld(low),
        "steps": [[b - a for a, b in zip(grid.transform.indexToWorld(low),
                                         grid.transform.indexToWorld([low[k] + (k == i) for k in range(3)]))]
                  for i in range(3)]}
print(json.dumps(answer))
"""
path = scratch / "grids.vdb"
done = subprocess.run(["/usr/bin/python3", "-c", WRITER, str(path)], capture_output=True, text=True, check=False)
if done.returncode != 0:
    tally.skip("pyopenvdb: " + (done.stderr.strip().splitlines() or ["no answer"])[-1])
    sys.exit(tally.exit_code())
for name, wanted in json.loads(done.stdout).items():
    header, voxels = dumped(path, scratch, choice=f"array={name}")
    if voxels is None:
        tally.check(False, f"{name}: {header['error']}")
        continue
    expected = np.array(wanted["values"], "f4").reshape(wanted["shape"])
    tally.check(voxels.shape == expected.shape and np.array_equal(voxels, expected), f"{name}: voxels {header}")
    steps = np.array(header["direction"]) * np.array(header["spacing"])[:, np.newaxis]
    tally.check(np.allclose(steps, wanted["steps"]), f"{name}: {steps} not {wanted['steps']}")
    tally.check(np.allclose(header["origin"], wanted["corner"]), f"{name}: {header['origin']} not {wanted['corner']}")
header, voxels = dumped(path, scratch)
tally.check(voxels is not None and header["dims"] == [37, 12, 22], f"density comes first: {header}")
sys.exit(tally.exit_code())
