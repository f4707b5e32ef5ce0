// `voxmarch transfer`: list, show, save, convert.
#include "tests/app/picture.h"
#include "tests/app/run_program.h"

#include <nlohmann/json.hpp>

namespace voxmarch::testing {

namespace {

using nlohmann::json;

class Transfer : public Program {};

TEST_F(Transfer, ListsThePresetsInTextAndJson) {
    const Outcome list = run({"transfer", "--list"}, no_drivers);
    EXPECT_TRUE(went_well(list));
    EXPECT_EQ(run({"transfer"}, no_drivers).out, list.out);
    for (const json &preset : json::parse(run({"transfer", "--list", "--json"}).out)) {
        const std::string name = preset["name"], description = preset["description"];
        EXPECT_TRUE(contains(list.out, "\n" + name + " ") && contains(list.out, "  " + description + "\n")) << name;
    }
    for (const std::string name : {"auto", "thesis", "ct-bone", "mr-default", "viridis", "inferno"}) {
        EXPECT_TRUE(contains("\n" + list.out, "\n" + name + " ")) << name;
    }
}

TEST_F(Transfer, ThesisIsWhatTheDesignDefines) {
    const json thesis = json::parse(run({"transfer", "--show", "thesis", "--json"}).out);
    EXPECT_EQ(thesis["domain"], "normalised");
    const double expected[4][4] = {{0, 0, 0, 0}, {35, .2, .1, .6}, {120, .9, .5, .2}, {255, 1, 1, .9}};
    ASSERT_EQ(thesis["colors"].size(), 4u);
    for (std::size_t i = 0; i < 4; ++i) {
        EXPECT_NEAR(thesis["colors"][i]["scalar"].get<double>() * 255.0, expected[i][0], 1e-6);
        for (std::size_t channel = 0; channel < 3; ++channel) {
            EXPECT_NEAR(thesis["colors"][i]["rgb"][channel].get<double>(), expected[i][channel + 1], 1e-6);
        }
    }
    EXPECT_NEAR(thesis["opacities"].back()["opacity"].get<double>(), 0.5, 1e-9);
}

TEST_F(Transfer, SavedFilesReadBackAsTheSame) {
    for (const std::string name : {"thesis", "ct-bone", "viridis"}) {
        const Outcome saved = run({"transfer", "--save", name, "-o", "saved.json"});
        EXPECT_TRUE(went_well(saved));
        EXPECT_EQ(saved.out, "wrote saved.json\n");
        EXPECT_EQ(json::parse(read("saved.json")), json::parse(run({"transfer", "--show", name, "--json"}).out));
        EXPECT_EQ(run({"transfer", "--show", "saved.json"}).out, run({"transfer", "--show", name}).out);
    }
}

TEST_F(Transfer, ConvertsBetweenFormatsAndWarns) {
    const Outcome there = run({"transfer", "--convert", "ct-bone", "bone.vp.json"}, no_drivers);
    EXPECT_TRUE(went_well(there));
    EXPECT_EQ(there.out, "wrote bone.vp.json\n");
    EXPECT_TRUE(went_well(run({"transfer", "--convert", "bone.vp.json", "back.json"})));
    EXPECT_EQ(json::parse(read("back.json"))["opacities"],
              json::parse(run({"transfer", "--show", "ct-bone", "--json"}).out)["opacities"]);
    const Outcome paraview = run({"transfer", "--convert", "thesis", "map.json", "--format", "paraview"});
    EXPECT_TRUE(went_well(paraview));
    EXPECT_EQ(json::parse(read("map.json"))[0]["RGBPoints"].size(), 16u);
    if (!VOXMARCH_HAS_XML) {
        return;
    }
    const Outcome lossy = run({"transfer", "--convert", "thesis", "map.tfi"});
    EXPECT_EQ(lossy.code, 0);
    EXPECT_TRUE(contains(lossy.err, "warning: map.tfi: colours and opacities are rounded"));
}

TEST_F(Transfer, TellsAsJsonWhatWasWritten) {
    const Outcome there = run({"transfer", "--convert", "thesis", "map.json", "--format", "paraview", "--json"});
    ASSERT_EQ(there.code, 0) << there.err;
    const json told = json::parse(there.out);
    EXPECT_EQ(told["output"], "map.json");
    EXPECT_EQ(told["name"], "thesis");
    EXPECT_EQ(told["domain"], "normalised");
    EXPECT_EQ(json::parse(run({"transfer", "--save", "ct-bone", "-o", "b.json", "--json"}).out)["domain"], "value");
    if (VOXMARCH_HAS_XML) {
        const Outcome lost = run({"transfer", "--convert", "thesis", "map.tfi", "--json"});
        ASSERT_EQ(json::parse(lost.out)["warnings"].size(), 1u) << lost.out;
        EXPECT_TRUE(contains(lost.err, json::parse(lost.out)["warnings"][0].get<std::string>())) << lost.err;
    }
    const Outcome both = run({"transfer", "--show", "thesis", "-o", "plot.png", "--json"});
    EXPECT_EQ(json::parse(both.out)["name"], "thesis");
    EXPECT_TRUE(exists("plot.png")) << "the picture is written, too";
}

TEST_F(Transfer, AFailedConversionLeavesNothing) {
    write("broken.itf", "<InviwoWorkspace>\n<Points>\n<Point/>\n</Points></InviwoWorkspace>");
    if (VOXMARCH_HAS_XML) {
        EXPECT_TRUE(failed_with(run({"transfer", "--convert", "broken.itf", "b.json"}), 4, "broken.itf: line 3: "));
    }
    EXPECT_TRUE(failed_with(run({"transfer", "--convert", "thesis", "b.unknown"}), 7, "b.unknown"));
    EXPECT_EQ(files(), std::vector<std::string>{"broken.itf"});
}

TEST_F(Transfer, DrawsTheCurveInTextAndAsAPicture) {
    const Outcome text = run({"transfer", "--show", "thesis"}, no_drivers);
    EXPECT_TRUE(went_well(text));
    // Of 64 columns the last five, from 0.93 of the window on, round to the sixth of twelve rows.
    EXPECT_TRUE(contains(text.out, "  0.5 |" + std::string(59, ' ') + "*****\n")) << text.out;
    EXPECT_FALSE(contains(text.out, "\x1b"));
    EXPECT_FALSE(contains(text.out, ":::"));
    EXPECT_TRUE(contains(run({"transfer", "--show", "thesis", "synthetic:sphere:32"}).out, ":::"));
    EXPECT_TRUE(went_well(run({"transfer", "--show", "thesis", "synthetic:sphere:32", "-o", "plot.png"})));
    const Picture plot = decode_png(read("plot.png"));
    ASSERT_EQ(plot.width, 640);
    ASSERT_EQ(plot.height, 360);
    EXPECT_EQ(plot.rgb(44, 310)[2], 0);    // the colour bar begins black
    EXPECT_EQ(plot.rgb(623, 310)[0], 255); // and ends in (1, 1, 0.9)
    EXPECT_EQ(plot.rgb(623, 310)[2], 230);
    EXPECT_TRUE(went_well(run({"transfer", "--show", "auto", "synthetic:sphere:32"})));
}

/// A rectangle and a triangle in the plane of scalar and gradient, over the volume's counts.
TEST_F(Transfer, ShowsWidgetsInTheirPlane) {
    write("w.json", R"({"format": "voxmarch-transfer", "version": 1, "name": "two", "description": "d",
      "domain": "value", "colors": [{"scalar": 0, "rgb": [0, 0, 0]}], "opacities": [{"scalar": 0, "opacity": 0}],
      "widgets": [
        {"shape": "rectangle", "scalar": [100, 200], "gradient": [20, 40], "rgb": [1, 0, 0], "opacity": 0.8},
        {"shape": "triangle", "scalar": [0, 100], "gradient": [0, 40], "rgb": [0, 1, 0], "opacity": 0.4}]})");
    const Outcome text = run({"transfer", "--show", "w.json", "synthetic:sphere:32"});
    ASSERT_TRUE(went_well(text)) << text.err;
    EXPECT_TRUE(contains(text.out, "rectangle"));
    EXPECT_TRUE(contains(text.out, "#"));
    ASSERT_TRUE(went_well(run({"transfer", "--show", "w.json", "synthetic:sphere:32", "-o", "w.png"})));
    const Picture plane = decode_png(read("w.png"));
    ASSERT_EQ(plane.width, 640);
    const auto at = [&](double scalar, double gradient) { // 0 .. 255 and 0 .. 44
        return plane.rgb(64 + static_cast<int>(scalar / 255 * 559), 321 - static_cast<int>(gradient / 44 * 293));
    };
    EXPECT_GT(at(150, 30)[0], 190);
    EXPECT_LT(at(150, 30)[1], 80);
    EXPECT_GT(at(50, 37)[1], at(50, 37)[0] + 60);
    EXPECT_EQ(at(150, 10)[0] > 190, false) << "below the rectangle";
    EXPECT_GT(at(1, 0.3)[2], 120) << "outside and inside of the sphere lie most voxels, without gradient";
    EXPECT_LT(at(230, 43)[2], 60) << "no voxels there";
}

TEST_F(Transfer, RefusesWhatItCannotShow) {
    EXPECT_TRUE(failed_with(run({"transfer", "--show", "nonsense"}), 2, "nonsense"));
    EXPECT_TRUE(failed_with(run({"transfer", "--show", "auto"}), 2, "auto"));
    EXPECT_TRUE(failed_with(run({"transfer", "--list", "--show", "thesis"}), 2, "--show"));
}

} // namespace

} // namespace voxmarch::testing
