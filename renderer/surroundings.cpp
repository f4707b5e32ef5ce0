// Launches the kernels of the pyramid and of the cones.
#include "renderer/surroundings.h"

#include "renderer/launch_slabs.h"
#include "renderer/program_files.h"

namespace voxmarch {

namespace {

LaunchSize over_texels(const std::array<int, 3> &dims) {
    LaunchSize size;
    size.local = {8, 4, 4};
    for (std::size_t i = 0; i < 3; ++i) {
        size.global[i] = (static_cast<std::size_t>(dims[i]) + size.local[i] - 1) / size.local[i] * size.local[i];
    }
    return size;
}

std::array<int, 3> dims_of(const PyramidLevel &level) { return {level[0], level[1], level[2]}; }

std::array<float, 4> floats(const vx_float (&vector)[3]) { return {vector[0], vector[1], vector[2], 0.0f}; }

std::array<float, 4> floats(const glm::dvec3 &vector, double last) {
    return {static_cast<float>(vector.x), static_cast<float>(vector.y), static_cast<float>(vector.z),
            static_cast<float>(last)};
}

} // namespace

Surroundings::Surroundings(Device &device)
    : kernels_(device), device_(&device), seen_(device, 64, "seen stand-in"), made_(device, 64, "waves stand-in") {}

Events Surroundings::make_pyramid(const SceneData &scene, const FrameParams &frame, const ProgramSource &source,
                                  const Grid &grid, float power, bool skips,
                                  const std::function<bool(const glm::ivec3 &)> &bring,
                                  const std::function<void(double)> &progress) {
    const std::vector<PyramidLevel> levels = pyramid_levels(grid.dims, cone_steps(occlusion_reach(grid)).back().level);
    upload(*device_, levels_, levels, "levels of what light passes");
    reserve(*device_, texels_, pyramid_bytes(levels), "what light passes");
    std::vector<std::array<float, 4>> places;
    for (const glm::dvec3 &place : places_in_cells()) {
        places.push_back(floats(place, 0.0));
    }
    upload(*device_, places_in_cells_, places, "places in cells");

    Kernel &pass_cells = kernels_.kernel(source, "pass_cells");
    int wave = 1;
    const auto pass = [&](const LaunchSize &slab, int first_slice) {
        return launch_in_scene(pass_cells, slab, frame, scene.without_lights(), true, named("target", texels_),
                               named("size", levels[0]), named("power", power), named("skips", static_cast<int>(skips)),
                               named("first_slice", first_slice), named("places", places_in_cells_),
                               named("made", made_), named("wave", wave));
    };
    const LaunchSize all = over_texels(dims_of(levels[0]));
    if (bring) {
        const vx_int(&bricks)[3] = frame.volume.bricks;
        reserve(*device_, made_, std::uint64_t(bricks[0]) * std::uint64_t(bricks[1]) * std::uint64_t(bricks[2]) * 4,
                "bricks that light was looked for in");
        made_.fill(0);
    }
    Events events = bring ? Events{pass(all, 0)} : launch_slabs(progress, all, 2, pass);
    while (bring && bring(glm::ivec3(0))) {
        ++wave;
        events.push_back(pass(all, 0));
    }
    Kernel &merge = kernels_.kernel(merge_pass_source(), "merge_pass");
    for (std::size_t i = 1; i < levels.size(); ++i) {
        events.push_back(merge.launch(over_texels(dims_of(levels[i])), named("finer", levels[i - 1]),
                                      named("size", levels[i]), named("texels", texels_)));
    }
    return events;
}

template <typename Target>
Events Surroundings::look(const SceneData &scene, const ProgramSource &source, const Grid &grid, int cones,
                          const AskedTexels &asked, bool alone, const Target &target,
                          const std::function<void(double)> &progress) {
    const std::vector<ConeStep> steps = cone_steps(occlusion_reach(grid));
    std::vector<std::array<float, 4>> places;
    for (const glm::dvec3 &direction : sphere_directions(cones)) {
        for (const ConeStep &step : steps) {
            places.push_back(floats(direction * step.distance * grid.smallest_spacing() / grid.spacing, step.length));
        }
    }
    std::vector<int> levels;
    for (const ConeStep &step : steps) {
        levels.push_back(step.level);
    }
    upload(*device_, places_, places, "places along cones");
    upload(*device_, step_levels_, levels, "levels of steps");
    const std::array<int, 4> dims{asked.dims[0], asked.dims[1], asked.dims[2], asked.spacing};
    reserve(*device_, seen_,
            static_cast<std::uint64_t>(dims[0]) * static_cast<std::uint64_t>(dims[1]) *
                static_cast<std::uint64_t>(dims[2]),
            "what is seen of the surroundings");
    Kernel &kernel = kernels_.kernel(source, "look_around");
    LaunchSize size = over_texels(asked.dims);
    if (looks_in_packets(device_->info(), static_cast<bool>(scene.scalars.image))) {
        size = over_texels({(asked.dims[0] + 15) / 16, asked.dims[1], asked.dims[2]});
        size.local[0] = 1;
        size.global[0] = static_cast<std::size_t>((asked.dims[0] + 15) / 16);
    }
    return launch_slabs(progress, size, 2, [&](const LaunchSize &slab, int first_slice) {
        return kernel.launch(slab, named("dims", dims), named("octree", scene.octree), named("nodes", scene.nodes),
                             named("within", asked.within), named("low", floats(asked.volume.box_min)),
                             named("high", floats(asked.volume.box_max)), named("texels", texels_),
                             named("levels", levels_), named("cones", cones),
                             named("steps", static_cast<int>(steps.size())), named("places", places_),
                             named("step_levels", step_levels_), named("first_slice", first_slice),
                             named("alone", static_cast<int>(alone)), named("seen", seen_), named("target", target));
    });
}

template Events Surroundings::look(const SceneData &, const ProgramSource &, const Grid &, int, const AskedTexels &,
                                   bool, const Image3D &, const std::function<void(double)> &);
template Events Surroundings::look(const SceneData &, const ProgramSource &, const Grid &, int, const AskedTexels &,
                                   bool, const Buffer &, const std::function<void(double)> &);

} // namespace voxmarch
