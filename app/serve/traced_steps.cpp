// Adds samples up until they are all there, or good enough.
#include "app/serve/traced_steps.h"

#include "renderer/error_bound.h"
#include "renderer/sample_sum.h"
#include "scene/draw_in_parts.h"

#include <bit>
#include <chrono>
#include <vector>

namespace voxmarch {

namespace {

constexpr double first_part_pixels = 128.0 * 128.0;   // as long as nobody knows how long they take
constexpr std::chrono::milliseconds least_pause{100}; // between two pictures of the same light

/// Of parts of a picture of which nothing is known.
ResolutionGovernor governor_of_first_parts(double part_ms) {
    ResolutionGovernor governor(part_ms);
    governor.measured(first_part_pixels, part_ms);
    return governor;
}

} // namespace

bool grows_by_samples(const Scene &scene, const RenderSettings &settings) {
    return is_traced(settings) && settings.finish.samples > 1 && !draws_mesh(scene, settings);
}

Image draw_in_steps(SceneRenderer &renderer, const Scene &scene, const RenderSettings &settings, double part_ms,
                    const std::function<void(double)> &progress, const TracedSteps &steps,
                    FrameStatistics &statistics) {
    const int width = scene.width, height = scene.height;
    const double pixels = double(width) * height;
    const int least_shown = is_denoised(settings) ? 2 : 1;
    ErrorBound bound(settings);
    int samples = bound.next(0); // that are wanted
    SampleSum sum = renderer.renderer_for(scene).begin_samples(width, height, settings);
    ResolutionGovernor governor(part_ms);
    std::vector<Tile> tiles = governor_of_first_parts(part_ms).tiles(width, height, part_ms);
    auto shown = std::chrono::steady_clock::time_point();
    for (int done = 0; done < samples;) {
        steps.begins(done + 1);
        double drawn = done * pixels;
        for (const Tile &tile : tiles) {
            VolumeRenderer &drawer = renderer.renderer_for(scene);
            drawer.add_sample(camera_of_part(tile, width, height, scene.camera), tile.width, tile.height, settings,
                              done, sum);
            add_part(statistics, drawer.statistics());
            governor.measured(double(tile.width) * tile.height, drawer.statistics().frame_ms);
            drawn += double(tile.width) * tile.height;
            progress(drawn / (pixels * settings.finish.samples));
        }
        tiles = governor.tiles(width, height, part_ms);
        ++done;
        if (done == samples && bound.is_given() && !bound.is_reached(sum.sums(), width, done)) {
            samples = bound.next(done);
        }
        const bool doubled = std::has_single_bit(static_cast<unsigned>(done)) && done >= least_shown;
        if (doubled && done < samples && std::chrono::steady_clock::now() - shown >= least_pause) {
            steps.grew(sum.picture(settings, done), done);
            shown = std::chrono::steady_clock::now();
        }
    }
    statistics.paths = samples;
    return sum.picture(settings, samples);
}

} // namespace voxmarch
