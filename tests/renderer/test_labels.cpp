// Labels with transfer functions of their own and smooth borders: closed forms, the reference, skipping, bricks.
#include "device_fixture.h"
#include "renderer/brick_atlas.h"
#include "renderer/views.h"
#include "volume/bricks/stored_bricks.h"

#include <fmt/format.h>

namespace voxmarch {
namespace {

TransferFunction ramp(double begin, glm::dvec3 color, double opacity = 0.6) {
    TransferFunction transfer;
    transfer.name = "ramp";
    transfer.domain = TransferDomain::value;
    transfer.colors = {{begin, 0.4 * color}, {255.0, color}};
    transfer.opacities = {{begin, 0.0}, {255.0, opacity}};
    return transfer;
}

/// The volume's own, hidden, functions of two kinds, one of them with a colour of the label's, and a label that shows
/// what the volume's function hides.
std::vector<LabelStyle> styles() {
    TransferFunction low;
    low.name = "low values";
    low.domain = TransferDomain::value;
    low.colors = {{0.0, {0.2, 0.4, 1.0}}};
    low.opacities = {{20.0, 0.5}, {90.0, 0.0}};
    return {{1.0f, {}, {}},  {0.0f, {}, ramp(10.0, {1, 1, 1})},
            {1.0f, {}, low}, {0.6f, glm::vec3(0.1f, 0.9f, 0.2f), ramp(60.0, {1.0, 0.3, 0.1})},
            {0.5f, {}, {}},  {1.0f, {}, low}};
}

/// Labels that meet in planes, edges and corners.
Volume block_labels(std::array<int, 3> dims) {
    return volume_of(dims, ScalarType::u8, [](int x, int y, int z) { return (x / 5 + y / 7 + z / 6) % 7; });
}

Camera camera_of(const Volume &volume) { return standard_view(volume.grid()); }

struct Look {
    const char *name;
    std::function<void(RenderSettings &)> apply;
};

const std::vector<Look> &looks() {
    static const std::vector<Look> all = {
        {"post", [](RenderSettings &s) { s.shading = Shading::none; }},
        {"pre", [](RenderSettings &s) { s.classification = Classification::pre; }},
        {"gradients on the fly", [](RenderSettings &s) { s.gradient = Gradient::on_the_fly; }},
        {"shadows",
         [](RenderSettings &s) {
             s.shadows = Shadows::full;
             s.shadow_method = ShadowMethod::marched;
             s.light.direction = {1.0, 2.0, 1.5};
         }},
        {"surroundings",
         [](RenderSettings &s) {
             s.shading = Shading::none;
             s.ambient_occlusion = 16;
         }},
    };
    return all;
}

TEST(Labels, with_functions_and_smooth_borders_match_the_reference) {
    const std::array<int, 3> dims{15, 17, 13};
    const Volume volume = blob_volume(dims, ScalarType::u8), labels = block_labels(dims);
    const Camera camera = camera_of(volume);
    for (const bool functions : {true, false}) {
        std::vector<LabelStyle> drawn_styles = styles();
        for (LabelStyle &style : drawn_styles) {
            style.transfer = functions ? style.transfer : std::nullopt;
        }
        for (const LabelEdges edges : values_of<LabelEdges>()) {
            for (const Look &look : looks()) {
                if (!functions && edges == LabelEdges::nearest) {
                    continue; // as everywhere
                }
                RenderSettings settings;
                settings.label_edges = edges;
                look.apply(settings);
                const ReferenceScene reference{
                    &volume, over_values(smooth_transfer(), {0, 255}), camera, settings, &labels, drawn_styles};
                const Image expected = reference_render(reference, 20, 15);
                for (const SamplingBackend backend : quick_backends()) {
                    VolumeRenderer renderer(test_device(), volume, backend);
                    renderer.set_transfer(smooth_transfer());
                    renderer.set_labels(&labels, drawn_styles);
                    const ImageDifference difference =
                        compare(renderer.render(camera, 20, 15, settings), expected, tolerance(backend) + 2);
                    EXPECT_LE(difference.pixels_above, 1u) // opacities between two roundings to 8 bits
                        << look.name << " " << name_of(edges) << " functions " << functions << " " << name_of(backend)
                        << ": " << difference.largest;
                }
            }
        }
    }
}

TEST(Labels, nothing_is_lost_by_skipping) {
    const std::array<int, 3> dims{37, 33, 41};
    const Volume volume = blob_volume(dims, ScalarType::u8), labels = block_labels(dims);
    for (const SamplingBackend backend : quick_backends()) {
        VolumeRenderer renderer(test_device(), volume, backend);
        renderer.set_transfer(smooth_transfer());
        renderer.set_labels(&labels, styles());
        for (const NamedView &view : views_around(volume)) {
            for (const LabelEdges edges : values_of<LabelEdges>()) {
                for (const Classification classification : {Classification::post, Classification::pre}) {
                    RenderSettings settings;
                    settings.label_edges = edges;
                    settings.classification = classification;
                    settings.leaf_size = 2;
                    settings.traversal = Traversal::none;
                    const Image expected = renderer.render(view.camera, 37, 29, settings);
                    for (const TraversalInfo &info : traversals) {
                        const bool has_packets = classification == Classification::pre || edges == LabelEdges::nearest;
                        const bool other_kernels = backend == SamplingBackend::packet && !info.packets && has_packets;
                        const bool seldom = (classification == Classification::pre || edges == LabelEdges::smooth) &&
                                            info.traversal != Traversal::octant_distance_map &&
                                            info.traversal != Traversal::first_approach;
                        if (other_kernels || seldom || (info.persistent && !test_device().info().long_loops)) {
                            continue;
                        }
                        settings.traversal = info.traversal;
                        EXPECT_EQ(renderer.render(view.camera, 37, 29, settings).rgba, expected.rgba)
                            << info.name << " " << view.name << " " << name_of(backend) << " " << name_of(edges) << " "
                            << name_of(classification);
                    }
                }
            }
        }
    }
}

TEST(Labels, leaves_are_empty_where_the_function_of_their_label_is) {
    const std::array<int, 3> dims{64, 32, 32};
    const Volume volume = volume_of(dims, ScalarType::u8, [](int x, int, int) { return x % 32 < 16 ? 50 : 200; });
    const Volume labels = slab_labels(dims, 32);
    VolumeRenderer renderer(test_device(), volume, one_pixel_backend());
    renderer.set_transfer(ramp(150.0, {1, 1, 1}));
    TransferFunction low = ramp(0.0, {1, 0, 0});
    low.opacities = {{90.0, 0.5}, {110.0, 0.0}};
    RenderSettings settings;
    settings.traversal = Traversal::octant_distance_map;
    settings.leaf_size = 2;
    const auto share = [&](const std::vector<LabelStyle> &of) {
        renderer.set_labels(&labels, of);
        return renderer.occupied_share(camera_of(volume), 16, 16, settings);
    };
    EXPECT_NEAR(share({{}, {}}), 0.5, 0.07);
    EXPECT_NEAR(share({{1.0f, {}, low}, {0.0f, {}, {}}}), 0.25, 0.07);
    EXPECT_NEAR(share({{0.0f, {}, low}, {1.0f, {}, {}}}), 0.25, 0.07);
    EXPECT_NEAR(share({{1.0f, {}, low}, {1.0f, {}, {}}}), 0.5, 0.07);
    renderer.set_transfer(ramp(250.0, {1, 1, 1}));
    EXPECT_NEAR(share({{1.0f, {}, low}, {1.0f, {}, {}}}), 0.25, 0.07);
}

TEST(Labels, a_slab_has_the_opacity_of_its_function) {
    const std::array<int, 3> dims{33, 33, 17};
    const Volume volume = filled_volume(dims, 100);
    const Volume labels = volume_of(dims, ScalarType::u8, [](int, int, int z) { return z < 8 ? 0 : 1; });
    Camera camera;
    camera.target = volume.grid().center();
    camera.eye = camera.target + glm::dvec3(0, 0, 1000);
    camera.fov = 0.5;
    RenderSettings settings;
    settings.shading = Shading::none;
    settings.opacity_cutoff = 1.0;
    settings.step = 0.25;
    const double through[] = {std::pow(0.98, 7.5), std::pow(0.9, 8.5)}; // the border lies in the middle
    for (const Classification classification : {Classification::post, Classification::pre}) {
        settings.classification = classification;
        for (const LabelEdges edges : values_of<LabelEdges>()) {
            settings.label_edges = edges;
            for (const SamplingBackend backend : test_backends()) {
                VolumeRenderer renderer(test_device(), volume, backend);
                renderer.set_transfer(constant_transfer(0.02, {1, 0, 0}));
                renderer.set_labels(&labels, {{}, {1.0f, {}, constant_transfer(0.1, {0, 1, 0})}});
                const Image image = renderer.render(camera, 5, 5, settings);
                const double tolerated = classification == Classification::pre ? 4.0 : 1.5; // opacities of 8 bits
                EXPECT_NEAR(image.pixel(2, 2)[0], 255.0 * (1.0 - through[0]) * through[1], tolerated)
                    << name_of(edges) << " " << name_of(classification) << " " << name_of(backend);
                EXPECT_NEAR(image.pixel(2, 2)[1], 255.0 * (1.0 - through[1]), tolerated)
                    << name_of(edges) << " " << name_of(classification) << " " << name_of(backend);
            }
        }
    }
}

/// Distances of the picture's silhouette from that of a ball, in voxels: their mean size.
double silhouette_error(const Image &image, double pixels_per_voxel, double radius) {
    double sum = 0.0;
    constexpr int directions = 180;
    const glm::dvec2 middle(0.5 * (image.width - 1), 0.5 * (image.height - 1));
    for (int i = 0; i < directions; ++i) {
        const double angle = 2.0 * 3.14159265358979 * i / directions;
        double away = (radius + 3.0) * pixels_per_voxel;
        const auto value = [&](double r) { // between pixels
            const glm::dvec2 at = middle + r * glm::dvec2(std::cos(angle), std::sin(angle));
            const glm::ivec2 low(at);
            const glm::dvec2 share = at - glm::dvec2(low);
            const auto row = [&](int y) {
                return glm::mix(double(image.pixel(low.x, y)[0]), double(image.pixel(low.x + 1, y)[0]), share.x);
            };
            return glm::mix(row(low.y), row(low.y + 1), share.y);
        };
        while (away > 0.0 && value(away) < 127.5) {
            away -= 0.05;
        }
        sum += std::abs(away / pixels_per_voxel - radius);
    }
    return sum / directions;
}

TEST(Labels, a_ball_of_voxels_has_a_round_silhouette) {
    constexpr double radius = 15.3, pixels_per_voxel = 4.0;
    const std::array<int, 3> dims{48, 48, 48};
    const glm::dvec3 center(23.3, 23.7, 22.9);
    const Volume volume = filled_volume(dims, 200);
    const Volume labels = volume_of(dims, ScalarType::u8, [&](int x, int y, int z) {
        return glm::distance(glm::dvec3(x, y, z), center) <= radius ? 1 : 0;
    });
    VolumeRenderer renderer(test_device(), volume);
    renderer.set_transfer(constant_transfer(0.5, {1, 1, 1}));
    renderer.set_labels(&labels, {{0.0f, {}, {}}, {}});
    RenderSettings settings;
    settings.shading = Shading::none;
    settings.traversal = default_traversal(SamplingBackend::buffer);
    // A ray through so much of it is half opaque.
    const double chord = 1.0, seen = std::sqrt(radius * radius - chord * chord / 4.0);
    for (const glm::dvec3 &direction : {glm::dvec3(0, 0, 1), glm::normalize(glm::dvec3(0.3, 0.5, 0.8))}) {
        Camera camera;
        camera.target = center;
        camera.eye = camera.target + 2000.0 * direction;
        constexpr int size = 161;
        camera.fov = glm::degrees(2.0 * std::atan(0.5 * size / pixels_per_voxel / 2000.0));
        double errors[2] = {};
        for (const LabelEdges edges : values_of<LabelEdges>()) {
            settings.label_edges = edges;
            errors[static_cast<int>(edges)] =
                silhouette_error(renderer.render(camera, size, size, settings), pixels_per_voxel, seen);
        }
        RecordProperty("nearest", fmt::format("{:.3f}", errors[0]));
        RecordProperty("smooth", fmt::format("{:.3f}", errors[1]));
        EXPECT_LT(errors[1], 0.5 * errors[0]) << errors[0] << " and smooth " << errors[1];
    }
}

TEST(Labels, bricks_show_what_the_whole_volume_does) {
    const std::array<int, 3> dims{90, 70, 66};
    const Volume volume = blob_volume(dims, ScalarType::u8), labels = block_labels(dims);
    const Camera camera = camera_of(volume);
    const auto read = [&volume](const VoxelBox &box, std::span<std::byte> voxels) { read_box(volume, box, voxels); };
    const SamplingBackend backend = one_pixel_backend();
    VolumeRenderer whole(test_device(), volume, backend);
    for (const std::uint64_t slots : {std::uint64_t{0}, std::uint64_t{4}}) {
        const BrickVoxels bricks{volume.header(), volume.range(), read, {}, slots, {32}};
        VolumeRenderer drawn(DeviceVolume(test_device(), bricks, backend));
        for (VolumeRenderer *renderer : {&whole, &drawn}) {
            renderer->set_transfer(smooth_transfer());
            renderer->set_labels(&labels, styles());
        }
        for (const LabelEdges edges : values_of<LabelEdges>()) {
            for (const Classification classification : {Classification::post, Classification::pre}) {
                RenderSettings settings;
                settings.label_edges = edges;
                settings.classification = classification;
                settings.traversal = Traversal::octant_distance_map;
                EXPECT_EQ(drawn.render(camera, 40, 30, settings).rgba, whole.render(camera, 40, 30, settings).rgba)
                    << slots << " " << name_of(edges) << " " << name_of(classification);
            }
        }
    }
}

TEST(Labels, an_edit_of_a_function_is_seen_at_once) {
    const std::array<int, 3> dims{25, 23, 27};
    const Volume volume = blob_volume(dims, ScalarType::u8), labels = block_labels(dims);
    const Camera camera = camera_of(volume);
    for (const Classification classification : {Classification::post, Classification::pre}) {
        RenderSettings settings;
        settings.traversal = Traversal::octant_distance_map;
        settings.classification = classification;
        std::vector<LabelStyle> edited = styles();
        edited[3].transfer->opacities = {{150.0, 0.0}, {255.0, 0.9}};
        const auto fresh = [&](const std::vector<LabelStyle> &of) {
            VolumeRenderer renderer(test_device(), volume, one_pixel_backend());
            renderer.set_labels(&labels, of);
            return renderer.render(camera, 32, 24, settings).rgba;
        };
        VolumeRenderer renderer(test_device(), volume, one_pixel_backend());
        for (const std::vector<LabelStyle> &of : {styles(), edited, {{0.5f, {}, {}}}, styles()}) {
            renderer.set_labels(&labels, of);
            EXPECT_EQ(renderer.render(camera, 32, 24, settings).rgba, fresh(of)) << name_of(classification);
        }
        EXPECT_NE(fresh(styles()), fresh(edited));
        const StageCounts made = renderer.stage_counts();
        (void)renderer.render(camera, 32, 24, settings);
        EXPECT_EQ(renderer.stage_counts(), made) << "nothing was edited";
    }
}

TEST(Labels, what_cannot_be_drawn_is_refused) {
    const std::array<int, 3> dims{9, 9, 9};
    const Volume volume = filled_volume(dims, 100), labels = block_labels(dims);
    VolumeRenderer renderer(test_device(), volume, one_pixel_backend());
    renderer.set_labels(&labels, styles());
    const auto refused = [&](const std::function<void(RenderSettings &)> &change) {
        RenderSettings settings;
        change(settings);
        EXPECT_THROW((void)renderer.render(camera_of(volume), 8, 8, settings), UsageError);
    };
    refused([](RenderSettings &s) { s.classification = Classification::preintegrated; });
    refused([](RenderSettings &s) { s.blend = Blend::mip; });
    std::vector<LabelStyle> many;
    for (int i = 0; i < LABEL_FUNCTIONS; ++i) {
        many.push_back({1.0f, {}, ramp(10.0 * i, {1, 1, 1})});
    }
    EXPECT_THROW(renderer.set_labels(&labels, many), UsageError);
    many.front().visibility = 0.0f; // whose function nobody sees
    renderer.set_labels(&labels, many);
    TransferFunction plane = smooth_transfer();
    plane.widgets = {{WidgetShape::triangle, 0.2, 0.8, 0.0, 0.2, {0.9, 0.6, 0.1}, 0.5}};
    renderer.set_labels(&labels, {{1.0f, {}, plane}});
    refused([](RenderSettings &) {});
    renderer.set_labels(&labels, styles());
    renderer.add_channel(volume);
    refused([](RenderSettings &) {});
}

} // namespace
} // namespace voxmarch
