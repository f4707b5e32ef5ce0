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

struct Document;
struct TransferEditor;
struct TransferFunction;

struct PresetPictures {
    std::map<std::string, std::unique_ptr<Texture>> textures; ///< those that have come, by the preset's key
    std::set<std::string> ordered;                            ///< keys of pictures of the volume that is open,
    std::size_t channel = 0;                                  ///< and of this channel

    std::optional<std::vector<OwnPreset>> own; ///< empty: not read yet
    std::string typed;                         ///< a name for one of them
    std::filesystem::path asked;               ///< the one that the user is asked about; "": a new one
    bool saves = false;                        ///< the panel asks for the name of a new one with the next frame

    /// Forgets what was drawn of another volume.
    void begin();
};

/// Those that suit the chosen channel of the volume that is open.
std::vector<const TransferFunction *> suitable_presets(const Document &document);

/// Makes a preset the function of that channel.
void take_preset(Document &document, TransferEditor &editor, const TransferFunction &preset);

} // namespace voxmarch
