#!/usr/bin/env python3
"""Runs bench/compare_frames.py with programs that only pretend to draw: their times and pictures are known.

Usage: test_compare_frames.py bench/compare_frames.py
"""
import pathlib
import subprocess
import sys
import tempfile

# Times of a run: a first frame that must not count, then `ms` with one frame far off. A PNG of one text and one row.
PROGRAM = """#!/usr/bin/env python3
import json, sys, zlib
if {refuses!r} in sys.argv:
    sys.exit("it does not know this") if {crashes} else sys.exit(2)
count = int(sys.argv[sys.argv.index("--frames") + 1])
frames = [1000.0] + [{ms}] * (count - 2) + [900.0] if count > 1 else [{ms} * 3]
def chunk(kind, data):
    return len(data).to_bytes(4, "big") + kind + data + b"CRC."
with open(sys.argv[sys.argv.index("-o") + 1], "wb") as png:
    png.write(b"\\x89PNG\\r\\n\\x1a\\n" + chunk(b"IHDR", bytes(13)) + chunk(b"iTXt", {name!r}.encode())
              + chunk(b"IDAT", zlib.compress({row!r}.encode())) + chunk(b"IEND", b""))
print(json.dumps({{"frames": [{{"frame_ms": ms}} for ms in frames]}}))
"""


def main():
    script = sys.argv[1]
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)

        def program(name, ms, row="row", refuses="nothing", crashes=False):
            file = folder / name
            file.write_text(PROGRAM.format(name=name, ms=ms, row=row, refuses=refuses, crashes=crashes))
            file.chmod(0o755)
            return str(file)

        def run(old, new, *options):
            return subprocess.run([sys.executable, script, old, new, "v.nrrd", "--frames", "8", *options],
                                  capture_output=True, text=True)

        old, slow = program("old", 10.0), program("slow", 12.0, row="other")
        done = run(old, slow, "--scenes", "default,mip", "--fail-over", "25")
        assert done.returncode == 0, done
        words = [line.split() for line in done.stdout.splitlines()[1:]]
        assert words == [["v.nrrd", scene, "10.000", "12.000", "1.200", "1.20", "..", "1.20", "differs"]
                         for scene in ("default", "mip")], done.stdout
        done = run(old, slow, "--scenes", "mip", "--fail-over", "15")
        assert done.returncode == 1 and "v.nrrd mip by 20.0 %" in done.stderr, done
        done = run(old, slow, "--scenes", "isosurface", "--rounds", "2")
        assert " 30.000 " in done.stdout and " 36.000 " in done.stdout, done  # a run is one frame
        done = run(slow, old, "--fail-over", "1")
        assert done.returncode == 0 and done.stdout.count("0.833") == 11, done
        done = run(old, program("twin", 10.0), "--scenes", "default")
        assert done.stdout.split()[-1] == "same", done.stdout

        before = program("before", 10.0, refuses="--blend")
        done = run(before, old)
        assert done.returncode == 0 and "mip            left out" in done.stdout, done
        assert len(done.stdout.splitlines()) == 12, done.stdout
        assert run(before, old, "--scenes", "mip").returncode == 2
        broken = program("broken", 10.0, refuses="--blend", crashes=True)
        done = run(old, broken, "--scenes", "mip")
        assert done.returncode == 2 and "it does not know this" in done.stderr, done
        assert run(old, slow, "--scenes", "mipp").returncode == 2
    print("compare_frames.py tells times, pictures and what cannot be compared")


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    main()
