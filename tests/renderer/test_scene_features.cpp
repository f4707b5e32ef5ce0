// Pre-integration, clipping, jitter, light, labels and 2D transfer functions against the double-precision reference,
// and with every way of skipping against the standard caster.
#include "device_fixture.h"
#include "renderer/derived_data.h"
#include "renderer/empty_picture.h"
#include "renderer/frame_params.h"
#include "renderer/views.h"
#include "volume/formats/read.h"

#include <fmt/format.h>

namespace voxmarch {
namespace {

/// Changes of a plain scene, by name.
struct Feature {
    const char *name;
    std::function<void(TestScene &)> apply;
    int more = 0; ///< added to the tolerance: 8-bit light volumes are rounded differently
};

TransferFunction widget_transfer() {
    TransferFunction transfer = smooth_transfer();
    transfer.widgets = {{WidgetShape::triangle, 0.2, 0.8, 0.0, 0.2, {0.9, 0.6, 0.1}, 0.5},
                        {WidgetShape::rectangle, 0.7, 0.95, 0.0, 0.05, {0.2, 0.4, 1.0}, 0.3}};
    return transfer;
}

/// The edges of a function of the scalar: gradients are a share of the window per mean spacing.
TransferFunction edge_transfer() {
    TransferFunction transfer = smooth_transfer();
    transfer.gradient_opacities = {{0.01, 0.0}, {0.06, 1.0}, {0.2, 0.3}};
    return transfer;
}

const std::vector<Feature> &features() {
    static const std::vector<Feature> all = {
        {"preintegrated", [](TestScene &s) { s.settings.classification = Classification::preintegrated; }},
        {"preintegrated coarse",
         [](TestScene &s) {
             s.settings.classification = Classification::preintegrated;
             s.settings.step = 2.3;
         }},
        {"on-the-fly post", [](TestScene &s) { s.settings.gradient = Gradient::on_the_fly; }},
        {"on-the-fly pre",
         [](TestScene &s) {
             s.settings.gradient = Gradient::on_the_fly;
             s.settings.classification = Classification::pre;
         }},
        {"full gradient", [](TestScene &s) { s.settings.full_gradient = 0.1; }},
        {"jitter", [](TestScene &s) { s.settings.jitter = true; }},
        {"clip box",
         [](TestScene &s) {
             s.settings.clip_low = {0.2, 0.0, 0.3};
             s.settings.clip_high = {0.9, 0.6, 1.0};
         }},
        {"clip planes",
         [](TestScene &s) {
             const glm::dvec3 center = s.volume->grid().center();
             s.settings.clip_planes = {{{-1, 0.2, -1}, glm::dot(glm::dvec3(-1, 0.2, -1), center)},
                                       {{0, 2, 0.5}, glm::dot(glm::dvec3(0, 2, 0.5), center) - 4.0}};
         }},
        {"clip box cut out",
         [](TestScene &s) {
             s.settings.clip_low = {0.3, 0.0, 0.3};
             s.settings.clip_high = {1.0, 0.6, 0.8};
             s.settings.clip_inverted = true;
         }},
        {"clip planes cut out, pre-integrated, jitter",
         [](TestScene &s) {
             const glm::dvec3 center = s.volume->grid().center();
             s.settings.clip_planes = {{{-1, 0.2, -1}, glm::dot(glm::dvec3(-1, 0.2, -1), center)},
                                       {{0, 2, 0.5}, glm::dot(glm::dvec3(0, 2, 0.5), center) - 4.0}};
             s.settings.clip_inverted = true;
             s.settings.jitter = true;
             s.settings.classification = Classification::preintegrated;
         }},
        {"a slab cut out, shadows",
         [](TestScene &s) {
             s.settings.shadows = Shadows::full;
             s.settings.shadow_method = ShadowMethod::marched;
             s.settings.light.direction = glm::dvec3(0.2, 1.0, 0.3);
             s.settings.clip_low.y = 0.4;
             s.settings.clip_high.y = 0.7;
             s.settings.clip_inverted = true;
         },
         1},
        {"a corner cut out, ambient occlusion, pre",
         [](TestScene &s) {
             s.settings.ambient_occlusion = 5;
             s.settings.classification = Classification::pre;
             s.settings.clip_low = {0.5, 0.0, 0.5};
             s.settings.clip_planes = {{{0, -1, 0.1}, -s.volume->grid().center().y}};
             s.settings.clip_inverted = true;
         },
         1},
        // Shadows of propagated light are in test_light_volume.cpp.
        {"shadows full",
         [](TestScene &s) {
             s.settings.shadows = Shadows::full;
             s.settings.shadow_method = ShadowMethod::marched;
         },
         1},
        {"shadows half, light from the side",
         [](TestScene &s) {
             s.settings.shadows = Shadows::half;
             s.settings.shadow_method = ShadowMethod::marched;
             s.settings.light.direction = glm::dvec3(1.0, 0.4, -0.2);
         },
         1},
        {"shadows quarter, unshaded, pre",
         [](TestScene &s) {
             s.settings.shadows = Shadows::quarter;
             s.settings.shadow_method = ShadowMethod::marched;
             s.settings.light.direction = glm::dvec3(-0.3, 1.0, 0.1);
             s.settings.shading = Shading::none;
             s.settings.classification = Classification::pre;
         },
         1},
        {"shadows behind a clipping plane",
         [](TestScene &s) {
             s.settings.shadows = Shadows::half;
             s.settings.shadow_method = ShadowMethod::marched;
             s.settings.light.direction = glm::dvec3(0.2, 1.0, 0.3);
             s.settings.clip_planes = {{{0, -1, 0}, -s.volume->grid().center().y}};
         },
         1},
        {"ambient occlusion", [](TestScene &s) { s.settings.ambient_occlusion = 7; }, 1},
        {"ambient occlusion, pre, a clipping plane",
         [](TestScene &s) {
             s.settings.ambient_occlusion = 5;
             s.settings.classification = Classification::pre;
             s.settings.clip_planes = {{{0, -1, 0.1}, -s.volume->grid().center().y}};
         },
         1},
        {"ambient occlusion, marched",
         [](TestScene &s) {
             s.settings.ambient_occlusion = 7;
             s.settings.ambient_occlusion_method = OcclusionMethod::marched;
         },
         1},
        {"coloured light",
         [](TestScene &s) {
             s.settings.light.ambient = {0.1f, 0.2f, 0.4f};
             s.settings.light.diffuse = {0.9f, 0.7f, 0.2f};
             s.settings.light.specular = {0.0f, 0.5f, 0.9f};
         }},
        {"2D transfer function", [](TestScene &s) { s.transfer = widget_transfer(); }, 1},
        {"2D transfer function, pre",
         [](TestScene &s) {
             s.transfer = widget_transfer();
             s.settings.classification = Classification::pre;
         },
         1},
        {"2D transfer function, pre, unshaded, Sobel",
         [](TestScene &s) {
             s.transfer = widget_transfer();
             s.transfer.widgets[0].shape = WidgetShape::gaussian;
             s.settings.classification = Classification::pre;
             s.settings.shading = Shading::none;
             s.settings.gradient = Gradient::sobel;
         },
         1},
        {"gradient opacities", [](TestScene &s) { s.transfer = edge_transfer(); }, 1},
        {"gradient opacities, pre, shadows",
         [](TestScene &s) {
             s.transfer = edge_transfer();
             s.settings.classification = Classification::pre;
             s.settings.shadows = Shadows::half;
             s.settings.shadow_method = ShadowMethod::marched;
             s.settings.light.direction = glm::dvec3(-0.3, 1.0, 0.1);
         },
         1},
        {"opacity per 3 in the world", [](TestScene &s) { s.transfer.opacity_distance = 3.0; }},
    };
    return all;
}

TestScene plain_scene(const Volume &volume) {
    return {&volume, smooth_transfer(), standard_view(volume.grid()), {}, 32, 24};
}

TEST(SceneFeatures, match_the_reference_on_every_back_end) {
    const Volume volume = blob_volume({19, 15, 17}, ScalarType::u8);
    for (const Feature &feature : features()) {
        TestScene scene = plain_scene(volume);
        feature.apply(scene);
        const Image expected = render_reference(scene);
        const Image plain = render_reference(plain_scene(volume));
        EXPECT_GT(compare(expected, plain, 0).pixels_above, 10u) << feature.name << " changes nothing";
        // On Mesa's llvmpipe packets take wrong gradients at borders (border_changes of packet_normal_on-the-fly.cl, by
        // up to 28/255; its compiler warns that results may be incorrect). It draws by images.
        const bool on_the_fly = scene.settings.gradient == Gradient::on_the_fly;
        for (const SamplingBackend backend : on_the_fly ? quick_backends() : test_backends()) {
            const Image image = render_on_device(scene, backend);
            const ImageDifference difference = compare(image, expected, tolerance(backend) + feature.more);
            EXPECT_EQ(difference.pixels_above, 0u)
                << feature.name << ", " << name_of(backend) << ": largest difference " << difference.largest;
        }
    }
}

TEST(SceneFeatures, skipping_never_changes_the_picture) {
    const Volume volume = read_volume("synthetic:tree:28");
    VolumeRenderer renderer(test_device(), volume, test_device().info().backend);
    const Traversal traversal = default_traversal(renderer.backend());
    for (const Feature &feature : features()) {
        TestScene scene = plain_scene(volume);
        feature.apply(scene);
        renderer.set_transfer(scene.transfer);
        const Image whole = renderer.render(scene.camera, 48, 36, scene.settings);
        for (const Traversal skipping : {traversal, Traversal::buffered_for_for_with_flags}) {
            for (const int leaf_size : {2, 8}) {
                scene.settings.traversal = skipping;
                scene.settings.leaf_size = leaf_size;
                EXPECT_EQ(renderer.render(scene.camera, 48, 36, scene.settings).rgba, whole.rgba)
                    << feature.name << " " << name_of(skipping) << " " << leaf_size;
            }
        }
    }
}

TEST(SceneFeatures, labels_hide_and_colour_and_hidden_parts_cost_nothing) {
    const std::array<int, 3> dims{24, 16, 16};
    const Volume volume = blob_volume(dims, ScalarType::u8);
    const Volume labels = slab_labels(dims, 6);
    const std::vector<LabelStyle> styles{{1.0f, {}}, {0.0f, {}}, {0.5f, glm::vec3(0.1f, 0.9f, 0.2f)}, {0.0f, {}}};
    const TestScene scene = plain_scene(volume);
    ReferenceScene reference{&volume, over_values(scene.transfer, {0, 255}), scene.camera, scene.settings, &labels,
                             styles};
    const Image expected = reference_render(reference, 32, 24);
    for (const SamplingBackend backend : test_backends()) {
        VolumeRenderer renderer(test_device(), volume, backend);
        renderer.set_transfer(scene.transfer);
        RenderSettings settings = scene.settings;
        settings.traversal = Traversal::octant_distance_map;
        settings.leaf_size = 2;
        const auto samples = [&] {
            renderer.count_samples(scene.camera, 32, 24, settings);
            return renderer.statistics().samples;
        };
        renderer.render(scene.camera, 32, 24, settings);
        const std::uint64_t all = samples();
        renderer.set_labels(&labels, styles);
        EXPECT_EQ(compare(renderer.render(scene.camera, 32, 24, settings), expected, tolerance(backend)).pixels_above,
                  0u)
            << name_of(backend);
        // The 16 rays of a packet go on together.
        EXPECT_LT(samples(), backend == SamplingBackend::packet ? all * 9 / 10 : all * 3 / 4) << name_of(backend);
        RenderSettings standard = settings;
        standard.traversal = Traversal::none;
        EXPECT_EQ(renderer.render(scene.camera, 32, 24, settings).rgba,
                  renderer.render(scene.camera, 32, 24, standard).rgba);
    }
    VolumeRenderer renderer(test_device(), volume);
    const Volume other = slab_labels({24, 16, 15}, 6);
    EXPECT_THROW(renderer.set_labels(&other, {}), UsageError);
}

TEST(SceneFeatures, clipping_saves_samples) {
    const Volume volume = blob_volume({32, 32, 32}, ScalarType::u8);
    VolumeRenderer renderer(test_device(), volume);
    RenderSettings settings;
    settings.opacity_cutoff = 1.0;
    const Camera camera = standard_view(volume.grid());
    const auto samples = [&] {
        renderer.render(camera, 32, 32, settings);
        renderer.count_samples(camera, 32, 32, settings);
        return renderer.statistics().samples;
    };
    const std::uint64_t all = samples();
    settings.clip_high.x = 0.5;
    EXPECT_LT(samples(), all * 6 / 10);
}

/// Through a slab that is cut out, the same matter everywhere: what is left of a ray is as opaque as it is long,
/// wherever its samples lie beside the cut.
TEST(SceneFeatures, rays_are_as_opaque_as_what_is_not_cut_out_of_them) {
    const Volume volume = filled_volume({9, 9, 41}, 100);
    TestScene scene = plain_scene(volume);
    const glm::dvec3 center = volume.grid().center();
    scene.camera = {center + glm::dvec3(0, 0, 4000), center, {0.0, 1.0, 0.0}, 0.05, {}};
    scene.transfer = constant_transfer(0.03, {1.0, 1.0, 1.0});
    scene.settings.shading = Shading::none;
    scene.settings.opacity_cutoff = 1.0;
    scene.settings.clip_inverted = true;
    for (const Classification classification : {Classification::post, Classification::preintegrated}) {
        scene.settings.classification = classification;
        for (const SamplingBackend backend : quick_backends()) {
            VolumeRenderer renderer(test_device(), volume, backend);
            renderer.set_transfer(scene.transfer);
            for (const double step : {0.3, 1.0, 2.3}) {
                scene.settings.step = step;
                scene.settings.jitter = step > 2.0;
                for (const auto &[low, high] : {std::pair(0.25, 0.61), {0.5, 0.51}, {0.0, 0.333}, {0.777, 1.0}}) {
                    scene.settings.clip_low.z = low;
                    scene.settings.clip_high.z = high;
                    const double expected = 255.0 * (1.0 - std::pow(0.97, 40.0 * (1.0 - (high - low))));
                    // The last sample of a ray stands for a whole step.
                    const double more = 255.0 * step * 0.03 * (classification == Classification::post ? 0.5 : 0.0);
                    const Image image = renderer.render(scene.camera, scene.width, scene.height, scene.settings);
                    EXPECT_NEAR(image.pixel(scene.width / 2, scene.height / 2)[0], expected, 1.0 + more)
                        << name_of(backend) << " " << name_of(classification) << " step " << step << ", " << low;
                }
            }
        }
    }
}

/// What is cut out of nothing, and all that is cut out.
TEST(SceneFeatures, a_hole_may_be_nothing_or_everything) {
    const Volume volume = blob_volume({19, 15, 17}, ScalarType::u8);
    TestScene scene = plain_scene(volume);
    const Image whole = render_on_device(scene, test_device().info().backend);
    scene.settings.clip_inverted = true; // of no clipping
    EXPECT_EQ(render_on_device(scene, test_device().info().backend).rgba, whole.rgba);
    scene.settings.clip_planes = {{{0, 0, 1}, 1000.0}}; // keeps nothing
    EXPECT_EQ(render_on_device(scene, test_device().info().backend).rgba, whole.rgba);
    scene.settings.clip_planes = {{{0, 0, 1}, -1000.0}}; // keeps all
    EXPECT_TRUE(is_empty(render_on_device(scene, test_device().info().backend), scene.settings));
}

TEST(SceneFeatures, a_slab_is_as_opaque_as_it_is_long_in_the_world) {
    VolumeHeader header;
    header.grid.dims = {9, 9, 17};
    header.grid.spacing = {0.5, 0.5, 2.0};
    const Volume volume = volume_of(header, [](int, int, int) { return 100.0; });
    TestScene scene = plain_scene(volume);
    const glm::dvec3 center = volume.grid().center();
    scene.camera = {center + glm::dvec3(0, 0, 4000), center, {0.0, 1.0, 0.0}, 0.01, {}};
    scene.transfer = constant_transfer(0.1, {1.0, 1.0, 1.0});
    scene.transfer.opacity_distance = 1.5;
    scene.settings.shading = Shading::none;
    scene.settings.opacity_cutoff = 1.0;
    const double opacity = 1.0 - std::pow(0.9, 32.0 / 1.5);
    for (const Classification classification : {Classification::post, Classification::preintegrated}) {
        scene.settings.classification = classification;
        for (const SamplingBackend backend : test_backends()) {
            const Image image = render_on_device(scene, backend);
            EXPECT_NEAR(image.pixel(scene.width / 2, scene.height / 2)[0], 255.0 * opacity, 1.0) << name_of(backend);
        }
    }
}

TEST(SceneFeatures, gradient_opacities_are_per_mean_of_the_spacings) {
    // 3 values a voxel along x, spacings 2, 1 and 3: a slope of 1.5 in the world, of 3 per mean spacing.
    VolumeHeader header;
    header.grid.dims = {33, 9, 9};
    header.grid.spacing = {2.0, 1.0, 3.0};
    const Volume volume = volume_of(header, [](int x, int, int) { return 3.0 * x; });
    TestScene scene = plain_scene(volume);
    const glm::dvec3 center = volume.grid().center();
    scene.camera = {center + glm::dvec3(0, 0, 4000), center, {0.0, 1.0, 0.0}, 0.01, {}};
    scene.transfer = constant_transfer(0.1, {1.0, 1.0, 1.0});
    scene.transfer.domain = TransferDomain::value;
    scene.transfer.gradient_opacities = {{2.0, 0.0}, {4.0, 1.0}};
    scene.settings.shading = Shading::none;
    scene.settings.opacity_cutoff = 1.0;
    for (const SamplingBackend backend : test_backends()) {
        const Image image = render_on_device(scene, backend);
        EXPECT_NEAR(image.pixel(scene.width / 2, scene.height / 2)[0], 255.0 * (1.0 - std::pow(0.95, 24.0)), 3.0)
            << name_of(backend) << ": magnitudes are bytes";
    }
}

TEST(SceneFeatures, a_shell_thinner_than_a_step_has_its_opacity_when_preintegrated) {
    // 5 values a voxel, a peak of two values and one colour: segments go from far below the peak to far above.
    const Volume volume = volume_of({48, 48, 48}, ScalarType::u8, [](int x, int, int) { return 5 * x; });
    TestScene scene = plain_scene(volume);
    scene.camera = {{-500.0, 23.5, 23.5}, {23.5, 23.5, 23.5}, {0.0, 0.0, 1.0}, 4.0, {}};
    scene.transfer = constant_transfer(0.0, {1.0, 1.0, 1.0});
    scene.transfer.opacities = {{119.0 / 255, 0.0}, {120.0 / 255, 0.5}, {121.0 / 255, 0.0}};
    scene.settings.shading = Shading::none;
    scene.settings.classification = Classification::preintegrated;
    scene.settings.step = 1.0;
    // Opacity is linear between whole values; extinction is integrated over it, in voxel lengths.
    double depth = 0.0;
    for (int i = 0; i < 2000; ++i) {
        depth -= std::log(1.0 - 0.5 * (1.0 - std::abs(i + 0.5 - 1000.0) / 1000.0)) * 2.0 / 2000.0 / 5.0;
    }
    for (const SamplingBackend backend : test_backends()) {
        const Image image = render_on_device(scene, backend);
        const int middle = image.pixel(scene.width / 2, scene.height / 2)[0];
        EXPECT_NEAR(middle, 255.0 * (1.0 - std::exp(-depth)), 3.0) << name_of(backend);
    }
}

TEST(SceneFeatures, thin_shells_need_fewer_steps_when_preintegrated) {
    // A narrow peak of opacity over a linear ramp: 255 values over 32 voxels, the peak is half a voxel wide.
    const Volume volume =
        volume_of({32, 32, 32}, ScalarType::f32, [](int x, int y, int z) { return (x + 0.7 * y + 0.4 * z) / 65.1; });
    TestScene scene = plain_scene(volume);
    scene.transfer.opacities = {{0.48, 0.0}, {0.488, 0.9}, {0.496, 0.0}};
    scene.settings.shading = Shading::none;
    const auto render = [&](Classification classification, double step) {
        scene.settings.classification = classification;
        scene.settings.step = step;
        return render_on_device(scene, SamplingBackend::buffer);
    };
    const auto squared_error = [](const Image &a, const Image &b) {
        double sum = 0.0;
        for (std::size_t i = 0; i < a.rgba.size(); ++i) {
            sum += (a.rgba[i] - b.rgba[i]) * (a.rgba[i] - b.rgba[i]);
        }
        return sum;
    };
    const Image converged = render(Classification::post, 0.01);
    EXPECT_LT(squared_error(render(Classification::preintegrated, 1.0), converged),
              squared_error(render(Classification::post, 0.25), converged));
}

TEST(SceneFeatures, edits_make_anew_only_what_depends_on_them) {
    const Volume volume = blob_volume({24, 24, 24}, ScalarType::u8);
    VolumeRenderer renderer(test_device(), volume);
    RenderSettings settings;
    settings.traversal = Traversal::octant_distance_map;
    settings.shadows = Shadows::half;
    settings.light.direction = glm::dvec3(1, 1, 0);
    Camera camera = standard_view(volume.grid());
    TransferFunction transfer = smooth_transfer();
    for (const Classification classification : {Classification::pre, Classification::post}) {
        const bool pre = classification == Classification::pre;
        settings.classification = classification;
        renderer.set_transfer(transfer);
        StageCounts before{};
        const auto start = [&] {
            renderer.render(camera, 16, 16, settings);
            before = renderer.stage_counts();
        };
        const auto expect_changed = [&](const char *what, StageCounts changes) {
            renderer.render(camera, 16, 16, settings);
            const StageCounts after = renderer.stage_counts();
            const StageCounts difference{after.tables - before.tables,       after.colors - before.colors,
                                         after.normals - before.normals,     after.leaf_ranges - before.leaf_ranges,
                                         after.occupancy - before.occupancy, after.distances - before.distances,
                                         after.light - before.light,         after.bounds - before.bounds};
            EXPECT_EQ(difference, changes)
                << what << " " << name_of(classification) << ": " << difference.tables << " " << difference.colors
                << " " << difference.normals << " " << difference.leaf_ranges << " " << difference.occupancy << " "
                << difference.distances << " " << difference.light;
        };
        start();
        expect_changed("nothing", {});
        start();
        camera.eye += glm::dvec3(3, 1, -2);
        expect_changed("camera", {});
        start();
        transfer.colors[1].color = {0.3, 0.2, pre ? 0.7 : 0.4};
        renderer.set_transfer(transfer);
        expect_changed("colour", {1, pre ? 1u : 0u, 0, 0, 0, 0, 0});
        start();
        settings.light.direction = glm::dvec3(pre ? 0.5 : 0.2, 1, 0.3);
        expect_changed("light", {0, 0, 0, 0, 0, 0, 1});
        start();
        transfer.opacities[0].opacity += 0.1;
        renderer.set_transfer(transfer);
        expect_changed("opacity", pre ? StageCounts{1, 1, 1, 1, 1, 1, 1} : StageCounts{1, 0, 0, 0, 1, 1, 1});
        start();
        renderer.set_transfer(transfer);
        expect_changed("the same function again", {});
    }
}

TEST(SceneFeatures, nothing_is_allocated_after_the_first_frame) {
    const Volume volume = blob_volume({24, 24, 24}, ScalarType::u8);
    for (const Classification classification :
         {Classification::pre, Classification::post, Classification::preintegrated}) {
        VolumeRenderer renderer(test_device(), volume);
        RenderSettings settings;
        settings.classification = classification;
        settings.traversal = Traversal::octant_distance_map;
        settings.shadows = Shadows::half;
        settings.ambient_occlusion = 3;
        Camera camera = standard_view(volume.grid());
        TransferFunction transfer = smooth_transfer();
        const auto edit = [&] {
            camera.eye += glm::dvec3(1, -1, 2);
            transfer.opacities[0].opacity += 0.02;
            transfer.colors[1].color.x -= 0.01;
            renderer.set_transfer(transfer);
            settings.light.direction = camera.eye;
            return renderer.render(camera, 16, 16, settings);
        };
        edit();
        const std::uint64_t before = test_device().allocations();
        edit();
        edit();
        EXPECT_EQ(test_device().allocations(), before) << name_of(classification);
    }
}

TEST(SceneFeatures, surfaces_are_extracted_for_isovalues_and_drawn_for_cameras) {
    const Volume volume = blob_volume({24, 24, 24}, ScalarType::u8);
    VolumeRenderer renderer(test_device(), volume);
    RenderSettings settings;
    settings.mode = Mode::isosurface;
    settings.surfaces = {{100.5}, {160.5, {0.5f, 0.1f, 0.1f}, 0.5f}};
    Camera camera = standard_view(volume.grid());
    const auto expect_made = [&](const char *what, std::uint64_t surfaces, std::uint64_t visibility,
                                 std::uint64_t layers) {
        const StageCounts before = renderer.stage_counts();
        renderer.render(camera, 16, 16, settings);
        const StageCounts after = renderer.stage_counts();
        EXPECT_EQ(after.surfaces - before.surfaces, surfaces) << what;
        EXPECT_EQ(after.visibility - before.visibility, visibility) << what;
        EXPECT_EQ(after.layers - before.layers, layers) << what;
        EXPECT_EQ(after.normals, 0u) << what; // meshes have their own
        EXPECT_EQ(after.occupancy, 0u) << what;
    };
    expect_made("the first frame", 2, 1, 1);
    expect_made("nothing", 0, 0, 0);
    camera.eye += glm::dvec3(3, 1, -2);
    expect_made("camera", 0, 1, 1);
    settings.surfaces[0].isovalue = 90.5;
    expect_made("one isovalue", 1, 1, 1);
    settings.surfaces[1].color = {0.1f, 0.5f, 0.1f};
    expect_made("colour", 0, 0, 1);
    settings.light.direction = glm::dvec3(1, 1, 0);
    expect_made("light", 0, 0, 1);
    settings.surfaces[1].opacity = 0.3f;
    expect_made("another transparency", 0, 0, 1);
    settings.surfaces[1].opacity = 1.0f;
    expect_made("an opaque surface hides others", 0, 1, 1);
    settings.clip_low.x = 0.3;
    expect_made("clipping", 0, 1, 1);
    renderer.set_transfer(constant_transfer(0.1));
    expect_made("the transfer function", 0, 0, 0);
    settings.surface_method = SurfaceMethod::raycast;
    expect_made("an octree of isovalues", 1, 0, 1);
    camera.eye += glm::dvec3(1, 1, -2);
    expect_made("camera of rays", 0, 0, 1);
}

} // namespace
} // namespace voxmarch
