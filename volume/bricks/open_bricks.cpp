// Finds the way to read a volume box by box.
#include "volume/bricks/stored_bricks.h"
#include "volume/formats/volume_file.h"

namespace voxmarch {

std::shared_ptr<const BrickSource> open_bricks(const std::string &source, const ReadOptions &options) {
    if (options.downsample == 1) {
        const auto file = open_volume_file(source, options);
        if (auto bricks = file->bricks()) {
            return bricks;
        }
        auto voxels = file->load(options.progress);
        return bricks_of(volume_of({std::move(file->header), std::move(voxels)}, options));
    }
    return bricks_of(read_volume(source, options));
}

} // namespace voxmarch
