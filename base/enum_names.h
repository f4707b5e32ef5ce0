// Names of enumerations: listed once beside each enumeration, and taken from there by options, files and panels.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <iterator>
#include <optional>
#include <string_view>

namespace voxmarch {

/// One value of an enumeration and its word.
template <typename Enum> struct Named {
    Enum value;
    std::string_view name;
};

/// Every value of an enumeration, once, in the order in which users see them. Specialised beside the enumeration:
///
///   template <> struct EnumNames<Mode> {
///       static constexpr Named<Mode> all[] = {{Mode::volume, "volume"}, {Mode::isosurface, "isosurface"}};
///   };
template <typename Enum> struct EnumNames;

template <typename Enum>
concept NamedEnum = requires {
    EnumNames<Enum>::all;
};

/// All values, in the order of their names.
template <NamedEnum Enum> constexpr auto values_of() {
    std::array<Enum, std::size(EnumNames<Enum>::all)> values{};
    std::transform(std::begin(EnumNames<Enum>::all), std::end(EnumNames<Enum>::all), values.begin(),
                   [](const Named<Enum> &one) { return one.value; });
    return values;
}

/// The word of a value: the same on the command line, in files of sessions and in statistics.
template <NamedEnum Enum> constexpr std::string_view name_of(Enum value) {
    for (const Named<Enum> &one : EnumNames<Enum>::all) {
        if (one.value == value) {
            return one.name;
        }
    }
    return {};
}

/// The value of a word; empty if no value is called so.
template <NamedEnum Enum> constexpr std::optional<Enum> find_value(std::string_view name) {
    for (const Named<Enum> &one : EnumNames<Enum>::all) {
        if (one.name == name) {
            return one.value;
        }
    }
    return std::nullopt;
}

} // namespace voxmarch
