// Reads the ranges of bricks that lie in a store.
#include "volume/bricks/zarr/ranges_sidecar.h"

#include "base/parallel.h"
#include "volume/bricks/zarr/decode.h"
#include "volume/bricks/zarr/json_file.h"

#include <cmath>
#include <cstring>
#include <fmt/format.h>

namespace voxmarch::zarr {

ShardsSeen look_at_shards(const Store &store, int level, const std::array<int, 3> &dims) {
    std::array<std::size_t, 3> counts{};
    for (std::size_t axis = 0; axis < 3; ++axis) {
        counts[axis] = static_cast<std::size_t>((dims[axis] - 1) / marked_shard_edge + 1);
    }
    struct Seen {
        std::uint64_t size = ~std::uint64_t{0}; // of one that is not there
        std::int64_t written_at = 0;
        std::uint32_t checksum = 0; // at the end of its index, which ends the shard
    };
    std::vector<Seen> all(counts[0] * counts[1] * counts[2]);
    in_pieces(all.size(), 16, [&](std::size_t, std::size_t first, std::size_t end) {
        for (std::size_t i = first; i < end; ++i) {
            const std::size_t x = i % counts[0], y = i / counts[0] % counts[1], z = i / counts[0] / counts[1];
            if (const auto file = store.open(fmt::format("{}/c/{}/{}/{}", level, z, y, x))) {
                all[i] = {file->size(), file->written_at(), 0};
                if (file->size() >= sizeof(Seen::checksum)) {
                    file->read(file->size() - sizeof(Seen::checksum),
                               std::as_writable_bytes(std::span(&all[i].checksum, 1)));
                }
            }
        }
    });
    ShardsSeen seen;
    std::vector<std::uint64_t> numbers;
    for (const Seen &shard : all) {
        seen.written_at = std::max(seen.written_at, shard.written_at);
        numbers.push_back(shard.size);
        numbers.push_back(shard.checksum);
    }
    seen.mark = crc32c(std::as_bytes(std::span(numbers)));
    return seen;
}

namespace {

constexpr const char *sidecar_key = "voxmarch/ranges.json";

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

/// Refuses the ranges of a level whose shards are not as they were when these were written, at `described_at`.
void require_same_shards(const Store &store, const JsonNode &described, std::int64_t described_at, int level,
                         const std::array<int, 3> &dims) {
    const ShardsSeen now = look_at_shards(store, level, dims);
    const bool is_newer = now.written_at > described_at;
    if (is_newer || static_cast<double>(now.mark) != described.at("shards").number()) {
        described.fail(fmt::format("voxels of level {} were written since, and coarser levels may not have them; "
                                   "convert the store anew{}",
                                   level, is_newer ? ", or touch this file if the store was only copied" : ""));
    }
}

RangesSidecar read_levels(const Store &store, const JsonNode &root, const std::vector<std::array<int, 3>> &dims) {
    if (root.at("version").number() != 2 || root.at("brick_edge").number() != source_brick_edge) {
        root.fail("its ranges are of another version, or of bricks of another size");
    }
    const auto levels = root.at("levels").elements();
    if (levels.size() < dims.size()) {
        root.fail(fmt::format("ranges of {} levels instead of {}", levels.size(), dims.size()));
    }
    const auto file = store.open(sidecar_key);
    const std::int64_t described_at = file ? file->written_at() : 0;
    RangesSidecar sidecar;
    for (std::size_t level = 0; level < dims.size(); ++level) {
        // First the ranges, whose file has to be as long as there are bricks: then there are not too many shards.
        sidecar.levels.emplace_back(level_ranges(store, levels[level], dims[level]));
        require_same_shards(store, levels[level], described_at, static_cast<int>(level), dims[level]);
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
        const auto file = JsonFile::read(store, sidecar_key);
        return file ? file->with([&](const JsonNode &root) { return read_levels(store, root, dims); }) : unknown;
    } catch (const FileError &problem) {
        notes.emplace_back(fmt::format("The ranges of its bricks are ignored: {}.", problem.what()));
        return unknown;
    }
}

} // namespace voxmarch::zarr
