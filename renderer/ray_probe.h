// Everything along the ray of one pixel: what is skipped, what is sampled, where it ends and why.
#pragma once

#include "renderer/image.h"
#include "renderer/reference.h"
#include "renderer/simt_simulator.h"

#include <string>
#include <vector>

namespace voxmarch {

/// What the probe found. Samples are the reference's, in double precision; spans are the traversal's.
struct RayProbe {
    int x = 0, y = 0;
    std::vector<RaySpan> spans;           ///< from entry to exit; empty for the traversal `none`
    int descents = 0;                     ///< further nodes looked at whose children decided
    std::vector<ReferenceSample> samples; ///< up to the last one that counts
    std::string end;                      ///< why the ray ended, "opaque: ...", "left the box" or "missed the box"
};

/// @param skipping  from VolumeRenderer::simt_scene(); x, y in the picture
RayProbe probe_ray(const ReferenceScene &scene, const SimtScene &skipping, int x, int y);

/// One line a span and a sample, in order along the ray, then one that tells the end.
std::string probe_csv(const RayProbe &probe);

/// Value, opacity and transmittance over the samples; below them what was skipped and what was marched.
Image draw_probe(const RayProbe &probe, ValueRange range);

} // namespace voxmarch
