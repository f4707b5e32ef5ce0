// Stages of the way in that need a device: opening it, and bringing voxels to it.
#pragma once

#include "bench/host_stages.h"
#include "device/context.h"

#include <filesystem>
#include <span>

namespace voxmarch {

/// Opens the device with what the cache folder knows, and without.
void measure_opening(const BenchOptions &options, StageTable &table);

/// Uploads voxels as image and as buffer, as the driver does it and through staging, from memory and from a file.
/// @param file    holds the same bytes and nothing else
/// @param copies  the floor on CPUs; on other devices it is copies from pinned memory
/// @return whether the same bytes come back
bool measure_uploads(Device &device, int edge, std::span<const std::byte> voxels, const std::filesystem::path &file,
                     const RateFloor &copies, StageTable &table);

} // namespace voxmarch
