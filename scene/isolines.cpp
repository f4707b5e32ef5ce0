// Marching squares: two crossings, or four, of the edges of every square of four pixels.
#include "scene/isolines.h"

#include <array>
#include <cmath>
#include <cstddef>

namespace voxmarch {

std::vector<LinePiece> isolines(std::span<const float> values, int width, int height, double isovalue) {
    // Corners and edges go round: edge i leads from corner i to the next.
    static constexpr std::array<glm::ivec2, 4> corners{glm::ivec2(0, 0), {1, 0}, {1, 1}, {0, 1}};
    std::vector<LinePiece> pieces;
    for (int y = 0; y + 1 < height; ++y) {
        for (int x = 0; x + 1 < width; ++x) {
            std::array<double, 4> above{};
            double sum = 0.0;
            for (std::size_t i = 0; i < 4; ++i) {
                const std::size_t row = static_cast<std::size_t>(y + corners[i].y) * static_cast<std::size_t>(width);
                above[i] = double(values[row + static_cast<std::size_t>(x + corners[i].x)]) - isovalue;
                sum += above[i];
            }
            if (std::isnan(sum)) {
                continue;
            }
            std::array<glm::vec2, 4> crossings{};
            std::size_t count = 0;
            for (std::size_t i = 0; i < 4; ++i) {
                const double a = above[i], b = above[(i + 1) % 4];
                if ((a >= 0.0) != (b >= 0.0)) {
                    const glm::vec2 from(corners[i]), to(corners[(i + 1) % 4]);
                    crossings[count++] = glm::vec2(x, y) + glm::mix(from, to, static_cast<float>(a / (a - b)));
                }
            }
            if (count == 2) {
                pieces.push_back({crossings[0], crossings[1]});
            } else if (count == 4) {
                // Crossings 0 and 1 are around corner 1; they belong together where it is cut off.
                const bool cuts_off_odd = (sum >= 0.0) == (above[0] >= 0.0);
                const std::size_t first = cuts_off_odd ? 0 : 3;
                pieces.push_back({crossings[first], crossings[(first + 1) % 4]});
                pieces.push_back({crossings[(first + 2) % 4], crossings[(first + 3) % 4]});
            }
        }
    }
    return pieces;
}

} // namespace voxmarch
