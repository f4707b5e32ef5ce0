// Times that are kept in memory.
#include "app/serve/time_shelf.h"

#include "base/error.h"

#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <gtest/gtest.h>
#include <string>
#include <unistd.h>

namespace voxmarch {

namespace {

/// A series of volumes of 4x4x4 voxels, all of which have the number of their time.
class TimeShelves : public ::testing::Test {
protected:
    std::filesystem::path folder = std::filesystem::temp_directory_path() / fmt::format("voxmarch_times_{}", getpid());
    std::shared_ptr<LoadedVolume> loaded = [this] {
        std::filesystem::create_directory(folder);
        for (int time = 0; time < 4; ++time) {
            std::ofstream file(folder / fmt::format("s_{}.nrrd", time), std::ios::binary);
            file << "NRRD0004\ntype: uint8\ndimension: 3\nsizes: 4 4 4\nencoding: raw\n\n"
                 << std::string(63, static_cast<char>(time + 1)) << '\0';
        }
        LoadRequest request;
        request.volume.source = (folder / "s_{t}.nrrd").string();
        request.volume.time = 1;
        return load_volume(request);
    }();

    void TearDown() override { std::filesystem::remove_all(folder); }
};

} // namespace

TEST_F(TimeShelves, TimesAreReadOnceAndTheLastOnesStay) {
    TimeShelf shelf(loaded, 2 * 64);
    EXPECT_EQ(shelf.at(1), loaded) << "which was open";
    const auto second = shelf.at(2);
    EXPECT_EQ(second->scene.volume.time, 2);
    EXPECT_EQ(second->volume.range().max, 3.0);
    EXPECT_EQ(shelf.at(2), second);
    const auto last = shelf.at(3);
    EXPECT_EQ(shelf.at(2), second) << "there is room for two";
    shelf.at(0); // in the place of the one that was asked for before the other
    EXPECT_EQ(shelf.at(2), second);
    EXPECT_NE(shelf.at(3), last);
}

TEST_F(TimeShelves, OneIsKeptWhateverTheBudget) {
    TimeShelf shelf(loaded, 0);
    const auto second = shelf.at(2);
    EXPECT_EQ(shelf.at(2), second);
}

TEST_F(TimeShelves, WhatCannotBeReadIsTold) {
    std::ofstream(folder / "s_3.nrrd") << "nothing";
    TimeShelf shelf(loaded);
    EXPECT_THROW(shelf.at(3), Error);
    EXPECT_EQ(shelf.at(2)->scene.volume.time, 2);
}

} // namespace voxmarch
