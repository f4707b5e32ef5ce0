#!/usr/bin/env python3
"""Draws an OME-Zarr store of 8 TiB of which a few chunks are there, within bounded memory and time.

usage: sparse_store.py PROGRAM [--seconds N] [--mib N]
20736^3 voxels of uint8, shards of 512^3 with chunks of 64^3, nearly all of them missing: the fill value. The chunks that
are there hold a ball, which is drawn. Memory and time of the program must stay below what is asked for, and no more bricks
may come than those of the ball. (Values of such pictures: tests/renderer/test_large_crops.cpp.)
"""
import argparse
import json
import os
import pathlib
import resource
import struct
import subprocess
import sys
import tempfile
import time
import zlib

EDGE, BRICK, SHARD = 20736, 64, 512
CRC32C = []


def crc32c(data):
    """Of a shard's index."""
    if not CRC32C:
        for byte in range(256):
            for _ in range(8):
                byte = byte >> 1 ^ (0x82F63B78 if byte & 1 else 0)
            CRC32C.append(byte)
    crc = 0xFFFFFFFF
    for byte in data:
        crc = CRC32C[(crc ^ byte) & 255] ^ crc >> 8
    return crc ^ 0xFFFFFFFF


def chunk_of_ball(center, corner):
    """64^3 voxels around a ball of radius 50."""
    voxels = bytearray()
    for z in range(BRICK):
        for y in range(BRICK):
            off = (corner[1] + y - center[1]) ** 2 + (corner[2] + z - center[2]) ** 2
            voxels += bytes(min(255, max(0, 255 - ((corner[0] + x - center[0]) ** 2 + off) // 14)) for x in range(BRICK))
    return bytes(voxels)


def write_store(folder, center):
    """Eight chunks around a corner of chunks in one shard. @return the corner of the first"""
    store = pathlib.Path(folder)
    (store / "0").mkdir(parents=True)
    multiscale = {"name": "sparse", "axes": [{"name": axis, "type": "space"} for axis in "zyx"], "datasets": [
        {"path": "0", "coordinateTransformations": [{"type": "scale", "scale": [1, 1, 1]}]}]}
    (store / "zarr.json").write_text(json.dumps({"zarr_format": 3, "node_type": "group", "attributes": {
        "ome": {"version": "0.5", "multiscales": [multiscale]}}}))
    raw = {"name": "bytes"}
    (store / "0/zarr.json").write_text(json.dumps({
        "zarr_format": 3, "node_type": "array", "shape": [EDGE] * 3, "data_type": "uint8", "fill_value": 0,
        "chunk_grid": {"name": "regular", "configuration": {"chunk_shape": [SHARD] * 3}},
        "chunk_key_encoding": {"name": "default", "configuration": {"separator": "/"}},
        "codecs": [{"name": "sharding_indexed", "configuration": {
            "chunk_shape": [BRICK] * 3, "codecs": [raw], "index_location": "end",
            "index_codecs": [{"name": "bytes", "configuration": {"endian": "little"}}, {"name": "crc32c"}]}}],
        "attributes": {}, "dimension_names": ["z", "y", "x"]}))
    low = [place // BRICK - 1 for place in center]
    shard = [chunk * BRICK // SHARD for chunk in low]
    assert all((chunk + 1) * BRICK // SHARD == place for chunk, place in zip(low, shard)), "in one shard"
    along, body = SHARD // BRICK, b""
    index = [0xFFFFFFFFFFFFFFFF] * (2 * along ** 3)
    for number in range(8):
        chunk = [low[0] + number % 2, low[1] + number // 2 % 2, low[2] + number // 4]
        inside = [place % along for place in chunk]
        at = 2 * ((inside[2] * along + inside[1]) * along + inside[0])
        index[at:at + 2] = [len(body), BRICK ** 3]
        body += chunk_of_ball(center, [place * BRICK for place in chunk])
    packed = struct.pack(f"<{len(index)}Q", *index)
    file = store / "0/c" / str(shard[2]) / str(shard[1]) / str(shard[0])
    file.parent.mkdir(parents=True)
    file.write_bytes(body + packed + struct.pack("<I", crc32c(packed)))
    return low


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program", type=os.path.abspath)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--mib", type=float, default=3072)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        center = [7168 + 256, 12800 + 128, 512 + 64]
        low = write_store("sparse.ome.zarr", center)
        shares = ",".join(f"{(place * BRICK + 2) / (EDGE - 1):.9f}:{(place * BRICK + 126) / (EDGE - 1):.9f}" for place in low)
        eye = ",".join(str(place + off) for place, off in zip(center, (150, 90, 120)))
        begin = time.monotonic()
        done = subprocess.run([arguments.program, "render", "sparse.ome.zarr", "--memory-limit", "1024", "--traversal",
                               "none", "--transfer", "thesis", "--size", "61x47", "--gradient", "on-the-fly", "--clip",
                               shares, "--camera", f"eye={eye},target={','.join(map(str, center))}", "--backend",
                               "buffer", "--embed", "none", "-o", "sparse.png", "--stats", "stats.json"],
                              capture_output=True, text=True, check=False)
        seconds = time.monotonic() - begin
        mib = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
        print(done.stdout, done.stderr, sep="")
        print(f"{seconds:.1f} s, {mib:.0f} MiB")
        if done.returncode != 0:
            return 1
        uploads = json.loads(pathlib.Path("stats.json").read_text())["bricks"]["uploads"]
        print(f"{uploads} bricks")
        os.chdir("/")
        return 0 if seconds < arguments.seconds and mib < arguments.mib and 1 <= uploads <= 8 else 1


if __name__ == "__main__":
    sys.exit(main())
