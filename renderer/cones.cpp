// Directions, steps and levels of cones.
#include "renderer/cones.h"

#include <algorithm>
#include <cmath>
#include <glm/gtc/matrix_transform.hpp>
#include <numbers>

namespace voxmarch {

std::vector<glm::dvec3> sphere_directions(int count) {
    std::vector<glm::dvec3> directions;
    const double golden_angle = std::numbers::pi * (3.0 - std::sqrt(5.0));
    // Turned, so that none lies in a plane of voxels: on a face it would be a matter of rounding what it sees.
    const glm::dmat3 turned(glm::rotate(glm::dmat4(1.0), 0.5, glm::normalize(glm::dvec3(1.0, 2.0, 3.0))));
    for (int i = 0; i < count; ++i) {
        const double z = 1.0 - (2.0 * i + 1.0) / count;
        const double radius = std::sqrt(1.0 - z * z);
        const glm::dvec3 on_spiral(radius * std::cos(golden_angle * i), radius * std::sin(golden_angle * i), z);
        directions.push_back(turned * on_spiral);
    }
    return directions;
}

double occlusion_reach(const Grid &grid) {
    const glm::dvec3 lengths = grid.dims_d() * grid.spacing / grid.smallest_spacing();
    return std::max({lengths.x, lengths.y, lengths.z}) / 8.0;
}

std::vector<ConeStep> cone_steps(double reach) {
    constexpr double shortest = 2.0, growth = 0.5, texels_a_way = 0.2, least_rest = 0.3;
    std::vector<ConeStep> steps;
    for (double from = 0.0; from < reach;) {
        double length = std::max(shortest, growth * from);
        if (from + (1.0 + least_rest) * length > reach) { // no crumbs at the end
            length = reach - from;
        }
        const double middle = from + 0.5 * length;
        const int level = std::max(1, static_cast<int>(std::lround(std::log2(texels_a_way * middle))));
        steps.push_back({middle, length / std::exp2(level), level});
        from += length;
    }
    return steps;
}

std::array<glm::dvec3, cell_places> places_in_cells() {
    constexpr int eighths[cell_places][3] = {{0, 4, 2}, {1, 0, 5}, {2, 6, 7}, {3, 2, 0},
                                             {4, 5, 6}, {5, 1, 1}, {6, 7, 4}, {7, 3, 3}};
    std::array<glm::dvec3, cell_places> places{};
    for (std::size_t i = 0; i < places.size(); ++i) {
        places[i] = (glm::dvec3(eighths[i][0], eighths[i][1], eighths[i][2]) + 0.5) / 4.0;
    }
    return places;
}

std::array<int, 3> pyramid_dims(const std::array<int, 3> &dims, int level) {
    std::array<int, 3> result{};
    for (std::size_t i = 0; i < 3; ++i) {
        result[i] = std::max(1, (dims[i] - 1 + (1 << level) - 1) >> level);
    }
    return result;
}

namespace {

std::uint64_t texels_of(const PyramidLevel &level) {
    return static_cast<std::uint64_t>(level[0]) * static_cast<std::uint64_t>(level[1]) *
           static_cast<std::uint64_t>(level[2]);
}

} // namespace

std::vector<PyramidLevel> pyramid_levels(const std::array<int, 3> &dims, int levels) {
    std::vector<PyramidLevel> result;
    std::int32_t begin = 0;
    for (int level = 1; level <= levels; ++level) {
        const std::array<int, 3> size = pyramid_dims(dims, level);
        result.push_back({size[0] + 2, size[1] + 2, size[2] + 2, begin});
        begin += static_cast<std::int32_t>((texels_of(result.back()) + pyramid_alignment - 1) / pyramid_alignment);
    }
    return result;
}

std::uint64_t pyramid_bytes(const std::vector<PyramidLevel> &levels) {
    return (static_cast<std::uint64_t>(levels.back()[3]) * pyramid_alignment + texels_of(levels.back())) * 2;
}

} // namespace voxmarch
