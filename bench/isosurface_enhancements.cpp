// Prints and writes the rows that stand beside Rogeiro's tables.
#include "bench/isosurface_enhancements.h"

#include "bench/frame_bench.h"
#include "bench/isosurface_tags.h"
#include "bench/isosurface_units.h"
#include "bench/isosurface_vertices.h"
#include "bench/isosurface_ways.h"
#include "bench/measured_surfaces.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>

namespace voxmarch {

namespace {

constexpr int rogeiro_frames = 3; ///< timed repetitions, as many as in his chapter 4

} // namespace

bool sweep_units(Device &device, const std::vector<std::string> &volumes, const BenchOptions &options) {
    nlohmann::json rows = nlohmann::json::array(), memory = nlohmann::json::array();
    bool agree = true;
    print_units_head();
    std::set<std::string> swept; // one isovalue of each volume
    for_each_surface(volumes, [&](const MeasuredSurface &surface) {
        if (!swept.insert(surface.label).second) {
            return;
        }
        for (const UnitsRow &row : measure_units(device, surface.label, surface.volume, surface.isovalue,
                                                 options.unit_layers, std::min(options.frames, rogeiro_frames))) {
            agree = agree && row.agrees;
            print(row);
            rows.push_back(to_json(row));
        }
    });
    print_phases_head();
    for_each_surface(volumes, [&](const MeasuredSurface &surface) {
        const PhasesRow row = measure_phases(device, surface.label, surface.volume, surface.isovalue);
        print(row);
        memory.push_back(to_json(row));
    });
    write_report(options, "isosurface_units", device.info(), rows);
    write_report(options, "isosurface_phases", device.info(), memory);
    return agree;
}

bool compare_enhancements(Device &device, const std::vector<std::string> &volumes, const BenchOptions &options) {
    nlohmann::json ways = nlohmann::json::array(), vertices = nlohmann::json::array(), tags = nlohmann::json::array();
    bool agree = true;
    const auto keep = [&](nlohmann::json &rows, const auto &measured) {
        for (const auto &row : measured) {
            agree = agree && row.agrees;
            print(row);
            rows.push_back(to_json(row));
        }
    };
    print_ways_head();
    for_each_surface(volumes, [&](const MeasuredSurface &surface) {
        keep(ways, measure_ways(device.info().index, options.opening, surface.label, surface.volume, surface.isovalue,
                                std::min(options.frames, rogeiro_frames)));
    });
    print_vertices_head();
    for_each_surface(volumes, [&](const MeasuredSurface &surface) {
        keep(vertices, measure_vertices(device, surface.label, surface.volume, surface.isovalue,
                                        std::min(options.frames, rogeiro_frames)));
    });
    print_tags_head();
    for_each_surface(volumes, [&](const MeasuredSurface &surface) {
        keep(tags, measure_tags(device, surface.label, surface.volume, surface.isovalue,
                                std::min(options.frames, rogeiro_frames)));
    });
    write_report(options, "isosurface_ways", device.info(), ways);
    write_report(options, "isosurface_vertices", device.info(), vertices);
    write_report(options, "isosurface_tags", device.info(), tags);
    return agree;
}

} // namespace voxmarch
