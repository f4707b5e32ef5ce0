// Draws the pictures of the report.
#include "bench/report/pictures.h"

#include "bench/frame_bench.h"
#include "renderer/instruments/heat_map.h"

#include <filesystem>
#include <fmt/format.h>

namespace voxmarch {

namespace {

/// Small enough to lie inside the page.
constexpr int picture_width = 320, picture_height = 240;

class Gallery {
public:
    explicit Gallery(const std::filesystem::path &folder) : folder_(folder / "pictures") {
        std::filesystem::create_directories(folder_);
    }
    std::string add(const Image &image, const std::string &name, const std::string &caption) const {
        const std::filesystem::path file = folder_ / (name + ".png");
        write_png(image, file);
        return picture(file, "pictures/" + name + ".png", caption);
    }

private:
    std::filesystem::path folder_;
};

std::string surface_picture(const Gallery &gallery, const BenchScene &scene, VolumeRenderer &renderer) {
    RenderSettings settings;
    settings.mode = Mode::isosurface;
    const double isovalue = scene.volume.range().min + 0.3 * (scene.volume.range().max - scene.volume.range().min);
    settings.surfaces = {{isovalue}};
    return gallery.add(renderer.render(scene.camera, picture_width, picture_height, settings), scene.name + "_surface",
                       fmt::format("{}, isosurface at {:g}", scene.name, isovalue));
}

} // namespace

ReportSection picture_section(const BenchOptions &options, const std::vector<std::string> &volumes) {
    const Gallery gallery(options.out);
    Device device(options.device, options.opening);
    std::vector<std::string> frames, surfaces, traversal_maps, marching_maps;
    for (const std::string &volume : volumes) {
        const BenchScene scene = read_scene(volume);
        VolumeRenderer renderer(device, scene.volume, options.backend);
        RenderSettings settings = bench_settings(options);
        settings.traversal = default_traversal(renderer.backend());
        frames.push_back(gallery.add(renderer.render(scene.camera, picture_width, picture_height, settings), scene.name,
                                     scene.name));
        surfaces.push_back(surface_picture(gallery, scene, renderer));
        for (const Traversal traversal : {Traversal::first_approach, Traversal::buffered_for_for_with_flags}) {
            if (volume != volumes.front()) {
                continue; // the thesis shows the bonsai
            }
            settings.traversal = traversal;
            for (const HeatMap map : {HeatMap::traversal_simd, HeatMap::marching_simd}) {
                (map == HeatMap::traversal_simd ? traversal_maps : marching_maps)
                    .push_back(
                        gallery.add(draw_heat_map(renderer, scene.camera, picture_width, picture_height, settings, map),
                                    fmt::format("{}_{}_{}", scene.name, name_of(traversal), name_of(map)),
                                    fmt::format("{}, {}", name_of(traversal), name_of(map))));
            }
        }
    }
    return {
        "pictures", "Frames and heat maps",
        row_of(frames) + row_of(surfaces) +
            paragraph("Share of the lanes of a warp that take part in its steps (thesis figures 4.7, 4.15 to 4.22): "
                      "dark tiles are warps whose lanes wait for each other.") +
            row_of(traversal_maps) + row_of(marching_maps)};
}

} // namespace voxmarch
