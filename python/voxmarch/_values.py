"""Arguments as the types that the library takes; what is none is a UsageError that names the argument."""
import operator
import os
import reprlib
from typing import Any, Union

from ._errors import UsageError

#: A value for a message, which is one line: long ones are cut.
shown = reprlib.repr

#: Names of files and folders.
Path = Union[str, "os.PathLike[str]"]


def number(value: Any, what: str) -> float:
    """A real number."""
    try:
        return float(value)
    except (TypeError, ValueError):
        raise UsageError(f"{what} is {shown(value)}; it is a number") from None


def whole(value: Any, what: str, low: int = 0) -> int:
    """A whole number from `low` on."""
    try:
        result = operator.index(value)
    except TypeError:
        result = low - 1
    if not low <= result < 2**31:
        raise UsageError(f"{what} is {shown(value)}; it is a whole number from {low}")
    return result


def wholes(values: Any, what: str, low: int = 0) -> list[int]:
    """Several of them."""
    if isinstance(values, str) or not hasattr(values, "__iter__"):
        raise UsageError(f"{what} is {shown(values)}; it is a list of whole numbers from {low}")
    return [whole(one, what, low) for one in values]


def path_of(file: Any) -> str:
    """The name of a file or folder."""
    try:
        return os.fsdecode(file)
    except TypeError:
        raise UsageError(f"a file is named by a str or a path, not by {shown(file)}") from None
