# Opacities as VTK draws them: lengths that they are told per, and factors by the gradient magnitude.
# needs: numpy, vtk
# usage: test_vtk_opacity.py VOXMARCH
import json
import os
import sys
import tempfile

import numpy
import vtk
from vtk.util import numpy_support

from common import Tally, run

STEP = 0.25  # of the smallest spacing
CUT_OFF = 253  # vtkFixedPointVolumeRayCastMapper ends rays that are nearly opaque


def image_of(voxels, spacing):
    """VTK's image of uint16 voxels (z, y, x)."""
    image = vtk.vtkImageData()
    image.SetDimensions(voxels.shape[::-1])
    image.SetSpacing(spacing)
    image.GetPointData().SetScalars(numpy_support.numpy_to_vtk(voxels.ravel(), deep=1))
    return image


def curve(points):
    function = vtk.vtkPiecewiseFunction()
    for x, y in points:
        function.AddPoint(x, y)
    return function


def vtk_pixel(image, opacities, gradients, unit):
    """The middle pixel along z, white on black, by the ray caster that needs no graphics card."""
    mapper = vtk.vtkFixedPointVolumeRayCastMapper()
    mapper.SetInputData(image)
    mapper.AutoAdjustSampleDistancesOff()
    mapper.SetSampleDistance(STEP * min(image.GetSpacing()))
    mapper.SetImageSampleDistance(1.0)
    color = vtk.vtkColorTransferFunction()
    color.AddRGBPoint(0, 1, 1, 1)
    look = vtk.vtkVolumeProperty()
    look.SetColor(color)
    look.SetScalarOpacity(curve(opacities))
    look.SetScalarOpacityUnitDistance(unit)
    look.SetInterpolationTypeToLinear()
    if gradients:
        look.SetGradientOpacity(curve(gradients))
    volume = vtk.vtkVolume()
    volume.SetMapper(mapper)
    volume.SetProperty(look)
    renderer = vtk.vtkRenderer()
    renderer.AddVolume(volume)
    window = vtk.vtkRenderWindow()
    window.SetOffScreenRendering(1)
    window.SetSize(33, 33)
    window.AddRenderer(renderer)
    low_x, high_x, low_y, high_y, low_z, high_z = image.GetBounds()
    middle = ((low_x + high_x) / 2, (low_y + high_y) / 2, (low_z + high_z) / 2)
    camera = renderer.GetActiveCamera()
    camera.ParallelProjectionOn()
    camera.SetFocalPoint(middle)
    camera.SetPosition(middle[0], middle[1], middle[2] + 1000)
    camera.SetParallelScale(0.1 * (high_y - low_y))
    renderer.ResetCameraClippingRange()
    window.Render()
    grab = vtk.vtkWindowToImageFilter()
    grab.SetInput(window)
    grab.ReadFrontBufferOff()
    grab.Update()
    return middle_pixel(grab.GetOutput())


def middle_pixel(image):
    width, height, _ = image.GetDimensions()
    pixels = numpy_support.vtk_to_numpy(image.GetPointData().GetScalars()).reshape(height, width, -1)
    return int(pixels[height // 2, width // 2, 0])


def our_pixel(program, scratch, image, opacities, gradients, unit):
    """The same by voxmarch, from a file as 3D Slicer writes it."""
    volume, function, picture = (os.path.join(scratch, name) for name in ("v.vti", "f.vp.json", "p.png"))
    writer = vtk.vtkXMLImageDataWriter()
    writer.SetInputData(image)
    writer.SetFileName(volume)
    writer.Write()
    component = {"scalarOpacityUnitDistance": unit,
                 "scalarOpacity": {"type": "piecewiseLinearFunction", "points": [{"x": x, "y": y} for x, y in opacities]},
                 "rgbTransferFunction": {"type": "colorTransferFunction", "points": [{"x": 0, "color": [1, 1, 1]}]}}
    if gradients:
        component["gradientOpacity"] = {"type": "piecewiseLinearFunction",
                                        "points": [{"x": x, "y": y} for x, y in gradients]}
    with open(function, "w", encoding="utf-8") as file:
        json.dump({"volumeProperties": [{"components": [component]}]}, file)
    bounds = image.GetBounds()
    middle = [(bounds[2 * i] + bounds[2 * i + 1]) / 2 for i in range(3)]
    eye = f"eye={middle[0]},{middle[1]},{middle[2] + 20000},target={middle[0]},{middle[1]},{middle[2]},up=0,1,0,fov=0.01"
    run(program, "render", volume, "-o", picture, "--size", "33x33", "--transfer", function, "--camera", eye, "--shading",
        "none", "--opacity-cutoff", "1", "--step", str(STEP), "--background", "0,0,0")
    reader = vtk.vtkPNGReader()
    reader.SetFileName(picture)
    reader.Update()
    return middle_pixel(reader.GetOutput())


def check_slabs(program, scratch, tally):
    """A slab lets (1 - a)^(length / unit) of the light through."""
    voxels = numpy.full((17, 33, 33), 100, numpy.uint16)
    voxels[0, 0, :2] = 0, 255
    for spacing in ((1, 1, 1), (2, 2, 2), (1, 1, 4), (0.5, 0.5, 0.5)):
        for unit in (1, 2, 0.3):
            image = image_of(voxels, spacing)
            curve_points = [(0, 0.1), (255, 0.1)]
            exact = 255 * (1 - 0.9 ** (16 * spacing[2] / unit))
            ours = our_pixel(program, scratch, image, curve_points, [], unit)
            theirs = vtk_pixel(image, curve_points, [], unit)
            tally.check(abs(ours - exact) <= 1, f"slab {spacing}, unit {unit}: {ours}, in closed form {exact:.1f}")
            tally.check(abs(ours - theirs) <= 1 or theirs >= CUT_OFF, f"slab {spacing}, unit {unit}: {ours}, VTK {theirs}")


def check_ramps(program, scratch, tally):
    """A ramp of known gradient: VTK's magnitudes are changes per mean of the spacings, up to a quarter of the range, and in
    8 bits. It multiplies the opacity of a step, we that of the length that opacities are told per."""
    worst = 0
    for spacing in ((1, 1, 1), (2, 2, 2), (1, 1, 4), (4, 1, 1), (0.5, 0.5, 0.5)):
        for slope in (10, 30, 60):
            voxels = numpy.broadcast_to((numpy.arange(17) * slope).astype(numpy.uint16), (9, 17, 17)).copy()
            voxels[0, 0, :2] = 0, 1000
            image = image_of(voxels, spacing)
            opacities, gradients = [(0, 0.05), (2000, 0.05)], [(0, 0), (100, 1)]
            ours = our_pixel(program, scratch, image, opacities, gradients, 1)
            theirs = vtk_pixel(image, opacities, gradients, 1)
            per_mean = slope / spacing[0] * sum(spacing) / 3
            exact = 255 * (1 - (1 - 0.05 * min(per_mean / 100, 1)) ** (8 * spacing[2]))
            worst = max(worst, abs(ours - exact))
            tally.check(abs(ours - exact) <= 2.5, f"ramp {slope} {spacing}: {ours}, in closed form {exact:.1f}")
            tally.check(abs(ours - theirs) <= 3, f"ramp {slope} {spacing}: {ours}, VTK {theirs}")
    print(f"ramps are off by at most {worst:.2f} of 255 from closed form")


def main():
    tally = Tally()
    os.environ.pop("DISPLAY", None)
    vtk.vtkObject.GlobalWarningDisplayOff()
    with tempfile.TemporaryDirectory() as scratch:
        check_slabs(sys.argv[1], scratch, tally)
        check_ramps(sys.argv[1], scratch, tally)
    return tally.exit_code()


if __name__ == "__main__":
    sys.exit(main())
