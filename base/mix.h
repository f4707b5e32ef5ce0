// What lies between two values.
#pragma once

namespace voxmarch {

/// From `a` (share 0) to `b` (share 1) in a straight line; equal ones stay what they are, whatever the rounding.
/// @tparam T  a number, or a vector of numbers as `value_type`
template <typename T> T mixed(const T &a, const T &b, double share) {
    if (a == b) {
        return a;
    }
    if constexpr (requires { typename T::value_type; }) {
        using Number = typename T::value_type;
        return a * static_cast<Number>(1.0 - share) + b * static_cast<Number>(share);
    } else {
        return static_cast<T>(a * (1.0 - share) + b * share);
    }
}

} // namespace voxmarch
