// Thinning of synthetic shapes and files.
#include "bench/bench_skeleton.h"

#include "base/error.h"
#include "bench/device_rates.h"
#include "bench/frame_bench.h"
#include "bench/scenes.h"
#include "bench/thinning_sweeps.h"
#include "skeleton/reference.h"
#include "skeleton/thinner.h"
#include "volume/formats/read.h"
#include "volume/synthetic/synthetic.h"

#include <algorithm>
#include <chrono>
#include <fmt/format.h>
#include <optional>

namespace voxmarch {

namespace {

struct SkeletonRow {
    std::string volume;
    Peeling peeling;
    std::array<int, 3> dims;
    std::uint64_t object_voxels, skeleton_voxels, device_bytes;
    ThinningStatistics statistics;
    Spread upload, thin, download; ///< ms on the host's clock
    double reference_ms;
    double copy_rate; ///< of the device
    bool agrees;

    double speed_up() const { return reference_ms / thin.median; }
    double ms_per_iteration() const { return thin.median / statistics.iterations; }

    /// The bits of the volume read and written once.
    double floor_ms() const {
        const double voxels =
            static_cast<double>(dims[0]) * static_cast<double>(dims[1]) * static_cast<double>(dims[2]);
        return ms_at(copy_rate, 2.0 * voxels / 8.0);
    }
};

std::vector<std::string> default_skeleton_volumes(int largest) {
    std::vector<int> edges;
    for (int n = std::min(256, largest); n <= largest; n *= 2) {
        edges.push_back(n);
    }
    std::vector<std::string> volumes = synthetic_volumes(skeleton_models, edges);
    for (const std::string_view body : skeleton_bodies) {
        volumes.push_back(fmt::format("formula:{}:{}", body, std::min(512, largest)));
    }
    return volumes;
}

/// Every voxel becomes 2^3.
BitVolume doubled(const BitVolume &object) {
    const auto &dims = object.dims();
    BitVolume result({2 * dims[0], 2 * dims[1], 2 * dims[2]});
    object.for_each([&](const VoxelIndex &v) {
        for (int i = 0; i < 8; ++i) {
            result.set({2 * v[0] + i % 2, 2 * v[1] + i / 2 % 2, 2 * v[2] + i / 4}, true);
        }
    });
    return result;
}

/// Medians of `frames` runs after one for warming up.
void time_thinning(Thinner &thinner, const BitVolume &object, BitVolume &skeleton, int frames, SkeletonRow &row) {
    std::vector<double> upload, thin, download;
    for (int i = 0; i < frames + 1; ++i) {
        const auto begin = std::chrono::steady_clock::now();
        thinner.upload(object);
        const double uploaded = milliseconds_since(begin);
        row.statistics = thinner.thin({row.peeling, 1 << 30, {}});
        const double thinned = milliseconds_since(begin);
        thinner.download(skeleton);
        if (i > 0) {
            upload.push_back(uploaded);
            thin.push_back(thinned - uploaded);
            download.push_back(milliseconds_since(begin) - thinned);
        }
    }
    row.upload = spread_of(upload);
    row.thin = spread_of(thin);
    row.download = spread_of(download);
    row.device_bytes = thinner.bytes();
}

/// @param expected  becomes the skeleton of the serial reference
SkeletonRow measure_object(Device &device, const std::string &name, const BitVolume &object, Peeling peeling,
                           int frames, BitVolume &expected) {
    SkeletonRow row{};
    row.volume = name;
    row.copy_rate = rates_of(device).copy;
    row.peeling = peeling;
    row.dims = object.dims();
    row.object_voxels = object.count();
    expected = object;
    const auto begin = std::chrono::steady_clock::now();
    const int iterations = thin_reference(expected, peeling);
    row.reference_ms = milliseconds_since(begin);
    Thinner thinner(device);
    BitVolume skeleton(object.dims());
    time_thinning(thinner, object, skeleton, frames, row);
    row.skeleton_voxels = skeleton.count();
    row.agrees = skeleton == expected && row.statistics.iterations == iterations;
    return row;
}

nlohmann::json to_json(const SkeletonRow &row) {
    return {{"volume", row.volume},
            {"peeling", name_of(row.peeling)},
            {"dims", row.dims},
            {"object_voxels", row.object_voxels},
            {"skeleton_voxels", row.skeleton_voxels},
            {"iterations", row.statistics.iterations},
            {"launches", row.statistics.launches},
            {"skeletons_agree", row.agrees},
            {"upload_ms", {row.upload.median, row.upload.p10, row.upload.p90}},
            {"thin_ms", {row.thin.median, row.thin.p10, row.thin.p90}},
            {"download_ms", {row.download.median, row.download.p10, row.download.p90}},
            {"ms_per_iteration", row.ms_per_iteration()},
            {"reference_ms", row.reference_ms},
            {"speed_up", row.speed_up()},
            {"device_bytes", row.device_bytes},
            {"floor_ms", row.floor_ms()}};
}

void print(const SkeletonRow &row) {
    fmt::print("{:<24} {:<9} {:>9.3f} {:>8} {:>6} {:>9.3f} {:>9.4f} {:>9.3f} {:>9.0f} {:>8.1f} {:>10.4f}{}\n",
               row.volume, name_of(row.peeling), static_cast<double>(row.object_voxels) / 1e6, row.skeleton_voxels,
               row.statistics.iterations, row.thin.median, row.ms_per_iteration(),
               row.upload.median + row.download.median, row.reference_ms, row.speed_up(), row.floor_ms(),
               row.agrees ? "" : "  SKELETONS DISAGREE");
    std::fflush(stdout); // a row may take minutes
}

/// Rows of each kind, and whether all skeletons are the reference's.
struct SkeletonReport {
    nlohmann::json rows = nlohmann::json::array(), groups = rows, ladder = rows;
    std::vector<ThinnedObject> for_sweeps;
    bool agree = true;
};

/// Whether the ladder is climbed with an object: its first rung takes a minute for each of the paper's size, so of what
/// this program adds to the paper's five models only what is small.
bool is_for_ladder(const ThinnedObject &thinned) {
    const auto &[nx, ny, nz] = thinned.object.dims();
    const bool small =
        static_cast<std::uint64_t>(nx) * static_cast<std::uint64_t>(ny) * static_cast<std::uint64_t>(nz) <= 1 << 24;
    return small || !thinned.name.starts_with("synthetic:");
}

/// Adds the rows of one object.
void measure_peelings(Device &device, const std::string &name, const BitVolume &object, int frames,
                      SkeletonReport &report) {
    for (const Peeling peeling : values_of<Peeling>()) {
        BitVolume skeleton = object;
        const SkeletonRow row = measure_object(device, name, object, peeling, frames, skeleton);
        print(row);
        report.rows.push_back(to_json(row));
        report.agree = report.agree && row.agrees;
        if (peeling != Peeling::published) {
            continue;
        }
        if (can_be_swept(device, object)) {
            report.for_sweeps.push_back(
                {name, object, std::move(skeleton), row.statistics.iterations, row.reference_ms});
        } else {
            fmt::print("{:<24} no sweep of work-groups and no ladder: too many voxels for this device\n", name);
        }
    }
}

/// Adds the rows of one volume; none if it has no object and background.
void measure_volume(Device &device, const std::string &name, const BenchOptions &options, SkeletonReport &report) {
    const std::string file = name.substr(name.find_last_of('/') + 1);
    const auto object = [&]() -> std::optional<BitVolume> {
        const Volume volume = read_volume(name);
        const ValueRange range = volume.range();
        return range.min < range.max ? std::optional(object_of(volume, 0.5 * (range.min + range.max))) : std::nullopt;
    }();
    if (!object) {
        fmt::print("{:<24} left out: all its voxels have the same value\n", file);
        return;
    }
    measure_peelings(device, file, *object, options.frames, report);
    const auto &dims = object->dims();
    if (!is_made(name) && 2 * *std::max_element(dims.begin(), dims.end()) <= options.largest_volume) {
        measure_peelings(device, file + " doubled", doubled(*object), options.frames, report);
    }
}

} // namespace

int bench_skeleton(const BenchOptions &options) {
    Device device(options.device, options.opening);
    SkeletonReport report;
    fmt::print("{} (ms are medians on the host's clock; floor: bits read and written once at the rate of copies)\n",
               device.info().name);
    fmt::print("{:<24} {:<9} {:>9} {:>8} {:>6} {:>9} {:>9} {:>9} {:>9} {:>8} {:>10}\n", "volume", "peeling", "Mvoxels",
               "skeleton", "iter.", "ms", "ms/iter.", "copies ms", "serial ms", "speed-up", "floor");
    for (const std::string &name :
         options.volumes.empty() ? default_skeleton_volumes(options.largest_volume) : options.volumes) {
        try {
            measure_volume(device, name, options, report);
        } catch (const MemoryError &error) {
            fmt::print("{:<24} left out: {}\n", name, error.what());
        }
    }
    for (const ThinnedObject &thinned : report.for_sweeps) {
        report.agree = sweep_groups(device, thinned, options.frames, report.groups) && report.agree;
        if (is_for_ladder(thinned)) {
            report.agree = climb_ladder(device, thinned, report.ladder) && report.agree;
        } else {
            fmt::print("\n{}: no ladder, which is climbed with files, formulas and shapes of up to 256^3\n",
                       thinned.name);
        }
    }
    write_report(options, "skeleton", device.info(), report.rows);
    write_report(options, "skeleton_groups", device.info(), report.groups);
    write_report(options, "skeleton_ladder", device.info(), report.ladder);
    return report.agree ? 0 : 1;
}

} // namespace voxmarch
