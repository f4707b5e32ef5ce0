// Filling a synthetic volume with threads, shared by the one in memory and the one on disk.
#pragma once

#include "volume/synthetic/field.h"

#include <functional>
#include <string>

namespace voxmarch {

/// The field behind a name. @throws UsageError for an unknown name
std::unique_ptr<SyntheticField> make_synthetic_field(const std::string &name, int n, ScalarType type);

/// Fills the slices [z_begin, z_end) with all cores. `progress`, if any, is called on this thread.
void fill_on_all_cores(const SyntheticField &field, const VolumeHeader &header, int z_begin, int z_end,
                       std::span<std::byte> out, const std::function<void(double)> &progress);

} // namespace voxmarch
