// Presets, those of the program and the user's own, with pictures drawn from the volume.
#pragma once

#include "app/viewer/panels/own_presets.h"
#include "app/viewer/window/texture.h"

#include <cstddef>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace voxmarch {

struct PresetPictures {
    std::map<std::string, std::unique_ptr<Texture>> textures; ///< those that have come, by the preset's key
    std::set<std::string> ordered;                            ///< keys of pictures of the volume that is open,
    std::size_t channel = 0;                                  ///< and of this channel

    std::optional<std::vector<OwnPreset>> own; ///< empty: not read yet
    std::string typed;                         ///< a name for one of them
    std::filesystem::path asked;               ///< the one that the user is asked about; "": a new one

    /// Forgets what was drawn of another volume.
    void begin();
};

} // namespace voxmarch
