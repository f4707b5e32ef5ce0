// A binary object in a grid, one bit a voxel: what thinning takes and gives, on the host and on the device.
#pragma once

#include "volume/bricks/slice_window.h"
#include "volume/volume.h"

#include <bit>
#include <cstdint>
#include <span>
#include <vector>

namespace voxmarch {

/// Voxel indices along x, y, z.
using VoxelIndex = std::array<int, 3>;

/// Bits of the voxels of a grid; 1 is object. All around lies a margin of background that stays 0, so that a
/// neighbourhood is read without asking where the volume ends:
///
///     row (y, z):   | 0 | x 0..31 | x 32..63 | ... | 0 |     32-bit words, lowest bit = smallest x
///     rows y = -1 and ny, slices z = -1 and nz are 0, and so are the bits of the last word beyond nx
class BitVolume {
public:
    /// Nothing but background. @throws MemoryError if the words are more than 2^31
    explicit BitVolume(const std::array<int, 3> &dims);

    const std::array<int, 3> &dims() const { return dims_; }

    bool get(const VoxelIndex &voxel) const { return word(voxel) >> (voxel[0] & 31) & 1; }
    void set(const VoxelIndex &voxel, bool object);

    /// As get(), for indices -1 .. dims too.
    bool at(int x, int y, int z) const { return x >= 0 && x < dims_[0] && get({x, y, z}); }

    std::uint64_t count() const;

    /// Calls visit(VoxelIndex) for every object voxel, x fastest.
    template <typename Visit> void for_each(Visit &&visit) const;

    /// Leaves the voxels that are object in `other` too. Precondition: equal dims.
    void intersect(const BitVolume &other);

    /// The words with their margin.
    const std::vector<std::uint32_t> &words() const { return words_; }
    std::vector<std::uint32_t> &words() { return words_; }

    /// Words from one row, one slice to the next.
    std::uint32_t row_stride() const { return static_cast<std::uint32_t>((dims_[0] + 31) / 32 + 2); }
    std::uint32_t slice_stride() const { return row_stride() * static_cast<std::uint32_t>(dims_[1] + 2); }

    /// Number of the word that holds a voxel; y in -1 .. ny and z in -1 .. nz.
    std::size_t word_index(int x, int y, int z) const {
        return static_cast<std::size_t>(x / 32 + 1) + static_cast<std::size_t>(row_stride()) * std::size_t(y + 1) +
               static_cast<std::size_t>(slice_stride()) * std::size_t(z + 1);
    }

    bool operator==(const BitVolume &) const = default;

private:
    std::array<int, 3> dims_;
    std::vector<std::uint32_t> words_;

    std::uint32_t word(const VoxelIndex &voxel) const { return words_[word_index(voxel[0], voxel[1], voxel[2])]; }
};

/// The voxels whose value is not below the isovalue (with `invert`: is below), as in isosurface/.
/// Cost: one pass over the voxels with all cores.
BitVolume object_of(const Volume &volume, double isovalue, bool invert = false);

/// The same of a volume that memory need not hold: it is read slab by slab.
BitVolume object_of(const BrickSource &source, double isovalue, bool invert = false, const SlabReading &reading = {});

/// The voxels of a label volume that have one of these labels (with `invert`: none of them). Cost: as above.
BitVolume object_of(const Volume &volume, std::span<const int> labels, bool invert = false);

/// Leaves the `count` 26-components with most voxels; of equal ones those with the first voxel.
/// Cost: O(object voxels) on one core, 12 bytes each.
void keep_largest(BitVolume &object, std::size_t count);

/// Components of the object that hang together through faces. Cost: as keep_largest().
std::size_t count_face_components(const BitVolume &object);

template <typename Visit> void BitVolume::for_each(Visit &&visit) const {
    for (int z = 0; z < dims_[2]; ++z) {
        for (int y = 0; y < dims_[1]; ++y) {
            for (int x = 0; x < dims_[0]; x += 32) {
                for (std::uint32_t bits = words_[word_index(x, y, z)]; bits; bits &= bits - 1) {
                    visit(VoxelIndex{x + std::countr_zero(bits), y, z});
                }
            }
        }
    }
}

} // namespace voxmarch
