// The time line of a scene from key frames that are written by hand.
#pragma once

#include "app/cli/key_file.h"
#include "app/cli/render_choices.h"

#include <string>
#include <vector>

namespace voxmarch {

/// What key frames are placed in; refers to what the command holds.
struct KeyPlaces {
    const RenderOptions &options;
    const SceneContent &content;
    const OuterWorld &world;    ///< of cameras and planes
    const SeenCorners &corners; ///< of what the scene shows, which named views frame
};

/// Gives the scene the time line of the keys. Each begins as the one before has it, the first as the scene is; what
/// some key names has a key frame at all of them, all else has none and stays that of the scene.
/// @return notes about what has no effect
/// @throws FileError for what this volume cannot have
std::vector<std::string> add_keys(const KeyFile &keys, const KeyPlaces &places, Scene &scene);

} // namespace voxmarch
