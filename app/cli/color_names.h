// Colours as CSS writes them: names, and #rrggbb.
#pragma once

#include <cstdint>
#include <glm/glm.hpp>
#include <optional>
#include <string>
#include <vector>

namespace voxmarch {

/// 0xRRGGBB of "rebeccapurple", whatever the case; empty if CSS has no such name.
std::optional<std::uint32_t> named_color(std::string name);

/// All 148 names, sorted.
std::vector<std::string> color_names();

/// "#663399" of r, g, b in [0, 1].
std::string color_code(const glm::vec3 &color);

} // namespace voxmarch
