// Times the way to the device, the kernels and the way back.
#include "bench/isosurface_host.h"

#include "bench/device_rates.h"

#include <algorithm>
#include <fmt/format.h>

namespace voxmarch {

namespace {

/// The largest share of a stage.
double slowest(const std::vector<DeviceShare> &shares, double DeviceShare::*stage) {
    double largest = 0.0;
    for (const DeviceShare &share : shares) {
        largest = std::max(largest, share.*stage);
    }
    return largest;
}

} // namespace

HostRow measure_host(std::span<Device *const> devices, const std::string &name, const Volume &volume, double isovalue,
                     int frames) {
    HostRow row;
    row.volume = name;
    row.isovalue = isovalue;
    const DeviceRates &rates = rates_of(*devices.front());
    std::vector<double> wall, upload, kernels, read_back;
    for (int frame = -1; frame < frames; ++frame) {
        std::vector<DeviceShare> shares;
        const auto begin = std::chrono::steady_clock::now();
        const Mesh mesh = extract_slabs(devices, volume, isovalue, {}, shares);
        const double ms = milliseconds_since(begin);
        row.triangles = mesh.triangles.size();
        const auto mesh_bytes = static_cast<double>(24 * mesh.positions.size() + 12 * mesh.triangles.size());
        row.floor_ms =
            (ms_at(rates.upload, static_cast<double>(volume.bytes().size())) + ms_at(rates.read_back, mesh_bytes)) /
            static_cast<double>(devices.size());
        if (frame >= 0) {
            wall.push_back(ms);
            upload.push_back(slowest(shares, &DeviceShare::upload_ms));
            kernels.push_back(slowest(shares, &DeviceShare::kernel_ms));
            read_back.push_back(slowest(shares, &DeviceShare::read_back_ms));
        }
    }
    row.wall = spread_of(wall);
    row.upload = spread_of(upload);
    row.kernels = spread_of(kernels);
    row.read_back = spread_of(read_back);
    return row;
}

void print_host_head() {
    fmt::print("\nfrom voxels in host memory to a mesh there (ms; floor: both once over the link of the device)\n"
               "{:<22} {:>8} {:>9} {:>9} {:>9} {:>9} {:>9} {:>10} {:>6}\n",
               "volume", "isovalue", "triangles", "upload", "kernels", "read back", "wall", "floor", "ratio");
}

void print(const HostRow &row) {
    fmt::print("{:<22} {:>8.1f} {:>9} {:>9.2f} {:>9.2f} {:>9.2f} {:>9.2f} {:>10.3f} {:>6.1f}\n", row.volume,
               row.isovalue, row.triangles, row.upload.median, row.kernels.median, row.read_back.median,
               row.wall.median, row.floor_ms, row.wall.median / row.floor_ms);
}

nlohmann::json to_json(const HostRow &row) {
    const auto spread = [](const Spread &s) { return nlohmann::json{s.median, s.p10, s.p90}; };
    return {{"volume", row.volume},
            {"isovalue", row.isovalue},
            {"triangles", row.triangles},
            {"upload_ms", spread(row.upload)},
            {"kernels_ms", spread(row.kernels)},
            {"read_back_ms", spread(row.read_back)},
            {"wall_ms", spread(row.wall)},
            {"floor_ms", row.floor_ms}};
}

} // namespace voxmarch
