// What is told of a volume that is served, and small pictures of it.
#pragma once

#include "scene/load_volume.h"

#include <compare>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

namespace voxmarch {

/// Name, size, values with a histogram of at most 256 bins, presets that suit, views, and the first session.
nlohmann::ordered_json volume_info(const LoadedVolume &loaded);

/// What its readers had to decide, but for the choice of a channel or a time where pages show the others, too.
std::vector<Note> served_notes(const LoadedVolume &loaded);

/// What a small picture shows.
struct Thumbnail {
    std::string preset;           ///< "": the volume as it is first shown; "auto": so far as its function goes
    std::optional<int> channel{}; ///< seen alone, by its place among those that are drawn; empty: all
    auto operator<=>(const Thumbnail &) const = default;
};

/// A scene of it, quick to draw. @throws UsageError for an unknown preset or channel
Scene thumbnail_scene(const LoadedVolume &loaded, const Thumbnail &wanted, int width, int height);

} // namespace voxmarch
