"""A wheel with what the build has made, in an environment that has nothing else but numpy."""
import os
import subprocess
import sys
import zipfile

import pytest

ROOT = os.path.join(os.path.dirname(os.path.realpath(__file__)), "..", "..")


def test_the_wheel_stands_alone(tmp_path):
    pytest.importorskip("scikit_build_core")
    numpy = os.path.dirname(os.path.dirname(pytest.importorskip("numpy").__file__))
    package = os.path.join(os.environ["PYTHONPATH"].split(os.pathsep)[0], "voxmarch")
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    environment["CMAKE_EXECUTABLE"] = environment.get("VOXMARCH_CMAKE", "cmake")
    done = subprocess.run(
        [sys.executable, "-m", "pip", "wheel", ROOT, "--no-deps", "--no-build-isolation", "--disable-pip-version-check",
         "-w", str(tmp_path), "-C", "cmake.source-dir=tests/python/built_wheel", "-C", "build.targets=all",
         "-C", f"build-dir={tmp_path}/build", "-C", f"cmake.define.VOXMARCH_BUILT_PACKAGE={package}"],
        capture_output=True, text=True, env=environment, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    wheel, = tmp_path.glob("voxmarch-*.whl")
    with zipfile.ZipFile(wheel) as content:
        names = content.namelist()
        content.extractall(tmp_path / "site")
    expected = {os.path.relpath(os.path.join(package, name), os.path.dirname(package)) for name in os.listdir(package)
                if not name.startswith("__pycache__")}
    assert expected == {name for name in names if ".dist-info/" not in name}
    metadata = next((tmp_path / "site").glob("*.dist-info")) / "METADATA"
    assert "Requires-Dist: numpy" in metadata.read_text()
    os.symlink(os.path.join(numpy, "numpy"), tmp_path / "site" / "numpy")
    for libraries in ("numpy.libs",):
        if os.path.exists(os.path.join(numpy, libraries)):
            os.symlink(os.path.join(numpy, libraries), tmp_path / "site" / libraries)
    code = ("import sys, voxmarch as vm; assert vm.__file__.startswith(sys.path[0])\n"
            "picture = vm.render('synthetic:tree:16', size=(16, 16)); assert picture.any(); print(vm.__version__)")
    done = subprocess.run([sys.executable, "-I", "-S", "-c", f"import sys; sys.path.insert(0, {str(tmp_path / 'site')!r})\n"
                           + code], capture_output=True, text=True, env=environment, cwd=tmp_path, check=False)
    assert done.returncode == 0 and done.stdout.strip(), done.stderr
    depends = subprocess.run(["readelf", "-d", str(next((tmp_path / "site" / "voxmarch").glob("_core*.so")))],
                             capture_output=True, text=True, check=False).stdout
    assert "libvoxmarch" not in depends and "SDL2" not in depends and "gtest" not in depends
