// --convention: in which world the user's coordinates are, going in and coming out.
#pragma once

#include "renderer/camera.h"
#include "renderer/settings.h"
#include "volume/world_convention.h"

#include <CLI/CLI.hpp>
#include <nlohmann/json_fwd.hpp>
#include <optional>

namespace voxmarch {

/// Adds --convention. @param convention  empty: not given, which is LPS
void add_convention_option(CLI::App &command, std::optional<Convention> &convention);

/// The user's world. Says a note where the option has no effect because the grid states no patient orientation.
OuterWorld outer_world(const Grid &grid, const std::optional<Convention> &convention);

/// The camera in the other of both worlds; the turn is its own inverse.
Camera turned(const Camera &camera, const OuterWorld &world);

/// The light's direction in the other of both worlds.
void turn_light(Light &light, const OuterWorld &world);
void turn_light(SideLight &light, const OuterWorld &world);

/// The planes from `first` on in the other of both worlds.
void turn_planes(std::vector<ClipPlane> &planes, const OuterWorld &world, std::size_t first = 0);

/// "lps", "ras"; null where the grid states no patient orientation.
nlohmann::ordered_json convention_json(const OuterWorld &world);

/// "mm"; null where it is not known.
nlohmann::ordered_json unit_json(const OuterWorld &world);

} // namespace voxmarch
