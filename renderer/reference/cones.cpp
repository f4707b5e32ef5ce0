// The pyramid level by level, and the product along each cone.
#include "renderer/reference/cones.h"

#include <algorithm>
#include <cmath>

namespace voxmarch {

namespace {

/// Calls visit(place) for every texel of a level, x fastest.
template <typename Visit> void for_each_texel(const std::array<int, 3> &dims, Visit &&visit) {
    for (int z = 0; z < dims[2]; ++z) {
        for (int y = 0; y < dims[1]; ++y) {
            for (int x = 0; x < dims[0]; ++x) {
                visit(glm::ivec3(x, y, z));
            }
        }
    }
}

} // namespace

ReferenceCones::ReferenceCones(const Grid &grid, glm::dvec3 low, glm::dvec3 high,
                               const std::function<double(glm::dvec3)> &pass)
    : grid_(grid), low_(low), high_(high), steps_(cone_steps(occlusion_reach(grid))), levels_(1) {
    for_each_texel(pyramid_dims(grid.dims, 1), [&](glm::ivec3 place) {
        double sum = 0.0;
        for (const glm::dvec3 &inside : places_in_cells()) {
            sum += pass(2.0 * glm::dvec3(place) + inside) / cell_places;
        }
        levels_[0].push_back(sum);
    });
    for (int level = 2; level <= steps_.back().level; ++level) {
        std::vector<double> coarser;
        for_each_texel(pyramid_dims(grid.dims, level), [&](glm::ivec3 place) {
            double sum = 0.0; // of four columns along each of three axes
            for (int axis = 0; axis < 3; ++axis) {
                for (int column = 0; column < 4; ++column) {
                    glm::ivec3 low = 2 * place, step(0);
                    low[(axis + 1) % 3] += column & 1;
                    low[(axis + 2) % 3] += column >> 1;
                    step[axis] = 1;
                    sum += texel(level - 1, low) * texel(level - 1, low + step);
                }
            }
            coarser.push_back(sum / 12.0);
        });
        levels_.push_back(std::move(coarser));
    }
}

double ReferenceCones::texel(int level, glm::ivec3 place) const {
    const std::array<int, 3> dims = pyramid_dims(grid_.dims, level);
    for (int i = 0; i < 3; ++i) {
        if (place[i] < 0 || place[i] >= dims[static_cast<std::size_t>(i)]) {
            return 1.0;
        }
    }
    const std::size_t row =
        static_cast<std::size_t>(place.z) * static_cast<std::size_t>(dims[1]) + static_cast<std::size_t>(place.y);
    return levels_[static_cast<std::size_t>(level - 1)]
                  [row * static_cast<std::size_t>(dims[0]) + static_cast<std::size_t>(place.x)];
}

double ReferenceCones::interpolated(int level, glm::dvec3 voxel) const {
    const glm::dvec3 place = voxel / std::exp2(level) - 0.5, lowest = glm::floor(place), share = place - lowest;
    double sum = 0.0;
    for (int corner = 0; corner < 8; ++corner) {
        const glm::dvec3 offset(corner & 1, (corner >> 1) & 1, corner >> 2);
        const glm::dvec3 parts = glm::mix(1.0 - share, share, offset);
        sum += parts.x * parts.y * parts.z * texel(level, glm::ivec3(lowest + offset));
    }
    return sum;
}

double ReferenceCones::seen(glm::dvec3 voxel, int cones) const {
    double sum = 0.0;
    for (const glm::dvec3 &direction : sphere_directions(cones)) {
        double through = 1.0;
        for (const ConeStep &step : steps_) {
            const glm::dvec3 place = voxel + step.distance * direction * grid_.smallest_spacing() / grid_.spacing;
            if (glm::any(glm::lessThan(place, low_)) || glm::any(glm::greaterThan(place, high_))) {
                break; // it has left the box
            }
            through *= std::pow(std::max(interpolated(step.level, place), 1e-6), step.length);
        }
        sum += through / cones;
    }
    return std::min(2.0 * sum, 1.0);
}

} // namespace voxmarch
