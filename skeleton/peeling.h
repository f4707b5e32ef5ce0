// How much of an object one iteration of thinning may take.
#pragma once

#include <string_view>

namespace voxmarch {

enum class Peeling {
    /// Only voxels that had background at one of their six faces when the iteration began: a layer from all sides, so
    /// that the skeleton lies in the middle.
    layers,
    /// All voxels, as Palagyi and Kuba (1999) and Jimenez and Ruiz de Miras (2012) have it: a direction belongs to four
    /// of the twelve subiterations, so up to four layers go from sides along the axes and one from oblique ones.
    published,
};

/// As the command line has it: "layers", "published".
constexpr std::string_view name_of(Peeling peeling) { return peeling == Peeling::layers ? "layers" : "published"; }

} // namespace voxmarch
