"""voxmarch: pictures, isosurfaces and skeletons of volumes on any OpenCL device.

    import voxmarch as vm
    vm.render(array).save("picture.png")

Arrays are z, y, x, as are shapes and spacings; the world (origin, camera, meshes) is x, y, z. Any thread may call
anything; calls that share a device take turns. Docs: docs/python.md.
"""
from . import _core
from ._devices import DeviceInfo, devices
from ._errors import (DeviceError, Error, FileError, MemoryError, NoDeviceError,  # pylint: disable=redefined-builtin
                      OutputError, ProgramError, UnsupportedError, UsageError)
from ._options import options
from ._picture import Picture
from ._renderer import Renderer, bench, release, render
from ._scene import Scene
from ._shapes import Mesh, Skeleton, extract_isosurface, extract_label, read_mesh, skeletonize, voxelize
from ._transfer import TransferFunction
from ._view import View, view
from ._volume import Volume, read

__version__ = _core.version

__all__ = ["DeviceError", "DeviceInfo", "Error", "FileError", "MemoryError", "Mesh", "NoDeviceError", "OutputError",
           "Picture", "ProgramError", "Renderer", "Scene", "Skeleton", "TransferFunction", "UnsupportedError",
           "UsageError", "View", "Volume", "bench", "devices", "extract_isosurface", "extract_label", "options", "read",
           "read_mesh", "release", "render", "skeletonize", "view", "voxelize"]
