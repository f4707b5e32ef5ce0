// Makes binary objects of volumes and takes them apart into components.
#include "skeleton/bit_volume.h"

#include "base/error.h"
#include "base/parallel.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <limits>
#include <numeric>

namespace voxmarch {

namespace {

/// One row of voxels becomes bits.
template <typename T, typename Inside>
void pack_row(const T *row, int length, const Inside &inside, std::uint32_t *words) {
    for (int x = 0; x < length; x += 32) {
        const int end = std::min(32, length - x);
        std::uint32_t bits = 0;
        for (int i = 0; i < end; ++i) {
            bits |= static_cast<std::uint32_t>(inside(static_cast<double>(row[x + i]))) << i;
        }
        words[x / 32] = bits;
    }
}

/// Slices of voxels from `first` on become bits, on all cores.
template <typename Inside>
void pack_slices(ScalarType type, std::span<const std::byte> slices, int first, const Inside &inside,
                 BitVolume &object) {
    const auto &dims = object.dims();
    const auto rows = static_cast<std::size_t>(dims[1]);
    const std::size_t slice = rows * static_cast<std::size_t>(dims[0]) * scalar_size(type);
    const int count = static_cast<int>(slices.size() / slice), parts = core_count(count);
    on_all_cores(parts, [&](int part) {
        visit_scalar(type, [&](auto tag) {
            for (int z = count * part / parts; z < count * (part + 1) / parts; ++z) {
                const auto *row =
                    reinterpret_cast<const decltype(tag) *>(slices.data() + static_cast<std::size_t>(z) * slice);
                for (int y = 0; y < dims[1]; ++y, row += dims[0]) {
                    pack_row(row, dims[0], inside, object.words().data() + object.word_index(0, y, first + z));
                }
            }
        });
    });
}

/// The voxels whose value is inside.
template <typename Inside> BitVolume object_where(const Volume &volume, const Inside &inside) {
    BitVolume object(volume.grid().dims);
    pack_slices(volume.type(), volume.bytes(), 0, inside, object);
    return object;
}

/// Takes the component of `seed` out of `left` and appends its voxels.
/// @param most_steps  along the axes to a neighbour: 1 by faces, 3 by corners too
void take_component(const VoxelIndex &seed, int most_steps, BitVolume &left, std::vector<VoxelIndex> &voxels) {
    std::size_t next = voxels.size();
    voxels.push_back(seed);
    left.set(seed, false);
    for (; next < voxels.size(); ++next) {
        const VoxelIndex from = voxels[next];
        for (int z = from[2] - 1; z <= from[2] + 1; ++z) {
            for (int y = from[1] - 1; y <= from[1] + 1; ++y) {
                for (int x = from[0] - 1; x <= from[0] + 1; ++x) {
                    const int steps = std::abs(x - from[0]) + std::abs(y - from[1]) + std::abs(z - from[2]);
                    if (steps <= most_steps && left.at(x, y, z)) {
                        left.set({x, y, z}, false);
                        voxels.push_back({x, y, z});
                    }
                }
            }
        }
    }
}

} // namespace

BitVolume::BitVolume(const std::array<int, 3> &dims) : dims_(dims) {
    const std::uint64_t words = static_cast<std::uint64_t>(row_stride()) * static_cast<std::uint64_t>(dims[1] + 2) *
                                static_cast<std::uint64_t>(dims[2] + 2);
    if (words > std::numeric_limits<std::int32_t>::max()) {
        throw MemoryError(fmt::format("a binary volume of {}x{}x{} voxels is too large", dims[0], dims[1], dims[2]),
                          {{Remedy::reduce_volume}});
    }
    words_.assign(words, 0);
}

void BitVolume::set(const VoxelIndex &voxel, bool object) {
    std::uint32_t &bits = words_[word_index(voxel[0], voxel[1], voxel[2])];
    const std::uint32_t bit = std::uint32_t{1} << (voxel[0] & 31);
    bits = object ? bits | bit : bits & ~bit;
}

void BitVolume::intersect(const BitVolume &other) {
    for (std::size_t i = 0; i < words_.size(); ++i) {
        words_[i] &= other.words_[i];
    }
}

std::uint64_t BitVolume::count() const {
    return std::accumulate(words_.begin(), words_.end(), std::uint64_t{0}, [](std::uint64_t sum, std::uint32_t bits) {
        return sum + static_cast<std::uint64_t>(std::popcount(bits));
    });
}

BitVolume object_of(const BrickSource &source, double isovalue, bool invert, const SlabReading &reading) {
    BitVolume object(source.header().grid.dims);
    for_slabs(source, reading, false, [&](std::span<const std::byte> slices, int first) {
        pack_slices(
            source.header().type, slices, first, [=](double value) { return (value >= isovalue) != invert; }, object);
    });
    return object;
}

BitVolume object_of(const Volume &volume, double isovalue, bool invert) {
    return object_where(volume, [=](double value) { return (value >= isovalue) != invert; });
}

BitVolume object_of(const Volume &volume, std::span<const int> labels, bool invert) {
    return object_where(volume, [=](double value) {
        return std::any_of(labels.begin(), labels.end(), [=](int label) { return value == label; }) != invert;
    });
}

std::size_t count_face_components(const BitVolume &object) {
    std::size_t components = 0;
    BitVolume left = object;
    object.for_each([&](const VoxelIndex &voxel) {
        if (left.get(voxel)) {
            std::vector<VoxelIndex> voxels;
            take_component(voxel, 1, left, voxels);
            ++components;
        }
    });
    return components;
}

void keep_largest(BitVolume &object, std::size_t count) {
    struct Component {
        std::size_t begin, size;
    };
    std::vector<Component> components;
    std::vector<VoxelIndex> voxels;
    BitVolume left = object;
    object.for_each([&](const VoxelIndex &voxel) {
        if (left.get(voxel)) {
            const std::size_t begin = voxels.size();
            take_component(voxel, 3, left, voxels);
            components.push_back({begin, voxels.size() - begin});
        }
    });
    std::stable_sort(components.begin(), components.end(),
                     [](const Component &a, const Component &b) { return a.size > b.size; });
    for (std::size_t i = count; i < components.size(); ++i) {
        for (std::size_t v = 0; v < components[i].size; ++v) {
            object.set(voxels[components[i].begin + v], false);
        }
    }
}

} // namespace voxmarch
