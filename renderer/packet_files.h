// Lists of kernel files, and that of the ray casting program of packets.
#pragma once

#include "renderer/program_files.h"

#include <fmt/format.h>

namespace voxmarch {

using Files = std::vector<std::string>;

/// Name of the file of a choice.
inline std::string file(std::string_view stem, std::string_view variant) {
    return fmt::format("{}_{}.cl", stem, variant);
}

inline void append(Files &files, const Files &more) { files.insert(files.end(), more.begin(), more.end()); }

/// What finds the voxels of a volume in bricks. @param waves  not all of them are there
inline Files brick_files(bool waves) {
    return {"brick_pages.cl", waves ? "request_bricks.cl" : "request_none.cl", "slot_voxels.cl"};
}

/// What lights and materials Phong's model has: files that kernels/cast/shade_phong.cl is made of.
inline Files light_files(bool side_lights, bool materials, bool outline) {
    return {"material.cl", file("material", materials ? "points" : "frame"), "highlight.cl",
            file("side_lights", side_lights ? "some" : "none"), file("outline", outline ? "some" : "none")};
}

/// What mixes channels, but for the type of the values (mix_value_*.cl). @param blend  not are_colors()
inline Files mix_files(ChannelBlend blend) {
    return blend == ChannelBlend::maximum ? Files{"mix_maximum.cl"}
                                          : Files{"mix_product.cl", file("mix", name_of(blend))};
}

/// The files of kernels/packet that draw a frame, in order.
/// @param stored_type  DeviceVolume::stored_type()
/// @param settings     with a traversal that packets have
Files packet_files(std::string_view stored_type, const RenderSettings &settings, const SceneFeatures &features,
                   const CastOutput &output);

} // namespace voxmarch
