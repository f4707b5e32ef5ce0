// Scale bars, legends, cubes and texts over pictures of voxmarch render, and figures for print.
#include "tests/app/picture.h"
#include "tests/app/run_program.h"

#include <algorithm>
#include <cstdint>

namespace voxmarch::testing {
namespace {

class FigureCommands : public Program {
protected:
    Outcome render(std::vector<std::string> more) const {
        const std::vector<std::string> begin = {"render",  "synthetic:tree:32", "--size",
                                                "160x120", "--transfer",        "thesis"};
        more.insert(more.begin(), begin.begin(), begin.end());
        return run(more);
    }

    /// Pixels that differ, within the columns and rows of a part of the picture.
    static int differing(const Picture &a, const Picture &b, int left, int top, int right, int bottom) {
        int count = 0;
        for (int y = top; y < bottom; ++y) {
            for (int x = left; x < right; ++x) {
                const std::size_t at = (static_cast<std::size_t>(y) * a.width + static_cast<std::size_t>(x)) * 4;
                count += std::equal(a.rgba.begin() + static_cast<std::ptrdiff_t>(at),
                                    a.rgba.begin() + static_cast<std::ptrdiff_t>(at + 4),
                                    b.rgba.begin() + static_cast<std::ptrdiff_t>(at))
                             ? 0
                             : 1;
            }
        }
        return count;
    }
};

TEST_F(FigureCommands, LieInTheirCornersAndChangeNothingElse) {
    ASSERT_EQ(render({"-o", "plain.png"}).code, 0);
    const Picture plain = decode_png(read("plain.png"));
    const auto drawn = [&](const std::vector<std::string> &options) {
        std::vector<std::string> arguments{"-o", "a.png"};
        arguments.insert(arguments.end(), options.begin(), options.end());
        const Outcome outcome = render(arguments);
        EXPECT_EQ(outcome.code, 0) << outcome.err;
        return decode_png(read("a.png"));
    };
    const Picture bar = drawn({"--scale-bar"});
    EXPECT_GT(differing(plain, bar, 80, 60, 160, 120), 20);
    EXPECT_EQ(differing(plain, bar, 0, 0, 80, 120), 0);
    EXPECT_EQ(differing(plain, bar, 0, 0, 160, 60), 0);
    const Picture cube = drawn({"--orientation-cube"});
    EXPECT_GT(differing(plain, cube, 0, 60, 80, 120), 200);
    EXPECT_EQ(differing(plain, cube, 80, 0, 160, 120), 0);
    EXPECT_EQ(differing(plain, cube, 0, 0, 160, 60), 0);
    const Picture legend = drawn({"--legend"});
    EXPECT_GT(differing(plain, legend, 120, 0, 160, 120), 200);
    EXPECT_EQ(differing(plain, legend, 0, 0, 100, 120), 0);
    const Picture corner = drawn({"--corner", "top-left={name}"});
    EXPECT_GT(differing(plain, corner, 0, 0, 80, 30), 20);
    EXPECT_EQ(differing(plain, corner, 0, 30, 160, 120), 0);
}

TEST_F(FigureCommands, AreKeptInThePicture) {
    const Outcome first = render({"-o", "a.png", "--scale-bar", "--caption", "{name}\\nagain", "--text-height", "12",
                                  "--text-color", "1,0,0", "--corner", "bottom-left=c"});
    ASSERT_EQ(first.code, 0) << first.err;
    ASSERT_EQ(run({"render", "a.png", "-o", "b.png"}).code, 0);
    EXPECT_EQ(decode_png(read("b.png")).rgba, decode_png(read("a.png")).rgba);
    ASSERT_EQ(run({"render", "a.png", "-o", "c.png", "--caption", "another"}).code, 0);
    EXPECT_NE(decode_png(read("c.png")).rgba, decode_png(read("a.png")).rgba);
}

TEST_F(FigureCommands, LieWhereTheyAreToldTo) {
    ASSERT_EQ(render({"-o", "plain.png"}).code, 0);
    const Picture plain = decode_png(read("plain.png"));
    const auto drawn = [&](const std::vector<std::string> &options) {
        std::vector<std::string> arguments{"-o", "a.png"};
        arguments.insert(arguments.end(), options.begin(), options.end());
        const Outcome outcome = render(arguments);
        EXPECT_EQ(outcome.code, 0) << outcome.err;
        return decode_png(read("a.png"));
    };
    const Picture bar = drawn({"--scale-bar", "top-left"});
    EXPECT_GT(differing(plain, bar, 0, 0, 80, 60), 20);
    EXPECT_EQ(differing(plain, bar, 80, 0, 160, 120), 0);
    EXPECT_EQ(bar.rgba, drawn({"--scale-bar=0,0"}).rgba);
    const Picture legend = drawn({"--legend", "left"});
    EXPECT_GT(differing(plain, legend, 0, 0, 40, 120), 200);
    EXPECT_EQ(differing(plain, legend, 60, 0, 160, 120), 0);
    const Picture cube = drawn({"--orientation-cube=top-right", "--caption", "a b", "--caption-place", "top-left"});
    EXPECT_GT(differing(plain, cube, 80, 0, 160, 60), 200);
    EXPECT_GT(differing(plain, cube, 0, 0, 60, 30), 10);
    EXPECT_EQ(differing(plain, cube, 0, 60, 160, 120), 0);
    // A session's bar goes, and a file behind a part is no place.
    ASSERT_EQ(render({"-o", "kept.png", "--scale-bar", "top-left"}).code, 0);
    ASSERT_EQ(run({"render", "kept.png", "--scale-bar=false", "-o", "gone.png"}).code, 0);
    EXPECT_EQ(decode_png(read("gone.png")).rgba, plain.rgba);
    ASSERT_EQ(run({"render", "--scale-bar", "kept.png", "-o", "again.png"}).code, 0);
    EXPECT_EQ(decode_png(read("again.png")).rgba, decode_png(read("kept.png")).rgba);
}

TEST_F(FigureCommands, AreAsLargeInPrintAsTheySay) {
    ASSERT_EQ(run({"render", "synthetic:tree:32", "--size", "40x30mm", "--dpi", "254", "--scale-bar", "--text-height",
                   "2mm", "-o", "a.png"})
                  .code,
              0);
    ASSERT_EQ(
        run({"render", "synthetic:tree:32", "--size", "400x300", "--scale-bar", "--text-height", "20", "-o", "b.png"})
            .code,
        0);
    EXPECT_EQ(decode_png(read("a.png")).rgba, decode_png(read("b.png")).rgba);
    EXPECT_TRUE(contains(read("a.png"), std::string("pHYs\0\0\x27\x10\0\0\x27\x10\1", 13))) << "10000 a metre";
    EXPECT_FALSE(contains(read("b.png"), "pHYs"));
    EXPECT_TRUE(failed_with(render({"--size", "40x30mm", "-o", "c.png"}), 2, "--dpi"));
    EXPECT_TRUE(failed_with(render({"--size", "40mm", "-o", "c.png"}), 2, "85x60mm"));
    EXPECT_TRUE(failed_with(render({"--text-height", "0.1mm", "-o", "c.png"}), 2, "0.5"));
    EXPECT_TRUE(failed_with(render({"--text-height", "3cm", "-o", "c.png"}), 2, "3mm or 8pt"));
}

TEST_F(FigureCommands, WhatHasNoRoomIsTold) {
    const std::vector<std::string> all = {"--scale-bar",     "--legend", "--orientation-cube",
                                          "--caption",       "{name}",   "--corner",
                                          "top-left={name}", "-o",       "a.png"};
    std::vector<std::string> small = all, enough = all;
    small.insert(small.end(), {"--size", "48x48"});
    enough.insert(enough.end(), {"--size", "256x256"});
    const Outcome told = render(small);
    ASSERT_EQ(told.code, 0);
    EXPECT_TRUE(contains(told.err, "note: left out, as there is no room in the picture: ")) << told.err;
    EXPECT_TRUE(contains(told.err, "the orientation cube")) << told.err;
    EXPECT_FALSE(contains(render(enough).err, "note"));
}

TEST_F(FigureCommands, TurnWithTheCamera) {
    const Outcome outcome = render({"-o", "t{}.png", "--turntable", "2", "--orientation-cube"});
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    const Picture a = decode_png(read("t0.png")), b = decode_png(read("t1.png"));
    EXPECT_GT(differing(a, b, 0, 80, 40, 120), 50) << "another side of the cube";
}

TEST_F(FigureCommands, AreWrittenForPrint) {
    const Outcome outcome = render({"-o", "a.png", "--scale-bar", "--figure", "a.svg", "--dpi", "192"});
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_TRUE(contains(read("a.svg"), "width=\"60pt\" height=\"45pt\""));
    ASSERT_EQ(render({"-o", "a.png", "--figure", "a.pdf"}).code, 0);
    EXPECT_TRUE(read("a.pdf").starts_with("%PDF"));
}

/// As the viewer's: nobody has to say that it is CT.
TEST_F(FigureCommands, LegendsTellHounsfieldUnits) {
    std::string file = "NRRD0004\ntype: int16\ndimension: 3\nsizes: 24 24 24\nspace: left-posterior-superior\nspace "
                       "directions: (1,0,0) (0,1,0) (0,0,1)\nspace origin: (0,0,0)\nendian: little\nencoding: raw\n\n";
    for (int i = 0; i < 24 * 24 * 24; ++i) {
        const auto value = static_cast<std::int16_t>((i * 37) % 2600 - 1000);
        file += {static_cast<char>(value & 255), static_cast<char>(value >> 8)};
    }
    write("ct.nrrd", file);
    const auto drawn = [&](std::vector<std::string> more) {
        const std::vector<std::string> begin = {"render", "ct.nrrd", "--size", "200x150", "--legend", "-o", "a.png"};
        more.insert(more.begin(), begin.begin(), begin.end());
        const Outcome outcome = run(more);
        EXPECT_EQ(outcome.code, 0) << outcome.err;
        return decode_png(read("a.png")).rgba;
    };
    for (const std::vector<std::string> &look :
         {std::vector<std::string>{}, std::vector<std::string>{"--transfer", "thesis"}}) {
        const auto with = [&](const std::string &unit) {
            std::vector<std::string> words = look;
            words.insert(words.end(), {"--value-unit", unit});
            return drawn(words);
        };
        EXPECT_EQ(drawn(look), with("HU"));
        EXPECT_NE(drawn(look), with("K"));
    }
}

TEST_F(FigureCommands, WhatCannotBeIsToldBeforeAnythingIsDrawn) {
    EXPECT_TRUE(failed_with(render({"-o", "a.png", "--caption", "{nme}"}), 2, "{name}"));
    EXPECT_TRUE(failed_with(render({"-o", "a.png", "--corner", "middle=x"}), 2, "top-left"));
    EXPECT_TRUE(failed_with(render({"-o", "a.png", "--figure", "a.eps"}), 2, ".svg or .pdf"));
    EXPECT_TRUE(failed_with(render({"-o", "a.png", "--legend", "middle"}), 2, "top-left"));
    EXPECT_TRUE(failed_with(render({"-o", "a.png", "--scale-bar", "0.5,1.5"}), 2, "top-left"));
    EXPECT_TRUE(failed_with(render({"-o", "a.png", "--text-height", "2"}), 2, "4"));
    EXPECT_TRUE(failed_with(render({"-o", "a.png", "--figure", "nowhere/a.svg"}), 7, "nowhere"));
    EXPECT_TRUE(files().empty());
    const Outcome idle = render({"-o", "a.png", "--heatmap", "marching-steps", "--legend", "--dpi", "100"});
    EXPECT_EQ(idle.code, 0);
    EXPECT_TRUE(contains(idle.err, "no effect with --heatmap, which has a legend of its own: --legend, --dpi"))
        << idle.err;
    EXPECT_TRUE(contains(render({"-o", "a.png", "--annotations"}).err, "no effect without a session that has some"));
    const Outcome placed = render({"-o", "a.png", "--caption-place", "top", "--text-color", "red"});
    EXPECT_TRUE(contains(placed.err, "no effect without --caption: --caption-place")) << placed.err;
    EXPECT_TRUE(contains(placed.err, "no effect without anything that lies over the picture: --text-color"));
    const Outcome slice = run({"slice", "synthetic:tree:16", "--caption-place", "top", "-o", "s.png"});
    EXPECT_TRUE(contains(slice.err, "no effect without --caption: --caption-place")) << slice.err;
}

TEST_F(FigureCommands, LettersThatNoFontHasAreNamed) {
    const std::string unknown = "\xf3\xb0\x80\x80", note = "no installed font has a glyph for " + unknown;
    const Outcome picture = render({"-o", "a.png", "--caption", "a" + unknown});
    EXPECT_TRUE(contains(picture.err, "note: " + note)) << picture.err;
    const Outcome slice = run({"slice", "synthetic:tree:16", "--corner", "top-left=" + unknown, "-o", "s.svg"});
    EXPECT_TRUE(contains(slice.err, "note: " + note)) << slice.err;
    EXPECT_FALSE(contains(render({"-o", "a.png", "--caption", "5 \xc2\xb5m"}).err, "glyph"));
}

} // namespace
} // namespace voxmarch::testing
