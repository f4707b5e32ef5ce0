// PNG pictures that are no volumes (rows of colours, references), unpacked in a process of their own.
#pragma once

#include "volume/cage/caged_file.h"

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>
#include <vector>

namespace voxmarch {

/// A picture, row by row from the top.
struct PngPixels {
    int width = 0, height = 0;
    int channels = 0; ///< that the file has: 1 grey, 2 grey and opacity, 3 colours, 4 colours and opacity
    std::vector<std::uint16_t> rgba; ///< four numbers per pixel; 8 bits are spread: 255 is 65535
};

/// Width and height that the first bytes of a PNG state, each at least 1; empty: these are none. What they cost is for
/// the caller to judge.
std::optional<std::array<int, 2>> png_size(std::string_view png);

/// Unpacks by stb_image. It believes lengths, and unpacks whatever comes: that is tried before with as much room as the
/// pixels need. @throws FormatProblem
PngPixels unpack_png(std::string_view png);

/// Has a PNG unpacked in another process (base/isolated.h), which is confined to what it has already. Where
/// isolation_is_off() it is this one.
///
/// @param png     all of its bytes, below 2 GiB
/// @param unpack  runs there
/// @param bounds  time grows by a second for each MiB of the file and of its pixels, memory by 4 times the one and
/// twice the other
/// @throws FormatProblem where it is damaged, and where the other process crashed, went beyond a bound, or gives
/// another picture than the first bytes say Cost: about a millisecond, and two copies of the pixels
PngPixels decode_png(std::string_view png, const std::function<PngPixels(std::string_view)> &unpack = unpack_png,
                     const CageBounds &bounds = {});

} // namespace voxmarch
