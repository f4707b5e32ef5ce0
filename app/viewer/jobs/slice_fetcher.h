// Slices of volumes whose voxels are not in memory, read in the background as finely as they are shown.
#pragma once

#include "app/viewer/jobs/background_job.h"
#include "app/viewer/jobs/loader.h"
#include "scene/large_slices.h"

#include <array>
#include <glm/glm.hpp>
#include <memory>
#include <optional>
#include <vector>

namespace voxmarch {

struct SliceOrder {
    std::shared_ptr<const LoadedVolume> loaded; ///< a large volume
    glm::ivec3 voxel{0};                        ///< where the slices cross
    std::array<bool, 3> wanted{};               ///< by their normals
    int pixels = 512;                           ///< along the longest edge that is shown
    std::optional<glm::ivec3> at;               ///< a voxel whose value is wanted
};

struct ReadSlices {
    SliceOrder order;
    std::vector<SliceValues> slices;
    std::optional<double> value; ///< of the voxel `at`
};

/// Reads what an order wants. @throws as BrickSource::read()
ReadSlices read_slices(const SliceOrder &order, const std::function<void(double)> &progress = {});

/// One order at a time.
class SliceFetcher : public BackgroundJob<ReadSlices> {
public:
    using BackgroundJob::BackgroundJob;
    void start(const SliceOrder &order);
};

} // namespace voxmarch
