// Label volumes and volumes of grey values, told apart; writers found by extension.
#include "base/file_writer.h"
#include "row_volume.h"
#include "volume/data_survey.h"
#include "volume/label_check.h"
#include "volume/synthetic/synthetic.h"

#include <array>
#include <gtest/gtest.h>
#include <random>

namespace voxmarch {

using testing::row_volume;

namespace {

TEST(LabelCheck, labels_are_whole_numbers_and_mostly_like_their_neighbours) {
    using Floats = std::vector<float>;
    using Shorts = std::vector<std::int16_t>;
    EXPECT_EQ(reason_against_labels(row_volume(Floats{0, 1, 1, 2, 2, 2, 70000}, ScalarType::f32)), "");
    EXPECT_EQ(reason_against_labels(row_volume(Floats{0, 1, 1, 2.5f}, ScalarType::f32)), "voxel (3, 0, 0) is 2.5");
    EXPECT_EQ(reason_against_labels(row_volume(Shorts{0, -1000}, ScalarType::i16)), "voxel (1, 0, 0) is -1000");
    // Neighbours of 0 do not count: objects may be as thin as they like. Of 4 pairs 3 differ.
    EXPECT_EQ(reason_against_labels(row_volume(Shorts{0, 1, 0, 2, 0, 3, 0, 4}, ScalarType::i16)), "");
    EXPECT_EQ(reason_against_labels(row_volume(Shorts{0, 1, 2, 3, 3, 4}, ScalarType::i16)),
              "75 % of neighbouring voxels differ");
    EXPECT_EQ(reason_against_labels(row_volume(Shorts{0, 1, 2, 2, 3, 3}, ScalarType::i16)), "");
    EXPECT_EQ(reason_against_labels(row_volume(Shorts{0, 0, 0}, ScalarType::i16)), "");
    EXPECT_NE(reason_against_labels(synthesize("marschner-lobb", 24)), "");
}

TEST(LabelCheck, labels_beyond_doubt_have_equal_neighbours_along_all_axes) {
    const auto volume = [](auto &&value) {
        VolumeHeader header;
        header.grid.dims = {12, 12, 12};
        std::vector<std::byte> bytes;
        for (int i = 0; i < 12 * 12 * 12; ++i) {
            bytes.push_back(static_cast<std::byte>(value(i % 12, i / 12 % 12, i / 144)));
        }
        return Volume(header, std::move(bytes));
    };
    EXPECT_TRUE(holds_labels(volume([](int x, int y, int z) { return x / 6 + 2 * (y / 6) + 4 * (z / 6); })));
    EXPECT_FALSE(holds_labels(volume([](int, int y, int z) { return 20 * y + z; }))); // equal along x alone
    EXPECT_FALSE(holds_labels(volume([](int, int, int) { return 0; })));
    for (const SyntheticInfo &known : synthetic_volumes()) {
        EXPECT_FALSE(holds_labels(synthesize(known.name, 48))) << known.name;
    }
}

TEST(LabelCheck, names_labels_that_occur_nowhere) {
    const Volume volume = row_volume(std::vector<std::int16_t>{0, 3, 3, 9}, ScalarType::i16);
    EXPECT_EQ(note_of_absent_labels(volume, std::array{3, 9}, "a.nrrd"), "");
    EXPECT_EQ(note_of_absent_labels(volume, std::array{3, 5}, "a.nrrd"), "note: no voxel of a.nrrd has label 5");
    EXPECT_EQ(note_of_absent_labels(volume, std::array{8, 0, 5}, "a"), "note: no voxel of a has labels 8, 5");
}

TEST(FileWriter, is_found_by_extension_whatever_the_case) {
    static constexpr FileWriter<int &, int> writers[] = {{".one", [](int &target, int by) { target += by; }},
                                                         {".two", [](int &target, int by) { target += 2 * by; }}};
    int target = 0;
    ASSERT_NE(find_writer(writers, "folder.one/file.TWO"), nullptr);
    find_writer(writers, "folder.one/file.TWO")->write(target, 5);
    EXPECT_EQ(target, 10);
    for (const char *name : {"one", ".one", "file.one.gz", "file.on", "file.", ""}) {
        EXPECT_EQ(find_writer(writers, name), nullptr) << name;
    }
}

} // namespace
} // namespace voxmarch
