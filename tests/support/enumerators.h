// Which values of an enumeration have been declared: what no list by hand can forget.
#pragma once

#include <string_view>
#include <utility>
#include <vector>

namespace voxmarch::testing {

/// Compilers write "(voxmarch::Mode)7" for values without an enumerator.
template <auto value> constexpr bool is_enumerator() {
    const std::string_view signature = __PRETTY_FUNCTION__;
    return signature[signature.rfind("value = ") + 8] != '(';
}

/// All enumerators from 0 to 63, in the order of their numbers.
template <typename Enum> std::vector<Enum> enumerators_of() {
    std::vector<Enum> found;
    [&]<int... numbers>(std::integer_sequence<int, numbers...>) {
        ((is_enumerator<static_cast<Enum>(numbers)>() ? found.push_back(static_cast<Enum>(numbers)) : void()), ...);
    }
    (std::make_integer_sequence<int, 64>());
    return found;
}

} // namespace voxmarch::testing
