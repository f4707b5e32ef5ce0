// Pictures of the presets, drawn from the volume.
#pragma once

#include "app/viewer/window/texture.h"

#include <cstddef>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace voxmarch {

struct Document;
struct TransferEditor;
struct TransferFunction;

struct PresetPictures {
    std::map<std::string, std::unique_ptr<Texture>> textures; ///< by name; those that have come
    bool ordered = false;                                     ///< of the volume that is open,
    std::size_t channel = 0;                                  ///< and of this channel
};

/// Those that suit the chosen channel of the volume that is open.
std::vector<const TransferFunction *> suitable_presets(const Document &document);

/// Makes a preset the function of that channel.
void take_preset(Document &document, TransferEditor &editor, const TransferFunction &preset);

} // namespace voxmarch
