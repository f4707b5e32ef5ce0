"""Volumes from arrays of every kind, and back."""
import copy
import pickle
import warnings

import numpy as np
import pytest

import voxmarch as vm

SAME = ["u1", "i1", "u2", "i2", "f4"]
CONVERTED = ["i4", "u4", "i8", "u8", "f8", "f2", "?"]


def some(dtype, shape=(3, 4, 5)):
    return (np.arange(np.prod(shape)) % 100).reshape(shape).astype(dtype)


@pytest.mark.parametrize("dtype", SAME)
def test_types_of_the_library_are_shared(dtype):
    array = some(dtype)
    volume = vm.Volume(array)
    back = np.asarray(volume)
    assert back.dtype == array.dtype and (back == array).all()
    assert np.shares_memory(back, array)
    assert not back.flags.writeable
    assert volume.shape == (3, 4, 5) and volume.dtype == array.dtype
    assert volume.range == (array.min(), array.max())


@pytest.mark.parametrize("dtype", CONVERTED)
def test_other_types_are_converted(dtype):
    array = some(dtype)
    volume = vm.Volume(array)
    assert volume.dtype == (np.uint8 if dtype == "?" else np.float32)
    assert (np.asarray(volume) == array).all()
    assert bool(volume.notes) == (dtype not in ("f2", "?"))


@pytest.mark.parametrize("dtype", ["u2", "i2", "f4", "f8", "i4"])
def test_byte_orders_and_strides(dtype):
    array = some(dtype, (4, 6, 8))
    for other in (np.asfortranarray(array), array.astype(">" + dtype), array[:, ::2, :], array[::-1],
                  array.transpose(2, 0, 1)):
        volume = vm.Volume(other)
        assert volume.shape == other.shape
        assert (np.asarray(volume) == other).all()


def test_the_array_lives_as_long_as_the_volume():
    volume = vm.Volume(some("f4", (32, 32, 32)))
    channel = vm.Volume(some("f4", (2, 32, 32, 32))).channel(1)
    array = np.asarray(volume)
    del volume
    np.full((32, 32, 32), 7.0, np.float32)
    assert (array == some("f4", (32, 32, 32))).all()
    assert (np.asarray(channel) == some("f4", (2, 32, 32, 32))[1]).all()


def test_what_else_holds_an_array():
    array = some("i2")

    class OnlyDlpack:
        def __dlpack__(self, **options):
            return array.__dlpack__(**options)

        def __dlpack_device__(self):
            return array.__dlpack_device__()

    for other in (OnlyDlpack(), memoryview(array), array.tolist()):
        assert (np.asarray(vm.Volume(other)) == array).all()
    assert np.shares_memory(np.asarray(vm.Volume(OnlyDlpack())), array)


def test_dask():
    dask = pytest.importorskip("dask.array")
    array = some("u2", (4, 8, 8))
    assert (np.asarray(vm.Volume(dask.from_array(array, chunks=(2, 4, 4)))) == array).all()


def test_torch():
    torch = pytest.importorskip("torch")
    tensor = torch.arange(24, dtype=torch.int16).reshape(2, 3, 4)
    assert np.shares_memory(np.asarray(vm.Volume(tensor)), tensor.numpy())


def test_lies_in_the_world_as_simpleitk_says():
    sitk = pytest.importorskip("SimpleITK")
    direction = [[0.0, 0.0, -1.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]]  # of z, y, x
    volume = vm.Volume(some("f4"), spacing=(3, 2, 0.5), origin=(10, 20, 30), direction=direction, unit="mm")
    image = sitk.GetImageFromArray(some("f4"))
    image.SetSpacing((0.5, 2, 3))
    image.SetOrigin((10, 20, 30))
    image.SetDirection(np.array(direction)[::-1].T.ravel().tolist())
    ours = np.array(volume.origin) + np.array([1, 2, 3]) * volume.spacing @ volume.direction
    assert np.allclose(ours, image.TransformIndexToPhysicalPoint((3, 2, 1)))
    assert volume.info()["direction"] == direction and volume.unit == "mm"


def test_files_keep_it(tmp_path):
    volume = vm.Volume(some("u2"), spacing=(3, 2, 0.5), origin=(10, 20, 30), unit="mm")
    volume.save(tmp_path / "a.nrrd")
    read = vm.read(tmp_path / "a.nrrd")
    assert (np.asarray(read) == some("u2")).all()
    assert (read.spacing, read.origin, read.unit) == (volume.spacing, volume.origin, "mm")
    again = vm.read(tmp_path / "a.nrrd", spacing=(1, 2, 3), unit="um", downsample=2)
    assert again.spacing == (2, 4, 6) and again.unit == "um" and again.shape == (2, 2, 3)


def test_channels():
    array = some("u1", (3, 4, 5, 6))
    volume = vm.Volume(array)
    assert volume.channels == 3 and volume.shape == array.shape
    assert (np.asarray(volume) == array).all()
    assert (np.asarray(volume.channel(2)) == array[2]).all()
    with pytest.raises(vm.UsageError, match="no channel 3"):
        volume.channel(3)


@pytest.mark.parametrize("array, words", [
    (np.zeros((0, 4, 4), "u1"), "no voxels"),
    (np.zeros(0), "no voxels|axes"),
    ([], "axes"),
    (np.zeros((4, 4), "u1"), "array\\[None\\]"),
    (np.zeros((5, 4, 4, 4), "u1"), "1 to 4 channels"),
    (np.zeros((1, 1, 4, 4, 4), "u1"), "this array has 5"),
    (np.zeros((2, 2, 2), complex), "complex128"),
    (np.zeros((2, 2, 2), object), "object"),
    (np.zeros((2, 2, 2), "U3"), "not <U3"),
    (np.zeros((2, 2, 2), "M8[s]"), "datetime"),
    (np.zeros((2, 2, 2), [("a", "u1")]), "a"),
    (np.ma.zeros((2, 2, 2)), "masked"),
    (None, "object"),
    ("no/such/file.nrrd", "<U"),
])
def test_refused(array, words):
    with pytest.raises(vm.UsageError, match=words):
        vm.Volume(array)
    assert issubclass(vm.UsageError, ValueError)


@pytest.mark.parametrize("options, words", [
    ({"spacing": 0}, "spacing"), ({"spacing": (1, 2)}, "one number or three"), ({"spacing": (1, -1, 1)}, "positive"),
    ({"spacing": np.nan}, "spacing"), ({"unit": "inch"}, "unit"), ({"direction": np.ones((3, 3))}, "right angles"),
    ({"direction": np.eye(2)}, "direction"), ({"direction": "x"}, "direction is 'x'"),
    ({"direction": 5}, "direction is 5"), ({"spacing": "a"}, "spacing is 'a'"), ({"unit": []}, "unit is"),
    ({"origin": "abc"}, "one number or three"),
])
def test_refused_places(options, words):
    with pytest.raises(vm.UsageError, match=words):
        vm.Volume(some("u1"), **options)


def test_nan_becomes_the_smallest_value():
    array = some("f4")
    array[0, 0, :2] = np.nan, np.inf
    volume = vm.Volume(array)
    assert volume.non_finite_count == 2 and volume.range == (2, 59)
    assert np.isnan(array[0, 0, 0])
    assert np.asarray(volume)[0, 0, 0] == 2
    assert volume.notes == ["2 voxels are NaN or infinite and drawn as the minimum 2"]
    assert vm.Volume(some("f4")).notes == []


def test_what_floats_cannot_hold_is_told_of(tmp_path):
    array = some("f8")
    array[1, 1, 1] = 1e39
    note = "1 voxels are NaN or infinite and drawn as the minimum 0"
    assert note in vm.Volume(array).notes
    np.save(tmp_path / "large.npy", array)
    assert note in vm.read(tmp_path / "large.npy").notes
    channels = np.stack([some("f8"), array])
    assert "channel 1: " + note in vm.Volume(channels).notes
    assert vm.Volume(channels[::-1]).non_finite_count == 1


def test_statistics_are_those_of_numpy():
    array = some("u1", (8, 8, 8))
    volume = vm.Volume(array)
    counts, edges = volume.histogram()
    expected, _ = np.histogram(array, edges)
    assert (counts == expected).all() and counts.sum() == 512
    assert volume.percentiles([0, 1]) == [0, 99]
    assert volume.labels() == dict(zip(*(part.tolist() for part in np.unique(array, return_counts=True))))


def test_arrays_without_a_copy_or_none():
    volume = vm.Volume(some("f4"))
    assert np.shares_memory(np.array(volume, copy=False), np.asarray(volume))
    for made in (lambda: volume.__array__(dtype="f8", copy=False),
                 lambda: vm.Volume(some("u1", (2, 3, 4, 5))).__array__(copy=False)):
        with pytest.raises(ValueError, match="without a copy"):
            made()
    assert (volume.__array__(dtype="f8", copy=True) == some("f8")).all()


def test_dlpack_lends_the_voxels():
    volume = vm.Volume(some("i2"))
    try:
        lent = np.from_dlpack(volume)
    except BufferError:
        pytest.skip("this numpy lends no read-only arrays")
    assert np.shares_memory(lent, np.asarray(volume)) and (lent == some("i2")).all()


def test_an_array_of_another_memory_is_refused():
    class OfDevice:
        def __dlpack__(self, **options):
            raise BufferError("CUDA memory")

        def __dlpack_device__(self):
            return 2, 0
    with pytest.raises(vm.UsageError, match="not in the memory of this machine.*CUDA"):
        vm.Volume(OfDevice())


@pytest.mark.parametrize("shape", [(3, 4, 5), (2, 3, 4, 5)])
def test_copies_and_pickles(shape):
    volume = vm.Volume(some("f4", shape), spacing=(3, 2, 1), origin=(1, 2, 3), direction=np.eye(3), unit="um",
                       anatomical=True)
    assert copy.deepcopy(volume) is volume and copy.copy(volume) is volume
    again = pickle.loads(pickle.dumps(volume))
    assert again.info() == volume.info() and (np.asarray(again) == np.asarray(volume)).all()


@pytest.mark.parametrize("path, options, words", [
    (None, {}, "a file is named by"), (3.5, {}, "a file is named by"),
    ("synthetic:tree:16", {"time": -1}, "time is -1; it is a whole number from 0"),
    ("synthetic:tree:16", {"time": "x"}, "time is 'x'"), ("synthetic:tree:16", {"level": 1.5}, "level is 1.5"),
    ("synthetic:tree:16", {"downsample": 0}, "downsample is 0; it is a whole number from 1"),
    ("synthetic:tree:16", {"channels": 1}, "channels is 1; it is a list"),
    ("synthetic:tree:16", {"labels": 2}, "labels is 2"), ("synthetic:tree:16", {"array": 1}, "array is 1"),
    ("synthetic:tree:16", {"spacing": 2, "unit": "cm"}, "unit is 'cm'; it is one of '', 'm', 'mm'"),
    ("synthetic:tree:16", {"unit": "um"}, "unit= is that of spacing="),
])
def test_refused_reading(path, options, words):
    with pytest.raises(vm.UsageError, match=words):
        vm.read(path, **options)


def test_paths_of_bytes(tmp_path):
    vm.Volume(some("u1")).save(str(tmp_path / "a.nrrd").encode())
    assert vm.read(str(tmp_path / "a.nrrd").encode()).shape == (3, 4, 5)


def test_shows_itself():
    assert "(3, 4, 5)" in repr(vm.Volume(some("u1")))
    assert vm.Volume(some("u1"))._repr_html_().startswith("<table>")


def test_errors_of_files(tmp_path):
    with pytest.raises(vm.FileError) as error:
        vm.read(tmp_path / "none.nrrd")
    assert error.value.path == str(tmp_path / "none.nrrd") and isinstance(error.value, vm.Error)
    with pytest.raises(vm.OutputError):
        vm.Volume(some("u1")).save(tmp_path / "no" / "a.nrrd")
    with pytest.raises(vm.UsageError):
        vm.read("synthetic:nothing:16")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        vm.read("synthetic:tree:16")
