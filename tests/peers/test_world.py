#!/usr/bin/env python3
# Where things are, beside nibabel and SimpleITK: geometry of NIfTI files in every unit and orientation, the vertices of
# a mesh and the positions of a probe by nibabel's affine, comments of mesh files.
# needs: numpy, nibabel, SimpleITK
import csv
import itertools
import json
import os
import subprocess
import sys
import tempfile

import nibabel
import numpy
import SimpleITK

program = os.path.abspath(sys.argv[1])
wrong = []
dims = (18, 15, 12)
millimetres = {"mm": 1.0, "micron": 1e-3, "meter": 1e3}
symbols = {"mm": "mm", "micron": "um", "meter": "m"}


def check(what, ours, theirs, tolerance=1e-4):
    ours, theirs = numpy.asarray(ours, float), numpy.asarray(theirs, float)
    scale = max(1.0, float(numpy.abs(theirs).max()))
    if ours.shape != theirs.shape or not numpy.allclose(ours, theirs, rtol=0, atol=tolerance * scale):
        wrong.append(f"{what}: {ours.tolist()} here, {theirs.tolist()} there")


def run(*arguments):
    done = subprocess.run([program, *arguments], capture_output=True, text=True)
    if done.returncode != 0:
        wrong.append(f"{' '.join(arguments)}: exit code {done.returncode}: {done.stderr.strip()}")
    return done.stdout


def affine_of(order, signs, angle):
    """Voxel axes along these axes of RAS, turned by an angle about a skew axis."""
    matrix = numpy.zeros((3, 3))
    for axis, (to, sign) in enumerate(zip(order, signs)):
        matrix[to, axis] = sign
    axis = numpy.array([1, 2, 3]) / numpy.sqrt(14)
    cross = numpy.array([[0, -axis[2], axis[1]], [axis[2], 0, -axis[0]], [-axis[1], axis[0], 0]])
    turn = numpy.eye(3) + numpy.sin(angle) * cross + (1 - numpy.cos(angle)) * cross @ cross
    affine = numpy.eye(4)
    affine[:3, :3] = turn @ matrix @ numpy.diag([1.5, 2.0, 2.5])
    affine[:3, 3] = [-11, 22, -33]
    return affine


def volume():
    """A ball off the middle: no symmetry hides a turn."""
    i, j, k = numpy.mgrid[: dims[0], : dims[1], : dims[2]]
    radius = numpy.sqrt((i - 6.0) ** 2 + (j - 8.0) ** 2 + (k - 5.0) ** 2)
    return numpy.clip(200 - 30 * radius, 0, 255).astype(numpy.uint8)


def read_ply(file):
    data = open(file, "rb").read()
    end = data.index(b"end_header\n") + len(b"end_header\n")
    header = data[:end].decode()
    count = int(header.split("element vertex ")[1].split()[0])
    floats = 6 if "property float nx" in header else 3
    return header, numpy.frombuffer(data, "<f4", count * floats, end).reshape(count, floats)[:, :3].astype(float)


def check_file(name, unit, affine):
    image = nibabel.load(name)
    theirs = image.affine
    for convention, flip in (("ras", (1, 1, 1)), ("lps", (-1, -1, 1))):
        info = json.loads(run("info", name, "--json", "--header-only", "--convention", convention))
        ours = numpy.eye(4)
        for axis in range(3):
            ours[:3, axis] = numpy.array(info["direction"][axis]) * info["spacing"][axis]
        ours[:3, 3] = info["origin"]
        check(f"{name} {convention} affine", ours, numpy.diag((*flip, 1)) @ theirs)
        if info["unit"] != symbols[unit] or info["convention"] != convention:
            wrong.append(f"{name}: {info['unit']} and {info['convention']}")
    # SimpleITK gives mm of LPS.
    itk = SimpleITK.ReadImage(name)
    check(f"{name} spacing", numpy.array(info["spacing"]) * millimetres[unit], itk.GetSpacing())
    check(f"{name} origin", numpy.array(info["origin"]) * millimetres[unit], itk.GetOrigin())
    corner = [n - 1 for n in dims]
    last = ours[:3, :3] @ corner + ours[:3, 3]
    check(f"{name} last voxel", last * millimetres[unit], itk.TransformIndexToPhysicalPoint(corner))
    angle = numpy.degrees(numpy.arccos(numpy.clip(numpy.abs(numpy.array(info["direction"])).max(axis=1), 0, 1))).max()
    if info["oblique"] != (angle > 1.0):
        wrong.append(f"{name}: oblique is {info['oblique']} at {angle} degrees")


def check_mesh(name, unit):
    """Vertices lie on the isosurface of nibabel's voxels at the place that its affine says."""
    image = nibabel.load(name)
    run("mesh", name, "--isovalue", "100", "-o", "m.ply", "--convention", "ras")
    header, vertices = read_ply("m.ply")
    if f"comment SPACE=RAS;UNIT={symbols[unit]}\n" not in header:
        wrong.append(f"{name}: the mesh says {header}")
    index = numpy.c_[vertices, numpy.ones(len(vertices))] @ numpy.linalg.inv(image.affine).T
    index = index[:, :3]
    # The surface at 100 has the radius 100 / 30 voxels around (6, 8, 5), but for interpolation.
    check(f"{name} middle of the mesh", (index.min(0) + index.max(0)) / 2, [6, 8, 5], 2e-2)
    check(f"{name} radius of the mesh", (index.max(0) - index.min(0)) / 2, [100 / 30] * 3, 2e-2)
    run("mesh", name, "--isovalue", "100", "-o", "l.ply")
    header, turned = read_ply("l.ply")
    check(f"{name} LPS", turned, vertices * [-1, -1, 1], 1e-7)
    if f"comment SPACE=LPS;UNIT={symbols[unit]}\n" not in header:
        wrong.append(f"{name}: the mesh says {header}")


def check_probe(name, unit):
    image = nibabel.load(name)
    run("render", name, "--size", "64x48", "--view", "front", "--probe", "32,24", "--convention", "ras", "-o", "p.png")
    rows = [row for row in csv.DictReader(open("p.csv")) if row["event"] == "sample"]
    columns = [f"{axis}_ras_{symbols[unit]}" for axis in "xyz"]
    voxels = numpy.array([[float(row[c]) for c in "ijk"] for row in rows])
    world = numpy.array([[float(row[c]) for c in columns] for row in rows])
    check(f"{name} probe", world, voxels @ image.affine[:3, :3].T + image.affine[:3, 3])
    distance = numpy.array([float(row[f"t_{symbols[unit]}"]) for row in rows])
    # Samples lie at whole 256ths of a voxel: each place is at most half of one beside the ray, however far it has come.
    bound = numpy.linalg.norm(image.affine[:3, :3]) / 256  # Frobenius: the diagonal of a voxel
    check(f"{name} probe's t", distance - distance[0], numpy.linalg.norm(world - world[0], axis=1), bound / max(1, distance[-1] - distance[0]))


with tempfile.TemporaryDirectory() as folder:
    os.chdir(folder)
    cases = list(itertools.product([(0, 1, 2), (2, 0, 1), (1, 0, 2)], [(1, 1, 1), (-1, 1, 1), (1, -1, -1)], [0.0, 0.01, 0.3]))
    for number, (order, signs, angle) in enumerate(cases):
        unit = list(symbols)[number % 3]
        name = f"v{number}.nii" + (".gz" if number % 2 else "")
        image = nibabel.Nifti1Image(volume(), affine_of(order, signs, angle))
        image.header.set_xyzt_units(unit, "sec")
        image.set_qform(image.affine, 1 if number % 4 < 3 else 0)
        image.set_sform(image.affine, 1 if number % 4 > 0 else 0)
        image.to_filename(name)
        check_file(name, unit, image.affine)
        if number % 4 == 1:
            check_mesh(name, unit)
            check_probe(name, unit)

for line in wrong:
    print(line)
print(f"{len(cases)} files, {len(wrong)} differences")
sys.exit(1 if wrong else 0)
