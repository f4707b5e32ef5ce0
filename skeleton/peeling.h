// How much of an object one iteration of thinning may take.
#pragma once

#include "base/enum_names.h"
#include "voxmarch/choices.h"

namespace voxmarch {

template <> struct EnumNames<Peeling> {
    static constexpr Named<Peeling> all[] = {{Peeling::layers, "layers"}, {Peeling::published, "published"}};
};

} // namespace voxmarch
