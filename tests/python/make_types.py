"""Writes python/voxmarch/_types.py, what type checkers and editors know of options and of the fields of scenes, from
what the module says of them. usage: make_types.py [--check] with
PYTHONPATH=build/release/python"""
import os
import re
import sys
import textwrap

import voxmarch as vm
from voxmarch import _core

ROOT = os.path.join(os.path.dirname(os.path.realpath(__file__)), "..", "..")
FILE = os.path.join(ROOT, "python", "voxmarch", "_types.py")

HEAD = '''"""What type checkers and editors know of the options of a picture and of the fields of a scene. Nothing of it is
used when programs run. Made by tests/python/make_types.py."""
from __future__ import annotations

from typing import Any, Literal, Mapping, Optional, Sequence, TypedDict, Union

import numpy as np

from ._scene import Fields

Numbers = Union[Sequence[float], np.ndarray]

'''

#: Types of what options take, by the words of the command line; all take text, too.
KINDS = {
    "": "bool",
    "N": "int",
    "NUMBER": "float",
    "MARGIN": "float",
    "NAME": "str",
    "TEXT": "str",
    "WxH": "Union[str, Numbers]",
    "PARTS": "Union[str, Mapping[str, Any]]",
    "COLOR": "Union[str, Numbers]",
    "NAME|FILE|KEY=..": "Any",
    "LO:HI|LEVEL/WIDTH|NAME": "Union[str, Numbers]",
    "V[,V..]": "Union[str, float, Numbers]",
    "X,Y": "Union[str, Numbers]",
    "ambient|background|FILE": "str",
    "A[,..]": "Union[str, float, Numbers]",
    "N[,..]": "Union[str, float, Numbers]",
    "COLOR[,..]": "Union[str, Sequence[Any], np.ndarray]",
    "X,Y,Z|eye:X,Y,Z|headlight|key": "Union[str, Numbers]",
    "[eye:]X,Y,Z[:COLOR]": "Union[str, Sequence[str]]",
    "NUMBER|R,G,B": "Union[str, float, Numbers]",
    "X0:X1,Y0:Y1,Z0:Z1": "Union[str, Sequence[Sequence[Union[str, float]]], np.ndarray]",
    "NX,NY,NZ,D": "Union[str, Numbers, Sequence[Sequence[float]]]",
    "N|N:LOOK": "Union[str, int, Sequence[Any], Mapping[int, str]]",
    "N|others=STYLE": "Union[str, Mapping[Any, Any]]",
    "N|auto|adaptive": 'Union[float, Literal["auto", "adaptive"]]',
}


def type_of_kind(kind):
    """Of an option's value."""
    words = re.fullmatch(r"(\[?)([a-z][a-z-]*(?:\|[a-z][a-z-]*)+)\]?", kind)
    if not words:
        return f"Optional[{KINDS[kind]}]" if KINDS[kind] != "Any" else "Any"
    literal = "Literal[" + ", ".join(f'"{word}"' for word in words[2].split("|")) + "]"
    return f"Optional[Union[bool, {literal}]]" if words[1] else f"Optional[{literal}]"


#: Fields whose default does not show what else they may be.
FIELDS = {"height": "Optional[float]", "trace": "Mapping[str, Any]", "loops": "Optional[Mapping[str, int]]", "light": "Union[str, Sequence[float]]",
          "surfaces": "list[Surface]", "side_lights": "list[Mapping[str, Any]]", "background_top": "Optional[Sequence[float]]",
          "clip": "Sequence[Sequence[float]]", "clip_planes": "Sequence[Sequence[float]]"}


def class_of(name, what, fields):
    """A class of fields."""
    lines = [f'class {name}(Fields):', f'    """{what}"""', ""]
    for field, value in fields.items():
        one = f"Sequence[{type(value[0]).__name__}]" if isinstance(value, list) and value else type(value).__name__
        lines.append(f"    {field}: {FIELDS.get(field, one)}")
    return "\n".join(lines)


def text():
    """Of the whole file."""
    options = [textwrap.fill(f"    {one['name'].replace('-', '_')}: {type_of_kind(one['type'])}", 120,
                             subsequent_indent=" " * 8, break_on_hyphens=False) for one in _core.picture_options()]
    scene = vm.Scene("synthetic:tree:16")
    parts = [HEAD, "class PictureOptions(TypedDict, total=False):",
             '    """Options of `render`, `Scene` and `Renderer.render`; `options()` explains each."""', "", *options,
             "", "",
             class_of("Camera", "Where a scene is seen from, in the world.", scene.camera), "", "",
             class_of("Surface", "An isosurface of a scene.", scene.settings.surfaces[0]), "", "",
             class_of("Settings", "How a scene is drawn: what `voxmarch render` has options for.", scene.settings)]
    return "\n".join(parts) + "\n"


if __name__ == "__main__":
    if "--check" in sys.argv:
        with open(FILE, encoding="utf-8") as file:
            sys.exit(0 if file.read() == text() else f"{FILE} is not what tests/python/make_types.py makes: run it")
    with open(FILE, "w", encoding="utf-8") as file:
        file.write(text())
