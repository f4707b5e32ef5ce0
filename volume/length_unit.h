// The unit in which a file's lengths are given.
#pragma once

#include "base/enum_names.h"
#include "voxmarch/choices.h"

#include <optional>
#include <string>
#include <string_view>

namespace voxmarch {

/// What files and tables carry after a number.
template <> struct EnumNames<LengthUnit> {
    static constexpr Named<LengthUnit> all[] = {{LengthUnit::unknown, ""},      {LengthUnit::meter, "m"},
                                                {LengthUnit::millimeter, "mm"}, {LengthUnit::micrometer, "um"},
                                                {LengthUnit::nanometer, "nm"},  {LengthUnit::angstrom, "Angstrom"}};
};

/// What follows a length (power 1), an area (2) or a volume (3): " mm", " mm2", " mm3"; "" for unknown.
std::string unit_suffix(LengthUnit unit, int power = 1);

/// Length of one unit in mm; empty for unknown.
std::optional<double> millimetres_per(LengthUnit unit);

/// A unit in which people tell volumes.
struct VolumeUnit {
    double per_cube = 1.0; ///< how many of it a cube of one unit of length is
    std::string suffix;    ///< " ml" of m and mm, " um3" of smaller ones, "" where nobody knows the unit
};
VolumeUnit volume_unit(LengthUnit unit);

/// How many millilitres a cube of one unit is; empty for unknown.
std::optional<double> millilitres_per_cube(LengthUnit unit);

/// Reads the words of files: "mm", "millimeter(s)", "micron(s)", "um", "µm", "\u00B5m", "nm", "m", ... in any case,
/// with or without quotes; `unknown` for "", "pixel" and what is no length.
LengthUnit unit_from_text(std::string_view text);

/// A unit that files and people use as a fraction of one of ours: an inch is 254/10 mm. A fraction, so that 3 pm are
/// exactly what 0.003 nm is.
struct ScaledUnit {
    LengthUnit unit = LengthUnit::unknown;
    double numerator = 1.0;
    double denominator = 1.0;

    /// What a number in this unit is multiplied by to be in `unit`.
    double factor() const { return numerator / denominator; }
};

/// Reads what unit_from_text() reads and the further units of length of OME: "cm", "dm", "km", "inch", "pm", ... Empty
/// for all else, and for a capital letter that makes another unit (Mm, Pm).
std::optional<ScaledUnit> scaled_unit_from_text(std::string_view text);

} // namespace voxmarch
