"""What the module tells: examples of docstrings and docs/python.md, annotations, names."""
import doctest
import importlib
import inspect
import os
import pkgutil
import re
import subprocess
import sys

import pytest

import voxmarch as vm

ROOT = os.path.join(os.path.dirname(os.path.realpath(__file__)), "..", "..")
MODULES = [name for _, name, _ in pkgutil.iter_modules(vm.__path__) if name != "_core"]
PUBLIC = [getattr(vm, name) for name in vm.__all__]


@pytest.mark.parametrize("module", MODULES)
def test_examples(module, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert doctest.testmod(importlib.import_module("voxmarch." + module), optionflags=doctest.ELLIPSIS).failed == 0


def test_everything_public_is_documented():
    for item in PUBLIC:
        assert item.__doc__, item
        if not inspect.isclass(item) or issubclass(item, Exception) or item.__name__ in ("DeviceInfo", "Picture"):
            continue
        for name, member in vars(item).items():
            if not name.startswith("_") and (callable(member) or isinstance(member, (property, classmethod))):
                assert inspect.getdoc(getattr(item, name)), f"{item.__name__}.{name}"


def test_everything_has_an_example_and_types():
    for item in PUBLIC:
        if inspect.isclass(item) and (issubclass(item, Exception) or item in (vm.DeviceInfo, vm.View)):
            continue
        methods = [] if inspect.isfunction(item) else [
            getattr(item, name) for name, member in vars(item).items()
            if not name.startswith("_") and (
                inspect.isfunction(member) or isinstance(member, (classmethod, staticmethod)))]
        for one in (item, *methods):
            assert ">>>" in one.__doc__, one
        for one in methods or [item]:
            assert inspect.signature(one).return_annotation is not inspect.Signature.empty, one
    folder = os.path.dirname(vm.__file__)
    assert os.path.exists(os.path.join(folder, "py.typed")) and os.path.exists(os.path.join(folder, "_core.pyi"))


def test_the_page_runs(tmp_path, monkeypatch):
    with open(os.path.join(ROOT, "docs", "python.md"), encoding="utf-8") as file:
        blocks = re.findall(r"```python\n(.*?)```", file.read(), re.DOTALL)
    assert len(blocks) > 4
    monkeypatch.chdir(tmp_path)
    names = {}
    for block in blocks:
        if "napari" not in block:
            exec(compile(block, "docs/python.md", "exec"), names)  # pylint: disable=exec-used


def test_types_are_those_of_options_and_fields():
    script = os.path.join(ROOT, "tests", "python", "make_types.py")
    done = subprocess.run([sys.executable, script, "--check"], check=False, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def checked(*words, folder):
    """What mypy says."""
    done = subprocess.run([sys.executable, "-m", "mypy", "--config-file", os.path.join(ROOT, "pyproject.toml"),
                           "--cache-dir", str(folder / "cache"), *words], check=False, capture_output=True, text=True,
                          cwd=folder, env={**os.environ, "MYPYPATH": os.environ["PYTHONPATH"]})
    return done.stdout + done.stderr


def test_type_checkers_know_options_and_fields(tmp_path):
    pytest.importorskip("mypy")
    assert "Success" in checked("-p", "voxmarch", folder=tmp_path)
    (tmp_path / "use.py").write_text('''import numpy as np
import voxmarch as vm

picture = vm.render(np.zeros((8, 8, 8)), size=(8, 8), view="front", window=None, isovalue=[1, 2.5], label={1: "hide"})
scene = vm.Scene("a.nrrd", step="auto", shadows=True)
scene.size, scene.transfer, scene.window = (32, 24), "viridis", None
scene.settings.surfaces[0].isovalue = scene.settings.step + scene.camera.fov + scene.transfer([0.5])[0, 3]
vm.render(scene, sise=(8, 8))
vm.Renderer(picture).render(shading="toon")
vm.Scene(picture, step=(1, 2))
scene.settings.stpe = 0.5
scene.camra
''', encoding="utf-8")
    lines = re.findall(r"use.py:(\d+): error", checked("use.py", folder=tmp_path))
    assert sorted(map(int, lines)) == [8, 9, 10, 11, 12]


def test_exceptions_are_those_of_the_library():
    with open(os.path.join(ROOT, "include", "voxmarch", "error.h"), encoding="utf-8") as file:
        pairs = re.findall(r"class VOXMARCH_API (\w+) : public ([\w:]+)", file.read())
    assert len(pairs) > 7
    for name, base in pairs:
        expected = Exception if base == "std::runtime_error" else getattr(vm, base)
        assert issubclass(getattr(vm, name), expected), name
        assert name in vm.__all__


def test_version():
    with open(os.path.join(ROOT, "CMakeLists.txt"), encoding="utf-8") as file:
        assert f"VERSION {vm.__version__} " in file.read()
