// Small pictures of recent files: their pixels, whose they are, and how many are kept.
#include "app/viewer/dialogs/recent_list.h"
#include "app/viewer/window/recent_pictures.h"

#include <chrono>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <unistd.h>

namespace voxmarch {
namespace {

namespace fs = std::filesystem;

Image filled(int width, int height, std::uint8_t value) {
    return {width, height, Pixels(std::size_t(width) * std::size_t(height) * 4, value)};
}

class Recent : public ::testing::Test {
protected:
    void SetUp() override {
        folder_ = fs::temp_directory_path() / ("recent-" + std::to_string(::getpid()));
        fs::create_directories(folder_);
    }
    void TearDown() override { fs::remove_all(folder_); }
    fs::path folder_;
};

TEST_F(Recent, a_small_picture_is_the_mean_of_the_middle) {
    Image wide = filled(16, 4, 0); // its middle of 4:2 is 8 x 4
    for (int y = 0; y < 4; ++y) {
        for (int x = 4; x < 12; ++x) {
            wide.rgba[(std::size_t(y) * 16 + std::size_t(x)) * 4] = static_cast<std::uint8_t>(x < 8 ? 10 * y : 200);
        }
    }
    const Image small = small_picture(wide, 4, 2);
    EXPECT_EQ(small.pixel(0, 0)[0], 5) << "of 0 and 10";
    EXPECT_EQ(small.pixel(1, 1)[0], 25) << "of 20 and 30";
    EXPECT_EQ(small.pixel(2, 0)[0], 200);
    EXPECT_EQ(small.pixel(3, 1)[3], 255);
    EXPECT_EQ(small_picture(filled(1, 1, 77), 4, 2).pixel(3, 1)[0], 77) << "larger than the picture";
}

TEST_F(Recent, a_picture_is_that_of_the_file_as_it_is_now) {
    const std::string file = (folder_ / "a.nrrd").string();
    std::ofstream(file) << "voxels";
    const RecentPictures pictures(folder_ / "cache");
    EXPECT_FALSE(pictures.find(file));
    pictures.keep(file, filled(300, 200, 42));
    ASSERT_TRUE(pictures.find(file));
    EXPECT_EQ(pictures.find(file)->pixel(5, 5)[1], 42);
    fs::last_write_time(file, fs::last_write_time(file) + std::chrono::seconds(1));
    EXPECT_FALSE(pictures.find(file));
    RecentPictures({}).keep(file, filled(300, 200, 42)); // nothing is kept
    EXPECT_FALSE(RecentPictures({}).find(file));
}

TEST_F(Recent, the_newest_are_kept) {
    const RecentPictures pictures(folder_ / "cache", 3);
    for (int i = 0; i < 6; ++i) {
        pictures.keep("synthetic:torus:" + std::to_string(i + 8), filled(40, 30, 1));
        for (const auto &entry : fs::directory_iterator(folder_ / "cache")) { // all others are older
            fs::last_write_time(entry.path(), fs::last_write_time(entry.path()) - std::chrono::seconds(1));
        }
    }
    EXPECT_TRUE(pictures.find("synthetic:torus:13"));
    EXPECT_TRUE(pictures.find("synthetic:torus:11"));
    EXPECT_FALSE(pictures.find("synthetic:torus:10"));
}

TEST_F(Recent, rows_tell_what_a_source_is_and_whether_it_is_there) {
    std::ofstream(folder_ / "head.nii.gz") << "voxels";
    EXPECT_EQ(recent_row((folder_ / "head.nii.gz").string()).name, "head.nii.gz");
    EXPECT_TRUE(recent_row((folder_ / "head.nii.gz").string()).kind.starts_with("NII volume, 20"));
    EXPECT_TRUE(recent_row(folder_.string()).kind.starts_with("Folder"));
    EXPECT_TRUE(recent_row((folder_ / "s.json").string()).missing);
    EXPECT_EQ(recent_row((folder_ / "s.json").string()).kind, "Session, is not there any more");
    EXPECT_FALSE(recent_row("synthetic:torus:16").missing);
    EXPECT_FALSE(recent_row((folder_ / "t{t}.raw").string()).missing) << "a pattern";
}

} // namespace
} // namespace voxmarch
