// Everything on the device that the kernels of a frame read; what a frame does not use is a stand-in.
#pragma once

#include "device/device.h"

namespace voxmarch {

/// Refers to its parts; the members are the parameters of kernels/scene_*.cl.
struct SceneData {
    const DeviceArray &scalars, &colors, &normals, &lights;
    const Buffer &octree, &nodes, &distances, &bounds;
    const Buffer &opacities, &table_colors;
    std::size_t table_entries; ///< of the two above
    const Buffer &table_2d, &labels, &label_colors, &offsets;

    /// The same scene with another octree.
    SceneData with_octree(const Buffer &layout, const Buffer &states) const {
        return {scalars,   colors,       normals,       lights,   layout, states,       distances, bounds,
                opacities, table_colors, table_entries, table_2d, labels, label_colors, offsets};
    }
};

/// Calls `launch` with the arrays as this back end has them: (scalars, colors, normals, lights), images or buffers.
template <typename Launch> auto with_arrays(const SceneData &scene, Launch &&launch) {
    return scene.scalars.image
               ? launch(scene.scalars.image, scene.colors.image, scene.normals.image, scene.lights.image)
               : launch(scene.scalars.buffer, scene.colors.buffer, scene.normals.buffer, scene.lights.buffer);
}

} // namespace voxmarch
