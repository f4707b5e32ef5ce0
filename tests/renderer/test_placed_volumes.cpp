// Volumes that have grids of their own: rotated copies of each other, closed forms, the reference, and skipping.
#include "device_fixture.h"
#include "renderer/views.h"
#include "volume/common_grid.h"

#include <fmt/format.h>
#include <glm/gtc/matrix_transform.hpp>

namespace voxmarch {
namespace {

TransferFunction colored(glm::dvec3 color, double begin = 0.4, double opacity = 0.5) {
    TransferFunction transfer;
    transfer.name = "coloured";
    transfer.colors = {{0.0, 0.2 * color}, {1.0, color}};
    transfer.opacities = {{begin, 0.0}, {1.0, opacity}};
    return transfer;
}

glm::dmat3 turn(double degrees, glm::dvec3 axis) {
    return glm::dmat3(glm::rotate(glm::dmat4(1.0), glm::radians(degrees), glm::normalize(axis)));
}

/// A smooth field of the world, in (0, 1).
double field(glm::dvec3 p, double phase = 0.0) {
    return 0.5 + (std::sin(0.31 * p.x + phase) + std::sin(0.27 * p.y + 1.0 - phase) + std::sin(0.35 * p.z + 2.0)) / 6.2;
}

/// The field at the voxels of a grid, over the whole range of an unsigned type.
Volume sampled(const Grid &grid, ScalarType type, double phase = 0.0, double frequency = 1.0) {
    VolumeHeader header;
    header.grid = grid;
    header.type = type;
    header.name = "field";
    const double full = type == ScalarType::u8 ? 255.0 : type == ScalarType::u16 ? 65535.0 : 1.0;
    return volume_of(header, [&](int x, int y, int z) {
        return full * field(frequency * glm::dvec3(grid.world_from_voxel() * glm::dvec4(x, y, z, 1.0)), phase);
    });
}

Grid grid_of(std::array<int, 3> dims, glm::dvec3 spacing, glm::dvec3 center,
             const glm::dmat3 &direction = glm::dmat3(1.0)) {
    Grid grid;
    grid.dims = dims;
    grid.spacing = spacing;
    grid.direction = direction;
    grid.origin = center - direction * (0.5 * grid.extent());
    return grid;
}

/// One to four volumes on the grid of the finest.
struct Placed {
    std::vector<Volume> volumes;
    std::vector<TransferFunction> transfers;
    CommonGrid common;

    void place(const CommonGridLimits &limits = {}) {
        std::vector<VolumeToPlace> all;
        for (const Volume &volume : volumes) {
            all.push_back({volume.header()});
        }
        std::vector<Note> notes;
        common = common_grid(all, limits, notes);
    }

    std::unique_ptr<VolumeRenderer> renderer(SamplingBackend backend) const {
        auto made = std::make_unique<VolumeRenderer>(test_device(), volumes[0], backend);
        made->place(common.grid, common.places[0]);
        for (std::size_t i = 1; i < volumes.size(); ++i) {
            made->add_volume(volumes[i], common.places[i]);
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
        scene.common = &common;
        return scene;
    }
};

/// A fine one, a coarse one that is turned and reaches beyond it, and two that lie in parts of it.
Placed mixed(std::size_t count) {
    Placed placed;
    placed.volumes.push_back(sampled(grid_of({19, 17, 15}, {1.0, 1.0, 1.0}, {0, 0, 0}), ScalarType::u8));
    placed.volumes.push_back(
        sampled(grid_of({9, 10, 8}, {2.1, 1.9, 2.5}, {3.0, -2.0, 1.0}, turn(27.0, {1, 2, -1})), ScalarType::f32, 1.0));
    placed.volumes.push_back(
        sampled(grid_of({7, 6, 5}, {1.3, 1.3, 3.0}, {-4.0, 2.0, 0.0}, turn(-70.0, {0, 1, 1})), ScalarType::u16, 2.0));
    placed.volumes.push_back(sampled(grid_of({5, 4, 6}, {1.5, 2.0, 1.5}, {3.0, 3.0, 2.0}), ScalarType::u8, 3.0));
    placed.volumes.erase(placed.volumes.begin() + static_cast<std::ptrdiff_t>(count), placed.volumes.end());
    const glm::dvec3 colors[] = {{0.2, 1.0, 0.1}, {1.0, 0.1, 0.9}, {1.0, 0.8, 0.1}, {0.1, 0.8, 1.0}};
    for (std::size_t i = 0; i < count; ++i) {
        placed.transfers.push_back(colored(colors[i], 0.45 + 0.05 * double(i), 0.35));
    }
    placed.place();
    return placed;
}

TEST(PlacedVolumes, a_rotated_copy_looks_like_the_original) {
    // The copy holds the original's box whatever the turn, so that only interpolation differs.
    const Grid grid = grid_of({41, 37, 39}, {0.5, 0.5, 0.5}, {1, 2, 3});
    const Volume original = sampled(grid, ScalarType::f32, 0.0, 0.4);
    const Camera camera = standard_view(grid);
    for (const double degrees : {90.0, 33.0}) {
        const Grid turned = grid_of({74, 74, 74}, {0.49, 0.5, 0.48}, {1, 2, 3}, turn(degrees, {1, -2, 3}));
        const Volume copy = sampled(turned, ScalarType::f32, 0.0, 0.4);
        const glm::dmat4 place = glm::inverse(turned.world_from_voxel()) * grid.world_from_voxel();
        for (const Shading shading : {Shading::none, Shading::phong}) {
            RenderSettings settings;
            settings.shading = shading;
            settings.gradient = Gradient::on_the_fly;
            settings.clip_low = glm::dvec3(0.1); // gradients at the original's faces know no values beyond them
            settings.clip_high = glm::dvec3(0.9);
            for (const SamplingBackend backend : quick_backends()) {
                const ValueRange window{0.0, 1.0};
                VolumeRenderer as_it_is(test_device(), original, backend), placed(test_device(), copy, backend);
                as_it_is.place(grid, {}); // as channels are shaded: by their opacity
                as_it_is.add_channel(filled_volume(grid.dims, 0));
                placed.place(grid, {place});
                as_it_is.set_transfer(colored({1, 0.6, 0.3}), window);
                as_it_is.set_transfer(constant_transfer(0.0), {}, 1);
                placed.set_transfer(colored({1, 0.6, 0.3}), window);
                const ImageDifference difference =
                    compare(as_it_is.render(camera, 48, 36, settings), placed.render(camera, 48, 36, settings), 2);
                EXPECT_EQ(difference.pixels_above, 0u)
                    << degrees << " " << name_of(shading) << " " << name_of(backend) << ": " << difference.largest;
            }
        }
    }
}

TEST(PlacedVolumes, the_same_grid_is_drawn_as_channels_are) {
    const Grid grid = grid_of({21, 19, 23}, {1.0, 1.5, 1.0}, {4, 5, 6});
    const Volume first = sampled(grid, ScalarType::u8), second = sampled(grid, ScalarType::f32, 2.0);
    const Camera camera = standard_view(grid);
    std::vector<Note> notes;
    const CommonGrid common = common_grid(std::vector<VolumeToPlace>{{first.header()}, {second.header()}}, {}, notes);
    EXPECT_TRUE(notes.empty());
    for (const SamplingBackend backend : test_backends()) {
        VolumeRenderer channels(test_device(), first, backend), volumes(test_device(), first, backend);
        channels.add_channel(second);
        volumes.place(common.grid, common.places[0]);
        volumes.add_volume(second, common.places[1]);
        for (VolumeRenderer *renderer : {&channels, &volumes}) {
            renderer->set_transfer(colored({1, 0, 0}), {}, 0);
            renderer->set_transfer(colored({0, 1, 0}), {}, 1);
        }
        EXPECT_EQ(channels.render(camera, 40, 30, {}).rgba, volumes.render(camera, 40, 30, {}).rgba)
            << name_of(backend);
    }
}

TEST(PlacedVolumes, beside_its_box_a_volume_is_nothing) {
    // A full cube of 8 mm in the middle of an empty one of 32: a ray through it meets 8 mm of matter.
    Placed placed;
    const Grid grid = grid_of({33, 33, 33}, {1, 1, 1}, {0, 0, 0});
    VolumeHeader header;
    header.grid = grid;
    placed.volumes.push_back(volume_of(header, [](int, int, int) { return 0.0; }));
    header.grid = grid_of({5, 5, 5}, {2, 2, 2}, {0, 0, 0}, turn(90.0, {0, 0, 1}));
    placed.volumes.push_back(volume_of(header, [](int, int, int) { return 200.0; }));
    placed.transfers = {constant_transfer(0.0), constant_transfer(0.05, {1, 1, 1})};
    placed.place();
    EXPECT_EQ(placed.common.grid.dims, grid.dims);
    Camera camera;
    camera.target = {0, 0, 0};
    camera.eye = {0, 0, 1000};
    camera.fov = glm::degrees(2.0 * std::atan(16.5 / 1000.0));
    RenderSettings settings;
    settings.shading = Shading::none;
    settings.opacity_cutoff = 1.0;
    for (const double step : {1.0, 0.5}) {
        settings.step = step;
        for (const SamplingBackend backend : test_backends()) {
            const Image image = placed.renderer(backend)->render(camera, 33, 33, settings);
            // Samples in the middles of steps: with steps of a whole voxel, those at 4 and at -4 mm do not count.
            EXPECT_NEAR(image.pixel(16, 16)[0], 255.0 * (1.0 - std::pow(0.95, 8.0)), 1.0) << name_of(backend) << step;
            EXPECT_NEAR(image.pixel(13, 19)[0], 255.0 * (1.0 - std::pow(0.95, 8.0)), 1.0) << name_of(backend) << step;
            EXPECT_EQ(image.pixel(10, 16)[0], 0) << name_of(backend) << step;
            EXPECT_EQ(image.pixel(16, 22)[0], 0) << name_of(backend) << step;
        }
    }
}

TEST(PlacedVolumes, match_the_reference) {
    for (const std::size_t count : {std::size_t{2}, std::size_t{4}}) {
        const Placed placed = mixed(count);
        const Camera camera = standard_view(placed.common.grid);
        for (int look = 0; look < (count == 2 ? 5 : 1); ++look) {
            RenderSettings settings;
            settings.classification = look == 1 || look == 4 ? Classification::pre : Classification::post;
            settings.shading = look == 0 || look == 1 ? Shading::none : Shading::phong;
            settings.gradient = look == 3 ? Gradient::on_the_fly : Gradient::sobel;
            const Image expected = reference_render(placed.reference(camera, settings), 24, 18);
            for (const SamplingBackend backend : quick_backends()) {
                const Image drawn = placed.renderer(backend)->render(camera, 24, 18, settings);
                const ImageDifference difference = compare(drawn, expected, tolerance(backend) + (look > 0 ? 2 : 1));
                EXPECT_LE(difference.pixels_above, look > 1 ? 4u : 1u)
                    << count << " look " << look << " " << name_of(backend) << ": " << difference.largest;
            }
        }
    }
}

TEST(PlacedVolumes, nothing_is_lost_by_skipping) {
    const Placed placed = mixed(3);
    VolumeHeader header;
    header.grid = placed.common.grid;
    const Volume whole = volume_of(header, [](int, int, int) { return 0.0; });
    for (const SamplingBackend backend : quick_backends()) {
        if (backend == SamplingBackend::packet) {
            continue; // drawn by the kernels of the buffer back end
        }
        const auto renderer = placed.renderer(backend);
        for (const NamedView &view : views_around(whole)) {
            for (const unsigned visible : {7u, 6u}) {
                RenderSettings settings;
                settings.leaf_size = 4;
                renderer->show_channels(visible);
                const Image expected = renderer->render(view.camera, 37, 29, settings);
                for (const TraversalInfo &info : traversals) {
                    // Which are seen is no concern of the loops.
                    const bool seldom = visible != 7u && info.traversal != Traversal::octant_distance_map &&
                                        info.traversal != Traversal::first_approach;
                    if (seldom || (info.persistent && !test_device().info().long_loops)) {
                        continue;
                    }
                    settings.traversal = info.traversal;
                    EXPECT_EQ(renderer->render(view.camera, 37, 29, settings).rgba, expected.rgba)
                        << info.name << " " << view.name << " " << name_of(backend) << " " << visible;
                }
            }
        }
        RenderSettings settings;
        settings.classification = Classification::pre;
        const Image expected = renderer->render(standard_view(placed.common.grid), 37, 29, settings);
        settings.traversal = Traversal::octant_distance_map;
        EXPECT_EQ(renderer->render(standard_view(placed.common.grid), 37, 29, settings).rgba, expected.rgba);
    }
}

TEST(PlacedVolumes, leaves_beside_a_volume_are_empty) {
    Placed placed;
    VolumeHeader header;
    header.grid = grid_of({65, 33, 33}, {1, 1, 1}, {0, 0, 0});
    placed.volumes.push_back(volume_of(header, [](int, int, int) { return 0.0; }));
    header.grid = grid_of({9, 9, 9}, {2, 2, 2}, {-16, 0, 0}); // a quarter of the length, halves of the others
    placed.volumes.push_back(volume_of(header, [](int, int, int) { return 200.0; }));
    placed.transfers = {constant_transfer(0.0), constant_transfer(0.05)};
    placed.place();
    RenderSettings settings;
    settings.traversal = Traversal::octant_distance_map;
    settings.leaf_size = 4;
    const auto renderer = placed.renderer(one_pixel_backend());
    const double share = renderer->occupied_share(standard_view(header.grid), 16, 16, settings);
    EXPECT_GE(share, 4.0 * 4.0 * 4.0 / (16.0 * 8.0 * 8.0));
    EXPECT_LE(share, 6.0 * 6.0 * 6.0 / (16.0 * 8.0 * 8.0));
}

TEST(PlacedVolumes, projections_are_those_of_each_in_its_own_box) {
    const Placed placed = mixed(2);
    const Camera camera = standard_view(placed.common.grid);
    for (const Blend blend : {Blend::mip, Blend::average, Blend::minip}) {
        RenderSettings settings;
        settings.blend = blend;
        for (const std::size_t i : {std::size_t{0}, std::size_t{1}}) {
            const ReferenceScene both = placed.reference(camera, settings);
            const CommonGrid own{placed.common.grid, {placed.common.places[i]}};
            ReferenceScene alone{&placed.volumes[i], i == 0 ? both.transfer : both.channels[0].transfer, camera,
                                 settings};
            alone.common = &own;
            const Image expected = reference_render(alone, 24, 18);
            for (const SamplingBackend backend : quick_backends()) {
                const auto renderer = placed.renderer(backend);
                renderer->show_channels(1u << i);
                settings.traversal = Traversal::none;
                const Image drawn = renderer->render(camera, 24, 18, settings);
                const ImageDifference difference = compare(drawn, expected, tolerance(backend) + 1);
                EXPECT_LE(difference.pixels_above, 2u)
                    << name_of(blend) << " " << i << " " << name_of(backend) << ": " << difference.largest;
                settings.traversal = Traversal::for_for;
                EXPECT_EQ(renderer->render(camera, 24, 18, settings).rgba, drawn.rgba) << name_of(blend) << i;
            }
        }
        // Back to composited frames, which have other tables.
        const auto renderer = placed.renderer(one_pixel_backend());
        const Image before = renderer->render(camera, 24, 18, {});
        (void)renderer->render(camera, 24, 18, settings);
        EXPECT_EQ(renderer->render(camera, 24, 18, {}).rgba, before.rgba);
    }
}

TEST(PlacedVolumes, names_are_not_interpolated) {
    // Labels 0 and 10, of which 5 would lie between: seen by interpolation alone.
    Placed placed;
    VolumeHeader header;
    header.grid = grid_of({25, 25, 25}, {1, 1, 1}, {0, 0, 0});
    placed.volumes.push_back(volume_of(header, [](int, int, int) { return 0.0; }));
    header.grid = grid_of({13, 13, 13}, {1.7, 1.7, 1.7}, {0, 0, 0}, turn(20.0, {1, 1, 0}));
    placed.volumes.push_back(volume_of(header, [](int x, int, int) { return x < 6 ? 0.0 : 10.0; }));
    TransferFunction between = colored({1, 1, 1});
    between.domain = TransferDomain::value;
    between.colors = {{0.0, {1, 1, 1}}, {10.0, {1, 1, 1}}};
    between.opacities = {{4.0, 0.0}, {5.0, 1.0}, {6.0, 0.0}};
    placed.transfers = {constant_transfer(0.0), between};
    placed.place();
    const Camera camera = standard_view(placed.common.grid);
    for (const bool nearest : {false, true}) {
        placed.common.places[1].nearest = nearest;
        for (const Classification classification : {Classification::post, Classification::pre}) {
            RenderSettings settings;
            settings.classification = classification;
            for (const SamplingBackend backend : quick_backends()) {
                const Image image = placed.renderer(backend)->render(camera, 32, 24, settings);
                const bool empty = std::ranges::all_of(image.rgba, [](auto byte) { return byte == 0 || byte == 255; });
                EXPECT_EQ(empty, nearest) << name_of(backend) << " " << name_of(classification);
            }
        }
    }
}

TEST(PlacedVolumes, light_and_labels_are_those_of_the_common_grid) {
    const Placed placed = mixed(2);
    const Camera camera = standard_view(placed.common.grid);
    const Volume labels = slab_labels(placed.common.grid.dims, 7);
    const std::vector<LabelStyle> styles{{1.0f, {}}, {0.0f, {}}, {0.5f, glm::vec3(1, 0, 0)}, {1.0f, {}}, {1.0f, {}}};
    RenderSettings settings;
    settings.shading = Shading::none;
    settings.shadows = Shadows::full;
    settings.shadow_method = ShadowMethod::marched;
    settings.light.direction = {1.0, 2.0, 1.5};
    ReferenceScene scene = placed.reference(camera, settings);
    scene.labels = &labels;
    scene.label_styles = styles;
    const Image expected = reference_render(scene, 16, 12);
    for (const SamplingBackend backend : quick_backends()) {
        const auto renderer = placed.renderer(backend);
        renderer->set_labels(&labels, styles);
        settings.traversal = Traversal::none;
        const Image drawn = renderer->render(camera, 16, 12, settings);
        EXPECT_LE(compare(drawn, expected, tolerance(backend) + 1).pixels_above, 1u) << name_of(backend);
        settings.traversal = default_traversal(backend);
        EXPECT_EQ(renderer->render(camera, 16, 12, settings).rgba, drawn.rgba) << name_of(backend);
    }
}

TEST(PlacedVolumes, what_cannot_be_drawn_is_refused) {
    const Placed placed = mixed(3);
    ASSERT_NE(placed.common.grid.dims, placed.volumes[0].grid().dims);
    const auto renderer = placed.renderer(one_pixel_backend());
    const Camera camera = standard_view(placed.common.grid);
    const auto refused = [&](const std::function<void(RenderSettings &)> &change) {
        RenderSettings settings;
        change(settings);
        EXPECT_THROW((void)renderer->render(camera, 8, 8, settings), UsageError);
    };
    refused([](RenderSettings &s) { s.classification = Classification::preintegrated; });
    refused([](RenderSettings &s) { s.channel_blend = ChannelBlend::rgb; });
    refused([](RenderSettings &s) { s.adaptive_step = true; });
    refused([](RenderSettings &s) {
        s.mode = Mode::isosurface;
        s.surfaces = {{100.0, {1, 1, 1}, 1.0f}};
    });
    EXPECT_THROW(renderer->add_channel(filled_volume({9, 9, 8}, 1)), UsageError);

    // On the first volume's own grid its isosurfaces are drawn, whatever lies on it.
    Placed own = mixed(2);
    own.place({.extended = false});
    ASSERT_EQ(own.common.grid.dims, own.volumes[0].grid().dims);
    RenderSettings surfaces;
    surfaces.mode = Mode::isosurface;
    surfaces.surfaces = {{128.0, {1, 1, 1}, 1.0f}};
    VolumeRenderer alone(test_device(), own.volumes[0], one_pixel_backend());
    alone.place(own.common.grid, own.common.places[0]);
    EXPECT_EQ(own.renderer(one_pixel_backend())->render(camera, 24, 18, surfaces).rgba,
              alone.render(camera, 24, 18, surfaces).rgba);
}

} // namespace
} // namespace voxmarch
