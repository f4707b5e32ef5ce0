// Colours by the names that CSS gives them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace voxmarch {

/// 0xRRGGBB of "rebeccapurple", whatever the case; empty if CSS has no such name.
std::optional<std::uint32_t> named_color(std::string name);

/// All 148 names, sorted.
std::vector<std::string> color_names();

} // namespace voxmarch
