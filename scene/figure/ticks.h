// Values that are written beside a bar: round ones, however short it is.
#pragma once

#include "transfer/transfer_function.h"

#include <string>
#include <vector>

namespace voxmarch {

struct Tick {
    double value;
    std::string text; ///< as many digits as a reader needs, without exponent from 1e-4 up to 1e6
};

/// Multiples of 1, 2 or 5 times a power of ten, the lowest first, as many as keep clear of each other, 9 at most. From
/// 3.75 heights on there are two at least; a shorter bar may have the one nearest its middle. Where values differ in
/// their tenth digit or later, both ends.
/// @param length  of the bar, heights of a text, more than 0  @return none for a range that is empty or not finite
std::vector<Tick> round_ticks(const ValueRange &values, double length);

} // namespace voxmarch
