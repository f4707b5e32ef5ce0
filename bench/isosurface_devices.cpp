// Times extraction by one device and by several.
#include "bench/isosurface_devices.h"

#include <chrono>
#include <fmt/format.h>

namespace voxmarch {

DevicesRow measure_devices(std::span<Device *const> devices, const std::string &name, const Volume &volume,
                           double isovalue, int frames) {
    DevicesRow row;
    row.volume = name;
    row.isovalue = isovalue;
    std::vector<double> alone, together;
    for (int frame = -1; frame < frames; ++frame) {
        const auto timed = [&](std::span<Device *const> some, std::vector<double> &times) {
            const auto begin = std::chrono::steady_clock::now();
            Mesh mesh = extract_slabs(some, volume, isovalue, {}, row.shares);
            if (frame >= 0) {
                times.push_back(milliseconds_since(begin));
            }
            return mesh;
        };
        const Mesh one = timed(devices.first(1), alone), all = timed(devices, together);
        row.triangles = one.triangles.size();
        row.agrees =
            row.agrees && one.triangles.size() == all.triangles.size() && one.positions.size() == all.positions.size();
    }
    row.alone = spread_of(alone);
    row.together = spread_of(together);
    return row;
}

void print_devices_head(std::span<Device *const> devices) {
    fmt::print("\nwork shared by {} devices, from voxels to a mesh in host memory (ms on the host)\n", devices.size());
    for (const Device *device : devices) {
        fmt::print("  device {}: {}\n", device->info().index, device->info().name);
    }
    fmt::print("{:<22} {:>8} {:>9} {:>9} {:>9} {:>7}  {}\n", "volume", "isovalue", "triangles", "first ms", "all ms",
               "speedup", "units of each (kernel ms)");
}

void print(const DevicesRow &row) {
    std::string units;
    for (const DeviceShare &share : row.shares) {
        units += fmt::format("{}{} ({:.1f})", units.empty() ? "" : ", ", share.units, share.kernel_ms);
    }
    fmt::print("{:<22} {:>8.1f} {:>9} {:>9.2f} {:>9.2f} {:>7.2f}  {}{}\n", row.volume, row.isovalue, row.triangles,
               row.alone.median, row.together.median, row.alone.median / row.together.median, units,
               row.agrees ? "" : "  TRIANGLES DISAGREE");
}

nlohmann::json to_json(const DevicesRow &row) {
    const auto spread = [](const Spread &s) { return nlohmann::json{s.median, s.p10, s.p90}; };
    nlohmann::json shares = nlohmann::json::array();
    for (const DeviceShare &share : row.shares) {
        shares.push_back({{"device", share.device},
                          {"units", share.units},
                          {"cells", share.cells},
                          {"triangles", share.triangles},
                          {"kernel_ms", share.kernel_ms},
                          {"upload_wait_ms", share.upload_ms},
                          {"read_back_ms", share.read_back_ms},
                          {"busy_ms", share.busy_ms}});
    }
    return {{"volume", row.volume},
            {"isovalue", row.isovalue},
            {"triangles", row.triangles},
            {"triangles_agree", row.agrees},
            {"first_device_ms", spread(row.alone)},
            {"all_devices_ms", spread(row.together)},
            {"devices", shares}};
}

} // namespace voxmarch
