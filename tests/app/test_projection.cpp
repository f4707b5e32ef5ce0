// Projections of the program and of the viewer's choice are the same picture; a CPU has every traversal.
#include "renderer/views.h"
#include "scene/projection_choice.h"
#include "tests/app/picture.h"
#include "tests/app/run_program.h"
#include "transfer/automatic_classes.h"
#include "transfer/preset.h"
#include "volume/formats/read.h"

#include <algorithm>

namespace voxmarch::testing {

namespace {

class Projection : public Program {
protected:
    std::vector<std::uint8_t> picture(const std::vector<std::string> &arguments) const {
        std::vector<std::string> all = {"render"};
        all.insert(all.end(), arguments.begin(), arguments.end());
        all.insert(all.end(), {"-o", "out.png", "--size", "64x48"});
        const Outcome outcome = run(all);
        EXPECT_EQ(outcome.code, 0) << outcome.err;
        const Picture decoded = decode_png(read("out.png"));
        std::filesystem::remove(path("out.png"));
        return decoded.rgba;
    }
};

constexpr const char *source = "synthetic:teddy:40";

/// What the viewer holds when it has opened the volume.
Scene first_scene(const Volume &volume, const DataSurvey &survey) {
    Scene scene;
    scene.volume.source = source;
    scene.camera = named_view("standard", volume.grid(), 4.0 / 3.0);
    scene.transfer = automatic_transfer(volume.header(), survey.histogram, guess_data_class(volume.header(), survey));
    return scene;
}

TEST_F(Projection, the_viewers_choice_is_the_picture_of_render) {
    const Volume volume = read_volume(source);
    const DataSurvey survey = survey_data(volume);
    for (const Blend blend : {Blend::mip, Blend::minip, Blend::average}) {
        Scene scene = first_scene(volume, survey);
        set_blend(scene, blend, volume.header(), volume.range(), survey);
        write_session(scene, path("session.json"));
        const std::vector<std::uint8_t> expected =
            picture({source, "--view", "standard", "--blend", std::string(name_of(blend))});
        EXPECT_EQ(picture({"session.json"}), expected) << name_of(blend);
        // Over and back again.
        set_blend(scene, Blend::average, volume.header(), volume.range(), survey);
        set_blend(scene, Blend::composite, volume.header(), volume.range(), survey);
        write_session(scene, path("session.json"));
        EXPECT_EQ(picture({"session.json"}), picture({source, "--view", "standard"})) << name_of(blend);
    }
}

TEST_F(Projection, a_function_that_was_chosen_by_hand_stays) {
    const Volume volume = read_volume(source);
    const DataSurvey survey = survey_data(volume);
    Scene scene = first_scene(volume, survey);
    scene.transfer = find_preset("inferno");
    set_blend(scene, Blend::mip, volume.header(), volume.range(), survey);
    EXPECT_TRUE(same_transfer(scene.transfer, find_preset("inferno")));
    EXPECT_EQ(scene.settings.blend, Blend::mip);
}

TEST_F(Projection, window_and_level_act_on_every_function) {
    const auto brightest = [&](const std::vector<std::string> &arguments) {
        std::vector<std::string> all = {source, "--view", "front", "--blend", "mip"};
        all.insert(all.end(), arguments.begin(), arguments.end());
        const std::vector<std::uint8_t> rgba = picture(all);
        int largest = 0;
        for (std::size_t i = 0; i < rgba.size(); i += 4) {
            largest = std::max<int>(largest, rgba[i]);
        }
        return largest;
    };
    EXPECT_EQ(brightest({"--transfer", "gray", "--window", "0:100"}), 255);
    EXPECT_LT(brightest({"--transfer", "gray", "--window", "0:1000"}), 70);
    EXPECT_GT(brightest({"--transfer", "mr-default"}), 240);
    EXPECT_GT(brightest({"--transfer", "ct-bone", "--window", "0:200"}), 240); // a function over values of its own
}

TEST_F(Projection, a_cpu_has_every_traversal) {
    const std::vector<std::uint8_t> expected = picture({source, "--traversal", "none", "--backend", "buffer"});
    const Outcome outcome =
        run({"render", source, "--traversal", "if-if", "--backend", "packet", "-o", "b.png", "--size", "64x48"});
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_TRUE(contains(outcome.err, "note: packets do not draw the traversal if-if")) << outcome.err;
    EXPECT_EQ(decode_png(read("b.png")).rgba, expected);
}

} // namespace

} // namespace voxmarch::testing
