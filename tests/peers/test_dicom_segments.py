# Names and colours of the segments of DICOM segmentations that highdicom writes.
# needs: numpy, pydicom, highdicom
# usage: test_dicom_segments.py VOXMARCH
import json
import pathlib
import subprocess
import sys
import tempfile

import highdicom as hd
import numpy as np
import pydicom
from pydicom.sr.codedict import codes

from common import Tally, dumped

voxmarch = sys.argv[1]
tally = Tally()
scratch = pathlib.Path(tempfile.mkdtemp())
SHAPE = (5, 12, 16)


def slices():
    study, series, frame = (pydicom.uid.generate_uid() for _ in range(3))
    result = []
    for z in range(SHAPE[0]):
        data = pydicom.Dataset()
        data.file_meta = pydicom.dataset.FileMetaDataset()
        data.file_meta.TransferSyntaxUID = pydicom.uid.ExplicitVRLittleEndian
        data.SOPClassUID = data.file_meta.MediaStorageSOPClassUID = pydicom.uid.CTImageStorage
        data.SOPInstanceUID = data.file_meta.MediaStorageSOPInstanceUID = pydicom.uid.generate_uid()
        data.StudyInstanceUID, data.SeriesInstanceUID, data.FrameOfReferenceUID = study, series, frame
        data.PatientID = data.PatientName = data.StudyID = data.AccessionNumber = "1"
        data.PatientBirthDate = data.PatientSex = data.StudyDate = data.StudyTime = data.ReferringPhysicianName = ""
        data.Modality, data.PositionReferenceIndicator = "CT", ""
        data.SeriesNumber, data.InstanceNumber = 1, z + 1
        data.Rows, data.Columns = SHAPE[1:]
        data.SamplesPerPixel, data.PhotometricInterpretation = 1, "MONOCHROME2"
        data.BitsAllocated = data.BitsStored = 16
        data.HighBit, data.PixelRepresentation = 15, 0
        data.PixelSpacing, data.SliceThickness = [1.5, 1.0], 2.0
        data.ImageOrientationPatient, data.ImagePositionPatient = [1, 0, 0, 0, 1, 0], [10, 20, 2.0 * z]
        data.PixelData = np.full(SHAPE[1:], 1000 * z % 900, "u2").tobytes()
        data.save_as(scratch / f"ct{z}.dcm", enforce_file_format=True)
        result.append(data)
    return result


def description(number, label, color):
    return hd.seg.SegmentDescription(
        number, label, codes.SCT.Tissue, codes.SCT.Tissue, hd.seg.SegmentAlgorithmTypeValues.MANUAL,
        display_color=None if color is None else hd.color.CIELabColor.from_rgb(*color))


def write(name, labels, segments):
    segmentation = hd.seg.Segmentation(
        slices(), labels, hd.seg.SegmentationTypeValues.BINARY, segments, pydicom.uid.generate_uid(), 7,
        pydicom.uid.generate_uid(), 1, "made", "test", "1", "1")
    path = scratch / name
    segmentation.save_as(path)
    return path


def told(path):
    done = subprocess.run([voxmarch, "info", "--json", str(path)], capture_output=True, text=True, check=False)
    tally.check(done.returncode == 0, done.stderr)
    return {entry["label"]: entry for entry in json.loads(done.stdout or "{}").get("labels", [])}


labels = np.zeros(SHAPE, "u1")
labels[1:4, 2:6, 3:8] = 1
labels[2:, 7:11, 9:14] = 2
labels[0, 0:2, 0:2] = 3
colors = {1: (255, 128, 0), 2: (12, 200, 90), 3: None}
names = {1: "Left lung", 2: "Grösse", 3: "no colour"}
path = write("seg.dcm", labels, [description(i, names[i], colors[i]) for i in names])
header, voxels = dumped(path, scratch)
tally.check(voxels is not None and np.array_equal(voxels, labels), f"voxels: {header}")
found = told(path)
for label, color in colors.items():
    entry = found.get(label, {})
    tally.check(entry.get("name") == names[label], f"name of {label}: {entry}")
    tally.check(entry.get("voxels") == int((labels == label).sum()), f"voxels of {label}: {entry}")
    stated = entry.get("color")
    if color is None:
        tally.check(stated is None, f"colour of {label}: {entry}")
    else:
        off = max(abs(int(stated[1 + 2 * i:3 + 2 * i], 16) - color[i]) for i in range(3)) if stated else 255
        tally.check(off <= 2, f"colour of {label}: {entry} not {color}")
path = write("one.dcm", (labels == 2).astype("u1"), [description(1, "alone", (0, 0, 255))])
found = told(path)
tally.check(found.get(1, {}).get("name") == "alone", f"one segment: {found}")
picture = scratch / "picture.png"
done = subprocess.run([voxmarch, "render", str(scratch / "seg.dcm"), "--labels", str(scratch / "seg.dcm"), "--size", "32x32",
                       "-o", str(picture)], capture_output=True, text=True, check=False)
tally.check(done.returncode == 0 and picture.exists(), f"render: {done.stderr}")
sys.exit(tally.exit_code())
