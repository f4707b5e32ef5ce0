// Key frames are kept exactly, and what lies between two of them has the closed form of its kind.
#include "base/error.h"
#include "scene/key_frames.h"
#include "scene/other_reading.h"
#include "scene/time_line.h"

#include <algorithm>
#include <cmath>
#include <glm/gtc/constants.hpp>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace voxmarch {
namespace {

const TimeLine kinds; ///< to go through its tracks

TransferFunction ramp(double low, double high, const glm::dvec3 &color) {
    TransferFunction transfer;
    transfer.name = "ramp";
    transfer.domain = TransferDomain::value;
    transfer.colors = {{low, color}};
    transfer.opacities = {{low, 0.0}, {high, 1.0}};
    return transfer;
}

/// Everything that tracks keep is another one in both.
std::pair<Scene, Scene> two_scenes() {
    Scene a;
    a.volume.source = "synthetic:torus:16";
    a.camera.eye = {0.0, 0.0, 5.0};
    a.transfer = ramp(10.0, 20.0, {1.0, 0.0, 0.0});
    a.settings.clip_low = {0.0, 0.0, 0.0};
    a.settings.clip_planes = {{{1.0, 0.0, 0.0}, 2.0}};
    a.settings.mode = Mode::both;
    a.settings.surfaces = {{10.0, {1.0f, 0.0f, 0.0f}, 1.0f, 0}};
    a.settings.background = {0.0f, 0.0f, 0.0f};
    a.settings.light.direction = glm::dvec3(2.0, 0.0, 0.0);
    a.volume.time = 2;
    Scene b = a;
    b.camera.eye = {20.0, 0.0, 0.0};
    b.camera.fov = 33.130102354155978;
    b.transfer = ramp(30.0, 60.0, {0.0, 1.0, 0.0});
    b.first_channel.weight = 0.5;
    b.settings.clip_low = {0.5, 0.2, 0.0};
    b.settings.clip_planes = {{{0.0, 3.0, 0.0}, 12.0}};
    b.settings.mode = Mode::isosurface;
    b.settings.surfaces = {{30.0, {0.0f, 1.0f, 0.0f}, 0.5f, 0}, {70.0, {0.0f, 0.0f, 1.0f}, 0.8f, 0}};
    b.settings.background = {1.0f, 0.5f, 0.0f};
    b.settings.finish.exposure = 2.0;
    b.settings.light.direction = glm::dvec3(0.0, 1.0, 0.0);
    b.volume.time = 7;
    return {a, b};
}

/// Key frames of all tracks: `a` at 1 s, `b` at 3 s.
Scene animated(const Scene &a, const Scene &b, Easing easing) {
    Scene scene = a;
    scene.time_line.easing = easing;
    for_each_track(kinds, [&](Track track, const auto &) { set_key(scene, 1.0, track); });
    Scene other = b;
    other.time_line = scene.time_line;
    for_each_track(kinds, [&](Track track, const auto &) { set_key(other, 3.0, track); });
    return other;
}

Scene without_line(Scene scene) {
    scene.time_line = {};
    return scene;
}

TEST(TimeLine, at_and_beyond_key_frames_the_scene_is_exactly_theirs) {
    const auto [a, b] = two_scenes();
    for (const Easing easing : {Easing::linear, Easing::smooth}) {
        const Scene scene = animated(a, b, easing);
        for (const double at : {0.0, 0.999, 1.0}) {
            EXPECT_EQ(without_line(scene_at(scene, at)), a) << at;
        }
        for (const double at : {3.0, 3.001, 99.0}) {
            EXPECT_EQ(without_line(scene_at(scene, at)), b) << at;
        }
        EXPECT_EQ(scene_at(scene, 2.0).time_line, scene.time_line);
    }
}

TEST(TimeLine, halfway_every_track_has_its_closed_form) {
    const auto [a, b] = two_scenes();
    for (const Easing easing : {Easing::linear, Easing::smooth}) { // both are at 1/2 there
        const Scene half = scene_at(animated(a, b, easing), 2.0);
        // A quarter turn about the target, at the geometric mean of the distances.
        EXPECT_LT(glm::length(half.camera.eye - 10.0 * glm::normalize(glm::dvec3(1.0, 0.0, 1.0))), 1e-9);
        EXPECT_NEAR(half.camera.fov, (a.camera.fov + b.camera.fov) / 2.0, 1e-12);
        // Two points each: those move.
        EXPECT_EQ(half.transfer.opacities, (std::vector<OpacityPoint>{{20.0, 0.0}, {40.0, 1.0}}));
        EXPECT_EQ(half.transfer.colors, (std::vector<ColorPoint>{{20.0, {0.5, 0.5, 0.0}}}));
        EXPECT_DOUBLE_EQ(half.first_channel.weight, 0.75);
        EXPECT_EQ(half.settings.clip_low, glm::dvec3(0.25, 0.1, 0.0));
        ASSERT_EQ(half.settings.clip_planes.size(), 1u);
        EXPECT_LT(glm::length(half.settings.clip_planes[0].normal - glm::normalize(glm::dvec3(1.0, 1.0, 0.0))), 1e-12);
        EXPECT_DOUBLE_EQ(half.settings.clip_planes[0].distance, 3.0) << "2 and 12 / 3";
        EXPECT_EQ(half.settings.mode, Mode::both) << "until the next key frame";
        ASSERT_EQ(half.settings.surfaces.size(), 2u);
        EXPECT_DOUBLE_EQ(half.settings.surfaces[0].isovalue, 20.0);
        EXPECT_FLOAT_EQ(half.settings.surfaces[0].opacity, 0.75f);
        EXPECT_DOUBLE_EQ(half.settings.surfaces[1].isovalue, 70.0);
        EXPECT_FLOAT_EQ(half.settings.surfaces[1].opacity, 0.4f) << "fades in";
        EXPECT_EQ(half.settings.background, glm::vec3(0.5f, 0.25f, 0.0f));
        EXPECT_DOUBLE_EQ(half.settings.finish.exposure, 1.0);
        EXPECT_LT(glm::length(*half.settings.light.direction - glm::normalize(glm::dvec3(1.0, 1.0, 0.0))), 1e-12);
        EXPECT_EQ(half.volume.time, 5) << "of 4.5";
    }
}

TEST(TimeLine, smooth_is_slow_at_key_frames_and_linear_is_even) {
    const auto [a, b] = two_scenes();
    const auto isovalue = [&](Easing easing, double at) {
        return scene_at(animated(a, b, easing), at).settings.surfaces[0].isovalue;
    };
    for (const double share : {0.1, 0.25, 0.6, 0.9}) {
        EXPECT_NEAR(isovalue(Easing::linear, 1.0 + 2.0 * share), 10.0 + 20.0 * share, 1e-12);
        EXPECT_NEAR(isovalue(Easing::smooth, 1.0 + 2.0 * share), 10.0 + 20.0 * share * share * (3.0 - 2.0 * share),
                    1e-12);
    }
}

TEST(TimeLine, a_camera_takes_the_shorter_way_around) {
    Scene scene;
    scene.transfer = ramp(0.0, 1.0, glm::dvec3(1.0));
    scene.time_line.easing = Easing::linear;
    const auto from = [](double degrees) {
        return 5.0 * glm::dvec3(std::sin(glm::radians(degrees)), 0.0, std::cos(glm::radians(degrees)));
    };
    scene.camera.eye = from(10.0);
    set_key(scene, 0.0, Track::camera);
    scene.camera.eye = from(290.0); // 80 degrees back, not 280 on
    set_key(scene, 1.0, Track::camera);
    for (const double at : {0.25, 0.5, 0.75}) {
        EXPECT_LT(glm::length(scene_at(scene, at).camera.eye - from(10.0 - 80.0 * at)), 1e-9) << at;
    }
}

TEST(TimeLine, tracks_without_key_frames_leave_the_scene_as_it_is) {
    const auto [a, b] = two_scenes();
    Scene scene = a;
    set_key(scene, 0.0, Track::camera);
    scene.camera = b.camera;
    set_key(scene, 1.0, Track::camera);
    Scene edited = b;
    edited.time_line = scene.time_line;
    Scene expected = b;
    expected.camera = a.camera;
    EXPECT_EQ(without_line(scene_at(edited, 0.0)), expected);
    EXPECT_EQ(without_line(scene_at(b, 0.5)), b);
}

TEST(TimeLine, channels_that_one_key_frame_hides_fade) {
    Scene scene;
    scene.transfer = ramp(0.0, 1.0, glm::dvec3(1.0));
    scene.time_line.easing = Easing::linear;
    scene.first_channel = {0.8, true};
    set_key(scene, 0.0, Track::transfer);
    scene.first_channel = {0.4, false};
    set_key(scene, 1.0, Track::transfer);
    const ChannelShare quarter = scene_at(scene, 0.25).first_channel;
    EXPECT_TRUE(quarter.visible);
    EXPECT_NEAR(quarter.weight, 0.6, 1e-12);
    EXPECT_EQ(scene_at(scene, 1.0).first_channel, (ChannelShare{0.4, false}));
}

TEST(TimeLine, key_frames_are_replaced_moved_and_removed_each_on_its_track_or_all) {
    auto [a, b] = two_scenes();
    Scene scene = animated(a, b, Easing::linear);
    TimeLine &line = scene.time_line;
    EXPECT_EQ(key_times(line), (std::vector{1.0, 3.0}));
    scene.settings.surfaces[0].isovalue = 55.0;
    set_key(scene, 3.0, Track::isosurfaces);
    EXPECT_EQ(key_times(line, Track::isosurfaces), (std::vector{1.0, 3.0}));
    EXPECT_DOUBLE_EQ(line.isosurfaces[1].value.surfaces[0].isovalue, 55.0);
    move_key(line, 3.0, 0.5, Track::camera);
    EXPECT_EQ(key_times(line, Track::camera), (std::vector{0.5, 1.0}));
    EXPECT_EQ(line.camera[0].value, b.camera) << "in the order of times";
    EXPECT_EQ(key_times(line), (std::vector{0.5, 1.0, 3.0}));
    move_key(line, 1.0, 3.0); // in the place of those that are there
    EXPECT_EQ(key_times(line), (std::vector{0.5, 3.0}));
    EXPECT_EQ(line.time.size(), 1u);
    EXPECT_EQ(line.time[0].value, a.volume.time);
    EXPECT_EQ(line.camera[1].value, a.camera);
    remove_key(line, 3.0, Track::light);
    EXPECT_FALSE(has_key(line, 3.0, Track::light));
    EXPECT_TRUE(has_key(line, 3.0));
    remove_key(line, 3.0);
    EXPECT_EQ(key_times(line), (std::vector{0.5}));
}

TEST(TimeLine, pictures_are_at_both_ends_and_times_lie_on_them) {
    TimeLine line;
    line.duration = 2.0;
    line.rate = 24.0;
    EXPECT_EQ(picture_count(line), 49);
    EXPECT_EQ(time_of_picture(line, 0), 0.0);
    EXPECT_EQ(time_of_picture(line, 48), 2.0);
    EXPECT_EQ(at_picture(line, 1.02), time_of_picture(line, 24)) << "24.48 pictures";
    EXPECT_EQ(at_picture(line, -1.0), 0.0);
    EXPECT_EQ(at_picture(line, 9.0), 2.0);
}

TEST(TimeLine, sessions_keep_it_and_say_what_is_wrong_with_one) {
    const auto [a, b] = two_scenes();
    Scene scene = animated(a, b, Easing::linear);
    scene.time_line.duration = 7.25;
    scene.time_line.rate = 24.0;
    scene.time_line.light[0].value.background_top = glm::vec3(0.25f);
    set_key(scene, 1.0 / 3.0, Track::camera);
    const nlohmann::ordered_json json = to_json(scene);
    EXPECT_EQ(scene_from_json(json.dump()).time_line, scene.time_line);
    EXPECT_FALSE(to_json(a).contains("time_line"));
    const auto problem = [&](const auto &change) -> std::string {
        nlohmann::ordered_json broken = json;
        change(broken["time_line"]);
        try {
            scene_from_json(broken.dump());
        } catch (const UsageError &error) {
            return error.what();
        }
        return "";
    };
    const auto contains = [](const std::string &text, const char *part) { return text.find(part) != text.npos; };
    EXPECT_TRUE(contains(problem([](auto &line) { line["duration"] = 0.0; }), "0 s"));
    EXPECT_TRUE(contains(problem([](auto &line) { line["easing"] = "wild"; }), "wild"));
    EXPECT_TRUE(contains(problem([](auto &line) { line["camera"][1]["at"] = 0.1; }), "ascend"));
    EXPECT_TRUE(contains(problem([](auto &line) { line["clipping"][0]["clip"] = 3; }), "clip"));
    EXPECT_TRUE(contains(problem([](auto &line) { line["time"][0].erase("at"); }), "time"));
}

TEST(TimeLine, functions_of_sessions_are_put_over_values_as_the_viewer_has_them) {
    Scene scene;
    scene.transfer = ramp(0.0, 1.0, glm::dvec3(1.0));
    scene.transfer.domain = TransferDomain::normalised;
    set_key(scene, 0.0, Track::transfer);
    scene.window = ValueRange{100.0, 300.0};
    set_key(scene, 1.0, Track::transfer);
    place_over_values(scene.time_line, {{0.0, 50.0}});
    const auto &keys = scene.time_line.transfer;
    EXPECT_EQ(keys[0].value[0].transfer.opacities.back().scalar, 50.0);
    EXPECT_EQ(keys[1].value[0].transfer.opacities.back().scalar, 300.0);
    EXPECT_FALSE(keys[1].value[0].window);
}

TEST(TimeLine, KeyFramesFollowAVolumeThatIsReadOtherwise) {
    Grid from, to;
    from.dims = to.dims = {9, 9, 9};
    to.spacing = {2.0, 2.0, 2.0};
    Scene scene;
    scene.camera = {{4.0, 4.0, 20.0}, {4.0, 4.0, 4.0}};
    scene.settings.clip_planes = {{{1.0, 0.0, 0.0}, 3.0}};
    set_key(scene, 0.0, Track::camera);
    set_key(scene, 0.0, Track::clipping);
    move_places(scene, from, to);
    const Scene at = scene_at(scene, 0.0);
    EXPECT_EQ(at.camera.target, glm::dvec3(8.0));
    EXPECT_NEAR(at.camera.eye.z, 8.0 + 2.0 * 16.0, 1e-9);
    EXPECT_NEAR(at.settings.clip_planes[0].distance, 6.0, 1e-9);
    EXPECT_EQ(at.settings.clip_planes, scene.settings.clip_planes);
}

TEST(TimeLine, surfaces_beside_the_volume_are_not_met_by_projections) {
    Scene scene = two_scenes().first; // both
    set_key(scene, 0.0, Track::isosurfaces);
    scene.settings.mode = Mode::volume;
    scene.settings.blend = Blend::mip;
    set_key(scene, 1.0, Track::isosurfaces);
    EXPECT_EQ(scene_at(scene, 0.0).settings.blend, Blend::composite);
    EXPECT_EQ(scene_at(scene, 1.0).settings.blend, Blend::mip);
}

TEST(TimeLineOf, another_duration_keeps_the_order_and_lies_on_pictures) {
    TimeLine line;
    line.duration = 0.9;
    line.rate = 10.0;
    line.time = {{0.0, 0}, {0.3, 1}, {0.45, 2}, {0.9, 3}};
    const TimeLine longer = stretched(line, 2.7);
    EXPECT_EQ(longer.duration, 2.7);
    EXPECT_EQ(longer.time[0].at, 0.0);
    EXPECT_EQ(longer.time[1].at, time_of_picture(longer, 9));
    EXPECT_NEAR(longer.time[2].at, 1.35, 1e-12);
    EXPECT_EQ(longer.time[3].at, time_of_picture(longer, 27));
    EXPECT_EQ(longer.time[2].value, 2);
    EXPECT_EQ(picture_count(longer), 28);
    EXPECT_EQ(stretched(line, 0.9), line);
}

} // namespace
} // namespace voxmarch
