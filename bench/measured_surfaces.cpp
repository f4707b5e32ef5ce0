// Chooses isovalues, and reads one volume after the other.
#include "bench/measured_surfaces.h"

#include "base/error.h"
#include "volume/formats/read.h"

#include <fmt/format.h>

namespace voxmarch {

std::vector<double> isovalues_for(const std::string &name, const ValueRange &range) {
    if (range.min == range.max) {
        return {};
    }
    if (name.find("cayley") != std::string::npos && range.min < 100.5 && range.max > 128.5) {
        return {128.5, 100.5};
    }
    if (name.find("sphere") != std::string::npos && range.min < 106.5 && range.max > 106.5 && range.max <= 255.0) {
        return {106.5}; // has his 377000 triangles in 256^3 voxels
    }
    if (name.find("engine") != std::string::npos && range.min < 80.0 && range.max > 120.5 && range.max <= 255.0) {
        return {80.0, 120.5}; // the first of Rogeiro 2011, table 4.2
    }
    if (name.find("aneur") != std::string::npos && range.min < 40.5 && range.max > 120.5 && range.max <= 255.0) {
        return {40.5, 50.0, 120.5}; // the second of the same table
    }
    if (range.min >= 0.0 && range.min < 40.5 && range.max > 120.5 && range.max <= 255.0) {
        return {40.5, 120.5};
    }
    return {range.min + 0.25 * (range.max - range.min), range.min + 0.5 * (range.max - range.min)};
}

void for_each_surface(const std::vector<std::string> &volumes,
                      const std::function<void(const MeasuredSurface &)> &measure) {
    for (const std::string &name : volumes) {
        try {
            const Volume volume = read_volume(name);
            for (const double isovalue : isovalues_for(name, volume.range())) {
                measure({name.substr(name.find_last_of('/') + 1), volume, isovalue});
            }
        } catch (const MemoryError &error) {
            fmt::print("{:<22} left out: {}\n", name, error.what());
        }
    }
}

} // namespace voxmarch
