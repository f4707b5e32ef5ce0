// Reads the ranges of bricks that lie in a store.
#include "volume/bricks/zarr/ranges_sidecar.h"

#include "volume/bricks/zarr/json_file.h"

#include <cmath>
#include <cstring>
#include <fmt/format.h>

namespace voxmarch::zarr {

namespace {

std::vector<ValueRange> ranges_in(const Store &store, const std::string &key, std::uint64_t count) {
    const auto file = store.open(key);
    if (!file || file->size() != count * 2 * sizeof(float)) {
        throw FileError(store.path_of(key),
                        file ? fmt::format("has {} bytes for {} bricks", file->size(), count) : "is missing");
    }
    std::vector<float> values(2 * count);
    file->read(0, std::as_writable_bytes(std::span(values)));
    std::vector<ValueRange> ranges(count);
    for (std::size_t i = 0; i < ranges.size(); ++i) {
        ranges[i] = {values[2 * i], values[2 * i + 1]};
        if (!std::isfinite(ranges[i].min) || !std::isfinite(ranges[i].max) || ranges[i].min > ranges[i].max) {
            throw FileError(store.path_of(key), fmt::format("{:g} to {:g} is no range", ranges[i].min, ranges[i].max));
        }
    }
    return ranges;
}

BrickRanges level_ranges(const Store &store, const JsonNode &level, const std::array<int, 3> &dims) {
    BrickRanges result;
    const auto bricks = level.at("bricks").numbers(3);
    std::uint64_t count = 1;
    for (std::size_t axis = 0; axis < 3; ++axis) {
        result.bricks[axis] = (dims[axis] - 1) / source_brick_edge + 1;
        count *= static_cast<std::uint64_t>(result.bricks[axis]);
        if (bricks[axis] != result.bricks[axis]) {
            level.fail("its ranges are those of a volume of another size");
        }
    }
    result.ranges = ranges_in(store, "voxmarch/" + level.at("file").text(), count);
    return result;
}

RangesSidecar read_levels(const Store &store, const JsonNode &root, const std::vector<std::array<int, 3>> &dims) {
    if (root.at("version").number() != 1 || root.at("brick_edge").number() != source_brick_edge) {
        root.fail("its ranges are of another version, or of bricks of another size");
    }
    const auto levels = root.at("levels").elements();
    if (levels.size() < dims.size()) {
        root.fail(fmt::format("ranges of {} levels instead of {}", levels.size(), dims.size()));
    }
    RangesSidecar sidecar;
    for (std::size_t level = 0; level < dims.size(); ++level) {
        sidecar.levels.emplace_back(level_ranges(store, levels[level], dims[level]));
    }
    if (root.has("smallest_finite") && root.at("smallest_finite").is_number()) {
        sidecar.smallest_finite = static_cast<float>(root.at("smallest_finite").number());
    }
    return sidecar;
}

} // namespace

RangesSidecar read_ranges(const Store &store, const std::vector<std::array<int, 3>> &dims, std::vector<Note> &notes) {
    RangesSidecar unknown;
    unknown.levels.resize(dims.size());
    try {
        const auto file = JsonFile::read(store, "voxmarch/ranges.json");
        return file ? file->with([&](const JsonNode &root) { return read_levels(store, root, dims); }) : unknown;
    } catch (const FileError &problem) {
        notes.emplace_back(fmt::format("The ranges of its bricks are ignored: {}.", problem.what()));
        return unknown;
    }
}

} // namespace voxmarch::zarr
