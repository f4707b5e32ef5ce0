// The lists of kernel files for each program of the octree.
#include "octree/program_files.h"

#include <string>
#include <utility>

namespace voxmarch {

namespace {

ProgramSource over_layout(std::string name, std::vector<std::string> files) {
    ProgramSource source;
    source.name = std::move(name);
    source.files = std::move(files);
    source.files.insert(source.files.begin(), "octree_layout.h");
    return source;
}

} // namespace

ProgramSource scalar_range_source(bool image, std::string_view stored_type) {
    std::vector<std::string> files = load_files(image, stored_type);
    files.insert(files.end(), {"field_scalar.cl", "leaf_range.cl"});
    return over_layout("leaf_range", std::move(files));
}

ProgramSource placed_range_source(bool image, std::string_view stored_type) {
    std::vector<std::string> files = load_files(image, stored_type);
    files.insert(files.end(), {"field_scalar.cl", "leaf_range_placed.cl", "leaf_range.cl"});
    return over_layout("leaf_range_placed", std::move(files));
}

ProgramSource opacity_range_source() {
    return over_layout("leaf_range", {"vectors.cl", "field_opacity.cl", "leaf_range.cl", "leaf_range_rows.cl"});
}

ProgramSource brick_range_source(bool image, std::string_view stored_type, bool opacities, int brick_edge) {
    std::vector<std::string> files =
        opacities ? std::vector<std::string>{"vectors.cl"} : load_files(image, stored_type);
    files.insert(files.end(), {opacities ? "field_opacity.cl" : "field_scalar.cl", "brick_pages.cl", "slot_voxels.cl",
                               "brick_range.cl"});
    ProgramSource source = over_layout("brick_range", std::move(files));
    source.constants = {{"BRICK_EDGE", brick_edge}};
    return source;
}

ProgramSource occupancy_source(LeafTest test) {
    switch (test) {
    case LeafTest::scalars: return over_layout("occupancy", {"table.cl", "occupancy_post.cl", "octree_levels.cl"});
    case LeafTest::opacities: return over_layout("occupancy", {"occupancy_pre.cl", "octree_levels.cl"});
    case LeafTest::isovalues: break;
    }
    return over_layout("occupancy", {"occupancy_isovalues.cl", "octree_levels.cl"});
}

ProgramSource label_leaves_source(bool functions) {
    return over_layout("label_leaves",
                       {functions ? "label_bit_function.cl" : "label_bit_visible.cl", "label_leaves.cl"});
}

ProgramSource node_bounds_source() { return over_layout("node_bounds", {"node_bounds.cl"}); }

ProgramSource code_pairs_source() { return over_layout("code_pairs", {"node_pairs.h", "code_pairs.cl"}); }

ProgramSource distance_map_source(int lanes) {
    return over_layout("distance_map", {"leaf_lanes_" + std::to_string(lanes) + ".cl", "distance_map.cl"});
}
ProgramSource leaf_strides_source() {
    return over_layout("leaf_strides", {"strides.h", "table.cl", "occupancy_post.cl", "leaf_strides.cl"});
}

ProgramSource leaf_majorants_source(bool opacities) {
    return over_layout("leaf_majorants",
                       {"trace_params.h", "extinction.cl", "table.cl",
                        opacities ? "largest_opacity_pre.cl" : "largest_opacity_post.cl", "leaf_majorants.cl"});
}

ProgramSource joined_majorants_source(OpacityJoin join) {
    return over_layout("joined_majorants",
                       {"trace_params.h", "extinction.cl", "table.cl", "largest_opacity_post.cl",
                        join == OpacityJoin::product ? "join_product.cl" : "join_maximum.cl", "joined_majorants.cl"});
}

} // namespace voxmarch
