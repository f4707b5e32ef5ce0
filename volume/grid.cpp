// Where the voxels of a grid lie in the world.
#include "volume/grid.h"

#include "base/error.h"

#include <fmt/format.h>

namespace voxmarch {

glm::dmat4 Grid::world_from_voxel() const {
    glm::dmat4 m(1.0);
    for (int axis = 0; axis < 3; ++axis) {
        m[axis] = glm::dvec4(direction[axis] * spacing[axis], 0.0);
    }
    m[3] = glm::dvec4(origin, 1.0);
    return m;
}

glm::dvec3 Grid::center() const { return origin + direction * (0.5 * extent()); }

void require_measure(const glm::dvec3 &place, const std::filesystem::path &file) {
    if (!glm::all(glm::lessThanEqual(glm::abs(place), glm::dvec3(largest_measure)))) { // NaN is not
        throw FileError(file,
                        fmt::format("states the place {:g}, {:g}, {:g}, beyond all measure: coordinates up to {:g} "
                                    "are read",
                                    place.x, place.y, place.z, largest_measure));
    }
}

void require_measure(const Grid &grid, const std::filesystem::path &file) {
    require_measure(grid.origin, file);
    const glm::dvec3 &spacing = grid.spacing, most(largest_measure);
    if (!glm::all(glm::lessThanEqual(spacing, most)) || !glm::all(glm::greaterThanEqual(spacing, 1.0 / most))) {
        throw FileError(file, fmt::format("states that its voxels lie {:g} x {:g} x {:g} apart, beyond all measure: "
                                          "distances from {:g} to {:g} are read",
                                          spacing.x, spacing.y, spacing.z, 1.0 / largest_measure, largest_measure));
    }
}

} // namespace voxmarch
