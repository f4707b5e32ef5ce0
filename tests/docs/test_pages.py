"""Runs what gallery and recipes tell to run, each page in an empty folder; pictures must be the stored ones.

usage: test_pages.py VOXMARCH [--update]    --update: makes the pictures in docs/images/gallery and recipes anew
"""
# needs: numpy, PIL, tifffile, nibabel

import re
import sys
import tempfile
import time
from pathlib import Path

import numpy as np
from PIL import Image

from pages import DOCS, ROOT, RUN_PAGES, run_page

MOST_BYTES = 80 * 1024
WHITE = (255, 255, 255)


def pictures(page):
    """Those that a page shows of what its commands make, as paths."""
    links = re.findall(r"!\[[^\]]*\]\(((?:\.\./)?images/(?:gallery|recipes)/[^)]+)\)", page.read_text())
    return [(page.parent / link).resolve() for link in links]


def keep_white(reduced, picture):
    """The background of a picture of 256 colours is white where it was: on a white page its border else is seen."""
    if picture.getpixel((0, 0)) == WHITE:
        colors = np.array(reduced.getpalette()).reshape(-1, 3)
        colors[reduced.getpixel((0, 0))] = WHITE
        reduced.putpalette(colors.ravel().tolist())
    return reduced


def compare(page, folder):
    """Stored pictures have 256 colours and other devices round otherwise: means may differ a little."""
    for stored in pictures(page):
        drawn, name = folder / stored.name, stored.relative_to(DOCS)
        if not drawn.exists():
            yield f"{page.name}: no command makes {drawn.name}"
        elif not stored.exists():
            yield f"{name} is missing (tests/docs/test_pages.py VOXMARCH --update makes it)"
        else:
            a, b = (np.asarray(Image.open(file).convert("RGB"), float) for file in (drawn, stored))
            far = np.abs(a - b).mean() if a.shape == b.shape else 255
            if far > 4:
                yield f"{name} is not what its command draws: {far:.1f}/255 apart in the mean"
            if (a[0, 0] == WHITE).all() and (b[0, 0] != WHITE).any():
                yield f"{name} has a background of {b[0, 0]}, its command draws white"
            if stored.stat().st_size > MOST_BYTES:
                yield f"{name} is larger than {MOST_BYTES} bytes"


def update(page, folder):
    for stored in pictures(page):
        stored.parent.mkdir(parents=True, exist_ok=True)
        picture = Image.open(folder / stored.name).convert("RGB")
        palette = picture.quantize(256)
        for dither in Image.Dither.FLOYDSTEINBERG, Image.Dither.NONE: # smooth colours without bands, where there is room
            keep_white(picture.quantize(palette=palette, dither=dither), picture).save(stored, optimize=True)
            if stored.stat().st_size <= MOST_BYTES:
                break
        print(f"{stored.relative_to(DOCS)}: {stored.stat().st_size} bytes")


def main(program, *words):
    problems = []
    with tempfile.TemporaryDirectory() as scratch:
        for page in RUN_PAGES:
            folder = Path(scratch) / page.stem
            folder.mkdir()
            start = time.monotonic()
            problems += run_page(page, program, folder)
            if "--update" in words:
                update(page, folder)
            problems += compare(page, folder)
            print(f"{page.relative_to(ROOT)}: {time.monotonic() - start:.1f} s")
    print("\n".join(problems))
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
