"""Keyword arguments as the words of `voxmarch render`. Names, defaults and help are those of the command line, which is
asked for them."""
import functools
import numbers
import os
import re
from typing import Any, Mapping, NoReturn

import numpy as np

from . import _core
from ._errors import UsageError
from ._values import shown


@functools.lru_cache(maxsize=None)
def _table() -> dict[str, dict[str, Any]]:
    return {one["name"].replace("-", "_"): one for one in _core.picture_options()}


def options() -> dict[str, str]:
    """What every keyword option of `render`, `Scene` and `Renderer.render` means, as `voxmarch render --help` says it.

    Returns:
        Help by name, in the order of that help.

    Example:
        >>> import voxmarch as vm
        >>> print(vm.options()["shininess"])
        exponent of the highlight, 1 .. 1000 (NUMBER, default 32)
    """
    texts = {}
    for name, one in _table().items():
        kind = one["type"] or "True or False"
        default = f", default {one['default']}" if one["default"] else ""
        texts[name] = f"{one['help']} ({kind}{default})".replace("\n", " ")
    return texts


def _separator(kind: str) -> str:
    """Between the values of one word: size is "WxH", a window "LO:HI", all else has commas."""
    form = kind.split("|")[0]
    return "x" if form == "WxH" else ":" if form == "LO:HI" else ","


def _word(value: Any, kind: str) -> str:
    """One value as the command line writes it. Raises TypeError for what cannot be written."""
    if isinstance(value, (str, os.PathLike)):
        return os.fsdecode(value)
    if isinstance(value, (bool, np.bool_)):
        raise TypeError
    if isinstance(value, numbers.Integral):
        return str(int(value))
    if isinstance(value, numbers.Real):
        return repr(float(value))
    if isinstance(value, dict):
        return ",".join(f"{key}={_word(one, kind)}" for key, one in value.items())
    values = list(value)
    nested = [one for one in values if not isinstance(one, (str, numbers.Real))]
    if not nested:
        return _separator(kind).join(_word(one, kind) for one in values)
    if kind.startswith("COLOR"):  # several colours, each r, g, b
        return ",".join(one if isinstance(one, str) else _hexadecimal(one) for one in values)
    return ",".join(":".join(_word(part, kind) for part in one) for one in values)  # clip


def _hexadecimal(color: Any) -> str:
    levels = [round(float(part) * 255) for part in color]
    if len(levels) != 3 or not all(0 <= level <= 255 for level in levels):
        raise UsageError(f"{color!r} is no colour: r, g, b from 0 to 1")
    return "#{:02x}{:02x}{:02x}".format(*levels)


def words_of(given: Mapping[str, Any]) -> tuple[str, ...]:
    """Keyword arguments as words: `--step=0.25`. True is a flag, None and False are left out."""
    words = []
    for name, value in given.items():
        option = "--" + name.replace("_", "-")
        known = _table().get(name)
        if isinstance(value, np.bool_):
            value = bool(value)
        if known is None:
            words.append(option)  # which the command line refuses by name
        elif value is None or value is False:
            continue
        else:
            try:
                words += _words(option, value, known)
            except TypeError:
                raise UsageError(f"{name} is {shown(value)}; it is {known['type'] or 'True or False'}") from None
    return tuple(words)


def _words(option: str, value: Any, known: dict[str, Any]) -> list[str]:
    """One argument as words. Raises TypeError for what cannot be written."""
    kind = known["type"]
    if value is True:
        if not known["bare"]:
            raise TypeError
        return [option]
    if known["repeated"] and isinstance(value, dict):
        sign = "=" if "STYLE" in kind else ":"
        return [f"{option}={key}{sign}{_word(one, '')}" for key, one in value.items()]
    if known["repeated"] and isinstance(value, (list, tuple)) and any(
            not isinstance(one, numbers.Real) for one in value):
        return [f"{option}={_word(one, kind)}" for one in value]
    return [f"{option}={_word(value, kind)}"]


def in_python(text: str) -> str:
    """A message of the command line with options as they are written here: `step=` for `--step`."""
    return re.sub(r"--([a-z][a-z-]*)", lambda match: match.group(1).replace("-", "_") + "=", text)


def raise_in_python(error: Exception) -> NoReturn:
    """Raises an error of the command line as one of Python."""
    translated = type(error)(in_python(str(error)))
    translated.__dict__.update(error.__dict__)
    raise translated from None
