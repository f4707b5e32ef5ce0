// What a limit of memory allows for is what drawing in bricks takes: the device's own account refuses more.
#include "app/environment.h"
#include "device_fixture.h"
#include "renderer/brick_atlas.h"
#include "renderer/brick_plan.h"
#include "renderer/views.h"
#include "scene/brick_content.h"
#include "scene/scene_renderer.h"
#include "transfer/preset.h"

#include <fmt/format.h>

namespace voxmarch {
namespace {

struct Look {
    const char *name;
    RenderSettings settings;
};

std::vector<Look> looks() {
    RenderSettings phong;
    phong.traversal = Traversal::octant_distance_map;
    RenderSettings pre = phong, fly = phong, none = phong, surfaces = phong, projection = phong, segments = phong,
                   shadows = phong, occlusion = phong;
    pre.classification = Classification::pre;
    segments.classification = Classification::preintegrated;
    fly.gradient = Gradient::on_the_fly;
    none.traversal = Traversal::none;
    none.shading = Shading::none;
    surfaces.mode = Mode::both;
    surfaces.surface_method = SurfaceMethod::raycast;
    surfaces.surfaces = {{120.0, {0.9f, 0.5f, 0.2f}, 0.5f}};
    projection.blend = Blend::mip;
    shadows.shadows = Shadows::half;
    occlusion.ambient_occlusion = 8;
    return {{"post", phong},     {"pre", pre},         {"pre-integrated", segments},
            {"on the fly", fly}, {"unshaded", none},   {"surfaces", surfaces},
            {"mip", projection}, {"shadows", shadows}, {"ambient occlusion", occlusion}};
}

/// Draws on a device that has no byte more than the limit. @return slots; 0: there is no room for two
std::uint64_t draw_within(std::uint64_t limit, const std::shared_ptr<SceneContent> &content, const Look &look,
                          SamplingBackend backend, BrickSize size) {
    Device device(test_device().info().index, environment_options());
    const VolumeHeader &header = content->volume.header();
    Scene scene;
    scene.width = 61;
    scene.height = 47;
    scene.camera = standard_view(header.grid);
    scene.transfer = find_preset("thesis");
    scene.settings = look.settings;
    scene.settings.leaf_size = brick_leaf_size(header, look.settings, limit);
    const MemoryPlan plan = plan_memory(header, device.info(), backend, scene.settings, {61, 47});
    const std::uint64_t slots = brick_slots(plan, header, device.info(), backend, scene.settings, limit, size);
    if (slots == 0 || slots == brick_count(header.grid.dims, size)) {
        return 0;
    }
    device.limit_memory(limit);
    try {
        SceneRenderer renderer(content, in_bricks(device, content, backend, slots, size));
        (void)renderer.draw(scene);
        for (const double turn : {40.0, -70.0}) {
            scene.camera.eye += glm::dvec3(turn, 0.3 * turn, 0.0);
            (void)renderer.draw(scene);
        }
    } catch (const MemoryError &error) {
        ADD_FAILURE() << fmt::format("{}, {}, {} MiB, {} slots of {}: {}", look.name, name_of(backend), limit >> 20,
                                     slots, size.edge, error.what());
    }
    return slots;
}

TEST(MemoryLimit, is_never_exceeded) {
    const auto content = std::make_shared<SceneContent>(SceneContent{blob_volume({259, 131, 193}, ScalarType::u8)});
    for (const SamplingBackend backend : test_backends()) {
        if (backend == SamplingBackend::packet) {
            continue; // bricks are drawn by the kernels of buffers
        }
        for (const Look &look : looks()) {
            const bool lit = look.settings.shadows != Shadows::none || look.settings.ambient_occlusion > 0;
            int drawn = 0;
            for (const std::uint64_t mib :
                 lit ? std::vector<std::uint64_t>{21, 26, 34} : std::vector<std::uint64_t>{2, 5, 8, 21}) {
                drawn += draw_within(mib << 20, content, look, backend, {64}) > 0 ? 1 : 0;
            }
            EXPECT_GE(drawn, 2) << look.name;
            EXPECT_GT(draw_within(std::uint64_t{lit ? 34u : 8u} << 20, content, look, backend, {32}), 2u) << look.name;
        }
    }
}

TEST(MemoryLimit, is_kept_to_by_the_first_look) {
    const auto content = std::make_shared<SceneContent>(SceneContent{blob_volume({259, 131, 193}, ScalarType::u8)});
    for (const std::uint64_t mib : {5, 21}) {
        EXPECT_GT(draw_within(mib << 20, content, looks().front(), SamplingBackend::buffer, {64}), 0u) << mib;
    }
}

} // namespace
} // namespace voxmarch
