// Which bricks of a volume an isosurface needs to be read, by the ranges of their values.
#pragma once

#include "isosurface/extraction.h"
#include "volume/bricks/brick_source.h"

#include <array>
#include <optional>
#include <vector>

namespace voxmarch {

/// A brick is needed unless all voxels of it and of the 26 bricks around it lie on one side of the isovalue: then no
/// edge of the lattice that begins or ends in it is cut, and no normal of a vertex looks into it. (A normal looks one
/// voxel beyond the ends of a cut edge. Bricks of one voxel are the last ones along their axis: nothing is behind.)
class CrossedBricks {
public:
    /// @param field  of the volume, for the way in which voxels are compared with an isovalue
    CrossedBricks(const BrickRanges &ranges, const ScalarField &field, double isovalue);

    /// A value that all voxels of the brick may be taken to have; empty: it is needed.
    std::optional<double> stand_in(const std::array<int, 3> &brick) const;

private:
    enum class Side : std::uint8_t { outside, inside, both };

    const BrickRanges *ranges_;
    std::vector<Side> sides_;

    std::size_t index(const std::array<int, 3> &brick) const;
};

} // namespace voxmarch
