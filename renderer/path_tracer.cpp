// Parameters of the path tracer, and its launch.
#include "renderer/path_tracer.h"

#include "renderer/frame_params.h"

#include <cmath>
#include <vector>

namespace voxmarch {

namespace {

void store(vx_float *target, const glm::dvec3 &value) {
    for (int i = 0; i < 3; ++i) {
        target[i] = static_cast<float>(value[i]);
    }
}

glm::dvec3 unit_in_grid(const Grid &grid, const glm::dvec3 &world) {
    return glm::normalize(aligned_direction(grid, world));
}

/// @param toward  world direction
void add_light(TraceParams &params, const Grid &grid, const glm::dvec3 &toward, const glm::vec3 &color) {
    if (color == glm::vec3(0.0f)) {
        return; // its paths would find nothing
    }
    store(params.directions + 3 * params.light_count, unit_in_grid(grid, toward));
    store(params.colors + 3 * params.light_count, color);
    ++params.light_count;
}

/// One a pixel.
LaunchSize paths_of(const FrameParams &frame) {
    const auto width = static_cast<std::size_t>(frame.view.size[0]),
               height = static_cast<std::size_t>(frame.view.size[1]);
    return {{round_up(width, 8), round_up(height, 8), 1}, {8, 8, 1}};
}

} // namespace

TraceParams make_trace_params(const Grid &grid, const Camera &camera, const RenderSettings &settings) {
    const Light &light = settings.light;
    const TraceSettings &trace = settings.trace;
    TraceParams params{};
    add_light(params, grid, light_direction(light, camera), light.diffuse);
    add_light(params, grid, camera.eye - camera.target, light.diffuse * light.fill);
    for (const SideLight &side : settings.side_lights) {
        add_light(params, grid, light_direction(side, camera), light.diffuse * side.color);
    }
    const bool background = trace.environment == Environment::background;
    store(params.environment_bottom, background ? settings.background : light.ambient);
    store(params.environment_top,
          background ? settings.finish.background_top.value_or(settings.background) : light.ambient);
    store(params.up, unit_in_grid(grid, camera.up));
    params.cos_radius = static_cast<float>(std::cos(glm::radians(trace.lamp_radius)));
    params.anisotropy = static_cast<float>(trace.anisotropy);
    params.gradient_factor = static_cast<float>(25.0 * std::pow(trace.surfaces, 3.0)); // of shares of the range
    params.roughness = std::sqrt(2.0f / (light.shininess + 2.0f));                     // as wide as Phong's highlight
    store(params.specular, 0.16f * light.specular);                                    // 0.25: glass and water, 4 %
    params.bounces = trace.bounces;
    params.seed = static_cast<vx_uint>(trace.seed);
    return params;
}

Event PathTracer::trace(const ProgramSource &source, const SceneData &scene, const FrameParams &frame,
                        const TraceParams &params, const Buffer &majorants, int sample) {
    const auto pixels = static_cast<std::uint64_t>(frame.view.size[0]) * static_cast<std::uint64_t>(frame.view.size[1]);
    upload(*device_, params_, std::vector<TraceParams>{params}, "lights of paths");
    reserve(*device_, pixels_, pixels * pixel_bytes(PixelFormat::rgba32f), "picture");
    return launch_in_scene(kernels_.kernel(source, "trace_paths"), paths_of(frame), frame, scene, true,
                           named("trace", params_), named("majorants", majorants),
                           named("sample", static_cast<vx_uint>(sample)), named("pixels", pixels_));
}

Event PathTracer::add_guides(const ProgramSource &source, const SceneData &scene, const FrameParams &frame,
                             const Buffer &majorants, int sample, NoiseGuides &guides, int place) {
    const NoiseGuides::Sums &sums = guides.sums();
    return launch_in_scene(kernels_.kernel(source, "add_guides"), paths_of(frame), frame, scene, true,
                           named("trace", params_), named("majorants", majorants),
                           named("sample", static_cast<vx_uint>(sample)), named("pixels", pixels_),
                           named("place", place), named("stride", guides.width()), named("albedo", sums.albedo),
                           named("normal", sums.normal), named("squares", sums.squares));
}

} // namespace voxmarch
