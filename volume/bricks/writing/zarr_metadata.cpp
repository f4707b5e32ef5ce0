// Writes OME-Zarr metadata (ngff.openmicroscopy.org/0.5, zarr-specs v3).
#include "volume/bricks/writing/zarr_metadata.h"

#include "volume/bricks/zarr/ranges_sidecar.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <limits>
#include <nlohmann/json.hpp>

namespace voxmarch {

namespace {

using Json = nlohmann::ordered_json;

static_assert(shard_edge == zarr::marked_shard_edge);

std::string as_text(const Json &json) { return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n"; }

/// Axes are z, y, x in files.
template <typename Vector> Json reversed(const Vector &v) { return {v[2], v[1], v[0]}; }

/// UDUNITS-2 names, as OME wants them.
std::string ome_unit(LengthUnit unit) {
    switch (unit) {
    case LengthUnit::meter: return "meter";
    case LengthUnit::millimeter: return "millimeter";
    case LengthUnit::micrometer: return "micrometer";
    case LengthUnit::nanometer: return "nanometer";
    case LengthUnit::angstrom: return "angstrom";
    case LengthUnit::unknown: break;
    }
    return "";
}

Json bytes_codec(std::size_t value_size) {
    Json codec = {{"name", "bytes"}};
    if (value_size > 1) {
        codec["configuration"] = {{"endian", "little"}};
    }
    return codec;
}

Json chunk_codecs(const StoreLayout &layout) {
    Json codecs = Json::array({bytes_codec(layout.value_size())});
    if (layout.codec != ChunkCodec::none) {
        codecs.push_back({{"name", "blosc"},
                          {"configuration",
                           {{"typesize", layout.value_size()},
                            {"cname", name_of(layout.codec)},
                            {"clevel", packing_level(layout.codec)},
                            {"shuffle", "shuffle"},
                            {"blocksize", 0}}}});
    }
    return codecs;
}

Json dataset(const StoreLayout &layout, int level) {
    const Grid &grid = layout.header.grid;
    const double factor = std::ldexp(1.0, level);
    // Voxel i of a level lies in the middle of its box of 2^level voxels, at (i + 1/2) 2^level - 1/2.
    const glm::dvec3 scale = grid.spacing * factor, first = grid.origin + grid.spacing * (0.5 * (factor - 1.0));
    return {{"path", std::to_string(level)},
            {"coordinateTransformations",
             {{{"type", "scale"}, {"scale", reversed(scale)}},
              {{"type", "translation"}, {"translation", reversed(first)}}}}};
}

/// Counts from the smallest to the largest value that occurs.
Json histogram_json(const StoreLayout &layout, const std::vector<std::uint64_t> &counts) {
    const auto occurs = [](std::uint64_t count) { return count > 0; };
    const auto first = std::find_if(counts.begin(), counts.end(), occurs);
    const auto end = std::find_if(counts.rbegin(), counts.rend(), occurs).base();
    const double lowest = visit_scalar(
        layout.header.type, [](auto tag) { return static_cast<double>(std::numeric_limits<decltype(tag)>::lowest()); });
    const auto min = static_cast<std::int64_t>(lowest) + (first - counts.begin());
    return {{"min", min}, {"max", min + (end - first) - 1}, {"counts", std::vector<std::uint64_t>(first, end)}};
}

} // namespace

std::string level_metadata(const StoreLayout &layout, int level) {
    const Json whole = {shard_edge, shard_edge, shard_edge}, inner = {chunk_edge, chunk_edge, chunk_edge};
    const Json sharding = {{"chunk_shape", inner},
                           {"codecs", chunk_codecs(layout)},
                           {"index_codecs", {bytes_codec(8), {{"name", "crc32c"}}}},
                           {"index_location", "end"}};
    return as_text({{"zarr_format", 3},
                    {"node_type", "array"},
                    {"shape", reversed(layout.dims(level))},
                    {"data_type", name_of(layout.header.type)},
                    {"chunk_grid", {{"name", "regular"}, {"configuration", {{"chunk_shape", whole}}}}},
                    {"chunk_key_encoding", {{"name", "default"}, {"configuration", {{"separator", "/"}}}}},
                    {"fill_value", layout.header.type == ScalarType::f32 ? Json(0.0) : Json(0)},
                    {"codecs", Json::array({{{"name", "sharding_indexed"}, {"configuration", sharding}}})},
                    {"attributes", Json::object()},
                    {"dimension_names", {"z", "y", "x"}}});
}

std::string group_metadata(const StoreLayout &layout) {
    const Grid &grid = layout.header.grid;
    const std::string unit = ome_unit(grid.unit);
    Json axes = Json::array(), datasets = Json::array(), direction = Json::array();
    for (const char *name : {"z", "y", "x"}) {
        Json axis = {{"name", name}, {"type", "space"}};
        if (!unit.empty()) {
            axis["unit"] = unit;
        }
        axes.push_back(axis);
    }
    for (int level = 0; level < layout.level_count(); ++level) {
        datasets.push_back(dataset(layout, level));
    }
    for (int axis = 0; axis < 3; ++axis) {
        const glm::dvec3 &along = grid.direction[axis];
        direction.push_back({along.x, along.y, along.z});
    }
    const Json image = {{"name", layout.header.name},
                        {"axes", axes},
                        {"datasets", datasets},
                        {"type", layout.labels ? "mode" : "mean"}};
    const Json own = {{"version", 1},
                      {"direction", direction},
                      {"origin", {grid.origin.x, grid.origin.y, grid.origin.z}},
                      {"spacing", {grid.spacing.x, grid.spacing.y, grid.spacing.z}},
                      {"unit", name_of(grid.unit)},
                      {"anatomical", grid.anatomical},
                      {"labels", layout.labels}};
    return as_text(
        {{"zarr_format", 3},
         {"node_type", "group"},
         {"attributes", {{"ome", {{"version", "0.5"}, {"multiscales", Json::array({image})}}}, {"voxmarch", own}}}});
}

std::string ranges_metadata(const StoreLayout &layout, const LevelSummary &summary) {
    const auto store = zarr::open_folder_store(layout.root);
    Json levels = Json::array();
    for (int level = 0; level < layout.level_count(); ++level) {
        levels.push_back({{"bricks", layout.chunks(level)},
                          {"file", fmt::format("ranges_{}.bin", level)},
                          {"shards", zarr::look_at_shards(*store, level, layout.dims(level)).mark}});
    }
    const std::vector<BrickRange> &finest = summary.ranges.front();
    const auto low = std::min_element(finest.begin(), finest.end(),
                                      [](const BrickRange &a, const BrickRange &b) { return a.min < b.min; });
    Json ranges = {{"version", 2}, {"brick_edge", chunk_edge}, {"smallest_finite", low->min}, {"levels", levels}};
    if (!summary.counts.empty()) {
        ranges["histogram"] = histogram_json(layout, summary.counts);
    }
    return ranges.dump() + "\n";
}

bool is_upright(const Grid &grid) {
    for (int axis = 0; axis < 3; ++axis) {
        if (glm::length(grid.direction[axis] - glm::dmat3(1.0)[axis]) > 1e-6) {
            return false;
        }
    }
    return true;
}

} // namespace voxmarch
