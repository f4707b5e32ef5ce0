// What counts as a change: every single one asks for a picture and can be undone, and few need nothing prepared.
#include "app/viewer/document/history.h"
#include "app/viewer/jobs/picture_requests.h"
#include "app/viewer/jobs/preparation.h"
#include "tests/support/picture_fields.h"
#include "transfer/preset.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <memory>
#include <set>
#include <string>

namespace voxmarch {

FIELDS(ValueRange, min, max)
FIELDS(VolumeSource, source, raw, series, spacing, downsample, channel, time, level, array, other_channels,
       spacing_unit, field, orientation)
FIELDS(ChannelShare, weight, visible)
FIELDS(ChannelLook, transfer, window, share)
FIELDS(VolumeIdentity, bytes, hash)
FIELDS(SkeletonSource, source, width)
FIELDS(SceneMesh, source, color, opacity, convention)
FIELDS(PlaceInWorld, moved, nearest)
FIELDS(OtherVolume, volume, identity, place)
FIELDS(Annotation, kind, name, places, color, visible)
FIELDS(FigurePlaces, scale_bar, legend, orientation, caption)
FIELDS(FigureChoice, scale_bar, legend, orientation, annotations, caption, corners, text_height, color, places,
       text_millimeters, dpi)
FIELDS(SliceAxes, normal, right, down, flip_right, flip_down, name)
FIELDS(SliceFrame, axes, width, height, first, right, down, across, pixel, on_voxels)
FIELDS(SliceSlab, voxels, kind, length)
FIELDS(SliceView, zoom, shift)
FIELDS(SlicePlanes, turned, center, open, views, alone, slab, shown, opacity, labels, label_opacity, outlines, isolines,
       colors)
FIELDS(PicturePlane, frame, image, border, opacity)
FIELDS(VolumePair, a, b)
FIELDS(SceneLook, transfer, data, value_unit, window, first_channel, other_channels, label_styles, settings,
       transparent, figure)
FIELDS(SceneComparison, volumes, other, beside, wipe, difference, gap, zoom, mode, closes_last)
FIELDS(Scene, volume, identity, place, other_volumes, skeleton, meshes, labels, labels_hash, label_styles, label_names,
       width, height, camera, transfer, data, value_unit, window, first_channel, other_channels, settings, transparent,
       lod, slice_windows, slice_planes, planes, annotations, figure, comparison, time_line)
FIELDS(KeyFrame<Camera>, at, kept)
FIELDS(KeyFrame<std::vector<ChannelLook>>, at, kept)
FIELDS(KeyFrame<KeptClipping>, at, kept)
FIELDS(KeyFrame<KeptSurfaces>, at, kept)
FIELDS(KeyFrame<KeptLight>, at, kept)
FIELDS(KeyFrame<int>, at, kept)
FIELDS(KeptClipping, clip_low, clip_high, clip_planes, clip_inverted)
FIELDS(KeptSurfaces, mode, surfaces)
FIELDS(KeptLight, light, side_lights, background, background_top, exposure)
FIELDS(TimeLine, duration, rate, easing, camera, transfer, clipping, isosurfaces, light, time)
FIELDS(LevelOfDetail, for_screen, level)
FIELDS(FrameOrder, scene, other, other_device, races, heat_map, time)

namespace {

/// Lists have entries, and what may be empty is not.
Scene full_scene() {
    Scene scene;
    scene.volume.source = "synthetic:tree:64";
    scene.volume.spacing = glm::dvec3(1.0, 2.0, 3.0);
    scene.volume.spacing_unit = LengthUnit::millimeter;
    scene.skeleton = {"lines.vtk", 0.5};
    scene.meshes = {{"implant.stl", {0.1f, 0.2f, 0.3f}, 0.5f, Convention::lps}};
    scene.label_styles = {{0.5f, glm::vec3(1.0f, 0.0f, 0.0f)}};
    scene.label_names = {{3, "Aorta"}};
    scene.transfer = find_preset("thesis");
    scene.transfer.widgets = {TransferWidget{}};
    scene.window = ValueRange{1.0, 2.0};
    scene.volume.other_channels = {1};
    scene.other_volumes = {{scene.volume, {}, {}}};
    scene.other_channels = {{find_preset("thesis"), ValueRange{3.0, 4.0}, {0.5, true}}};
    RenderSettings &settings = scene.settings;
    settings.mode = Mode::both;
    settings.surfaces = {{12.5, {0.1f, 0.2f, 0.3f}, 0.4f}};
    settings.traversal = Traversal::buffered_for_for;
    settings.loops = LoopParams{3, 16, 4, 16, 2, 5};
    settings.light.direction = glm::dvec3(1.0, -1.0, 0.3);
    settings.finish = {glm::vec3(0.25f), 1.0, ToneCurve::filmic, 4};
    settings.outline = 0.5;
    settings.side_lights = {{{1.0, 0.5, 0.25}, true, {0.5f, 0.25f, 0.125f}}};
    settings.clip_planes = {{{0.0, 1.0, 0.5}, 12.25}};
    scene.slice_windows = {ValueRange{1.0, 2.0}};
    scene.planes = {{slice_frame(Grid{}, 2, {}), std::make_shared<const Image>(), {}}};
    scene.comparison.emplace().volumes = VolumePair{0, 1};
    scene.annotations = {{AnnotationKind::ruler, "Ruler 1", {{1.0, 2.0, 3.0}, {4.0, 5.0, 6.0}}}};
    return scene;
}

FrameOrder full_order() {
    static const auto time =
        std::make_shared<const SceneContent>(SceneContent{Volume(VolumeHeader{}, std::vector<std::byte>(1))});
    return {full_scene(), full_scene(), 1, true, HeatMap::marching_steps, time};
}

Frame full_frame(std::uint64_t request) {
    Frame frame;
    frame.request = request;
    frame.final = true;
    return frame;
}

TEST(Changes, every_change_of_what_is_wanted_asks_for_a_picture) {
    const FrameOrder first = full_order();
    FrameOrder wanted = first;
    int changes = 0;
    EveryChange([&](const std::string &path) {
        PictureRequests requests;
        EXPECT_TRUE(requests.next(first, false, 1.0));
        requests.sent(1);
        EXPECT_TRUE(requests.is_current(full_frame(1), first));
        EXPECT_FALSE(requests.is_current(full_frame(1), wanted)) << path;
        const std::optional<FrameRequest> request = requests.next(wanted, false, 2.0);
        EXPECT_TRUE(request && request->order.scene == wanted.scene && request->order.other == wanted.other) << path;
        ++changes;
        return true;
    }).of(wanted, "");
    EXPECT_EQ(wanted, first);
    EXPECT_GT(changes, 200);
}

TEST(Changes, a_picture_in_full_follows_when_nothing_changes_any_more) {
    FrameOrder wanted = full_order();
    PictureRequests requests;
    std::optional<FrameRequest> request = requests.next(wanted, false, 1.0);
    ASSERT_TRUE(request);
    EXPECT_FALSE(request->moving) << "the first of a volume";
    EXPECT_FALSE(requests.next(wanted, false, 2.0));

    wanted.scene.settings.step = 0.125;
    request = requests.next(wanted, false, 3.0);
    ASSERT_TRUE(request);
    EXPECT_TRUE(request->moving);
    EXPECT_FALSE(request->order.heat_map) << "takes long";
    requests.sent(2);
    EXPECT_FALSE(requests.is_current(full_frame(2), wanted)) << "coarse, whatever the frame says";
    EXPECT_FALSE(requests.next(wanted, false, 3.1));
    EXPECT_FALSE(requests.next(wanted, true, 4.0)) << "the mouse holds it";
    request = requests.next(wanted, false, 4.0);
    ASSERT_TRUE(request);
    EXPECT_FALSE(request->moving);
    EXPECT_EQ(request->order, wanted);
    requests.sent(3);
    EXPECT_FALSE(requests.is_current(full_frame(2), wanted));
    EXPECT_TRUE(requests.is_current(full_frame(3), wanted));

    requests.begin();
    request = requests.next(wanted, false, 4.05);
    EXPECT_TRUE(request && !request->moving);
}

TEST(Changes, every_change_but_camera_size_and_time_is_an_edit_that_can_be_undone) {
    const Scene first = full_scene();
    Scene scene = first;
    EveryChange([&](const std::string &path) {
        History history;
        history.begin(first);
        history.settle_edits(scene);
        history.settle_camera(scene);
        const bool camera = path.starts_with("camera"), size = path == "width" || path == "height";
        const bool time = path == "volume.time" || path.starts_with("identity"); // another one is shown
        const bool slice = path.starts_with("slice_planes.center") ||
                           path == "slice_planes.open" || // as looking around
                           path.starts_with("slice_planes.views") || path.starts_with("slice_planes.alone");
        const bool is_edit = !camera && !size && !time && !slice;
        EXPECT_EQ(history.can_undo(), is_edit) << path;
        EXPECT_EQ(history.camera_before().has_value(), camera) << path;
        Scene undone = scene;
        history.undo(undone);
        EXPECT_EQ(undone == first, is_edit) << path;
        history.redo(undone);
        EXPECT_EQ(undone, scene) << path;
        return true;
    }).of(scene, "");
}

/// Changes of settings that need nothing prepared, without the ends of their paths: "light.fill" is "light".
std::set<std::string> cheap_changes(Mode mode) {
    Scene scene = full_scene();
    scene.settings.mode = mode;
    const Preparation first = preparation_of(scene);
    std::set<std::string> cheap;
    EveryChange([&](const std::string &path) {
        if (preparation_of(scene) == first) {
            const bool entry = path.starts_with("surfaces[]");
            cheap.insert(entry ? path.substr(0, path.find('.', 11)) : path.substr(0, path.find_first_of(".[ ")));
        }
        return true;
    }).of(scene.settings, "");
    return cheap;
}

TEST(Changes, settings_that_nobody_thought_of_need_kernels_or_data) {
    std::set<std::string> cheap{"step",      "opacity_cutoff", "jitter",           "full_gradient",
                                "trace",     "background",     "finish",           "outline",
                                "light",     "lighting",       "side_lights",      "clip_low",
                                "clip_high", "clip_planes",    "surfaces[].color", "surfaces[].opacity"};
    EXPECT_EQ(cheap_changes(Mode::both), cheap);
    cheap.insert({"surfaces", "surfaces[].channel", "surfaces[].isovalue", "surface_method", "extraction",
                  "surface_layers", "surface_caps"});
    EXPECT_EQ(cheap_changes(Mode::volume), cheap);
}

/// While a function is dragged no normals of opacities are made; what rests, moves or has none is as it was.
TEST(Edits, of_opacities_find_gradients_along_the_rays_until_they_rest) {
    Scene drawn;
    drawn.transfer = find_preset("thesis");
    drawn.settings.classification = Classification::pre;
    Scene edited = drawn;
    EXPECT_EQ(settings_while_edited(edited, drawn), drawn.settings) << "nothing was edited";
    edited.camera.eye.x += 1.0;
    edited.transfer.colors.back().color.x = 0.5;
    EXPECT_EQ(settings_while_edited(edited, drawn), drawn.settings) << "normals do not depend on these";
    edited.transfer.opacities.back().opacity = 0.25;
    RenderSettings expected = drawn.settings;
    expected.gradient = Gradient::on_the_fly;
    EXPECT_EQ(settings_while_edited(edited, drawn), expected);
    EXPECT_EQ(settings_while_edited(edited, std::nullopt), drawn.settings);
    EXPECT_EQ(settings_while_edited(edited, edited), drawn.settings);
    Scene narrower = drawn;
    narrower.window = ValueRange{10.0, 20.0};
    EXPECT_EQ(settings_while_edited(narrower, drawn), expected);
    edited.settings.classification = Classification::post;
    EXPECT_EQ(settings_while_edited(edited, drawn), edited.settings) << "normals of scalars stay";
}

} // namespace

} // namespace voxmarch
