// Reads fields of a JSON object into values that keep their defaults where a field is missing.
#pragma once

#include "base/enum_names.h"
#include "base/error.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

namespace voxmarch {

/// Refers to its object. What a field holds wrongly is a UsageError that names it.
class Fields {
public:
    explicit Fields(const nlohmann::ordered_json &object) : object_(object) {
        if (!object.is_object()) {
            throw UsageError("an object was expected");
        }
    }

    template <typename Use> void with(const char *name, Use &&use) const {
        if (const auto found = object_.find(name); found != object_.end()) {
            try {
                use(*found);
            } catch (const nlohmann::json::exception &) { // whose words are the library's own
                throw UsageError(fmt::format("'{}': {} is no value of it", name, shortened(*found)));
            } catch (const std::exception &problem) {
                throw UsageError(fmt::format("'{}': {}", name, problem.what()));
            }
        }
    }

    template <typename T> void read(const char *name, T &target) const {
        with(name, [&](const nlohmann::ordered_json &value) { target = value.get<T>(); });
    }

    template <typename Vector> void read_vector(const char *name, Vector &target) const {
        with(name, [&](const nlohmann::ordered_json &value) {
            for (int i = 0; i < Vector::length(); ++i) {
                target[i] = value.at(static_cast<std::size_t>(i)).get<typename Vector::value_type>();
            }
        });
    }

    template <NamedEnum Enum> void read_name(const char *name, Enum &target) const {
        with(name, [&](const nlohmann::ordered_json &value) {
            const std::string word = value.get<std::string>();
            const std::optional<Enum> found = find_value<Enum>(word);
            if (!found) {
                throw UsageError(fmt::format("there is no '{}'", word));
            }
            target = *found;
        });
    }

private:
    static std::string shortened(const nlohmann::ordered_json &value) {
        const std::string text = value.dump(-1, ' ', true, nlohmann::ordered_json::error_handler_t::replace);
        return text.size() <= 60 ? text : text.substr(0, 57) + "...";
    }

    const nlohmann::ordered_json &object_;
};

} // namespace voxmarch
