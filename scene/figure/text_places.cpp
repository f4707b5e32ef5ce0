// Tries one place after the other.
#include "scene/figure/text_places.h"

#include <algorithm>
#include <limits>

namespace voxmarch {

namespace {

constexpr int most_rows = 12; // that a text may lie away from its place

struct Box {
    glm::dvec2 low, high;
};

double common_area(const Box &a, const Box &b) {
    const glm::dvec2 sides = glm::max(glm::min(a.high, b.high) - glm::max(a.low, b.low), 0.0);
    return sides.x * sides.y;
}

/// Inside; its beginning where it is larger than the picture.
glm::dvec2 shifted_inside(glm::dvec2 corner, glm::dvec2 size, glm::dvec2 low, glm::dvec2 high) {
    return glm::max(glm::min(corner, high - size), low);
}

/// The corners to try, the best ones first.
std::vector<glm::dvec2> corners_beside(const TextBeside &text, glm::dvec2 gap) {
    const double right = text.at.x + gap.x, left = text.at.x - gap.x - text.size.x;
    const double below = text.at.y + gap.y, above = text.at.y - gap.y - text.size.y;
    std::vector<glm::dvec2> corners{{right, below}, {left, below}, {right, above}, {left, above}};
    for (int row = 1; row <= most_rows; ++row) {
        const double away = row * (text.size.y + 1.0);
        for (const double x : {right, left}) {
            corners.emplace_back(x, below + away);
            corners.emplace_back(x, above - away);
        }
    }
    return corners;
}

} // namespace

std::vector<std::optional<glm::dvec2>> place_texts(const std::vector<TextBeside> &texts, glm::dvec2 low,
                                                   glm::dvec2 high, glm::dvec2 gap) {
    std::vector<std::optional<glm::dvec2>> places;
    std::vector<Box> taken;
    for (const TextBeside &text : texts) {
        std::optional<glm::dvec2> &best = places.emplace_back();
        if (glm::any(glm::lessThan(text.at, low)) || glm::any(glm::greaterThan(text.at, high))) {
            continue;
        }
        const double reach = std::min(gap.x, gap.y); // of the mark at the place
        const Box mark{text.at - reach, text.at + reach};
        double least = std::numeric_limits<double>::infinity();
        for (const glm::dvec2 &wanted : corners_beside(text, gap)) {
            const glm::dvec2 corner = shifted_inside(wanted, text.size, low, high);
            double covered = common_area({corner, corner + text.size}, mark);
            for (const Box &other : taken) {
                covered += common_area({corner, corner + text.size}, other);
            }
            if (covered < least) {
                least = covered;
                best = corner;
            }
            if (covered == 0.0) {
                break;
            }
        }
        taken.push_back({*best, *best + text.size});
    }
    return places;
}

std::optional<std::array<glm::dvec2, 2>> leader_of(const TextBeside &text, glm::dvec2 corner, glm::dvec2 gap) {
    const glm::dvec2 nearest = glm::clamp(text.at, corner, corner + text.size);
    const glm::dvec2 away = glm::abs(nearest - text.at);
    if (glm::all(glm::lessThan(away, gap + 0.5 * text.size.y))) {
        return std::nullopt;
    }
    const glm::dvec2 toward = glm::normalize(nearest - text.at);
    return std::array{text.at + std::min(gap.x, gap.y) * toward, nearest};
}

} // namespace voxmarch
