"""What the comparisons with other programs share: running voxmarch, the collection of volumes, a tally of differences."""
import json
import os
import subprocess

import numpy

HERE = os.path.dirname(os.path.realpath(__file__))
DATA = os.path.join(HERE, "..", "..", "..", "shared", "data")


def run(program, *words, timeout=300):
    """Output of voxmarch with these words; what it says on stderr if it fails."""
    done = subprocess.run([program, *map(str, words)], capture_output=True, text=True, timeout=timeout, check=False)
    if done.returncode != 0:
        raise RuntimeError(f"voxmarch {' '.join(map(str, words))}: exit code {done.returncode}: {done.stderr.strip()}")
    return done.stdout


def info(program, path, *options):
    """What `voxmarch info` says of a volume."""
    return json.loads(run(program, "info", path, "--json", *options))


def data_file(name, scratch):
    """Path of a volume of the collection, None where it is missing. The two cranium files lost their first 20 bytes to an
    empty gzip member: a copy in `scratch` gets the magic and the begin of the comment back."""
    path = os.path.join(DATA, name)
    if not os.path.exists(path):
        return None
    with open(path, "rb") as file:
        content = file.read()
    if not name.startswith("cranium") or content.startswith(b"NRRD"):
        return path
    path = os.path.join(scratch, name)
    with open(path, "wb") as file:
        file.write(b"NRRD0004\n#          " + content[20:])
    return path


def dumped(path, scratch, channel=0, time=0, choice=""):
    """Header and voxels (z, y, x) as dump_volume (VOXMARCH_DUMP) reads them; the header has "error" and there are no voxels
    where the file is refused. `scratch` is a folder; `choice` "array=NAME", "field=WORDS" or "level=N"."""
    voxels = os.path.join(scratch, "voxels")
    request = f"{path}\t{voxels}\t{channel}\t{time}" + (f"\t{choice}" if choice else "") + "\n"
    done = subprocess.run([os.environ["VOXMARCH_DUMP"]], input=request, capture_output=True, text=True, check=False)
    header = json.loads(done.stdout)
    if "error" in header:
        return header, None
    return header, numpy.fromfile(voxels, dtype=header["type"]).reshape(header["dims"][::-1])


class Tally:
    """Counts comparisons and prints those that differ."""

    def __init__(self):
        self.passed = self.failed = self.skipped = 0

    def check(self, holds, what):
        self.passed += bool(holds)
        self.failed += not holds
        if not holds:
            print("differs:", what, flush=True)

    def skip(self, what):
        self.skipped += 1
        print("skipped:", what, flush=True)

    def exit_code(self):
        """1 if something differs, 77 (CTest's skipped) if nothing could be compared."""
        print(f"{self.passed} passed, {self.failed} failed, {self.skipped} skipped")
        return 1 if self.failed else 77 if self.passed == 0 else 0
