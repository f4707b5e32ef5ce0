"""Slices: values as numpy cuts them, places as SimpleITK has them, letters as nibabel's axis codes.
usage: test_slices.py VOXMARCH"""
# needs: numpy, SimpleITK, nibabel
import json
import os
import sys
import tempfile

import nibabel
import numpy
import SimpleITK

import common

AXES = {"sagittal": 0, "coronal": 1, "axial": 2}  # of the world


def oriented(codes, scratch):
    """A volume of random values whose voxel axes run as the codes say (LPI ..), anisotropic, a little oblique."""
    affine = numpy.zeros((4, 4))
    for axis, code in enumerate(codes):
        row = ["LR", "PA", "IS"].index(next(pair for pair in ("LR", "PA", "IS") if code in pair))
        affine[row, axis] = (-1 if code in "LPI" else 1) * (1.5, 0.75, 3.0)[axis]
    angle = numpy.radians(9)
    turn = numpy.array([[numpy.cos(angle), -numpy.sin(angle), 0], [numpy.sin(angle), numpy.cos(angle), 0], [0, 0, 1]])
    affine[:3, :3] = turn @ affine[:3, :3]
    return written(affine, codes, scratch)


def turned(seed, scratch):
    """The same with axes to anywhere: two may be nearest to one axis of the world."""
    axes, _ = numpy.linalg.qr(numpy.random.default_rng(seed).normal(size=(3, 3)))
    affine = numpy.zeros((4, 4))
    affine[:3, :3] = axes * (1.5, 0.75, 3.0)
    return written(affine, f"turned{seed}", scratch)


def written(affine, name, scratch):
    array = numpy.random.default_rng(7).integers(-1000, 2000, size=(11, 9, 7)).astype(numpy.int16)
    affine[:3, 3] = (12.0, -7.0, 30.0)
    affine[3, 3] = 1
    path = os.path.join(scratch, f"{name}.nii")
    image = nibabel.Nifti1Image(array, affine)
    image.header.set_xyzt_units("mm")
    image.set_sform(affine, 1)
    image.set_qform(affine, 1)
    nibabel.save(image, path)
    return path


def canonical_cut(path, axis, number):
    """The slice by nibabel: the volume in RAS, cut, and laid as radiologists look at it. Codes of the edges."""
    image = nibabel.load(path)
    codes = nibabel.aff2axcodes(image.affine)
    world = [next(i for i, code in enumerate(codes) if code in pair) for pair in ("LR", "PA", "IS")]  # voxel axes
    array = numpy.asarray(image.dataobj).transpose(world)
    flips = [codes[world[i]] in "LPI" for i in range(3)]
    normal = AXES[axis]
    size = array.shape[normal]
    plane = array.take(number, normal)
    rest = [i for i in range(3) if i != normal]
    for place, i in enumerate(rest):  # to L, P, S: then right is +, down is + of P and - of S
        runs_to_lps = flips[i] if i < 2 else not flips[i]
        plane = plane if runs_to_lps else numpy.flip(plane, place)
    plane = plane.T if normal != 0 else plane.T
    if normal != 2:  # rows run along z, to the head: turned to the feet
        plane = plane[::-1]
    return plane, size


def check_values(tally, program, path, scratch):
    for axis in AXES:
        _, size = canonical_cut(path, axis, 0)
        for number in (0, size // 2, size - 1):
            out = os.path.join(scratch, "s.npy")
            common.run(program, "slice", path, "--axis", axis, "--at", number, "-o", out)
            ours, (theirs, _) = numpy.load(out), canonical_cut(path, axis, number)
            tally.check(ours.dtype == numpy.int16 and ours.shape == theirs.shape and (ours == theirs).all(),
                        f"{os.path.basename(path)} {axis} {number}: {ours.shape} {theirs.shape}")


def check_letters(tally, program, path):
    """The nearest letter of each edge is the code of the nearest axis."""
    for axis, edges in (("axial", "RLAP"), ("coronal", "RLSI"), ("sagittal", "APSI")):
        told = json.loads(common.run(program, "slice", path, "--axis", axis, "--json", "-o", "l.png"))["slices"][0]["sides"]
        ours = "".join(told[edge].split()[0] for edge in ("left", "right", "top", "bottom"))
        tally.check(ours == edges, f"{os.path.basename(path)} {axis}: {ours}, not {edges}")


def check_places(tally, program, path, scratch):
    """Voxels of a written stack lie where SimpleITK finds the same values in the volume."""
    whole = SimpleITK.ReadImage(path)
    for axis in AXES:
        out = os.path.join(scratch, "s.nrrd")
        common.run(program, "slice", path, "--axis", axis, "--at", "1:5:2", "-o", out)
        stack = SimpleITK.ReadImage(out)
        again = SimpleITK.Resample(whole, stack, SimpleITK.Transform(), SimpleITK.sitkNearestNeighbor, -9999)
        tally.check((SimpleITK.GetArrayFromImage(again) == SimpleITK.GetArrayFromImage(stack)).all(),
                    f"{os.path.basename(path)} {axis}: the stack lies elsewhere")


def check_oblique(tally, program, path, scratch):
    """An oblique slice is what SimpleITK's linear interpolation finds there, inside of the volume."""
    out = os.path.join(scratch, "o.nrrd")
    common.run(program, "slice", path, "--plane", "0.3,0.4,0.9", "-o", out)
    ours, whole = SimpleITK.ReadImage(out), SimpleITK.Cast(SimpleITK.ReadImage(path), SimpleITK.sitkFloat64)
    theirs = SimpleITK.GetArrayFromImage(SimpleITK.Resample(whole, ours, SimpleITK.Transform(), SimpleITK.sitkLinear, -9999.0))
    inside = theirs != -9999.0
    eroded = inside & numpy.roll(inside, 1, 2) & numpy.roll(inside, -1, 2) & numpy.roll(inside, 1, 1) & numpy.roll(inside, -1, 1)
    off = numpy.abs(SimpleITK.GetArrayFromImage(ours) - theirs)[eroded]
    normal = numpy.array(ours.GetDirection()).reshape(3, 3)[:, 2]
    wanted = numpy.array([0.3, 0.4, 0.9]) / numpy.linalg.norm([0.3, 0.4, 0.9])
    tally.check(abs(abs(normal @ wanted) - 1) < 1e-6, f"{os.path.basename(path)}: across {normal}")
    tally.check(eroded.sum() > 20 and off.max() < 0.51, f"{os.path.basename(path)}: oblique values are {off.max():.3f} off")


def main(program):
    tally = common.Tally()
    with tempfile.TemporaryDirectory() as scratch:
        os.chdir(scratch)
        for codes in ("LPS", "RAS", "PIR", "SLA", "ALI", "IPR"):
            path = oriented(codes, scratch)
            check_values(tally, program, path, scratch)
            check_letters(tally, program, path)
            check_places(tally, program, path, scratch)
            check_oblique(tally, program, path, scratch)
        for seed in range(6):
            check_values(tally, program, turned(seed, scratch), scratch)
    return tally.exit_code()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
