// Reads a coarse level, which stands for all that is known of large volumes.
#include "scene/quick_look.h"

#include "base/error.h"
#include "volume/bricks/fewer_voxels.h"
#include "volume/bricks/large_volume.h"
#include "volume/synthetic/synthetic.h"

#include <algorithm>
#include <utility>

namespace voxmarch {

namespace {

constexpr std::uint64_t quick_voxels = std::uint64_t{1} << 22;

std::shared_ptr<const LargeVolume> look(std::shared_ptr<const BrickSource> source) {
    int level = 0;
    while (source->grid(level).voxel_count() > quick_voxels && level + 1 < source->level_count()) {
        ++level;
    }
    if (source->grid(level).voxel_count() > 4 * quick_voxels) {
        return nullptr;
    }
    // Neighbours in the finest level may be so alike that grey values look like labels: a few bricks do not tell.
    Volume sample = read_level(*source, level), excerpt = read_level(*source, level);
    const ValueRange range = sample.range();
    std::vector<std::uint64_t> counts(sample.value_counts().begin(), sample.value_counts().end());
    return std::make_shared<const LargeVolume>(
        LargeVolume{std::move(source), range, range, std::move(counts), {}, std::move(sample), std::move(excerpt)});
}

/// Null where voxels are read at once or their values are known.
std::shared_ptr<const BrickSource> unknown_source(const LoadRequest &request) {
    const ReadOptions options = request.volume.read_options();
    const VolumeHeader header = read_volume_header(request.volume.source, options);
    const bool in_bricks = is_made(request.volume.source) || header.format.find("Zarr") != std::string::npos;
    if (!in_bricks || options.downsample > 1 || header.grid.voxel_count() <= request.large_above) {
        return nullptr;
    }
    std::shared_ptr<const BrickSource> source = open_bricks(request.volume.source, options);
    return source->ranges(0) ? nullptr : source;
}

} // namespace

std::shared_ptr<LoadedVolume> quick_look(const LoadRequest &request) try {
    if (request.large_above == 0 || request.session || is_session(request.volume.source)) {
        return nullptr;
    }
    LoadRequest plain = request; // labels and lines come with the volume
    plain.volume.channel = request.channels.first().value_or(request.volume.channel);
    plain.channels = {};
    std::shared_ptr<const BrickSource> source = unknown_source(plain);
    std::shared_ptr<const LargeVolume> large = source ? look(std::move(source)) : nullptr;
    if (!large) {
        return nullptr;
    }
    plain.labels.clear();
    plain.skeleton.clear();
    std::shared_ptr<LoadedVolume> loaded = load_volume(Volume(std::move(large)), plain);
    loaded->provisional = true;
    return loaded;
} catch (const Error &) {
    return nullptr; // load_volume() will say what is wrong
}

} // namespace voxmarch
