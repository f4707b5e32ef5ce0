// Chooses between zeros and Otsu's threshold.
#include "scene/first_isovalue.h"

namespace voxmarch {

FirstIsovalue first_isovalue(const VolumeHeader &volume, const Histogram &histogram) {
    if (volume.format == "formula" && histogram.data_range.min < 0.0 && histogram.data_range.max > 0.0) {
        return {0.0, "where the formula is zero"};
    }
    return {otsu_threshold(histogram), "Otsu's threshold"};
}

} // namespace voxmarch
