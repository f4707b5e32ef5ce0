// Voxels as devices hold them: unsigned.
#pragma once

#include "volume/volume.h"

#include <functional>
#include <span>

namespace voxmarch {

bool is_signed_integer(ScalarType type);

/// Writes the stored form of voxels. Signed ones have their sign bit flipped, which adds the smallest value: -2^(n-1)
/// becomes 0. @param stored  as many bytes as `voxels`, whole voxels
void store_voxels(std::span<const std::byte> voxels, ScalarType type, std::span<std::byte> stored);

/// store_voxels() of a type; empty where voxels are stored as they are.
std::function<void(std::span<const std::byte> voxels, std::span<std::byte> stored)>
conversion_to_stored(ScalarType type);

} // namespace voxmarch
