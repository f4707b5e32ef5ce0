// A volume of one row, for tests of what counts values.
#pragma once

#include "volume/volume.h"

#include <cstring>
#include <vector>

namespace voxmarch::testing {

/// @param type  that of T
template <typename T> Volume row_volume(const std::vector<T> &values, ScalarType type) {
    VolumeHeader header;
    header.grid.dims = {static_cast<int>(values.size()), 1, 1};
    header.type = type;
    header.name = "test";
    std::vector<std::byte> bytes(values.size() * sizeof(T));
    std::memcpy(bytes.data(), values.data(), bytes.size());
    return {std::move(header), std::move(bytes)};
}

} // namespace voxmarch::testing
