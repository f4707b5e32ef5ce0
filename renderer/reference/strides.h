// Strides of samples as the reference ray caster takes them (docs/kernels.md, "Strides").
#pragma once

#include "kernels/shared/octree_layout.h"
#include "renderer/reference/caster.h"

#include <vector>

namespace voxmarch {

/// Refers to nothing: keeps a number a leaf. Without an adaptive step all strides are 1.
class ReferenceStrides {
public:
    explicit ReferenceStrides(const ReferenceScene &scene);

    /// The leaf's stride at full light, as the logarithm of its square, around a place in voxel space.
    struct Leaf {
        bool empty;
        int exponent;
    };
    Leaf leaf_at(glm::dvec3 position) const;

    /// Steps that a sample in a leaf may stand for. @param rest  steps left
    int stride(const Leaf &leaf, double transmittance, int rest) const;

    bool any() const { return !leaves_.empty(); }

private:
    OctreeLayout layout_{};
    int longest_ = 1;
    std::vector<Leaf> leaves_;
};

} // namespace voxmarch
