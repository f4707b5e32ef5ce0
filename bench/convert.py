#!/usr/bin/env python3
"""How fast `voxmarch convert` is beside its floors, and how much memory it takes.

usage: bench/convert.py VOXMARCH [--volume FILE] [--edge 1024] [--folder DIR] [--codecs lz4,zstd,none] [--runs 5] [--cold]

Reads the input, writes as many bytes as the store has, and converts, in turns, on the disk of --folder (default: the current
one); prints medians. The floor of a conversion is the slower of reading the input and writing the store. Peak memory is the
kernel's (ru_maxrss), with the pages of mapped files. --cold drops the input from the page cache before each run (needs no
root). Without --volume it makes a raw volume of hydrogen, u8, of this edge."""
import argparse
import os
import shutil
import statistics
import tempfile

from command_floors import read_seconds, run, write_seconds


def drop_from_cache(path):
    with open(path, "rb") as file:
        os.posix_fadvise(file.fileno(), 0, 0, os.POSIX_FADV_DONTNEED)


def size_of(folder):
    return sum(os.path.getsize(os.path.join(at, name)) for at, _, names in os.walk(folder) for name in names)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("voxmarch")
    parser.add_argument("--volume")
    parser.add_argument("--edge", type=int, default=1024)
    parser.add_argument("--folder", default=".")
    parser.add_argument("--codecs", default="lz4,zstd,none")
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--cold", action="store_true")
    options = parser.parse_args()
    scratch = tempfile.mkdtemp(dir=options.folder)
    try:
        measure(options, scratch)
    finally:
        shutil.rmtree(scratch)


def measure(options, scratch):
    volume = options.volume
    if not volume:
        edge = options.edge
        volume = os.path.join(scratch, f"hydrogen_{edge}x{edge}x{edge}_uint8.raw")
        run([options.voxmarch, "synthesize", "hydrogen", "-n", str(edge), "-o", volume])
    size = os.path.getsize(volume)
    store = os.path.join(scratch, "out.ome.zarr")
    print(f"{os.path.basename(volume)}: {size / 2**30:.2f} GiB, {os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}, medians of "
          f"{options.runs}{', input not in the page cache' if options.cold else ''}")
    print(f"{'codec':6} {'ratio':>6} {'read':>12} {'write':>12} {'convert':>12} {'of floor':>9} {'CPU s':>7} {'peak MiB':>9}")
    for codec in options.codecs.split(","):
        reads, writes, converts = [], [], []
        for _ in range(options.runs + 1):  # the first warms up
            if options.cold:
                drop_from_cache(volume)
            reads.append(read_seconds(volume))
            shutil.rmtree(store, ignore_errors=True)
            if options.cold:
                drop_from_cache(volume)
            converts.append(run([options.voxmarch, "convert", volume, store, "--codec", codec, "--no-labels"]))
            written = size_of(store)
            writes.append(write_seconds(os.path.join(scratch, "written"), written))
        read, write = statistics.median(reads[1:]), statistics.median(writes[1:])
        seconds, cpu = (statistics.median(run[i] for run in converts[1:]) for i in (0, 1))
        peak = max(run[2] for run in converts)
        print(f"{codec:6} {size / written:6.2f} {size / read / 1e6:7.0f} MB/s {written / write / 1e6:7.0f} MB/s "
              f"{size / seconds / 1e6:7.0f} MB/s {max(read, write) / seconds:8.0%} {cpu:7.2f} {peak / 2**20:9.0f}", flush=True)


if __name__ == "__main__":
    main()
