// Serial thinning, straight from the table of templates.
#include "skeleton/reference.h"

#include "skeleton/templates.h"

namespace voxmarch {

namespace {

/// An object as a byte a voxel with a margin of background, and the list of its voxels.
struct Bytes {
    explicit Bytes(const BitVolume &object)
        : step{1, object.dims()[0] + 2, std::ptrdiff_t{object.dims()[0] + 2} * (object.dims()[1] + 2)},
          voxels(static_cast<std::size_t>(step[2] * (object.dims()[2] + 2)), 0) {
        object.for_each([&](const VoxelIndex &v) {
            left.push_back(static_cast<std::size_t>((v[0] + 1) + (v[1] + 1) * step[1] + (v[2] + 1) * step[2]));
            voxels[left.back()] = 1;
        });
    }

    bool object_towards(std::size_t voxel, const Direction &d) const {
        return voxels[voxel + static_cast<std::size_t>(d[0] * step[0] + d[1] * step[1] + d[2] * step[2])] != 0;
    }

    Neighbourhood around(std::size_t voxel) const {
        Neighbourhood n = 0;
        int bit = 0;
        for (int z = -1; z <= 1; ++z) {
            for (int y = -1; y <= 1; ++y) {
                for (int x = -1; x <= 1; ++x) {
                    n |= static_cast<Neighbourhood>(object_towards(voxel, {x, y, z})) << bit++;
                }
            }
        }
        return n;
    }

    VoxelIndex index(std::size_t voxel) const {
        const auto v = static_cast<std::ptrdiff_t>(voxel);
        return {static_cast<int>(v % step[1]) - 1, static_cast<int>(v % step[2] / step[1]) - 1,
                static_cast<int>(v / step[2]) - 1};
    }

    std::array<std::ptrdiff_t, 3> step; ///< bytes to the next voxel along x, y, z
    std::vector<std::uint8_t> voxels;
    std::vector<std::size_t> left; ///< object voxels
};

/// @return voxels deleted, which are no longer in bytes.left
std::vector<std::size_t> run_subiteration(Bytes &bytes, std::size_t subiteration) {
    const DirectionPair &pair = direction_pairs[subiteration];
    std::vector<std::size_t> deleted;
    std::size_t kept = 0;
    for (const std::size_t voxel : bytes.left) {
        const bool border = !bytes.object_towards(voxel, pair.first) || !bytes.object_towards(voxel, pair.second);
        if (border && is_deletable(bytes.around(voxel), subiteration)) {
            deleted.push_back(voxel);
        } else {
            bytes.left[kept++] = voxel;
        }
    }
    bytes.left.resize(kept);
    for (const std::size_t voxel : deleted) {
        bytes.voxels[voxel] = 0;
    }
    return deleted;
}

} // namespace

int thin_reference(BitVolume &object, int most_iterations, const SubiterationVisit &visit) {
    Bytes bytes(object);
    int iterations = 0;
    for (bool changed = true; changed && iterations < most_iterations; ++iterations) {
        changed = false;
        for (std::size_t i = 0; i < direction_pairs.size(); ++i) {
            const std::vector<std::size_t> deleted = run_subiteration(bytes, i);
            changed = changed || !deleted.empty();
            for (const std::size_t voxel : deleted) {
                object.set(bytes.index(voxel), false);
            }
            if (visit) {
                visit(object);
            }
        }
    }
    return iterations;
}

} // namespace voxmarch
