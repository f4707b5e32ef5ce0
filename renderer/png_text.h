// Texts inside PNG files: what made a picture travels with it.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace voxmarch {

/// Puts a chunk iTXt (UTF-8, not compressed) behind the header of the PNG.
/// @param png      a whole PNG file
/// @param keyword  1 .. 79 letters of Latin-1, as PNG wants them
/// @throws UsageError if `png` is no PNG
void insert_png_text(std::string &png, std::string_view keyword, std::string_view text);

/// The text of the first chunk iTXt with this keyword that is not compressed; empty if there is none, or no PNG.
/// Checksums are not looked at.
std::optional<std::string> find_png_text(std::string_view png, std::string_view keyword);

} // namespace voxmarch
