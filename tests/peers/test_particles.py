# Points as VTK writes them, in every file and coding, and their density beside numpy's own.
# needs: numpy, vtk
# usage: test_particles.py VOXMARCH
import itertools
import os
import tempfile

import numpy as np
import vtk
from common import Tally, dumped
from vtk.util.numpy_support import numpy_to_vtk

H = 0.125


def spline(u):
    """Quadratic B-spline of integral 1 and knots 1 apart."""
    u = np.abs(u)
    return np.where(u < 0.5, 0.75 - u * u, np.where(u < 1.5, 0.5 * (1.5 - u) ** 2, 0.0))


def density(points, masses, header):
    """Every particle at every voxel around it, in doubles; axes z, y, x."""
    dims, origin = np.array(header['dims']), np.array(header['origin'])
    field = np.zeros(dims[::-1])
    places = (points - origin) / H
    nearest = np.rint(places).astype(int)
    for offset in itertools.product((-2, -1, 0, 1, 2), repeat=3):
        voxels = nearest + offset
        weights = masses * np.prod(spline(places - voxels), axis=1)
        inside = np.all((voxels >= 0) & (voxels < dims), axis=1)
        assert not weights[~inside].any(), 'the lattice ends too early'
        np.add.at(field, tuple(voxels[inside, ::-1].T), weights[inside])
    return field / H**3


def poly_data(points, masses):
    data = vtk.vtkPolyData()
    places = vtk.vtkPoints()
    places.SetData(numpy_to_vtk(points, deep=True))
    data.SetPoints(places)
    vertices = vtk.vtkCellArray()
    for i in range(len(points)):
        vertices.InsertNextCell(1, [i])
    data.SetVerts(vertices)
    if masses is not None:
        array = numpy_to_vtk(masses, deep=True)
        array.SetName('mass')
        data.GetPointData().AddArray(array)
    speed = numpy_to_vtk(np.ones((len(points), 3), np.float32), deep=True)
    speed.SetName('speed')
    data.GetPointData().SetVectors(speed)
    return data


def unstructured(data):
    appended = vtk.vtkAppendFilter()
    appended.AddInputData(data)
    appended.Update()
    return appended.GetOutput()


def xml_writers(data, cells):
    """Writers of VTK's XML in each mode and packing, with what each is called."""
    for kind, source in (('vtp', data), ('vtu', cells)):
        for mode, packing, words in itertools.product((0, 1, 2), (0, 1, 2, 3), (32, 64)):
            writer = vtk.vtkXMLPolyDataWriter() if kind == 'vtp' else vtk.vtkXMLUnstructuredGridWriter()
            writer.SetInputData(source)
            writer.SetDataMode(mode)  # ascii, binary, appended
            writer.SetCompressorType(packing)  # none, zlib, LZ4, LZMA
            writer.SetHeaderType(words)
            writer.SetEncodeAppendedData(words == 32)
            yield writer, f'mode{mode}_packing{packing}_{words}.{kind}'


def legacy_writers(data, cells):
    for source, binary, version in itertools.product((data, cells), (False, True), (42, 51)):
        writer = vtk.vtkPolyDataWriter() if source is data else vtk.vtkUnstructuredGridWriter()
        writer.SetInputData(source)
        if binary:
            writer.SetFileTypeToBinary()
        writer.SetFileVersion(version)
        yield writer, f'{"poly" if source is data else "cells"}_{"binary" if binary else "ascii"}_{version}.vtk'


def ply_writers(data):
    for binary in (False, True):
        writer = vtk.vtkPLYWriter()
        writer.SetInputData(data)
        writer.SetFileTypeToBinary() if binary else writer.SetFileTypeToASCII()
        yield writer, f'{"binary" if binary else "ascii"}.ply'


def compare(file, folder, points, masses, tally):
    header, voxels = dumped(file, folder, choice=f'field=density:{H}')
    name = os.path.basename(file)
    tally.check('error' not in header, f'{name}: {header.get("error")}')
    if voxels is None:
        return
    low, high = np.rint(points.min(axis=0) / H) - 2, np.rint(points.max(axis=0) / H) + 2
    tally.check(np.allclose(header['origin'], low * H), f'{name}: origin {header["origin"]}, not {low * H}')
    tally.check(header['dims'] == list((high - low + 1).astype(int)), f'{name}: {header["dims"]}')
    tally.check(np.allclose(header['spacing'], H), f'{name}: spacing {header["spacing"]}')
    truth = density(points, masses, header)
    apart = np.abs(voxels - truth).max() / truth.max()
    tally.check(apart < 1e-4, f'{name}: density differs by {apart} of the largest')
    tally.check(abs(voxels.sum(dtype=float) * H**3 / masses.sum() - 1) < 1e-6, f'{name}: mass {voxels.sum() * H**3}')


def main():
    tally = Tally()
    random = np.random.default_rng(5)
    with tempfile.TemporaryDirectory() as folder:
        for dtype in (np.float32, np.float64):
            points = (random.random((700, 3)) * (3, 1, 2) - (1, 5, 0)).astype(dtype)
            masses = random.random(700) + 0.2
            data = poly_data(points, masses)
            cells = unstructured(data)
            for writer, name in itertools.chain(xml_writers(data, cells), legacy_writers(data, cells)):
                file = os.path.join(folder, f'{dtype.__name__}_{name}')
                writer.SetFileName(file)
                writer.Write()
                # Legacy ascii has six digits of floats and twelve of doubles.
                compare(file, folder, points.astype(float), masses, tally)
            for writer, name in ply_writers(poly_data(points, None)):
                file = os.path.join(folder, f'{dtype.__name__}_{name}')
                writer.SetFileName(file)
                writer.Write()
                compare(file, folder, points.astype(np.float32).astype(float), np.ones(700), tally)
            table = os.path.join(folder, 'points.csv')
            np.savetxt(table, np.column_stack((masses, points)), delimiter=',', header='mass,x,y,z', comments='')
            compare(table, folder, points.astype(float), masses, tally)
    return tally.exit_code()


if __name__ == '__main__':
    raise SystemExit(main())
