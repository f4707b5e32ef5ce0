// The lists of kernel files for each program that derives volumes and tables.
#include "renderer/derive_files.h"

#include "renderer/packet_files.h"

namespace voxmarch {

namespace {

std::string store_file(const VoxelAccess &access) {
    return access.images && access.image_writes ? "store_image.cl" : "store_buffer.cl";
}

std::string parts_file(bool slots) { return slots ? "parts_slots.cl" : "parts_whole.cl"; }

} // namespace

ProgramSource classify_volume_source(const VoxelAccess &access, std::optional<BrickSize> bricks) {
    ProgramSource source;
    source.name = "classify_volume";
    source.files = load_files(access.images, access.stored_type);
    source.files.insert(source.files.end(), {store_file(access), parts_file(bricks.has_value()), "table.cl",
                                             "classify_value.cl", "classify_volume.cl"});
    add_brick_edge(source.constants, bricks);
    return source;
}

ProgramSource classify_rows_source(const VoxelAccess &access, std::optional<BrickSize> bricks) {
    ProgramSource source;
    source.name = "classify_rows";
    source.files = load_files(access.images, access.stored_type);
    source.files.insert(source.files.end(), {store_file(access), parts_file(bricks.has_value()), "table.cl",
                                             "classify_value.cl", "packet_gather.cl", "classify_rows.cl"});
    add_brick_edge(source.constants, bricks);
    return source;
}

ProgramSource classify_plane_source(const VoxelAccess &access) {
    ProgramSource source;
    source.name = "classify_plane";
    source.files = load_files(access.images, access.stored_type);
    source.files.insert(source.files.end(), {access.images ? "load_magnitude_image.cl" : "load_magnitude_buffer.cl",
                                             store_file(access), "table.cl", "packed_color.cl", "classify_plane.cl"});
    return source;
}

ProgramSource mix_volume_source(const VoxelAccess &access, const ChannelFeatures &channels, bool placed) {
    ProgramSource source;
    source.name = "mix_volume";
    source.files = access.images
                       ? std::vector<std::string>{"vectors.cl"}
                       : std::vector<std::string>{"vectors.cl", file("scalar", access.stored_type), "channel_types.cl"};
    append(source.files, placed && !access.images ? Files{"cell.cl"} : Files());
    append(source.files, placed ? Files{"channel_voxel.cl"} : Files());
    source.files.push_back(file(placed ? "load_channels_placed" : "load_channels", access.images ? "image" : "buffer"));
    append(source.files, {store_file(access), "table.cl", "packed_color.cl", "channel_table.cl"});
    if (are_colors(channels.blend)) {
        source.files.emplace_back("texel_rgb.cl");
        source.constants = {{"OPACITY_CHANNEL", channels.blend == ChannelBlend::rgba ? 3 : 0}};
    } else {
        source.files.emplace_back("mix_value_1.cl");
        append(source.files, mix_files(channels.blend));
        source.files.emplace_back("texel_mixed.cl");
    }
    source.files.emplace_back("mix_volume.cl");
    add_channels(source.constants, channels);
    return source;
}

ProgramSource label_texels_source(const VoxelAccess &access, std::optional<BrickSize> bricks) {
    ProgramSource source;
    source.name = "label_texels";
    source.files = load_files(access.images, access.stored_type);
    append(source.files, {store_file(access), parts_file(bricks.has_value()), "table.cl", "packed_color.cl",
                          "channel_table.cl", "label_texels.cl"});
    add_brick_edge(source.constants, bricks);
    return source;
}

ProgramSource label_borders_source() {
    ProgramSource source;
    source.name = "label_borders";
    source.files = {"vectors.cl", "label_borders.cl"};
    return source;
}

ProgramSource normal_volume_source(const VoxelAccess &access, Classification field, Gradient gradient,
                                   const NormalShape &shape, std::optional<BrickSize> bricks) {
    const bool from_opacity = field == Classification::pre;
    ProgramSource source;
    source.name = "normal_volume";
    source.files =
        from_opacity ? std::vector<std::string>{"vectors.cl"} : load_files(access.images, access.stored_type);
    source.files.insert(source.files.end(),
                        {store_file(access), from_opacity ? "field_opacity.cl" : "field_scalar.cl",
                         shape.tiles ? "lanes_1.cl" : "lanes_16.cl", "reach.cl", parts_file(bricks.has_value())});
    source.files.insert(source.files.end(), bricks
                                                ? std::initializer_list<std::string>{"slot_voxels.cl", "faces_slots.cl"}
                                                : std::initializer_list<std::string>{"faces_whole.cl"});
    source.files.insert(source.files.end(), {"slab_sums.cl", "gradient_" + std::string(name_of(gradient)) + ".cl",
                                             from_opacity ? "lit_opacity.cl" : "lit_scalar.cl", "normal_texel.cl",
                                             shape.tiles ? "normal_tiles.cl" : "normal_rows.cl"});
    source.constants = {{"COLUMN_SLICES", shape.slices},
                        {"TILE_WIDTH", NormalShape::tile_width},
                        {"TILE_HEIGHT", NormalShape::tile_height}};
    add_brick_edge(source.constants, bricks);
    return source;
}

ProgramSource fill_slots_source(const VoxelAccess &access, BrickSize size, int item_voxels) {
    ProgramSource source;
    source.name = "fill_slots";
    source.files = {"vectors.cl", "scalar_" + std::string(access.stored_type) + ".cl",
                    access.images ? "put_image.cl" : "put_buffer.cl", "fill_slots.cl"};
    source.constants = {{"ITEM_VOXELS", item_voxels}};
    add_brick_edge(source.constants, size);
    if (access.images) { // formats of integers give and take shares of their largest value
        source.constants.emplace_back("VOXEL_ONE", access.stored_type == "u8"    ? 255
                                                   : access.stored_type == "u16" ? 65535
                                                                                 : 1);
    }
    source.fast_math = false; // voxels arrive as they are
    return source;
}

ProgramSource copy_slots_source(std::string_view stored_type, BrickSize size) {
    ProgramSource source;
    source.name = "copy_slots";
    source.files = load_files(true, stored_type);
    source.files.insert(source.files.end(),
                        {"scalar_" + std::string(stored_type) + ".cl", parts_file(true), "copy_slots.cl"});
    add_brick_edge(source.constants, size);
    return source;
}

ProgramSource preintegrate_source() {
    ProgramSource source;
    source.name = "preintegrate";
    source.files = {"preintegrate.cl"};
    return source;
}

ProgramSource table_entries_source() {
    ProgramSource source;
    source.name = "table_entries";
    source.files = {"table_entries.cl"};
    return source;
}

} // namespace voxmarch
