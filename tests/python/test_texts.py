"""What the module tells: examples of docstrings and docs/python.md, annotations, names."""
import doctest
import importlib
import inspect
import os
import pkgutil
import re

import pytest

import voxmarch as vm

ROOT = os.path.join(os.path.dirname(os.path.realpath(__file__)), "..", "..")
MODULES = [name for _, name, _ in pkgutil.iter_modules(vm.__path__) if name != "_core"]
PUBLIC = [getattr(vm, name) for name in vm.__all__]


@pytest.mark.parametrize("module", MODULES)
def test_examples(module):
    assert doctest.testmod(importlib.import_module("voxmarch." + module), optionflags=doctest.ELLIPSIS).failed == 0


def test_everything_public_is_documented():
    for item in PUBLIC:
        assert item.__doc__, item
        if not inspect.isclass(item) or issubclass(item, Exception) or item.__name__ in ("DeviceInfo", "Picture"):
            continue
        for name, member in vars(item).items():
            if not name.startswith("_") and (callable(member) or isinstance(member, (property, classmethod))):
                assert inspect.getdoc(getattr(item, name)), f"{item.__name__}.{name}"


def test_functions_have_examples_and_types():
    for item in PUBLIC:
        if inspect.isfunction(item) and item is not vm.release and item is not vm.extract_label:
            assert ">>>" in item.__doc__, item
        if inspect.isfunction(item):
            assert inspect.signature(item).return_annotation is not inspect.Signature.empty, item
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


def test_exceptions_are_those_of_the_library():
    with open(os.path.join(ROOT, "include", "voxmarch", "error.h"), encoding="utf-8") as file:
        pairs = re.findall(r"class VOXMARCH_API (\w+) : public ([\w:]+)", file.read())
    assert len(pairs) > 7
    for name, base in pairs:
        expected = Exception if base == "std::runtime_error" else getattr(vm, base)
        assert issubclass(getattr(vm, name), expected), name


def test_version():
    with open(os.path.join(ROOT, "CMakeLists.txt"), encoding="utf-8") as file:
        assert f"VERSION {vm.__version__} " in file.read()
