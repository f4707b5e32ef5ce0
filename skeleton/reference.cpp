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

    /// Whether one of its six faces touches background.
    bool at_surface(std::size_t voxel) const {
        const auto object = [&](const Direction &d) { return object_towards(voxel, d); };
        return !(object(up) && object(down) && object(north) && object(south) && object(east) && object(west));
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

/// The voxels of which an iteration may delete some.
std::vector<std::size_t> candidates_of(const Bytes &bytes, Peeling peeling) {
    std::vector<std::size_t> candidates;
    for (const std::size_t voxel : bytes.left) {
        if (peeling == Peeling::published || bytes.at_surface(voxel)) {
            candidates.push_back(voxel);
        }
    }
    return candidates;
}

/// @param candidates  loses what is deleted
/// @return voxels deleted
std::vector<std::size_t> run_subiteration(Bytes &bytes, std::vector<std::size_t> &candidates,
                                          std::size_t subiteration) {
    const DirectionPair &pair = direction_pairs[subiteration];
    std::vector<std::size_t> deleted;
    std::size_t kept = 0;
    for (const std::size_t voxel : candidates) {
        const bool border = !bytes.object_towards(voxel, pair.first) || !bytes.object_towards(voxel, pair.second);
        if (border && is_deletable(bytes.around(voxel), subiteration)) {
            deleted.push_back(voxel);
        } else {
            candidates[kept++] = voxel;
        }
    }
    candidates.resize(kept);
    for (const std::size_t voxel : deleted) {
        bytes.voxels[voxel] = 0;
    }
    return deleted;
}

} // namespace

int thin_reference(BitVolume &object, Peeling peeling, int most_iterations, const SubiterationVisit &visit) {
    Bytes bytes(object);
    int iterations = 0;
    for (bool changed = true; changed && iterations < most_iterations; ++iterations) {
        changed = false;
        std::vector<std::size_t> candidates = candidates_of(bytes, peeling);
        for (std::size_t i = 0; i < direction_pairs.size(); ++i) {
            const std::vector<std::size_t> deleted = run_subiteration(bytes, candidates, i);
            changed = changed || !deleted.empty();
            for (const std::size_t voxel : deleted) {
                object.set(bytes.index(voxel), false);
            }
            if (visit) {
                visit(object);
            }
        }
        std::erase_if(bytes.left, [&](std::size_t voxel) { return bytes.voxels[voxel] == 0; });
    }
    return iterations;
}

} // namespace voxmarch
