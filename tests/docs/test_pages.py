"""Runs what gallery and recipes tell to run, each page in an empty folder; pictures of the gallery must be the stored ones.

usage: test_pages.py VOXMARCH [--update]    --update: makes the pictures in docs/images/gallery anew
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


def pictures(page):
    return re.findall(r"!\[[^\]]*\]\((images/gallery/[^)]+)\)", page.read_text())


def compare(page, folder):
    """Stored pictures have 256 colours and other devices round otherwise: means may differ a little."""
    for name in pictures(page):
        drawn, stored = folder / Path(name).name, DOCS / name
        if not drawn.exists():
            yield f"{page.name}: no command makes {drawn.name}"
        elif not stored.exists():
            yield f"{name} is missing (tests/docs/test_pages.py VOXMARCH --update makes it)"
        else:
            a, b = (np.asarray(Image.open(file).convert("RGB"), float) for file in (drawn, stored))
            far = np.abs(a - b).mean() if a.shape == b.shape else 255
            if far > 4:
                yield f"{name} is not what its command draws: {far:.1f}/255 apart in the mean"
            if stored.stat().st_size > MOST_BYTES:
                yield f"{name} is larger than {MOST_BYTES} bytes"


def update(page, folder):
    for name in pictures(page):
        (DOCS / name).parent.mkdir(parents=True, exist_ok=True)
        picture = Image.open(folder / Path(name).name).convert("RGB")
        palette = picture.quantize(256)
        for dither in Image.Dither.FLOYDSTEINBERG, Image.Dither.NONE: # smooth colours without bands, where there is room
            picture.quantize(palette=palette, dither=dither).save(DOCS / name, optimize=True)
            if (DOCS / name).stat().st_size <= MOST_BYTES:
                break
        print(f"{name}: {(DOCS / name).stat().st_size} bytes")


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
