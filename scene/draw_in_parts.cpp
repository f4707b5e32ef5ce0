// Estimates how long a picture takes from smaller ones, then draws it whole or tile by tile.
#include "scene/draw_in_parts.h"

#include "renderer/error_bound.h"
#include "renderer/sample_sum.h"
#include "renderer/slabs.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstring>
#include <utility>

namespace voxmarch {

namespace {

// The small picture: edges divided by this, and no longer than that, pixels. The larger one: edges divided by that, or
// by more where it would not be quick.
constexpr int reduction = 16, longest_edge = 64, larger_reduction = 4;

/// Whether a picture is divided by its samples before it is divided by its pixels. A path has as much to do as many
/// rays, and paths of few pixels, one sample after the other, keep no GPU busy.
bool is_divided_by_samples(const RenderSettings &settings) {
    return is_traced(settings) && settings.finish.samples > 1;
}

/// Of the smaller pictures that tell how long a sample takes, or the whole where it is not divided by samples.
RenderSettings settings_of_estimate(const RenderSettings &settings) {
    RenderSettings one = settings;
    if (is_divided_by_samples(settings)) {
        one.finish.samples = 1;
        one.trace.denoise = false;
        one.trace.error = 0.0;
    }
    return one;
}

/// Draws smaller pictures for their times.
class Estimate {
public:
    /// @param told  after each
    Estimate(SceneRenderer &renderer, const Scene &scene, const RenderSettings &settings, const PartTimes &times,
             const std::function<void()> &told)
        : renderer_(renderer), scene_(scene), settings_(settings_of_estimate(settings)), times_(times),
          rounds_(is_divided_by_samples(settings) ? settings.finish.samples : 1) {
        const int small = std::max(reduction, std::max(scene.width, scene.height) / longest_edge);
        look(small);
        told();
        if (whole_ms() >= times_.at_once_ms) {
            look(small); // drivers may build something within the first one
            told();
        }
        if (whole_ms() >= times_.at_once_ms) { // so few pixels as of the first keep no GPU busy
            const auto quick = static_cast<int>(std::ceil(std::sqrt(round_ms() / times_.at_once_ms)));
            if (const int larger = std::max(larger_reduction, quick); larger < small) {
                look(larger);
                told();
            }
        }
    }

    /// Milliseconds of the picture at once.
    double whole_ms() const { return rounds_ * round_ms(); }

    /// Knows times of a sample, or of the whole where the picture is not divided by samples.
    const ResolutionGovernor &governor() const { return governor_; }

    /// What was done once for all pictures that follow.
    const FrameStatistics &once() const { return once_; }

private:
    SceneRenderer &renderer_;
    const Scene &scene_;
    const RenderSettings settings_;
    const PartTimes &times_;
    const int rounds_;
    ResolutionGovernor governor_{times_.part_ms};
    FrameStatistics once_;

    double round_ms() const { return governor_.expected_ms(double(scene_.width) * scene_.height); }

    void look(int divisor) {
        const int width = std::max(scene_.width / divisor, 1), height = std::max(scene_.height / divisor, 1);
        renderer_.draw(scene_, scene_.camera, width, height, settings_);
        FrameStatistics statistics = renderer_.statistics();
        governor_ = ResolutionGovernor(times_.part_ms); // the newest counts alone
        governor_.measured(double(width) * height, statistics.frame_ms);
        statistics.frame_ms = statistics.raster_ms = 0.0;
        statistics.rays = 0;
        std::erase_if(statistics.stages, [](const StageTime &stage) {
            return stage.stage == Stage::frame || stage.stage == Stage::denoise || stage.stage == Stage::readback;
        });
        add_part(once_, statistics);
    }
};

/// Draws parts one after the other. One that would take much longer than it should, as the last one did, is halved.
class PartByPart {
public:
    /// @param draw  gives the milliseconds of a part
    PartByPart(double ms_per_pixel, double part_ms, std::function<double(const Tile &)> draw)
        : draw_(std::move(draw)), part_ms_(part_ms), expected_(ms_per_pixel), last_(ms_per_pixel) {}

    void draw(const Tile &tile) {
        constexpr int least_edge = 16;
        const double pixels = double(tile.width) * tile.height;
        const bool across = tile.width > tile.height;
        if (pixels * std::max(expected_, last_) <= 2.0 * part_ms_ ||
            (across ? tile.width : tile.height) < 2 * least_edge) {
            last_ = draw_(tile) / pixels;
            return;
        }
        Tile first = tile, second = tile;
        if (across) {
            first.width = tile.width / 2;
            second.x += first.width;
            second.width -= first.width;
        } else {
            first.height = tile.height / 2;
            second.y += first.height;
            second.height -= first.height;
        }
        draw(first);
        draw(second);
    }

private:
    std::function<double(const Tile &)> draw_;
    double part_ms_;
    double expected_, last_; ///< milliseconds per pixel, of the picture and of the last part
};

/// The picture of so many samples.
Image finished(SampleSum &picture, int samples, const RenderSettings &settings, FrameStatistics &statistics) {
    const auto start = std::chrono::steady_clock::now();
    Image image = picture.picture(settings, samples);
    const double denoise_ms = milliseconds(picture.denoising());
    statistics.frame_ms += denoise_ms;
    statistics.paths = samples;
    if (is_denoised(settings)) {
        statistics.stages.push_back({Stage::denoise, denoise_ms});
    }
    statistics.stages.push_back({Stage::readback, std::max(milliseconds_since(start) - denoise_ms, 0.0)});
    return image;
}

/// Draws tile by tile.
Image draw_by_tiles(SceneRenderer &renderer, const Scene &scene, const RenderSettings &settings,
                    const std::function<void(double)> &progress, const PartTimes &times,
                    const ResolutionGovernor &governor, FrameStatistics &sum) {
    const int width = scene.width, height = scene.height;
    const double pixels = double(width) * height;
    Image image{width, height, Pixels(std::size_t(width) * std::size_t(height) * 4)};
    double drawn = 0.0; // pixels
    PartByPart parts(governor.expected_ms(pixels) / pixels, times.part_ms, [&](const Tile &tile) {
        const Image part =
            renderer.draw(scene, camera_of_part(tile, width, height, scene.camera), tile.width, tile.height, settings);
        put(0, std::as_bytes(std::span(part.rgba)), tile, image);
        add_part(sum, renderer.statistics());
        const double ms = renderer.statistics().frame_ms; // who is told may draw something else
        drawn += double(tile.width) * tile.height;
        if (progress) {
            progress(drawn / pixels);
        }
        return ms;
    });
    for (const Tile &tile : governor.tiles(width, height, times.part_ms)) {
        parts.draw(tile);
    }
    return image;
}

/// Draws sample by sample, each whole or, where that would take too long, tile by tile.
/// @param governor  knows times of a sample
Image draw_by_samples(SceneRenderer &renderer, const Scene &scene, const RenderSettings &settings,
                      const std::function<void(double)> &progress, const PartTimes &times, ResolutionGovernor governor,
                      FrameStatistics &sum) {
    const int width = scene.width, height = scene.height;
    const double pixels = double(width) * height;
    ErrorBound bound(settings);
    int samples = bound.next(0); // that are wanted
    SampleSum picture = renderer.renderer_for(scene).begin_samples(width, height, settings);
    for (int sample = 0; sample < samples; ++sample) {
        double drawn = sample * pixels;
        PartByPart parts(governor.expected_ms(pixels) / pixels, times.part_ms, [&](const Tile &tile) {
            VolumeRenderer &drawer = renderer.renderer_for(scene);
            drawer.add_sample(camera_of_part(tile, width, height, scene.camera), tile.width, tile.height, settings,
                              sample, picture);
            add_part(sum, drawer.statistics());
            const double ms = drawer.statistics().frame_ms, tile_pixels = double(tile.width) * tile.height;
            governor.measured(tile_pixels, ms);
            drawn += tile_pixels;
            if (progress) {
                progress(drawn / (pixels * settings.finish.samples));
            }
            return ms;
        });
        for (const Tile &tile : governor.tiles(width, height, times.part_ms)) {
            parts.draw(tile);
        }
        const bool ends_round = bound.is_given() && sample + 1 == samples;
        if (ends_round && !bound.is_reached(picture.sums(), width, samples)) {
            samples = bound.next(samples);
        }
    }
    sum.rays = std::uint64_t(width) * std::uint64_t(height);
    return finished(picture, samples, settings, sum);
}

} // namespace

bool draws_mesh(const Scene &scene, const RenderSettings &settings) {
    return !scene.skeleton.source.empty() || !scene.meshes.empty() || !scene.planes.empty() ||
           (settings.mode != Mode::volume && settings.surface_method == SurfaceMethod::mesh && !is_traced(settings));
}

void add_part(FrameStatistics &sum, const FrameStatistics &part) {
    FrameStatistics both = part;
    both.frame_ms += sum.frame_ms;
    both.raster_ms += sum.raster_ms;
    both.extraction_ms += sum.extraction_ms;
    both.rays += sum.rays;
    both.stages = std::move(sum.stages);
    add_times(both.stages, part.stages);
    sum = std::move(both);
}

Camera camera_of_part(const Tile &tile, int width, int height, const Camera &camera) {
    Camera part = camera;
    part.crop = PictureCrop{width, height, tile.x, tile.y};
    return part;
}

void put(std::uint64_t first, std::span<const std::byte> pixels, const Tile &tile, Image &image) {
    const std::size_t row_bytes = std::size_t(tile.width) * 4, image_row_bytes = std::size_t(image.width) * 4;
    while (!pixels.empty()) {
        const std::size_t row = std::size_t(first) / row_bytes, begin = std::size_t(first) % row_bytes;
        const std::size_t bytes = std::min(row_bytes - begin, pixels.size());
        std::memcpy(image.rgba.data() + (std::size_t(tile.y) + row) * image_row_bytes + std::size_t(tile.x) * 4 + begin,
                    pixels.data(), bytes);
        first += bytes;
        pixels = pixels.subspan(bytes);
    }
}

Image draw_in_parts(SceneRenderer &renderer, const Scene &scene, const RenderSettings &settings,
                    const std::function<void(double)> &progress, FrameStatistics &statistics,
                    std::optional<double> expected_ms, const PartTimes &times) {
    const auto whole = [&] {
        Image image = renderer.draw(scene, scene.camera, scene.width, scene.height, settings);
        statistics = renderer.statistics();
        return image;
    };
    const bool in_waves = !progress && renderer.waits_for_bricks();
    if (draws_mesh(scene, settings) || in_waves || expected_ms.value_or(surely_quick_ms) < surely_quick_ms) {
        return whole();
    }
    const Estimate estimate(renderer, scene, settings, times, [&] {
        if (progress) {
            progress(0.0);
        }
    });
    FrameStatistics sum = estimate.once();
    if (estimate.whole_ms() < times.at_once_ms) {
        Image image = whole();
        add_part(sum, statistics);
        statistics.stages = sum.stages;
        return image;
    }
    Image image = is_divided_by_samples(settings)
                      ? draw_by_samples(renderer, scene, settings, progress, times, estimate.governor(), sum)
                      : draw_by_tiles(renderer, scene, settings, progress, times, estimate.governor(), sum);
    statistics = sum;
    return image;
}

std::optional<Image>
draw_tiles(const Camera &camera, int width, int height, const std::vector<Tile> &tiles,
           const std::function<std::optional<Image>(std::size_t i, const Camera &camera, const Tile &tile)> &draw) {
    Image image{width, height, Pixels(std::size_t(width) * std::size_t(height) * 4)};
    for (std::size_t i = 0; i < tiles.size(); ++i) {
        const std::optional<Image> part = draw(i, camera_of_part(tiles[i], width, height, camera), tiles[i]);
        if (!part) {
            return std::nullopt;
        }
        put(0, std::as_bytes(std::span(part->rgba)), tiles[i], image);
    }
    return image;
}

} // namespace voxmarch
