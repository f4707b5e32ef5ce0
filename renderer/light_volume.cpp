// Makes the light volume on the device: propagated slice by slice, or marched from every texel.
#include "renderer/light_volume.h"

#include "renderer/device_volume.h"
#include "renderer/launch_slabs.h"
#include "renderer/light_sweep.h"

#include <algorithm>
#include <cmath>

namespace voxmarch {

std::array<int, 3> light_dims(const std::array<int, 3> &dims, int spacing) {
    std::array<int, 3> result{};
    for (std::size_t i = 0; i < 3; ++i) {
        result[i] = (dims[i] - 1 + spacing - 1) / spacing + 1;
    }
    return result;
}

namespace {

int chosen_spacing(Shadows shadows) {
    switch (shadows) {
    case Shadows::full: return 1;
    case Shadows::quarter: return 4;
    case Shadows::none:
    case Shadows::half: break;
    }
    return 2;
}

std::uint64_t texel_count(const std::array<int, 3> &dims) {
    std::uint64_t count = 1;
    for (const int edge : dims) {
        count *= static_cast<std::uint64_t>(edge);
    }
    return count;
}

} // namespace

int light_spacing(const RenderSettings &settings, const std::array<int, 3> &dims) {
    int spacing = chosen_spacing(settings.shadows);
    while (texel_count(light_dims(dims, spacing)) > most_light_texels) {
        spacing *= 2;
    }
    return spacing;
}

double light_step(const RenderSettings &settings) { return std::max(settings.step, 1.0); }

double asked_within(const RenderSettings &settings, const std::array<int, 3> &dims) {
    const std::array<double, 2> bias = light_bias(settings, dims);
    constexpr double rounding = 0.5;
    return bias[0] + bias[1] + light_spacing(settings, dims) + rounding;
}

std::array<double, 2> light_bias(const RenderSettings &settings, const std::array<int, 3> &dims) {
    const double texel = light_spacing(settings, dims);
    // Ambient occlusion comes from all sides: its light has no direction.
    return {0.5 + texel, settings.shadows == Shadows::none ? 0.0 : 0.5 + texel};
}

LightVolume::LightVolume(Device &device)
    : device_(&device), kernels_(device), surroundings_(device), states_(device, 64, "states stand-in") {
    if (!device.info().good_formats.empty()) {
        texels_.image = Image3D(device, ImageFormat::rgba8, {1, 1, 1}, "light stand-in");
    }
    texels_.buffer = Buffer(device, 64, "light stand-in");
}

void LightVolume::make_room(bool images, const std::array<int, 3> &dims) {
    const std::uint64_t bytes = texel_count(dims) * 4;
    if (!images) {
        reserve(*device_, texels_.buffer, bytes + buffer_margin(dims, 4), "the light volume");
        return;
    }
    if (texels_.image.dims() != dims) {
        texels_.image = Image3D();
        texels_.image = Image3D(*device_, ImageFormat::rgba8, dims, "the light volume");
    }
    if (!device_->info().image_3d_writes) {
        reserve(*device_, staging_, bytes, "light on its way to an image");
    }
}

void LightVolume::upload_directions(const FrameParams &frame, int surroundings) {
    std::vector<std::array<float, 4>> directions{
        {frame.light.direction[0], frame.light.direction[1], frame.light.direction[2], 0.0f}};
    for (const glm::dvec3 &direction : sphere_directions(surroundings)) {
        directions.push_back(
            {static_cast<float>(direction.x), static_cast<float>(direction.y), static_cast<float>(direction.z), 0.0f});
    }
    upload(*device_, directions_, directions, "directions of light");
}

/// Calls launch(target) for the image or buffer that the kernel can write, and brings the texels to where they are
/// read. @param writes  whether the kernel writes them; its parameter wants something in any case
template <typename Launch> Events LightVolume::write_texels(bool images, bool writes, Launch &&launch) {
    if (!images) {
        return launch(texels_.buffer);
    }
    if (device_->info().image_3d_writes) {
        return launch(texels_.image);
    }
    Events events = launch(staging_);
    if (!writes) {
        return events;
    }
    events.push_back(texels_.image.copy_from(staging_));
    return events;
}

Events LightVolume::march(const SceneData &scene, const FrameParams &frame, const Grid &grid,
                          const ProgramSource &source, const RenderSettings &settings, const Work &work) {
    const int surroundings = work.seen == Seen::to_be_marched ? settings.ambient_occlusion : 0;
    upload_directions(frame, surroundings);
    Kernel &kernel = kernels_.kernel(source, "cast_light");
    LaunchSize size;
    size.local = {8, 4, 4};
    for (std::size_t i = 0; i < 3; ++i) {
        size.global[i] = (static_cast<std::size_t>(dims_[i]) + size.local[i] - 1) / size.local[i] * size.local[i];
    }
    const int shadows = settings.shadows != Shadows::none;
    const auto reach = static_cast<float>(occlusion_reach(grid));
    return write_texels(static_cast<bool>(scene.scalars.image), true, [&](const auto &target) {
        return launch_slabs(work.progress, size, 2, [&](const LaunchSize &slab, int first_slice) {
            return launch_in_scene(kernel, slab, frame, scene.without_lights(), true, named("target", target),
                                   named("power", work.power), named("shadows", shadows),
                                   named("surroundings", surroundings), named("reach", reach),
                                   named("within", work.within), named("first_slice", first_slice),
                                   named("has_seen", static_cast<int>(work.seen == Seen::known)),
                                   named("seen_texels", surroundings_.seen()), named("directions", directions_));
        });
    });
}

Events LightVolume::propagate(const SceneData &scene, const FrameParams &frame, const ProgramSource &source,
                              const LightSweep &sweep, const Work &work) {
    Kernel &kernel = kernels_.kernel(source, "propagate_light");
    const auto launch_part = [&](const auto &target, const LaunchSize &slab, const LightSweep &part) {
        return launch_in_scene(kernel, slab, frame, scene.without_lights(), true, named("target", target),
                               named("sweep_value", part), named("power", work.power),
                               named("has_seen", static_cast<int>(work.seen == Seen::known)),
                               named("seen", surroundings_.seen()), named("skips", static_cast<int>(work.skips)),
                               named("states", states_));
    };
    return write_texels(static_cast<bool>(scene.scalars.image), true, [&](const auto &target) {
        if (work.bring) {
            const LaunchSize size = sweep_size(sweep);
            reserve(*device_, states_, sweep_state_bytes(size), "rays of light that wait for bricks");
            states_.fill(0);
            Events events{launch_part(target, size, sweep)};
            while (work.bring(work.toward)) {
                events.push_back(launch_part(target, size, sweep));
            }
            return events;
        }
        return launch_slabs(work.progress, sweep_size(sweep), 1, [&](const LaunchSize &slab, int first_row) {
            LightSweep part = sweep;
            part.first[1] += first_row / sweep_height * (sweep_height - 1); // a group's last row writes no texels
            return launch_part(target, slab, part);
        });
    });
}

/// Steps of the transfer table in `step` voxel lengths: its opacities are those of a step of the frame, pre-classified
/// ones follow the step.
static float table_steps(double step, const RenderSettings &settings, const SceneFeatures &features) {
    return features.classifier == Classifier::pre ? 1.0f : static_cast<float>(step / settings.step);
}

/// Tells a part of the work as a share of the whole.
std::function<void(double)> LightVolume::part_of_progress(double begin, double length) const {
    if (!progress_) {
        return {};
    }
    return [this, begin, length](double done) { progress_(begin + length * done); };
}

Events LightVolume::look_around(const SceneData &scene, FrameParams frame, const Grid &grid,
                                std::string_view stored_type, const RenderSettings &settings,
                                const SceneFeatures &features, const Needs &needs) {
    constexpr double step = 2.0; // of the finest level
    frame.sampling.step = static_cast<float>(step);
    const auto images = static_cast<bool>(scene.scalars.image);
    const bool shadows = settings.shadows != Shadows::none;
    Events events = surroundings_.make_pyramid(
        scene, frame,
        opacity_pyramid_source(device_->info(), images ? SamplingBackend::image : SamplingBackend::buffer, stored_type,
                               settings, features),
        grid, table_steps(step, settings, features), needs.skips, needs.bring, part_of_progress(0.0, 0.3));
    Events looked = write_texels(images, !shadows, [&](const auto &target) {
        return surroundings_.look(scene, look_around_source(device_->info(), images, features.nodes), grid,
                                  cone_count(settings.ambient_occlusion), {dims_, spacing_, needs.within, frame.volume},
                                  !shadows, target, part_of_progress(0.3, shadows ? 0.3 : 0.7));
    });
    events.insert(events.end(), looked.begin(), looked.end());
    return events;
}

/// Follows the light, or marches towards it and, if that is asked for, into the surroundings.
Events LightVolume::throw_shadows(const SceneData &scene, FrameParams frame, const Grid &grid,
                                  std::string_view stored_type, const RenderSettings &settings,
                                  const SceneFeatures &features, const Needs &needs, Seen seen) {
    const glm::dvec3 away = -glm::dvec3(frame.light.direction[0], frame.light.direction[1], frame.light.direction[2]) *
                            glm::dvec3(frame.volume.voxel_from_aligned[0], frame.volume.voxel_from_aligned[1],
                                       frame.volume.voxel_from_aligned[2]);
    const double between_slices = spacing_ / std::max({std::abs(away.x), std::abs(away.y), std::abs(away.z)});
    const int steps = std::max(1, static_cast<int>(std::lround(between_slices / light_step(settings))));
    const LightSweep sweep = make_sweep(dims_, away, steps);
    const bool propagated =
        settings.shadow_method == ShadowMethod::propagated && seen != Seen::to_be_marched && is_short(sweep);
    if (needs.bring && !propagated) {
        throw UnsupportedError("the light cannot be followed slice by slice through a volume as long and thin as this "
                               "one, and rays that march towards it do not wait for bricks",
                               {{Remedy::reduce_volume}});
    }
    const double step = propagated ? between_slices / steps : light_step(settings);

    const float power = table_steps(step, settings, features);
    frame.sampling.step = static_cast<float>(step);
    frame.compositing.transmittance_end = std::pow(1.0f / 1024.0f, 1.0f / power);

    const SamplingBackend backend = scene.scalars.image ? SamplingBackend::image : SamplingBackend::buffer;
    const ProgramSource source = light_source(device_->info(), backend, stored_type, settings, features, propagated);
    const glm::ivec3 toward = glm::ivec3(glm::lessThan(away, glm::dvec3(0.0))) * 2 - 1;
    const Work work{
        power,       needs.within,     needs.skips, seen, seen == Seen::known ? part_of_progress(0.6, 0.4) : progress_,
        needs.bring, toward * far_away};
    return propagated ? propagate(scene, frame, source, sweep, work)
                      : march(scene, frame, grid, source, settings, work);
}

Events LightVolume::make(const SceneData &scene, const FrameParams &frame, const Grid &grid,
                         std::string_view stored_type, const RenderSettings &settings, const SceneFeatures &features,
                         const LightNeeds &wanted) {
    spacing_ = light_spacing(settings, grid.dims);
    dims_ = light_dims(grid.dims, spacing_);
    make_room(static_cast<bool>(scene.scalars.image), dims_);
    const bool only_asked = wanted.only_asked && wanted.octree;
    const Needs needs{only_asked ? static_cast<float>(asked_within(settings, grid.dims)) : -1.0f, wanted.octree,
                      wanted.bring};
    FrameParams own = frame;
    complete(own, settings, grid.dims);
    if (settings.ambient_occlusion == 0 || settings.ambient_occlusion_method == OcclusionMethod::marched) {
        const Seen seen = settings.ambient_occlusion == 0 ? Seen::all : Seen::to_be_marched;
        return throw_shadows(scene, own, grid, stored_type, settings, features, needs, seen);
    }
    Events events = look_around(scene, own, grid, stored_type, settings, features, needs);
    if (settings.shadows != Shadows::none) {
        const Events shadows = throw_shadows(scene, own, grid, stored_type, settings, features, needs, Seen::known);
        events.insert(events.end(), shadows.begin(), shadows.end());
    }
    return events;
}

void LightVolume::complete(FrameParams &frame, const RenderSettings &settings, const std::array<int, 3> &dims) const {
    const std::array<double, 2> bias = light_bias(settings, dims);
    frame.light_volume.bias[0] = static_cast<float>(bias[0]);
    frame.light_volume.bias[1] = static_cast<float>(bias[1]);
    for (std::size_t i = 0; i < 3; ++i) {
        frame.light_volume.dims[i] = dims_[i];
        frame.light_volume.clamp_max[i] = dims_[i] > 1 ? std::nextafter(static_cast<float>(dims_[i] - 1), 0.0f) : 0.0f;
    }
    frame.light_volume.scale = 1.0f / static_cast<float>(spacing_);
}

std::uint64_t LightVolume::bytes() const {
    return texels_.image.bytes() + texels_.buffer.bytes() + staging_.bytes() + surroundings_.bytes() + states_.bytes();
}

} // namespace voxmarch
