// Estimates how long a picture takes from a small one, then draws it whole or tile by tile.
#include "scene/draw_in_parts.h"

#include <algorithm>
#include <cstring>
#include <utility>

namespace voxmarch {

namespace {

constexpr double quick_ms = 1500.0, part_ms = 300.0;

// The small picture: edges divided by this, and no longer than that, pixels.
constexpr int reduction = 16, longest_edge = 64;

/// What the small picture did once for all that follow.
FrameStatistics done_once(FrameStatistics statistics) {
    statistics.frame_ms = statistics.raster_ms = 0.0;
    statistics.rays = 0;
    std::erase_if(statistics.stages,
                  [](const StageTime &stage) { return stage.stage == Stage::frame || stage.stage == Stage::readback; });
    return statistics;
}

void add_stages(FrameStatistics &sum, const FrameStatistics &part) {
    for (const StageTime &stage : part.stages) {
        const auto known = std::find_if(sum.stages.begin(), sum.stages.end(),
                                        [&](const StageTime &one) { return one.stage == stage.stage; });
        if (known != sum.stages.end()) {
            known->ms += stage.ms;
        } else {
            sum.stages.push_back(stage);
        }
    }
}

} // namespace

bool draws_mesh(const Scene &scene, const RenderSettings &settings) {
    return !scene.skeleton.source.empty() || !scene.meshes.empty() || !scene.planes.empty() ||
           (settings.mode != Mode::volume && settings.surface_method == SurfaceMethod::mesh);
}

void add_part(FrameStatistics &sum, const FrameStatistics &part) {
    FrameStatistics both = part;
    both.frame_ms += sum.frame_ms;
    both.raster_ms += sum.raster_ms;
    both.extraction_ms += sum.extraction_ms;
    both.rays += sum.rays;
    both.stages = std::move(sum.stages);
    add_stages(both, part);
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
                    const std::function<void(double)> &progress, FrameStatistics &statistics) {
    const int width = scene.width, height = scene.height;
    const auto whole = [&] {
        Image image = renderer.draw(scene, scene.camera, width, height, settings);
        statistics = renderer.statistics();
        return image;
    };
    if (!progress || draws_mesh(scene, settings)) {
        return whole();
    }
    const int divisor = std::max(reduction, std::max(width, height) / longest_edge);
    const int small_width = std::max(width / divisor, 1), small_height = std::max(height / divisor, 1);
    renderer.draw(scene, scene.camera, small_width, small_height, settings);
    ResolutionGovernor governor(part_ms);
    governor.measured(double(small_width) * small_height, renderer.statistics().frame_ms);
    FrameStatistics sum = done_once(renderer.statistics());
    if (governor.expected_ms(double(width) * height) < quick_ms) {
        Image image = whole();
        add_part(sum, statistics);
        statistics.stages = sum.stages;
        return image;
    }
    const std::vector<Tile> tiles = governor.tiles(width, height, part_ms);
    const std::optional<Image> image =
        draw_tiles(scene.camera, width, height, tiles, [&](std::size_t i, const Camera &camera, const Tile &tile) {
            Image part = renderer.draw(scene, camera, tile.width, tile.height, settings);
            add_part(sum, renderer.statistics());
            progress(static_cast<double>(i + 1) / static_cast<double>(tiles.size()));
            return part;
        });
    statistics = sum;
    return *image;
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
