// Extracts surfaces of formulas with each kind of normals.
#include "bench/bench_normals.h"

#include "bench/eight_bits.h"
#include "bench/frame_bench.h"
#include "bench/normal_angles.h"
#include "bench/timing.h"
#include "isosurface/device_field.h"
#include "volume/formats/read.h"

#include <fmt/format.h>

namespace voxmarch {

namespace {

struct NormalKind {
    const char *name;
    bool of_vertices;
    NormalDifferences differences;
};

/// nvsdk's, hpmc's and PMB's.
constexpr NormalKind kinds[] = {{"face", false, NormalDifferences::central},
                                {"forward", true, NormalDifferences::forward},
                                {"central", true, NormalDifferences::central}};

struct Surface {
    const DerivedFormula &formula;
    int edge;
    const Volume &volume;
    double isovalue;
};

/// Rows of one surface. @return whether the mesh is the same but for its normals
bool measure_surface(Device &device, const Surface &surface, int frames, nlohmann::json &rows) {
    const DeviceField field(device, surface.volume);
    const auto extractor = make_extractor(Extraction::blocks, device, field.field());
    const char *const stored = surface.volume.type() == ScalarType::f32 ? "f32" : "u8";
    Mesh first;
    bool all_equal = true;
    for (const NormalKind &kind : kinds) {
        ExtractionSettings settings;
        settings.normals = kind.of_vertices;
        settings.differences = kind.differences;
        DeviceMesh on_device;
        std::vector<double> times;
        for (int i = -2; i < frames; ++i) {
            const double ms = milliseconds(extractor->extract(surface.isovalue, settings, on_device));
            if (i >= 0) {
                times.push_back(ms);
            }
        }
        Mesh mesh = download(device, on_device);
        const NormalAngles angles = measure_normals(mesh, normal_in_voxels(surface.formula, surface.edge));
        first = first.positions.empty() ? mesh : std::move(first);
        const bool equal = mesh.positions == first.positions && mesh.triangles == first.triangles;
        all_equal = all_equal && equal;
        const Spread ms = spread_of(times);
        fmt::print("{:<8} {:>5} {:<7} {:<8} {:>9} {:>9.4f} {:>9.4f} {:>9.4f} {:>9.4f}{}\n", surface.formula.name,
                   surface.edge, stored, kind.name, mesh.triangles.size(), angles.mean, angles.p95, angles.largest,
                   ms.median, equal ? "" : "  MESHES DIFFER");
        rows.push_back({{"volume", surface.formula.name},
                        {"edge", surface.edge},
                        {"stored_type", stored},
                        {"normals", kind.name},
                        {"isovalue", surface.formula.isovalue},
                        {"triangles", mesh.triangles.size()},
                        {"mean_degrees", angles.mean},
                        {"p95_degrees", angles.p95},
                        {"largest_degrees", angles.largest},
                        {"repeat_ms", {ms.median, ms.p10, ms.p90}},
                        {"equal", equal}});
    }
    return all_equal;
}

} // namespace

int bench_normals(const BenchOptions &options) {
    Device device(options.device, options.opening);
    nlohmann::json rows = nlohmann::json::array();
    bool equal = true;
    fmt::print(
        "normals of isosurfaces on {} (degrees from the formula's, by area; ms: a repeated extraction by blocks, "
        "median)\n{:<8} {:>5} {:<7} {:<8} {:>9} {:>9} {:>9} {:>9} {:>9}\n",
        device.info().name, "formula", "edge", "voxels", "normals", "triangles", "mean", "95 %", "largest", "ms");
    for (const DerivedFormula &formula : derived_formulas()) {
        for (int edge = 32; edge <= options.largest_volume; edge *= 2) {
            const Volume floats = read_volume(fmt::format("formula:{}:{}", formula.name, edge));
            equal = measure_surface(device, {formula, edge, floats, formula.isovalue}, options.frames, rows) && equal;
            const EightBits range{floats.range().min, floats.range().max};
            const Volume bytes = in_eight_bits(floats, range);
            equal =
                measure_surface(device, {formula, edge, bytes, range.stored(formula.isovalue)}, options.frames, rows) &&
                equal;
        }
    }
    write_report(options, "normals", device.info(), rows);
    return equal ? 0 : 1;
}

} // namespace voxmarch
