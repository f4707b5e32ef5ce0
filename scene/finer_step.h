// Tells when samples follow each other too slowly for the transfer function.
#pragma once

#include "renderer/reference/caster.h"

#include <string>

namespace voxmarch {

/// "note: ... --step 0.1 ..." if 1 of 100 pixels needs a step much finer than that of the settings; else empty, and for
/// what has no such step: projections, pre-integration, 2D functions, surfaces alone.
/// Cost: some hundred rays of the reference ray caster, twice if there is something to tell; no kernel is built for it.
std::string note_of_coarse_step(const ReferenceScene &scene, int width, int height);

} // namespace voxmarch
