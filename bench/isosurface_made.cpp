// Times the rasteriser on meshes that are stored, and on ones that are made.
#include "bench/isosurface_made.h"

#include "isosurface/device_field.h"
#include "isosurface/histopyramid_extractor.h"
#include "isosurface/rasteriser.h"
#include "renderer/frame_params.h"
#include "renderer/settings.h"
#include "renderer/views.h"

#include <fmt/format.h>

namespace voxmarch {

namespace {

std::vector<std::uint64_t> seen_by(const Rasteriser &rasteriser, const std::array<int, 2> &size) {
    std::vector<std::uint64_t> seen(static_cast<std::size_t>(size[0]) * static_cast<std::size_t>(size[1]));
    rasteriser.visible().download(std::as_writable_bytes(std::span(seen)));
    return seen;
}

} // namespace

std::array<MadeRow, 2> measure_made(Device &device, const std::string &name, const Volume &volume, double isovalue,
                                    const std::array<int, 2> &size, int frames) {
    const Camera camera = standard_view(volume.grid());
    Camera turned = camera;
    std::swap(turned.eye.x, turned.eye.z);
    const FrameParams frame = make_frame_params(volume.grid(), camera, size[0], size[1], {}),
                      next = make_frame_params(volume.grid(), turned, size[0], size[1], {});
    const DeviceField field(device, volume);
    ExtractionSettings settings;
    settings.normals = false;
    std::array<MadeRow, 2> rows;
    std::vector<std::uint64_t> expected;
    for (MadeRow &row : rows) {
        row.made = &row != &rows[0];
        row.volume = name;
        row.isovalue = isovalue;
        HistopyramidExtractor extractor(device, field.field());
        Rasteriser rasteriser(device);
        DeviceMesh mesh;
        MadeMesh made;
        RasterSurface surface{row.made ? nullptr : &mesh, true, 0.0f, &field.field(), row.made ? &made : nullptr};
        std::vector<double> first, another;
        for (int i = -2; i < frames; ++i) {
            const double found = milliseconds(row.made ? extractor.find(isovalue, settings, made)
                                                       : extractor.extract(isovalue, settings, mesh));
            const double drawn = milliseconds(rasteriser.draw(frame, std::span(&surface, 1), 1, nullptr));
            const std::vector<std::uint64_t> seen = i < 0 ? seen_by(rasteriser, size) : std::vector<std::uint64_t>();
            const double again = milliseconds(rasteriser.draw(next, std::span(&surface, 1), 1, nullptr));
            if (i >= 0) {
                first.push_back(found + drawn);
                another.push_back(again);
            }
            if (expected.empty()) {
                expected = seen;
            }
            row.equal = row.equal && (i >= 0 || seen == expected);
        }
        row.first = spread_of(first);
        row.next = spread_of(another);
        row.triangles = surface.triangles();
        row.mesh_bytes = row.made ? 0 : std::uint64_t{mesh.vertices} * (12 + 16) + std::uint64_t{mesh.triangles} * 12;
        row.pyramid_bytes = extractor.auxiliary_bytes();
    }
    return rows;
}

void print_made_head(const std::array<int, 2> &size) {
    fmt::print("\nvisible triangles of {}x{} pixels, by HistoPyramids (ms; next: another view of the same surface)\n"
               "{:<22} {:>8} {:>9} {:<12} {:>9} {:>9} {:>9} {:>12}\n",
               size[0], size[1], "volume", "isovalue", "triangles", "mesh", "first", "next", "mesh MB", "pyramid MB");
}

void print(const MadeRow &row) {
    fmt::print("{:<22} {:>8g} {:>9} {:<12} {:>9.3f} {:>9.3f} {:>9.2f} {:>12.2f}{}\n", row.volume, row.isovalue,
               row.triangles, row.made ? "not stored" : "stored", row.first.median, row.next.median,
               static_cast<double>(row.mesh_bytes) * 1e-6, static_cast<double>(row.pyramid_bytes) * 1e-6,
               row.equal ? "" : "  PICTURES DIFFER");
}

nlohmann::json to_json(const MadeRow &row) {
    return {{"volume", row.volume},
            {"isovalue", row.isovalue},
            {"mesh", row.made ? "not stored" : "stored"},
            {"triangles", row.triangles},
            {"mesh_bytes", row.mesh_bytes},
            {"pyramid_bytes", row.pyramid_bytes},
            {"first_ms", {row.first.median, row.first.p10, row.first.p90}},
            {"next_ms", {row.next.median, row.next.p10, row.next.p90}},
            {"equal", row.equal}};
}

} // namespace voxmarch
