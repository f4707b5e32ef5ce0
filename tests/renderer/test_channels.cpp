// Volumes of several channels: closed forms, the reference, skipping, and what an edit makes anew.
#include "device_fixture.h"
#include "renderer/views.h"

#include <fmt/format.h>

namespace voxmarch {
namespace {

constexpr ChannelBlend mixes[] = {ChannelBlend::opacity, ChannelBlend::additive, ChannelBlend::maximum};

Camera along_z(const Grid &grid) {
    Camera camera;
    camera.target = grid.center();
    camera.eye = camera.target + glm::dvec3(0, 0, 1000);
    camera.fov = 0.5;
    return camera;
}

/// One colour that appears in the upper part of the range.
TransferFunction colored(glm::dvec3 color, double begin = 0.4, double opacity = 0.5) {
    TransferFunction transfer;
    transfer.name = "coloured";
    transfer.colors = {{0.0, 0.2 * color}, {1.0, color}};
    transfer.opacities = {{begin, 0.0}, {1.0, opacity}};
    return transfer;
}

/// Two to four channels of any type, each with a function of its own.
struct Channels {
    std::vector<Volume> volumes;
    std::vector<TransferFunction> transfers;

    const Grid &grid() const { return volumes[0].grid(); }

    std::unique_ptr<VolumeRenderer> renderer(SamplingBackend backend) const {
        auto made = std::make_unique<VolumeRenderer>(test_device(), volumes[0], backend);
        for (std::size_t i = 1; i < volumes.size(); ++i) {
            made->add_channel(volumes[i]);
        }
        for (std::size_t i = 0; i < transfers.size(); ++i) {
            made->set_transfer(transfers[i], {}, static_cast<int>(i));
        }
        return made;
    }

    ReferenceScene reference(const Camera &camera, const RenderSettings &settings) const {
        const auto over = [&](std::size_t i) {
            return over_values(transfers[i], default_window(volumes[i].type(), volumes[i].range()));
        };
        ReferenceScene scene{&volumes[0], over(0), camera, settings};
        for (std::size_t i = 1; i < volumes.size(); ++i) {
            scene.channels.push_back({&volumes[i], over(i)});
        }
        return scene;
    }
};

/// Blobs that differ in place, of one type or of three.
Channels blobs(std::array<int, 3> dims, bool mixed_types, std::size_t count = 3) {
    const glm::dvec3 colors[] = {{0.2, 1.0, 0.1}, {1.0, 0.1, 0.9}, {1.0, 0.8, 0.1}, {0.1, 0.8, 1.0}};
    const ScalarType types[] = {ScalarType::u8, ScalarType::f32, ScalarType::i16, ScalarType::u16};
    Channels channels;
    for (std::size_t i = 0; i < count; ++i) {
        channels.volumes.push_back(
            blob_volume(dims, mixed_types ? types[i] : ScalarType::u8, static_cast<unsigned>(i) + 5));
        channels.transfers.push_back(colored(colors[i], 0.5 + 0.1 * double(i)));
    }
    return channels;
}

Channels constants(const std::vector<int> &values, double opacity) {
    const glm::dvec3 colors[] = {{1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {0.0, 0.0, 1.0}, {1.0, 1.0, 1.0}};
    Channels channels;
    for (std::size_t i = 0; i < values.size(); ++i) {
        channels.volumes.push_back(filled_volume({33, 33, 17}, static_cast<std::uint8_t>(values[i])));
        channels.transfers.push_back(constant_transfer(opacity * double(i + 1), colors[i]));
    }
    return channels;
}

TEST(Channels, constant_media_have_the_exact_opacity_and_colour) {
    for (const std::size_t count : {std::size_t{2}, std::size_t{4}}) {
        const Channels channels = constants(std::vector<int>(count, 100), 0.01);
        RenderSettings settings;
        settings.shading = Shading::none;
        settings.opacity_cutoff = 1.0;
        for (const double step : {1.0, 0.5}) {
            settings.step = step;
            for (const SamplingBackend backend : test_backends()) {
                const Image image = channels.renderer(backend)->render(along_z(channels.grid()), 5, 5, settings);
                double through = 1.0, sum = 0.0;
                for (std::size_t i = 0; i < count; ++i) {
                    through *= std::pow(1.0 - 0.01 * double(i + 1), 16.0);
                    sum += correct_opacity(0.01 * double(i + 1), step);
                }
                for (std::size_t i = 0; i < 3; ++i) {
                    double share = i < count ? correct_opacity(0.01 * double(i + 1), step) : 0.0;
                    share += count == 4 ? correct_opacity(0.04, step) : 0.0; // white
                    EXPECT_NEAR(image.pixel(2, 2)[i], 255.0 * (1.0 - through) * share / sum, 1.0)
                        << count << " " << step << " " << name_of(backend) << " " << i;
                }
            }
        }
    }
}

TEST(Channels, blends_are_those_of_matter_of_light_and_of_the_strongest) {
    const Channels channels = constants({100, 100}, 0.02); // red, and green twice as strong
    RenderSettings settings;
    settings.shading = Shading::none;
    settings.opacity_cutoff = 1.0;
    settings.step = 1.0;
    const double matter = 1.0 - std::pow(0.98 * 0.96, 16.0), green = 1.0 - std::pow(0.96, 16.0);
    const glm::dvec2 expected[] = {{matter / 3.0, matter * 2.0 / 3.0}, {matter / 2.0, matter}, {0.0, green}};
    for (std::size_t i = 0; i < 3; ++i) {
        settings.channel_blend = mixes[i];
        for (const Classification classification : {Classification::post, Classification::pre}) {
            settings.classification = classification;
            for (const SamplingBackend backend : test_backends()) {
                const Image image = channels.renderer(backend)->render(along_z(channels.grid()), 5, 5, settings);
                const double rounding = classification == Classification::pre ? 4.0 : 1.0; // of opacities to 8 bits
                EXPECT_NEAR(image.pixel(2, 2)[0], 255.0 * expected[i].x, rounding) << name_of(mixes[i]);
                EXPECT_NEAR(image.pixel(2, 2)[1], 255.0 * expected[i].y, 2.0 * rounding) << name_of(mixes[i]);
                EXPECT_EQ(image.pixel(2, 2)[2], 0);
            }
        }
    }
}

TEST(Channels, match_the_reference) {
    for (const bool mixed_types : {false, true}) {
        const Channels channels = blobs({15, 13, 17}, mixed_types);
        const Camera camera = standard_view(channels.grid());
        for (const ChannelBlend blend : mixes) {
            for (int look = 0; look < (blend == ChannelBlend::opacity ? 4 : 1); ++look) {
                RenderSettings settings;
                settings.channel_blend = blend;
                settings.classification = look == 1 ? Classification::pre : Classification::post;
                settings.shading = look == 0 ? Shading::none : Shading::phong;
                settings.gradient = look == 3 ? Gradient::on_the_fly : Gradient::sobel;
                const Image expected = reference_render(channels.reference(camera, settings), 24, 18);
                for (const SamplingBackend backend : quick_backends()) {
                    const Image drawn = channels.renderer(backend)->render(camera, 24, 18, settings);
                    // Where an opacity is one of two roundings to 8 bits, its normal may be another one.
                    const ImageDifference difference =
                        compare(drawn, expected, tolerance(backend) + (look > 0 ? 2 : 0));
                    EXPECT_LE(difference.pixels_above, look > 0 ? 2u : 0u)
                        << name_of(blend) << " look " << look << " " << name_of(backend) << " types " << mixed_types
                        << ": " << difference.largest;
                }
            }
        }
    }
}

TEST(Channels, nothing_is_lost_by_skipping) {
    const Channels channels = blobs({37, 33, 41}, false);
    for (const SamplingBackend backend : quick_backends()) {
        const auto renderer = channels.renderer(backend);
        for (const NamedView &view : views_around(channels.volumes[0])) {
            for (const Classification classification : {Classification::post, Classification::pre}) {
                RenderSettings settings;
                settings.classification = classification;
                for (const unsigned visible : {7u, 5u, 2u}) {
                    renderer->show_channels(visible);
                    settings.traversal = Traversal::none;
                    const Image expected = renderer->render(view.camera, 37, 29, settings);
                    for (const TraversalInfo &info : traversals) {
                        const bool other_kernels = backend == SamplingBackend::packet && !info.packets;
                        // Pre-classified ones are drawn as one volume is; which are seen is no concern of the loops.
                        const bool seldom = (classification == Classification::pre || visible != 7u) &&
                                            info.traversal != Traversal::octant_distance_map &&
                                            info.traversal != Traversal::first_approach;
                        if (other_kernels || seldom || (info.persistent && !test_device().info().long_loops)) {
                            continue;
                        }
                        settings.traversal = info.traversal;
                        EXPECT_EQ(renderer->render(view.camera, 37, 29, settings).rgba, expected.rgba)
                            << info.name << " " << view.name << " " << name_of(backend) << " " << visible;
                    }
                }
            }
        }
    }
}

TEST(Channels, occupancy_is_the_union) {
    const std::array<int, 3> dims{64, 32, 32};
    const auto half = [&](bool left) {
        return volume_of(dims, ScalarType::u8, [&](int x, int, int) { return (x < 32) == left ? 200 : 0; });
    };
    Channels channels;
    channels.volumes.push_back(half(true));
    channels.volumes.push_back(half(false));
    channels.transfers = {colored({1, 0, 0}), colored({0, 1, 0})};
    const auto renderer = channels.renderer(one_pixel_backend());
    RenderSettings settings;
    settings.traversal = Traversal::octant_distance_map;
    const auto share = [&](unsigned visible) {
        renderer->show_channels(visible);
        return renderer->occupied_share(standard_view(channels.grid()), 16, 16, settings);
    };
    EXPECT_NEAR(share(1), 0.5, 0.07);
    EXPECT_NEAR(share(2), 0.5, 0.07);
    EXPECT_EQ(share(3), 1.0);
    EXPECT_EQ(share(0), 0.0);
}

TEST(Channels, the_strongest_of_one_visible_channel_is_that_channel_alone) {
    const Channels channels = blobs({29, 31, 27}, true);
    RenderSettings settings;
    settings.channel_blend = ChannelBlend::maximum;
    settings.shading = Shading::none;
    for (const SamplingBackend backend : quick_backends()) {
        const auto renderer = channels.renderer(backend);
        for (std::size_t i = 0; i < 3; ++i) {
            renderer->show_channels(1u << i);
            const Camera camera = standard_view(channels.grid());
            const TestScene alone{&channels.volumes[i], channels.transfers[i], camera, settings};
            // Tables lie in other memory, and are read by other code: the rounding of a byte may differ.
            EXPECT_LE(compare(renderer->render(camera, 40, 30, settings), render_on_device(alone, backend)).largest, 1)
                << name_of(backend) << " " << i;
        }
    }
}

TEST(Channels, light_and_labels_are_those_of_all) {
    const Channels channels = blobs({21, 23, 19}, false, 2);
    const Camera camera = standard_view(channels.grid());
    const Volume labels = slab_labels({21, 23, 19}, 5);
    const std::vector<LabelStyle> styles{{1.0f, {}}, {0.0f, {}}, {0.5f, glm::vec3(1, 0, 0)}, {1.0f, {}}, {1.0f, {}}};
    RenderSettings settings;
    settings.shading = Shading::none;
    settings.shadows = Shadows::full;
    settings.shadow_method = ShadowMethod::marched;
    settings.light.direction = {1.0, 2.0, 1.5};
    ReferenceScene scene = channels.reference(camera, settings);
    scene.labels = &labels;
    scene.label_styles = styles;
    const Image expected = reference_render(scene, 16, 12);
    for (const SamplingBackend backend : quick_backends()) {
        const auto renderer = channels.renderer(backend);
        renderer->set_labels(&labels, styles);
        settings.traversal = Traversal::none;
        const Image drawn = renderer->render(camera, 16, 12, settings);
        EXPECT_EQ(compare(drawn, expected, tolerance(backend) + 1).pixels_above, 0u) << name_of(backend);
        settings.traversal = default_traversal(backend);
        EXPECT_EQ(renderer->render(camera, 16, 12, settings).rgba, drawn.rgba) << name_of(backend);
    }
}

TEST(Channels, projections_are_added) {
    const Channels channels = blobs({25, 23, 27}, true);
    const Camera camera = standard_view(channels.grid());
    for (const Blend blend : {Blend::mip, Blend::average}) {
        RenderSettings settings;
        settings.blend = blend;
        settings.traversal = Traversal::for_for;
        for (const SamplingBackend backend : quick_backends()) {
            const auto renderer = channels.renderer(backend);
            renderer->show_channels(5);
            const Image drawn = renderer->render(camera, 40, 30, settings);
            Image alone[2];
            for (const int i : {0, 1}) {
                const auto one = static_cast<std::size_t>(2 * i);
                alone[i] =
                    render_on_device({&channels.volumes[one], channels.transfers[one], camera, settings}, backend);
            }
            for (std::size_t i = 0; i < drawn.rgba.size(); ++i) {
                if (i % 4 < 3) {
                    ASSERT_NEAR(drawn.rgba[i], std::min(255, alone[0].rgba[i] + alone[1].rgba[i]), 2.0)
                        << name_of(blend) << " " << name_of(backend);
                }
            }
        }
    }
}

TEST(Channels, colours_of_voxels_are_their_own) {
    const std::array<int, 3> dims{16, 16, 16};
    Channels channels;
    for (int i = 0; i < 4; ++i) {
        channels.volumes.push_back(volume_of(dims, ScalarType::u8, [&](int x, int y, int z) {
            return i == 0 ? 15 * x : i == 1 ? 15 * y : i == 2 ? 15 * z : x < 8 ? 0 : 255;
        }));
        channels.transfers.push_back(colored({1, 1, 1}, 0.2, 0.8));
    }
    const Camera camera = standard_view(channels.grid());
    for (const ChannelBlend blend : {ChannelBlend::rgb, ChannelBlend::rgba}) {
        for (const Shading shading : {Shading::none, Shading::phong}) {
            RenderSettings settings;
            settings.channel_blend = blend;
            settings.shading = shading;
            RenderSettings classified = settings;
            classified.classification = Classification::pre;
            const Image expected = reference_render(channels.reference(camera, classified), 24, 18);
            for (const SamplingBackend backend : quick_backends()) {
                const auto renderer = channels.renderer(backend);
                settings.traversal = Traversal::none;
                const Image drawn = renderer->render(camera, 24, 18, settings);
                EXPECT_LE(compare(drawn, expected, tolerance(backend) + 1).pixels_above, 1u)
                    << name_of(blend) << " " << name_of(shading) << " " << name_of(backend);
                settings.traversal = default_traversal(backend);
                EXPECT_EQ(renderer->render(camera, 24, 18, settings).rgba, drawn.rgba);
            }
        }
    }
}

TEST(Channels, an_edit_makes_anew_what_depends_on_it) {
    const Channels channels = blobs({25, 23, 27}, false);
    const auto renderer = channels.renderer(one_pixel_backend());
    const Camera camera = standard_view(channels.grid());
    RenderSettings settings;
    settings.traversal = Traversal::octant_distance_map;
    const Image first = renderer->render(camera, 32, 24, settings);
    const StageCounts before = renderer->stage_counts();

    TransferFunction edited = channels.transfers[1];
    edited.colors = {{0.0, {0.0, 0.0, 0.1}}, {1.0, {0.0, 0.0, 1.0}}};
    renderer->set_transfer(edited, {}, 1);
    const Image recolored = renderer->render(camera, 32, 24, settings);
    EXPECT_NE(recolored.rgba, first.rgba);
    StageCounts after = renderer->stage_counts();
    EXPECT_EQ(after.tables, before.tables + 1);
    after.tables = before.tables;
    EXPECT_EQ(after, before) << "colours move no leaf";

    edited.opacities = {{0.8, 0.0}, {1.0, 0.9}};
    renderer->set_transfer(edited, {}, 1);
    EXPECT_NE(renderer->render(camera, 32, 24, settings).rgba, recolored.rgba);
    after = renderer->stage_counts();
    EXPECT_EQ(after.leaf_ranges, before.leaf_ranges);
    EXPECT_EQ(after.occupancy, before.occupancy + 1);
    EXPECT_EQ(after.normals, before.normals + 1);

    (void)renderer->render(standard_view(channels.grid()), 32, 24, settings);
    EXPECT_EQ(renderer->stage_counts(), after) << "nothing was edited";
    Channels same = blobs({25, 23, 27}, false);
    same.transfers[1] = edited;
    EXPECT_EQ(same.renderer(one_pixel_backend())->render(camera, 32, 24, settings).rgba,
              renderer->render(camera, 32, 24, settings).rgba);
}

TEST(Channels, what_cannot_be_drawn_is_refused) {
    Channels channels = blobs({9, 9, 9}, false, 2);
    const auto renderer = channels.renderer(one_pixel_backend());
    const Camera camera = standard_view(channels.grid());
    const auto refused = [&](const std::function<void(RenderSettings &)> &change) {
        RenderSettings settings;
        change(settings);
        EXPECT_THROW((void)renderer->render(camera, 8, 8, settings), UsageError);
    };
    refused([](RenderSettings &s) { s.classification = Classification::preintegrated; });
    refused([](RenderSettings &s) { s.channel_blend = ChannelBlend::rgb; });
    refused([](RenderSettings &s) { s.adaptive_step = true; });
    EXPECT_THROW(renderer->add_channel(filled_volume({9, 9, 8}, 1)), UsageError);
    renderer->add_channel(filled_volume({9, 9, 9}, 1));
    renderer->add_channel(filled_volume({9, 9, 9}, 1));
    EXPECT_THROW(renderer->add_channel(filled_volume({9, 9, 9}, 1)), UsageError);
}

} // namespace
} // namespace voxmarch
