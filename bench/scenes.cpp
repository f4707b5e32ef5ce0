// Reads the scenes of the benchmarks.
#include "bench/scenes.h"

#include "renderer/views.h"
#include "volume/formats/read.h"

#include <algorithm>
#include <fmt/format.h>

namespace voxmarch {

std::vector<std::string> synthetic_volumes(std::span<const std::string_view> models, const std::vector<int> &edges) {
    std::vector<std::string> volumes;
    for (const int edge : edges) {
        for (const std::string_view model : models) {
            volumes.push_back(fmt::format("synthetic:{}:{}", model, edge));
        }
    }
    return volumes;
}

BenchScene read_scene(const std::string &name) {
    Volume volume = read_volume(name);
    const Camera camera = standard_view(volume.grid());
    std::string title = volume.header().name;
    std::replace(title.begin(), title.end(), ':', '_'); // it goes into names of files
    return {title, std::move(volume), camera};
}

std::vector<std::string> scene_volumes(const BenchOptions &options) {
    return options.volumes.empty() ? synthetic_volumes(frame_models, {256}) : options.volumes;
}

} // namespace voxmarch
