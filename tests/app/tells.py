"""What commands tell: --json of each is one JSON value on stdout, and -v has its lines on stderr alone.

Usage: tells.py VOXMARCH
"""
import json
import os
import signal
import subprocess
import sys
import tempfile

PROGRAM = os.path.abspath(sys.argv[1])
failures = []


def check(truth, text):
    if not truth:
        failures.append(text)
        print("FAILED:", text, file=sys.stderr)


def run(*words, code=0):
    done = subprocess.run([PROGRAM, *words], capture_output=True, timeout=300)
    check(done.returncode == code, f"{words}: exit code {done.returncode}, {done.stderr.decode()[:300]}")
    return done.stdout, done.stderr.decode()


def parsed(*words):
    out, _ = run(*words, "--json")
    try:
        return json.loads(out)
    except ValueError as problem:
        check(False, f"{words}: {problem}: {out[:200]}")
        return {}


# Words of a command without --json, and what must be true of what it tells.
COMMANDS = [
    (["render", "synthetic:torus:24", "--size", "32x24", "-o", "a.png"],
     lambda j: j["output"] == {"first": "a.png", "last": "a.png", "pictures": 1} and j["settings"]["size"] == [32, 24]),
    (["render", "synthetic:torus:24", "--size", "32x24", "--turntable", "3", "-o", "t_{:02}.png"],
     lambda j: j["output"] == {"first": "t_00.png", "last": "t_02.png", "pictures": 3}),
    (["render", "synthetic:torus:24", "--size", "320x240", "--heatmap", "marching-steps", "-o", "h.png"],
     lambda j: j == {"output": "h.png", "heat_map": "marching-steps", "size": [320 + 190, 240]}),
    (["render", "synthetic:torus:24", "--size", "32x24", "--verify-skip", "-o", "y.png"], lambda j: j["verified"] is True),
    (["render", "synthetic:torus:24", "--size", "32x32", "--probe", "16,16", "-o", "p.png"],
     lambda j: (j["output"], j["table"]) == ("p.png", "p.csv")),
    (["slice", "synthetic:torus:24", "-o", "s.png"], lambda j: j["output"] == "s.png" and len(j["slices"]) == 1),
    (["mesh", "synthetic:torus:24", "--isovalue", "128.5", "--decimate", "0.5", "-o", "m.ply"],
     lambda j: j[0]["watertight"] and j[0]["decimation"]["triangles"] == j[0]["triangles"]
     and 0 < j[0]["decimation"]["mean_error"] < j[0]["decimation"]["largest_error"] < 1),
    (["skeleton", "synthetic:torus:24", "--isovalue", "128", "-o", "k.csv"],
     lambda j: j["output"] == "k.csv" and j["loops"] == 1),
    (["voxelize", "m.ply", "-n", "16", "-o", "v.nrrd"], lambda j: j["output"] == "v.nrrd" and j["inside_voxels"] > 0),
    (["convert", "v.nrrd", "v.nii", "--overwrite"],
     lambda j: j["output"] == "v.nii" and j["voxel_bytes"] == j["dims"][0] * j["dims"][1] * j["dims"][2]
     and j["bytes"] > j["voxel_bytes"]),
    (["synthesize", "tree", "-n", "16", "-o", "tree.nrrd"], lambda j: j == {
        "output": "tree.nrrd", "dims": [16, 16, 16], "type": "uint8"}),
    (["synthesize", "particles", "-n", "4", "-o", "dam.ply"], lambda j: j["particles"] > 0 and j["times"] == 1),
    (["synthesize", "--list"], lambda j: "torus" in [one["name"] for one in j]),
    (["info", "v.nii"], lambda j: j["format"] == "NIfTI"),
    (["devices"], lambda j: len(j) > 0 and j[0]["name"]),
    (["doctor"], lambda j: j["good"] and {one["state"] for one in j["findings"]} <= {"ok", "remark"}),
    (["transfer", "--list"], lambda j: "ct-bone" in [one["name"] for one in j]),
    (["transfer", "--show", "ct-bone"], lambda j: j["name"] == "ct-bone"),
    (["transfer", "--convert", "thesis", "f.json"], lambda j: (j["output"], j["name"]) == ("f.json", "thesis")),
]

BENCHMARKS = [
    (["bench", "--list"], lambda j: "march" in [one["name"] for one in j]),
    (["bench", "march", "--volume", "synthetic:torus:24", "--size", "32x32", "--frames", "1"],
     lambda j: j["benchmark"] == "march" and len(j["rows"]) > 0),
]


def check_json():
    benchmarks = BENCHMARKS if subprocess.run([PROGRAM, "bench", "--list"], capture_output=True).returncode == 0 else []
    for words, is_right in COMMANDS + benchmarks:
        told = parsed(*words)
        try:
            check(is_right(told), f"{words}: {json.dumps(told)[:600]}")
        except (KeyError, IndexError, TypeError) as problem:
            check(False, f"{words}: {problem!r} in {json.dumps(told)[:600]}")


def check_verbose():
    """The files with their bytes, the stages with their times; what is on stdout does not change."""
    for words, output, stages in [
            (["render", "v.nrrd", "--size", "32x24", "--transfer", "thesis", "-o", "a.png"], "a.png", ["first frame: picture 1 of 1"]),
            (["slice", "v.nrrd", "--plain", "-o", "s.png"], "s.png", []),
            (["mesh", "v.nrrd", "--isovalue", "100", "--no-normals", "-o", "m.ply"], "m.ply",
             ["extract isovalue 100: ", " triangles, "]),
            (["skeleton", "v.nrrd", "--isovalue", "100", "-o", "k.csv"], "k.csv", ["thin: ", "open device: "]),
            (["convert", "v.nrrd", "w.nrrd", "--overwrite"], "w.nrrd", ["write w.nrrd: "]),
            (["info", "v.nrrd", "--header-only"], None, None),
            (["info", "v.nrrd"], None, []),
            (["doctor"], None, None),
            (["transfer", "--save", "ct-bone", "-o", "f.json"], "f.json", None),
            (["synthesize", "torus", "-n", "16", "-o", "t.nrrd"], "t.nrrd", None)]:
        _, quiet = run(*words)
        check(quiet == "", f"{words} says {quiet}")
        out, told = run(*words, "-v", "--json")
        json.loads(out)
        lines = told.splitlines()
        names = [line.rsplit(": ", 1)[0] for line in lines
                 if line.startswith(("voxmarch: kernel program", "voxmarch: read", "voxmarch: write", "voxmarch: open"))]
        check(len(set(names)) == len(names), f"{words} tells a line twice: {told}")
        check(all(line.startswith("voxmarch: ") for line in lines), f"{words}: {told}")
        if output:
            check(f"voxmarch: wrote {output}: {os.path.getsize(output)} bytes" in lines, f"{words}: {told}")
        if stages is not None:
            reading = [line for line in lines if " v.nrrd: NRRD, uint8, 16x" in line]
            check(len(reading) == 1 and (reading[0].endswith(" ms") or reading[0].endswith(" s")), f"{words}: {told}")
            check(all(stage in told for stage in stages), f"{words}: {told}")


def check_server():
    """What it reads, beside the one line of stdout."""
    with subprocess.Popen([PROGRAM, "serve", "v.nrrd", "--port", "0", "-v"], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                          text=True) as server:
        line = server.stdout.readline()
        server.send_signal(signal.SIGTERM)
        rest, told = server.communicate(timeout=60)
    if "this build cannot serve" in told:
        return
    check(line.startswith("http://") and rest == "", line + rest)
    check(told.count("voxmarch: read v.nrrd: NRRD, uint8, 16x") == 1, told)


def check_kernels():
    os.environ["VOXMARCH_CACHE_DIR"] = os.path.abspath("new-cache")
    words = ["render", "v.nrrd", "--size", "32x24", "-o", "a.png", "-v"]
    first, second = run(*words)[1], run(*words)[1]
    check(": compiled, " in first and "new-cache" not in first, first)
    check(": from the cache, " in second and ": compiled, " not in second, second)


def check_streams():
    """A picture on stdout is the same file, whatever is told."""
    words = ["slice", "v.nrrd", "--plain", "-o"]
    run(*words, "s.png")
    out, told = run(*words, "-", "-v")
    with open("s.png", "rb") as file:
        check(file.read() == out, "the picture on stdout is another")
    check(f"wrote standard output: {len(out)} bytes" in told, told)
    check("wrote standard output (" in told and "-.png" not in told, told)


with tempfile.TemporaryDirectory() as folder:
    os.chdir(folder)
    check_json()
    check_verbose()
    check_server()
    check_kernels()
    check_streams()
    os.chdir("/")
print(f"{len(failures)} failures")
sys.exit(1 if failures else 0)
