// Tests of what is offered for raw files that say nothing about themselves.
#include "base/error.h"
#include "volume/formats/raw_guess.h"
#include "volume_test_files.h"

#include <algorithm>
#include <set>

namespace voxmarch {

using namespace testing;

namespace {

std::set<std::string> guesses(const std::string &name, std::uint64_t size) {
    std::set<std::string> texts;
    for (const RawLayout &layout : guess_raw_layouts(name, size)) {
        texts.insert(to_text(layout));
    }
    return texts;
}

} // namespace

TEST(RawGuess, TextsAreReadBack) {
    for (const std::string text : {"2x3x4:uint8", "2x3x4:int16:0.5,1,2.25:big:offset=352", "1x1x1:float64:offset=0",
                                   "7x5x3:uint32:0.1,0.1,0.3"}) {
        EXPECT_EQ(to_text(parse_raw_layout(text)), text);
    }
    EXPECT_EQ(to_text(parse_raw_layout("2x3x4:uint8:1,1,1:little")), "2x3x4:uint8");
}

TEST(RawGuess, SizesAreComparedWithoutOverflow) {
    const auto fit = [](const std::string &text, std::uint64_t size) { return fit_of(parse_raw_layout(text), size); };
    EXPECT_TRUE(fit("2x3x4:uint16", 48).exact());
    EXPECT_TRUE(fit("2x3x4:uint16:offset=2", 50).exact());
    EXPECT_TRUE(fit("2x3x4:uint16", 49).possible());
    EXPECT_FALSE(fit("2x3x4:uint16", 49).exact());
    EXPECT_FALSE(fit("2x3x4:uint16", 47).possible());
    EXPECT_EQ(fit("2x3x4:uint16:offset=2", 47).needed, 50u);
    EXPECT_FALSE(fit("0x3x4:uint16", 48).possible());
    EXPECT_FALSE(fit("1048577x1x1:uint8", 1u << 30).possible());
    EXPECT_FALSE(fit("1048576x1048576x1048576:float64", 1u << 30).possible()); // 2^63 bytes
    EXPECT_FALSE(fit("1048576x1048576x1048576:uint32:offset=9223372036854775807", 1u << 30).possible());
}

TEST(RawGuess, CubesSlicesAndHeadersAreFound) {
    EXPECT_EQ(to_text(guess_raw_layouts("engine.raw", 1u << 24).front()), "256x256x256:uint8");
    EXPECT_TRUE(guesses("engine.raw", 1u << 24).contains("256x256x128:uint16"));
    EXPECT_TRUE(guesses("engine.raw", 1u << 24).contains("512x512x64:uint8"));
    EXPECT_EQ(to_text(guess_raw_layouts("field.bin", 100 * 100 * 100 * 4).front()), "100x100x100:float32");
    EXPECT_TRUE(guesses("with_header.raw", 60 * 60 * 60 + 352).contains("60x60x60:uint8:offset=352"));
    EXPECT_EQ(to_text(guess_raw_layouts("headed.raw", 24 * 24 * 24 * 2 + 352).front()), "24x24x24:uint16:offset=352");
    EXPECT_EQ(to_text(guess_raw_layouts("teddy.raw", 128 * 128 * 62).front()), "128x128x62:uint8");
    EXPECT_TRUE(guesses("prime.raw", 7919).size() < 3);
    EXPECT_TRUE(guesses("empty.raw", 0).empty());
}

TEST(RawGuess, EveryGuessFitsAndIsOfferedOnce) {
    for (const std::uint64_t size : {std::uint64_t(1) << 24, std::uint64_t(128) * 128 * 62, std::uint64_t(1) << 33}) {
        const std::vector<RawLayout> all = guess_raw_layouts("a.raw", size);
        EXPECT_FALSE(all.empty());
        EXPECT_LE(all.size(), 12u);
        EXPECT_EQ(guesses("a.raw", size).size(), all.size());
        for (const RawLayout &layout : all) {
            EXPECT_TRUE(fit_of(layout, size).exact()) << to_text(layout);
        }
    }
}

TEST(RawGuess, NamesTellEdgesAndTypeInAnyOrder) {
    EXPECT_EQ(to_text(guess_raw_layouts("foot-u16.40x30x20.raw", 48000).front()), "40x30x20:uint16");
    EXPECT_EQ(to_text(guess_raw_layouts("40x30x20-foot.raw", 96000).front()), "40x30x20:float32");
    EXPECT_EQ(to_text(guess_raw_layouts("40x30x20-foot.raw", 24100).front()), "40x30x20:uint8:offset=100");
}

TEST(RawGuess, OnlyRawFilesWithoutALayoutLackOne) {
    const ScratchFolder folder;
    const std::string voxels(24, '\x01');
    EXPECT_TRUE(lacks_raw_layout(write_file(folder / "plain.raw", voxels)));
    EXPECT_TRUE(lacks_raw_layout(write_file(folder / "plain.RAW", voxels)));
    EXPECT_TRUE(lacks_raw_layout(write_file(folder / "plain.dat", voxels)));
    EXPECT_FALSE(lacks_raw_layout(write_file(folder / "a_2x3x4_uint8.raw", voxels)));
    EXPECT_FALSE(lacks_raw_layout(write_file(folder / "a_2x3x4_uint8.dat", voxels)));
    EXPECT_TRUE(lacks_raw_layout(write_file(folder / "a_2x3x5_uint8.raw", voxels))); // its name is wrong
    EXPECT_FALSE(lacks_raw_layout(write_file(folder / "notes.txt", "some text\n")));
    EXPECT_FALSE(lacks_raw_layout(write_file(folder / "volume.nrrd", voxels)));
    EXPECT_FALSE(lacks_raw_layout(write_file(folder / "empty.raw", "")));
    EXPECT_FALSE(lacks_raw_layout(folder / "missing.raw"));
    EXPECT_FALSE(lacks_raw_layout(folder / ""));
}

} // namespace voxmarch
