// Texts inside PNG files: what made a picture travels with it. And whether such a file is whole.
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

/// Pixels of a picture.
struct PngSize {
    int width, height;
};

/// Size of the picture, if the file is whole: all its chunks have their checksums, and the last one ends it. The pixels
/// are not unpacked.
std::optional<PngSize> size_of_whole_png(std::string_view png);

} // namespace voxmarch
