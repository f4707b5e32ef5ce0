// Finds out when samples follow each other too slowly for the transfer function.
#pragma once

#include "renderer/reference/caster.h"

#include <optional>

namespace voxmarch {

/// The step, in voxels, that 1 of 100 pixels needs, if it is much finer than that of the settings; else empty, and for
/// what has no such step: projections, pre-integration, 2D functions, surfaces alone, volumes whose voxels stay in
/// their source.
/// Cost: some hundred rays of the reference ray caster, twice if there is such a step; no kernel is built for it.
std::optional<double> finer_step(const ReferenceScene &scene, int width, int height);

} // namespace voxmarch
