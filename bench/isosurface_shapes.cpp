// Times extraction by blocks of every shape.
#include "bench/isosurface_shapes.h"

#include "bench/isosurface_row.h"
#include "isosurface/device_field.h"

#include <fmt/format.h>

namespace voxmarch {

namespace {

std::string shape_name(BlockShape shape) { return fmt::format("{}x{}x{}", ISO_BLOCK_X, shape.y, shape.z); }

ShapeRow measure_shape(Device &device, const ScalarField &field, BlockShape shape, double isovalue, int frames) {
    BlockExtractor extractor(device, field, default_block_tuning(device.info(), shape));
    DeviceMesh mesh;
    IsosurfaceRow timed{};
    timed.isovalue = isovalue;
    time_extractions(extractor, mesh, frames, timed);
    ShapeRow row;
    row.isovalue = isovalue;
    row.shape = shape;
    row.first = timed.first;
    row.repeat = timed.repeat;
    row.triangles = timed.triangles;
    row.blocks = extractor.blocks();
    row.active = extractor.active_blocks();
    row.auxiliary = timed.auxiliary;
    return row;
}

} // namespace

std::vector<ShapeRow> measure_shapes(Device &device, const std::string &name, const Volume &volume, double isovalue,
                                     int frames) {
    const DeviceField on_device(device, volume);
    std::vector<ShapeRow> rows;
    DeviceMesh expected;
    (void)milliseconds(BlockExtractor(device, on_device.field()).extract(isovalue, {}, expected));
    for (const int z : {2, 4, 8}) {
        for (const int y : {2, 4, 8}) {
            ShapeRow row;
            try {
                row = measure_shape(device, on_device.field(), {y, z}, isovalue, frames);
            } catch (const DeviceError &error) { // larger work-groups than the kernels' registers leave room for
                fmt::print("{:<22} {:>8g} {:>7} not on this device: {}\n", name, isovalue, shape_name({y, z}),
                           error.what());
                continue;
            }
            row.volume = name;
            row.auxiliary_share = static_cast<double>(row.auxiliary) / static_cast<double>(volume.bytes().size());
            row.agrees = row.triangles == expected.triangles;
            rows.push_back(row);
        }
    }
    return rows;
}

void print_shapes_head() {
    fmt::print("\nblocks of other shapes, strategy blocks (ms: medians)\n{:<22} {:>8} {:>7} {:>9} {:>9} {:>9} {:>9} "
               "{:>9} {:>7}\n",
               "volume", "isovalue", "block", "triangles", "blocks", "active", "first ms", "repeat ms", "aux %");
}

void print(const ShapeRow &row) {
    fmt::print("{:<22} {:>8g} {:>7} {:>9} {:>9} {:>9} {:>9.3f} {:>9.3f} {:>7.1f}{}\n", row.volume, row.isovalue,
               shape_name(row.shape), row.triangles, row.blocks, row.active, row.first.median, row.repeat.median,
               100.0 * row.auxiliary_share, row.agrees ? "" : "  TRIANGLES DISAGREE");
}

nlohmann::json to_json(const ShapeRow &row) {
    return {{"volume", row.volume},
            {"isovalue", row.isovalue},
            {"block", shape_name(row.shape)},
            {"triangles", row.triangles},
            {"triangles_agree", row.agrees},
            {"blocks", row.blocks},
            {"active_blocks", row.active},
            {"first_ms", {row.first.median, row.first.p10, row.first.p90}},
            {"repeat_ms", {row.repeat.median, row.repeat.p10, row.repeat.p90}},
            {"auxiliary_bytes", row.auxiliary},
            {"auxiliary_share", row.auxiliary_share}};
}

} // namespace voxmarch
