// Repeated measurements: median and spread, and what they were made on.
#pragma once

#include "device/device_info.h"

#include <nlohmann/json.hpp>
#include <vector>

namespace voxmarch {

struct Spread {
    double median = 0.0, p10 = 0.0, p90 = 0.0;
};

/// Precondition: at least one value.
Spread spread_of(std::vector<double> values);

/// Device, driver, commit of the program, and clocks where they can be told. Call it right after measuring.
nlohmann::json provenance(const DeviceInfo &device);

} // namespace voxmarch
