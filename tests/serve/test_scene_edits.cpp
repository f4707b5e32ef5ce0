// What messages may make of a scene.
#include "app/serve/scene_edits.h"
#include "app/serve/served_session.h"

#include "base/error.h"
#include "renderer/views.h"
#include "scene/figure/figure_painter.h"
#include "volume/synthetic/synthetic.h"

#include <gtest/gtest.h>
#include <string>

namespace voxmarch {

namespace {

class SceneEdits : public ::testing::Test {
protected:
    std::shared_ptr<LoadedVolume> loaded = [] {
        LoadRequest request;
        request.volume.source = "synthetic:sphere:16";
        return load_volume(request);
    }();
    Scene scene = first_scene(*loaded, 320, 240);
    SizeLimit limit{800, 600};

    Scene after(const std::string &text) const { return edited(scene, parse_message(text), *loaded, limit); }
};

} // namespace

TEST_F(SceneEdits, CamerasMoveAndComeBack) {
    const Scene turned = after(R"({"type":"move","kind":"orbit","by":[40,0]})");
    EXPECT_NE(turned.camera, scene.camera);
    EXPECT_NEAR(glm::length(turned.camera.eye - turned.camera.target),
                glm::length(scene.camera.eye - scene.camera.target), 1e-9);
    EXPECT_EQ(edited(turned, parse_message(R"({"type":"view","name":"first"})"), *loaded, limit).camera, scene.camera);
    EXPECT_THROW(after(R"({"type":"view","name":"nowhere"})"), UsageError);
    Scene far = scene;
    far.camera.eye = glm::dvec3(1e308);
    EXPECT_THROW(edited(far, parse_message(R"({"type":"move","kind":"pan","by":[1e12,1e12]})"), *loaded, limit),
                 UsageError);
}

TEST_F(SceneEdits, SizesKeepTheirProportionsWithinTheLimit) {
    const Scene large = after(R"({"type":"size","width":4000,"height":2000})");
    EXPECT_EQ(large.width, 800);
    EXPECT_EQ(large.height, 400);
    EXPECT_EQ(fitted_size({1, 60000}, limit).width, 1);
    EXPECT_EQ(fitted_size({1, 60000}, limit).height, 600);
    EXPECT_EQ(fitted_size({799, 600}, limit).width, 799);
}

TEST_F(SceneEdits, WhatNobodyMovedFitsAViewOfAnotherShape) {
    const PageMessage narrow = parse_message(R"({"type":"size","width":200,"height":400})");
    const Scene first = edited(scene, narrow, *loaded, limit);
    EXPECT_EQ(first.camera, first_scene(*loaded, 200, 400).camera);
    EXPECT_NE(first.camera, scene.camera) << "the volume would be cropped";
    EXPECT_EQ(edited(first, parse_message(R"({"type":"size","width":320,"height":240})"), *loaded, limit), scene);
    const Scene front = edited(after(R"({"type":"view","name":"front"})"), narrow, *loaded, limit);
    EXPECT_EQ(front.camera, view_like(scene.camera, "front", loaded->grid(), 0.5));
}

TEST_F(SceneEdits, NarrowViewsShowAsMuchOfTheirShorterEdge) {
    const Scene moved = after(R"({"type":"move","kind":"orbit","by":[40,0]})");
    const auto distance = [](const Scene &one) { return glm::length(one.camera.eye - one.camera.target); };
    const auto in = [&](const Scene &from, int width, int height) {
        PageMessage message;
        message.what = PictureSize{width, height};
        return edited(from, message, *loaded, limit);
    };
    EXPECT_EQ(in(moved, 600, 300).camera, moved.camera) << "there is more at the sides";
    EXPECT_EQ(in(moved, 640, 480).camera, moved.camera);
    const Scene narrow = in(moved, 200, 400);
    EXPECT_NEAR(distance(narrow), 2.0 * distance(moved), 1e-9);
    EXPECT_NEAR(distance(in(narrow, 320, 240)), distance(moved), 1e-9);
}

TEST_F(SceneEdits, SessionsAreNotCropped) {
    const auto shown = [&](const Scene &session, int width, int height) {
        PageMessage message;
        message.what = WholeSession{session_text(session)};
        Scene page = scene;
        page.width = width;
        page.height = height;
        return edited(page, message, *loaded, limit);
    };
    const Scene moved = after(R"({"type":"move","kind":"orbit","by":[40,0]})");
    EXPECT_EQ(shown(moved, 320, 240), moved);
    EXPECT_EQ(shown(moved, 300, 500).width, 300) << "the size is the page's";
    Scene narrow = moved;
    narrow.width = 200;
    narrow.height = 400;
    const auto distance = [](const Scene &one) { return glm::length(one.camera.eye - one.camera.target); };
    EXPECT_NEAR(distance(shown(moved, 200, 400)), 2.0 * distance(moved), 1e-9);
    EXPECT_EQ(shown(narrow, 320, 240).camera, moved.camera) << "what lies above and below stays seen";
    EXPECT_EQ(shown(scene, 200, 400).camera, first_scene(*loaded, 200, 400).camera);
}

TEST_F(SceneEdits, LooksAreCheckedAsAWhole) {
    const Scene both = after(R"({"type":"look","mode":"both"})");
    ASSERT_EQ(both.settings.surfaces.size(), 1U) << "a value is chosen where there is none";
    EXPECT_EQ(
        edited(both, parse_message(R"({"type":"look","isovalue":77})"), *loaded, limit).settings.surfaces[0].isovalue,
        77.0);
    const Scene lit = after(R"({"type":"look","shadows":"half"})");
    EXPECT_TRUE(lit.settings.light.direction) << "shadows of a light at the eye are not seen";
    EXPECT_EQ(after(R"({"type":"preset","name":"thesis"})").transfer.domain, TransferDomain::value);
    EXPECT_EQ(edited(after(R"({"type":"preset","name":"thesis"})"), parse_message(R"({"type":"preset","name":"auto"})"),
                     *loaded, limit),
              scene);
    EXPECT_THROW(after(R"({"type":"preset","name":"/etc/passwd"})"), UsageError);
}

TEST_F(SceneEdits, ClipPlanesAreTakenWhole) {
    const Scene cut = after(R"({"type":"look","clip_planes":[[0,0,2,4],[1,0,0,-3]],"clip_inverted":true})");
    ASSERT_EQ(cut.settings.clip_planes.size(), 2U);
    EXPECT_EQ(cut.settings.clip_planes[0], (ClipPlane{{0.0, 0.0, 2.0}, 4.0}));
    EXPECT_TRUE(cut.settings.clip_inverted);
    const Scene whole = edited(cut, parse_message(R"({"type":"look","clip_planes":[]})"), *loaded, limit);
    EXPECT_TRUE(whole.settings.clip_planes.empty());
    EXPECT_TRUE(whole.settings.clip_inverted) << "which was not named";
}

TEST_F(SceneEdits, SlicesKeepTheirPlaceAndWindow) {
    const Scene lower = after(R"({"type":"slice","axis":2,"position":0.2,"window":[10,40]})");
    EXPECT_EQ(lower.slice_planes.center, glm::dvec3(7.5, 7.5, 3.0)) << "the others stay in the middle";
    ASSERT_EQ(lower.slice_windows.size(), 1U);
    EXPECT_EQ(lower.slice_windows[0]->max, 40.0);
    const Scene usual =
        edited(lower, parse_message(R"({"type":"slice","axis":2,"position":0.2,"window":null})"), *loaded, limit);
    EXPECT_FALSE(usual.slice_windows[0]);
    Scene corner = scene;
    for (const char *axis : {"0", "1", "2"}) {
        const std::string text = std::string(R"({"type":"slice","position":0,"axis":)") + axis + "}";
        corner = edited(corner, parse_message(text), *loaded, limit);
    }
    EXPECT_NE(corner.slice_planes.center, glm::dvec3(0.0)) << "which means the middle";
    EXPECT_NEAR(glm::length(corner.slice_planes.center), 0.0, 1e-3);
}

TEST_F(SceneEdits, ChannelsAndTimesAreThoseThatAreOpen) {
    for (const char *text :
         {R"({"type":"channel","channel":1,"visible":false})", R"({"type":"window","channel":1,"window":[1,2]})",
          R"({"type":"preset","channel":7,"name":"auto"})", R"({"type":"time","time":1})"}) {
        EXPECT_THROW(after(text), UsageError) << text;
    }
    EXPECT_EQ(after(R"({"type":"channel","weight":0.25})").first_channel.weight, 0.25);
    EXPECT_EQ(after(R"({"type":"time","time":0})"), scene);

    scene.other_channels.push_back({scene.transfer, {}, {}});
    const Scene other = after(R"({"type":"channel","channel":1,"visible":false})");
    EXPECT_FALSE(other.other_channels[0].share.visible);
    EXPECT_TRUE(other.first_channel.visible);
    EXPECT_EQ(after(R"({"type":"window","channel":1,"window":[1,2]})").other_channels[0].window->max, 2.0);
}

TEST_F(SceneEdits, LabelsAreThoseOfTheVolume) {
    EXPECT_THROW(after(R"({"type":"labels","visibility":0})"), UsageError) << "there are none";
    loaded->labels = synthesize("sphere", 16);
    loaded->scene.labels = "labels.nrrd";
    loaded->scene.label_styles.resize(4);
    const Scene hidden = after(R"({"type":"labels","labels":[1,3],"visibility":0,"color":[0,1,0]})");
    ASSERT_EQ(hidden.label_styles.size(), 4U) << "a session without labels gets those that are open";
    EXPECT_EQ(hidden.labels, "labels.nrrd");
    EXPECT_EQ(hidden.label_styles[0], LabelStyle());
    EXPECT_EQ(hidden.label_styles[3].visibility, 0.0f);
    EXPECT_EQ(hidden.label_styles[3].color, glm::vec3(0.0f, 1.0f, 0.0f));
    scene = hidden;
    const Scene seen = after(R"({"type":"labels","visibility":0.5,"color":null})");
    for (const LabelStyle &style : seen.label_styles) {
        EXPECT_EQ(style.visibility, 0.5f);
        EXPECT_FALSE(style.color);
    }
    EXPECT_THROW(after(R"({"type":"labels","labels":[4],"visibility":1})"), UsageError);
}

TEST_F(SceneEdits, MeasurementsComeChangeAndGo) {
    const std::string ruler = R"({"type":"annotate","kind":"ruler","places":[[0,0,0],[3,4,0]]})";
    scene = after(ruler);
    scene = after(ruler);
    ASSERT_EQ(scene.annotations.size(), 2U);
    EXPECT_EQ(scene.annotations[1].name, "Ruler 2");
    EXPECT_NE(scene.annotations[0].color, scene.annotations[1].color);
    EXPECT_EQ(scene.figure.annotations, can_paint_figures()) << "pictures show it where they can";
    EXPECT_FALSE(after(R"({"type":"look","annotations":false})").figure.annotations);
    const Scene changed = after(R"({"type":"annotation","annotation":1,"visible":false,"name":"Width"})");
    EXPECT_EQ(changed.annotations[0], scene.annotations[0]);
    EXPECT_EQ(changed.annotations[1].name, "Width");
    EXPECT_FALSE(changed.annotations[1].visible);
    const Scene one = after(R"({"type":"annotation","annotation":0,"removed":true})");
    ASSERT_EQ(one.annotations.size(), 1U);
    EXPECT_EQ(one.annotations[0].name, "Ruler 2");
    EXPECT_THROW(after(R"({"type":"annotation","annotation":2,"visible":true})"), UsageError);
    scene.annotations[0].places.resize(5000);
    EXPECT_THROW(after(ruler), UsageError) << "sessions would become too large";
    scene.annotations.assign(annotation_limit, one.annotations[0]);
    EXPECT_THROW(after(ruler), UsageError);
}

} // namespace voxmarch
