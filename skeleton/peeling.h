// How much of an object one iteration of thinning may take.
#pragma once

#include "base/enum_names.h"

namespace voxmarch {

enum class Peeling {
    /// Only voxels that had background at one of their six faces when the iteration began: a layer from all sides, so
    /// that the skeleton lies in the middle.
    layers,
    /// All voxels, as Palagyi and Kuba (1999) and Jimenez and Ruiz de Miras (2012) have it: a direction belongs to four
    /// of the twelve subiterations, so up to four layers go from sides along the axes and one from oblique ones.
    published,
};

template <> struct EnumNames<Peeling> {
    static constexpr Named<Peeling> all[] = {{Peeling::layers, "layers"}, {Peeling::published, "published"}};
};

} // namespace voxmarch
