#!/usr/bin/env python3
"""Draws at random for a long time with the Python library, and sees whether memory grows.

Cameras, functions, modes, sizes of pictures, isovalues, cuts and steps change from picture to picture, and files are read
again. Every kind of picture is drawn before memory counts. A straight line through the resident memory of each second after
that tells the drift: it must stay below 1 % over the whole time. No call may raise.

usage: soak.py FOLDER [--minutes N] [--seed N] [--renew] [--viewer PROGRAM]
FOLDER holds the module voxmarch (build/release/python). --renew: renderers come and go, and meshes and skeletons are made
between; not with PoCL 3.1, which loses 3 KiB and more with every program that is built from a binary and given back.
--viewer: watches tests/viewer/test_viewer_random in its place, as it does what comes.
"""

import argparse
import itertools
import os
import random
import subprocess
import sys
import tempfile
import time
from pathlib import Path

LARGEST_DRIFT = 0.01
PAGE = os.sysconf("SC_PAGE_SIZE")


def resident(process="self"):
    """MiB."""
    return int(Path(f"/proc/{process}/statm").read_text().split()[1]) * PAGE / 2**20


class Drift:
    """A straight line through memory over time."""

    def __init__(self):
        self.samples = []

    def add(self, mib):
        self.samples.append((time.monotonic(), mib))

    def share(self):
        """How much of the mean is added from the first sample to the last, by the line of least squares."""
        n = len(self.samples)
        if n < 10:
            return 0.0
        mean_time = sum(at for at, _ in self.samples) / n
        mean = sum(mib for _, mib in self.samples) / n
        above = sum((at - mean_time) * (mib - mean) for at, mib in self.samples)
        below = sum((at - mean_time) ** 2 for at, _ in self.samples)
        return above / below * (self.samples[-1][0] - self.samples[0][0]) / mean

    def text(self):
        mibs = [mib for _, mib in self.samples]
        return (f"{len(mibs)} samples over {(self.samples[-1][0] - self.samples[0][0]) / 60:.1f} minutes, {mibs[0]:.1f} MiB "
                f"at first, {mibs[-1]:.1f} at last, {min(mibs):.1f} to {max(mibs):.1f}: drift {100 * self.share():+.2f} %")


class User:
    """Somebody who wants everything."""

    SIZES = [(160, 120), (64, 64), (233, 97), (320, 240)]
    MODES = ["volume", "isosurface", "both"]
    CLASSES = ["post", "pre", "preintegrated"]
    SHADOWS = ["none", "full"]

    def __init__(self, vm, folder, seed):
        import numpy
        self.vm, self.numpy, self.random, self.folder = vm, numpy, random.Random(seed), folder
        self.files = []
        z, y, x = numpy.mgrid[-1:1:48j, -1:1:56j, -1:1:64j]
        self.array = (255 * numpy.exp(-4 * (x * x + 2 * y * y + 3 * z * z))).astype(numpy.uint8)
        header = b"NRRD0004\ntype: %s\ndimension: 3\nsizes: 64 56 48\nencoding: raw\nendian: little\nspace: RAS\n" \
                 b"space directions: (1,0,0) (0,1,0) (0,0,1.5)\n\n"
        for name, kind, voxels in (("small.nrrd", b"uint8", self.array), ("deep.nrrd", b"uint16", 200 * self.array.astype("<u2"))):
            (folder / name).write_bytes(header % kind + voxels.tobytes())
            self.files.append(str(folder / name))
        self.volumes = {file: vm.read(file) for file in self.files}
        self.renderers = {file: vm.Renderer(volume) for file, volume in self.volumes.items()}

    def kinds(self):
        return list(itertools.product(self.MODES, self.CLASSES, self.SHADOWS, self.files))

    def draw(self, mode, classification, shadows, file):
        choose = self.random.uniform
        largest = 255 if file == self.files[0] else 51000
        isovalues = sorted(largest * choose(0.1, 0.9) for _ in range(self.random.choice([1, 2])))
        options = {
            "size": self.random.choice(self.SIZES), "mode": mode, "step": choose(0.4, 1.5),
            "camera": {"azimuth": choose(0, 360), "elevation": choose(-80, 80), "zoom": choose(0.7, 3)},
            "clip": ((0, choose(0.5, 1)), (choose(0, 0.4), 1), (0, 1)),
        }
        if mode != "volume":
            options["isovalue"] = isovalues
        if mode != "isosurface":
            options["classification"] = classification
            options["shadows"] = shadows
            points = sorted(largest * choose(0, 1) for _ in range(4))
            options["transfer"] = self.vm.TransferFunction(
                [(at, (choose(0, 1), choose(0, 1), choose(0, 1))) for at in points], [(at, choose(0, 0.8)) for at in points])
        picture = self.renderers[file].render(self.vm.Scene(self.volumes[file], **options))
        assert picture.shape[2] == 4

    def read_again(self, file):
        volume = self.vm.read(file)
        assert (self.numpy.asarray(volume) == self.numpy.asarray(self.volumes[file])).all()

    def renew(self, file):
        self.volumes[file] = self.vm.read(file)
        self.renderers[file] = self.vm.Renderer(self.volumes[file])

    def make_shape(self):
        if self.random.random() < 0.5:
            self.vm.extract_isosurface(self.array, self.random.uniform(20, 200))
        else:
            self.vm.skeletonize(self.array > self.random.uniform(60, 200))

    def act(self, kind, renews):
        self.draw(*kind)
        chance = self.random.random()
        if chance < 0.1:
            self.read_again(kind[3])
        elif renews and chance < 0.14:
            self.renew(kind[3])
        elif renews and chance < 0.16:
            self.make_shape()
        elif renews and chance < 0.18:
            self.vm.render(self.array, size=(96, 64))


def library(folder, minutes, seed, renews):
    sys.path.insert(0, folder)
    import voxmarch as vm
    drift, pictures = Drift(), 0
    with tempfile.TemporaryDirectory() as scratch:
        user = User(vm, Path(scratch), seed)
        kinds = user.kinds()
        for kind in kinds * 3:
            user.act(kind, renews)
        end, begin = time.monotonic() + 60 * minutes, time.monotonic()
        settled = begin + min(60, 12 * minutes)  # the last of what comes once
        while time.monotonic() < end:
            user.act(user.random.choice(kinds), renews)
            pictures += 1
            if time.monotonic() > max(settled, drift.samples[-1][0] + 1 if drift.samples else 0):
                drift.add(resident())
    print(f"{pictures} pictures; {drift.text()}")
    return drift.share()


def viewer(program, minutes, seed):
    environment = {**os.environ, "VOXMARCH_RANDOM_ACTIONS": "100000000", "VOXMARCH_RANDOM_SEED": str(seed)}
    drift = Drift()
    with tempfile.TemporaryFile() as said, subprocess.Popen([program], env=environment, stdout=said,
                                                            stderr=subprocess.STDOUT) as process:
        time.sleep(60 * minutes / 4) # windows, files and functions that stay open
        end = time.monotonic() + 60 * minutes * 3 / 4
        while time.monotonic() < end and process.poll() is None:
            drift.add(resident(process.pid))
            time.sleep(1)
        ended = process.poll()
        process.kill()
        process.wait()
        said.seek(0)
        words = said.read().decode(errors="replace").strip().split("\n")
    actions = [line for line in words if line[:1].isdigit()]
    print(f"{len(actions)} actions; {drift.text()}")
    if ended is not None:
        print("\n".join(words[-30:]))
        raise SystemExit(f"the viewer ended by itself: {ended}")
    return drift.share()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder")
    parser.add_argument("--minutes", type=float, default=20)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--renew", action="store_true")
    parser.add_argument("--viewer")
    given = parser.parse_args()
    if "MALLOC_ARENA_MAX" not in os.environ: # threads' arenas fill by chance
        os.execve(sys.executable, [sys.executable, *sys.argv], {**os.environ, "MALLOC_ARENA_MAX": "1"})
    share = (viewer(given.viewer, given.minutes, given.seed) if given.viewer
             else library(given.folder, given.minutes, given.seed, given.renew))
    return 0 if abs(share) < LARGEST_DRIFT else 1


if __name__ == "__main__":
    sys.exit(main())
