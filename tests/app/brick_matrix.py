#!/usr/bin/env python3
"""Draws volumes in bricks in many ways and compares every picture with that of the whole volume, byte for byte.

usage: brick_matrix.py PROGRAM [--mpirun FILE] [--share K/N] [--until SECONDS]
Memory for all bricks, a quarter of them, a thirty-second, two  x  bricks of 64 and of 32 cells along an edge  x  1, 2 and
4 devices  x  1, 2 and 4 ranks  x  back ends  x  looks: classifications, labels, clipping, jitter, projections, isosurfaces
along rays. Volumes are small and odd. Each case is what `cmp` says of two PNG files; the last line counts cases and those
that differ. Looks that bricks refuse are checked to be refused. --share draws every N-th case, from K on. Needs a driver
that shows four devices, as PoCL does.

What is not here, as voxmarch has it in no such way: packets draw bricks with the kernels of buffers, so the back end of a
picture in bricks is one of two; meshes of isosurfaces, skeletons and steps of a voxel or longer with surfaces or
pre-integration are refused in bricks (docs/scale.md, "What it cannot do yet").
"""
import argparse
import array
import json
import math
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import time

DEVICES, RANKS = (1, 2, 4), (1, 2, 4)
BUDGETS = ("all", "1/4", "1/32", "two")
BACKENDS = ("buffer", "image")
EDGES = (64, 32)
SIZES = ("61x47", "47x61", "53x38")

FLY = ["--gradient", "on-the-fly"]
RAYS = ["--isosurface", "raycast"]
LOOKS = {
    "post": [],
    "post, unshaded, no skipping": ["--shading", "none", "--traversal", "none"],
    "post, central normals, distance map": ["--gradient", "central", "--traversal", "distance-map"],
    "post on the fly": FLY,
    "nearest": ["--interpolation", "nearest"],
    "pre": ["--classification", "pre"],
    "pre, unshaded": ["--classification", "pre", "--shading", "none"],
    "pre-integrated": ["--classification", "preintegrated"],
    "2D": ["--transfer", "widgets.json"],
    "2D on the fly": ["--transfer", "widgets.json"] + FLY,
    "labels": ["--labels", "LABELS"],
    "labels, one hidden": ["--labels", "LABELS", "--label", "1=hide"] + FLY,
    "clip box": ["--clip", "0.21:0.93,0:0.87,0.13:1"],
    "clip planes": ["--clip-plane", "0.6,0.3,1,-3", "--clip-plane", "0.2,-1,0.1,-70"] + FLY,
    "jitter": ["--jitter"],
    "jitter, pre-integrated, clipped": ["--jitter", "--classification", "preintegrated", "--clip", "0.1:1,0.2:1,0:0.9"],
    "long steps": ["--step", "1.7", "--shading", "none"],
    "mip": ["--blend", "mip"],
    "minip": ["--blend", "minip"],
    "average, clipped": ["--blend", "average", "--clip", "0:0.9,0.1:1,0.3:1"],
    "mip of labels": ["--blend", "mip", "--labels", "LABELS", "--label", "1=hide"],
    "surface": ["--mode", "isosurface", "--isovalue", "ISO"] + RAYS,
    "transparent surfaces": ["--mode", "isosurface", "--isovalue", "ISO,ISO2", "--isosurface-opacity", "0.4,1"] + RAYS,
    "surface in the volume": ["--mode", "both", "--isovalue", "ISO"] + RAYS,
    "surface in the volume, pre, jitter": ["--mode", "both", "--isovalue", "ISO", "--classification", "pre",
                                           "--jitter"] + RAYS,
    "surface among labels": ["--mode", "both", "--isovalue", "ISO", "--labels", "LABELS"] + RAYS,
    "transparent picture": ["--transparent", "--gradient", "central"],
    "surface in the pre-integrated volume": ["--mode", "both", "--isovalue", "ISO", "--classification",
                                             "preintegrated"] + RAYS,
    "shadows": ["--shadows", "half"],
    "shadows from the side, clipped, 2D": ["--shadows", "quarter", "--light", "0.8,-0.5,0.4", "--clip",
                                           "0:1,0.1:0.9,0.2:1", "--transfer", "widgets.json"],
    "ambient occlusion": ["--ambient-occlusion", "16", "--gradient", "central"],
    "labels in shadows, pre": ["--shadows", "quarter", "--ambient-occlusion", "16", "--labels", "LABELS",
                               "--label", "1=hide", "--classification", "pre"],
    "surface in shadows": ["--mode", "isosurface", "--isovalue", "ISO", "--shadows", "half"] + RAYS,
}
# With room for all bricks alone; else refused with these words.
WHOLE_LOOKS = {
    "marched ambient occlusion": (["--ambient-occlusion", "8", "--ambient-occlusion-method", "marched"],
                                  "without marched ambient occlusion"),
    "adaptive step": (["--step", "adaptive"], "without an adaptive step"),
}

ENVIRONMENT = {**os.environ, "POCL_DEVICES": "pthread pthread pthread pthread",
               "OCL_ICD_VENDORS": "/etc/OpenCL/vendors/pocl.icd"}


class Volume:
    """Waves along the axes, so that every brick has something to show."""

    def __init__(self, name, dims, code, isovalues):
        self.dims, self.isovalues = dims, isovalues
        kind = {"B": "uint8", "h": "int16", "f": "float32"}[code]
        self.voxel_bytes = {"B": 1, "h": 2, "f": 4}[code]
        size = "x".join(str(edge) for edge in dims)
        self.file, self.labels = f"{name}_{size}_{kind}.raw", f"{name}labels_{size}_uint8.raw"
        wave = [abs((i * 5) % 200 - 100) for i in range(4096)]
        turns = [array.array(code, [self.scaled(code, (wave[x + turn] + wave[2 * turn]) // 2) for x in range(dims[0])])
                 for turn in range(199)]
        rows = [turn.tobytes() for turn in turns]
        labels = [bytes((x + step) // 29 % 3 for x in range(dims[0])) for step in range(87)]
        self.write(self.file, rows, lambda y, z: (3 * y + 4 * z + y * z // 23) % 199)
        self.write(self.labels, labels, lambda y, z: (2 * y + z) % 87)
        self.bricks = {edge: math.prod((voxels - 2) // edge + 1 for voxels in dims) for edge in EDGES}

    @staticmethod
    def scaled(code, value):
        return {"B": 2 * value, "h": 300 * value - 9000, "f": value / 7.0 - 3.0}[code]

    def write(self, name, rows, pick):
        with open(name, "wb") as file:
            for z in range(self.dims[2]):
                file.writelines(rows[pick(y, z)] for y in range(self.dims[1]))


def words_for(look, volume):
    names = {"LABELS": volume.labels, "ISO": volume.isovalues[0], "ISO,ISO2": ",".join(volume.isovalues)}
    return [names.get(word, word) for word in look]


class Matrix:
    def __init__(self, program, mpirun):
        self.program, self.mpirun = program, mpirun
        self.limits, self.slots, self.wholes = {}, {}, {}
        self.faults, self.differing = [], 0

    def run(self, words, ranks=1):
        launch = [self.mpirun, "--oversubscribe", "--allow-run-as-root", "--bind-to", "none", "-q", "-np", str(ranks)]
        command = (launch if ranks > 1 else []) + [self.program] + words
        return subprocess.run(command, capture_output=True, text=True, env=ENVIRONMENT, check=False)

    @staticmethod
    def picture(case, output):
        return ["render", case["volume"].file, "--transfer", "thesis", "--size", case["size"], "--backend",
                case["backend"], "--embed", "none", "-o", output] + case["words"]

    def whole(self, case):
        """The picture of the volume in one piece, by one device."""
        key = (case["look"], case["backend"], case["volume"].file)
        if key not in self.wholes:
            done = self.run(self.picture(case, "whole.png") + ["--device", "0"])
            if done.returncode != 0:
                raise RuntimeError(f"{case['look']}: {done.stderr}")
            self.wholes[key] = pathlib.Path("whole.png").read_bytes()
        return self.wholes[key]

    @staticmethod
    def guessed_limit(case):
        """MiB for the case's share of the bricks, and for two at least; a little less than is needed."""
        words, size = case["words"], case["volume"].voxel_bytes
        alone = "isosurface" in words
        voxel = size * (2 if case["backend"] == "image" and "raycast" in words else 1)
        voxel += 5 if "pre" in words else 0
        voxel += 0 if alone or "on-the-fly" in words or "none" in words else 4
        voxel += 2 if "--labels" in words else 0
        share = {"1/4": 4, "1/32": 32, "two": 1 << 30}[case["budget"]]
        bricks = case["volume"].bricks[case["edge"]]
        return max(1, max(2, bricks // share) * voxel * (case["edge"] + 4) ** 3 >> 20)

    def drawn(self, case):
        """With the least memory that is not refused, from the guess on."""
        devices = ["--device", ",".join(str(i) for i in range(case["devices"]))]
        words = self.picture(case, "case.png") + devices + ["--bricks", "--brick-edge", str(case["edge"])]
        if case["budget"] == "all":
            return self.run(words, case["ranks"])
        key = (case["look"], case["backend"], case["budget"], case["edge"])
        limit = self.limits.get(key) or self.guessed_limit(case)
        done = self.run(words + ["--memory-limit", str(limit)], case["ranks"])
        while done.returncode == 5 and limit < 1024:
            limit += 1
            done = self.run(words + ["--memory-limit", str(limit)], case["ranks"])
        self.limits[key] = limit
        told = re.search(r"room for (\d+) of", done.stderr)
        self.slots[key] = int(told.group(1)) if told else 0
        bricks = case["volume"].bricks[case["edge"]]
        if done.returncode == 0 and not 2 <= self.slots[key] < bricks:
            self.faults.append(f"{key}: {limit} MiB have room for {self.slots[key]} of {bricks} bricks")
        return done

    def draw(self, case):
        done = self.drawn(case)
        title = ", ".join(str(case[key]) for key in ("look", "backend", "budget", "edge", "devices", "ranks"))
        if done.returncode != 0:
            self.faults.append(f"{title}: exit code {done.returncode}: {done.stderr.strip()}")
        elif pathlib.Path("case.png").read_bytes() != self.whole(case):
            self.differing += 1
            self.faults.append(f"{title}: the picture differs")

    def refused(self, look, words, reason, volume):
        case = {"volume": volume, "size": SIZES[0], "backend": "buffer", "words": words}
        done = self.run(self.picture(case, "none.png") + ["--device", "0", "--memory-limit", "3"])
        if done.returncode != 2 or reason not in done.stderr:
            self.faults.append(f"{look}: not refused by '{reason}': exit code {done.returncode}: {done.stderr.strip()}")


def cases(volumes, ranks):
    kinds = [(look, words, BUDGETS) for look, words in LOOKS.items()]
    kinds += [(look, words, ("all",)) for look, (words, _) in WHOLE_LOOKS.items()]
    for turn, (look, words, budgets) in enumerate(kinds):
        volume, size = volumes[turn % len(volumes)], SIZES[turn % len(SIZES)]
        if "2D" in look:
            volume = volumes[0]  # what the widgets are made for
        for backend in BACKENDS:
            for budget in budgets:
                for devices in DEVICES:
                    for count in ranks:
                        for edge in EDGES:
                            yield {"look": look, "words": words_for(words, volume), "volume": volume, "size": size,
                                   "backend": backend, "budget": budget, "devices": devices, "ranks": count,
                                   "edge": edge}


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program", type=os.path.abspath)
    parser.add_argument("--mpirun", default="", help="leave it out to draw by one rank alone")
    parser.add_argument("--share", default="0/1", help="every N-th case from K on; with an odd N bricks of all edges")
    parser.add_argument("--until", type=float, default=0, help="seconds after which no case is begun; 0: all")
    arguments = parser.parse_args()
    begun = time.monotonic()
    first, step = (int(word) for word in arguments.share.split("/"))
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        widget = {"shape": "rectangle", "scalar": [60, 190], "gradient": [4, 200], "rgb": [0.9, 0.6, 0.2],
                  "opacity": 0.4}
        pathlib.Path("widgets.json").write_text(json.dumps(
            {"format": "voxmarch-transfer", "version": 1, "name": "widgets", "domain": "value",
             "colors": [{"scalar": 0, "rgb": [0.1, 0.2, 0.8]}], "opacities": [{"scalar": 0, "opacity": 0}],
             "widgets": [widget]}), encoding="utf-8")
        volumes = [Volume("tall", (259, 67, 705), "B", ("90", "140")), Volume("long", (521, 67, 131), "h", ("3000", "9000")),
                   Volume("cube", (131, 129, 130), "f", ("2.5", "7"))]
        matrix = Matrix(arguments.program, arguments.mpirun)
        chosen = list(cases(volumes, RANKS if arguments.mpirun else (1,)))[first::step]
        for number, case in enumerate(chosen):
            if arguments.until and time.monotonic() > arguments.until + begun:
                chosen = chosen[:number]
                break
            matrix.draw(case)
        for look, (words, reason) in WHOLE_LOOKS.items():
            matrix.refused(look, words_for(words, volumes[0]), reason, volumes[0])
        os.chdir("/")
    print("\n".join(matrix.faults))
    print("bricks there was room for:", sorted({(*key[2:], slots) for key, slots in matrix.slots.items()}))
    print(f"{len(chosen)} cases, {matrix.differing} differing, {len(matrix.faults)} faults, "
          f"{len(WHOLE_LOOKS)} refusals looked at")
    return 1 if matrix.faults else 0


if __name__ == "__main__":
    sys.exit(main())
