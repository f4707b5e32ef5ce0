"""The exceptions of the module: those of the C++ library, with the same one-line messages."""
import builtins


class Error(Exception):
    """Base of all exceptions of voxmarch: one line that says what happened, to what, and what to do about it."""


class UsageError(Error, ValueError):
    """Something was asked for that makes no sense: an unknown name, a value out of range."""


class FileError(Error):
    """An input file is missing, unreadable or not what it claims to be; `path` is the file."""

    path = ""


class OutputError(Error):
    """An output file could not be written; `path` is the file."""

    path = ""


class NoDeviceError(Error):
    """No OpenCL device fits the choice, or there is none at all."""


class MemoryError(Error, builtins.MemoryError):  # pylint: disable=redefined-builtin
    """Something is larger than the memory or a limit of the device or of this machine."""


class DeviceError(Error):
    """An OpenCL call failed."""


class ProgramError(DeviceError):
    """A kernel program did not build; `log` is what the compiler says."""

    log = ""


class UnsupportedError(Error):
    """The device or this build cannot do what was asked."""
