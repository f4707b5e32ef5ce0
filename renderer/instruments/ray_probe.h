// Everything along the ray of one pixel: what is skipped, what is sampled, where it ends and why.
#pragma once

#include "renderer/image.h"
#include "renderer/reference/caster.h"
#include "renderer/simt/simulator.h"
#include "volume/world_convention.h"

#include <string>
#include <vector>

namespace voxmarch {

/// What the probe found. Samples are the reference's, in double precision; spans are the traversal's. Both end where
/// the ray stopped. Values are NaN beside the box of a volume that has a grid of its own.
struct RayProbe {
    int x = 0, y = 0;
    std::vector<RaySpan> spans;              ///< from entry to end; empty for the traversal `none`
    int descents = 0;                        ///< further nodes looked at whose children decided
    std::vector<ReferenceSample> samples;    ///< all up to the end, those that the traversal skips too
    std::vector<std::vector<double>> others; ///< values at the samples of each channel behind the first
    std::string end; ///< where and why: "stops at sample N: ...", "leaves the box ...", "misses the box"

    /// Of all channels, the first one first.
    std::vector<double> values_at(std::size_t sample) const {
        std::vector<double> values{samples[sample].value};
        for (const std::vector<double> &other : others) {
            values.push_back(other[sample]);
        }
        return values;
    }
};

/// Sets the values of the channels behind the first at the samples, interpolated as the reference does it, and the
/// first one's to NaN beside its box.
void take_values(const ReferenceScene &scene, RayProbe &probe);

/// @param skipping  from VolumeRenderer::simt_scene(); x, y in the picture
RayProbe probe_ray(const ReferenceScene &scene, const SimtScene &skipping, int x, int y);

/// One line a node or distance (t and position are those of its first sample) and a sample, in order along the ray,
/// then one that tells the end. t is the distance from the eye; places are voxel indices (i, j, k) and world
/// coordinates, whose convention and unit stand in the names of the columns. Values of channels behind the first come
/// last, as value_1, value_2, ...; none beside the box of a volume.
std::string probe_csv(const RayProbe &probe, const Grid &grid, const OuterWorld &world);

/// Value, opacity and transmittance over the samples up to the end; below them what was skipped and what was marched.
/// A ray that misses the box gives a picture that says so.
Image draw_probe(const RayProbe &probe, ValueRange range);

} // namespace voxmarch
