// What every synthetic volume is inside: a field of one size that can be sampled box by box from any thread.
#pragma once

#include "volume/volume.h"
#include "volume/voxel_box.h"

#include <algorithm>
#include <cstddef>
#include <memory>
#include <span>

namespace voxmarch {

/// One synthetic volume at a fixed size. Immutable, so any number of threads may fill different boxes.
class SyntheticField {
public:
    virtual ~SyntheticField() = default;

    /// Writes a box inside the volume, x fastest. `out` has exactly its bytes. A voxel does not depend on the box.
    virtual void fill(const VoxelBox &box, std::span<std::byte> out) const = 0;
};

/// Position of voxel i of n in the box of voxel centres, whose edge is 1 and whose middle is 0; symmetric to the bit.
inline double box_coordinate(int i, int n) {
    return n > 1 ? static_cast<double>(2 * i - (n - 1)) / static_cast<double>(2 * (n - 1)) : 0.0;
}

/// The slices [z_begin, z_end) of a volume of edge n.
inline VoxelBox slab_of(int n, int z_begin, int z_end) { return {{0, 0, z_begin}, {n, n, z_end}}; }

/// Rounds half up into 0 .. 255.
inline std::uint8_t to_u8(double value) {
    const double low = value < 0.0 ? 0.0 : value, inside = low > 255.0 ? 255.0 : low; // compilers make vectors of it
    // NOLINTNEXTLINE(bugprone-incorrect-roundings): as the volumes were always made
    return static_cast<std::uint8_t>(static_cast<int>(inside + 0.5));
}

// Closed forms (formulas.cpp).
std::unique_ptr<SyntheticField> make_sphere(int n, ScalarType type);
std::unique_ptr<SyntheticField> make_torus(int n, ScalarType type);
std::unique_ptr<SyntheticField> make_marschner_lobb(int n, ScalarType type);
std::unique_ptr<SyntheticField> make_cayley(int n, ScalarType type);
std::unique_ptr<SyntheticField> make_hydrogen(int n, ScalarType type);

// Objects in noisy air (one file each).
std::unique_ptr<SyntheticField> make_tree(int n, ScalarType type);
std::unique_ptr<SyntheticField> make_teddy(int n, ScalarType type);
std::unique_ptr<SyntheticField> make_piggy(int n, ScalarType type);
std::unique_ptr<SyntheticField> make_vessels(int n, ScalarType type);

} // namespace voxmarch
