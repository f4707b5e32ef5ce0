#!/usr/bin/env python3
"""What a call from Python adds to the same call in C++, and isosurfaces against scikit-image and VTK.

usage: PYTHONPATH=build/release/python build/peers/bin/python bench/python_overhead.py [--size N] [--repeat N] [--device D]
"""
import argparse
import statistics
import time

import numpy as np

import voxmarch as vm


def seconds(work, repeat):
    """Median of `repeat` calls after one that warms up, and the last result."""
    result, taken = work(), []
    for _ in range(repeat):
        begin = time.perf_counter()
        result = work()
        taken.append(time.perf_counter() - begin)
    return statistics.median(taken), result


def overhead(volume, device, repeat, **options):
    """Milliseconds of the call in C++, and what Python adds; medians."""
    added, library = [], []
    for i in range(repeat + 3):
        begin = time.perf_counter()
        picture = vm.render(volume, device=device, **options)
        taken = 1000 * (time.perf_counter() - begin)
        if i >= 3:
            library.append(picture.statistics["library_ms"])
            added.append(taken - library[-1])
    return statistics.median(library), statistics.median(added)


def by_skimage(array, value):
    from skimage.measure import marching_cubes
    return len(marching_cubes(array, value, method="lorensen")[1])


def by_vtk(filter_name):
    import vtk
    from vtk.util.numpy_support import numpy_to_vtk

    def extract(array, value):
        image = vtk.vtkImageData()
        image.SetDimensions(array.shape[::-1])
        image.GetPointData().SetScalars(numpy_to_vtk(array.ravel()))
        contour = getattr(vtk, filter_name)()
        contour.SetInputData(image)
        contour.SetValue(0, value)
        contour.Update()
        return contour.GetOutput().GetNumberOfPolys()
    return extract


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--size", type=int, default=128)
    parser.add_argument("--repeat", type=int, default=20)
    parser.add_argument("--device")
    given = parser.parse_args()
    volume = vm.read(f"synthetic:tree:{given.size}")
    array = np.asarray(volume).astype(np.float32)
    print(f"device {vm.bench(volume, frames=1, device=given.device, size=(8, 8))['device']}, {given.size}^3")
    print("| vm.render of a volume on the device | C++ ms | added by Python ms |\n|---|---|---|")
    for size in ((64, 48), (1024, 768)):
        library, added = overhead(volume, given.device, given.repeat, size=size, view="front")
        print(f"| {size[0]}x{size[1]} | {library:.2f} | {added:.3f} |")
    print("| isosurface 60 | s | triangles |\n|---|---|---|")
    repeat = max(3, given.repeat // 5)
    on_device = lambda: len(vm.extract_isosurface(array, 60.0, device=given.device).faces)  # noqa: E731
    for name, work in (("voxmarch", on_device), ("scikit-image", lambda: by_skimage(array, 60.0)),
                       ("VTK vtkMarchingCubes", lambda: by_vtk("vtkMarchingCubes")(array, 60.0)),
                       ("VTK vtkFlyingEdges3D", lambda: by_vtk("vtkFlyingEdges3D")(array, 60.0))):
        try:
            taken, triangles = seconds(work, repeat)
            print(f"| {name} | {taken:.3f} | {triangles} |")
        except ImportError as missing:
            print(f"| {name} | {missing} | |")


if __name__ == "__main__":
    main()
