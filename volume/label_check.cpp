// Looks at the values of a volume and of neighbours along x.
#include "volume/label_check.h"

#include <cmath>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <vector>

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

std::string note_of_absent_labels(const Volume &volume, std::span<const int> labels, const std::string &file) {
    const auto &dims = volume.grid().dims;
    std::vector<int> absent(labels.begin(), labels.end());
    for (int z = 0; z < dims[2] && !absent.empty(); ++z) {
        for (int y = 0; y < dims[1] && !absent.empty(); ++y) {
            for (int x = 0; x < dims[0]; ++x) {
                std::erase_if(absent, [value = volume.value(x, y, z)](int label) { return label == value; });
            }
        }
    }
    return absent.empty() ? ""
                          : fmt::format("note: no voxel of {} has {} {}", file, absent.size() == 1 ? "label" : "labels",
                                        fmt::join(absent, ", "));
}

} // namespace voxmarch
