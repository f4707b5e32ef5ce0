// Parameters of the path tracer, and its launch.
#include "renderer/path_tracer.h"

#include "renderer/frame_params.h"

#include <algorithm>
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

/// Of a panorama that is fixed to the picture: its middle is what the camera looks at.
void add_axes(TraceParams &params, const Grid &grid, const Camera &camera, double turn) {
    const glm::dvec3 ahead = glm::normalize(camera.target - camera.eye);
    const glm::dvec3 right = glm::normalize(glm::cross(ahead, camera.up)), up = glm::cross(right, ahead);
    const double angle = glm::radians(turn);
    store(params.panorama_axes, unit_in_grid(grid, right * std::cos(angle) + ahead * std::sin(angle)));
    store(params.panorama_axes + 3, unit_in_grid(grid, up));
    store(params.panorama_axes + 6, unit_in_grid(grid, ahead * std::cos(angle) - right * std::sin(angle)));
}

/// @param frame  whose part of the picture tells how large the whole is, if the camera shows no part
void add_lens(TraceParams &params, const Grid &grid, const Camera &camera, const FrameParams &frame,
              const TraceSettings &trace) {
    const glm::dvec3 toward_eye = glm::normalize(camera.eye - camera.target);
    const glm::dvec3 right = glm::normalize(glm::cross(camera.up, toward_eye));
    const double radius = 0.5 * trace.aperture;
    store(params.lens_right, aligned_direction(grid, radius * right));
    store(params.lens_up, aligned_direction(grid, radius * glm::cross(toward_eye, right)));
    const double distance = trace.focus_distance.value_or(glm::length(camera.eye - camera.target));
    params.focus = static_cast<float>(distance / grid.smallest_spacing());
    if (trace.focus_at) {
        const glm::dvec2 size = camera.crop ? glm::dvec2(camera.crop->width, camera.crop->height)
                                            : glm::dvec2(frame.view.size[0], frame.view.size[1]);
        const glm::dvec2 pixel = *trace.focus_at * size - 0.5; // whose middles are whole numbers
        params.focus_place[0] = static_cast<float>(pixel.x);
        params.focus_place[1] = static_cast<float>(pixel.y);
    }
}

} // namespace

TraceParams make_trace_params(const Grid &grid, const Camera &camera, const FrameParams &frame,
                              const RenderSettings &settings) {
    const Light &light = settings.light;
    const TraceSettings &trace = settings.trace;
    TraceParams params{};
    add_light(params, grid, light_direction(light, camera), light.diffuse);
    add_light(params, grid, camera.eye - camera.target, light.diffuse * light.fill);
    for (const SideLight &side : settings.side_lights) {
        add_light(params, grid, light_direction(side, camera), light.diffuse * side.color);
    }
    add_axes(params, grid, camera, trace.environment_turn);
    const bool background = trace.environment == Environment::background;
    const glm::vec3 above = settings.finish.background_top.value_or(settings.background);
    store(params.environment_bottom,
          trace.environment_strength * glm::dvec3(background ? settings.background : light.ambient));
    store(params.environment_top, trace.environment_strength * glm::dvec3(background ? above : light.ambient));
    store(params.up, unit_in_grid(grid, camera.up));
    params.cos_radius = static_cast<float>(std::cos(glm::radians(trace.lamp_radius)));
    params.anisotropy = static_cast<float>(trace.anisotropy);
    params.gradient_factor = static_cast<float>(25.0 * std::pow(trace.surfaces, 3.0)); // of shares of the range
    params.roughness = std::sqrt(2.0f / (light.shininess + 2.0f));                     // as wide as Phong's highlight
    store(params.specular, 0.16f * light.specular);                                    // 0.25: glass and water, 4 %
    params.emission = static_cast<float>(trace.emission);
    params.bounces = trace.bounces;
    params.seed = static_cast<vx_uint>(trace.seed);
    add_lens(params, grid, camera, frame, trace);
    return params;
}

PathTracer::PathTracer(Device &device)
    : device_(&device), kernels_(device), no_surfaces_(device, 64, "isosurface stand-in"),
      panorama_(device, 64, "panorama stand-in"), aliases_(device, 64, "alias stand-in") {}

TracedSurfaces PathTracer::or_stand_ins(const TracedSurfaces *surfaces) const {
    return surfaces ? *surfaces : TracedSurfaces{no_surfaces_, no_surfaces_, no_surfaces_, no_surfaces_, 0};
}

void PathTracer::find_clear_layer(TraceParams &params) {
    if (params.roughness != layer_roughness_) {
        layer_roughness_ = params.roughness;
        layer_ = clear_layer(params.roughness);
    }
    std::ranges::copy(layer_, params.layer);
}

void PathTracer::read_environment(const TraceSettings &trace, TraceParams &params) {
    if (trace.environment != Environment::picture) {
        return;
    }
    std::error_code ignored;
    const auto written = std::filesystem::last_write_time(trace.environment_file, ignored);
    if (trace.environment_file != panorama_file_ || written != panorama_written_) {
        const LightPixels picture = read_panorama(trace.environment_file);
        const PanoramaTable table = panorama_table(picture);
        panorama_file_.clear(); // until all is there
        upload(*device_, panorama_, table.texels, "panorama");
        upload(*device_, aliases_, table.aliases, "alias table of the panorama");
        panorama_size_ = {picture.width, picture.height};
        panorama_file_ = trace.environment_file;
        panorama_written_ = written;
    }
    std::ranges::copy(panorama_size_, params.panorama_size);
}

/// @return the distance, aligned lengths
float PathTracer::find_focus(const ProgramSource &source, const SceneData &scene, const FrameParams &frame,
                             const TracedSurfaces &met) {
    launch_in_scene(kernels_.kernel(source, "find_focus"), LaunchSize{{focus_parts, 1, 1}, {focus_parts, 1, 1}}, frame,
                    scene, true, named("trace", params_), named("voxels", met.voxels),
                    named("surface_layout", met.layout), named("surface_distances", met.distances),
                    named("looks", met.looks), named("surface_count", met.count))
        .wait();
    TraceParams found;
    params_.download(std::as_writable_bytes(std::span(&found, 1)));
    return found.focus;
}

Event PathTracer::trace(const ProgramSource &source, const SceneData &scene, const FrameParams &frame,
                        TraceParams params, const Buffer &majorants, const TracedSurfaces *surfaces, int sample,
                        const FocusKey *focus) {
    const TracedSurfaces met = or_stand_ins(surfaces);
    const auto pixels = static_cast<std::uint64_t>(frame.view.size[0]) * static_cast<std::uint64_t>(frame.view.size[1]);
    const auto upload_params = [&] { upload(*device_, params_, std::vector<TraceParams>{params}, "lights of paths"); };
    if (focus) {
        focus_stage_.update(*focus, [&] {
            upload_params();
            focus_ = find_focus(source, scene, frame, met);
        });
        params.focus = focus_;
    }
    upload_params();
    reserve(*device_, pixels_, pixels * pixel_bytes(PixelFormat::rgba32f), "picture");
    return launch_in_scene(kernels_.kernel(source, "trace_paths"), paths_of(frame), frame, scene, true,
                           named("trace", params_), named("majorants", majorants), named("panorama", panorama_),
                           named("aliases", aliases_), named("voxels", met.voxels), named("surface_layout", met.layout),
                           named("surface_distances", met.distances), named("looks", met.looks),
                           named("surface_count", met.count), named("sample", static_cast<vx_uint>(sample)),
                           named("pixels", pixels_));
}

Event PathTracer::add_guides(const ProgramSource &source, const SceneData &scene, const FrameParams &frame,
                             const Buffer &majorants, const TracedSurfaces *surfaces, int sample, NoiseGuides &guides,
                             int place) {
    const TracedSurfaces met = or_stand_ins(surfaces);
    const NoiseGuides::Sums &sums = guides.sums();
    return launch_in_scene(kernels_.kernel(source, "add_guides"), paths_of(frame), frame, scene, true,
                           named("trace", params_), named("majorants", majorants), named("voxels", met.voxels),
                           named("surface_layout", met.layout), named("surface_distances", met.distances),
                           named("looks", met.looks), named("surface_count", met.count),
                           named("sample", static_cast<vx_uint>(sample)), named("pixels", pixels_),
                           named("place", place), named("stride", guides.width()), named("albedo", sums.albedo),
                           named("normal", sums.normal), named("squares", sums.squares));
}

} // namespace voxmarch
