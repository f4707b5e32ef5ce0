# The files that pydicom and nibabel carry for their own tests: each is read as those libraries read it, or refused for
# the right reason in one line; nothing dies, hangs, eats memory or prints another library's words.
# needs: numpy, nibabel, pydicom
# usage: test_others_files.py VOXMARCH [--verbose]
import json
import logging
import os
import resource
import subprocess
import sys
import tempfile
import warnings

import nibabel
import numpy as np
import pydicom

warnings.simplefilter('ignore')
logging.disable(logging.CRITICAL)

LIMIT_S = 60        # on a busy machine; alone each takes a fraction of a second
MEMORY = 256 << 20  # bytes above the program's own
SKIPPED = ('.py', '.pyc', '.json', '.m')


def files():
    bases = [os.path.join(os.path.dirname(pydicom.__file__), 'data')]
    root = os.path.dirname(nibabel.__file__)
    bases += [os.path.join(root, *part) for part in (('tests', 'data'), ('gifti', 'tests', 'data'),
                                                     ('externals', 'tests', 'data'), ('nicom', 'tests', 'data'))]
    for base in bases:
        for folder, _, names in sorted(os.walk(base)):
            for name in sorted(names):
                if not name.endswith(SKIPPED) and '__pycache__' not in folder:
                    yield os.path.join(folder, name)


class Result:
    pass


def info(program, file):
    """Runs `info --json`; measures time and memory."""
    result = Result()
    with tempfile.TemporaryFile('w+') as out, tempfile.TemporaryFile('w+') as err:
        process = subprocess.Popen([program, 'info', '--json', file], stdout=out, stderr=err, text=True,
                                   stdin=subprocess.DEVNULL)
        try:
            process.wait(LIMIT_S)
            result.hung = False
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
            result.hung = True
        out.seek(0)
        err.seek(0)
        result.out, result.err = out.read(), err.read()
    result.code = process.returncode
    return result


def peak_memory():
    return resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss * 1024


def get(answer, name):
    return np.array(answer[name], float)


def close(a, b, tolerance):
    return np.allclose(np.asarray(a, float), np.asarray(b, float), rtol=1e-5, atol=tolerance)


# --- what pydicom says

def dicom_place(data):
    """Spacing x, y; origin; row and column direction of a file with one frame or with functional groups."""
    groups = [data]
    for name in ('SharedFunctionalGroupsSequence', 'PerFrameFunctionalGroupsSequence'):
        if name in data and len(data[name].value):
            groups += [part[0] for part in (item.value for item in data[name].value[0] if item.VR == 'SQ') if len(part)]
    place = {}
    for group in groups:
        for key in ('PixelSpacing', 'ImagerPixelSpacing', 'ImagePositionPatient', 'ImageOrientationPatient'):
            if group.get(key) is not None and len(group.get(key)) > 0:
                place.setdefault(key, [float(v) for v in group.get(key)])
    return place


def is_colored(data):
    return data.get('SamplesPerPixel', 1) != 1 or str(data.get('PhotometricInterpretation')).startswith('PALETTE')


def stores_other_colors(data):
    """Luminance and differences, or places in a palette: test_dicom_colors.py compares what becomes of them."""
    return str(data.get('PhotometricInterpretation')).startswith(('YBR', 'PALETTE'))


def dicom_difference(data, answer):
    try:
        pixels = data.pixel_array
    except Exception as problem:
        return None, f'pydicom cannot unpack it: {problem}'
    frames = int(data.get('NumberOfFrames', 1) or 1)
    dims = [data.Columns, data.Rows, frames]
    if is_colored(data) and answer['times'] == frames:  # of a film; colours only, whose values are compared elsewhere
        dims[2] = 1
    if answer['dims'] != dims:
        return f'dims {answer["dims"]}, not {dims}', None
    wrong = channel_difference(answer) if is_colored(data) else None
    if not stores_other_colors(data):
        wrong = wrong or pixel_difference(data, pixels, frames, answer)
    place = dicom_place(data)
    spacing = place.get('PixelSpacing', place.get('ImagerPixelSpacing'))
    if spacing and not close(get(answer, 'spacing')[:2], spacing[::-1], 1e-6):
        wrong = wrong or f'spacing {get(answer, "spacing")}, not {spacing[::-1]}'
    if 'ImageOrientationPatient' in place:
        if not answer['anatomical']:
            wrong = wrong or 'lost its orientation'
        axes = np.array(answer['direction'], float)
        cosines = np.array(place['ImageOrientationPatient']).reshape(2, 3)
        if not (close(axes[:2], cosines, 1e-4) or close(axes.T[:2], cosines, 1e-4)):
            wrong = wrong or f'direction {axes.tolist()}, not {cosines.tolist()}'
        if 'ImagePositionPatient' in place and not close(get(answer, 'origin'), place['ImagePositionPatient'], 1e-3):
            wrong = wrong or f'origin {get(answer, "origin")}, not {place["ImagePositionPatient"]}'
    return wrong, None


def channel_difference(answer):
    names = [channel['name'].lower() for channel in answer['channels']]
    return None if names == ['red', 'green', 'blue'] else f'channels {names}'


def pixel_difference(data, pixels, frames, answer):
    if data.get('SamplesPerPixel', 1) == 3:
        pixels = pixels[..., 0]  # channel 0 is read
    pixels = pixels.reshape(frames, data.Rows, data.Columns).astype(float)
    pixels = pixels * float(data.get('RescaleSlope', 1) or 1) + float(data.get('RescaleIntercept', 0) or 0)
    wrong = value_difference(pixels, answer)
    if frames == 1:
        wrong = wrong or type_difference(data, pixels, answer)
    if frames == 1 and data.filename:  # packed ones have none
        wrong = wrong or voxel_difference(pixels, data.filename)
    return wrong


def type_difference(data, pixels, answer):
    """Whole values of 16 bits that fit are int16 or smaller, whatever the bits stored would allow for."""
    fits = pixels.min() >= -32768 and pixels.max() <= 32767 and (pixels == np.floor(pixels)).all()
    whole = all(float(data.get(name, 0) or 0).is_integer() for name in ('RescaleSlope', 'RescaleIntercept'))
    if data.BitsAllocated <= 16 and fits and whole and answer['type'] == 'float32':
        return f'{answer["type"]} from {pixels.min()} to {pixels.max()}'
    return None


def voxel_difference(pixels, file):
    """Every voxel, through dump_volume."""
    with tempfile.TemporaryDirectory() as folder:
        out = os.path.join(folder, 'voxels')
        done = subprocess.run([os.environ['VOXMARCH_DUMP']], input=f'{file}\t{out}\t0\t0\n', capture_output=True,
                              text=True)
        answer = json.loads(done.stdout)
        if 'error' in answer:
            return answer['error']
        voxels = np.fromfile(out, answer['type'])
    # float32 of the same double
    truth = pixels.ravel().astype(np.float32) if answer['type'] == 'float32' else pixels.ravel()
    return None if np.array_equal(voxels, truth) else f'{np.sum(voxels != truth)} of {voxels.size} voxels differ'


def value_difference(truth, answer):
    truth = np.asarray(truth, float)
    span = max(1e-6, float(truth.max() - truth.min()))
    for name, value in (('min', truth.min()), ('max', truth.max())):
        got = answer['range'][0 if name == 'min' else 1]
        if abs(got - value) > 1e-6 * max(span, abs(value)):
            return f'{name} {got}, not {value}'
    if abs(answer['mean'] - truth.mean()) > 1e-3 * span:
        return f'mean {answer["mean"]}, not {truth.mean()}'
    return None


def judge_dicom(data, result):
    """(verdict, words) of a file that pydicom reads."""
    has_pixels = any(name in data for name in ('PixelData', 'FloatPixelData', 'DoubleFloatPixelData'))
    if result.code == 0:
        answer = json.loads(result.out)
        known = data.get('SamplesPerPixel', 1) == 1 or data.get('PhotometricInterpretation') == 'RGB' or stores_other_colors(data)
        if not has_pixels or not known:
            return 'wrong', 'is no image in grey or in colours that are known'
        wrong, unknown = dicom_difference(data, answer)
        if wrong:
            return 'wrong', wrong
        return ('read alone', unknown) if unknown else ('equal', '')
    if not has_pixels or 'Rows' not in data:
        # What is too broken to be recognised as DICOM may also be said to be of no format.
        recognised = 'SOPClassUID' in data or data.get((0x0004, 0x1220)) is not None
        good = 'DICOM without pixels' in result.err or (not recognised and any(
            word in result.err for word in ('of no format', 'not a DICOM file', 'damaged')))
        return ('refused', '') if good else ('wrong words', result.err)
    if is_colored(data) and data.BitsAllocated > 8 and 'packed by run lengths' in result.err:
        return 'refused', 'gdcmconv unpacks it'
    try:
        data.pixel_array
    except Exception as problem:
        return 'refused', f'pydicom: {problem}'
    return 'wrong', f'pydicom reads it: {result.err}'


# --- what nibabel says

def judge_nibabel(image, file, result):
    known = isinstance(image, (nibabel.Nifti1Pair, nibabel.AnalyzeImage, nibabel.MGHImage,
                               nibabel.minc2.Minc2Image)) and not isinstance(image, nibabel.Cifti2Image)
    if result.code != 0:
        if known and isinstance(image, nibabel.MGHImage) and 'not perpendicular' in result.err:
            axes = image.affine[:3, :3] / np.linalg.norm(image.affine[:3, :3], axis=0)
            return ('wrong', result.err) if close(axes.T @ axes, np.eye(3), 1e-3) else ('refused', 'sheared')
        if known:
            readable = len(image.shape) <= 4 and os.path.exists(image.file_map['image'].filename)
            return ('wrong', f'nibabel reads it: {result.err}') if readable else ('refused', '')
        return 'refused', ''
    if not known:
        return 'wrong', 'is of a format that is not read'
    answer = json.loads(result.out)
    shape = list(image.shape[:3])
    if isinstance(image, nibabel.minc2.Minc2Image):
        shape = list(image.shape[::-1][:3])  # nibabel does not turn the axes round: times, z, y, x
    if answer['dims'] != shape:
        return 'wrong', f'dims {answer["dims"]}, not {shape}'
    values = np.asanyarray(image.dataobj)
    if values.ndim == 4:
        values = values[0] if isinstance(image, nibabel.minc2.Minc2Image) else values[..., 0]
    wrong = value_difference(values, answer)
    header = image.header
    stated = hasattr(header, 'get_sform') and (header['sform_code'] > 0 or header['qform_code'] > 0)
    if stated:
        affine = np.diag([-1, -1, 1, 1]) @ image.affine
        spacing = np.linalg.norm(affine[:3, :3], axis=0)
        axes = np.array(answer['direction'], float)
        if not close(get(answer, 'spacing'), spacing, 1e-4):
            wrong = wrong or f'spacing {get(answer, "spacing")}, not {spacing}'
        if not (close(axes.T, affine[:3, :3] / spacing, 1e-3) or close(axes, affine[:3, :3] / spacing, 1e-3)):
            wrong = wrong or f'direction {axes.tolist()}'
        if not close(get(answer, 'origin'), affine[:3, 3], 1e-3):
            wrong = wrong or f'origin {get(answer, "origin")}, not {affine[:3, 3]}'
    return ('wrong', wrong) if wrong else ('equal', '')


# Words that a refusal must hold, by what the file is.
WORDS = {'.gii': 'a surface and no volume', '.rec': 'Philips', '.head': '3dAFNItoNIFTI',
         '.brik': '3dAFNItoNIFTI'}


def judge(program, file):
    result = info(program, file)
    if result.hung:
        return 'died', f'ran longer than {LIMIT_S} s'
    if result.code not in (0, 4):
        return 'died' if result.code < 0 else 'wrong', f'exit code {result.code}: {result.err[:300]}'
    lines = result.err.splitlines()
    if result.code == 4 and (len(lines) != 1 or os.path.basename(file) not in result.err):
        return 'wrong words', result.err
    if any(word in result.err for word in ('itk', 'gdcm::', 'TIFFRead', 'Assertion', 'Warning:')):
        return 'wrong words', result.err
    name = file.lower()
    word = WORDS.get(os.path.splitext(name.removesuffix('.gz').removesuffix('.bz2'))[1])
    if word:
        return ('refused', '') if result.code == 4 and word in result.err else ('wrong words', result.err)
    try:
        data = pydicom.dcmread(file, force=True)
        if 'SOPClassUID' in data or (0x0004, 0x1220) in data or 'PixelData' in data:
            return judge_dicom(data, result)
    except Exception:
        pass
    try:
        return judge_nibabel(nibabel.load(file), file, result)
    except Exception:
        pass
    if result.code == 0 and file.endswith('.gz'):
        import gzip
        import io
        data = pydicom.dcmread(io.BytesIO(gzip.open(file).read()), force=True)
        return judge_dicom(data, result)
    return ('refused', '') if result.code == 4 else ('wrong', 'nobody else reads it')


def main():
    program, verbose = sys.argv[1], '--verbose' in sys.argv
    with tempfile.TemporaryDirectory() as folder:
        tiny = os.path.join(folder, 'a_2x2x2_uint8.raw')
        with open(tiny, 'wb') as stream:
            stream.write(bytes(8))
        if info(program, tiny).code != 0:
            sys.exit('the program does not run')
    own = peak_memory()
    counts = {}
    bad = 0
    for file in files():
        verdict, words = judge(program, file)
        counts[verdict] = counts.get(verdict, 0) + 1
        is_bad = verdict in ('wrong', 'wrong words', 'died')
        bad += is_bad
        if is_bad or verbose:
            print(f'{verdict:12} {os.path.relpath(file, os.path.dirname(os.path.dirname(pydicom.__file__)))}: '
                  f'{str(words).strip()[:300]}')
    if peak_memory() > own + MEMORY:
        print(f'a file took {(peak_memory() - own) >> 20} MiB above the program\'s own {own >> 20}')
        bad += 1
    print(f'{sum(counts.values())} files: ' + ', '.join(f'{n} {verdict}' for verdict, n in sorted(counts.items())))
    sys.exit(1 if bad else 0)


main()
