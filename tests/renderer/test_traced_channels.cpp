// Traced light through several channels, volumes and functions of labels: closed forms, and what must not matter.
#include "traced_fixture.h"
#include "volume/common_grid.h"

#include <algorithm>
#include <fmt/format.h>

namespace voxmarch {
namespace {

constexpr int wide_slab = 48, slab_samples = 8;

/// What a ray sees of a slab 8 voxels thick, whose pixels are all alike.
struct SlabLight {
    glm::dvec3 light{0.0};
    double through = 0.0;
};

SlabLight slab_light(VolumeRenderer &renderer, const Grid &grid, const RenderSettings &settings) {
    Camera camera = named_view("front", grid, 1.0);
    camera.height = 4.0; // parallel rays along -z
    SlabLight mean;
    for (const glm::dvec4 &pixel : traced_floats(renderer, camera, wide_slab, wide_slab, settings)) {
        mean.light += glm::dvec3(pixel) / double(wide_slab * wide_slab);
        mean.through += (1.0 - pixel.w) / double(wide_slab * wide_slab);
    }
    return mean;
}

/// Settings of matter that glows with strength 1 and sends no light on.
RenderSettings glowing_settings() {
    RenderSettings settings = traced_settings(slab_samples);
    settings.trace.emission = 1.0;
    settings.trace.bounces = 1;
    return settings;
}

/// @param through  share of the light that comes through
/// @param color    of the matter that stops the rest, on average
/// @param step     what light may be off by beside chance: colours are numbers of 8 or 10 bits. Where colours differ
///                 along a ray chance does more
void expect_slab(const SlabLight &found, double through, glm::dvec3 color, double step, const std::string &what) {
    const double error = 3.5 * std::sqrt(through * (1.0 - through) / (slab_samples * wide_slab * wide_slab));
    EXPECT_NEAR(found.through, through, error + 1e-5) << what;
    for (int i = 0; i < 3; ++i) {
        EXPECT_NEAR(found.light[i], color[i] * (1.0 - through), color[i] * error + step) << what << ", colour " << i;
    }
}

// Extinctions of channels add up, or the largest counts; each channel colours the light that it stops.
TEST(TracedChannels, two_channels_are_as_dense_as_both_and_coloured_by_what_they_stop) {
    const Volume first = filled_volume({9, 9, 9}, 200), second = filled_volume({9, 9, 9}, 100);
    VolumeRenderer renderer(test_device(), first, one_pixel_backend());
    renderer.add_channel(second);
    constexpr double opacities[] = {0.3, 0.1};
    const glm::dvec3 colors[] = {{1.0, 0.25, 0.0}, {0.0, 0.5, 1.0}};
    for (int i = 0; i < 2; ++i) {
        renderer.set_transfer(constant_transfer(opacities[i], colors[i]), {}, i);
    }
    const double a = -std::log(1.0 - opacities[0]), b = -std::log(1.0 - opacities[1]); // extinctions, a > b
    RenderSettings settings = glowing_settings();
    for (const Traversal traversal : {Traversal::distance_map, Traversal::none}) {
        settings.traversal = traversal;
        settings.channel_blend = ChannelBlend::opacity;
        expect_slab(slab_light(renderer, first.grid(), settings), std::exp(-8.0 * (a + b)),
                    (a * colors[0] + b * colors[1]) / (a + b), 1e-3, fmt::format("{}", name_of(traversal)));
    }
    settings.channel_blend = ChannelBlend::additive;
    expect_slab(slab_light(renderer, first.grid(), settings), std::exp(-8.0 * (a + b)),
                glm::min(colors[0] + b / a * colors[1], 1.0), 1e-3, "additive");
    settings.channel_blend = ChannelBlend::maximum;
    expect_slab(slab_light(renderer, first.grid(), settings), std::exp(-8.0 * a), colors[0], 1e-3, "maximum");
    settings.channel_blend = ChannelBlend::opacity;
    settings.classification = Classification::pre; // colours of voxels are weighed by opacities, as a step is told
    const double mixed = std::rint(255.0 * (1.0 - 0.7 * 0.9)) / 255.0;
    expect_slab(slab_light(renderer, first.grid(), settings), std::pow(1.0 - mixed, 8.0),
                (0.3 * colors[0] + 0.1 * colors[1]) / 0.4, 4e-3, "pre-classified");
}

// Channels that are red, green and blue: colours of voxels, opacity by their luminance.
TEST(TracedChannels, colours_of_voxels_are_their_own) {
    const Volume red = filled_volume({9, 9, 9}, 204), green = filled_volume({9, 9, 9}, 102),
                 blue = filled_volume({9, 9, 9}, 51);
    VolumeRenderer renderer(test_device(), red, one_pixel_backend());
    renderer.add_channel(green);
    renderer.add_channel(blue);
    renderer.set_transfer(constant_transfer(0.2)); // 51 of 255
    RenderSettings settings = glowing_settings();
    settings.channel_blend = ChannelBlend::rgb;
    for (const Traversal traversal : {Traversal::distance_map, Traversal::none}) {
        settings.traversal = traversal;
        expect_slab(slab_light(renderer, red.grid(), settings), std::pow(0.8, 8.0), {0.8, 0.4, 0.2}, 4e-3,
                    fmt::format("{}", name_of(traversal)));
    }
}

/// Lamp and environment, matter and surfaces.
RenderSettings lit_channels(int samples) {
    RenderSettings settings = traced_settings(samples);
    settings.light = key_light();
    settings.trace.surfaces = 0.7;
    settings.trace.bounces = 4;
    return settings;
}

TransferFunction second_transfer() {
    TransferFunction transfer = smooth_transfer();
    transfer.colors = {{0.0, {0.1, 0.9, 0.3}}, {1.0, {0.2, 0.3, 1.0}}};
    transfer.opacities = {{0.5, 0.0}, {0.7, 0.4}, {1.0, 0.2}};
    return transfer;
}

constexpr int blob_edge = 8;

TEST(TracedChannels, a_channel_that_shows_nothing_changes_nothing) {
    const Volume volume = blob_volume({18, 16, 20}, ScalarType::u8),
                 other = blob_volume({18, 16, 20}, ScalarType::u16, 5);
    const Camera camera = standard_view(volume.grid());
    VolumeRenderer single(test_device(), volume, one_pixel_backend()), both(test_device(), volume, one_pixel_backend());
    both.add_channel(other);
    single.set_transfer(smooth_transfer());
    both.set_transfer(smooth_transfer());
    both.set_transfer(constant_transfer(0.0), {}, 1);
    RenderSettings settings = lit_channels(32);
    settings.trace.surfaces = 0.0; // whose normals are those of values or of all opacities
    const std::vector<Estimate> expected = estimates(single, camera, blob_edge, blob_edge, settings, 16);
    settings.trace.seed = 100; // paths of their own
    expect_same_expectation(expected, estimates(both, camera, blob_edge, blob_edge, settings, 16), "an empty channel");
    settings.finish.samples = 2;
    const FloatPixels empty = traced_floats(both, camera, blob_edge, blob_edge, settings);
    both.set_transfer(second_transfer(), {}, 1);
    EXPECT_NE(traced_floats(both, camera, blob_edge, blob_edge, settings), empty);
    both.show_channels(1);
    EXPECT_EQ(traced_floats(both, camera, blob_edge, blob_edge, settings), empty) << "a hidden channel";
}

// The kernels of images and of buffers see the same matter.
TEST(TracedChannels, back_ends_agree_on_channels) {
    const Volume volume = blob_volume({18, 16, 20}, ScalarType::u8),
                 other = blob_volume({18, 16, 20}, ScalarType::u16, 5);
    const auto estimates_of = [&](SamplingBackend backend, int seed) {
        VolumeRenderer renderer(test_device(), volume, backend);
        renderer.add_channel(other);
        renderer.set_transfer(smooth_transfer());
        renderer.set_transfer(second_transfer(), {}, 1);
        RenderSettings settings = lit_channels(16);
        settings.trace.seed = seed;
        return estimates(renderer, standard_view(volume.grid()), blob_edge, blob_edge, settings, 16);
    };
    const std::vector<Estimate> expected = estimates_of(SamplingBackend::packet, 0);
    for (const SamplingBackend backend : test_backends()) {
        if (backend == SamplingBackend::image) {
            expect_same_expectation(expected, estimates_of(backend, 100), "images");
        }
    }
}

/// One bound of the extinction against bounds of leaves.
void expect_no_bounds_matter(VolumeRenderer &renderer, const Camera &camera, RenderSettings settings,
                             const std::string &what) {
    settings.traversal = Traversal::none;
    const std::vector<Estimate> whole = estimates(renderer, camera, blob_edge, blob_edge, settings, 16);
    settings.traversal = Traversal::distance_map;
    settings.trace.seed = 500;
    for (const int leaf_size : {1, 4}) {
        settings.leaf_size = leaf_size;
        expect_same_expectation(whole, estimates(renderer, camera, blob_edge, blob_edge, settings, 16),
                                fmt::format("{}, leaves of {}", what, leaf_size));
    }
}

TEST(TracedChannels, bounds_change_no_expectation_of_channels) {
    const Volume volume = blob_volume({23, 20, 25}, ScalarType::u8),
                 other = blob_volume({23, 20, 25}, ScalarType::u16, 5);
    VolumeRenderer renderer(test_device(), volume, one_pixel_backend());
    renderer.add_channel(other);
    renderer.set_transfer(smooth_transfer());
    renderer.set_transfer(second_transfer(), {}, 1);
    RenderSettings settings = lit_channels(16);
    for (const ChannelBlend blend : {ChannelBlend::opacity, ChannelBlend::maximum}) {
        settings.channel_blend = blend;
        expect_no_bounds_matter(renderer, standard_view(volume.grid()), settings, std::string(name_of(blend)));
    }
}

TEST(TracedChannels, bounds_change_no_expectation_of_label_functions) {
    const Volume volume = blob_volume({23, 20, 25}, ScalarType::u8), labels = slab_labels({23, 20, 25}, 6);
    VolumeRenderer renderer(test_device(), volume, one_pixel_backend());
    renderer.set_transfer(smooth_transfer());
    renderer.set_labels(&labels, {{}, {.visibility = 0.5f, .color = {}, .transfer = second_transfer()}, {0.0f, {}}});
    RenderSettings settings = lit_channels(16);
    for (const LabelEdges edges : {LabelEdges::nearest, LabelEdges::smooth}) {
        settings.label_edges = edges;
        expect_no_bounds_matter(renderer, standard_view(volume.grid()), settings, std::string(name_of(edges)));
    }
}

TEST(TracedChannels, labels_are_as_dense_as_their_functions_say) {
    const Volume volume = filled_volume({9, 9, 9}, 200);
    const Volume labels = volume_of({9, 9, 9}, ScalarType::u8, [](int, int, int z) { return z < 4 ? 1 : 2; });
    VolumeRenderer renderer(test_device(), volume, one_pixel_backend());
    renderer.set_transfer(constant_transfer(0.05, {0.5, 0.5, 0.5}));
    renderer.set_labels(
        &labels, {{}, {}, {.visibility = 1.0f, .color = {}, .transfer = constant_transfer(0.2, {0.25, 0.5, 1.0})}});
    RenderSettings settings = glowing_settings();
    const double near = std::pow(0.8, 4.5), far = std::pow(0.95, 3.5); // label 2 begins at 3.5, toward the eye
    const glm::dvec3 light = (1.0 - near) * glm::dvec3(0.25, 0.5, 1.0) + near * (1.0 - far) * glm::dvec3(0.5);
    for (const Traversal traversal : {Traversal::distance_map, Traversal::none}) {
        settings.traversal = traversal;
        expect_slab(slab_light(renderer, volume.grid(), settings), near * far, light / (1.0 - near * far), 0.01,
                    fmt::format("{}", name_of(traversal)));
    }
    settings.classification = Classification::pre; // between the labels' voxels both are interpolated
    settings.clip_low.z = 0.5;
    expect_slab(slab_light(renderer, volume.grid(), settings), std::pow(0.8, 4.0), {0.25, 0.5, 1.0}, 4e-3, "pre");
}

// Two volumes one behind the other, on the grid of the finer one.
TEST(TracedChannels, volumes_beside_each_other_are_as_dense_as_they_are) {
    const auto slab_at = [](double z, double spacing, int voxels) {
        VolumeHeader header;
        header.grid.dims = {9, 9, voxels};
        header.grid.spacing = {1.0, 1.0, spacing};
        header.grid.origin = {0.0, 0.0, z};
        header.name = "slab";
        return volume_of(header, [](int, int, int) { return 200.0; });
    };
    const Volume far = slab_at(0.0, 1.0, 5), near = slab_at(5.0, 0.5, 9); // 4 units each, with nothing between
    std::vector<Note> notes;
    const VolumeToPlace volumes[] = {{far.header()}, {near.header()}};
    const CommonGrid common = common_grid(volumes, {}, notes);
    VolumeRenderer renderer(test_device(), far, one_pixel_backend());
    renderer.place(common.grid, common.places[0]);
    renderer.add_volume(near, common.places[1]);
    TransferFunction first = constant_transfer(0.2, {1.0, 0.5, 0.0}), second = constant_transfer(0.1, {0.0, 0.5, 1.0});
    renderer.set_transfer(first);
    renderer.set_transfer(second, {}, 1);
    RenderSettings settings = glowing_settings();
    const double length = std::min({common.grid.spacing.x, common.grid.spacing.y, common.grid.spacing.z});
    const double in_front = std::pow(0.9, 4.0 / length), behind = std::pow(0.8, 4.0 / length);
    const glm::dvec3 light =
        (1.0 - in_front) * glm::dvec3(0.0, 0.5, 1.0) + in_front * (1.0 - behind) * glm::dvec3(1.0, 0.5, 0.0);
    for (const Traversal traversal : {Traversal::distance_map, Traversal::none}) {
        settings.traversal = traversal;
        expect_slab(slab_light(renderer, common.grid, settings), in_front * behind, light / (1.0 - in_front * behind),
                    0.01, fmt::format("{}", name_of(traversal)));
    }
}

// Matter that absorbs nothing, in even light, cannot be told from the light, whatever it is made of.
TEST(TracedChannels, a_white_furnace_of_channels_is_constant) {
    const Volume volume = blob_volume({18, 16, 20}, ScalarType::u8),
                 other = blob_volume({18, 16, 20}, ScalarType::u8, 5);
    VolumeRenderer renderer(test_device(), volume, one_pixel_backend());
    renderer.add_channel(other);
    for (int channel = 0; channel < 2; ++channel) {
        TransferFunction white = channel == 0 ? smooth_transfer() : second_transfer();
        white.colors = {{0.0, {1.0, 1.0, 1.0}}};
        renderer.set_transfer(white, {}, channel);
    }
    RenderSettings settings = traced_settings(16);
    settings.light.ambient = glm::vec3(1.0f);
    settings.light.specular = glm::vec3(0.0f);
    settings.trace.bounces = 1000;
    settings.trace.surfaces = 1.0;
    double opacity = 0.0;
    for (const glm::dvec4 &pixel : traced_floats(renderer, standard_view(volume.grid()), 12, 12, settings)) {
        for (int i = 0; i < 3; ++i) {
            EXPECT_NEAR(pixel[i] + 1.0 - pixel.w, 1.0, 0.005);
        }
        opacity += pixel.w / 144.0;
    }
    EXPECT_GT(opacity, 0.3) << "there is matter";
}

// A segment without length has nothing to integrate.
TEST(TracedChannels, preintegrated_matter_is_post_classified) {
    const Volume volume = blob_volume({18, 16, 20}, ScalarType::u8);
    const Camera camera = standard_view(volume.grid());
    VolumeRenderer renderer(test_device(), volume, one_pixel_backend());
    renderer.set_transfer(smooth_transfer());
    RenderSettings settings = lit_channels(2);
    settings.classification = Classification::post;
    const FloatPixels expected = traced_floats(renderer, camera, blob_edge, blob_edge, settings);
    settings.classification = Classification::preintegrated;
    EXPECT_EQ(traced_floats(renderer, camera, blob_edge, blob_edge, settings), expected);
}

// Bounds of leaves follow every edit: the picture is that of a renderer that knew no other.
TEST(TracedChannels, bounds_follow_edits_of_channels_and_labels) {
    const Volume volume = blob_volume({15, 14, 16}, ScalarType::u8),
                 other = blob_volume({15, 14, 16}, ScalarType::u8, 5);
    const Volume labels = slab_labels({15, 14, 16}, 4);
    const Camera camera = standard_view(volume.grid());
    struct Edit {
        TransferFunction second = second_transfer();
        ChannelBlend blend = ChannelBlend::opacity;
        unsigned seen = 3;
        Classification classification = Classification::post;
    };
    TransferFunction dense = second_transfer();
    dense.opacities = {{0.1, 0.0}, {0.4, 0.9}, {1.0, 0.1}};
    const auto picture_of = [&](VolumeRenderer &renderer, const Edit &edit) {
        renderer.set_transfer(smooth_transfer());
        renderer.set_transfer(edit.second, {}, 1);
        renderer.show_channels(edit.seen);
        RenderSettings settings = lit_channels(1);
        settings.channel_blend = edit.blend;
        settings.classification = edit.classification;
        return traced_floats(renderer, camera, blob_edge, blob_edge, settings);
    };
    const auto renderer_of_both = [&] {
        auto made = std::make_unique<VolumeRenderer>(test_device(), volume, one_pixel_backend());
        made->add_channel(other);
        return made;
    };
    const std::unique_ptr<VolumeRenderer> warm = renderer_of_both();
    const Edit edits[] = {{},
                          {.second = dense},
                          {.second = dense, .blend = ChannelBlend::maximum},
                          {.second = dense, .blend = ChannelBlend::maximum, .seen = 1},
                          {.second = dense, .seen = 2},
                          {.second = dense, .classification = Classification::pre},
                          {}};
    for (const Edit &edit : edits) {
        EXPECT_EQ(picture_of(*warm, edit), picture_of(*renderer_of_both(), edit)) << &edit - edits;
    }
    const auto labelled_picture = [&](VolumeRenderer &renderer, const LabelStyle &style) {
        renderer.set_transfer(smooth_transfer());
        renderer.set_labels(&labels, {{}, style, {}});
        return traced_floats(renderer, camera, blob_edge, blob_edge, lit_channels(1));
    };
    VolumeRenderer warm_labels(test_device(), volume, one_pixel_backend());
    const LabelStyle styles[] = {{.visibility = 1.0f, .color = {}, .transfer = second_transfer()},
                                 {.visibility = 1.0f, .color = {}, .transfer = dense},
                                 {.visibility = 0.2f, .color = {}, .transfer = dense},
                                 {}};
    for (const LabelStyle &style : styles) {
        VolumeRenderer cold(test_device(), volume, one_pixel_backend());
        EXPECT_EQ(labelled_picture(warm_labels, style), labelled_picture(cold, style)) << &style - styles;
    }
}

TEST(TracedChannels, normals_of_values_are_refused) {
    const Volume volume = filled_volume({8, 8, 8}, 200);
    VolumeRenderer renderer(test_device(), volume, one_pixel_backend());
    renderer.add_channel(volume);
    RenderSettings settings = lit_channels(1);
    settings.gradient_of = GradientSource::scalar;
    EXPECT_THROW(renderer.render(standard_view(volume.grid()), 8, 8, settings), UsageError);
    settings.gradient_of = GradientSource::opacity; // those of all opacities
    EXPECT_NO_THROW(renderer.render(standard_view(volume.grid()), 8, 8, settings));
    TransferFunction own = smooth_transfer();
    own.materials = {MaterialPoint{}};
    renderer.set_transfer(own, {}, 1);
    EXPECT_THROW(renderer.render(standard_view(volume.grid()), 8, 8, settings), UsageError);
}

} // namespace
} // namespace voxmarch
