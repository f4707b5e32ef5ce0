// Pictures of the presets, drawn from the volume.
#pragma once

#include "app/viewer/window/texture.h"

#include <cstddef>
#include <map>
#include <memory>
#include <string>

namespace voxmarch {

struct PresetPictures {
    std::map<std::string, std::unique_ptr<Texture>> textures; ///< by name; those that have come
    bool ordered = false;                                     ///< of the volume that is open,
    std::size_t channel = 0;                                  ///< and of this channel
};

} // namespace voxmarch
