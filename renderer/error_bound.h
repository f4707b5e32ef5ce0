// Tells when a picture of light is good enough.
#pragma once

#include "renderer/settings.h"

#include <span>
#include <vector>

namespace voxmarch {

/// Of a picture whose samples come in rounds, each of which doubles their number. The means before and after a round
/// differ, in the mean of squares, by the variance of the newer one. The picture is good enough once in no tile of
/// 16x16 pixels the root of that is more than TraceSettings::error times the mean brightness of what is seen in the
/// picture. Without a bound there is one round, of all samples.
class ErrorBound {
public:
    explicit ErrorBound(const RenderSettings &settings)
        : bound_(is_traced(settings) ? settings.trace.error : 0.0), samples_(settings.finish.samples) {}

    /// Whether there is one.
    bool is_given() const { return bound_ > 0.0; }

    /// Samples that are there after the next round. @param done  before it
    int next(int done) const;

    /// To be asked after each round.
    /// @param sums   of the samples: premultiplied r, g, b and opacity of each pixel, row by row
    /// @param width  of the picture
    /// @param done   samples
    bool is_reached(std::span<const float> sums, int width, int done);

private:
    double bound_;
    int samples_;
    std::vector<float> before_; ///< means after the round before
};

} // namespace voxmarch
