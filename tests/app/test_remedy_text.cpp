// Advice in the words of the library, of the command line and of the viewer.
#include "app/remedy_text.h"
#include "tests/support/enumerators.h"

#include <gtest/gtest.h>

namespace voxmarch::testing {

namespace {

TEST(RemedyText, KnowsEveryRemedy) {
    const std::vector<Remedy> all = enumerators_of<Remedy>();
    EXPECT_EQ(all.size(), static_cast<std::size_t>(Remedy::overwrite_input) + 1)
        << "or the search for enumerators ends early";
    for (const Remedy remedy : all) {
        const Note note("it went wrong", {{remedy, "DETAIL"}});
        for (const std::string &text : {plain_text(note), command_line_text(note), viewer_text(note)}) {
            EXPECT_GT(text.size(), note.text.size() + 5) << static_cast<int>(remedy);
        }
        EXPECT_EQ(plain_text(note).find("--"), std::string::npos) << plain_text(note);
    }
}

TEST(RemedyText, SharesTheVerb) {
    const MemoryError error("the mesh is too large", {{Remedy::reduce_volume}, {Remedy::other_isovalue}});
    EXPECT_STREQ(error.what(), "the mesh is too large; use a smaller copy of the volume or another isovalue");
    EXPECT_EQ(error.problem(), "the mesh is too large");
    EXPECT_EQ(command_line_text(error), "the mesh is too large; use --downsample or another isovalue");
    EXPECT_EQ(viewer_text(error),
              "the mesh is too large; open it reduced (voxmarch view --downsample 2) or use another isovalue");
}

TEST(RemedyText, StandsWithinASentenceThatHasEnded) {
    const Note note("Number 0 is read.", {{Remedy::time}});
    EXPECT_EQ(plain_text(note), "Number 0 is read (another time can be chosen).");
    EXPECT_EQ(command_line_text(note), "Number 0 is read (--time chooses).");
    EXPECT_EQ(command_line_text(Note("did you mean 'bone'?", {{Remedy::existing_preset}})),
              "did you mean 'bone'? `voxmarch transfer --list` shows all presets");
}

TEST(RemedyText, NamesNoOptionThatTheCommandLacks) {
    const MemoryError error("it is full", {{Remedy::memory_limit, "24"}, {Remedy::reduce_volume}});
    const auto text_with = [&](const std::string &options) {
        return command_line_text(error, [&](const std::string &name) { return options.find(name) != options.npos; });
    };
    EXPECT_EQ(text_with("--downsample --memory-limit"), "it is full; raise --memory-limit to 24 or use --downsample");
    EXPECT_EQ(text_with("--memory-limit"), "it is full; raise --memory-limit to 24");
    EXPECT_EQ(text_with("-n"), "it is full; use a smaller -n");
    EXPECT_EQ(text_with(""), "it is full");
    const UsageError lines("these are lines", {{Remedy::draw_lines}});
    EXPECT_EQ(command_line_text(lines, [](const std::string &) { return false; }), command_line_text(lines));
}

TEST(RemedyText, OfFilesBeginsWithTheirName) {
    const FileError error("a.dat", "is of no format known here", {{Remedy::raw_layout, "4x4x4:uint8"}});
    EXPECT_STREQ(error.what(), "a.dat: is of no format known here; raw voxels need a size and a type (4x4x4:uint8 fits "
                               "the file)");
    EXPECT_EQ(command_line_text(error),
              "a.dat: is of no format known here; raw voxels need --raw XxYxZ:TYPE (--raw 4x4x4:uint8 fits its size)");
}

TEST(RemedyText, WithoutAdviceIsWhatWasSaid) {
    EXPECT_EQ(command_line_text(Note("All is well.")), "All is well.");
    EXPECT_EQ(command_line_text(std::runtime_error("no error of ours")), "no error of ours");
    EXPECT_EQ(viewer_text(UsageError("the step is 0")), "the step is 0");
}

TEST(RemedyText, StaysWithCopiesOfTheError) {
    const MemoryError first("it is full", {{Remedy::memory_limit}});
    const Error copy = first; // NOLINT: sliced, as by a catch by value
    EXPECT_EQ(command_line_text(copy), "it is full; raise --memory-limit");
    EXPECT_EQ(command_line_text(MemoryError("it is full", {{Remedy::memory_limit, "24"}})),
              "it is full; raise --memory-limit to 24");
}

} // namespace

} // namespace voxmarch::testing
