"""Volumes that tests make."""

import numpy as np


def ball(radius, edge=32, center=None):
    """A soft ball: 200 within, 0 outside."""
    places = np.indices((edge,) * 3) - np.reshape(center or [edge / 2 - 0.5] * 3, (3, 1, 1, 1))
    return np.clip((radius - np.sqrt((places ** 2).sum(0))) * 60 + 100, 0, 200).astype(np.uint8)


def write_nrrd(file, *channels):
    """Channels run fastest, as NRRD has vectors."""
    edge = channels[0].shape[0]
    sizes = f"{edge} {edge} {edge}"
    head = f"NRRD0004\ntype: uint8\ndimension: {3 + (len(channels) > 1)}\nencoding: raw\n"
    head += f"sizes: {len(channels)} {sizes}\nkinds: vector domain domain domain\n" if len(channels) > 1 else f"sizes: {sizes}\n"
    file.write_bytes(head.encode() + b"\n" + np.stack(channels, -1).tobytes())
