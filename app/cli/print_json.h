// How every --json is written.
#pragma once

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace voxmarch {

/// On stdout, indented, with what is not UTF-8 (names of files) replaced.
inline void print_json(const nlohmann::ordered_json &json) {
    fmt::print("{}\n", json.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace));
}

} // namespace voxmarch
