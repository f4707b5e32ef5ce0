#!/usr/bin/env python3
# Volumes that are placed by transforms against the same volumes resampled by SimpleITK: the pictures must be the same.
# needs: numpy, SimpleITK
import math
import os
import subprocess
import sys
import tempfile

import numpy
import SimpleITK as sitk

program = sys.argv[1]
os.chdir(tempfile.mkdtemp())
failures = []


def check(good, text):
    if not good:
        failures.append(text)
        print("differs:", text)


def run(*words, code=0):
    done = subprocess.run([program, *map(str, words)], capture_output=True, text=True, check=False)
    check(done.returncode == code, f"{' '.join(map(str, words))}: exit code {done.returncode}: {done.stderr.strip()}")
    return done


def picture(*words):
    run("render", *words, "--size", "96x72", "--camera", "eye=0,-160,60,target=2,3,1,fov=30", "--shading", "none",
        "--classification", "post", "--volume", "1:off", "--volume", "2:transfer=ramp.json,window=0:1", "-o", "x.png")
    return sitk.GetArrayFromImage(sitk.ReadImage("x.png")).astype(int)


def image(size, spacing, origin, direction, value):
    grid = sitk.Image(size, sitk.sitkFloat32)
    grid.SetSpacing(spacing)
    grid.SetOrigin(origin)
    grid.SetDirection(direction)
    z, y, x = numpy.mgrid[0:size[2], 0:size[1], 0:size[0]]
    place = numpy.array(direction).reshape(3, 3) @ (numpy.stack([x, y, z]).reshape(3, -1) * numpy.array(spacing)[:, None])
    values = value(*(place + numpy.array(origin)[:, None])).reshape(z.shape)
    result = sitk.GetImageFromArray(values.astype(numpy.float32))
    result.CopyInformation(grid)
    return result


def blobs(x, y, z):
    def blob(cx, cy, cz, width):
        return numpy.exp(-((x - cx) ** 2 + (y - cy) ** 2 + (z - cz) ** 2) / width ** 2)
    return blob(0, 0, 0, 9) + 0.8 * blob(10, -5, 4, 5) + 0.6 * blob(-8, 6, -9, 4)


with open("ramp.json", "w", encoding="utf-8") as file:
    file.write('{"format": "voxmarch-transfer", "version": 2, "name": "ramp", "domain": "value", '
               '"opacity_distance": 1, '  # the grids have voxels of other lengths
               '"colors": [{"scalar": 0, "rgb": [0.2, 0, 0]}, {"scalar": 1, "rgb": [1, 1, 0.5]}], '
               '"opacities": [{"scalar": 0.1, "opacity": 0}, {"scalar": 1, "opacity": 0.3}]}')

turn = sitk.Euler3DTransform((0, 0, 0), 0.3, -0.2, 0.5, (0, 0, 0))
fixed = image((61, 61, 61), (1, 1, 1), (-30, -30, -30), (1, 0, 0, 0, 1, 0, 0, 0, 1), lambda x, y, z: 0 * x)
moving = image((45, 43, 41), (1.5, 1.6, 1.7), tuple(turn.TransformPoint((-33, -34, -34))), turn.GetMatrix(), blobs)
sitk.WriteImage(fixed, "fixed.nrrd")
sitk.WriteImage(moving, "moving.nrrd")

affine = sitk.AffineTransform(3)
affine.SetMatrix((1.1, 0.1, 0, -0.05, 0.9, 0.1, 0, 0.05, 1.05))
affine.SetTranslation((3, -4, 5))
affine.SetCenter((5, 6, 7))
euler = sitk.Euler3DTransform((4, -3, 2), 0.4, 0.2, -0.3, (2, 5, -3))
zyx = sitk.Euler3DTransform((4, -3, 2), 0.4, 0.2, -0.3, (2, 5, -3))
zyx.SetComputeZYX(True)
versor = sitk.VersorRigid3DTransform((0.1, 0.3, 0.2, math.sqrt(1 - 0.14)), (6, 1, -2), (1, 2, 3))
similarity = sitk.Similarity3DTransform(1.2, (0.2, 0.1, -0.3, math.sqrt(1 - 0.14)), (1, -2, 3), (3, 2, 1))
translation = sitk.TranslationTransform(3, (5, -3, 2))
composite = sitk.CompositeTransform([euler, affine])
transforms = {"affine": affine, "euler": euler, "zyx": zyx, "versor": versor, "similarity": similarity,
              "translation": translation, "composite": composite}

unmoved = picture("fixed.nrrd", "moving.nrrd")
for name, transform in transforms.items():
    sitk.WriteTransform(transform, f"{name}.tfm")
    sitk.WriteImage(sitk.Resample(moving, fixed, transform, sitk.sitkLinear, 0.0), "resampled.nrrd")
    placed = picture("fixed.nrrd", "moving.nrrd", "--place", f"moving={name}.tfm")
    expected = picture("fixed.nrrd", "resampled.nrrd")
    difference = numpy.abs(placed - expected).max()
    check(difference <= 4, f"{name}: {difference}/255")
    check(numpy.abs(placed - unmoved).max() > 30, f"{name} moves nothing")

# A matrix and numbers move points of the volume: the inverse of what resampling takes.
inverse = affine.GetInverse()
origin = inverse.TransformPoint((0, 0, 0))
columns = [numpy.array(inverse.TransformPoint(axis)) - origin for axis in ((1, 0, 0), (0, 1, 0), (0, 0, 1))]
rows = numpy.vstack([numpy.column_stack([*columns, origin]), [0, 0, 0, 1]])
numpy.savetxt("matrix.txt", rows, fmt="%.12g")
sitk.WriteImage(sitk.Resample(moving, fixed, affine, sitk.sitkLinear, 0.0), "resampled.nrrd")
difference = numpy.abs(picture("fixed.nrrd", "moving.nrrd", "--place", "2=matrix.txt") -
                       picture("fixed.nrrd", "resampled.nrrd")).max()
check(difference <= 4, f"matrix: {difference}/255")
difference = numpy.abs(picture("fixed.nrrd", "moving.nrrd", "--place", "2=-5,3,-2") -
                       picture("fixed.nrrd", "moving.nrrd", "--place", "2=translation.tfm")).max()
check(difference == 0, f"numbers: {difference}/255")

# What is not affine or not text is refused, with what to do.
sitk.WriteTransform(affine, "affine.h5")
said = run("render", "fixed.nrrd", "moving.nrrd", "--place", "2=affine.h5", "-o", "y.png", code=4).stderr
check("WriteTransform" in said and said.count("\n") == 1, f"affine.h5: {said}")
sitk.WriteTransform(sitk.BSplineTransformInitializer(fixed, (2, 2, 2)), "spline.tfm")
said = run("render", "fixed.nrrd", "moving.nrrd", "--place", "2=spline.tfm", "-o", "y.png", code=4).stderr
check("BSplineTransform" in said, f"spline.tfm: {said}")

sys.exit(1 if failures else 0)
