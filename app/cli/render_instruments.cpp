// Probes and heat maps as files.
#include "app/cli/render_instruments.h"
#include "app/cli/outputs.h"

#include "app/cli/render_statistics.h"
#include "app/cli/stage_report.h"
#include "app/progress.h"
#include "base/output_file.h"
#include "renderer/instruments/ray_probe.h"
#include "renderer/picture_file.h"

#include <filesystem>
#include <fmt/format.h>

namespace voxmarch {

namespace {

/// What `measure` makes of the scene, told of while it counts.
template <typename Measure>
auto in_stages(SceneRenderer &renderer, const Scene &scene, const char *what, Measure &&measure) {
    VolumeRenderer &drawing = renderer.renderer_for(scene);
    const StageReport stages(drawing, what);
    return measure(drawing);
}

/// Follows one ray and writes its plot and table.
int run_probe(const RenderOptions &options, const Scene &scene, SceneRenderer &renderer, const OuterWorld &world,
              const std::string &output) {
    const glm::ivec2 pixel = *options.probe;
    if (pixel.x >= scene.width || pixel.y >= scene.height) {
        throw UsageError(fmt::format("--probe {},{} lies outside of the picture of {}x{}", pixel.x, pixel.y,
                                     scene.width, scene.height));
    }
    const Volume &volume = renderer.content()->volume;
    const SimtScene simt = in_stages(renderer, scene, "probe", [&](VolumeRenderer &drawing) {
        return drawing.simt_scene(scene.camera, scene.width, scene.height, scene.settings);
    });
    const RayProbe probe = probe_ray(reference_scene(scene, *renderer.content()), simt, pixel.x, pixel.y);
    const std::filesystem::path table = std::filesystem::path(output).replace_extension(".csv");
    OutputFile csv(table);
    csv.write(probe_csv(probe, renderer.content()->grid(), world));
    csv.commit();
    write_picture(draw_probe(probe, volume.range()), output, options.packing);
    if (options.json) {
        write_json("-", {{"output", output}, {"table", table.string()}, {"ray", probe.end}});
        return 0;
    }
    fmt::print("wrote {} and {} (the ray {})\n", written_name(output), table.string(), probe.end);
    return 0;
}

} // namespace

int run_instrument(const RenderOptions &options, const Scene &scene, SceneRenderer &renderer, const OuterWorld &world,
                   const std::string &output) {
    if (options.probe) {
        return run_probe(options, scene, renderer, world, output);
    }
    const Image picture = in_stages(renderer, scene, "heat map", [&](VolumeRenderer &drawing) {
        return draw_heat_map(drawing, scene.camera, scene.width, scene.height, scene.settings, *options.heat_map,
                             options.heat_map_after);
    });
    write_picture(picture, output, options.packing);
    if (options.json) {
        write_json(
            "-",
            {{"output", output}, {"heat_map", name_of(*options.heat_map)}, {"size", {picture.width, picture.height}}});
        return 0;
    }
    fmt::print("wrote {} (heat map {} of {}x{}, {}x{} with its legend)\n", written_name(output),
               name_of(*options.heat_map), scene.width, scene.height, picture.width, picture.height);
    return 0;
}

} // namespace voxmarch
