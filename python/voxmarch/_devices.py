"""OpenCL devices: which there are, and those that are open."""
import dataclasses
import threading
from typing import Any, Union

from . import _core

Selector = Union[None, int, str]


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


def devices() -> list[DeviceInfo]:
    """All usable devices. Raises NoDeviceError when there is none; it says what to install.

    Example:
        >>> import voxmarch as vm
        >>> vm.devices()[0].index
        0
    """
    return [DeviceInfo(**one) for one in _core.list_devices()]


_opened: dict[str, Any] = {}
_opening = threading.Lock()


def opened(selector: Selector) -> Any:
    """The open device that a selector means; it stays open. Raises NoDeviceError, DeviceError."""
    key = "" if selector is None else str(selector)
    with _opening:
        if key not in _opened:
            _opened[key] = _core.Device(key)
        return _opened[key]
