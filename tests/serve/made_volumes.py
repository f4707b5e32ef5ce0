"""Volumes that tests make."""

import struct

import numpy as np


def ball(radius, edge=32, center=None):
    """A soft ball: 200 within, 0 outside."""
    places = np.indices((edge,) * 3) - np.reshape(center or [edge / 2 - 0.5] * 3, (3, 1, 1, 1))
    return np.clip((radius - np.sqrt((places ** 2).sum(0))) * 60 + 100, 0, 200).astype(np.uint8)


def write_dicom(folder, values, levels, widths, names=""):
    """A series of axial CT slices of (z, y, x) values with windows."""
    def element(tag, kind, value):
        value = struct.pack("<H", value) if kind == "US" else value.encode() if isinstance(value, str) else value
        value += b"\0" * (len(value) % 2) if kind in ("UI", "OW") else b" " * (len(value) % 2)
        length = struct.pack("<HI", 0, len(value)) if kind == "OW" else struct.pack("<H", len(value))
        return struct.pack("<HH", tag >> 16, tag & 0xffff) + kind.encode() + length + value

    folder.mkdir()
    for z, slice_ in enumerate(values.astype("<i2")):
        data = element(0x00020010, "UI", "1.2.840.10008.1.2.1")
        for tag, kind, value in ((0x00080016, "UI", "1.2.840.10008.5.1.4.1.1.2"), (0x00080060, "CS", "CT"), (0x0020000e, "UI", "1.2.3"),
                                 (0x00200032, "DS", f"0\\0\\{z}"), (0x00200037, "DS", "1\\0\\0\\0\\1\\0"), (0x00280002, "US", 1),
                                 (0x00280004, "CS", "MONOCHROME2"), (0x00280010, "US", slice_.shape[0]), (0x00280011, "US", slice_.shape[1]),
                                 (0x00280030, "DS", "1\\1"), (0x00280100, "US", 16), (0x00280101, "US", 16), (0x00280102, "US", 15),
                                 (0x00280103, "US", 1), (0x00281050, "DS", levels), (0x00281051, "DS", widths), (0x00281052, "DS", "0"),
                                 (0x00281053, "DS", "1"), (0x00281055, "LO", names), (0x7fe00010, "OW", slice_.tobytes())):
            data += element(tag, kind, value) if value != "" else b""
        (folder / f"{z:03}.dcm").write_bytes(bytes(128) + b"DICM" + data)


def write_nrrd(file, *channels):
    """Channels run fastest, as NRRD has vectors."""
    edge = channels[0].shape[0]
    sizes = f"{edge} {edge} {edge}"
    head = f"NRRD0004\ntype: uint8\ndimension: {3 + (len(channels) > 1)}\nencoding: raw\n"
    head += f"sizes: {len(channels)} {sizes}\nkinds: vector domain domain domain\n" if len(channels) > 1 else f"sizes: {sizes}\n"
    file.write_bytes(head.encode() + b"\n" + np.stack(channels, -1).tobytes())
