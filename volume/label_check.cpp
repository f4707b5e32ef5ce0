// Looks at the values of a volume and of neighbours along x.
#include "volume/label_check.h"

#include <cmath>
#include <fmt/format.h>

namespace voxmarch {

std::string reason_against_labels(const Volume &volume) {
    const auto &dims = volume.grid().dims;
    std::uint64_t pairs = 0, different = 0;
    for (int z = 0; z < dims[2]; ++z) {
        for (int y = 0; y < dims[1]; ++y) {
            double before = 0.0;
            for (int x = 0; x < dims[0]; ++x) {
                const double value = volume.value(x, y, z);
                if (!(value >= 0.0 && value == std::floor(value))) {
                    return fmt::format("voxel ({}, {}, {}) is {:g}", x, y, z, value);
                }
                const bool both = value != 0.0 && before != 0.0;
                pairs += both ? 1 : 0;
                different += both && value != before ? 1 : 0;
                before = value;
            }
        }
    }
    return 2 * different > pairs ? fmt::format("{} % of neighbouring voxels differ", 100 * different / pairs) : "";
}

} // namespace voxmarch
