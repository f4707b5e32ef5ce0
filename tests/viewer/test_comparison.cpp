// Sides of comparisons, what comes back when a volume is closed with one, cameras of panes, and pictures of both.
#include "app/viewer/document/comparison.h"
#include "app/viewer/document/document.h"
#include "scene/camera_moves.h"
#include "scene/finished_picture.h"
#include "scene/volume_looks.h"

#include <gtest/gtest.h>

namespace voxmarch {
namespace {

/// Two volumes, the first thinned so that the second is seen through it.
Scene fused() {
    Scene scene;
    scene.other_volumes.resize(1);
    scene.other_channels.resize(1);
    scene.first_channel.weight = ground_weight;
    scene.settings.surfaces.resize(1);
    scene.settings.mode = Mode::both;
    return scene;
}

TEST(Comparison, shows_each_volume_alone_and_in_full) {
    Comparison compare;
    compare.open = true;
    compare.volumes = VolumePair{0, 1};
    const Scene a = side_of(compare, fused(), Side::a), b = side_of(compare, fused(), Side::b);
    EXPECT_EQ(a.first_channel, (ChannelShare{1.0, true}));
    EXPECT_EQ(a.other_channels[0].share, (ChannelShare{1.0, false}));
    EXPECT_EQ(b.first_channel, (ChannelShare{1.0, false}));
    EXPECT_EQ(b.other_channels[0].share, (ChannelShare{1.0, true}));
    for (const Scene &side : {a, b}) {
        EXPECT_EQ(side.settings.mode, Mode::volume);
        EXPECT_TRUE(side.settings.surfaces.empty());
    }
    compare.open = false;
    EXPECT_EQ(side_of(compare, fused(), Side::a), fused()) << "without a comparison the scene is shown";
}

TEST(Comparison, of_settings_keeps_them_and_follows_the_camera) {
    Comparison compare;
    compare.open = true;
    compare.other.settings.step = 0.25;
    Scene scene;
    scene.camera.eye = {1.0, 2.0, 3.0};
    scene.width = 77;
    EXPECT_EQ(side_of(compare, scene, Side::a), scene);
    const Scene b = side_of(compare, scene, Side::b);
    EXPECT_EQ(b.settings.step, 0.25);
    EXPECT_EQ(b.camera, scene.camera);
    EXPECT_EQ(b.width, 77);
}

TEST(Comparison, a_heat_map_takes_the_place_of_panes) {
    Comparison compare;
    compare.beside = true;
    EXPECT_FALSE(has_two_panes(compare, false)) << "it is closed";
    compare.open = true;
    EXPECT_TRUE(has_two_panes(compare, false));
    EXPECT_FALSE(has_two_panes(compare, true));
}

TEST(Comparison, what_opening_has_changed_comes_back_and_edits_stay) {
    AddedVolume added;
    added.before.settings.classification = Classification::preintegrated;
    added.before.settings.adaptive_step = true;
    added.before.settings.mode = Mode::both;
    added.before.settings.surfaces.resize(2);
    added.before.volume.other_channels = {1, 2};
    added.before.other_channels.resize(2);
    added.before.settings.channel_blend = ChannelBlend::additive;
    added.begun = fused();
    added.begun.settings.channel_blend = ChannelBlend::opacity;
    Scene now = added.begun;
    EXPECT_EQ(without_added(added, now), added.before);
    now.settings.step = 0.125;
    now.settings.classification = Classification::pre; // by the user
    now.camera.eye.x = 9.0;
    now.transfer.opacities = {{0.0, 0.5}};
    const Scene closed = without_added(added, now);
    EXPECT_EQ(closed.settings.step, 0.125);
    EXPECT_EQ(closed.settings.classification, Classification::pre);
    EXPECT_TRUE(closed.settings.adaptive_step);
    EXPECT_EQ(closed.camera.eye.x, 9.0);
    EXPECT_EQ(closed.transfer.opacities, now.transfer.opacities);
    EXPECT_TRUE(closed.other_volumes.empty());
    EXPECT_EQ(closed.volume.other_channels, (std::vector{1, 2}));
}

TEST(Comparison, of_three_volumes_closes_the_one_that_it_opened) {
    AddedVolume added;
    added.before = fused();
    added.before.other_channels[0].share.weight = 0.3;
    added.begun = added.before;
    added.begun.other_volumes.resize(2);
    added.begun.other_channels.resize(2);
    added.begun.settings.mode = Mode::volume;
    Scene now = added.begun;
    now.other_channels[0].transfer.opacities = {{0.0, 0.25}};
    const Scene closed = without_added(added, now);
    ASSERT_EQ(closed.other_channels.size(), 1u);
    EXPECT_EQ(closed.other_channels[0].share.weight, 0.3);
    EXPECT_EQ(closed.other_channels[0].transfer.opacities, now.other_channels[0].transfer.opacities);
    EXPECT_EQ(closed.settings.mode, Mode::both);
}

TEST(Comparison, panes_show_what_the_view_did) {
    Camera camera; // along -z from 1, half the height of the view at distance 1 is 0.5
    camera.eye = {0.0, 0.0, 10.0};
    const std::vector<glm::dvec3> places = {{4.0, 0.0, 0.0}, {-4.0, 1.0, 2.0}};
    const auto reach = [&](const Camera &seen) {
        double most = 0.0;
        for (const glm::dvec3 &place : places) {
            most = std::max(most, std::abs(view_from_world(seen, {2.0, 2.0}, place).x - 1.0));
        }
        return most;
    };
    ASSERT_NEAR(reach(camera), 1.0, 1e-9); // 4 at distance 8
    const NarrowCamera narrow = narrowed(camera, places, 1.5, 0.6);
    EXPECT_LE(reach(narrow.begun), 0.6);
    EXPECT_GT(reach(narrow.begun), 0.5) << "and no smaller than it has to be";
    EXPECT_EQ(widened(narrow, narrow.begun), camera);
    Camera moved = narrow.begun;
    moved.eye.y += 1.0;
    EXPECT_NEAR(glm::distance(widened(narrow, moved).eye, camera.target),
                glm::distance(moved.eye, camera.target) * narrow.factor, 1e-9);
    EXPECT_EQ(narrowed(camera, places, 1.5, 1.2).begun, camera) << "wide enough";
}

TEST(Comparison, panes_show_all_of_a_volume_that_was_just_opened) {
    Camera camera;
    camera.eye = {0.0, 0.0, 10.0};
    const std::vector<glm::dvec3> places = {{4.0, 0.0, 0.0}, {-1.0, 9.0, 2.0}, {0.0, 0.0, 12.0}}; // one behind the eye
    const NarrowCamera back = stepped_back(camera, places, 0.5);
    double widest = 0.0;
    for (const glm::dvec3 &place : places) {
        const glm::dvec3 at = view_from_world(back.begun, {2.0, 2.0}, place) - 1.0;
        EXPECT_GT(at.z + 1.0, 0.0);
        widest = std::max({widest, std::abs(at.x) / 0.5, std::abs(at.y)});
    }
    EXPECT_LE(widest, 1.0);
    EXPECT_GT(widest, 0.8) << "and no smaller than it has to be";
    EXPECT_EQ(widened(back, back.begun), camera);
    EXPECT_EQ(stepped_back(camera, {{1.0, 1.0, 0.0}}, 0.5).begun, camera) << "all of it is seen";
}

TEST(Comparison, pictures_of_both_sides_lie_at_the_edges) {
    const auto filled = [](std::uint8_t value) {
        Image image{2, 2, Pixels(16)};
        std::fill(image.rgba.begin(), image.rgba.end(), value);
        return image;
    };
    const Image both = beside_each_other(filled(10), filled(20), 5);
    ASSERT_EQ(both.width, 5);
    ASSERT_EQ(both.height, 2);
    for (int y = 0; y < 2; ++y) {
        EXPECT_EQ(both.pixel(0, y)[0], 10);
        EXPECT_EQ(both.pixel(1, y)[3], 10);
        EXPECT_EQ(both.pixel(2, y)[0], 0);
        EXPECT_EQ(both.pixel(2, y)[3], 255);
        EXPECT_EQ(both.pixel(3, y)[0], 20);
        EXPECT_EQ(both.pixel(4, y)[2], 20);
    }
    EXPECT_EQ(beside_each_other(filled(10), filled(20), 1).pixel(0, 1)[0], 20);
}

} // namespace
} // namespace voxmarch
