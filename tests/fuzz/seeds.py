#!/usr/bin/env python3
"""Writes what fuzzing begins with: small good inputs, and words that formats know.

usage: seeds.py VOXMARCH FOLDER
FOLDER gets a folder for each reader of fuzz_readers, and FOLDER/READER.words where tokens are hard to guess.
More formats are there where Python has numpy (build/peers/bin/python).
"""

import re
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
import bad_files  # noqa: E402

READERS = {  # endings of the good files of bad_files.py
    "nrrd": [".nrrd"], "nifti": ["a.nii", "a.nii.gz"], "mgh": [".mgh", ".mgz"], "vtk": ["a.vtk"], "vti": [".vti"], "npy": [".npy"],
    "npz": [".npz"], "dicom": [".dcm"], "ply": ["m.ply"], "stl": [".stl"], "obj": [".obj"], "glb": [".glb"],
    "particles": [".ply", "lines.vtk"], "skeleton": ["lines.vtk"], "transfer": ["t.json"], "png-text": ["session.png"],
}
FUNCTIONS = {"transfer": ".json", "transfer-paraview": "paraview.json", "transfer-slicer": ".vp.json", "transfer-slicer-vp": ".vp",
             "transfer-slicer-mrml": ".mrml", "transfer-inviwo": ".itf", "transfer-voreen": ".tfi", "transfer-image": ".png"}
TEXTS = {
    "raw-words": ["heart_256x256x128_uint16.raw", "256x256x128:uint16:1,1,2mm:big:offset=352", "4x4x4:f32"],
    "raw": ["2x2x2:uint8\n12345678", "2x1x2:int16:1,1,2mm:big:offset=1\n123456789", "1x1x1:f64\n12345678"],
    "labels": ['1 255 0 0 1 1 1 "Left kidney"\n', "# a comment\n40 name_of 10 20 30 255\n",
               "NRRD0004\nSegment0_Name:=a b\nSegment0_LabelValue:=3\nSegment0_Color:=0.5 0.2 1\nSegment0_Layer:=0\n\n"],
    "expression": ["1 - 16*x*y*z - 4*(x^2 + y^2 + z^2)", "min(max(x, -y), sqrt(abs(z))) + sin(pi*x)*cos(y)/exp(-z)"],
    "page-messages": [
        '{"type":"move","kind":"orbit","by":[3,-4.5],"moving":true,"request":17}\n{"type":"move","kind":"zoom","factor":1.25,"at":[10,20]}\n'
        '{"type":"size","width":100,"height":80}\n{"type":"view","name":"front"}\n{"type":"preset","name":"thesis"}\n{"type":"rest"}',
        '{"type":"look","mode":"both","isovalue":40.5,"shadows":"half","shading":"none","blend":"mip","projection":"orthographic",'
        '"ambient_occlusion":16,"clip":[[0,0,0],[1,1,0.5]],"background":[0,0,1],"step":1,"surface_color":[1,0,0],"surface_opacity":0.5}\n'
        '{"type":"camera","camera":{"eye":[0,0,9],"target":[0,0,0],"up":[0,1,0],"fov":30,"height":null}}\n{"type":"window","window":[1,9]}',
        '{"type":"transfer","transfer":{"format":"voxmarch-transfer","version":1,"name":"a","domain":"value","colors":[{"scalar":3,'
        '"rgb":[1,0,0]}],"opacities":[{"scalar":3,"opacity":0.5}]}}\n{"type":"slice","axis":1,"position":0.5,"longest":64}\n'
        '{"type":"shown","picture":5}\n{"type":"move","kind":"turntable","by":[9,1]}\n{"type":"move","kind":"fly","by":[1,2,3]}',
        '{"type":"annotate","kind":"ruler","places":[[1,2,3],[4,5,6]]}\n{"type":"annotate","kind":"point","places":[[0,0,0.5]]}\n'
        '{"type":"annotation","annotation":1,"visible":false,"name":"a"}\n{"type":"look","annotations":false}\n'
        '{"type":"pick","at":[10,20.5]}\n{"type":"pick","at":[1,2],"axis":0,"position":0.25,"longest":64,"channel":0}\n'
        '{"type":"readings","file":"csv"}\n{"type":"annotation","annotation":0,"removed":true}',
        '{"type":"labels","labels":[1,3],"visibility":0.5,"color":[1,0,0]}', '{"type":"labels","color":null}'],
    "served-session": [
        '{"format":"voxmarch-session","version":1,"volume":{"source":"synthetic:sphere:8"},"size":[64,48],"camera":{"eye":[0,0,9],'
        '"target":[0,0,0],"up":[0,1,0],"fov":30},"transfer":{"format":"voxmarch-transfer","version":1,"name":"a","domain":"value",'
        '"colors":[{"scalar":3,"rgb":[1,0,0]}],"opacities":[{"scalar":3,"opacity":0.5}]},"settings":{"mode":"both","surfaces":'
        '[{"isovalue":40}]},"labels":{"source":""},"skeleton":{"source":""},"lod":"exact"}'],
    "web-words": ["/thumbnail?preset=ct%2Dbone&x=a+b", "localhost:8080", "[::1]:80", "http://localhost", "Bearer abc"],
    "words": ["LPS", "x,-y,z", "none", "density:0.2", "density:0.5:-1,-1,-1,1,1,2"],
    "tiff-description": [
        "iImageJ=1.53\nimages=12\nchannels=2\nslices=3\nframes=2\nhyperstack=true\nmode=composite\nunit=micron\nspacing=0.5\nfinterval=2\n",
        's{"shape": [2, 3, 31, 61], "axes": "TZYX"}',
        'o<OME xmlns="http://www.openmicroscopy.org/Schemas/OME/2016-06"><Image ID="Image:0"><Pixels ID="Pixels:0" '
        'DimensionOrder="XYZCT" Type="uint8" SizeX="5" SizeY="5" SizeZ="3" SizeC="2" SizeT="2" PhysicalSizeX="0.5" '
        'PhysicalSizeXUnit="mm" TimeIncrement="2"><Channel ID="Channel:0:0" Name="a" Color="-1"/>'
        '<TiffData IFD="0" PlaneCount="12"/></Pixels></Image></OME>'],
    "particles": ["x,y,z,mass\n1,2,3,0.5\n4,5,6,1\n", "1 2 3\n4 5 6\n",
                  '<?xml version="1.0"?>\n<VTKFile type="PolyData" version="1.0" byte_order="LittleEndian" header_type="UInt64">\n<PolyData>\n'
                  '<Piece NumberOfPoints="2">\n<PointData><DataArray type="Float32" Name="mass" format="ascii">1 2</DataArray></PointData>\n'
                  '<Points><DataArray type="Float32" NumberOfComponents="3" format="ascii">0 0 0 1 1 1</DataArray></Points>\n'
                  '</Piece>\n</PolyData>\n</VTKFile>\n'],
    "base64": ["aGVsbG8gd29ybGQ=", "QUJD\nREVG"],
    "lzf": ["\x00a\x20\x00", "\x04hello\xe0\x10\x04"],
}


def zipped(folder, packing):
    """The bytes of a store in a zip file."""
    file = folder.with_suffix(".zip")
    with zipfile.ZipFile(file, "w", packing) as archive:
        for one in sorted(folder.rglob("*")):
            if one.is_file():
                archive.write(one, one.relative_to(folder))
    return file.read_bytes()


def texts_of(png):
    """Texts of a picture."""
    at, texts = 8, []
    while at + 8 <= len(png):
        size = int.from_bytes(png[at:at + 4], "big")
        if png[at + 4:at + 8] == b"iTXt":
            texts.append(png[at + 8:at + 8 + size].split(b"\0\0\0\0\0", 1)[1])
        at += size + 12
    return texts


def write_seeds(voxmarch, folder):
    def put(reader, data):
        place = folder / reader
        place.mkdir(parents=True, exist_ok=True)
        (place / f"seed-{len(list(place.glob('seed-*')))}").write_bytes(data)

    with tempfile.TemporaryDirectory() as scratch:
        scratch = Path(scratch)
        good = {name: file.read_bytes() for name, (file, _) in bad_files.seeds(voxmarch, scratch).items()}
        for reader, endings in READERS.items():
            for name, data in good.items():
                if any(name.endswith(ending) for ending in endings):
                    put(reader, data)
        for text in texts_of(good.get("session.png", b"")):
            put("session", text)
        for reader, ending in FUNCTIONS.items():
            for preset in ("mr-default", "ct-bone"):
                file = scratch / (preset + ending if ending.startswith(".") else preset + ".json")
                file.unlink(missing_ok=True)
                words = [] if ending.startswith(".") else ["--format", "paraview"]
                done = subprocess.run([voxmarch, "transfer", "--save", preset, "-o", file, *words], capture_output=True)
                if done.returncode == 0:
                    put(reader, file.read_bytes())
        for codec in ("none", "lz4", "zstd"):
            store = scratch / f"{codec}.ome.zarr"
            done = subprocess.run([voxmarch, "convert", "synthetic:sphere:6", store, "--codec", codec], capture_output=True)
            if done.returncode == 0:
                put("zarr", zipped(store, zipfile.ZIP_DEFLATED if codec == "lz4" else zipfile.ZIP_STORED))
    for reader, texts in TEXTS.items():
        for text in texts:
            put(reader, text.encode("latin-1"))
    for place in folder.iterdir():
        if place.is_dir():
            words = set()
            for seed in place.glob("seed-*"):
                words |= set(re.findall(rb"[A-Za-z_][A-Za-z0-9_.:-]{2,30}", seed.read_bytes()))
            if words:
                place.with_suffix(".words").write_bytes(b"".join(b'"' + word + b'"\n' for word in sorted(words)[:400]))


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    write_seeds(sys.argv[1], Path(sys.argv[2]))
