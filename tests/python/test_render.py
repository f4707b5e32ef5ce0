"""Pictures: those of the command line bit for bit, scenes, transfer functions, labels."""
import copy
import io
import os
import pickle
import re
import subprocess

import numpy as np
import pytest

import voxmarch as vm

PROGRAM = os.environ.get("VOXMARCH_PROGRAM", "voxmarch")


@pytest.fixture(scope="module", name="tree")
def make_tree(tmp_path_factory):
    file = tmp_path_factory.mktemp("tree") / "tree.nrrd"
    array = np.asarray(vm.read("synthetic:tree:40"))[:36, :38]
    vm.Volume(array, spacing=(1.5, 1, 1), unit="mm").save(file)
    return str(file)


def png(file):
    return np.asarray(pytest.importorskip("PIL.Image").open(file).convert("RGBA"))


def by_program(file, *words):
    output = os.path.join(os.path.dirname(file), "by_program.png")
    done = subprocess.run([PROGRAM, "render", file, "-o", output, "--size", "96x64", *words], capture_output=True,
                          text=True, check=False)
    assert done.returncode == 0, done.stderr
    return png(output)


CASES = [
    ((), {}),
    (("--view", "front", "--background", "0.2,0.4,0.6"), {"view": "front", "background": (0.2, 0.4, 0.6)}),
    (("--transfer", "viridis", "--window", "-20:180"), {"transfer": "viridis", "window": (-20, 180)}),
    (("--shading", "none", "--traversal", "if-if", "--step", "0.3"),
     {"shading": "none", "traversal": "if-if", "step": 0.3}),
    (("--blend", "mip"), {"blend": "mip"}),
    (("--mode", "both", "--isovalue", "60,120", "--isosurface-opacity", "0.3,1", "--isosurface-color", "red,#00ff80"),
     {"mode": "both", "isovalue": [60, 120], "isosurface_opacity": [0.3, 1], "isosurface_color": ["red", (0, 1, 0.5)]}),
    (("--mode", "isosurface", "--isosurface", "raycast"), {"mode": "isosurface", "isosurface": "raycast"}),
    (("--shadows", "--light", "1,-1,2", "--ambient-occlusion", "16"),
     {"shadows": True, "light": (1, -1, 2), "ambient_occlusion": 16}),
    (("--clip", "0:1,0.25:1,0:10mm", "--clip-plane", "1,0,0,12", "--clip-plane", "0,0,1,5"),
     {"clip": ((0, 1), (0.25, 1), (0, "10mm")), "clip_plane": [(1, 0, 0, 12), (0, 0, 1, 5)]}),
    (("--clip", "0.4:1,0:0.6,0.5:1", "--clip-invert"), {"clip": ((0.4, 1), (0, 0.6), (0.5, 1)), "clip_invert": True}),
    (("--camera", "eye=90,60,80,fov=30",), {"camera": {"eye": (90, 60, 80), "fov": 30}}),
    (("--step", "auto", "--classification", "preintegrated", "--jitter"),
     {"step": "auto", "classification": "preintegrated", "jitter": True}),
    (("--transparent", "--gradient", "on-the-fly", "--leaf-size", "4", "--backend", "buffer"),
     {"transparent": True, "gradient": "on-the-fly", "leaf_size": 4, "backend": "buffer"}),
    (("--step", "adaptive", "--data", "grey"), {"step": "adaptive", "data": "grey"}),
    (("--channel", "0:color=cyan,weight=0.5"), {"channel": "0:color=cyan,weight=0.5"}),
]


@pytest.mark.parametrize("words, options", CASES, ids=[" ".join(words) for words, _ in CASES])
def test_equals_the_command_line(tree, words, options):
    expected = by_program(tree, *words)
    picture = vm.render(vm.read(tree), size=(96, 64), **options)
    assert picture.dtype == np.uint8 and picture.shape == (64, 96, 4)
    assert expected.std() > 1, "it shows something"
    assert (picture == expected).all()


@pytest.mark.parametrize("words, options", [((), {}), (("--data", "grey"), {"data": "grey"}),
                                            (("--transfer", "gray"), {"transfer": "gray"})])
def test_one_channel_has_the_colour_of_its_file(tmp_path, words, options):
    tifffile = pytest.importorskip("tifffile")
    file = str(tmp_path / "red.ome.tif")
    tifffile.imwrite(file, np.asarray(vm.read("synthetic:tree:32")), ome=True,
                     metadata={"axes": "ZYX", "Channel": {"Name": ["nuclei"], "Color": [-16776961]}})
    expected = by_program(file, *words)
    assert np.array_equal(np.asarray(vm.render(vm.read(file), size=(96, 64), **options)), expected)
    red, green, _ = expected[..., :3].reshape(-1, 3).max(axis=0).astype(int)
    assert (red > 2 * green) == (not words)


def test_labels_equal_the_command_line(tree, tmp_path):
    labels = (np.asarray(vm.read(tree)) // 64).astype(np.uint8)
    volume = vm.Volume(labels, spacing=(1.5, 1, 1), unit="mm")
    volume.save(tmp_path / "labels.nrrd")
    words = ("--labels", str(tmp_path / "labels.nrrd"), "--label", "1=#ff8800", "--label", "others=0.25")
    expected = by_program(tree, *words)
    looks = {1: "#ff8800", "others": 0.25}
    assert (vm.render(tree, size=(96, 64), labels=volume, label=looks) == expected).all()
    assert (vm.render(tree, size=(96, 64), labels=tmp_path / "labels.nrrd", label=looks) == expected).all()
    assert not (vm.render(tree, size=(96, 64)) == expected).all()


def test_an_array_of_labels_lies_where_the_volume_does():
    array = np.asarray(vm.read("synthetic:tree:32"))
    place = {"spacing": (3, 1, 1), "origin": (100, 50, 0), "unit": "mm"}
    volume, labels = vm.Volume(array, **place), (array // 64).astype(np.uint8)
    looks = {"label": {1: "#ff8800", "others": 0.25}, "size": (96, 64)}
    expected = vm.render(volume, labels=vm.Volume(labels, **place), **looks)
    assert (vm.render(volume, labels=labels, **looks) == expected).all()
    assert (vm.render(volume, vm.Scene(volume, size=(96, 64)).changed(labels=labels, **looks)) == expected).all()
    assert not (vm.render(volume, size=(96, 64)) == expected).all()
    for other in (labels[1:], labels.transpose(2, 0, 1)[:16]):
        with pytest.raises(vm.UsageError, match=r"has the shape \(\d+, 32, 32\), but the volume \(32, 32, 32\)"):
            vm.render(volume, labels=other)


def test_a_label_volume_makes_no_scene_anew(monkeypatch):
    volume = vm.read("synthetic:tree:32")
    labels, others = (vm.Volume(np.asarray(volume) // edge) for edge in (64, 32))
    first = vm.render(volume, labels=labels, size=(48, 32), label={1: "hide"})
    second = vm.render(volume, labels=others, size=(48, 32), label={1: "hide"})
    assert not (first == second).all()
    made = []
    make_scene = vm._core.make_scene
    monkeypatch.setattr(vm._core, "make_scene", lambda *given: made.append(given) or make_scene(*given))
    assert (vm.render(volume, labels=others, size=(48, 32), label={1: "hide"}) == second).all()
    assert not made
    assert (vm.render(volume, labels=labels, size=(48, 32), label={1: "hide"}) == first).all()


def test_scenes_are_copied_and_pickled():
    scene = vm.Scene(np.asarray(vm.read("synthetic:tree:32")), size=(48, 32), shading="none",
                     labels=np.ones((32, 32, 32), np.uint8), label={1: "red"})
    picture = vm.render(scene)
    for again in (copy.deepcopy(scene), pickle.loads(pickle.dumps(scene))):
        assert again == scene and (vm.render(again) == picture).all()
        again.settings.shading = "phong"
        assert scene.settings.shading == "none"
    function = vm.TransferFunction.preset("magma")
    assert pickle.loads(pickle.dumps(function)) == function


def test_notes_are_sentences_in_the_words_of_python():
    notes = vm.Scene("synthetic:tree:16", transfer="ct-bone", window=(0, 10)).notes
    assert any("window= has no effect" in note for note in notes)
    assert not any(note.startswith("note") or "--" in note for note in notes)


def test_a_session_of_ours_is_drawn_by_the_program(tree, tmp_path):
    scene = vm.Scene(tree, size=(96, 64), view="left")
    scene.settings.shading = "none"
    scene.camera.fov = np.float64(40)
    scene.transfer = vm.TransferFunction([(50, (1, 0, 0)), (200, (1, 1, 0))], [(50, 0), (200, 0.6)])
    scene.save(tmp_path / "scene.json")
    picture = vm.render(scene)
    assert (by_program(str(tmp_path / "scene.json")) == picture).all()
    file = os.path.join(os.path.dirname(tree), "picture.png")  # names its volume without folders
    picture.save(file)
    assert (png(file) == picture).all()
    again = vm.Scene.from_png(file)
    assert (vm.render(again) == picture).all()
    picture.save(tmp_path / "elsewhere.png")
    with pytest.raises(vm.FileError):
        vm.render(vm.Scene.from_png(tmp_path / "elsewhere.png"))
    assert (vm.render(vm.Scene.from_png(tmp_path / "elsewhere.png", volume=tree)) == picture).all()
    assert again.settings == scene.settings and again.camera == scene.camera and again.transfer == scene.transfer
    expected = by_program(str(tmp_path / "scene.json"), "--step", "0.3", "--mode", "both", "--isovalue", "80")
    assert (vm.render(again.changed(step=0.3, mode="both", isovalue=80)) == expected).all()


def test_pictures_of_the_program_are_read(tree):
    by_program(tree, "--view", "top", "--blend", "mip")
    scene = vm.Scene.from_png(os.path.join(os.path.dirname(tree), "by_program.png"))
    assert scene.settings.blend == "mip" and scene.volume.shape == (36, 38, 40)
    assert (vm.render(scene) == by_program(tree, "--view", "top", "--blend", "mip")).all()


def test_arrays_without_a_file():
    array = np.asarray(vm.read("synthetic:tree:32"))
    picture = vm.render(array, size=(48, 32))
    assert (picture == vm.render("synthetic:tree:32", size=(48, 32))).all()
    scene = picture.scene
    assert vm.Scene.from_json(scene.to_json(), array) == scene
    assert (vm.render(array, vm.Scene.from_json(scene.to_json())) == picture).all()
    with pytest.raises(vm.UsageError, match="no file holds the volume"):
        scene.save("never.json")
    with pytest.raises(vm.UsageError, match="names no volume"):
        vm.render(vm.Scene.from_json(scene.to_json()))
    image = pytest.importorskip("PIL.Image").open(io.BytesIO(scene._repr_png_()))
    assert (np.asarray(image.convert("RGBA")) == picture).all()


def test_channels_are_drawn():
    tree = np.asarray(vm.read("synthetic:tree:32"))
    scene = vm.Scene(np.stack([tree, tree[::-1]]), size=(48, 32), channel={1: "color=red,weight=0.5"})
    assert len(scene.other_channels) == 1 and scene.other_channels[0].weight == 0.5
    picture = vm.render(scene)
    assert picture[..., :3].any()
    assert (vm.render(vm.Scene.from_json(scene.to_json(), scene.volume)) == picture).all()


def test_floats_and_distances():
    renderer = vm.Renderer("synthetic:tree:32", backend="buffer")
    scene = renderer.scene(size=(48, 32), background=(0, 0, 0))
    bytes_, floats = renderer.render(scene), renderer.render(scene, format="rgba32f", depth=True)
    assert floats.dtype == np.float32 and floats.depth.shape == (32, 48) and bytes_.depth is None
    assert np.abs(floats[..., :3] * 255 - bytes_[..., :3]).max() < 0.51
    opaque = np.isfinite(floats.depth)
    assert (np.asarray(floats)[..., 3][opaque] >= 0.5).all() and opaque.any()
    assert bytes_.statistics["frame_ms"] > 0 and "frame" in bytes_.statistics["stages"]
    counts = renderer.count_samples(scene)
    assert counts["rays"] == 48 * 32 and counts["visible_samples"] <= counts["samples"]


def test_what_is_remembered_is_not_shared():
    volume = vm.read("synthetic:tree:32")
    first = vm.render(volume, size=(48, 32))
    first.scene.settings.shading = "none"
    first.scene.camera.eye = [1, 2, 3]
    assert (vm.render(volume, size=(48, 32)) == first).all()
    assert first[:5].scene is None and first[:5]._repr_png_() and first[0]._repr_png_() is None


def test_pictures_are_png_files_of_four_channels(tmp_path):
    picture = vm.render("synthetic:tree:16", size=(8, 8))
    picture.save(tmp_path / "a.PNG")
    with pytest.raises(vm.UsageError, match="pictures are PNG files, name it NAME.png"):
        picture.save(tmp_path / "a.jpg")
    assert os.listdir(tmp_path) == ["a.PNG"]
    for part in (picture[..., :3], picture[..., 0], picture[0], picture[:0]):
        with pytest.raises(vm.UsageError, match="a picture has the shape"):
            part.save(tmp_path / "part.png")


def test_a_renderer_keeps_up_with_its_scene():
    renderer = vm.Renderer("synthetic:tree:32")
    scene = renderer.scene(size=(48, 32))
    first = renderer.render(scene)
    for field, value in (("step", 0.2), ("shading", "none"), ("clip", [[0, 0, 0], [0.5, 1, 1]])):
        setattr(scene.settings, field, value)
        other = renderer.render(scene)
        assert not (other == first).all(), field
        assert (other == vm.render(scene)).all(), field
    scene.orbit(360)
    again = vm.render(scene)
    assert np.abs(again.astype(int) - other).max() <= 1


def test_transfer_functions(tmp_path):
    assert "viridis" in vm.TransferFunction.presets()
    viridis = vm.TransferFunction.preset("viridis")
    viridis.save(tmp_path / "f.json")
    assert vm.TransferFunction.read(tmp_path / "f.json") == viridis
    assert vm.TransferFunction.from_json(viridis.to_json()) == viridis
    volume = vm.read("synthetic:tree:32")
    by_name = vm.render(volume, size=(48, 32), transfer="viridis")
    assert (vm.render(volume, size=(48, 32), transfer=viridis) == by_name).all()
    assert (vm.render(volume, size=(48, 32), transfer=tmp_path / "f.json") == by_name).all()
    vm.TransferFunction.preset("gray").save(tmp_path / "f.json")  # the file has changed
    assert not (vm.render(volume, size=(48, 32), transfer=tmp_path / "f.json") == by_name).all()
    scene = vm.Scene(volume, size=(48, 32))
    automatic = vm.TransferFunction.automatic(volume)
    assert automatic == scene.transfer and automatic.description
    with pytest.raises(vm.UsageError, match="viridis"):
        vm.TransferFunction.preset("virids")
    with pytest.raises(vm.FileError, match="no such file"):
        vm.render(volume, transfer="none.json")


def test_colour_maps():
    matplotlib = pytest.importorskip("matplotlib")
    function = vm.TransferFunction.from_colormap("magma", opacity=0.5)
    assert (function([0, 0.3, 1])[:, 3] == 0.5).all() and function.name == "magma"
    picture = vm.render("synthetic:tree:32", size=(48, 32), transfer=vm.TransferFunction.from_colormap("magma"))
    assert picture.any()
    assert (vm.render("synthetic:tree:32", size=(48, 32), transfer=matplotlib.colormaps["magma"]) == picture).all()
    with pytest.raises(vm.UsageError, match="no colour map 'magmma'"):
        vm.TransferFunction.from_colormap("magmma")
    with pytest.raises(vm.UsageError, match="points is 1; it is a whole number from 2"):
        vm.TransferFunction.from_colormap("magma", points=1)
    assert len(vm.TransferFunction.from_colormap("magma", points=5).fields["colors"]) == 5
    points = np.array([(0, 0), (1, 0.3)])
    assert vm.TransferFunction.from_colormap("magma", opacity=points)([0.5])[0, 3] == pytest.approx(0.15)


def test_colour_maps_are_those_of_matplotlib():
    matplotlib = pytest.importorskip("matplotlib")
    for name, colormap in matplotlib.colormaps.items():
        function = vm.TransferFunction.from_colormap(name)
        centers = (np.arange(colormap.N) + 0.5) / colormap.N
        assert np.abs(function(centers) - colormap(centers))[:, :3].max() < 1 / 255, name
        assert len(function.fields["colors"]) < 64 or name[:4] in ("flag", "pris"), name  # stripes, all of them bends
    bands = vm.TransferFunction.from_colormap("tab10")
    shares = np.linspace(0, 1, 1001)
    assert np.abs(bands(shares) - matplotlib.colormaps["tab10"](shares))[:, :3].max() < 1e-6


@pytest.mark.parametrize("options, words", [
    ({"stepp": 1}, "no option stepp=, do you mean step="),
    ({"frames": 3}, "frames=, it is one of the program"),
    ({"output": "a.png"}, "output="),
    ({"step": "thin"}, "step= is 'thin'"),
    ({"step": -1}, "step="),
    ({"shading": "toon"}, "shading= is 'toon'; it must be one of: phong, none"),
    ({"size": (0, 5)}, "size="),
    ({"window": (3, 1)}, "window="),
    ({"window": [1, 2, 3]}, "window="),
    ({"transfer": "no-such"}, "no-such"),
    ({"isovalue": [1, 2], "isosurface_opacity": [1, 1, 1]}, "isosurface_opacity= has 3 values"),
    ({"isosurface_color": [(2, 0, 0)]}, "no colour"),
    ({"label": {1: "hide"}}, "label= needs labels="),
    ({"traversal": "fast"}, "traversal="),
    ({"format": "bmp"}, "format"),
    ({"backend": "quantum"}, "quantum"),
    ({"camera": {"eye": (1, 2)}}, "camera"),
    ({"volume": "a.nrrd"}, "no option volume=, it is one of the program"),
    ({"heatmap": None}, "heatmap="),
    ({"isovalue": True}, r"isovalue is True; it is V\[,V..\]"),
    ({"shading": np.True_}, "shading is True"),
    ({"light": object()}, "light is <object"),
    ({"scene": "front"}, "'front' stands where a vm.Scene may"),
    ({"labels": 1}, "axes"),
    ({"device": 1.5}, "device is 1.5"),
    ({"device": True}, "device is True"),
])
def test_wrong_options_are_told_of(options, words):
    with pytest.raises(vm.UsageError, match=words) as error:
        vm.render("synthetic:tree:16", **options)
    assert "--" not in str(error.value) and "\n" not in str(error.value)


@pytest.mark.parametrize("call, words", [
    (lambda: vm.extract_isosurface("synthetic:tree:16", "x"), "value is 'x'; it is a number"),
    (lambda: vm.extract_label("synthetic:tree:16", 1.5), "label is 1.5"),
    (lambda: vm.skeletonize("synthetic:tree:16", labels=1), "labels is 1; it is a list"),
    (lambda: vm.Mesh("x", [[0, 1, 2]]), "vertices, faces and normals"),
    (lambda: vm.extract_isosurface("synthetic:tree:16", 50).smoothed(-1), "steps is -1"),
    (lambda: vm.Renderer("synthetic:tree:16").show_meshes([(1, "red")]), "meshes are"),
    (lambda: vm.Renderer("synthetic:tree:16").show_skeleton(1), "1 is no Skeleton"),
    (lambda: vm.Scene("synthetic:tree:16").orbit("x"), "right is 'x'"),
    (lambda: vm.Scene.from_json(1), "1 is no text"),
    (lambda: vm.bench("synthetic:tree:16", frames="x"), "frames is 'x'"),
    (lambda: vm.TransferFunction.from_colormap(3), "3 is no colour map"),
    (lambda: vm.TransferFunction.from_colormap(lambda share: share), "is no colour map: it maps"),
    (lambda: vm.TransferFunction.preset("magma")("x"), "no scalars"),
    (lambda: vm.TransferFunction([(2, (0, 0, 0)), (1, (1, 1, 1))], [(0, 0)]), r"^colors\[1\].scalar 1 is below"),
])
def test_wrong_values_are_told_of(call, words):
    with pytest.raises(vm.UsageError, match=words):
        call()


def test_a_session_that_is_not_there():
    with pytest.raises(vm.FileError, match="no such file"):
        vm.Scene.from_png("none.png")


def test_slips_in_fields_are_told_of():
    scene = vm.Scene("synthetic:tree:16")
    for change in (lambda: setattr(scene, "colour", 1), lambda: setattr(scene.settings, "stepp", 1),
                   lambda: scene.settings.colour):
        with pytest.raises(AttributeError, match="there is no field|has no field"):
            change()
    with pytest.raises(vm.UsageError, match="there is no field 'stpe'"):
        scene.settings["stpe"] = 0.2
    scene.settings["step"] = 0.25
    assert scene.settings.step == 0.25
    scene.size = "x"
    with pytest.raises(vm.UsageError, match="'size': \"x\" is no value of it$"):
        vm.render(scene)
    scene.size = (8, 8)
    scene.settings.step = "thin"
    with pytest.raises(vm.UsageError):
        vm.render(scene)
    scene.settings.step = -1
    with pytest.raises(vm.UsageError, match="step"):
        vm.render(scene)
    for text in ("", "{}", "[1]", '{"format": "voxmarch-session", "version": 1}', scene.to_json()[:-3]):
        with pytest.raises(vm.UsageError):
            vm.Scene.from_json(text)
    with pytest.raises(vm.UsageError):
        vm.TransferFunction.from_json("{")
    with pytest.raises(vm.UsageError):
        vm.TransferFunction([], [])


def test_devices():
    found = vm.devices()
    assert found[0].name and found[0].kind in ("CPU", "GPU", "accelerator", "other")
    for selector in (0, found[0]):
        assert vm.render("synthetic:tree:16", device=selector, size=(8, 8)).shape == (8, 8, 4)
    with pytest.raises(vm.NoDeviceError, match="no-such-device"):
        vm.render("synthetic:tree:16", device="no-such-device")


def test_the_options_are_those_of_the_command_line():
    text = subprocess.run([PROGRAM, "render", "--help"], capture_output=True, text=True, check=True).stdout
    for name in vm.options():
        assert "--" + name.replace("_", "-") in text
    with open(os.path.join(os.path.dirname(os.path.realpath(__file__)), "..", "..", "docs", "python.md"),
              encoding="utf-8") as file:
        page = file.read()
    for name in re.findall(r"^  (?:-\w,)?(--[a-z-]+)", text, re.MULTILINE):
        assert name[2:].replace("-", "_") in vm.options() or f"`{name}`" in page or name == "--help", name
    assert {"step", "transfer", "isovalue", "clip_plane", "label", "shadows", "traversal"} <= set(vm.options())
