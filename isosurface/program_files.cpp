// The lists of kernel files for each program of surfaces.
#include "isosurface/program_files.h"

namespace voxmarch {

namespace {

void append(std::vector<std::string> &files, const std::vector<std::string> &more) {
    files.insert(files.end(), more.begin(), more.end());
}

/// Files that read voxels, and those that write vertices.
std::vector<std::string> voxel_files(const ScalarField &field) {
    const std::string type(field.stored_type);
    return {"vectors.cl", "scalar_" + type + ".cl", "iso_scalar_" + type + ".cl"};
}

std::string name_of_normals(MeshNormals normals) { return normals ? std::string(name_of(*normals)) : "none"; }

std::vector<std::string> mesh_files(MeshNormals normals) {
    return {"iso_vertex.cl", "iso_place.cl", "iso_normals_" + name_of_normals(normals) + ".cl", "iso_gradient.cl",
            "iso_write.cl"};
}

/// Is a team a warp whose lanes vote by PTX?
bool teams_are_warps(const DeviceInfo &device, const BlockTuning &tuning) {
    return device.warp_vote == WarpVote::ptx && static_cast<int>(device.warp_lanes) == tuning.lanes;
}

/// How the lanes of a team work together.
std::string lanes_file(const DeviceInfo &device, const BlockTuning &tuning) {
    return tuning.lanes == 1                 ? "iso_lanes_single.cl"
           : teams_are_warps(device, tuning) ? "iso_lanes_warp.cl"
                                             : "iso_lanes_team.cl";
}

/// How blocks come by their voxels.
void add_field(ProgramSource &source, const ScalarField &field) {
    if (field.formula.empty()) {
        source.files.emplace_back("iso_field_buffer.cl");
        return;
    }
    source.texts = {{"formula.cl", field.formula}};
    append(source.files, {"formula_functions.h", "formula.cl", "iso_field_formula.cl"});
}

ProgramSource over_blocks(const DeviceInfo &device, const ScalarField &field, const BlockTuning &tuning,
                          const std::string &name, const std::vector<std::string> &files) {
    ProgramSource source;
    source.name = name;
    source.fast_math = false;
    source.files = voxel_files(field);
    source.files.push_back(lanes_file(device, tuning));
    append(source.files, {"iso_block.cl", "iso_block_lines.cl"});
    add_field(source, field);
    append(source.files, files);
    source.constants = {
        {"LANES", tuning.lanes}, {"TEAMS", tuning.teams}, {"BLOCK_Y", tuning.shape.y}, {"BLOCK_Z", tuning.shape.z}};
    return source;
}

/// Has each lane of a warp one strip of a block's cells (kernels/isosurface/iso_block.cl)?
bool has_strip_a_lane(const DeviceInfo &device, const BlockTuning &tuning) {
    return teams_are_warps(device, tuning) && tuning.shape.cells() == 4 * tuning.lanes;
}

} // namespace

MeshNormals normals_of(const ExtractionSettings &settings) {
    return settings.normals ? MeshNormals(settings.differences) : std::nullopt;
}

ProgramSource block_range_source(const DeviceInfo &device, const ScalarField &field, const BlockTuning &tuning) {
    const bool pairs = field.stored_type == "u8" && device.compute_capability >= 90;
    ProgramSource source =
        over_blocks(device, field, tuning, "isosurface blocks",
                    {pairs ? "iso_fold_ptx.cl" : "iso_fold_plain.cl",
                     field.formula.empty() ? "iso_range_buffer.cl" : "iso_range_formula.cl", "iso_block_range.cl",
                     "iso_block_active.cl", "iso_block_count.cl", "iso_block_place.cl"});
    source.constants.emplace_back("RANGE_ITEMS", range_items);
    source.constants.emplace_back("PLACE_ITEMS", place_items);
    return source;
}

ProgramSource block_leaves_source(const ScalarField &field) {
    ProgramSource source;
    source.name = "block ranges of leaves";
    source.fast_math = false;
    source.files = voxel_files(field);
    source.files.emplace_back("iso_block_leaves.cl");
    return source;
}

ProgramSource block_mesh_source(const DeviceInfo &device, const ScalarField &field, const BlockTuning &tuning,
                                MeshNormals normals) {
    std::vector<std::string> files = mesh_files(normals);
    append(files, {"iso_block_tile.cl", "iso_block_references.cl",
                   has_strip_a_lane(device, tuning) ? "iso_triangles_search.cl" : "iso_triangles_list.cl",
                   "iso_block_mesh.cl"});
    return over_blocks(device, field, tuning, "mesh_blocks, normals " + name_of_normals(normals), files);
}

ProgramSource scan_source(const ScalarField &field, MeshNormals normals, CellVertices vertices) {
    ProgramSource source;
    source.name = "isosurface scan, vertices " + std::string(name_of(vertices));
    source.fast_math = false;
    source.files = voxel_files(field);
    append(source.files, {"group_scan.cl", "iso_cell.cl"});
    append(source.files, mesh_files(normals));
    source.files.emplace_back("iso_scan.cl");
    if (vertices == CellVertices::single) {
        source.files.emplace_back("iso_generate_single.cl");
    } else {
        append(source.files, {"iso_keep_" + std::string(name_of(vertices)) + ".cl", "iso_generate_kept.cl"});
    }
    source.constants = {{"SCAN_GROUP", scan_group}, {"GENERATE_GROUP", generate_group(vertices)}};
    return source;
}

ProgramSource pyramid_source(const ScalarField &field, MeshNormals normals) {
    ProgramSource source;
    source.name = "isosurface histopyramid";
    source.fast_math = false;
    source.files = voxel_files(field);
    append(source.files, {"iso_cell.cl", "iso_pyramid.cl"});
    append(source.files, mesh_files(normals));
    source.files.emplace_back("iso_histopyramid.cl");
    return source;
}

ProgramSource raster_source(const DeviceInfo &device, const RasterVariant &variant) {
    ProgramSource source;
    source.name = "raster " + variant.put + " " + variant.label + " " + variant.mesh;
    source.files = {"vectors.cl",        "scalar_" + variant.stored_type + ".cl",
                    "clip_plane.cl",     "clip_hole.cl",
                    "raster_project.cl", "scene_raster.cl",
                    "sight_line.cl",     "seen_triangle.cl"};
    if (variant.mesh == "made") {
        append(source.files, {"iso_scalar_" + variant.stored_type + ".cl", "iso_cell.cl", "iso_pyramid.cl",
                              "iso_vertex.cl", "iso_place.cl"});
    }
    source.files.push_back("raster_mesh_" + variant.mesh + ".cl");
    if (variant.put != "64") {
        source.files.emplace_back("raster_peel.cl");
    }
    source.files.insert(source.files.end(),
                        {"raster_put_" + variant.put + ".cl", "surface_label_" + variant.label + ".cl",
                         "raster_fragment.cl", "raster_triangles.cl", "raster_tiles.cl", "raster_layers.cl"});
    // On CPUs there are few work-items to share a triangle with.
    source.constants = {{"SMALL_AREA", device.kind == DeviceKind::gpu ? 64 : 1024}};
    source.fast_math = false; // coverage and depth are the same in every program
    return source;
}

} // namespace voxmarch
