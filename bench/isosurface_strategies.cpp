// Times strategies against each other, the surfaces of Dyken and Ziegler among them.
#include "bench/isosurface_strategies.h"

#include "bench/device_rates.h"
#include "bench/eight_bits.h"
#include "bench/frame_bench.h"
#include "bench/isosurface_drawing.h"
#include "bench/isosurface_row.h"
#include "isosurface/device_field.h"
#include "isosurface/reference.h"
#include "volume/formats/read.h"

#include <chrono>
#include <fmt/format.h>

namespace voxmarch {

namespace {

constexpr std::uint64_t reference_voxels = std::uint64_t{1} << 24; ///< most voxels the reference is asked about

/// A surface with about as many triangles at 256^3 as the paper's of that name.
struct CayleySurface {
    const char *formula;
    double isovalue;

    /// The isovalue is 0.5 of the range, as theirs.
    EightBits bits() const { return {isovalue - 1.5, isovalue + 1.5}; }
};

constexpr CayleySurface cayleys[] = {{"cayley", -0.5}, {"bumpy-cayley", -0.5}, {"superbumpy-cayley", -0.5}};

} // namespace

bool measure_strategies(Device &device, const std::string &label, const Volume &volume, double isovalue, int frames,
                        nlohmann::json &rows) {
    const DeviceField on_device(device, volume);
    std::optional<std::uint64_t> expected;
    std::optional<double> serial_ms;
    if (volume.grid().voxel_count() <= reference_voxels) {
        const auto begin = std::chrono::steady_clock::now();
        expected = extract_reference(volume, static_cast<float>(isovalue)).triangles.size();
        serial_ms = milliseconds_since(begin);
    }
    bool all_agree = true;
    for (const Extraction extraction : values_of<Extraction>()) {
        const auto extractor = make_extractor(extraction, device, on_device.field());
        DeviceMesh mesh;
        IsosurfaceRow row{};
        row.volume = label;
        row.serial_ms = serial_ms;
        row.extraction = extraction;
        row.isovalue = isovalue;
        row.copy_rate = rates_of(device).copy;
        row.voxels = static_cast<double>(volume.grid().voxel_count());
        row.voxel_bytes = row.read_bytes = static_cast<double>(volume.bytes().size());
        time_extractions(*extractor, mesh, frames, row);
        row.agrees = expected.value_or(row.triangles) == row.triangles;
        expected = expected.value_or(row.triangles);
        all_agree = all_agree && row.agrees;
        print(row);
        rows.push_back(to_json(row));
    }
    return all_agree;
}

bool measure_cayleys(Device &device, const BenchOptions &options) {
    const int edge = options.quick ? 64 : 256;
    nlohmann::json rows = nlohmann::json::array(), drawn = nlohmann::json::array();
    std::vector<DrawingRow> drawings;
    bool agree = true;
    for (const CayleySurface &surface : cayleys) {
        const std::string label = fmt::format("{}:{}", surface.formula, edge);
        const Volume volume = in_eight_bits(read_volume("formula:" + label), surface.bits());
        const double isovalue = surface.bits().stored(surface.isovalue);
        agree = measure_strategies(device, label, volume, isovalue, options.frames, rows) && agree;
        drawings.push_back(measure_drawing(device, label, volume, isovalue, {1024, 1024}, options.frames));
    }
    print_drawing_head({1024, 1024});
    for (const DrawingRow &row : drawings) {
        agree = agree && row.agrees;
        print(row);
        drawn.push_back(to_json(row));
    }
    write_report(options, "isosurface_cayleys", device.info(), rows);
    write_report(options, "isosurface_cayleys_drawing", device.info(), drawn);
    return agree;
}

} // namespace voxmarch
