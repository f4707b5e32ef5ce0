#!/usr/bin/env python3
"""Frame times of two builds of voxmarch, scene by scene.

Usage: bench/compare_frames.py OLD NEW VOLUME.. [--size WxH] [--frames N] [--rounds N] [--scenes NAME,..]
                               [--device N|NAME] [--fail-over PERCENT]
OLD and NEW are programs. They draw in turns, so that what else the machine does meets both; a round is one run of
each, the first frame of a run is left out; of surfaces it alone counts, because further ones keep what it drew. The
table has the medians of all frames in ms, the ratio NEW / OLD (the median of the rounds', and from which to which
they go), and whether the pictures are the same to the bit. Scenes that one of them does not know are left out with a
word. Exit code 1 with --fail-over if a ratio is larger than 1 by more than this, 2 if nothing can be compared.
"""
import argparse
import json
import statistics
import subprocess
import sys
import tempfile
import zlib

SCENES = {
    "default": [],
    "unlit": ["--shading", "none"],
    "shadows": ["--shadows", "full"],
    "mip": ["--blend", "mip"],
    "isosurface": ["--mode", "isosurface"],
    "raycast": ["--mode", "isosurface", "--isosurface", "raycast"],
    "on-the-fly": ["--gradient", "on-the-fly"],
    "preintegrated": ["--classification", "preintegrated"],
}
SAME = ["--view", "standard", "--transfer", "thesis"]  # what is chosen from the data differs from version to version
KEPT = ("isosurface", "raycast")  # further frames only blend what the first one drew
USAGE = 2  # voxmarch's exit code for options that it does not know


class Unknown(Exception):
    """A program does not know a scene's options."""


def give_up(words):
    print(words, file=sys.stderr)
    sys.exit(2)


def pixels(path):
    """What a PNG shows, without its texts: the size and the rows, unpacked."""
    with open(path, "rb") as file:
        content = file.read()
    at, header, rows = 8, b"", b""
    while at < len(content):
        length = int.from_bytes(content[at:at + 4], "big")
        kind, data = content[at + 4:at + 8], content[at + 8:at + 8 + length]
        header = data if kind == b"IHDR" else header
        rows += data if kind == b"IDAT" else b""
        at += length + 12
    return header, zlib.decompress(rows)


def draw(program, volume, options, picture):
    """Milliseconds of the frames that count, and the picture."""
    done = subprocess.run([program, "render", volume, "--stats", "-", "-o", picture, *options],
                          capture_output=True, text=True)
    last = (done.stderr.strip().splitlines() or ["no word"])[-1]
    if done.returncode == USAGE:
        raise Unknown(f"{program}: {last}")
    if done.returncode != 0:
        give_up(f"{program} failed with {done.returncode}: {last}")
    frames = [frame["frame_ms"] for frame in json.loads(done.stdout)["frames"]]
    return frames[1:] or frames, pixels(picture)


def compare(programs, volume, options, rounds, picture):
    """Frame times of both, the ratio of every round, and whether the pictures are the same."""
    times, ratios, pictures = ([], []), [], [None, None]
    for number in range(rounds):
        medians = [0.0, 0.0]
        for which in ((0, 1), (1, 0))[number % 2]:
            frames, pictures[which] = draw(programs[which], volume, options, picture)
            times[which].extend(frames)
            medians[which] = statistics.median(frames)
        ratios.append(medians[1] / medians[0])
    return times, ratios, pictures[0] == pictures[1]


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("old")
    parser.add_argument("new")
    parser.add_argument("volumes", nargs="+", metavar="VOLUME")
    parser.add_argument("--size", default="1920x1080")
    parser.add_argument("--frames", type=int, default=30, help="of a run, 2 or more (default: %(default)s)")
    parser.add_argument("--rounds", type=int, default=3, help="runs of each program (default: %(default)s)")
    parser.add_argument("--scenes", default=",".join(SCENES), help="default: %(default)s")
    parser.add_argument("--device", help="as for voxmarch render")
    parser.add_argument("--fail-over", type=float, metavar="PERCENT")
    chosen = parser.parse_args()
    chosen.scenes = chosen.scenes.split(",")
    if unknown := [scene for scene in chosen.scenes if scene not in SCENES]:
        parser.error(f"no scene is called {unknown[0]}; there are {', '.join(SCENES)}")
    if chosen.frames < 2 or chosen.rounds < 1:
        parser.error("--frames must be 2 or more, --rounds 1 or more")
    return chosen


def main():
    chosen = arguments()
    common = [*SAME, "--size", chosen.size]
    common += ["--device", chosen.device] if chosen.device else []
    width = max(len(volume) for volume in chosen.volumes)
    print(f"{'volume':{width}}  {'scene':13}  {'old ms':>9}  {'new ms':>9}  {'new/old':>7}  {'from .. to':>12}  "
          "picture")
    slower, measured = [], 0
    with tempfile.TemporaryDirectory() as folder:
        for volume in chosen.volumes:
            for scene in chosen.scenes:
                frames = 1 if scene in KEPT else chosen.frames
                try:
                    times, ratios, same = compare((chosen.old, chosen.new), volume,
                                                  [*common, "--frames", str(frames), *SCENES[scene]], chosen.rounds,
                                                  f"{folder}/frame.png")
                except Unknown as problem:
                    print(f"{volume:{width}}  {scene:13}  left out: {problem}", flush=True)
                    continue
                measured += 1
                ratio = statistics.median(ratios)
                print(f"{volume:{width}}  {scene:13}  {statistics.median(times[0]):9.3f}  "
                      f"{statistics.median(times[1]):9.3f}  {ratio:7.3f}  {min(ratios):.2f} .. {max(ratios):.2f}  "
                      f"{'same' if same else 'differs'}", flush=True)
                if chosen.fail_over is not None and ratio > 1 + chosen.fail_over / 100:
                    slower.append(f"{volume} {scene} by {100 * (ratio - 1):.1f} %")
    if measured == 0:
        give_up("nothing could be measured")
    if slower:
        sys.exit(f"slower by more than {chosen.fail_over:g} %: {'; '.join(slower)}")


if __name__ == "__main__":
    main()
