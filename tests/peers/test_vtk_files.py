# VTK images as VTK itself writes them, legacy and XML, in every coding and packing: values, places, arrays.
# needs: numpy, vtk
# usage: test_vtk_files.py VOXMARCH
import json
import os
import re
import subprocess
import sys
import tempfile

import numpy as np
import vtk
from vtk.util.numpy_support import numpy_to_vtk

DIMS = (7, 5, 4)
failures = 0


def image(directed):
    """Two scalar arrays and a vector at the points, one array of the cells."""
    data = vtk.vtkImageData()
    data.SetDimensions(*DIMS)
    data.SetSpacing(0.5, 1.25, 2)
    data.SetOrigin(10, -20, 30)
    if directed:
        data.SetDirectionMatrix(0, -1, 0, 1, 0, 0, 0, 0, 1)
    count = int(np.prod(DIMS))
    arrays = {
        'density': (np.arange(count) * 7 - 300).astype(np.int16),
        'some heat': np.linspace(-1, 1, count).astype(np.float32),
        'flow': np.ones((count, 3), np.float32),
    }
    for name, values in arrays.items():
        array = numpy_to_vtk(values, deep=True)
        array.SetName(name)
        data.GetPointData().AddArray(array)
    data.GetPointData().SetActiveScalars('some heat')
    cells = numpy_to_vtk(np.arange(int(np.prod(np.array(DIMS) - 1))).astype(np.uint8), deep=True)
    cells.SetName('parts')
    data.GetCellData().AddArray(cells)
    return data


def info(program, file, *options):
    done = subprocess.run([program, 'info', '--json', *options, file], capture_output=True, text=True, timeout=120)
    return done, json.loads(done.stdout) if done.returncode == 0 else None


def expect(condition, words):
    global failures
    if not condition:
        failures += 1
        print('differs:', words)


def compare(program, file, data, array, at_points=True):
    done, answer = info(program, file, '--array', array)
    name = f'{os.path.basename(file)} {array}'
    if answer is None:
        expect(False, f'{name}: {done.stderr}')
        return
    source = data.GetPointData() if at_points else data.GetCellData()
    values = vtk.util.numpy_support.vtk_to_numpy(source.GetArray(array)).astype(float)
    dims = [n - (not at_points) for n in DIMS]
    expect(answer['dims'] == dims, f'{name}: {answer["dims"]}')
    expect(np.allclose(answer['range'], [values.min(), values.max()], atol=1e-6), f'{name}: {answer["range"]}')
    expect(abs(answer['mean'] - values.mean()) < 1e-4, f'{name}: mean {answer["mean"]}, not {values.mean()}')
    # The world place of the first voxel and of the last along each axis, as VTK has it.
    half = 0 if at_points else 0.5
    origin = np.zeros(3)
    data.TransformContinuousIndexToPhysicalPoint([half] * 3, origin)
    got = np.array(answer['origin'], float)
    expect(np.allclose(got, origin, atol=1e-6), f'{name}: origin {got}, not {origin}')
    for axis in range(3):
        step = np.zeros(3)
        data.TransformContinuousIndexToPhysicalPoint([half + (i == axis) for i in range(3)], step)
        direction = np.array(answer['direction'], float)[axis]
        spacing = answer['spacing'][axis]
        expect(np.allclose(direction * spacing, step - origin, atol=1e-6), f'{name}: axis {axis} {direction}')


def voxels(file, folder):
    """The voxels of a file, through dump_volume."""
    out = os.path.join(folder, 'voxels')
    done = subprocess.run([os.environ['VOXMARCH_DUMP']], input=f'{file}\t{out}\t0\t0\n', capture_output=True, text=True)
    answer = json.loads(done.stdout)
    if 'error' in answer:
        return answer['error'], None
    with open(out, 'rb') as stream:
        return '', np.frombuffer(stream.read(), answer['type'])


def compare_pieces(folder):
    """One file in several pieces, of points, which neighbours share, and of cells. @return the number of files"""
    files = 0
    for at_points in (True, False):
        source = vtk.vtkRTAnalyticSource()  # it can be asked for parts; data in memory are written whole in every piece
        source.SetWholeExtent(-3, 9, 2, 12, -1, 7)
        last = source
        if not at_points:
            last = vtk.vtkPointDataToCellData()
            last.SetInputConnection(source.GetOutputPort())
        last.Update()
        data = last.GetOutput().GetPointData() if at_points else last.GetOutput().GetCellData()
        truth = vtk.util.numpy_support.vtk_to_numpy(data.GetScalars()).copy()
        for pieces in (1, 2, 3, 8, 17):
            for mode in (0, 1, 2):
                writer = vtk.vtkXMLImageDataWriter()
                writer.SetInputConnection(last.GetOutputPort())
                writer.SetDataMode(mode)
                writer.SetNumberOfPieces(pieces)
                file = os.path.join(folder, f'pieces_{at_points}_{pieces}_{mode}.vti')
                writer.SetFileName(file)
                writer.Write()
                with open(file, 'rb') as stream:
                    extents = set(re.findall(rb'Piece Extent="([^"]*)', stream.read()))
                expect(len(extents) == pieces, f'{file}: VTK wrote {len(extents)} pieces')
                error, values = voxels(file, folder)
                expect(values is not None and np.allclose(values, truth, rtol=1e-5), f'{file}: {error} {values}')
                files += 1
    writer = vtk.vtkXMLImageDataWriter()
    writer.SetNumberOfPieces(5)
    file = write(writer, os.path.join(folder, 'five_times.vti'), image(False))
    error, values = voxels(file, folder)
    expect(values is not None and len(values) == np.prod(DIMS), f'{file}: {error}')
    return files + 1


def write(writer, file, data):
    writer.SetFileName(file)
    writer.SetInputData(data)
    writer.Write()
    return file


def main():
    program = sys.argv[1]
    files = 0
    with tempfile.TemporaryDirectory() as folder:
        packings = {'plain': None, 'zlib': vtk.vtkZLibDataCompressor, 'lz4': vtk.vtkLZ4DataCompressor,
                    'lzma': vtk.vtkLZMADataCompressor}
        for directed in (False, True):
            data = image(directed)
            for packing, compressor in packings.items():
                for mode in ('ascii', 'binary', 'appended', 'appended64'):
                    for words in (32, 64):
                        for big in (False, True):
                            writer = vtk.vtkXMLImageDataWriter()
                            writer.SetCompressor(compressor() if compressor else None)
                            if compressor:
                                writer.SetBlockSize(64)
                            writer.SetDataMode({'ascii': 0, 'binary': 1}.get(mode, 2))
                            writer.SetEncodeAppendedData(mode == 'appended64')
                            (writer.SetHeaderTypeToUInt64 if words == 64 else writer.SetHeaderTypeToUInt32)()
                            (writer.SetByteOrderToBigEndian if big else writer.SetByteOrderToLittleEndian)()
                            file = write(writer, os.path.join(
                                folder, f'{packing}_{mode}_{words}_{"big" if big else "little"}_{directed}.vti'), data)
                            compare(program, file, data, 'density')
                            files += 1
            compare(program, file, data, 'some heat')
            compare(program, file, data, 'parts', at_points=False)
        data = image(False)
        for coding in ('ascii', 'binary'):
            for version in (42, 51):
                writer = vtk.vtkStructuredPointsWriter()
                getattr(writer, 'SetFileTypeToASCII' if coding == 'ascii' else 'SetFileTypeToBinary')()
                writer.SetFileVersion(version)
                file = write(writer, os.path.join(folder, f'{coding}_{version}.vtk'), data)
                for array in ('density', 'some heat'):
                    compare(program, file, data, array)
                compare(program, file, data, 'parts', at_points=False)
                done, answer = info(program, file)
                note = ' '.join(answer['notes']) if answer else done.stderr
                expect(all(name in note for name in ('density', 'some heat', 'flow', 'parts')), f'{file}: {note}')
                expect(answer and abs(answer['range'][1] - 1) < 1e-6, f'{file}: the active array is not the default')
                done, answer = info(program, file, '--array', 'none')
                expect(done.returncode == 2 and 'density' in done.stderr, f'{file}: {done.stderr}')
                done, answer = info(program, file, '--array', 'flow')
                expect(done.returncode == 0 and len(answer['channels']) == 3 and answer['range'] == [1, 1],
                       f'{file}: {done.stdout} {done.stderr}')
                files += 1
        files += compare_pieces(folder)
    print(f'{files} files of VTK {vtk.vtkVersion.GetVTKVersion()}, {failures} differences')
    sys.exit(1 if failures else 0)


main()
