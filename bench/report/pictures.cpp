// Draws the pictures of the report.
#include "bench/report/pictures.h"

#include "bench/frame_bench.h"
#include "bench/report/results.h"
#include "renderer/instruments/heat_map.h"
#include "transfer/preset.h"
#include "volume/formats/read.h"
#include "volume/synthetic/synthetic.h"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <functional>
#include <tuple>
#include <utility>

namespace voxmarch {

namespace {

/// Two fill a line of the page; small enough to lie inside it.
constexpr int picture_width = 512, picture_height = 384;

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

/// What the rays of the thesis' scene do: its nodes, one late round, and how full warps are in every traversal.
std::string heat_maps(const Gallery &gallery, const BenchScene &scene, VolumeRenderer &renderer,
                      RenderSettings settings) {
    const auto draw = [&](HeatMap map, const std::string &caption) {
        return gallery.add(draw_heat_map(renderer, scene.camera, picture_width, picture_height, settings, map),
                           fmt::format("{}_{}_{}", scene.name, name_of(settings.traversal), name_of(map)), caption);
    };
    settings.traversal = Traversal::first_approach;
    const std::vector<std::string> rays{
        draw(HeatMap::octree, "nodes of the octree along each ray (4.3)"),
        draw(HeatMap::iteration, fmt::format("{}, the first round of marching after {} traversal iterations (4.7)",
                                             name_of(settings.traversal), late_iteration))};
    std::vector<std::string> traversal_maps, marching_maps;
    for (const TraversalInfo &info : traversals) {
        if (info.data == SkipData::none || (info.persistent && !renderer.device().long_loops)) {
            continue;
        }
        settings.traversal = info.traversal;
        traversal_maps.push_back(draw(HeatMap::traversal_simd, fmt::format("{}, traversing", info.name)));
        marching_maps.push_back(draw(HeatMap::marching_simd, fmt::format("{}, marching", info.name)));
    }
    return row_of(rays) +
           paragraph("Share of the lanes of a warp that take part in its steps (thesis figures 4.8, 4.15, 4.16, 4.19, "
                     "4.22, 5.3, 5.4): dark tiles are warps whose lanes wait for each other.") +
           row_of(traversal_maps) + row_of(marching_maps);
}

/// One of the pictures that the thesis puts side by side.
struct Alternative {
    std::string name, caption;
    std::function<void(RenderSettings &)> change;
};

/// Pictures side by side, seen through an angle.
struct Row {
    double fov;  ///< degrees
    bool opaque; ///< by plaster()
    std::vector<Alternative> alternatives;
};

/// Opaque from a third of the range on, white: what light does to surfaces is seen best.
TransferFunction plaster() {
    TransferFunction transfer;
    transfer.name = "plaster";
    transfer.colors = {{0.0, {0.95, 0.93, 0.9}}};
    transfer.opacities = {{0.25, 0.0}, {0.35, 1.0}};
    return transfer;
}

/// A thin skin around what is opaque: one material, or chalk around polish.
TransferFunction skin(bool two_materials) {
    TransferFunction transfer = plaster();
    transfer.opacities = {{0.25, 0.0}, {0.3, 0.04}, {0.45, 0.04}, {0.55, 1.0}};
    if (two_materials) {
        transfer.materials = {{0.4, 0.4, 0.8, 0.0, 8.0}, {0.5, 0.1, 0.5, 1.0, 48.0}};
    }
    return transfer;
}

/// Pairs of the thesis: the middle of the standard view, lit, with one thing changed.
std::string alternatives(const Gallery &gallery, const BenchScene &scene, VolumeRenderer &renderer,
                         const RenderSettings &settings) {
    const auto step = [](double voxels) {
        return Alternative{fmt::format("step_{:g}", voxels), fmt::format("a sample every {:g} voxels", voxels),
                           [voxels](RenderSettings &s) { s.step = voxels; }};
    };
    Row interpolations{8.0, false, {}}; // so near that voxels are seen
    for (const Interpolation interpolation : values_of<Interpolation>()) {
        interpolations.alternatives.push_back({std::string(name_of(interpolation)),
                                               fmt::format("interpolation: {} (3.20)", name_of(interpolation)),
                                               [interpolation](auto &s) { s.interpolation = interpolation; }});
    }
    const double near = 0.45 * scene.camera.fov;
    const std::vector<Row> rows{
        {near,
         false,
         {{"pre", "pre-classified: colours are interpolated (3.5)",
           [](RenderSettings &s) { s.classification = Classification::pre; }},
          {"post", "post-classified: scalars are interpolated (3.5)",
           [](RenderSettings &s) { s.classification = Classification::post; }}}},
        {near,
         true,
         {{"sobel", "gradients by Sobel's filter (3.9)", [](RenderSettings &s) { s.gradient = Gradient::sobel; }},
          {"central", "gradients by central differences (3.9)",
           [](RenderSettings &s) { s.gradient = Gradient::central; }}}},
        {near,
         true,
         {{"without_shadows", "without shadows (3.26)", [](RenderSettings &s) { s.shadows = Shadows::none; }},
          {"with_shadows", "with shadows (3.26)", [](RenderSettings &s) { s.shadows = Shadows::full; }}}},
        {near,
         true,
         {{"one_light", "one light (3.6.5)", [](RenderSettings &) {}},
          {"side_lights", "two more lights, warm and cold (3.6.5.2)",
           [](RenderSettings &s) {
               s.side_lights = {{{1.0, 0.1, 0.3}, true, {0.4f, 0.2f, 0.05f}},
                                {{-1.0, -0.2, 0.2}, true, {0.05f, 0.15f, 0.4f}}};
           }}}},
        {near,
         false,
         {{"gradient_of_scalar", "normals of scalars (3.6.7)",
           [](RenderSettings &s) { s.gradient_of = GradientSource::scalar; }},
          {"gradient_of_opacity", "normals of opacities (3.6.7)",
           [](RenderSettings &s) { s.gradient_of = GradientSource::opacity; }}}},
        {near, false, {step(4.0), step(1.0), step(0.25)}},
        interpolations};
    RenderSettings lit = settings;
    lit.shading = Shading::phong;
    lit.light.direction = glm::dvec3(1.0, 2.0, 0.5);
    lit.light.follows_camera = false;
    std::vector<std::string> normals;
    for (const Gradient gradient : {Gradient::sobel, Gradient::central}) {
        RenderSettings changed = lit;
        changed.gradient = gradient;
        normals.push_back(
            gallery.add(draw_heat_map(renderer, scene.camera, picture_width, picture_height, changed, HeatMap::normals),
                        fmt::format("{}_normals_{}", scene.name, name_of(gradient)),
                        fmt::format("normals by {} (3.8)", name_of(gradient))));
    }
    std::string html;
    for (const Row &row : rows) {
        Camera camera = scene.camera;
        camera.fov = row.fov;
        renderer.set_transfer(row.opaque ? plaster() : find_preset("thesis"));
        std::vector<std::string> pictures;
        for (const Alternative &alternative : row.alternatives) {
            RenderSettings changed = lit;
            alternative.change(changed);
            pictures.push_back(gallery.add(renderer.render(camera, picture_width, picture_height, changed),
                                           fmt::format("{}_{}", scene.name, alternative.name), alternative.caption));
        }
        html += row_of(pictures);
    }
    Camera camera = scene.camera;
    camera.fov = near;
    std::vector<std::string> materials;
    for (const auto &[name, caption, transfer] :
         {std::tuple{"one_material", "one material (3.6.5)", skin(false)},
          std::tuple{"two_materials", "a material for each point of the function: chalk, then polish (3.6.5.2)",
                     skin(true)}}) {
        renderer.set_transfer(transfer);
        materials.push_back(gallery.add(renderer.render(camera, picture_width, picture_height, lit),
                                        fmt::format("{}_{}", scene.name, name), caption));
    }
    renderer.set_transfer(find_preset("thesis"));
    return html + row_of(materials) + row_of(normals);
}

/// Stands for the chest of figure 3.3: the first scan that was named whose values are wider than a byte, as those of CT
/// are, else the first scene.
BenchScene scan_of(const BenchOptions &options, const std::vector<std::string> &scenes) {
    const auto found = std::find_if(options.volumes.begin(), options.volumes.end(), [](const std::string &name) {
        return !is_made(name) && read_volume_header(name).type != ScalarType::u8;
    });
    return read_scene(found != options.volumes.end() ? *found : scenes.front());
}

/// Its values as shades of grey, and what a transfer function makes of them.
std::string transfer_pictures(const Gallery &gallery, const BenchScene &scene, Device &device,
                              const BenchOptions &options) {
    VolumeRenderer renderer(device, scene.volume, options.backend);
    RenderSettings settings = bench_settings(options);
    settings.traversal = default_traversal(renderer.backend());
    const char *coloured = scene.volume.range().min < -500.0 ? "ct-skin" : "thesis"; // Hounsfield units begin at -1000
    std::vector<std::string> pictures;
    for (const auto &[preset, caption] :
         {std::pair{"gray", "values as shades of grey (3.3)"}, std::pair{coloured, "with a transfer function (3.3)"}}) {
        renderer.set_transfer(find_preset(preset));
        pictures.push_back(gallery.add(renderer.render(scene.camera, picture_width, picture_height, settings),
                                       fmt::format("{}_{}_preset", scene.name, preset),
                                       fmt::format("{}: {}", scene_name(scene.name), caption)));
    }
    return row_of(pictures);
}

} // namespace

ReportSection picture_section(const BenchOptions &options, const std::vector<std::string> &volumes) {
    const Gallery gallery(options.out);
    Device device(options.device, options.opening);
    std::vector<std::string> frames, surfaces;
    std::string first;
    for (const std::string &volume : volumes) {
        const BenchScene scene = read_scene(volume);
        VolumeRenderer renderer(device, scene.volume, options.backend);
        RenderSettings settings = bench_settings(options);
        settings.traversal = default_traversal(renderer.backend());
        frames.push_back(gallery.add(renderer.render(scene.camera, picture_width, picture_height, settings), scene.name,
                                     scene.name));
        surfaces.push_back(surface_picture(gallery, scene, renderer));
        if (volume == volumes.front()) { // the thesis shows the bonsai
            first = alternatives(gallery, scene, renderer, settings) + heat_maps(gallery, scene, renderer, settings);
        }
    }
    const std::string transfer = transfer_pictures(gallery, scan_of(options, volumes), device, options);
    return {"pictures", "Frames and heat maps", row_of(frames) + row_of(surfaces) + transfer + first};
}

} // namespace voxmarch
