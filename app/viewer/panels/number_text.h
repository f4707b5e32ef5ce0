// Numbers as the viewer writes them.
#pragma once

#include "volume/volume.h"

#include <string>
#include <vector>

namespace voxmarch {

/// A value of the file as text, with as many digits as its type has: 83, 83.5, 0.083512.
std::string value_text(double value, ScalarType type);

/// The format of a field for this value, as value_text() writes it.
const char *value_format(double value, ScalarType type);

/// Round values of a range, at most `most` steps of 1, 2 or 5 of a power of ten apart; of whole numbers whole ones.
std::vector<double> round_values(ValueRange range, int most, ScalarType type);

/// How far a value moves when a field is dragged by a pixel.
float value_speed(const Volume &volume);

/// "1.25 ms", "12.5 ms", "125 ms", "1.25 s".
std::string time_text(double ms);

/// "3.4 million".
std::string count_text(double count);

} // namespace voxmarch
