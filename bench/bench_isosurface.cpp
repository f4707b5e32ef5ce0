// Times the strategies of extraction and refuses those whose meshes differ.
#include "bench/bench_isosurface.h"

#include "base/error.h"
#include "bench/device_rates.h"
#include "bench/formula_drawing.h"
#include "bench/frame_bench.h"
#include "bench/isosurface_devices.h"
#include "bench/isosurface_drawing.h"
#include "bench/isosurface_enhancements.h"
#include "bench/isosurface_host.h"
#include "bench/isosurface_made.h"
#include "bench/isosurface_row.h"
#include "bench/isosurface_shapes.h"
#include "bench/isosurface_strategies.h"
#include "bench/measured_surfaces.h"
#include "bench/timing.h"
#include "isosurface/device_field.h"
#include "volume/formats/read.h"
#include "volume/synthetic/formula_volume.h"
#include "volume/synthetic/synthetic.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <fmt/format.h>
#include <set>

namespace voxmarch {

namespace {

constexpr std::uint64_t stored_voxels = std::uint64_t{1} << 27; ///< most voxels of a formula that are stored too

/// Lattices of 001, table 2, where the Cayley surface is a formula that is not stored.
constexpr std::array<int, 3> table_2_sizes[] = {{512, 512, 512},    {512, 512, 1024},   {1024, 1024, 512},
                                                {1024, 1024, 1024}, {1024, 1024, 2048}, {2048, 2048, 1024},
                                                {2048, 2048, 2048}, {2048, 2048, 4096}};

std::vector<std::string> default_isosurface_volumes(int largest) {
    std::vector<int> edges;
    for (int n = 256; n <= largest; n *= 2) {
        edges.push_back(n);
    }
    std::vector<std::string> volumes = synthetic_volumes(surface_models, edges);
    for (const auto &[x, y, z] : table_2_sizes) {
        if (std::max({x, y, z}) <= largest) {
            volumes.push_back(fmt::format("formula:cayley:{}x{}x{}", x, y, z));
        }
    }
    return volumes;
}

/// All rows of one volume. @return whether all agree
bool measure_volume(Device &device, const std::string &name, const BenchOptions &options, nlohmann::json &rows) {
    const Volume volume = read_volume(name);
    bool all_agree = true;
    if (volume.range().min == volume.range().max) {
        fmt::print("{:<22} left out: all its voxels have the same value\n", name.substr(name.find_last_of('/') + 1));
    }
    const std::string label = name.substr(name.find_last_of('/') + 1);
    for (const double isovalue : isovalues_for(name, volume.range())) {
        all_agree = measure_strategies(device, label, volume, isovalue, options.frames, rows) && all_agree;
    }
    return all_agree;
}

PictureSize picture_size(const BenchOptions &options) {
    return options.sizes.empty() ? PictureSize{1024, 1024} : options.sizes.front();
}

/// Into the folder of --out, if there is one.
void write_picture(const BenchOptions &options, const std::string &volume, double isovalue, const Image &picture) {
    if (!options.out.empty()) {
        std::string file = fmt::format("{}_{:g}.png", volume, isovalue);
        std::replace(file.begin(), file.end(), ':', '_');
        write_png(picture, std::filesystem::path(options.out) / file);
    }
}

/// The row of a formula that is not stored. @return whether it has as many triangles as the same voxels, stored
bool measure_formula(Device &device, const std::string &name, const BenchOptions &options, nlohmann::json &rows) {
    constexpr double isovalue = -0.012; // of 001, table 2
    const FormulaVolume formula = formula_volume(name.substr(formula_prefix.size()));
    const VolumeHeader header = formula_header(formula);
    const DeviceFormula evaluated(device, header, formula.text, formula.sizes[2]);
    const auto extractor = make_extractor(Extraction::blocks, device, evaluated.field());
    DeviceMesh mesh;
    IsosurfaceRow row{};
    row.volume = name;
    row.extraction = Extraction::blocks;
    row.copy_rate = rates_of(device).copy;
    row.isovalue = isovalue;
    row.voxels = static_cast<double>(header.grid.voxel_count());
    row.voxel_bytes = static_cast<double>(header.byte_count());
    time_extractions(*extractor, mesh, options.frames, row);
    row.agrees = true;
    if (header.grid.voxel_count() <= stored_voxels) {
        const DeviceField stored(device, read_volume(name));
        DeviceMesh expected;
        (void)make_extractor(Extraction::blocks, device, stored.field())->extract(isovalue, {}, expected);
        row.agrees = expected.triangles == mesh.triangles && expected.vertices == mesh.vertices;
    }
    print(row);
    const PictureSize size = picture_size(options);
    const FormulaFrames drawn = time_formula_frames(device, *extractor, header.grid, isovalue, size, options.frames);
    fmt::print("{:<29} {:>8g} drawn at {}x{}: {:.1f} frames/s with every voxel evaluated, {:.1f} with the ranges of "
               "blocks kept\n",
               name, isovalue, size[0], size[1], 1e3 / drawn.anew.median, 1e3 / drawn.again.median);
    nlohmann::json json = to_json(row);
    json["picture"] = size;
    json["drawn_first_ms"] = {drawn.anew.median, drawn.anew.p10, drawn.anew.p90};
    json["drawn_repeat_ms"] = {drawn.again.median, drawn.again.p10, drawn.again.p90};
    json["frames_per_second"] = 1e3 / drawn.anew.median;
    rows.push_back(json);
    write_picture(options, name, isovalue, drawn.picture);
    return row.agrees;
}

/// Rows of formulas that are not stored. @return whether all agree
bool measure_formulas(Device &device, const std::vector<std::string> &formulas, const BenchOptions &options) {
    nlohmann::json rows = nlohmann::json::array();
    bool agree = true;
    if (!evaluates_formulas(device.info())) {
        fmt::print("formulas left out: {} does not compute in doubles\n", device.info().name);
        return true;
    }
    for (const std::string &name : formulas) {
        try {
            agree = measure_formula(device, name, options, rows) && agree;
        } catch (const MemoryError &error) {
            fmt::print("{:<22} left out: {}\n", name, error.what());
        }
    }
    write_report(options, "isosurface_formula", device.info(), rows);
    return agree;
}

/// Rows of extraction by all devices together. @return whether all triangles agree
bool share_volumes(std::span<Device *const> devices, const std::vector<std::string> &volumes,
                   const BenchOptions &options) {
    nlohmann::json rows = nlohmann::json::array();
    bool agree = true;
    print_devices_head(devices);
    for_each_surface(volumes, [&](const MeasuredSurface &surface) {
        const DevicesRow row =
            measure_devices(devices, surface.label, surface.volume, surface.isovalue, options.frames);
        agree = agree && row.agrees;
        print(row);
        rows.push_back(to_json(row));
    });
    write_report(options, "isosurface_devices", devices.front()->info(), rows);
    return agree;
}

/// Rows of the way from host memory to host memory, by the first device.
void time_host_ways(Device &device, const std::vector<std::string> &volumes, const BenchOptions &options) {
    nlohmann::json rows = nlohmann::json::array();
    Device *const one[] = {&device};
    print_host_head();
    for_each_surface(volumes, [&](const MeasuredSurface &surface) {
        const HostRow row = measure_host(one, surface.label, surface.volume, surface.isovalue, options.frames);
        print(row);
        rows.push_back(to_json(row));
    });
    write_report(options, "isosurface_host", device.info(), rows);
}

/// Rows of extraction and drawing. @return whether all triangles agree
bool draw_volumes(Device &device, const std::vector<std::string> &volumes, const BenchOptions &options) {
    nlohmann::json rows = nlohmann::json::array();
    bool agree = true;
    const PictureSize size = picture_size(options);
    print_drawing_head(size);
    for_each_surface(volumes, [&](const MeasuredSurface &surface) {
        const DrawingRow row =
            measure_drawing(device, surface.label, surface.volume, surface.isovalue, size, options.frames);
        agree = agree && row.agrees;
        print(row);
        rows.push_back(to_json(row));
        write_picture(options, row.volume, row.isovalue, row.picture);
    });
    write_report(options, "isosurface_drawing", device.info(), rows);
    return agree;
}

/// Rows of blocks of other shapes, at one isovalue of each volume. @return whether all triangles agree
bool sweep_shapes(Device &device, const std::vector<std::string> &volumes, const BenchOptions &options) {
    nlohmann::json rows = nlohmann::json::array();
    bool agree = true;
    print_shapes_head();
    std::set<std::string> swept;
    for_each_surface(volumes, [&](const MeasuredSurface &surface) {
        if (!swept.insert(surface.label).second) {
            return;
        }
        for (const ShapeRow &row :
             measure_shapes(device, surface.label, surface.volume, surface.isovalue, options.frames)) {
            agree = agree && row.agrees;
            print(row);
            rows.push_back(to_json(row));
        }
    });
    write_report(options, "isosurface_shapes", device.info(), rows);
    return agree;
}

/// Rows with and without a stored mesh. @return whether the same triangles are seen
bool draw_without_mesh(Device &device, const std::vector<std::string> &volumes, const BenchOptions &options) {
    nlohmann::json rows = nlohmann::json::array();
    bool equal = true;
    const PictureSize size = picture_size(options);
    print_made_head(size);
    for_each_surface(volumes, [&](const MeasuredSurface &surface) {
        for (const MadeRow &row :
             measure_made(device, surface.label, surface.volume, surface.isovalue, size, options.frames)) {
            equal = equal && row.equal;
            print(row);
            rows.push_back(to_json(row));
        }
    });
    write_report(options, "isosurface_made", device.info(), rows);
    return equal;
}

/// Rows of stored volumes. @return whether all agree
bool measure_stored(std::span<Device *const> devices, const std::vector<std::string> &volumes,
                    const BenchOptions &options) {
    Device &device = *devices.front();
    nlohmann::json rows = nlohmann::json::array();
    bool agree = true;
    for (const std::string &name : volumes) {
        try {
            agree = measure_volume(device, name, options, rows) && agree;
        } catch (const MemoryError &error) {
            fmt::print("{:<22} left out: {}\n", name, error.what());
        }
    }
    write_report(options, "isosurface", device.info(), rows);
    agree = sweep_shapes(device, volumes, options) && agree;
    time_host_ways(device, volumes, options);
    agree = sweep_units(device, volumes, options) && agree;
    agree = compare_enhancements(device, volumes, options) && agree;
    agree = draw_volumes(device, volumes, options) && agree;
    agree = draw_without_mesh(device, volumes, options) && agree;
    if (devices.size() > 1) {
        agree = share_volumes(devices, volumes, options) && agree;
    }
    return agree;
}

} // namespace

int bench_isosurface(const BenchOptions &options) {
    const auto opened = open_devices(options.device, options.opening);
    std::vector<Device *> devices;
    for (const auto &each : opened) {
        devices.push_back(each.get());
    }
    const DeviceInfo &info = devices.front()->info();
    std::vector<std::string> volumes =
        options.volumes.empty() ? default_isosurface_volumes(options.largest_volume) : options.volumes;
    const auto stored = std::stable_partition(volumes.begin(), volumes.end(),
                                              [](const std::string &name) { return name.starts_with(formula_prefix); });
    if (stored == volumes.end() && !options.unit_layers.empty()) {
        throw UsageError("--unit-layers cuts volumes that are stored: name one beside the formulas");
    }
    fmt::print("{} (ms are medians of {}; aux % of the volume; floor: volume read and mesh written once at the rate of "
               "copies)\n",
               info.name, info.event_times ? "device times" : "host times, for this driver tells none of its own");
    print_extraction_head();
    bool agree = true;
    if (stored != volumes.begin()) {
        agree = measure_formulas(*devices.front(), {volumes.begin(), stored}, options);
    }
    if (options.volumes.empty() || options.with_cayleys) {
        agree = measure_cayleys(*devices.front(), options) && agree;
    }
    if (stored != volumes.end()) {
        agree = measure_stored(devices, {stored, volumes.end()}, options) && agree;
    }
    return agree ? 0 : 1;
}

} // namespace voxmarch
