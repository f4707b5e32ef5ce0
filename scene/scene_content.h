// What the files hold that a scene names, read and brought to one grid: what a SceneRenderer draws scenes of.
#pragma once

#include "renderer/reference/caster.h"
#include "scene/scene.h"
#include "skeleton/graph_file.h"
#include "volume/volume.h"

#include <optional>
#include <string>

namespace voxmarch {

/// The lines of a skeleton's file, in the world of the volume.
struct SceneLines {
    std::string file;
    SkeletonLines lines;
};

struct SceneContent {
    Volume volume;
    std::optional<Volume> labels{};    ///< on the volume's grid; empty: none
    std::optional<SceneLines> lines{}; ///< lines of other files are read when a scene names them

    const Volume *labels_or_null() const { return labels ? &*labels : nullptr; }
};

/// The scene without a device, for what walks rays or looks for visible parts on the host. It refers to `content`.
ReferenceScene reference_scene(const Scene &scene, const SceneContent &content);

} // namespace voxmarch
