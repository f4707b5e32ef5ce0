// Plots of what a ray meets: value, opacity and transmittance over its length, and what it skips.
#pragma once

#include "renderer/instruments/ray_probe.h"

namespace voxmarch {

struct Document;

/// Draws them at the cursor, as wide as the window; values of several channels in their colours, each over its own
/// range. Precondition: the ray has samples.
/// @param awaits_spans  what is skipped is not known yet
void show_probe_plots(const RayProbe &ray, const Document &document, bool awaits_spans);

} // namespace voxmarch
