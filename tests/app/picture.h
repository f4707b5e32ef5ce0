// A PNG file decoded by stb_image, another program than the one that wrote it.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace voxmarch::testing {

struct Picture {
    int width = 0, height = 0; ///< 0 if the bytes are no PNG
    std::vector<std::uint8_t> rgba;

    std::array<int, 3> rgb(int x, int y) const {
        const std::uint8_t *pixel =
            rgba.data() +
            (static_cast<std::size_t>(y) * static_cast<std::size_t>(width) + static_cast<std::size_t>(x)) * 4;
        return {pixel[0], pixel[1], pixel[2]};
    }
};

Picture decode_png(const std::string &bytes);

} // namespace voxmarch::testing
