// Where the voxels of a grid lie in the world.
#include "volume/grid.h"

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

} // namespace voxmarch
