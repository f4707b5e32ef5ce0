"""Isosurfaces and skeletons against scikit-image and VTK."""
import numpy as np
import pytest

import voxmarch as vm


def sphere(size=32, radius=0.6):
    z, y, x = np.mgrid[-1:1:size * 1j, -1:1:size * 1j, -1:1:size * 1j]
    return (radius - np.sqrt(x * x + y * y + z * z)).astype(np.float32)


def test_vertices_are_those_of_skimage():
    measure = pytest.importorskip("skimage.measure")
    array, spacing = sphere(32), (2.0, 1.0, 0.5)
    mesh = vm.extract_isosurface(array, 0.0, spacing=spacing)
    vertices, faces, normals = mesh
    theirs, their_faces, _, _ = measure.marching_cubes(array, 0.0, spacing=spacing, method="lorensen")
    assert vertices.dtype == np.float32 and faces.dtype == np.uint32 and normals.shape == vertices.shape

    def ordered(points):
        return points[np.lexsort(np.round(points, 3).T)]
    assert len(vertices) == len(theirs)
    assert np.abs(ordered(vertices[:, ::-1]) - ordered(theirs)).max() < 1e-4
    area = measure.mesh_surface_area(theirs, their_faces)
    numbers = mesh.measure()
    assert abs(numbers["area"] - area) < 1e-3 * area
    assert abs(measure.mesh_surface_area(vertices, faces) - area) < 1e-3 * area
    assert numbers["watertight"] and numbers["euler"] == 2 and numbers["components"] == 1


def test_normals_point_outwards():
    vertices, _, normals = vm.extract_isosurface(sphere(32), 0.0)
    outwards = vertices - vertices.mean(axis=0)
    outwards /= np.linalg.norm(outwards, axis=1, keepdims=True)
    assert (np.sum(outwards * normals, axis=1) > 0.99).all()
    assert vm.extract_isosurface(sphere(32), 0.0, normals=False).normals.shape == (0, 3)


def test_strategies_give_one_mesh():
    meshes = [vm.extract_isosurface(sphere(24), 0.1, extraction=name) for name in ("blocks", "scan", "histopyramid")]
    assert all(len(mesh.faces) == len(meshes[0].faces) for mesh in meshes)


def test_meshes_do_not_depend_on_work_units():
    meshes = [vm.extract_isosurface(sphere(24), 0.1, unit_layers=layers) for layers in (0, 4, 9)]
    assert all((mesh.faces == meshes[0].faces).all() and (mesh.vertices == meshes[0].vertices).all() for mesh in meshes)
    with pytest.raises(vm.UsageError, match="unit_layers is -1"):
        vm.extract_isosurface(sphere(8), 0.1, unit_layers=-1)


def test_meshes_lie_in_the_world():
    volume = vm.Volume(sphere(32), spacing=(2, 1, 0.5), origin=(100, 0, -5),
                       direction=((0, 1, 0), (0, 0, 1), (1, 0, 0)))
    vertices = vm.extract_isosurface(volume, 0.0).vertices
    middle = np.array(volume.origin) + 15.5 * np.array(volume.spacing) @ volume.direction
    assert np.allclose(vertices.mean(axis=0), middle, atol=0.05)


def test_files_are_those_that_vtk_reads(tmp_path):
    vtk = pytest.importorskip("vtk")
    mesh = vm.extract_isosurface(sphere(24), 0.0)
    for ending, reader in ((".ply", vtk.vtkPLYReader()), (".stl", vtk.vtkSTLReader()), (".obj", vtk.vtkOBJReader()),
                           (".vtk", vtk.vtkPolyDataReader())):
        mesh.save(tmp_path / ("mesh" + ending))
        reader.SetFileName(str(tmp_path / ("mesh" + ending)))
        reader.Update()
        assert reader.GetOutput().GetNumberOfPolys() == len(mesh.faces), ending
    with pytest.raises(vm.UsageError):
        mesh.save(tmp_path / "mesh.xyz")
    with pytest.raises(vm.OutputError):
        mesh.save(tmp_path / "no" / "mesh.ply")


def test_meshes_of_arrays(tmp_path):
    mesh = vm.extract_isosurface(sphere(24), 0.0)
    own = vm.Mesh(*mesh)
    assert own.measure() == mesh.measure()
    for array in mesh:
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 1
    assert vm.Mesh(mesh.vertices, mesh.faces.astype(np.int64)).normals.shape == (0, 3)
    assert mesh.smoothed(10).measure()["watertight"] and len(mesh.largest().faces) == len(mesh.faces)
    for vertices, faces in (([[0, 0]], [[0, 0, 0]]), (np.zeros((2, 3)), np.zeros(3))):
        with pytest.raises(vm.UsageError):
            vm.Mesh(vertices, faces)
    with pytest.raises(vm.UsageError, match="corner"):
        vm.Mesh(np.zeros((2, 3)), [[0, 1, 2]]).save(tmp_path / "a.ply")
    renderer = vm.Renderer(sphere(24))
    scene = renderer.scene(size=(32, 32), transfer="gray", window=(1e6, 2e6))
    before = renderer.render(scene)
    renderer.show_meshes([(mesh, (1, 0, 0))])
    after = renderer.render(scene)
    assert (after[..., 0].astype(int) > before[..., 0]).sum() > 50
    renderer.show_meshes([])
    assert (renderer.render(scene) == before).all()


def test_empty_and_refused():
    assert len(vm.extract_isosurface(sphere(16), 99.0).faces) == 0
    with pytest.raises(vm.UsageError):
        vm.extract_isosurface(np.zeros((1, 8, 8), "u1"), 1)
    with pytest.raises(vm.UsageError, match="spacing"):
        vm.extract_isosurface(vm.Volume(sphere(8)), 0.0, spacing=2)
    with pytest.raises(vm.UsageError, match="extraction|no '"):
        vm.extract_isosurface(sphere(8), 0.0, extraction="magic")


def test_labels():
    labels = np.zeros((12, 12, 12), np.uint8)
    labels[3:9, 3:9, 3:9] = 7
    mesh = vm.extract_label(labels, 7)
    assert mesh.measure()["watertight"] and abs(mesh.measure()["volume"] - 216) < 20
    assert len(vm.extract_label(labels, 8).faces) == 0
    with pytest.raises(vm.UsageError):
        vm.extract_label(sphere(8), 1)


def test_voxels_of_meshes(tmp_path):
    volume = vm.Volume(sphere(24), spacing=(2.0, 1.0, 1.5), origin=(5, 6, 7))
    mesh = vm.extract_isosurface(volume, 0.1)
    mask = vm.voxelize(mesh, like=volume, value=3)
    assert mask.shape == volume.shape and mask.spacing == volume.spacing and mask.origin == volume.origin
    assert (np.asarray(mask) == 3 * (np.asarray(volume) >= 0.1)).mean() > 0.999
    mesh.save(tmp_path / "m.obj")
    again = vm.voxelize(vm.read_mesh(tmp_path / "m.obj"), 40, inside="parity")
    assert max(again.shape) == 40 and (np.asarray(again) > 0).any()
    with pytest.raises(vm.UsageError, match="is not closed"):
        vm.voxelize(vm.Mesh(mesh.vertices, mesh.faces[1:]), 90)
    with pytest.raises(vm.UsageError, match="no 'magic'"):
        vm.voxelize(mesh, inside="magic")
    with pytest.raises(vm.FileError, match="meshes are read from"):
        vm.read_mesh(tmp_path / "m.xyz")


def test_skeletons(tmp_path):
    mask = np.zeros((20, 20, 40), bool)
    mask[8:12, 8:12, 3:37] = True
    mask[8:12, 2:18, 18:22] = True  # a cross
    skeleton = vm.skeletonize(mask)
    assert skeleton.summary["ends"] == 4 and skeleton.summary["components"] == 1
    assert sum(len(branch["points"]) for branch in skeleton.branches) > 20
    voxels = np.asarray(skeleton.labels())
    assert voxels.shape == mask.shape and (voxels > 0).sum() == skeleton.summary["voxels"] and mask[voxels > 0].all()
    measure = pytest.importorskip("skimage.measure")
    ring = mask.copy()
    ring[9:11, 9:11, 18:22] = False  # a hole along x
    for object_ in (mask, ring):  # what is thinned keeps loops, cavities and components
        thin = np.asarray(vm.skeletonize(object_).labels()) > 0
        assert measure.euler_number(thin, 3) == measure.euler_number(object_, 3)
        assert measure.label(thin, connectivity=3).max() == 1
    skeleton.save(tmp_path / "s.vtk")
    twice = vm.skeletonize(mask, spacing=2)
    assert abs(twice.summary["length"] - 2 * skeleton.summary["length"]) < 1e-6
    assert vm.skeletonize(mask.astype("u1") * 5, labels=[5]).summary == skeleton.summary
    renderer = vm.Renderer(mask)
    renderer.show_skeleton(skeleton)
    assert renderer.render(size=(32, 32)).any()
    with pytest.raises(vm.UsageError, match="no object"):
        vm.skeletonize(np.zeros((8, 8, 8), bool))
