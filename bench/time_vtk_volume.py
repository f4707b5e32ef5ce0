#!/usr/bin/env python3
"""Times of voxmarch's frames against those of VTK's CPU ray caster, on all cores of this machine.

Usage: OCL_ICD_VENDORS=.../pocl.icd bench/time_vtk_volume.py PROGRAM VOLUME [ROUNDS [SIZE]]
Needs numpy and vtk (pip install vtk). VOLUME is an NRRD file of u8 voxels. Both draw the standard view with the function
`thesis`, half a voxel a step, without light and with Phong's, ten frames a round and in turns, so that a busy machine
slows both. VTK: vtkFixedPointVolumeRayCastMapper, every pixel a ray, into an offscreen window of Mesa's or the X
server's; its time is that of Render(), which includes drawing the picture as a texture. Prints medians and fastest
frames in milliseconds, and the ratio of each.
"""
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time

import vtk
from vtk.util.numpy_support import numpy_to_vtk

from compare_vtk_isosurface import read_nrrd

REPETITIONS = 10


def frames_of_ours(program, path, size, shading):
    with tempfile.TemporaryDirectory() as folder:
        statistics_file = os.path.join(folder, "statistics.json")
        subprocess.run([program, "render", path, "-o", os.path.join(folder, "frame.png"), "--view", "standard",
                        "--transfer", "thesis", "--size", f"{size}x{size}", "--shading", shading,
                        "--frames", str(REPETITIONS), "--stats", statistics_file],
                       check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        with open(statistics_file) as file:
            told = json.load(file)
    return [frame["frame_ms"] for frame in told["frames"][1:]], told["settings"]["camera"]


def function_of(program):
    """The preset as VTK's functions of the scalar."""
    told = json.loads(subprocess.run([program, "transfer", "--show", "thesis", "--json"], check=True,
                                     stdout=subprocess.PIPE).stdout)
    scale = 255.0 if told["domain"] == "normalised" else 1.0
    color, opacity = vtk.vtkColorTransferFunction(), vtk.vtkPiecewiseFunction()
    for point in told["colors"]:
        color.AddRGBPoint(point["scalar"] * scale, *point["rgb"])
    for point in told["opacities"]:
        opacity.AddPoint(point["scalar"] * scale, point["opacity"])
    return color, opacity


class Theirs:
    def __init__(self, program, path, size):
        voxels, spacing, origin = read_nrrd(path)
        image = vtk.vtkImageData()
        image.SetDimensions(voxels.shape[::-1])
        image.SetSpacing(spacing)
        image.SetOrigin(origin)
        image.GetPointData().SetScalars(numpy_to_vtk(voxels.ravel(), deep=True))
        mapper = vtk.vtkFixedPointVolumeRayCastMapper()
        mapper.SetInputData(image)
        mapper.SetSampleDistance(0.5 * min(spacing))
        mapper.SetInteractiveSampleDistance(0.5 * min(spacing))
        mapper.AutoAdjustSampleDistancesOff()
        mapper.SetImageSampleDistance(1.0)
        mapper.SetNumberOfThreads(os.cpu_count())
        self.look = vtk.vtkVolumeProperty()
        color, opacity = function_of(program)
        self.look.SetColor(color)
        self.look.SetScalarOpacity(opacity)
        self.look.SetInterpolationTypeToLinear()
        volume = vtk.vtkVolume()
        volume.SetMapper(mapper)
        volume.SetProperty(self.look)
        self.renderer = vtk.vtkRenderer()
        self.renderer.AddVolume(volume)
        self.window = vtk.vtkRenderWindow()
        self.window.SetOffScreenRendering(1)
        self.window.SetSize(size, size)
        self.window.AddRenderer(self.renderer)

    def place(self, words):
        """The camera of our statistics: eye=x,y,z,target=..,up=..,fov=degrees."""
        parts, name = {}, ""
        for word in words.split(","):
            if "=" in word:
                name, word = word.split("=")
                parts[name] = []
            parts[name].append(float(word))
        camera = self.renderer.GetActiveCamera()
        camera.SetPosition(parts["eye"])
        camera.SetFocalPoint(parts["target"])
        camera.SetViewUp(parts["up"])
        camera.SetViewAngle(parts["fov"][0])
        self.renderer.ResetCameraClippingRange()

    def frames(self, shading):
        self.look.SetShade(shading == "phong")
        times = []
        for _ in range(REPETITIONS + 2):
            self.renderer.GetActiveCamera().Modified()
            begin = time.perf_counter()
            self.window.Render()
            times.append(1e3 * (time.perf_counter() - begin))
        return times[2:]

    def save(self, path):
        picture = vtk.vtkWindowToImageFilter()
        picture.SetInput(self.window)
        writer = vtk.vtkPNGWriter()
        writer.SetInputConnection(picture.GetOutputPort())
        writer.SetFileName(path)
        writer.Write()


def main():
    program, path = sys.argv[1:3]
    rounds = int(sys.argv[3]) if len(sys.argv) > 3 else 3
    size = int(sys.argv[4]) if len(sys.argv) > 4 else 512
    theirs = Theirs(program, path, size)
    for shading in "none", "phong":
        ours, others = [], []
        for _ in range(rounds):
            frames, camera = frames_of_ours(program, path, size, shading)
            ours += frames
            theirs.place(camera)
            others += theirs.frames(shading)
        print(f"{shading:6} voxmarch {statistics.median(ours):7.1f} ({min(ours):7.1f})   "
              f"VTK {vtk.vtkVersion().GetVTKVersion()} {statistics.median(others):7.1f} ({min(others):7.1f})   "
              f"{statistics.median(others) / statistics.median(ours):.1f} times ({min(others) / min(ours):.1f})")
        if "VTK_PICTURES" in os.environ:
            theirs.save(os.path.join(os.environ["VTK_PICTURES"], f"vtk_{shading}.png"))


if __name__ == "__main__":
    main()
