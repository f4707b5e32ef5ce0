// Draws frames of volumes in bricks: refuses what they cannot be drawn with, and brings bricks between casts.
#include "renderer/frame_maker.h"

#include "renderer/brick_plan.h"
#include "renderer/ray_relay.h"
#include "renderer/slabs.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <utility>
#include <vector>

namespace voxmarch {

void FrameMaker::require_all_bricks(const char *what) const {
    if (data_.volume().is_out_of_core()) {
        throw UnsupportedError(fmt::format("{} of volumes that lie on the device as a whole", what),
                               {{Remedy::reduce_volume}});
    }
}

/// @throws UsageError, UnsupportedError
void FrameMaker::require_possible_in_bricks(RenderSettings &settings) const {
    if (!data_.volume().atlas()) {
        return;
    }
    const bool waits = data_.volume().is_out_of_core();
    std::string missing = missing_in_bricks(settings, !waits);
    if (missing.empty() && !meshes_.empty() && data_.surface_labels().version > 0) {
        missing = "meshes beside labels"; // which triangles show through is asked of the whole label volume
    }
    if (!missing.empty()) {
        std::vector<Advice> advice = advice_in_bricks(settings);
        throw UnsupportedError(fmt::format("a volume in bricks is drawn without {}", missing),
                               advice.empty() ? std::vector<Advice>{{Remedy::reduce_volume}} : std::move(advice));
    }
    if (relay_ && settings.mode != Mode::volume) {
        throw UnsupportedError("rays of isosurfaces are not handed on: draw volumes that ranks have parts of without "
                               "them");
    }
    if (waits && info_of(settings.traversal).data == SkipData::octree) { // their rays do not wait
        settings.traversal = Traversal::octant_distance_map;
    }
}

/// Brings bricks that rays of the last cast wait for. Returns whether any did.
/// @param waves  of this frame so far
bool FrameMaker::bring_bricks(const RenderSettings &settings, const FrameParams &frame, int waves) {
    std::vector<std::uint32_t> requests = data_.take_requests();
    if (relay_) { // rays that wait for the others go there
        std::erase_if(requests, [&](std::uint32_t brick) { return !relay_->has(brick); });
    }
    if (requests.empty()) {
        return false;
    }
    if (waves > data_.volume().atlas()->brick_count()) { // every wave brings a brick, and none comes twice
        throw DeviceError("rays still wait for bricks after each of them has come once");
    }
    const auto edge = static_cast<float>(data_.volume().atlas()->size().edge);
    glm::ivec3 eye;
    for (int i = 0; i < 3; ++i) {
        const float voxel = frame.view.eye[i] * frame.volume.voxel_from_aligned[i];
        // Parallel rays come from far away.
        const float far = frame.view.ray_corner[i] > 0.0f ? -1e6f : 1e6f;
        eye[i] = static_cast<int>(std::floor(std::clamp(frame.view.parallel != 0 ? far : voxel / edge, -1e6f, 1e6f)));
    }
    data_.load_bricks(settings, requests, eye);
    if (surfaces_) {
        surfaces_->take_bricks(data_.surface_places());
    }
    return true;
}

/// Pictures with triangles are not drawn in parts, each of which would find them anew: their rays are cast in slabs,
/// unless the last ones were quick.
std::function<void(double)> FrameMaker::cast_progress(const FrameParams &frame, const RenderSettings &settings) const {
    const bool triangles = settings.mode != Mode::volume && settings.surface_method == SurfaceMethod::mesh;
    const double pixels = double(frame.view.size[0]) * frame.view.size[1];
    const bool quick = pixel_ms_ && *pixel_ms_ * pixels < surely_quick_ms;
    return triangles && !quick ? report_.progress_of(Stage::frame) : std::function<void(double)>();
}

/// In waves, where rays wait for bricks.
Events FrameMaker::cast(const FrameParams &frame, const CastVariant &used, const CastLayers &layers) {
    if (relay_) {
        return cast_with_others(frame, used, layers);
    }
    const auto progress = cast_progress(frame, used.settings);
    Events drawn = caster_.cast_in_slabs(data_.scene(), frame, used, layers, progress);
    if (!used.features.waves) {
        return drawn;
    }
    data_.begin_waves();
    for (int waves = 0; bring_bricks(used.settings, frame, waves); ++waves) {
        statistics_.frame_ms += milliseconds(drawn);
        drawn = caster_.cast_in_slabs(data_.scene(), frame, used, layers, progress, true);
    }
    return drawn;
}

} // namespace voxmarch
