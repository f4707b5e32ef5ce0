// Turns and flights as lists of cameras.
#include "scene/animation.h"

#include "scene/camera_moves.h"

#include <algorithm>
#include <cstddef>

namespace voxmarch {

std::vector<Camera> turntable_cameras(const Camera &camera, int frames) {
    std::vector<Camera> cameras{camera};
    for (int i = 1; i < frames; ++i) {
        const double share = static_cast<double>(i) / frames;
        cameras.push_back(orbited(camera, {-360.0 / 200.0 * share, 0.0}, {1.0, 1.0}));
    }
    return cameras;
}

std::vector<Camera> flight_cameras(const std::vector<Camera> &keys, int frames) {
    std::vector<Camera> cameras;
    for (int i = 0; i < frames; ++i) {
        const double place = static_cast<double>(i) / std::max(frames - 1, 1) * static_cast<double>(keys.size() - 1);
        const std::size_t key = std::min(static_cast<std::size_t>(place), keys.size() - 2);
        cameras.push_back(between(keys[key], keys[key + 1], place - static_cast<double>(key)));
    }
    return cameras;
}

} // namespace voxmarch
