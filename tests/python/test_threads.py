"""Python's lock is free while something is drawn, Ctrl+C ends it, threads may share, nothing leaks."""
import _thread
import gc
import os
import resource
import subprocess
import sys
import threading
import time

import numpy as np
import pytest

import voxmarch as vm


def counted_during(work):
    """What another thread counts in Python while work() runs, and seconds that it took."""
    count, end = [0], threading.Event()

    def counting():
        while not end.is_set():
            count[0] += 1
    thread = threading.Thread(target=counting)
    thread.start()
    begin, before = time.perf_counter(), count[0]
    work()
    taken, counted = time.perf_counter() - begin, count[0] - before
    end.set()
    thread.join()
    return counted, taken


def test_the_lock_is_free_meanwhile():
    rate, taken = counted_during(lambda: time.sleep(0.2))
    rate /= taken
    noise = np.random.default_rng(1).integers(0, 255, (160, 160, 160)).astype(np.float64)
    volume, renderer = vm.Volume(noise), vm.Renderer(noise)
    scene = renderer.scene(size=(256, 256), traversal="none", step=0.1, opacity_cutoff=1, transfer="gray")
    works = {"draws": lambda: renderer.render(scene), "extracts": lambda: vm.extract_isosurface(volume, 100.0),
             "converts": lambda: vm.Volume(noise), "makes scenes": lambda: vm.Scene(vm.Volume(noise), size=(64, 64))}
    for name, work in works.items():
        counted, taken = counted_during(work)
        assert counted > 0.05 * rate * taken, f"{name}: {counted} in {taken:.3f} s, alone {rate * taken:.0f}"


@pytest.mark.parametrize("work", ["render", "extract", "skeleton", "read"])
def test_ctrl_c_ends_it(work):
    noise = np.random.default_rng(1).integers(0, 255, (128, 128, 128)).astype(np.uint8)
    cube = np.zeros((200, 200, 200), bool)
    cube[1:-1, 1:-1, 1:-1] = True  # many layers, a short skeleton
    volume = vm.Volume(noise)
    renderer = vm.Renderer(vm.Volume(noise[:64, :64, :64]))
    scene = renderer.scene(size=(256, 256), traversal="none", step=0.1, opacity_cutoff=1, transfer="gray")

    def working():
        if work == "render":
            renderer.render(scene)
        elif work == "extract":
            vm.extract_isosurface(volume, 100.0)
        elif work == "skeleton":
            vm.skeletonize(cube)
        else:
            vm.read("synthetic:hydrogen:400")
    begin = time.perf_counter()
    timer = threading.Timer(0.3, _thread.interrupt_main)
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        for _ in range(100):
            working()
    assert time.perf_counter() - begin < 20
    timer.join()
    assert renderer.render(size=(32, 32)).any(), "it draws after that"


def test_threads_share_a_device():
    volume = vm.read("synthetic:tree:32")
    scenes = [vm.Scene(volume, size=(40, 30), view=view) for view in ("front", "left", "top", "iso")]
    expected = [np.array(vm.render(scene)) for scene in scenes]
    renderer, errors = vm.Renderer(volume), []

    def drawing(number):
        try:
            own = vm.Renderer(volume) if number % 2 else renderer
            for i in range(8):
                which = (number + i) % 4
                if not (own.render(scenes[which]) == expected[which]).all():
                    errors.append(which)
                if not (vm.render(volume, size=(40, 30), view="front") == expected[0]).all():
                    errors.append("front")
        except Exception as error:  # pylint: disable=broad-exception-caught
            errors.append(error)
    threads = [threading.Thread(target=drawing, args=(number,)) for number in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not errors


def test_a_forked_process_is_told_to_be_spawned():
    code = ("import os, sys, voxmarch as vm\n"
            "r = vm.Renderer('synthetic:tree:16'); s = r.scene(size=(8, 8)); r.render(s)\n"
            "child = os.fork()\n"
            "if child:\n"
            "    r.render(s); print(os.waitpid(child, 0)[1]); sys.exit()\n"
            "for work in (lambda: r.render(s), lambda: vm.render('synthetic:tree:8'), vm.devices,\n"
            "             lambda: vm.extract_isosurface('synthetic:tree:8', 60)):\n"
            "    try:\n"
            "        work()\n"
            "        os._exit(1)\n"
            "    except vm.DeviceError as error:\n"
            "        assert 'spawn' in str(error)\n"
            "os._exit(0)")
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env=os.environ, check=False,
                          timeout=120)
    assert done.stdout == "0\n", done.stderr


def memory():
    gc.collect()
    with open("/proc/self/statm", encoding="ascii") as file:
        return int(file.read().split()[1]) * resource.getpagesize() / 1e6


def test_nothing_is_left_over():
    array = np.asarray(vm.read("synthetic:tree:48")).astype(np.float32)

    def work():
        volume = vm.Volume(array * 1.5)
        vm.render(volume, size=(240, 180))
        vm.Renderer(volume).render(size=(64, 48))
        vm.extract_isosurface(volume, 100.0)
        vm.Scene(volume).to_json()
        with pytest.raises(vm.UsageError):
            vm.render(volume, step=-1)
    grown = []
    for _ in range(4):  # the heap takes a while to find its size, as it does in C++
        before = memory()
        for _ in range(25):
            work()
        grown.append(memory() - before)
    # A volume is 0.4 MB, its textures and normals on the device some, a picture 0.17 MB.
    assert min(grown) < 3, f"MB more after each 25 renders: {grown}"


def test_the_device_is_empty_after_its_volumes():
    from voxmarch._devices import opened  # pylint: disable=import-outside-toplevel
    vm.release()
    gc.collect()
    before = opened(None).allocated()
    volume = vm.read("synthetic:tree:64")
    vm.render(volume, size=(64, 48))
    assert opened(None).allocated() > before
    vm.render("synthetic:tree:16", size=(16, 16))
    del volume
    gc.collect()
    assert opened(None).allocated() <= before


def test_a_program_ends_with_things_open():
    code = ("import voxmarch as vm, numpy as np\n"
            "v = vm.read('synthetic:tree:16'); a = np.asarray(v); r = vm.Renderer(v); p = r.render(size=(8, 8))\n"
            "m = vm.extract_isosurface(v, 60); f = m.vertices; s = p.scene; vm.render(v, size=(8, 8)); print('end')")
    done = subprocess.run([sys.executable, "-X", "dev", "-c", code], capture_output=True, text=True, env=os.environ,
                          check=False)
    assert done.returncode == 0 and done.stdout == "end\n", done.stderr
    assert "leak" not in done.stderr, done.stderr
