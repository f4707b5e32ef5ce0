#!/usr/bin/env python3
"""Frame times of two builds of voxmarch, scene by scene.

Usage: bench/compare_frames.py OLD NEW VOLUME.. [--size WxH] [--frames N] [--rounds N] [--scenes NAME,..]
                               [--device N|NAME] [--cpu-time] [--options WORDS] [--fail-over PERCENT]
OLD and NEW are programs. They draw in turns, so that what else the machine does meets both; a round is one run of
each, the first frame of a run is left out; of surfaces it alone counts, because further ones keep what it drew. The
table has the medians of all frames in ms, the ratio NEW / OLD (the median of the rounds', and from which to which
they go), and whether the pictures are the same to the bit. Scenes that one of them does not know are left out with a
word. --cpu-time takes the user CPU time of a frame in place of what the driver says: on a CPU that others use as well
it varies by a few percent, where times vary by half. --options are further ones of all scenes ("--labels FILE").
Exit code 1 with --fail-over if a ratio is larger than 1 by more than this, 2 if nothing can be compared.
"""
import argparse
import json
import resource
import shlex
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
    "minip": ["--blend", "minip"],
    "average": ["--blend", "average"],
    "both": ["--mode", "both", "--isosurface-opacity", "0.4"],
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


def run(program, volume, options, frames, picture):
    """What a run prints, and its user CPU time in seconds."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    done = subprocess.run([program, "render", volume, "--stats", "-", "-o", picture, "--frames", str(frames), *options],
                          capture_output=True, text=True)
    last = (done.stderr.strip().splitlines() or ["no word"])[-1]
    if done.returncode == USAGE:
        raise Unknown(f"{program}: {last}")
    if done.returncode != 0:
        give_up(f"{program} failed with {done.returncode}: {last}")
    return json.loads(done.stdout), resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before


def draw(program, volume, options, frames, cpu_time, picture):
    """Milliseconds of the frames that count, and the picture."""
    if cpu_time:
        start = run(program, volume, options, 2, picture)[1]  # what comes before the frames is in both
        whole = run(program, volume, options, 2 + frames, picture)[1]
        return [max(whole - start, 1e-6) / frames * 1e3], pixels(picture)
    times = [frame["frame_ms"] for frame in run(program, volume, options, frames, picture)[0]["frames"]]
    return times[1:] or times, pixels(picture)


def compare(programs, volume, options, chosen, frames, picture):
    """Frame times of both, the ratio of every round, and whether the pictures are the same."""
    times, ratios, pictures = ([], []), [], [None, None]
    for number in range(chosen.rounds):
        medians = [0.0, 0.0]
        for which in ((0, 1), (1, 0))[number % 2]:
            drawn, pictures[which] = draw(programs[which], volume, options, frames, chosen.cpu_time, picture)
            times[which].extend(drawn)
            medians[which] = statistics.median(drawn)
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
    parser.add_argument("--cpu-time", action="store_true")
    parser.add_argument("--options", default="", metavar="WORDS")
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
    common += shlex.split(chosen.options)
    width = max(len(volume) for volume in chosen.volumes)
    print(f"{'volume':{width}}  {'scene':13}  {'old ms':>9}  {'new ms':>9}  {'new/old':>7}  {'from .. to':>12}  "
          "picture")
    slower, measured = [], 0
    with tempfile.TemporaryDirectory() as folder:
        for volume in chosen.volumes:
            for scene in chosen.scenes:
                frames = 1 if scene in KEPT else chosen.frames
                try:
                    times, ratios, same = compare((chosen.old, chosen.new), volume, [*common, *SCENES[scene]], chosen,
                                                  frames, f"{folder}/frame.png")
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
