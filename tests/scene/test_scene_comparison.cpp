// Comparisons in sessions: kept exactly, sides of pictures, and what sessions cannot compare.
#include "base/error.h"
#include "scene/comparison.h"
#include "scene/finished_picture.h"
#include "scene/scene.h"
#include "scene/scene_content.h"
#include "scene/volume_looks.h"
#include "volume/synthetic/synthetic.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace voxmarch {
namespace {

TransferFunction ramp(const glm::dvec3 &color) {
    TransferFunction transfer;
    transfer.name = "ramp";
    transfer.domain = TransferDomain::value;
    transfer.colors = {{10.0, color}};
    transfer.opacities = {{10.0, 0.0}, {20.0, 1.0}};
    return transfer;
}

Scene two_volumes() {
    Scene scene;
    scene.volume.source = "synthetic:torus:16";
    scene.transfer = ramp({1.0, 0.0, 0.0});
    scene.other_volumes.resize(1);
    scene.other_volumes[0].volume.source = "synthetic:tree:16";
    scene.other_channels.push_back({ramp({0.0, 1.0, 0.0}), {}, {0.25, true}});
    scene.width = 103;
    scene.camera.eye = {0.0, 0.0, 50.0};
    return scene;
}

Scene of_two_volumes() {
    Scene scene = two_volumes();
    SceneComparison &comparison = scene.comparison.emplace();
    comparison.volumes = VolumePair{1, 0};
    comparison.beside = false;
    comparison.wipe = 0.25;
    comparison.gap = 7;
    comparison.zoom = 0.625;
    comparison.mode = Mode::both;
    comparison.closes_last = true;
    return scene;
}

/// Every field of B's look is another one.
Scene of_two_looks() {
    Scene scene = two_volumes();
    SceneComparison &comparison = scene.comparison.emplace();
    comparison.difference = true;
    SceneLook &other = comparison.other;
    other.transfer = ramp({0.0, 0.0, 1.0});
    other.data = DataKind::ct;
    other.value_unit = "Bq/ml";
    other.window = ValueRange{3.0, 4.0};
    other.first_channel = {0.5, false};
    other.other_channels = {{ramp({0.0, 1.0, 1.0}), ValueRange{1.0, 2.0}, {0.75, false}}};
    other.label_styles.resize(2);
    other.label_styles[1].visibility = 0.25f;
    other.settings.step = 0.25;
    other.settings.mode = Mode::isosurface;
    other.settings.surfaces = {{12.0, {1.0f, 0.0f, 0.0f}, 0.5f, 1}};
    other.transparent = true;
    other.figure.caption = "B";
    return scene;
}

Scene again(const Scene &scene) { return scene_from_json(to_json(scene).dump()); }

TEST(SceneComparison, IsKeptExactly) {
    for (const Scene &scene : {two_volumes(), of_two_volumes(), of_two_looks()}) {
        EXPECT_EQ(again(scene).comparison, scene.comparison);
        EXPECT_EQ(again(scene), scene);
    }
    EXPECT_FALSE(to_json(two_volumes()).contains("comparison")) << "sessions without one are as they were";
}

TEST(SceneComparison, LooksHaveAllThatScenesAreMadeOf) {
    const Scene scene = of_two_looks();
    const Scene b = side_of(scene, Side::b);
    EXPECT_EQ(look_of(b), scene.comparison->other);
    EXPECT_EQ(with_look(b, look_of(scene)), side_of(scene, Side::a));
    EXPECT_EQ(side_of(scene, Side::a), two_volumes());
    EXPECT_EQ(b.volume, scene.volume);
    EXPECT_EQ(b.camera, scene.camera);
}

TEST(SceneComparison, VolumesAreSeenAlone) {
    const Scene scene = of_two_volumes();
    const Scene a = side_of(scene, Side::a), b = side_of(scene, Side::b);
    EXPECT_EQ(visible_channels(a), 2u) << "the second";
    EXPECT_EQ(visible_channels(b), 1u);
    EXPECT_EQ(a.other_channels[0].share.weight, 1.0);
    EXPECT_FALSE(a.comparison);
    EXPECT_EQ(half_of(scene, Side::b).width, (103 - 7) / 2);
}

TEST(SceneComparison, ASkeletonIsOfTheFirstVolumeAlone) {
    Scene scene;
    scene.other_channels.resize(1);
    scene.skeleton.source = "vessels.vtk";
    EXPECT_EQ(volume_alone(scene, 0).skeleton.source, "vessels.vtk");
    EXPECT_EQ(volume_alone(scene, 1).skeleton.source, "");
}

TEST(SceneComparison, LooksBehindALineArePicturedAsA) {
    Scene scene = of_two_looks();
    EXPECT_TRUE(shows_both_sides(scene));
    scene.comparison->beside = false;
    EXPECT_FALSE(shows_both_sides(scene));
    EXPECT_EQ(half_of(scene, Side::a), two_volumes());
    EXPECT_TRUE(shows_both_sides(of_two_volumes())) << "volumes are both pictured, as they have one look";
}

TEST(SceneComparison, WhatIsNotThereIsRefused) {
    const auto refused = [](const nlohmann::ordered_json &session) {
        try {
            (void)scene_from_json(session.dump());
        } catch (const UsageError &problem) {
            return std::string(problem.what()).find("'comparison'") != std::string::npos;
        }
        return false;
    };
    nlohmann::ordered_json session = to_json(of_two_volumes());
    EXPECT_FALSE(refused(session));
    session["comparison"]["volumes"] = {0, 2};
    EXPECT_TRUE(refused(session));
    session["comparison"]["volumes"] = {1, 1};
    EXPECT_TRUE(refused(session));
    session["comparison"]["volumes"] = {-1, 1};
    EXPECT_TRUE(refused(session));
    session["comparison"] = nlohmann::ordered_json::object();
    EXPECT_TRUE(refused(session)) << "neither volumes nor a look";
    session["comparison"] = 7;
    EXPECT_TRUE(refused(session));
    session = to_json(of_two_looks());
    session["comparison"]["zoom"] = 0.0;
    EXPECT_TRUE(refused(session));
    session = to_json(of_two_looks());
    session["comparison"]["other"].erase("other_channels");
    EXPECT_TRUE(refused(session)) << "of another number of channels";
}

Image filled(int width, std::uint8_t value) {
    Image image{width, 32, Pixels(std::size_t(width) * 32 * 4)};
    std::fill(image.rgba.begin(), image.rgba.end(), value);
    return image;
}

TEST(SceneComparison, PicturesShowBothSidesOrTheirDifference) {
    Scene scene = of_two_looks();
    scene.comparison->other.figure = {};
    scene.height = 32;
    std::vector<std::string> drawn;
    const auto draw = [&](const Scene &side) {
        drawn.push_back(side.settings.mode == Mode::isosurface ? "B" : "A");
        EXPECT_FALSE(side.comparison);
        return filled(side.width, drawn.back() == "A" ? 100 : 97);
    };
    SceneContent content{synthesize("torus", 16)};
    content.other_channels.push_back(synthesize("tree", 16));
    const Image difference = finished_picture(draw_sides(scene, draw), scene, content, true);
    EXPECT_EQ(drawn, (std::vector<std::string>{"A", "B"}));
    ASSERT_EQ(difference.width, 103);
    EXPECT_EQ(difference.pixel(49, 31)[0], 100);
    EXPECT_EQ(difference.pixel(51, 31)[0], 0) << "the gap";
    EXPECT_EQ(difference.pixel(53, 31)[0], 3 * 16);
    scene.comparison->difference = false;
    EXPECT_EQ(finished_picture(draw_sides(scene, draw), scene, content, true).pixel(53, 31)[0], 97);
    EXPECT_EQ(caption_of(*of_two_volumes().comparison, content, Side::a),
              "A: " + content.other_channels[0].header().shown_name());
    scene.comparison.reset();
    EXPECT_EQ(draw_sides(scene, draw).size(), 1u);
}

} // namespace
} // namespace voxmarch
