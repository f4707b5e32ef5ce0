// Every single change of a value: each member of a struct, each entry of a list, each value of an enumeration, one at a
// time. The members are listed beside FIELDS; the compiler refuses a list that is not whole.
#pragma once

#include "base/enum_names.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <glm/glm.hpp>
#include <initializer_list>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

/// Says what the members of an aggregate are called, in their order.
#define FIELDS(Type, ...)                                                                                              \
    inline auto fields_of(Type &value) {                                                                               \
        auto &[__VA_ARGS__] = value;                                                                                   \
        return std::tie(__VA_ARGS__);                                                                                  \
    }                                                                                                                  \
    inline std::string_view field_names(const Type &) { return #__VA_ARGS__; }

namespace voxmarch {

/// Gives a value every change in turn and takes it back. `visit(path)` tells whether the changed value is legal.
/// Numbers and enumerations of more than four values, each of which may need a program of its own, change in one legal
/// way.
template <typename Visit> class EveryChange {
public:
    explicit EveryChange(Visit visit) : visit_(std::move(visit)) {}

    template <typename T> void of(T &value, const std::string &path) {
        if constexpr (std::is_same_v<T, bool>) {
            any_of(value, path, {!value});
        } else if constexpr (std::is_enum_v<T>) {
            of_values(value, path);
        } else if constexpr (std::is_integral_v<T>) {
            any_of(value, path, {T(value + 1), T(value * 2), T(value / 2), T(value - 1)});
        } else if constexpr (std::is_floating_point_v<T>) {
            any_of(value, path, {T(value * 1.25 + 0.125), T(value * 0.75 - 0.125), T(value * 0.5)});
        } else if constexpr (std::is_same_v<T, std::string>) {
            any_of(value, path, {value + "x"});
        } else {
            of_parts(value, path);
        }
    }

private:
    Visit visit_;

    template <typename T> void any_of(T &value, const std::string &path, std::initializer_list<T> others) {
        const T kept = value;
        for (const T &other : others) {
            value = other;
            if (!(other == kept) && visit_(path)) {
                break;
            }
        }
        value = kept;
    }

    template <typename T> void of_values(T &value, const std::string &path) {
        const auto all = values_of<T>();
        if (all.size() <= 4) {
            for (const T other : all) {
                any_of(value, path, {other});
            }
            return;
        }
        const auto place = static_cast<std::size_t>(std::find(all.begin(), all.end(), value) - all.begin());
        any_of(value, path, {all[(place + 1) % all.size()], all[(place + 2) % all.size()]});
    }

    template <glm::length_t columns, glm::length_t rows, typename T>
    void of_parts(glm::mat<columns, rows, T> &value, const std::string &path) {
        for (glm::length_t i = 0; i < columns; ++i) {
            of(value[i], path + fmt::format(".column {}", i));
        }
    }

    template <glm::length_t n, typename T> void of_parts(glm::vec<n, T> &value, const std::string &path) {
        for (glm::length_t i = 0; i < n; ++i) {
            of(value[i], path + "." + "xyzw"[i]);
        }
    }

    template <typename T> void of_parts(std::optional<T> &value, const std::string &path) {
        if (value) {
            of(*value, path);
            any_of(value, path + " given or not", {std::optional<T>()});
        } else {
            any_of(value, path + " given or not", {std::optional<T>(T{})});
        }
    }

    template <typename T> void of_parts(std::shared_ptr<T> &value, const std::string &path) {
        any_of(value, path + " given or not", {std::shared_ptr<T>()});
    }

    template <typename T, std::size_t n> void of_parts(std::array<T, n> &list, const std::string &path) {
        for (T &entry : list) {
            of(entry, path + "[]");
        }
    }

    template <typename T> void of_parts(std::vector<T> &list, const std::string &path) {
        for (T &entry : list) {
            of(entry, path + "[]");
        }
        std::vector<T> longer = list, shorter = list;
        longer.push_back(list.empty() ? T{} : list.back());
        any_of(list, path + " longer", {longer});
        if (!list.empty()) {
            shorter.pop_back();
            any_of(list, path + " shorter", {shorter});
        }
    }

    template <typename Key, typename T> void of_parts(std::map<Key, T> &map, const std::string &path) {
        for (auto &[key, entry] : map) {
            of(entry, path + "[]");
        }
        any_of(map, path + " empty or not", {map.empty() ? std::map<Key, T>{{Key{}, T{}}} : std::map<Key, T>{}});
    }

    template <typename T> void of_parts(T &value, const std::string &path) {
        std::string_view names = field_names(value);
        const auto next = [&] {
            const std::string_view name = names.substr(0, names.find(','));
            names.remove_prefix(std::min(names.size(), name.size() + 2));
            return path.empty() ? std::string(name) : fmt::format("{}.{}", path, name);
        };
        std::apply([&](auto &...members) { (of(members, next()), ...); }, fields_of(value));
    }
};

} // namespace voxmarch
