#!/usr/bin/env python3
"""Breaks the code in named places, one after the other, and demands that a test notices each time.

Works in a copy of the tree (build/mutations), builds only the tests that are named, and runs them on PoCL unless
OCL_ICD_VENDORS says otherwise. Prints a table; exit code 1 if a change survives, 2 if the check itself fails (a test that is
red without a change, a place that is no longer there, a change that does not compile).

usage: tests/mutations.py [--list] [NAME ...]     NAME: a part of the names of those to try; all by default
"""
import argparse
import os
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
TREE = ROOT / "build" / "mutations" / "tree"
BUILD = TREE / "build" / "files"
TIME_LIMIT = 1500  # seconds for a test


@dataclass
class Mutation:
    name: str
    file: str
    old: str  # stands exactly once in the file
    new: str
    test: str  # executable below build/files/tests
    only: str = "*"  # filter of its tests


MUTATIONS = [
    Mutation("key of derived data: light forgets opacities", "renderer/derived_data.cpp",
             "settings.step,\n                 tables_.opacity_version(),", "settings.step,\n                 Version{},",
             "renderer/test_keys"),
    Mutation("key of surfaces: layers forget what is visible", "renderer/surfaces.cpp",
             "mesh ? visibility_stage_.version()", "mesh ? Version{}", "renderer/test_keys"),
    Mutation("octree border: leaves without their far faces", "kernels/octree/leaf_range.cl",
             "corner + (int3)(edge + margin)", "corner + (int3)(edge - 1 + margin)", "octree/test_octree",
             "*post_classified*"),
    Mutation("light: texels that are asked for are left out", "kernels/derive/asked_places.cl",
             "low = first - within, high = last + within", "low = first - 0.2f * within, high = last + 0.2f * within",
             "renderer/test_scene_features", "*nobody*"),
    Mutation("cones: coarser texels let a square less through", "kernels/derive/merge_pass.cl",
             "(1.0f / 12.0f)", "(1.0f / 13.0f)", "renderer/test_scene_features", "*reference_sees*"),
    Mutation("distance map: a leaf of the row behind counts", "kernels/octree/distance_map.cl",
             "leaf_lanes() + away <= last", "away <= last", "octree/test_octree", "*distance_maps*"),
    Mutation("ranks: every rank begins with the parts of the first", "scene/rank_team.cpp",
             "devices.begin() + ranks.rank()", "devices.begin()", "app/test_app_nodes", "*ByteForByte"),
    Mutation("ranks: other voxels of the same range will do", "scene/rank_agreement.cpp",
             'if (differ("hash"))', "if (false)", "app/test_app_nodes", "*AreRefused*"),
    Mutation("ranks: all take the first device", "device/equal_devices.cpp",
             "equal[static_cast<std::size_t>(turn) % equal.size()]", "equal.front()", "device/test_device_units", "Choose*"),
    Mutation("early termination: rays never end", "kernels/cast/integrate.cl",
             "return front->transmittance < frame->compositing.transmittance_end;", "return 0;",
             "renderer/test_renderer_device", "RayCaster.*:ClosedForms.*"),
    Mutation("a stride has the opacity of one step", "kernels/traverse/strides.cl",
             "stride > (float)steps ? twice : opacity", "opacity", "renderer/test_strides", "Strides.count_*"),
    Mutation("strides come into the light", "renderer/derived_data.cpp", "strides_of_.reset();", "",
             "renderer/test_strides", "Strides.do_not_*"),
    Mutation("leaves behind a stride are not looked at", "kernels/traverse/strides.cl",
             "return *code < STRIDE_LEAST ? wanted", "return *code >= 0 ? wanted", "renderer/test_strides",
             "Strides.are_those_*"),
    Mutation("opacity is not corrected for the step", "renderer/transfer_tables.cpp",
             "correct_opacity(entry.w, step)", "correct_opacity(entry.w, 1.0)", "renderer/test_renderer_device",
             "ClosedForms.*"),
    Mutation("labels in occupancy: far faces of leaves are not looked at", "kernels/octree/label_leaves.cl",
             "x <= last.x", "x < last.x", "renderer/test_scene_features", "SceneFeatures.*skip*:SceneFeatures.*label*"),
    Mutation("clip box: rays enter at the whole box", "renderer/frame_params.cpp",
             "store(frame.volume.box_min, box.min);", "store(frame.volume.box_min, MarchedBox{}.min);",
             "renderer/test_scene_features", "SceneFeatures.match*"),
    Mutation("distance map: a leaf too far", "kernels/traverse/traversal_distance-map.cl",
             "leaf + (int3)(distance), k)", "leaf + (int3)(distance + 1), k)", "renderer/test_renderer_traversals",
             "Traversals.*"),
    Mutation("slabs of extraction: no slice before the first layer", "isosurface/work_units.cpp",
             "std::clamp(first - ISO_BLOCK_Z, 0,", "std::clamp(first, 0,", "isosurface/test_slab_extraction"),
    Mutation("bricks: ranges of smaller bricks leave out the voxels behind", "scene/brick_content.cpp",
             "high = std::min(last, dims[axis] - 1) / source_brick_edge", "high = low", "scene/test_large_scene",
             "*ranges*"),
    Mutation("bricks: the brick of the eye is that of an edge twice as long", "renderer/frame_waves.cpp",
             "std::clamp(voxel / edge,", "std::clamp(voxel / (2.0f * edge),", "renderer/test_bricks", "*few_slots*"),
    Mutation("streamed meshes: bricks around one are not looked at", "isosurface/crossed_bricks.cpp",
             "low[axis] = std::max(brick[axis] - 1, 0);", "low[axis] = brick[axis];",
             "isosurface/test_streamed_surface"),
    Mutation("streamed meshes: ranges are taken to hold voxels that are not finite", "isosurface/crossed_bricks.cpp",
             "stored(range.min) >= level && !may_hold_less", "stored(range.min) >= level",
             "isosurface/test_streamed_surface"),
    Mutation("streamed meshes: edges between two slabs are measured in one", "isosurface/measures.cpp",
             "waiting_ = std::move(sides.later);", "waiting_.clear();", "isosurface/test_streamed_surface"),
    Mutation("rays pass over crossings in the corners of leaves", "kernels/raster/surface_cast.cl",
             "if (distance <= reach) {", "if (distance <= 0) {", "renderer/test_surfaces", "*rays_miss*"),
    Mutation("window of a normalised function: opacities stay in 0 .. 1", "transfer/transfer_function.cpp",
             "result.opacities) {\n        point.scalar = std::lerp(window.min, window.max, point.scalar);",
             "result.opacities) {\n        point.scalar = std::lerp(0.0, 1.0, point.scalar);",
             "transfer/test_transfer_function"),
    Mutation("DICOM: the slope is not multiplied", "volume/formats/dicom/dicom_pixels.cpp",
             "* frame.slope + frame.intercept", "+ frame.intercept", "volume/test_volume_read_dicom"),
    Mutation("NIfTI: the sign of the quaternion's third axis", "volume/formats/nifti/read_nifti.cpp",
             "header.steps[0] < 0.0 ? -1.0 : 1.0", "header.steps[0] < 0.0 ? 1.0 : 1.0", "volume/test_volume_read_nifti"),
    Mutation("Zarr: links lead out of the store", "volume/bricks/zarr/folder_store.cpp",
             "if (inside.first != root_.end()) {", "if (false) {", "volume/test_volume_zarr_hostile", "*Links*"),
    Mutation("Zarr: checksums are not compared", "volume/bricks/zarr/decode.cpp",
             "if (crc32c(content) != sum) {", "if (false) {", "volume/test_volume_zarr_hostile", "*Version3"),
    Mutation("Zarr: a level's place is not in voxels of the finest", "volume/bricks/zarr/zarr_volume.cpp",
             "(coarse.translation - fine.translation) / fine.scale", "(coarse.translation - fine.translation)",
             "volume/test_volume_zarr_stores"),
    Mutation("thinning: a curve may end where it must not", "skeleton/templates.h",
             '001 a0b ...", false, true}', '001 a0b ...", false, false}', "skeleton/test_skeleton_units"),
    Mutation("planes between leaves without a margin", "kernels/traverse/leaf_ray.cl",
             "1e-6f, rounding); // voxels", "0.0f, 0.0f); // voxels", "renderer/test_renderer_traversals",
             "*lost_to_rounding*"),
    Mutation("bounds of nodes without a margin", "kernels/octree/node_bounds.cl", "quanta.y + 0.25f", "quanta.y",
             "renderer/test_projections", "*between_two_quanta*"),
]


class CheckFailed(Exception):
    pass


def copy_tree():
    """Files that git tracks or would, as they are now; those that have not changed keep their times."""
    listed = subprocess.run(["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"], cwd=ROOT, check=True,
                            capture_output=True).stdout.decode().split("\0")
    names = {name for name in listed if name and (ROOT / name).is_file()}
    for name in names:
        source, target = ROOT / name, TREE / name
        content = source.read_bytes()
        if not target.is_file() or target.read_bytes() != content:
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(content)
            target.chmod(source.stat().st_mode)
    for target in TREE.rglob("*"):
        name = str(target.relative_to(TREE))
        if target.is_file() and not name.startswith("build/") and name not in names:
            target.unlink()


def configure():
    if (BUILD / "build.ninja").is_file():
        return
    options = ["-DVOXMARCH_BUILD_VIEWER=OFF"]
    if subprocess.run(["sh", "-c", "command -v ccache"], capture_output=True).returncode == 0:
        options.append("-DCMAKE_CXX_COMPILER_LAUNCHER=ccache")
    done = subprocess.run(["cmake", "--preset", "files", *options], cwd=TREE, capture_output=True, text=True)
    if done.returncode != 0:
        raise CheckFailed(done.stdout + done.stderr)


def build(tests):
    targets = sorted({Path(test).name for test in tests})
    done = subprocess.run(["cmake", "--build", BUILD, "--target", *targets], capture_output=True, text=True)
    if done.returncode != 0:
        raise CheckFailed("does not build:\n" + done.stdout[-4000:] + done.stderr[-4000:])


def run(mutation):
    """The first complaint of the test; empty if it is green."""
    environment = dict(os.environ)
    if "OCL_ICD_VENDORS" not in environment and Path("/etc/OpenCL/vendors/pocl.icd").exists():
        environment["OCL_ICD_VENDORS"] = "/etc/OpenCL/vendors/pocl.icd"
    environment["VOXMARCH_CACHE_DIR"] = str(TREE.parent / "cache")
    command = [BUILD / "tests" / mutation.test, f"--gtest_filter={mutation.only}", "--gtest_fail_fast",
               "--gtest_brief=1"]
    # One failed expectation is enough; tests that catch exceptions go on and fail at their end.
    command.append("--gtest_throw_on_failure")
    try:
        done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=TIME_LIMIT)
    except subprocess.TimeoutExpired:
        return f"still running after {TIME_LIMIT} s"
    if done.returncode == 0:
        if "[  PASSED  ] 0 tests" in done.stdout:
            raise CheckFailed(f"{mutation.test} has no test {mutation.only}")
        return ""
    failed = [line for line in done.stdout.splitlines() if "Failure" in line or "FAILED" in line]
    return failed[0].strip() if failed else f"exit code {done.returncode}"


def patched(mutation):
    text = (ROOT / mutation.file).read_text()
    if text.count(mutation.old) != 1:
        raise CheckFailed(f"{mutation.file} holds {mutation.old!r} {text.count(mutation.old)} times, not once: "
                          "the table in tests/mutations.py is behind the code")
    return text.replace(mutation.old, mutation.new)


def try_mutation(mutation):
    """What noticed the change; empty if nothing did."""
    target = TREE / mutation.file
    original = target.read_text()
    target.write_text(patched(mutation))
    try:
        build([mutation.test])
        return run(mutation)
    finally:
        target.write_text(original)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--list", action="store_true", help="names alone")
    parser.add_argument("names", nargs="*", metavar="NAME")
    arguments = parser.parse_args()
    chosen = [one for one in MUTATIONS if not arguments.names or any(name in one.name for name in arguments.names)]
    if arguments.list or not chosen:
        print("\n".join(one.name for one in MUTATIONS))
        return 0 if arguments.list else 2
    try:
        for mutation in chosen:
            patched(mutation)  # before an hour of building
        copy_tree()
        configure()
        build([one.test for one in chosen])
        for test, only in dict.fromkeys((one.test, one.only) for one in chosen):
            complaint = run(Mutation("", "", "", "", test, only))
            if complaint:
                raise CheckFailed(f"{test} is red without a change: {complaint}")
        survivors = 0
        for mutation in chosen:
            begin = time.monotonic()
            noticed = try_mutation(mutation)
            survivors += not noticed
            print(f"{'noticed ' if noticed else 'SURVIVED'} {time.monotonic() - begin:5.0f} s  {mutation.name}\n"
                  f"                  {mutation.file}; {Path(mutation.test).name}: {noticed or 'all green'}", flush=True)
        print(f"{len(chosen) - survivors} of {len(chosen)} changes were noticed")
        return 1 if survivors else 0
    except CheckFailed as problem:
        print(problem, file=sys.stderr)
        return 2


if __name__ == "__main__":
    sys.exit(main())
