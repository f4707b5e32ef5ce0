// Finds the way to read a volume box by box.
#include "volume/bricks/stored_bricks.h"
#include "volume/formats/volume_file.h"

namespace voxmarch {

std::shared_ptr<const BrickSource> open_bricks(const std::string &source, const ReadOptions &options) {
    OpenedVolume opened = open_volume(source, options, 0);
    return opened.whole ? bricks_of(std::move(*opened.whole)) : opened.bricks;
}

OpenedVolume open_volume(const std::string &source, const ReadOptions &options, std::uint64_t room) {
    const auto file = open_volume_file(source, options);
    if (options.downsample == 1 && file->header.byte_count() > room) {
        if (auto bricks = file->bricks()) {
            return {std::nullopt, std::move(bricks)};
        }
    }
    auto voxels = file->load(options.progress);
    return {volume_of({std::move(file->header), std::move(voxels)}, options), nullptr};
}

} // namespace voxmarch
