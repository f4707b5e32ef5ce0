#!/usr/bin/env python3
"""How fast `voxmarch mesh` and `info` read volumes slab by slab, beside reading them whole, and in how much memory.

usage: bench/stream_mesh.py VOXMARCH [--other VOXMARCH] [--volume VOLUME --isovalue V]... [--limits 64,256] [--folder DIR]
                            [--runs 5] [--device SELECTOR]

Each volume is described and meshed in turns: whole, then within each limit (MiB, --memory-limit); prints medians, the peak
memory (ru_maxrss: of the process, with the pages of mapped files) and whether the files have the same bytes. --other is
another build, for the whole volume alone. The floor of `info` is reading the file's bytes, that of `mesh` reading them and
writing those of the mesh, both from and to the page cache of --folder. Without --volume: a raw file of Cayley 512^3, the same
as an OME-Zarr store, and synthetic:cayley:1024, which no file holds; at 128."""
import argparse
import filecmp
import os
import shutil
import statistics
import tempfile

from command_floors import read_seconds, run, write_seconds


def compare(options, volume, isovalue, scratch):
    """Rows of one volume."""
    limits = [None] + [int(limit) for limit in options.limits.split(",")]
    programs = [(options.voxmarch, limit) for limit in limits] + ([(options.other, None)] if options.other else [])
    device = ["--device", options.device] if options.device else []
    meshes = [os.path.join(scratch, f"{i}.ply") for i in range(len(programs))]
    rows = {}
    for _ in range(options.runs + 1):  # the first warms up
        for i, (program, limit) in enumerate(programs):
            room = ["--memory-limit", str(limit)] if limit else []
            rows.setdefault(("info", i), []).append(run([program, "info", volume] + room + device))
            mesh = [program, "mesh", volume, "--isovalue", str(isovalue), "-o", meshes[i]]
            rows.setdefault(("mesh", i), []).append(run(mesh + room + device))
    written = os.path.getsize(meshes[0])
    reading = statistics.median(read_seconds(volume) for _ in range(options.runs)) if os.path.exists(volume) else 0.0
    writing = statistics.median(write_seconds(os.path.join(scratch, "written"), written) for _ in range(options.runs))
    print(f"\n{os.path.basename(volume)}, mesh of {written / 2**20:.0f} MiB; floors: read {reading:.3f} s, write {writing:.3f} s")
    for command in ("info", "mesh"):
        for i, (program, limit) in enumerate(programs):
            runs = rows[command, i][1:]
            seconds, cpu = (statistics.median(one[k] for one in runs) for k in (0, 1))
            what = f"within {limit} MiB" if limit else "whole" if program == options.voxmarch else "whole, other"
            same = "" if command == "info" else "same bytes" if filecmp.cmp(meshes[0], meshes[i], False) else "OTHER BYTES"
            print(f"{command:5} {what:16} {seconds:8.2f} s {cpu:8.2f} s CPU {max(one[2] for one in runs) / 2**20:8.0f} MiB peak  "
                  f"{same}", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("voxmarch")
    parser.add_argument("--other")
    parser.add_argument("--volume", action="append", default=[])
    parser.add_argument("--isovalue", action="append", type=float, default=[])
    parser.add_argument("--limits", default="64,256")
    parser.add_argument("--folder", default=".")
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--device")
    options = parser.parse_args()
    scratch = tempfile.mkdtemp(dir=options.folder)
    try:
        volumes = list(zip(options.volume, options.isovalue))
        if not volumes:
            raw = os.path.join(scratch, "cayley_512x512x512_uint8.raw")
            store = os.path.join(scratch, "cayley_512.ome.zarr")
            run([options.voxmarch, "synthesize", "cayley", "-n", "512", "-o", raw])
            run([options.voxmarch, "convert", raw, store])
            volumes = [(raw, 128), (store, 128), ("synthetic:cayley:1024", 128)]
        print(f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}, medians of {options.runs}")
        for volume, isovalue in volumes:
            compare(options, volume, isovalue, scratch)
    finally:
        shutil.rmtree(scratch)


if __name__ == "__main__":
    main()
