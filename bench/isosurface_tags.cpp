// Times extraction, and cutting its mesh by the tags of bricks.
#include "bench/isosurface_tags.h"

#include "isosurface/labels.h"
#include "isosurface/slab_extraction.h"

#include <chrono>
#include <fmt/format.h>

namespace voxmarch {

namespace {

/// Bricks of 8^3 voxels have the tags 1 .. `tags` in turn.
Volume tagged(const Grid &grid, int tags) {
    constexpr int brick = 8;
    VolumeHeader header;
    header.grid = grid;
    header.type = ScalarType::u8;
    header.name = fmt::format("{} tags", tags);
    std::vector<std::byte> voxels;
    voxels.reserve(static_cast<std::size_t>(grid.voxel_count()));
    for (int z = 0; z < grid.dims[2]; ++z) {
        for (int y = 0; y < grid.dims[1]; ++y) {
            for (int x = 0; x < grid.dims[0]; ++x) {
                voxels.push_back(static_cast<std::byte>(1 + (x / brick + 5 * (y / brick) + 13 * (z / brick)) % tags));
            }
        }
    }
    return {std::move(header), std::move(voxels)};
}

} // namespace

double TagsRow::cost() const { return tagging.median / extraction.median; }

std::vector<TagsRow> measure_tags(Device &device, const std::string &name, const Volume &volume, double isovalue,
                                  int frames) {
    Device *const one[] = {&device};
    std::vector<TagsRow> rows;
    for (const int tags : {2, 65}) {
        const Volume labels = tagged(volume.grid(), tags);
        TagsRow row;
        row.volume = name;
        row.isovalue = isovalue;
        row.tags = tags;
        std::vector<double> extraction, tagging;
        for (int frame = -1; frame < frames; ++frame) {
            std::vector<DeviceShare> shares;
            const auto begin = std::chrono::steady_clock::now();
            const Mesh mesh = extract_slabs(one, volume, isovalue, {Extraction::scan, {}, 0, {}, false}, shares);
            const double extraction_ms = milliseconds_since(begin);
            const auto made = std::chrono::steady_clock::now();
            const std::vector<LabelledMesh> parts =
                cut_by_label(mesh, triangle_labels(mesh, volume, static_cast<float>(isovalue), labels));
            const double tagging_ms = milliseconds_since(made);
            std::size_t triangles = 0;
            for (const LabelledMesh &part : parts) {
                triangles += part.mesh.triangles.size();
            }
            row.triangles = mesh.triangles.size();
            row.parts = parts.size();
            row.agrees = row.agrees && triangles == mesh.triangles.size();
            if (frame >= 0) {
                extraction.push_back(extraction_ms);
                tagging.push_back(tagging_ms);
            }
        }
        row.extraction = spread_of(extraction);
        row.tagging = spread_of(tagging);
        rows.push_back(row);
    }
    return rows;
}

void print_tags_head() {
    fmt::print("\ntriangles told apart by the tags of their voxels (ms on the host)\n"
               "{:<22} {:>8} {:>5} {:>6} {:>9} {:>10} {:>9} {:>7}\n",
               "volume", "isovalue", "tags", "parts", "triangles", "extraction", "tagging", "cost %");
}

void print(const TagsRow &row) {
    fmt::print("{:<22} {:>8g} {:>5} {:>6} {:>9} {:>10.2f} {:>9.2f} {:>7.1f}{}\n", row.volume, row.isovalue, row.tags,
               row.parts, row.triangles, row.extraction.median, row.tagging.median, 100.0 * row.cost(),
               row.agrees ? "" : "  TRIANGLES DISAGREE");
}

nlohmann::json to_json(const TagsRow &row) {
    const auto spread = [](const Spread &s) { return nlohmann::json{s.median, s.p10, s.p90}; };
    return {{"volume", row.volume},
            {"isovalue", row.isovalue},
            {"tags", row.tags},
            {"parts", row.parts},
            {"triangles", row.triangles},
            {"triangles_agree", row.agrees},
            {"extraction_ms", spread(row.extraction)},
            {"tagging_ms", spread(row.tagging)},
            {"cost", row.cost()}};
}

} // namespace voxmarch
