// Order statistics and provenance of measurements.
#include "bench/timing.h"

#include "bench/clocks.h"

#include <algorithm>
#include <cmath>

namespace voxmarch {

Spread spread_of(std::vector<double> values) {
    std::sort(values.begin(), values.end());
    const auto at = [&](double share) {
        return values[static_cast<std::size_t>(std::lround(share * static_cast<double>(values.size() - 1)))];
    };
    const std::size_t half = values.size() / 2;
    const double median = values.size() % 2 == 1 ? values[half] : (values[half - 1] + values[half]) / 2.0;
    return {median, at(0.1), at(0.9)};
}

nlohmann::json provenance(const DeviceInfo &device) {
    nlohmann::json result{
        {"device", device.name}, {"platform", device.platform}, {"driver", device.driver}, {"commit", VOXMARCH_COMMIT}};
    if (const nlohmann::json clocks = clocks_now(device); !clocks.is_null()) {
        result["clocks"] = clocks;
    }
    return result;
}

} // namespace voxmarch
