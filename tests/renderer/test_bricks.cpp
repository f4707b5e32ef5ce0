// A volume in bricks gives the pictures of the volume in one piece, bit for bit.
#include "device_fixture.h"
#include "renderer/brick_atlas.h"
#include "renderer/traversal.h"
#include "volume/bricks/stored_bricks.h"

#include <fmt/format.h>

namespace voxmarch {
namespace {

BrickVoxels in_bricks(const Volume &volume, std::uint64_t slots = 0, int edge = 64) {
    const auto read = [&volume](const VoxelBox &box, std::span<std::byte> voxels) { read_box(volume, box, voxels); };
    return {volume.header(), volume.range(), read, {}, slots, {edge}};
}

struct NamedSettings {
    std::string name;
    RenderSettings settings;
};

RenderSettings changed(const std::function<void(RenderSettings &)> &change) {
    RenderSettings settings;
    settings.traversal = Traversal::octant_distance_map;
    change(settings);
    return settings;
}

std::vector<NamedSettings> all_kinds() {
    const auto none = [](RenderSettings &) {};
    return {
        {"post", changed(none)},
        {"post, none", changed([](RenderSettings &s) { s.traversal = Traversal::none; })},
        {"post, octree", changed([](RenderSettings &s) { s.traversal = Traversal::buffered_for_for_with_flags; })},
        {"post, unshaded, long steps", changed([](RenderSettings &s) {
             s.shading = Shading::none;
             s.step = 1.7;
         })},
        {"pre", changed([](RenderSettings &s) { s.classification = Classification::pre; })},
        {"pre-integrated", changed([](RenderSettings &s) { s.classification = Classification::preintegrated; })},
        {"pre-integrated, long steps", changed([](RenderSettings &s) {
             s.classification = Classification::preintegrated;
             s.step = 0.95;
         })},
        {"gradients on the fly", changed([](RenderSettings &s) { s.gradient = Gradient::on_the_fly; })},
        {"central, jitter", changed([](RenderSettings &s) {
             s.gradient = Gradient::central;
             s.jitter = true;
         })},
        {"clipped", changed([](RenderSettings &s) {
             s.clip_low = {0.11, 0.0, 0.2};
             s.clip_high = {0.9, 0.83, 1.0};
             s.clip_planes = {{{1.0, 0.5, 0.3}, 20.0}};
         })},
        {"cut out", changed([](RenderSettings &s) {
             s.clip_low = {0.21, 0.0, 0.3};
             s.clip_high = {0.9, 0.73, 1.0};
             s.clip_planes = {{{1.0, 0.5, 0.3}, 20.0}};
             s.clip_inverted = true;
         })},
        {"cut out of average, pre-integrated isosurfaces in it", changed([](RenderSettings &s) {
             s.mode = Mode::both;
             s.surface_method = SurfaceMethod::raycast;
             s.surfaces = {{130.0, {0.9f, 0.5f, 0.2f}, 0.3f}};
             s.classification = Classification::preintegrated;
             s.clip_high = {0.5, 0.73, 1.0};
             s.clip_inverted = true;
         })},
        {"mip cut out", changed([](RenderSettings &s) {
             s.blend = Blend::mip;
             s.clip_high = {0.5, 0.73, 1.0};
             s.clip_inverted = true;
         })},
        {"shadows, ambient occlusion, cut out", changed([](RenderSettings &s) {
             s.shadows = Shadows::half;
             s.ambient_occlusion = 16;
             s.light.direction = glm::dvec3(0.9, -0.4, 0.7);
             s.clip_low.z = 0.4;
             s.clip_inverted = true;
         })},
        {"isosurfaces along rays", changed([](RenderSettings &s) {
             s.mode = Mode::isosurface;
             s.surface_method = SurfaceMethod::raycast;
             s.surfaces = {{120.0, {0.9f, 0.5f, 0.2f}, 0.4f}, {170.0, {0.2f, 0.5f, 0.9f}, 1.0f}};
             s.step = 0.9;
         })},
        {"capped isosurfaces along rays", changed([](RenderSettings &s) {
             s.mode = Mode::isosurface;
             s.surface_method = SurfaceMethod::raycast;
             s.surfaces = {{120.0, {0.9f, 0.5f, 0.2f}, 0.4f}, {170.0, {0.2f, 0.5f, 0.9f}, 1.0f}};
             s.surface_caps = true;
             s.step = 0.9;
             s.clip_low = {0.11, 0.0, 0.2};
             s.clip_high = {0.9, 0.63, 1.0};
             s.clip_planes = {{{1.0, 0.5, 0.3}, 20.0}};
         })},
        {"capped isosurfaces in the volume in shadows, cut out", changed([](RenderSettings &s) {
             s.mode = Mode::both;
             s.surface_method = SurfaceMethod::raycast;
             s.surfaces = {{130.0, {0.9f, 0.5f, 0.2f}, 0.6f}};
             s.surface_caps = true;
             s.step = 0.7;
             s.shadows = Shadows::half;
             s.clip_low = {0.31, 0.0, 0.0};
             s.clip_high = {1.0, 0.55, 0.6};
             s.clip_inverted = true;
         })},
        {"isosurfaces in the pre-integrated volume", changed([](RenderSettings &s) {
             s.mode = Mode::both;
             s.surface_method = SurfaceMethod::raycast;
             s.surfaces = {{130.0, {0.9f, 0.5f, 0.2f}, 0.3f}};
             s.classification = Classification::preintegrated;
             s.jitter = true;
         })},
        {"mip", changed([](RenderSettings &s) { s.blend = Blend::mip; })},
        {"average", changed([](RenderSettings &s) { s.blend = Blend::average; })},
        {"shadows", changed([](RenderSettings &s) { s.shadows = Shadows::half; })},
        {"marched shadows", changed([](RenderSettings &s) {
             s.shadows = Shadows::half;
             s.shadow_method = ShadowMethod::marched;
         })},
        {"ambient occlusion", changed([](RenderSettings &s) { s.ambient_occlusion = 16; })},
        {"full shadows, ambient occlusion, clipped, light from the side", changed([](RenderSettings &s) {
             s.shadows = Shadows::full;
             s.ambient_occlusion = 16;
             s.light.direction = glm::dvec3(0.9, -0.4, 0.7);
             s.clip_high = {0.9, 0.83, 1.0};
         })},
        {"isosurfaces in shadows", changed([](RenderSettings &s) {
             s.mode = Mode::isosurface;
             s.surface_method = SurfaceMethod::raycast;
             s.surfaces = {{150.0, {0.9f, 0.5f, 0.2f}, 1.0f}};
             s.step = 0.9;
             s.shadows = Shadows::half;
             s.ambient_occlusion = 16;
             s.light.direction = glm::dvec3(-0.9, 0.4, 0.7);
         })},
        {"adaptive", changed([](RenderSettings &s) { s.adaptive_step = true; })},
    };
}

void expect_same_pictures(const Volume &volume, SamplingBackend backend, const std::vector<NamedSettings> &kinds,
                          const std::string &what, int edge = 64) {
    VolumeRenderer whole(test_device(), volume, backend);
    VolumeRenderer bricks(DeviceVolume(test_device(), in_bricks(volume, 0, edge), backend));
    ASSERT_EQ(bricks.brick_size()->edge, edge);
    for (VolumeRenderer *renderer : {&whole, &bricks}) {
        renderer->set_transfer(smooth_transfer(), volume.range());
    }
    for (const NamedView &view : views_around(volume)) {
        for (const auto &[name, settings] : kinds) {
            const Image expected = whole.render(view.camera, 61, 47, settings);
            const ImageDifference difference = compare(bricks.render(view.camera, 61, 47, settings), expected, 0);
            EXPECT_EQ(difference.pixels_above, 0u)
                << fmt::format("{}, {}, {}, {}, bricks of {}: {} pixels, {}/255", what, view.name, name_of(backend),
                               name, edge, difference.pixels_above, difference.largest);
        }
    }
}

/// Whether rays can wait for bricks.
bool can_wait(const RenderSettings &settings) {
    return settings.shadow_method == ShadowMethod::propagated && !settings.adaptive_step;
}

TEST(Bricks, give_the_pictures_of_the_whole_volume) {
    const Volume volume = blob_volume({130, 67, 71}, ScalarType::u8);
    expect_same_pictures(volume, one_pixel_backend(), all_kinds(), "130x67x71 uint8");
    std::vector<NamedSettings> others = all_kinds(); // those that few slots cannot give
    std::erase_if(others, [](const NamedSettings &kind) { return can_wait(kind.settings); });
    ASSERT_EQ(others.size(), 2u);
    expect_same_pictures(volume, one_pixel_backend(), others, "130x67x71 uint8", 32);
}

bool is_lit_from_afar(const RenderSettings &settings) {
    return settings.shadows != Shadows::none || settings.ambient_occlusion > 0;
}

/// Kinds whose rays can wait for bricks.
/// @param light  those with shadows or ambient occlusion, else those without
std::vector<NamedSettings> waiting_kinds(bool light) {
    std::vector<NamedSettings> kinds = all_kinds();
    std::erase_if(kinds, [&](const NamedSettings &kind) {
        return !can_wait(kind.settings) || is_lit_from_afar(kind.settings) != light;
    });
    return kinds;
}

void expect_same_with_few_slots(const std::vector<NamedSettings> &kinds, std::size_t views) {
    const Volume volume = blob_volume({130, 67, 71}, ScalarType::u8); // 3 x 2 x 2 bricks of 64, 5 x 3 x 3 of 32
    const SamplingBackend backend = one_pixel_backend();
    VolumeRenderer whole(test_device(), volume, backend);
    whole.set_transfer(smooth_transfer(), volume.range());
    for (const auto &[slots, edge] : {std::pair(2, 64), std::pair(5, 64), std::pair(2, 32), std::pair(11, 32)}) {
        VolumeRenderer bricks(
            DeviceVolume(test_device(), in_bricks(volume, static_cast<std::uint64_t>(slots), edge), backend));
        const std::uint64_t all = brick_count(volume.grid().dims, {edge});
        ASSERT_EQ(all, edge == 64 ? 12u : 45u);
        bricks.set_transfer(smooth_transfer(), volume.range());
        std::vector<NamedView> around = views_around(volume);
        around.resize(std::min(around.size(), views));
        for (const NamedView &view : around) {
            for (const auto &[name, settings] : kinds) {
                const Image expected = whole.render(view.camera, 61, 47, settings);
                const std::uint64_t before = bricks.brick_counts()->uploads;
                const ImageDifference difference = compare(bricks.render(view.camera, 61, 47, settings), expected, 0);
                EXPECT_EQ(difference.pixels_above, 0u)
                    << fmt::format("{} slots of {}, {}, {}, {}: {} pixels, {}/255", slots, edge, view.name,
                                   name_of(backend), name, difference.pixels_above, difference.largest);
                // Surfaces are found first, then their caps, and light goes through all bricks, some of them side by
                // side.
                const std::uint64_t passes = (settings.mode == Mode::both ? 2 : 1) + (settings.surface_caps ? 1 : 0) +
                                             (settings.ambient_occlusion > 0 ? 1 : 0) +
                                             (settings.shadows != Shadows::none ? 3 : 0);
                EXPECT_LE(bricks.brick_counts()->uploads - before, passes * all)
                    << fmt::format("{} slots of {}, {}, {}", slots, edge, view.name, name);
            }
        }
    }
}

TEST(Bricks, few_slots_give_the_same_pictures_and_each_brick_comes_once_a_frame) {
    expect_same_with_few_slots(waiting_kinds(false), 5);
}

/// Surfaces before and behind: they keep a copy of what images hold.
TEST(Bricks, light_waits_for_bricks_like_rays_of_the_eye) {
    std::vector<NamedSettings> kinds = waiting_kinds(true);
    for (const NamedSettings &kind : waiting_kinds(false)) {
        if (!kind.settings.surfaces.empty()) {
            kinds.insert(kinds.begin(), kind);
        }
    }
    expect_same_with_few_slots(kinds, 2);
}

/// What a frame before has brought or measured would help.
TEST(Bricks, surfaces_bring_their_bricks_in_the_first_frame) {
    const Volume volume = blob_volume({130, 67, 71}, ScalarType::u8);
    const SamplingBackend backend = one_pixel_backend();
    for (const auto &[name, settings] : waiting_kinds(false)) {
        if (settings.surfaces.empty()) {
            continue;
        }
        VolumeRenderer whole(test_device(), volume, backend);
        VolumeRenderer bricks(DeviceVolume(test_device(), in_bricks(volume, 3), backend));
        for (VolumeRenderer *renderer : {&whole, &bricks}) {
            renderer->set_transfer(smooth_transfer(), volume.range());
        }
        const NamedView view = views_around(volume).front();
        const Image expected = whole.render(view.camera, 61, 47, settings);
        EXPECT_EQ(compare(bricks.render(view.camera, 61, 47, settings), expected, 0).pixels_above, 0u) << name;
        EXPECT_GT(bricks.brick_counts()->uploads, 0u) << name;
    }
}

TEST(Bricks, hold_meshes_as_the_whole_volume_does) {
    const Volume volume = blob_volume({130, 67, 71}, ScalarType::u8);
    Mesh triangle;
    for (const glm::vec3 corner : {glm::vec3(10, 60, 5), {120, 40, 35}, {70, -9, 65}}) {
        triangle.positions.push_back(corner);
        triangle.normals.emplace_back(0.0f, 0.6f, 0.8f);
    }
    triangle.triangles = {{0, 1, 2}};
    VolumeRenderer whole(test_device(), volume, one_pixel_backend());
    for (const std::uint64_t slots : {0u, 2u}) {
        VolumeRenderer bricks(DeviceVolume(test_device(), in_bricks(volume, slots), one_pixel_backend()));
        for (VolumeRenderer *renderer : {&whole, &bricks}) {
            renderer->set_transfer(smooth_transfer(), volume.range());
            renderer->set_meshes({{triangle, {0.9f, 0.2f, 0.2f}}});
        }
        for (const NamedView &view : views_around(volume)) {
            const RenderSettings settings = changed([](RenderSettings &) {});
            const Image expected = whole.render(view.camera, 61, 47, settings);
            EXPECT_EQ(compare(bricks.render(view.camera, 61, 47, settings), expected, 0).pixels_above, 0u)
                << slots << " slots, " << view.name;
        }
    }
}

TEST(Bricks, labels_come_with_their_bricks) {
    const Volume volume = blob_volume({130, 67, 71}, ScalarType::u8);
    const Volume labels =
        volume_of(volume.grid().dims, ScalarType::u16, [](int x, int y, int z) { return (x / 7 + y / 5 + z / 9) % 5; });
    const std::vector<LabelStyle> styles = {
        {}, {0.0f, {}}, {0.4f, glm::vec3(0.1f, 0.9f, 0.3f)}, {1.0f, glm::vec3(0.9f)}};
    const RenderSettings settings = changed([](RenderSettings &s) {
        s.mode = Mode::both;
        s.surface_method = SurfaceMethod::raycast;
        s.surfaces = {{130.0, {0.9f, 0.5f, 0.2f}, 0.3f}};
    });
    VolumeRenderer whole(test_device(), volume, one_pixel_backend());
    for (const auto &[slots, edge] : {std::pair(0, 64), std::pair(2, 64), std::pair(0, 32), std::pair(3, 32)}) {
        VolumeRenderer bricks(DeviceVolume(test_device(), in_bricks(volume, static_cast<std::uint64_t>(slots), edge),
                                           one_pixel_backend()));
        for (VolumeRenderer *renderer : {&whole, &bricks}) {
            renderer->set_transfer(smooth_transfer(), volume.range());
            renderer->set_labels(&labels, styles);
        }
        for (const NamedView &view : views_around(volume)) {
            const Image expected = whole.render(view.camera, 61, 47, settings);
            const ImageDifference difference = compare(bricks.render(view.camera, 61, 47, settings), expected, 0);
            EXPECT_EQ(difference.pixels_above, 0u)
                << fmt::format("{} slots of {}, {}: {} pixels, {}/255", slots, edge, view.name, difference.pixels_above,
                               difference.largest);
        }
        const Camera camera = views_around(volume).front().camera;
        const Image labelled = bricks.render(camera, 61, 47, settings);
        bricks.set_labels(nullptr, {});
        EXPECT_GT(compare(bricks.render(camera, 61, 47, settings), labelled, 0).pixels_above, 100u) << "they are seen";
    }
}

TEST(Bricks, of_odd_sizes_and_other_types) {
    const std::vector<NamedSettings> kinds = all_kinds();
    const std::vector<NamedSettings> some{kinds[0], kinds[4], kinds[7]};
    {
        const SamplingBackend backend = one_pixel_backend();
        expect_same_pictures(blob_volume({65, 64, 129}, ScalarType::i16), backend, some, "65x64x129 int16");
        expect_same_pictures(blob_volume({66, 1, 70}, ScalarType::f32), backend, some, "66x1x70 float32");
        expect_same_pictures(blob_volume({9, 7, 5}, ScalarType::u16), backend, some, "9x7x5 uint16");
        expect_same_pictures(blob_volume({33, 1, 65}, ScalarType::f32), backend, some, "33x1x65 float32", 32);
        expect_same_pictures(blob_volume({66, 32, 34}, ScalarType::i16), backend, some, "66x32x34 int16", 32);
    }
}

TEST(Bricks, slots_hold_the_voxels_around_their_cells) {
    const Volume volume = blob_volume({70, 3, 2}, ScalarType::i16);
    for (const BrickSize size : {BrickSize{64}, BrickSize{32}}) {
        const int along = size.edge + 4, last = along - 1;
        std::vector<std::byte> stored(size.slot_voxels() * 2);
        fill_slot(volume.grid().dims, 2, {1, 0, 0}, size, in_bricks(volume).read, stored);
        const auto *voxels = reinterpret_cast<const std::int16_t *>(stored.data());
        for (const auto &[x, y, z] :
             std::vector<std::array<int, 3>>{{0, 0, 0}, {1, 1, 1}, {6, 2, 2}, {last, last, last}}) {
            const int at_x = std::clamp(size.edge - 1 + x, 0, 69), at_y = std::clamp(y - 1, 0, 2),
                      at_z = std::clamp(z - 1, 0, 1);
            EXPECT_EQ(voxels[(z * along + y) * along + x], volume.value(at_x, at_y, at_z)) << size.edge;
        }
    }
}

TEST(Bricks, only_slots_that_were_filled_are_derived_from) {
    BrickAtlas atlas(test_device(), {130, 67, 71}, 5, {}, {});
    EXPECT_TRUE(atlas.filled_since(0).empty()) << "nothing lies in empty slots";
    atlas.put(7, 1);
    atlas.put(3, 0);
    EXPECT_EQ(atlas.filled_since(0), (std::vector{0, 1}));
    EXPECT_EQ(atlas.filled_since(1), (std::vector{0}));
    atlas.put(8, 1);
    EXPECT_EQ(atlas.filled_since(atlas.puts() - 1), (std::vector{1}));
    EXPECT_TRUE(atlas.filled_since(atlas.puts()).empty());
}

TEST(Bricks, atlases_are_nearly_cubes_within_limits) {
    EXPECT_EQ(slots_of({99, 99, 99}, 64, {}, {}), (std::array<int, 3>{4, 4, 4}));
    EXPECT_EQ(slots_of({99, 99, 99}, 65, {}, {}), (std::array<int, 3>{5, 4, 4}));
    EXPECT_EQ(slots_of({9999, 999, 1}, 27318, {}, {}), (std::array<int, 3>{166, 165, 1}));
    EXPECT_EQ(slots_within({99, 99, 99}, 23, {}, {}), (std::array<int, 3>{3, 3, 2}));
    EXPECT_EQ(slots_within({99, 1, 99}, 2, {}, {}), (std::array<int, 3>{2, 1, 1}));
    EXPECT_EQ(slots_of({99, 99, 99}, 1000, {200, 300, 100000}, {}), (std::array<int, 3>{2, 4, 125}));
    EXPECT_THROW(slots_of({99, 99, 99}, 1000, {200, 200, 200}, {}), MemoryError);
    EXPECT_THROW(slots_of({99, 99, 99}, 1, {60, 200, 200}, {}), MemoryError);
    EXPECT_EQ(slots_of({99, 99, 99}, 1000, {200, 300, 100000}, {32}), (std::array<int, 3>{5, 8, 25}));
    EXPECT_EQ(slots_of({99, 99, 99}, 1, {60, 200, 200}, {32}), (std::array<int, 3>{1, 1, 1}));
    EXPECT_EQ(bricks_along({64, 65, 66}, {64}), (std::array<int, 3>{1, 1, 2}));
    EXPECT_EQ(bricks_along({1, 129, 130}, {64}), (std::array<int, 3>{1, 2, 3}));
    EXPECT_EQ(bricks_along({32, 33, 34}, {32}), (std::array<int, 3>{1, 1, 2}));
    EXPECT_EQ(bricks_along({1, 129, 130}, {32}), (std::array<int, 3>{1, 4, 5}));
    EXPECT_EQ(stored_box({130, 67, 71}, {2, 0, 2}, {32}), (VoxelBox{{63, 0, 63}, {99, 35, 71}}));
}

} // namespace
} // namespace voxmarch
