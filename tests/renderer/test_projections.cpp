// Maximum, minimum and average intensity projections: closed forms, the reference, and skipping.
#include "device_fixture.h"
#include "renderer/views.h"
#include "transfer/preset.h"

namespace voxmarch {
namespace {

constexpr Blend projections[] = {Blend::mip, Blend::minip, Blend::average};

TestScene projected(const Volume &volume, Blend blend) {
    TestScene scene{&volume, opaque_grays(), standard_view(volume.grid()), {}, 32, 24};
    scene.settings.blend = blend;
    scene.settings.background = {0.2f, 0.1f, 0.4f};
    return scene;
}

/// Scalar 10 z in 21 slices, seen along -z.
Volume ramp_volume() {
    return volume_of({9, 9, 21}, ScalarType::u8, [](int, int, int z) { return 10 * z; });
}

TEST(Projections, of_a_ramp_are_its_ends_and_its_middle) {
    const Volume volume = ramp_volume(); // from 200 to 0, 100 in the mean
    const double expected[] = {200.0, 0.0, 100.0};
    for (std::size_t i = 0; i < 3; ++i) {
        TestScene scene = projected(volume, projections[i]);
        scene.camera = {{4.0, 4.0, 60.0}, {4.0, 4.0, 10.0}, {0.0, 1.0, 0.0}, 20.0, {}};
        scene.width = scene.height = 9;
        for (const SamplingBackend backend : quick_backends()) {
            for (const Traversal traversal : {Traversal::none, Traversal::for_for}) {
                scene.settings.traversal = traversal;
                const Image image = render_on_device(scene, backend);
                // The first and last sample lie a quarter of a voxel from the faces.
                EXPECT_NEAR(image.rgba[(4 * 9 + 4) * 4], expected[i], 3.0)
                    << name_of(projections[i]) << " " << name_of(backend) << " " << name_of(traversal);
                EXPECT_EQ(image.rgba[0], 51) << "beside the box there is the background";
            }
        }
    }
}

TEST(Projections, match_the_reference) {
    for (const ScalarType type : {ScalarType::u8, ScalarType::i16, ScalarType::f32}) {
        const Volume volume = blob_volume({19, 15, 17}, type);
        for (const Blend blend : projections) {
            TestScene scene = projected(volume, blend);
            expect_like_reference(scene, std::string(name_of(blend)), quick_backends());
            scene.transfer = smooth_transfer(); // coloured, and transparent below
            scene.settings.jitter = true;
            scene.settings.clip_high = {0.8, 1.0, 0.7};
            scene.settings.step = 0.9;
            scene.settings.classification = Classification::preintegrated; // means nothing here, nor does light
            scene.settings.shadows = Shadows::half;
            expect_like_reference(scene, std::string(name_of(blend)) + " clipped, jittered, coloured",
                                  quick_backends());
            scene.settings.clip_low.x = 0.3;
            scene.settings.clip_inverted = true;
            expect_like_reference(scene, std::string(name_of(blend)) + " cut out", quick_backends());
        }
    }
}

TEST(Projections, draw_colours_at_full_strength_whatever_the_opacity) {
    const Volume volume = ramp_volume();
    for (const double opacity : {0.02, 0.3, 1.0}) {
        TransferFunction transfer; // red grows, green falls; nothing is shown below 25
        transfer.colors = {{0.0, {0.0, 1.0, 0.5}}, {1.0, {1.0, 0.0, 0.5}}};
        transfer.opacities = {{25.0 / 255.0, 0.0}, {120.0 / 255.0, 0.5 * opacity}, {1.0, opacity}};
        TestScene scene = projected(volume, Blend::mip);
        scene.transfer = transfer;
        scene.camera = {{4.0, 4.0, 60.0}, {4.0, 4.0, 10.0}, {0.0, 1.0, 0.0}, 20.0, {}};
        scene.width = scene.height = 9;
        for (const SamplingBackend backend : quick_backends()) {
            scene.settings.blend = Blend::mip;
            const Image largest = render_on_device(scene, backend);
            const std::uint8_t *middle = largest.pixel(4, 4);
            EXPECT_NEAR(middle[0], 198, 3) << opacity;
            EXPECT_NEAR(middle[1], 57, 3) << opacity;
            EXPECT_NEAR(middle[2], 128, 1) << opacity;
            scene.settings.blend = Blend::average;
            EXPECT_NEAR(render_on_device(scene, backend).pixel(4, 4)[0], 100, 3) << opacity;
            scene.settings.blend = Blend::minip; // 2 at most: not shown
            EXPECT_NEAR(render_on_device(scene, backend).pixel(4, 4)[0], 51, 1) << opacity;
        }
    }
}

TEST(Projections, leave_out_hidden_labels) {
    const std::array<int, 3> dims{24, 16, 16};
    const Volume volume = blob_volume(dims, ScalarType::u8);
    const Volume labels = slab_labels(dims, 7);
    const std::vector<LabelStyle> styles{{0.0f, {}}, {1.0f, {}}, {0.0f, {}}, {0.3f, {}}};
    for (const Blend blend : projections) {
        TestScene scene = projected(volume, blend);
        const ReferenceScene reference{
            &volume, over_values(scene.transfer, {0, 255}), scene.camera, scene.settings, &labels, styles};
        const Image expected = reference_render(reference, 32, 24);
        for (const Traversal traversal : {Traversal::none, Traversal::for_for}) {
            scene.settings.traversal = traversal;
            scene.settings.leaf_size = 2;
            VolumeRenderer renderer(test_device(), volume);
            renderer.set_transfer(scene.transfer);
            renderer.set_labels(&labels, styles);
            const Image image = renderer.render(scene.camera, 32, 24, scene.settings);
            EXPECT_EQ(compare(image, expected, tolerance(renderer.backend())).pixels_above, 0u)
                << name_of(blend) << " " << name_of(traversal);
        }
    }
}

/// Blobs in a sea of one value, the middle of the range.
Volume islands(std::array<int, 3> dims, ScalarType type) {
    const Volume blobs = blob_volume(dims, type);
    const double sea = std::round(0.5 * (blobs.range().min + blobs.range().max));
    return volume_of(dims, type, [&](int x, int y, int z) { return std::max(blobs.value(x, y, z), sea); });
}

/// Samples of a frame, and its picture.
std::pair<std::uint64_t, Image> counted(VolumeRenderer &renderer, const TestScene &scene) {
    Image image = renderer.render(scene.camera, 48, 36, scene.settings);
    renderer.count_samples(scene.camera, 48, 36, scene.settings);
    return {renderer.statistics().samples, std::move(image)};
}

TEST(Projections, skipping_saves_samples_and_never_changes_the_picture) {
    for (const ScalarType type : {ScalarType::u8, ScalarType::u16, ScalarType::f32}) {
        const Volume volume = islands({33, 28, 30}, type);
        VolumeRenderer renderer(test_device(), volume);
        const unsigned share = renderer.backend() == SamplingBackend::packet ? 99 : 95;
        for (const Blend blend : projections) {
            TestScene scene = projected(volume, blend);
            for (const bool narrow : {false, true}) {
                const ValueRange all = default_window(volume.type(), volume.range());
                const double length = all.max - all.min;
                renderer.set_transfer(scene.transfer,
                                      narrow ? ValueRange{all.min + 0.3 * length, all.min + 0.6 * length} : all);
                scene.settings.traversal = Traversal::none;
                const auto [samples, whole] = counted(renderer, scene);
                for (const int leaf_size : {1, 4, 8}) {
                    scene.settings.traversal = Traversal::octant_distance_map;
                    scene.settings.leaf_size = leaf_size;
                    const auto [fewer, skipped] = counted(renderer, scene);
                    EXPECT_EQ(skipped.rgba, whole.rgba) << name_of(blend) << " " << leaf_size << " " << narrow;
                    // Samples are taken up to four at once, also the last ones of a ray, or by 16 rays together.
                    EXPECT_LE(fewer, leaf_size == 1 ? samples * share / 100 : samples + 3 * 48 * 36)
                        << name_of(blend) << " " << leaf_size << " " << narrow;
                }
            }
        }
    }
}

// Values in the middle between two quanta: which of them a sample has is decided by the rounding of the interpolation,
// and drivers that add up eight weighted voxels (PoCL's images) round that of equal voxels too.
TEST(Projections, values_between_two_quanta_are_the_same_with_and_without_skipping) {
    const Volume volume = volume_of({33, 33, 33}, ScalarType::f32, [](int x, int y, int z) {
        return (131072.5 + 2.0 * ((x / 8 + y / 8 + z / 8) % 3)) / 262144.0; // 2^18 quanta are 1
    });
    for (const SamplingBackend backend : quick_backends()) {
        VolumeRenderer renderer(test_device(), volume, backend);
        renderer.set_transfer(opaque_grays(), ValueRange{131070.0 / 262144.0, 131080.0 / 262144.0});
        for (const Blend blend : projections) {
            TestScene scene = projected(volume, blend);
            scene.settings.traversal = Traversal::none;
            const Image whole = renderer.render(scene.camera, 48, 36, scene.settings);
            scene.settings.traversal = Traversal::for_for;
            for (const int leaf_size : {1, 4, 8}) {
                scene.settings.leaf_size = leaf_size;
                EXPECT_EQ(renderer.render(scene.camera, 48, 36, scene.settings).rgba, whole.rgba)
                    << name_of(blend) << ", leaf " << leaf_size << ", " << name_of(backend);
            }
        }
    }
}

TEST(Projections, edits_rebuild_nothing_of_the_octree) {
    const Volume volume = blob_volume({24, 24, 24}, ScalarType::u8);
    VolumeRenderer renderer(test_device(), volume);
    TestScene scene = projected(volume, Blend::mip);
    scene.settings.traversal = Traversal::for_for;
    const auto render = [&] { return renderer.render(scene.camera, 16, 16, scene.settings); };
    render();
    const StageCounts before = renderer.stage_counts();
    EXPECT_EQ(before.bounds, 1u);
    renderer.set_transfer(smooth_transfer());
    render();
    scene.settings.blend = Blend::average;
    render();
    const StageCounts after = renderer.stage_counts();
    EXPECT_EQ(after.bounds, 1u);
    EXPECT_EQ(after.leaf_ranges, before.leaf_ranges);
    EXPECT_EQ(after.occupancy, 0u);
    EXPECT_EQ(after.light, 0u);
}

TEST(Projections, refuse_transfer_functions_of_two_dimensions) {
    const Volume volume = blob_volume({8, 8, 8}, ScalarType::u8);
    TestScene scene = projected(volume, Blend::mip);
    scene.transfer.widgets = {{WidgetShape::rectangle, 0.2, 0.8, 0.0, 0.2, {0.9, 0.6, 0.1}, 0.5}};
    EXPECT_THROW(render_on_device(scene, SamplingBackend::buffer), UsageError);
}

} // namespace
} // namespace voxmarch
