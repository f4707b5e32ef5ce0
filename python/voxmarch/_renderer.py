"""Drawing: renderers that keep a volume on a device, and one line that needs none."""
from __future__ import annotations

import collections
import os
import re
import statistics
import threading
import time
import weakref
from typing import TYPE_CHECKING, Any, Iterable, Mapping, Optional

import numpy as np

from . import _core
from ._devices import Selector, opened, require_process
from ._errors import UsageError
from ._options import words_of
from ._picture import Picture
from ._scene import Scene, label_volume
from ._shapes import Mesh, Skeleton
from ._transfer import TransferFunction, with_functions
from ._values import number, shown, whole
from ._volume import Volume, as_volume

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from ._types import PictureOptions

#: How many scenes of options a renderer remembers.
_KEPT_SCENES = 16


class Renderer:
    """Keeps a volume and what is made of it on a device; a change of the scene makes anew only what depends on it.

    Any thread may draw; those that share a device take turns, without Python's lock.

    Args:
        volume: A Volume, an array or a path.
        device: Number or part of a name as in `devices`, "cpu" or "gpu"; default: the environment variable
            VOXMARCH_DEVICE, else the first GPU, else the first CPU.
        backend: "image", "buffer" or "packet"; default: what suits the device.

    Raises:
        NoDeviceError, MemoryError, UnsupportedError, DeviceError.

    Example:
        >>> import voxmarch as vm
        >>> renderer = vm.Renderer("synthetic:tree:32")
        >>> scene = renderer.scene(size=(64, 48))
        >>> turn = []
        >>> for _ in range(4):
        ...     turn.append(renderer.render(scene))
        ...     scene.orbit(90)
        >>> turn[3].shape
        (48, 64, 4)
    """

    def __init__(self, volume: Any, device: Selector = None, backend: Optional[str] = None):
        kept = as_volume(volume)
        self._keep = kept
        self._begin(kept, device, backend)

    def _begin(self, volume: Volume, device: Selector, backend: Optional[str]) -> None:
        self._volume = weakref.ref(volume)
        self._selector, self._wanted = device, None if backend in (None, "auto") else str(backend)
        self._native = _core.Renderer(opened(device), volume._native, self._wanted)
        self._labels: Optional[Volume] = None
        self._lock = threading.RLock()
        self._scenes: collections.OrderedDict[Any, Scene] = collections.OrderedDict()
        self._labels_of_scenes: Optional[Volume] = None  # those of all that have some

    @property
    def volume(self) -> Volume:
        """What it draws."""
        return self._volume()  # type: ignore[return-value]

    @property
    def backend(self) -> str:
        """How it samples: "image", "buffer" or "packet"."""
        return self._native.backend

    def scene(self, *, labels: Any = None, **options: Unpack[PictureOptions]) -> Scene:
        """What `voxmarch render` would draw of the volume with these options, see `Scene`.

        Example:
            >>> import voxmarch as vm
            >>> vm.Renderer("synthetic:tree:32").scene(shading="none").settings.shading
            'none'
        """
        return self._scene_of(labels, options).copy(self.volume)

    def _scene_of(self, labels: Any, options: Mapping[str, Any]) -> Scene:
        """The scene of options; one that is remembered where they name no file, which might have changed."""
        if self._wanted is not None:
            options = {"backend": self._wanted, **options}
        options = with_functions(options)
        function = options.get("transfer")
        named = {key: value for key, value in options.items() if not isinstance(value, TransferFunction)}
        words = words_of(named)
        if isinstance(labels, Volume) and labels is not self._labels_of_scenes:
            self._scenes.clear()
            self._labels_of_scenes = labels
        key = (words, function.to_json() if isinstance(function, TransferFunction) else None, labels is not None)
        may_change = labels is not None and not isinstance(labels, Volume)
        if may_change or key not in self._scenes:
            scene = Scene._made(self.volume, label_volume(labels, self.volume), None, self._selector, options)
            parts = (part for word in words for part in re.split("[=:,]", word))
            if may_change or any(map(os.path.exists, parts)):
                return scene
            self._scenes[key] = scene._without_volume()  # which may end before the renderer
            while len(self._scenes) > _KEPT_SCENES:
                self._scenes.popitem(last=False)
        return self._scenes[key]

    def render(self, scene: Optional[Scene] = None, *, labels: Any = None, format: str = "rgba8",
               depth: bool = False, **options: Unpack[PictureOptions]) -> Picture:
        """Draws a picture.

        Args:
            scene: What to draw; default: the options' first look. With options they change it, see `Scene.changed`.
            labels: See `Scene`.
            format: "rgba8", or "rgba32f": float32, colours multiplied by opacity, without background.
            depth: Whether the picture has distances (`Picture.depth`).
            options: Those of `voxmarch render`, see `options`.

        Returns:
            Picture of the shape (height, width, 4).

        Raises:
            UsageError, MemoryError, DeviceError, ProgramError; KeyboardInterrupt after Ctrl+C.

        Example:
            >>> import voxmarch as vm
            >>> picture = vm.Renderer("synthetic:tree:32").render(size=(64, 48), depth=True)
            >>> picture.shape, picture.depth.shape
            ((48, 64, 4), (48, 64))
        """
        # pylint: disable=redefined-builtin
        if format not in ("rgba8", "rgba32f"):
            raise UsageError(f"format is {format!r}; it is rgba8 or rgba32f")
        require_process()
        require_scene(scene)
        with self._lock:
            if scene is None:
                scene = self._scene_of(labels, options)
            elif options or labels is not None:
                scene = scene.changed(labels=labels, device=self._selector, **options)
            self._show_labels(scene.labels_volume)
            pixels, distances, numbers = self._native.render(scene._native(), format, bool(depth))
        return Picture._of(np.asarray(pixels), None if distances is None else np.asarray(distances), numbers, scene,
                           self.volume)

    def _show_labels(self, labels: Optional[Volume]) -> None:
        if labels is not self._labels:
            self._native.set_labels(labels._native if labels else None)
            self._labels = labels

    def propose_step(self, scene: Scene) -> float:
        """The step, in voxels, that suits the scene's transfer function; what `step="auto"` takes.

        Example:
            >>> import voxmarch as vm
            >>> renderer = vm.Renderer("synthetic:tree:32")
            >>> 0.1 < renderer.propose_step(renderer.scene(size=(64, 48))) < 2
            True
        """
        require_process()
        with self._lock:
            self._show_labels(scene.labels_volume)
            return self._native.propose_step(scene._native())

    def count_samples(self, scene: Scene) -> dict[str, int]:
        """What all rays of a picture do: rays, samples, visible_samples, nodes. Draws it once more.

        Example:
            >>> import voxmarch as vm
            >>> renderer = vm.Renderer("synthetic:tree:32")
            >>> renderer.count_samples(renderer.scene(size=(64, 48)))["rays"]
            3072
        """
        require_process()
        with self._lock:
            self._show_labels(scene.labels_volume)
            return self._native.count_samples(scene._native())

    def show_meshes(self, meshes: Iterable[tuple[Mesh, Any]]) -> None:
        """Draws meshes by depth into every picture from now on, opaque: (mesh, (r, g, b)) for each; none: no longer.

        Example:
            >>> import voxmarch as vm
            >>> renderer = vm.Renderer("synthetic:tree:32")
            >>> renderer.show_meshes([(vm.extract_isosurface(renderer.volume, 100), (1, 0, 0))])
        """
        require_process()
        try:
            colored = [(mesh._native, (float(r), float(g), float(b))) for mesh, (r, g, b) in meshes]
        except (AttributeError, TypeError, ValueError):
            raise UsageError(f"meshes are {shown(meshes)}; they are (mesh, (r, g, b)) for each") from None
        with self._lock:
            self._native.set_meshes(colored)

    def show_skeleton(self, skeleton: Skeleton, width: Optional[float] = None) -> None:
        """Draws a skeleton as tubes in place of meshes. `width`: diameter in the volume's unit; default 1/250 of the
        box's diagonal.

        Example:
            >>> import voxmarch as vm
            >>> renderer = vm.Renderer("synthetic:tree:32")
            >>> renderer.show_skeleton(vm.skeletonize(renderer.volume, value=100), width=0.5)
        """
        require_process()
        if not isinstance(skeleton, Skeleton):
            raise UsageError(f"{shown(skeleton)} is no Skeleton, which vm.skeletonize makes")
        with self._lock:
            self._native.set_skeleton(skeleton._native, None if width is None else number(width, "width"))

    def __repr__(self) -> str:
        return f"<voxmarch.Renderer of {self.volume!r}, {self.backend}>"


def require_scene(scene: Any) -> None:
    """Raises UsageError for what stands in the place of a scene."""
    if scene is not None and not isinstance(scene, Scene):
        raise UsageError(f"{shown(scene)} stands where a vm.Scene may: options have names, as in view=\"front\"")


_last: tuple[Any, Any, Optional[Renderer]] = (None, None, None)
_last_lock = threading.Lock()


def renderer_of(volume: Volume, device: Selector, backend: Optional[str]) -> Renderer:
    """The renderer of the volume that was drawn last, or a new one in its place. It ends with its volume."""
    global _last  # pylint: disable=global-statement
    key = (str(device), backend)
    with _last_lock:
        reference, made, renderer = _last
        if renderer is not None and reference() is volume and made == key:
            return renderer
        _last = (None, None, None)
        reference = renderer = None  # its memory first
    new = Renderer.__new__(Renderer)
    new._begin(volume, device, backend)
    with _last_lock:
        _last = (weakref.ref(volume, _forget), key, new)
    return new


def _forget(reference: Any) -> None:
    global _last  # pylint: disable=global-statement
    if _last[0] is reference:
        _last = (None, None, None)


def release() -> None:
    """Takes the volume that `render` drew last off its device.

    Example:
        >>> import voxmarch as vm
        >>> picture = vm.render("synthetic:tree:32", size=(64, 48))
        >>> vm.release()
    """
    global _last  # pylint: disable=global-statement
    with _last_lock:
        _last = (None, None, None)


def render(source: Any, scene: Optional[Scene] = None, *, device: Selector = None, labels: Any = None,
           format: str = "rgba8", depth: bool = False, **options: Unpack[PictureOptions]) -> Picture:
    """Draws a volume: the picture of `voxmarch render` with the same options.

    The Volume that was drawn last stays on its device until another is drawn, it ends, or `release()`; an array is
    copied there each time.

    Args:
        source: A Volume, an array (z, y, x), a path, or a Scene.
        scene: What to draw; default: a first look chosen from the data.
        device: See `Renderer`.
        labels, format, depth: See `Renderer.render`.
        options: Those of `voxmarch render` with _ for -: size=(640, 480), view="front", transfer="ct-bone",
            window=(-200, 1200), mode="isosurface", isovalue=[150, 700], shadows=True, step="auto",
            clip=((0, 1), (0, 0.5), (0, 1)), camera={"eye": (0, -900, 200), "fov": 30}, label={3: "hide"}, ...
            `options()` explains each. Tuples are x, y, z and r, g, b as on the command line.

    Returns:
        Picture: a numpy array (height, width, 4), uint8, which notebooks show.

    Raises:
        UsageError, FileError, NoDeviceError, MemoryError, UnsupportedError, DeviceError, ProgramError.

    Example:
        >>> import numpy as np, voxmarch as vm
        >>> z, y, x = np.mgrid[-1:1:32j, -1:1:32j, -1:1:32j]
        >>> picture = vm.render((200 * np.exp(-2 * (x*x + y*y + z*z))).astype(np.uint8), size=(64, 48))
        >>> picture.shape, picture.dtype
        ((48, 64, 4), dtype('uint8'))
    """
    # pylint: disable=redefined-builtin
    if isinstance(source, Scene):
        if scene is not None:
            raise UsageError("a scene in place of the volume has its own: give one of them")
        source, scene = source.volume, source
    require_scene(scene)
    volume = as_volume(source)
    backend = options.get("backend")
    renderer = renderer_of(volume, device, None if backend == "auto" else backend)
    return renderer.render(scene, labels=labels, format=format, depth=depth, **options)


def bench(source: Any, scene: Optional[Scene] = None, *, frames: int = 20, device: Selector = None, labels: Any = None,
          **options: Unpack[PictureOptions]) -> dict[str, Any]:
    """Draws the same picture several times, after one that warms up; arguments are those of `render`.

    Returns:
        frame_ms: median milliseconds of drawing alone, p10_ms and p90_ms beside it; device_times: whether the device
        measured them; call_ms: median of the whole call with the picture in host memory; frames, backend, device.

    Example:
        >>> import voxmarch as vm
        >>> numbers = vm.bench("synthetic:tree:32", frames=5, size=(64, 48))
        >>> numbers["frames"], numbers["frame_ms"] <= numbers["call_ms"]
        (5, True)
    """
    frames = whole(frames, "frames", 1)
    require_scene(scene)
    renderer = Renderer(source.volume if isinstance(source, Scene) else source, device, options.get("backend"))
    scene = source if isinstance(source, Scene) else scene
    if scene is None:
        scene = renderer.scene(labels=labels, **options)
    elif options or labels is not None:
        scene = scene.changed(labels=labels, device=device, **options)
    picture = renderer.render(scene)
    drawn, called = [], []
    for _ in range(frames):
        begin = time.perf_counter()
        picture = renderer.render(scene)
        called.append(1000 * (time.perf_counter() - begin))
        drawn.append(picture.statistics["frame_ms"])  # type: ignore[index]
    drawn.sort()
    return {"frame_ms": statistics.median(drawn), "p10_ms": drawn[frames // 10], "p90_ms": drawn[frames * 9 // 10],
            "device_times": picture.statistics["device_times"],  # type: ignore[index]
            "call_ms": statistics.median(called), "frames": frames, "backend": renderer.backend,
            "device": opened(device).info()["name"]}
