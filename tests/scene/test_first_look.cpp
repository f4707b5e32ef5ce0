// Which function, window, classification and camera a volume gets where nobody said, without a device.
#include "scene/first_look.h"

#include "renderer/views.h"
#include "renderer/visible_part.h"
#include "scene/projection_choice.h"
#include "transfer/automatic_classes.h"
#include "transfer/preset.h"
#include "volume/synthetic/synthetic.h"

#include <algorithm>
#include <gtest/gtest.h>

namespace voxmarch {

namespace {

using Notes = std::vector<LookNote>;

/// Few whole values, the same over wide parts with leaps between them.
Volume labelled() {
    VolumeHeader header;
    header.grid.dims = {24, 24, 24};
    std::vector<std::byte> bytes;
    for (int i = 0; i < 24 * 24 * 24; ++i) {
        const int x = i % 24, y = i / 24 % 24, z = i / 576;
        bytes.push_back(static_cast<std::byte>(x < 6 || y < 5 ? 0 : z < 9 ? 40 : x < 15 ? 3 : 17));
    }
    return {std::move(header), std::move(bytes)};
}

Volume grey() { return synthesize("teddy", 32); }

RenderSettings projecting(Blend blend) {
    RenderSettings settings;
    settings.blend = blend;
    return settings;
}

LookRequest named(const std::string &transfer) {
    LookRequest request;
    request.transfer = transfer;
    return request;
}

Look look_at(const Volume &volume, const LookRequest &request = {}, const RenderSettings &settings = {},
             const std::function<bool(const RenderSettings &)> &fits = {}) {
    return choose_look(request, settings, volume, survey_data(volume), fits);
}

TEST(FirstLook, an_automatic_function_is_that_of_the_data) {
    const Volume volume = grey();
    const DataSurvey survey = survey_data(volume);
    const Look look = look_at(volume);
    EXPECT_EQ(look.transfer,
              automatic_transfer(volume.header(), survey.histogram, guess_data_class(volume.header(), survey)));
    EXPECT_FALSE(look.window);
    EXPECT_EQ(look.classification, Classification::post);
    EXPECT_EQ(look.notes, Notes{LookNote::automatic});
}

TEST(FirstLook, labels_are_classified_before_interpolation_where_there_is_room) {
    const Volume volume = labelled();
    ASSERT_EQ(guess_data_class(volume.header(), survey_data(volume)).data_class, DataClass::labels);
    EXPECT_EQ(look_at(volume).classification, Classification::pre);
    EXPECT_EQ(look_at(volume).notes, Notes{LookNote::particular});
    bool asked_for_pre = false;
    const Look small = look_at(volume, {}, {}, [&](const RenderSettings &settings) {
        asked_for_pre = settings.classification == Classification::pre;
        return false;
    });
    EXPECT_TRUE(asked_for_pre);
    EXPECT_EQ(small.classification, Classification::post);
    LookRequest request;
    request.classification = Classification::preintegrated;
    EXPECT_EQ(look_at(volume, request).classification, Classification::preintegrated);
    EXPECT_EQ(look_at(volume, named("gray")).classification, Classification::post);
    request = {};
    request.data = DataKind::grey;
    EXPECT_EQ(look_at(volume, request).classification, Classification::post);
    EXPECT_EQ(look_at(volume, request).notes, Notes{LookNote::automatic});
}

TEST(FirstLook, surfaces_alone_say_nothing_about_functions) {
    RenderSettings settings;
    settings.mode = Mode::isosurface;
    settings.blend = Blend::average; // of no meaning for surfaces
    LookRequest request;
    request.window = ValueRange{10, 20};
    const Look look = look_at(grey(), request, settings);
    EXPECT_TRUE(look.notes.empty());
    EXPECT_NE(look.transfer, opaque_grays());
    EXPECT_TRUE(look_at(grey(), named("ct-bone"), settings).notes.empty());
}

TEST(FirstLook, an_automatic_projection_runs_from_black_to_white) {
    const Volume volume = grey();
    for (const Blend blend : {Blend::mip, Blend::minip, Blend::average}) {
        const Look look = look_at(volume, {}, projecting(blend));
        EXPECT_EQ(look.transfer, opaque_grays());
        const ValueRange window = projection_window(survey_data(volume), blend);
        ASSERT_TRUE(look.window);
        EXPECT_EQ(look.window->min, window.min);
        EXPECT_EQ(look.window->max, window.max);
        EXPECT_EQ(look.notes, Notes{LookNote::black_to_white});
    }
    LookRequest request;
    request.window = ValueRange{10, 20};
    EXPECT_EQ(look_at(volume, request, projecting(Blend::mip)).window->max, 20);
}

// A picture of means along rays is neither black nor white, however much of the volume is empty.
TEST(FirstLook, means_along_rays_are_as_bright_as_they_become) {
    for (const int thick : {1, 4, 24}) {
        VolumeHeader header;
        header.grid.dims = {32, 32, 32};
        std::vector<std::byte> bytes;
        for (int i = 0; i < 32 * 32 * 32; ++i) {
            const bool in_plate = i % 32 < thick && i / 32 % 32 < 16 && i / 1024 < 16; // longest along y and z
            bytes.push_back(static_cast<std::byte>(in_plate ? 200 : 0));
        }
        const DataSurvey survey = survey_data(Volume(std::move(header), std::move(bytes)));
        const ValueRange window = projection_window(survey, Blend::average);
        EXPECT_EQ(window.min, 0.0) << thick;
        EXPECT_NEAR(window.max, 200.0 * std::max(thick, 16) / 32.0, 1e-9) << thick;
    }
}

TEST(FirstLook, a_projection_stretches_the_function_that_was_named) {
    const Volume volume = grey();
    // A normalised one gets the window of the data, or the one that was asked for.
    Look look = look_at(volume, named("gray"), projecting(Blend::mip));
    ASSERT_TRUE(look.window);
    EXPECT_EQ(look.window->max, projection_window(survey_data(volume), Blend::mip).max);
    EXPECT_EQ(look.notes, Notes{LookNote::stretched});
    LookRequest windowed = named("gray");
    windowed.window = ValueRange{10, 20};
    look = look_at(volume, windowed, projecting(Blend::mip));
    EXPECT_EQ(look.window->min, 10);
    EXPECT_TRUE(look.notes.empty());
    // One over values of the file is moved into the window.
    windowed.transfer = "ct-bone";
    look = look_at(volume, windowed, projecting(Blend::mip));
    EXPECT_EQ(look.transfer, over_window(resolve_transfer("ct-bone"), {10, 20}));
    EXPECT_TRUE(look.notes.empty());
    windowed.window.reset();
    EXPECT_EQ(look_at(volume, windowed, projecting(Blend::mip)).transfer, resolve_transfer("ct-bone"));
}

TEST(FirstLook, means_tell_of_values_that_the_function_hides) {
    const Volume volume = grey();
    EXPECT_EQ(look_at(volume, named("thesis"), projecting(Blend::average)).notes,
              (Notes{LookNote::means_mix_hidden, LookNote::stretched}));
    EXPECT_EQ(look_at(volume, named("thesis"), projecting(Blend::mip)).notes, Notes{LookNote::stretched});
    EXPECT_EQ(look_at(volume, named("gray"), projecting(Blend::average)).notes, Notes{LookNote::stretched});
    // Functions of materials have one colour, or none, for all of them.
    const Look grey_means = look_at(volume, named("ct-bone"), projecting(Blend::average));
    EXPECT_EQ(grey_means.notes, Notes{LookNote::means_are_grey});
    EXPECT_EQ(grey_means.replaced, "ct-bone");
    EXPECT_EQ(grey_means.transfer.opacities, look_at(volume, {}, projecting(Blend::average)).transfer.opacities);
    EXPECT_EQ(grey_means.window->max, projection_window(survey_data(volume), Blend::average).max);
    LookRequest windowed = named("ct-bone");
    windowed.window = ValueRange{10, 20};
    EXPECT_EQ(look_at(volume, windowed, projecting(Blend::average)).transfer,
              over_window(resolve_transfer("ct-bone"), {10, 20}));
}

TEST(FirstLook, a_window_over_a_function_of_values_is_told_of) {
    LookRequest request = named("ct-bone");
    request.window = ValueRange{10, 20};
    EXPECT_EQ(look_at(grey(), request).notes, Notes{LookNote::window_without_use});
    request.transfer = "gray";
    EXPECT_TRUE(look_at(grey(), request).notes.empty());
    EXPECT_THROW(look_at(grey(), named("nonsense")), UsageError);
}

TEST(FirstLook, cameras_frame_what_is_seen_unless_they_were_kept_or_standard) {
    const Volume volume = grey();
    ReferenceScene scene{
        &volume, over_values(look_at(volume).transfer, default_window(volume.type(), volume.range())), {}, {}};
    const double aspect = 2.0;
    EXPECT_EQ(framing_camera({"standard", {}}, scene, aspect), named_view("standard", volume.grid(), aspect));
    const Camera front = named_view("front", volume.grid(), aspect);
    EXPECT_EQ(framing_camera({"front", {}}, scene, aspect), framed(front, corners_to_frame(scene), aspect));
    EXPECT_EQ(view_camera({"front", {}}, volume.grid(), aspect), front);
    const Camera unnamed = framing_camera({}, scene, aspect);
    EXPECT_EQ(unnamed, framed(standard_view(volume.grid()), corners_to_frame(scene), aspect));
    Camera kept = front;
    kept.fov = 11.0;
    EXPECT_EQ(framing_camera({"", kept}, scene, aspect), kept);
    EXPECT_EQ(framing_camera({"front", kept}, scene, aspect), framed(front, corners_to_frame(scene), aspect));
    EXPECT_THROW(view_camera({"nowhere", {}}, volume.grid(), aspect), UsageError);
}

} // namespace

} // namespace voxmarch
