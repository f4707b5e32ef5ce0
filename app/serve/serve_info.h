// What is told of a volume that is served, and small pictures of it.
#pragma once

#include "scene/load_volume.h"

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

namespace voxmarch {

/// Name, size, values with a histogram of at most 256 bins, presets that suit, views, and the first session.
nlohmann::ordered_json volume_info(const LoadedVolume &loaded);

/// What its readers had to decide, but for the choice of a channel or a time where pages show the others, too.
std::vector<Note> served_notes(const LoadedVolume &loaded);

/// The volume with a preset, small and quick. @param preset  "": as it is first shown
/// @throws UsageError for an unknown preset
Scene thumbnail_scene(const LoadedVolume &loaded, const std::string &preset, int width, int height);

} // namespace voxmarch
