// Everything on the device that the kernels of a frame read; what a frame does not use is a stand-in.
#pragma once

#include "device/device.h"
#include "kernels/shared/shared_types.h"

#include <array>

namespace voxmarch {

/// The channels behind the first, and the tables of all; stand-ins where there is one alone. Refers to its parts.
struct SceneChannels {
    std::array<const DeviceArray *, CHANNEL_LIMIT - 1> voxels;
    const Buffer &params, &opacities, &colors;
};

/// Refers to its parts; the members are the parameters of kernels/cast/scene_*.cl.
struct SceneData {
    const DeviceArray &scalars, &colors, &normals, &lights;
    const Buffer &octree, &nodes, &distances, &bounds;
    const Buffer &opacities, &table_colors;
    std::size_t table_entries; ///< of the two above
    const Buffer &table_2d, &labels, &label_colors, &offsets, &pages, &requests;
    const SceneChannels channels;

    /// The same scene for those who make its light volume, and do not read it: the colours stand in for it.
    SceneData without_lights() const {
        return {scalars,      colors,        normals,  colors, octree,       nodes,   distances, bounds,   opacities,
                table_colors, table_entries, table_2d, labels, label_colors, offsets, pages,     requests, channels};
    }

    /// The same scene with the distance map of another octree.
    SceneData with_distances(const Buffer &layout, const Buffer &map) const {
        return {scalars,      colors,        normals,  lights, layout,       nodes,   map,   bounds,   opacities,
                table_colors, table_entries, table_2d, labels, label_colors, offsets, pages, requests, channels};
    }
};

/// Calls `launch` with the arrays as this back end has them: (scalars, colors, normals, lights) and the channels behind
/// the first, images or buffers.
template <typename Launch> auto with_arrays(const SceneData &scene, Launch &&launch) {
    const auto &[first, second, third] = scene.channels.voxels;
    return scene.scalars.image ? launch(scene.scalars.image, scene.colors.image, scene.normals.image,
                                        scene.lights.image, first->image, second->image, third->image)
                               : launch(scene.scalars.buffer, scene.colors.buffer, scene.normals.buffer,
                                        scene.lights.buffer, first->buffer, second->buffer, third->buffer);
}

/// Launches a kernel whose parameters are those of kernels/cast/scene_image.cl or scene_buffer.cl, between the frame's
/// and `rest`, which is what the kernel takes beside.
/// @param table  whether the kernel reads the transfer table: it is then copied into local memory, from two parameters
///               at the end
template <typename... Rest>
[[nodiscard]] Event launch_in_scene(Kernel &kernel, const LaunchSize &size, const FrameParams &frame,
                                    const SceneData &scene, bool table, const Rest &...rest) {
    const LocalBytes local{table ? scene.table_entries * 8 : 16};
    return with_arrays(scene, [&](const auto &scalars, const auto &colors, const auto &normals, const auto &lights,
                                  const auto &channel_1, const auto &channel_2, const auto &channel_3) {
        const auto launch = [&](const auto &...behind) {
            return kernel.launch(
                size, named("frame_value", frame), named("scalars", scalars), named("colors", colors),
                named("normals", normals), named("lights", lights), named("octree", scene.octree),
                named("nodes", scene.nodes), named("distances", scene.distances), named("bounds", scene.bounds),
                named("opacities", local), named("table_colors", local), named("table_2d", scene.table_2d),
                named("labels", scene.labels), named("label_colors", scene.label_colors),
                named("offsets", scene.offsets), named("pages", scene.pages), named("requests", scene.requests),
                named("channel_1", channel_1), named("channel_2", channel_2), named("channel_3", channel_3),
                named("channel_params", scene.channels.params), named("channel_opacities", scene.channels.opacities),
                named("channel_colors", scene.channels.colors), behind...);
        };
        return table ? launch(rest..., named("opacity_source", scene.opacities),
                              named("color_source", scene.table_colors))
                     : launch(rest...);
    });
}

/// The same for kernels of the packet back end (kernels/packet/packet_scene.cl), which read the table where it lies.
template <typename... Rest>
[[nodiscard]] Event launch_packets(Kernel &kernel, const LaunchSize &size, const FrameParams &frame,
                                   const SceneData &scene, const Rest &...rest) {
    return kernel.launch(
        size, named("frame_value", frame), named("scalars", scene.scalars.buffer), named("colors", scene.colors.buffer),
        named("normals", scene.normals.buffer), named("lights", scene.lights.buffer), named("octree", scene.octree),
        named("nodes", scene.nodes), named("distances", scene.distances), named("bounds", scene.bounds),
        named("opacities", scene.opacities), named("table_colors", scene.table_colors),
        named("table_2d", scene.table_2d), named("labels", scene.labels), named("label_colors", scene.label_colors),
        named("offsets", scene.offsets), named("pages", scene.pages), named("requests", scene.requests),
        named("channel_1", scene.channels.voxels[0]->buffer), named("channel_2", scene.channels.voxels[1]->buffer),
        named("channel_3", scene.channels.voxels[2]->buffer), named("channel_params", scene.channels.params),
        named("channel_opacities", scene.channels.opacities), named("channel_colors", scene.channels.colors), rest...);
}

} // namespace voxmarch
