"""OpenCL devices: which there are, and those that are open."""
import dataclasses
import os
import threading
from typing import Any, Optional, Union

from . import _core
from ._errors import DeviceError, UsageError
from ._values import shown


@dataclasses.dataclass(frozen=True)
class DeviceInfo:
    """What a device says of itself."""

    index: int  #: its number over all platforms; a selector
    name: str
    platform: str
    vendor: str
    version: str  #: of OpenCL
    driver: str
    kind: str  #: "GPU", "CPU", "accelerator" or "other"
    compute_units: int
    global_memory: int  #: bytes
    largest_allocation: int  #: bytes


Selector = Union[None, int, str, DeviceInfo]

_process: Optional[int] = None  # which has drivers at work


def require_process() -> None:
    """Raises DeviceError in a process that was forked when drivers were at work: their threads stayed behind, and it
    would wait for them for ever."""
    global _process  # pylint: disable=global-statement
    _process = _process or os.getpid()
    if _process != os.getpid():
        raise DeviceError("this process was forked after the first use of a device, which only its parent can use: "
                          'start processes with multiprocessing.get_context("spawn")')


def devices() -> list[DeviceInfo]:
    """All usable devices. Raises NoDeviceError when there is none; it says what to install.

    Example:
        >>> import voxmarch as vm
        >>> vm.devices()[0].index
        0
    """
    require_process()
    return [DeviceInfo(**one) for one in _core.list_devices()]


_opened: dict[str, Any] = {}
_opening = threading.Lock()


def opened(selector: Selector) -> Any:
    """The open device that a selector means; it stays open. Raises NoDeviceError, DeviceError."""
    require_process()
    if isinstance(selector, DeviceInfo):
        selector = selector.index
    if selector is not None and (not isinstance(selector, (int, str)) or isinstance(selector, bool)):
        raise UsageError(f"device is {shown(selector)}; it is a number, part of a name, or one of vm.devices()")
    key = "" if selector is None else str(selector)
    with _opening:
        if key not in _opened:
            _opened[key] = _core.Device(key)
        return _opened[key]
