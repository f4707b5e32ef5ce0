// Where an isosurface lies that nobody chose a value for.
#pragma once

#include "volume/histogram.h"
#include "volume/volume.h"

namespace voxmarch {

/// An isovalue, and where it comes from, for notes: "Otsu's threshold".
struct FirstIsovalue {
    double value;
    const char *reason;
};

/// Of a formula its zeros, if it has some: that is where f(x, y, z) = 0 is drawn. Else what parts background and
/// object, Otsu's threshold.
FirstIsovalue first_isovalue(const VolumeHeader &volume, const Histogram &histogram);

} // namespace voxmarch
