// `voxmarch transfer`: list, show, save.
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

TEST_F(Transfer, RefusesWhatItCannotShow) {
    EXPECT_TRUE(failed_with(run({"transfer", "--show", "nonsense"}), 2, "nonsense"));
    EXPECT_TRUE(failed_with(run({"transfer", "--show", "auto"}), 2, "auto"));
    EXPECT_TRUE(failed_with(run({"transfer", "--list", "--show", "thesis"}), 2, "--show"));
}

} // namespace

} // namespace voxmarch::testing
