// The namespace of the public interface, its vectors, and the names of choices.
#pragma once

#include "voxmarch/choices.h"
#include "voxmarch/export.h"

#include <array>
#include <span>
#include <string_view>

/// Users write `voxmarch::Volume`. The inside of the library has classes of the same names, which follow its own needs
/// (vectors of a mathematics library, OpenCL objects); those stand in `voxmarch` itself and are in no header here. The
/// public ones stand in `voxmarch::v1`, so the two never meet, neither in a compiler nor in a linker, and a later
/// version of this interface can live beside this one. Errors and choices (error.h, choices.h) are the same within and
/// without, so what is thrown or chosen needs no translation.
namespace voxmarch::v1 {}
#ifndef VOXMARCH_INSIDE // the files of api/ name both
namespace voxmarch {
using namespace v1;
}
#endif

namespace voxmarch::v1 {

/// x, y, z of a place or direction.
using Vec3 = std::array<double, 3>;

/// r, g, b in [0, 1]; display values, not linear light.
using Color = std::array<float, 3>;

/// The word of a value, as the command line and the files of sessions have it: "isosurface", "post".
/// There are names for ScalarType, LengthUnit, Convention, DeviceKind, SamplingBackend, DataKind, InsideRule, Peeling,
/// NodeKind and everything that a Scene chooses.
template <typename Choice> VOXMARCH_API std::string_view name_of(Choice value);

/// All values, in the order in which users see them.
template <typename Choice> VOXMARCH_API std::span<const Choice> values_of();

/// The value of a word. @throws UsageError for any other word; it lists those that there are
template <typename Choice> VOXMARCH_API Choice value_of(std::string_view name);

} // namespace voxmarch::v1
