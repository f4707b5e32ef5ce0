// Tests of what the names in a folder of slices tell, and of what lies there and is no file.
#include "base/error.h"
#include "volume/formats/slice_names.h"
#include "volume_test_files.h"

#include <sys/stat.h>

namespace voxmarch {

using namespace testing;

namespace {

/// The only note; "": none.
std::string told(const std::vector<std::filesystem::path> &names) {
    const auto notes = slice_name_notes(names);
    EXPECT_LE(notes.size(), 1u);
    return notes.empty() ? "" : plain_text(notes[0]);
}

TEST(SliceNames, StacksWithoutGapsTellNothing) {
    EXPECT_EQ(told({}), "");
    EXPECT_EQ(told({"a.png"}), "");
    EXPECT_EQ(told({"a_1.tif", "a_2.tif", "a_3.tif"}), "");
    EXPECT_EQ(told({"a_9.tif", "a_10.tif", "a_11.tif"}), "");
    EXPECT_EQ(told({"f/a_000.tif", "f/a_010.tif", "f/a_020.tif"}), "");                // numbered in tens
    EXPECT_EQ(told({"scan2_120959_01.png", "scan2_121003_02.png"}), "");               // the time tells nothing
    EXPECT_EQ(told({"1_12345678901234567890.tif", "2_12345678901234567890.tif"}), ""); // no number
}

TEST(SliceNames, GapsAreTold) {
    EXPECT_EQ(told({"img_001.tif", "img_002.tif", "img_004.tif"}),
              "Numbers of slices are missing, between img_002.tif and img_004.tif; all slices are taken for "
              "neighbours.");
    EXPECT_TRUE(contains(told({"1.png", "3.png", "4.png", "9.png"}), "in 2 places, the first between 1.png and 3.png"));
    EXPECT_TRUE(contains(told({"z10_c0.tif", "z20_c0.tif", "z40_c0.tif"}), "between z20_c0.tif and z40_c0.tif"));
}

TEST(SliceNames, SeveralStacksAreTold) {
    EXPECT_TRUE(contains(told({"a_001.tif", "a_002.tif", "b_001.tif"}), "2 kinds (a_001.tif, b_001.tif)"));
    EXPECT_TRUE(contains(told({"img_1.tif", "img_2.tif", "mask.tif"}), "2 kinds (img_1.tif, mask.tif)"));
    EXPECT_TRUE(contains(told({"z1_c1.tif", "z1_c2.tif", "z2_c1.tif", "z2_c2.tif"}), "No number differs"));
    EXPECT_TRUE(contains(told({"a_01.tif", "a_1.tif"}), "No number differs"));
}

TEST(SliceNames, WhatIsLeftOutIsNamed) {
    using Paths = std::vector<std::filesystem::path>;
    EXPECT_TRUE(left_out_notes(Paths{}).empty());
    EXPECT_EQ(plain_text(left_out_notes(Paths{"f/a"}).at(0)), "Left out, as it is no file: a.");
    EXPECT_EQ(plain_text(left_out_notes(Paths{"a", "b", "c", "d", "e"}).at(0)),
              "Left out, as they are no files: a, b, c and 2 more.");
}

TEST(SliceNames, NothingWaitsForAPipeAmongTheSlices) {
    const ScratchFolder folder;
    // A grey picture of one pixel, 7, and one of 9, as zlib and PNG's check sums have them.
    const auto picture = [](const char *row, const char *sum) {
        return std::string("\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\1\0\0\0\1\x8\0\0\0\0\x3a\x7e\x9b\x55\0\0\0\nIDAT", 41) +
               std::string(row, 10) + std::string(sum, 4) + std::string("\0\0\0\0IEND\xae\x42\x60\x82", 12);
    };
    const std::string seven = picture("\170\234\143\140\007\000\000\011\000\010", "\040\043\303\214"),
                      nine = picture("\170\234\143\340\004\000\000\013\000\012", "\303\053\356\222");
    write_file(folder / "s_1.png", seven);
    write_file(folder / "s_3.png", nine);
    ASSERT_EQ(mkfifo((folder / "s_2.png").c_str(), 0600), 0);
    std::filesystem::create_symlink("s_4.png", folder / "s_4.png"); // leads to itself
    std::filesystem::create_symlink("gone.png", folder / "s_5.png");
    std::filesystem::create_directory(folder / "s_6.png");
    std::filesystem::create_directory(folder / "others");
    const Volume volume = read_volume(folder.path().string());
    EXPECT_EQ(volume.grid().dims, (std::array<int, 3>{1, 1, 2}));
    EXPECT_EQ(volume.value(0, 0, 1), 9);
    const auto &notes = volume.header().notes;
    EXPECT_TRUE(
        std::ranges::any_of(notes, [](const Note &note) { return contains(note, "s_2.png, s_4.png, s_5.png and 1"); }));
}

} // namespace
} // namespace voxmarch
