// Plots of what a ray meets: value, opacity and transmittance over its length, and what it skips.
#pragma once

#include "renderer/instruments/ray_probe.h"
#include "volume/volume.h"

namespace voxmarch {

/// Draws them at the cursor, as wide as the window. Precondition: the ray has samples.
/// @param spacing        length of a voxel, the unit of the samples' distances
/// @param awaits_spans  what is skipped is not known yet
void show_probe_plots(const RayProbe &ray, const Volume &volume, double spacing, bool awaits_spans);

} // namespace voxmarch
