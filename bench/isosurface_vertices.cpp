// Times the strategy scan with vertices written at once, and kept in private and in local memory.
#include "bench/isosurface_vertices.h"

#include "bench/isosurface_row.h"
#include "isosurface/device_field.h"

#include <chrono>
#include <fmt/format.h>
#include <optional>

namespace voxmarch {

namespace {

double generation_ms(const Events &events) {
    double sum = 0.0;
    for (const Event &event : events) {
        sum += event.label() == "scan_generate" ? event.milliseconds() : 0.0;
    }
    return sum;
}

} // namespace

std::vector<VerticesRow> measure_vertices(Device &device, const std::string &name, const Volume &volume,
                                          double isovalue, int frames) {
    Buffer voxels(device, volume.bytes().size(), "the volume's voxels");
    ScalarField field = field_of(volume.header(), volume.grid().dims[2]);
    field.voxels = &voxels;
    std::vector<VerticesRow> rows;
    std::optional<Mesh> expected;
    for (const CellVertices vertices : values_of<CellVertices>()) {
        ScanExtractor extractor(device, field, ScanExtractor::usual_unit, vertices);
        DeviceMesh on_device;
        VerticesRow row;
        row.volume = name;
        row.isovalue = isovalue;
        row.vertices = vertices;
        row.device_times = device.info().event_times;
        std::vector<double> generation, wall;
        for (int frame = -1; frame < frames; ++frame) {
            const auto begin = std::chrono::steady_clock::now();
            upload_voxels(device, volume.type(), volume.bytes(), voxels);
            const Events events = extractor.extract(isovalue, {}, on_device);
            Mesh mesh = download(device, on_device);
            const double ms = milliseconds_since(begin);
            row.agrees = row.agrees && same_mesh(mesh, expected ? *expected : mesh);
            row.triangles = on_device.triangles;
            expected = expected ? std::move(expected) : std::move(mesh);
            if (frame >= 0) {
                wall.push_back(ms);
                generation.push_back(generation_ms(events));
            }
        }
        row.generation = spread_of(generation);
        row.wall = spread_of(wall);
        rows.push_back(row);
    }
    return rows;
}

void print_vertices_head() {
    fmt::print("\nwhere a work-item keeps the vertices of its cell, strategy scan (ms: generation on the device; wall "
               "from voxels to a\nmesh in host memory)\n{:<22} {:>8} {:<9} {:>9} {:>10} {:>9}\n",
               "volume", "isovalue", "vertices", "triangles", "generation", "wall");
}

void print(const VerticesRow &row) {
    fmt::print("{:<22} {:>8g} {:<9} {:>9} {:>10} {:>9.2f}{}\n", row.volume, row.isovalue, name_of(row.vertices),
               row.triangles, row.device_times ? fmt::format("{:.3f}", row.generation.median) : "-", row.wall.median,
               row.agrees ? "" : "  MESH DIFFERS");
}

nlohmann::json to_json(const VerticesRow &row) {
    nlohmann::json json = {{"volume", row.volume},
                           {"extraction", "scan"},
                           {"isovalue", row.isovalue},
                           {"vertices", name_of(row.vertices)},
                           {"triangles", row.triangles},
                           {"equal", row.agrees},
                           {"wall_ms", {row.wall.median, row.wall.p10, row.wall.p90}}};
    if (row.device_times) {
        json["generation_ms"] = {row.generation.median, row.generation.p10, row.generation.p90};
    }
    return json;
}

} // namespace voxmarch
