// Previews: voxels left out, read of a coarser level, or averaged.
#include "scene/preview.h"

#include "volume/bricks/fewer_voxels.h"
#include "volume/bricks/large_volume.h"
#include "volume/bricks/stored_bricks.h"
#include "volume/downsample.h"

#include <array>

namespace voxmarch {

namespace {

std::uint64_t voxels_of(const std::array<int, 3> &dims, int step = 1) {
    std::uint64_t voxels = 1;
    for (const int edge : dims) {
        voxels *= static_cast<std::uint64_t>((edge - 1) / step + 1);
    }
    return voxels;
}

} // namespace

Volume quick_preview(const Volume &volume, std::uint64_t most_voxels) {
    const Volume &full = volume.sample();
    return thinned(*view_of(full), 0, thinning_step(full.grid().dims, most_voxels));
}

std::optional<Volume> fine_preview(const Volume &volume, std::uint64_t most_voxels, const Grid &than,
                                   const std::function<void(double)> &progress) {
    if (const LargeVolume *const large = volume.large()) {
        const BrickSource &source = *large->source;
        for (int level = 0; level < source.level_count(); ++level) {
            const std::uint64_t voxels = source.grid(level).voxel_count();
            if (voxels <= most_voxels) {
                return voxels > than.voxel_count() ? std::optional(read_level(source, level, progress)) : std::nullopt;
            }
        }
        return std::nullopt;
    }
    constexpr int most_factor = 64; // of downsample()
    const std::array<int, 3> &dims = volume.grid().dims;
    int factor = 2;
    while (voxels_of(dims, factor) > most_voxels && factor < most_factor) {
        ++factor;
    }
    return voxels_of(dims, factor) <= most_voxels ? std::optional(downsample(volume, factor)) : std::nullopt;
}

static std::shared_ptr<SceneContent> content_of(Volume preview, const LoadedVolume &loaded) {
    auto content = std::make_shared<SceneContent>(SceneContent{std::move(preview)});
    const Volume &volume = loaded.volume;
    content->stands_for = FinerVolume{content->volume.grid().smallest_spacing() / volume.grid().smallest_spacing(),
                                      default_window(volume.type(), volume.range())};
    if (loaded.labels) {
        content->labels = labels_on(*loaded.labels, volume.grid(), content->volume.grid());
        content->label_names = loaded.label_names;
    }
    content->lines = loaded.lines;
    return content;
}

std::shared_ptr<const SceneContent> preview_content(Volume preview, const LoadedVolume &loaded) {
    return content_of(std::move(preview), loaded);
}

std::shared_ptr<const SceneContent> quick_preview_content(const LoadedVolume &loaded, std::uint64_t most_voxels) {
    const std::uint64_t each = most_voxels / (1 + loaded.other_channels.size());
    std::shared_ptr<SceneContent> content = content_of(quick_preview(loaded.volume, each), loaded);
    content->over_times = {range_of(loaded, 0)}; // of the voxels that are left out, too
    for (std::size_t i = 0; i < loaded.other_channels.size(); ++i) {
        content->other_channels.push_back(quick_preview(loaded.other_channels[i], each));
        content->over_times.push_back(range_of(loaded, i + 1));
    }
    return content;
}

} // namespace voxmarch
