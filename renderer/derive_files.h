// Which kernel files make the programs that derive volumes and tables: each alternative is a file (docs/kernels.md).
#pragma once

#include "device/program.h"
#include "renderer/brick_size.h"
#include "renderer/program_files.h"
#include "renderer/settings.h"

#include <optional>
#include <string_view>

namespace voxmarch {

/// Where derived volumes are read from and written to.
struct VoxelAccess {
    bool images = false;          ///< 3D images, else buffers
    bool image_writes = false;    ///< kernels can write to 3D images; else texels go through a buffer
    std::string_view stored_type; ///< DeviceVolume::stored_type()
};

/// The program that makes the colour+opacity volume.
/// @param bricks  the volume lies in bricks: of a list of slots
ProgramSource classify_volume_source(const VoxelAccess &access, std::optional<BrickSize> bricks = {});

/// The same for buffers of integers on CPUs.
ProgramSource classify_rows_source(const VoxelAccess &access, std::optional<BrickSize> bricks = {});

/// The same by a function of scalar and gradient, whose magnitude the normal volume of the scalars holds.
ProgramSource classify_plane_source(const VoxelAccess &access);

/// The program that makes colours and opacities of several channels. @param placed  some have grids of their own
ProgramSource mix_volume_source(const VoxelAccess &access, const ChannelFeatures &channels, bool placed = false);

/// The program that makes colours by the transfer functions of labels.
/// @param bricks  the volume lies in bricks: of a list of slots
ProgramSource label_texels_source(const VoxelAccess &access, std::optional<BrickSize> bricks = {});

/// The program that finds where labels border on others.
ProgramSource label_borders_source();

/// How work-items share the voxels of the normal volume: columns of a tile on GPUs, rows of 16 voxels on CPUs. Tiles of
/// 16 x 8 voxels in 32 slices are the fastest of ten shapes on an NVIDIA H200.
struct NormalShape {
    bool tiles;
    int slices; ///< of a column
    static constexpr int tile_width = 16, tile_height = 8, row_lanes = 16;
};
/// @param bricks  whose slices columns cut evenly
constexpr NormalShape normal_shape(DeviceKind kind, std::optional<BrickSize> bricks = {}) {
    return kind == DeviceKind::gpu ? NormalShape{true, bricks ? bricks->stored() / 2 : 32}
                                   : NormalShape{false, bricks ? bricks->stored() / 4 : 16};
}

/// The program that makes the normal volume. @param gradient  central or sobel
/// @param bricks    the volume lies in bricks: of a list of slots
ProgramSource normal_volume_source(const VoxelAccess &access, Classification field, Gradient gradient,
                                   const NormalShape &shape, std::optional<BrickSize> bricks = {});

/// The program that brings staged bricks to slots. @param item_voxels  of a work-item: 4, or a row of a slot
ProgramSource fill_slots_source(const VoxelAccess &access, BrickSize size, int item_voxels);

/// The program that copies voxels of slots from an image to a buffer.
ProgramSource copy_slots_source(std::string_view stored_type, BrickSize size);

/// The program that makes the table of pre-integrated segments.
ProgramSource preintegrate_source();

/// The program that brings a table of two coordinates into the order of look-ups.
ProgramSource table_entries_source();

} // namespace voxmarch
