"""Scenes: everything that makes a picture, with the fields of the session file."""
from __future__ import annotations

import copy
import json
import os
import tempfile
from typing import TYPE_CHECKING, Any, Iterable, Mapping, Optional, Sequence, Union

import numpy as np

from . import _core
from ._devices import Selector, opened
from ._errors import Error, UsageError
from ._options import in_python, raise_in_python, words_of
from ._transfer import TransferFunction, with_functions
from ._values import Path, number, path_of, shown
from ._volume import Volume, as_volume, read


if TYPE_CHECKING:
    from typing_extensions import Unpack

    from ._types import Camera, PictureOptions, Settings


class Fields(dict[str, Any]):
    """An object of the session file; its fields are items and attributes. Only those that it has can be set, so that a
    slip of the fingers is told of."""

    if not TYPE_CHECKING:  # which knows the fields of the classes in _types.py
        def __getattr__(self, name: str) -> Any:
            try:
                return self[name]
            except KeyError:
                raise AttributeError(f"there is no field '{name}', only {', '.join(self)}") from None

        def __setattr__(self, name: str, value: Any) -> None:
            if name not in self:
                raise AttributeError(f"there is no field '{name}', only {', '.join(self)}")
            self[name] = value

    def __setitem__(self, name: str, value: Any) -> None:
        if name not in self:
            raise UsageError(f"there is no field '{name}', only {', '.join(self)}")
        super().__setitem__(name, value)

    def __reduce__(self) -> Any:  # copies and pickles are made at once, not item by item
        return Fields, (dict(self),)

    def __dir__(self) -> Iterable[str]:
        return [*super().__dir__(), *self]


def _plain(value: Any) -> Any:
    """Numbers and arrays of numpy, for JSON."""
    if isinstance(value, np.ndarray):
        return value.tolist()
    if isinstance(value, np.generic):
        return value.item()
    if isinstance(value, TransferFunction):
        return value.fields
    raise UsageError(f"{value!r} is no value of a field of a scene")


#: Fields that a session has only where they say something.
_OPTIONAL = ("window", "data", "value_unit", "transparent", "first_channel", "other_channels", "labels")


class Scene:
    """Everything that makes a picture of a volume: camera, transfer function, light, sampling.

    It has the fields of the session file as attributes: `camera`, `size`, `transfer`, `window`, `settings`, ... `settings`
    holds what `voxmarch render` has options for under the same names. Lists are x, y, z and r, g, b as in the file.

    Args:
        volume: A Volume, an array, or a path: the scene is what `voxmarch render` draws of it.
        labels: A label volume that hides or colours parts, see the option `label`: a Volume or a path, which lie where
            they say, or an array of the volume's shape, which has a label for each voxel.
        device: Which device it is for, see `devices`; memory decides some defaults.
        options: Those of `voxmarch render`, see `options`.

    Raises:
        UsageError: for an option that there is not, or a value out of its range; FileError.

    Example:
        >>> import voxmarch as vm
        >>> scene = vm.Scene("synthetic:tree:32", size=(64, 48), step=0.25, view="front")
        >>> scene.size, scene.settings.step
        ([64, 48], 0.25)
        >>> scene.settings.shading = "none"
        >>> vm.Scene.from_json(scene.to_json()).settings.shading
        'none'
    """

    _fields: Fields
    _volume: Optional[Volume]
    _labels: Optional[Volume]
    _drawn: tuple[Any, Any]
    notes: list[str]  #: what options decided or left without effect

    if TYPE_CHECKING:  # fields that all scenes have; others are items
        camera: Camera
        size: Sequence[int]
        settings: Settings
        window: Optional[Sequence[float]]
        data: Optional[str]
        value_unit: Optional[str]
        transparent: Optional[bool]
        first_channel: Any
        other_channels: Any
        labels: Any

        @property
        def transfer(self) -> TransferFunction: ...  # pylint: disable=multiple-statements

        @transfer.setter
        def transfer(self, function: Union[TransferFunction, str, Mapping[str, Any]]) -> None: ...

    def __init__(self, volume: Any, *, labels: Any = None, device: Selector = None, **options: Unpack[PictureOptions]):
        volume = as_volume(volume)
        self._begin(volume, label_volume(labels, volume))
        self._make(None, device, options)

    def _begin(self, volume: Optional[Volume], labels: Optional[Volume]) -> None:
        parts: dict[str, Any] = {"_volume": volume, "_labels": labels, "notes": [], "_drawn": (None, None)}
        for name, value in parts.items():
            object.__setattr__(self, name, value)

    @classmethod
    def _made(cls, volume: Volume, labels: Optional[Volume], session: Optional[str], device: Selector,
              options: Mapping[str, Any]) -> Scene:
        scene = cls.__new__(cls)
        scene._begin(volume, labels)
        scene._make(session, device, options)
        return scene

    def _make(self, session: Optional[str], device: Selector, options: Mapping[str, Any]) -> None:
        """Fills the fields with what the options make of the volume, and of a session where there is one."""
        options = with_functions(options)
        with _named_function(options.get("transfer")) as name:
            if name:
                options = {**options, "transfer": name}
            try:
                text, automatic_step, notes = _core.make_scene(
                    self.volume._native, opened(device), list(words_of(options)), session,
                    self._labels._native if self._labels else None)
            except Error as error:
                raise_in_python(error)
        object.__setattr__(self, "_fields", json.loads(text, object_hook=Fields))
        object.__setattr__(self, "notes", [in_python(note[len("note: "):] if note.startswith("note: ") else note)
                                           for note in notes])
        if automatic_step:
            from ._renderer import renderer_of  # pylint: disable=import-outside-toplevel
            self.settings.step = renderer_of(self.volume, device, options.get("backend")).propose_step(self)

    @classmethod
    def _of(cls, text: str, volume: Optional[Volume] = None, labels: Optional[Volume] = None) -> Scene:
        scene = cls.__new__(cls)
        scene._begin(volume, labels)
        object.__setattr__(scene, "_fields", json.loads(text, object_hook=Fields))
        return scene

    def changed(self, *, labels: Any = None, device: Selector = None, **options: Unpack[PictureOptions]) -> Scene:
        """A scene of the same volume with these options in place of what it had, as `voxmarch render session.json`
        takes them.

        Example:
            >>> import voxmarch as vm
            >>> scene = vm.Scene("synthetic:tree:32", view="front")
            >>> scene.changed(background="white").settings.background
            [1.0, 1.0, 1.0]
        """
        chosen = self._labels if labels is None else label_volume(labels, self.volume)
        return self._made(self.volume, chosen, self.to_json(), device, options)

    @classmethod
    def from_json(cls, text: str, volume: Any = None) -> Scene:
        """The scene of a session's text. Raises UsageError that says what is wrong.

        Args:
            volume: What it shows; default: what the session names.

        Example:
            >>> import voxmarch as vm
            >>> scene = vm.Scene("synthetic:tree:32")
            >>> vm.Scene.from_json(scene.to_json()) == scene
            True
        """
        if not isinstance(text, str):
            raise UsageError(f"{shown(text)} is no text of a session")
        return cls._of(_core.Scene(text).text(), None if volume is None else as_volume(volume))

    @classmethod
    def from_png(cls, file: Path, volume: Any = None) -> Scene:
        """The scene of a session, or of a picture of voxmarch; what it names is looked for beside the file, too.
        Raises FileError for a file that is not there or holds none.

        Example:
            >>> import voxmarch as vm
            >>> vm.render("synthetic:tree:32", size=(64, 48)).save("picture.png")
            >>> vm.Scene.from_png("picture.png")
            <voxmarch.Scene 64x48 of synthetic:tree:32>
        """
        return cls._of(_core.session_of_file(path_of(file)), None if volume is None else as_volume(volume))

    from_file = from_png

    def to_json(self) -> str:
        """The text of the session. A volume that no file holds is called "memory" in it.

        Example:
            >>> import json, voxmarch as vm
            >>> json.loads(vm.Scene("synthetic:tree:32", size=(64, 48)).to_json())["size"]
            [64, 48]
        """
        return json.dumps(self._fields, default=_plain)

    def save(self, file: Path) -> None:
        """Writes the session, which `voxmarch render` and `view` read. Raises UsageError for a volume that no file
        holds, OutputError.

        Example:
            >>> import voxmarch as vm
            >>> vm.Scene("synthetic:tree:32", view="front").save("session.json")
            >>> vm.Scene.from_file("session.json").volume.name
            'tree:32'
        """
        native = self._native()
        if native.without_volume():
            raise UsageError("no file holds the volume, which the session could name: write the volume with "
                             "Volume.save and make the scene of that file, or keep the text of to_json()")
        _core.write_session(native, path_of(file))

    @property
    def volume(self) -> Volume:
        """What it shows; read when it is first needed. Raises FileError if it is not what the session was made of."""
        if self._volume is None:
            object.__setattr__(self, "_volume", Volume._of(_core.volume_of_scene(self._native())))
        return self._volume  # type: ignore[return-value]

    @property
    def labels_volume(self) -> Optional[Volume]:
        """The label volume, if there is one."""
        if self._labels is None and "labels" in self._fields:
            object.__setattr__(self, "_labels", label_volume(self._fields["labels"]["source"], self.volume))
        return self._labels

    def orbit(self, right: float, up: float = 0.0) -> None:
        """Turns the camera around its target: degrees to the right about `up`, then up; poles are no obstacle.

        Example:
            >>> import voxmarch as vm
            >>> scene = vm.Scene("synthetic:tree:32", view="front")
            >>> before = scene.camera.eye
            >>> scene.orbit(right=90)
            >>> scene.camera.eye == before
            False
        """
        text = _core.orbited(self._native(), number(right, "right"), number(up, "up"))
        self._fields["camera"] = json.loads(text, object_hook=Fields)["camera"]

    def _without_volume(self) -> Scene:
        """The same fields, not copied."""
        scene = type(self).__new__(type(self))
        scene._begin(None, self._labels)
        object.__setattr__(scene, "_fields", self._fields)
        return scene

    def copy(self, volume: Optional[Volume] = None) -> Scene:
        """A scene with fields of its own and the same volume, or this one.

        Example:
            >>> import voxmarch as vm
            >>> scene = vm.Scene("synthetic:tree:32", size=(64, 48))
            >>> other = scene.copy()
            >>> other.size = (32, 24)
            >>> scene.size
            [64, 48]
        """
        scene = type(self).__new__(type(self))
        scene._begin(volume or self._volume, self._labels)
        object.__setattr__(scene, "_fields", copy.deepcopy(self._fields))
        return scene

    def _native(self) -> Any:
        """The fields as the library has them; made anew when one has changed."""
        fields, native = self._drawn
        if native is None or fields != self._fields:
            native = _core.Scene(self.to_json())
            object.__setattr__(self, "_drawn", (copy.deepcopy(self._fields), native))
        return native

    def __reduce__(self) -> Any:
        return Scene._of, (self.to_json(), self._volume, self._labels)

    if not TYPE_CHECKING:
        def __getattr__(self, name: str) -> Any:
            if name.startswith("_"):
                raise AttributeError(name)
            if name == "transfer":
                function = TransferFunction.__new__(TransferFunction)
                function.fields = self._fields["transfer"]
                return function
            if name not in self._fields and name in _OPTIONAL:
                return None
            return getattr(self._fields, name)

        def __setattr__(self, name: str, value: Any) -> None:
            if name == "transfer":
                value = _as_fields(value)
            if name in _OPTIONAL and value is None:
                self._fields.pop(name, None)
            elif name in self._fields or name in _OPTIONAL:
                self._fields.update({name: value})
            else:
                raise AttributeError(f"a scene has no field '{name}', only {', '.join((*self._fields, *_OPTIONAL))}")

    def __getitem__(self, name: str) -> Any:
        return self._fields[name]

    def __dir__(self) -> Iterable[str]:
        return [*super().__dir__(), *self._fields]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Scene) and self._fields == other._fields

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        width, height = self._fields["size"]
        return f"<voxmarch.Scene {width}x{height} of {self._fields['volume']['source']}>"

    def _repr_png_(self) -> Optional[bytes]:
        from ._renderer import render  # pylint: disable=import-outside-toplevel
        return render(self)._repr_png_()


class _named_function:  # pylint: disable=invalid-name
    """The name of a file that holds a TransferFunction for a while; None for what is none."""

    def __init__(self, function: Any):
        self._function = function
        self._folder: Optional[tempfile.TemporaryDirectory[str]] = None

    def __enter__(self) -> Optional[str]:
        if not isinstance(self._function, TransferFunction):
            return None
        self._folder = tempfile.TemporaryDirectory(prefix="voxmarch")
        path = os.path.join(self._folder.name, "function.json")
        self._function.save(path)
        return path

    def __exit__(self, *_: Any) -> None:
        if self._folder:
            self._folder.cleanup()


def label_volume(source: Any, volume: Volume) -> Optional[Volume]:
    """The label volume for a volume; an array has its place."""
    if source is None or isinstance(source, Volume):
        return source
    if isinstance(source, (str, os.PathLike)):
        return read(source, labels=True)
    labels = Volume(source, **volume._place())
    if labels.shape != volume.shape[-3:]:
        raise UsageError(f"the array of labels has the shape {labels.shape}, but the volume {volume.shape[-3:]}: it "
                         "has one for each voxel, or is a vm.Volume with a place of its own")
    return labels


def _as_fields(function: Any) -> Fields:
    if isinstance(function, str):
        function = TransferFunction.preset(function)
    fields = function.fields if isinstance(function, TransferFunction) else function
    return Fields(json.loads(json.dumps(fields, default=_plain), object_hook=Fields))
