// Pictures written beside what makes them: all of them, in order, and none behind the first that fails.
#include "base/error.h"
#include "scene/picture_writer.h"

#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <iterator>
#include <unistd.h>

namespace voxmarch {
namespace {

class Pictures : public ::testing::Test {
protected:
    Pictures() { std::filesystem::create_directories(folder_); }
    ~Pictures() override { std::filesystem::remove_all(folder_); }

    std::filesystem::path file(int number) const { return folder_ / (std::to_string(number) + ".png"); }

    /// No two are alike, and they differ much in what packing them takes.
    static Image picture(int number) {
        const int edge = number % 3 == 0 ? 400 : 8;
        Image image{edge, edge, Pixels(static_cast<std::size_t>(edge) * static_cast<std::size_t>(edge) * 4)};
        std::uint32_t state = static_cast<std::uint32_t>(number) + 1;
        for (std::uint8_t &byte : image.rgba) {
            state = state * 1664525u + 1013904223u;
            byte = static_cast<std::uint8_t>(state >> 24);
        }
        return image;
    }

    std::string read(const std::filesystem::path &name) const {
        std::ifstream stream(name, std::ios::binary);
        return {std::istreambuf_iterator<char>(stream), {}};
    }

    /// Files that are there, without folders.
    std::size_t count() const {
        std::size_t files = 0;
        for (const auto &entry : std::filesystem::directory_iterator(folder_)) {
            files += entry.is_regular_file() ? 1 : 0;
        }
        return files;
    }

    const std::filesystem::path folder_ =
        std::filesystem::temp_directory_path() / ("voxmarch-pictures-" + std::to_string(getpid()));
};

TEST_F(Pictures, are_the_files_that_write_png_writes) {
    for (const int threads : {0, 1, 3}) {
        PictureWriter writer(threads);
        for (int i = 0; i < 20; ++i) {
            writer.add(picture(i), file(i), {{"Number", std::to_string(i)}});
        }
        writer.finish();
        EXPECT_EQ(writer.written(), 20u);
        for (int i = 0; i < 20; ++i) {
            write_png(picture(i), folder_ / "alone.png", {{"Number", std::to_string(i)}});
            EXPECT_EQ(read(file(i)), read(folder_ / "alone.png")) << i << ", " << threads << " threads";
            std::filesystem::remove(file(i));
        }
    }
}

TEST_F(Pictures, behind_the_first_that_fails_there_are_none) {
    for (const int failing : {0, 5, 6}) {
        for (const int threads : {1, 4}) {
            std::filesystem::create_directories(file(failing)); // a file cannot take the place of a folder
            std::filesystem::create_directories(file(failing + 2));
            std::string message;
            {
                PictureWriter writer(threads);
                try {
                    for (int i = 0; i < 20; ++i) {
                        writer.add(picture(i), file(i), {});
                    }
                    writer.finish();
                } catch (const OutputError &error) {
                    message = error.what();
                }
                EXPECT_THROW(writer.finish(), OutputError) << "it does not forget";
                EXPECT_EQ(writer.written(), static_cast<std::size_t>(failing));
            }
            EXPECT_NE(message.find(file(failing).string()), message.npos) << message;
            EXPECT_EQ(count(), static_cast<std::size_t>(failing)) << threads << " threads";
            std::filesystem::remove_all(folder_);
            std::filesystem::create_directories(folder_);
        }
    }
}

TEST_F(Pictures, under_way_are_whole_or_not_there_when_the_writer_goes) {
    {
        PictureWriter writer(2);
        for (int i = 0; i < 12; ++i) {
            writer.add(picture(3 * i), file(i), {});
        }
        EXPECT_GE(writer.written(), 12u - 4u) << "no more than that are under way";
    }
    const std::size_t there = count();
    EXPECT_GE(there, 8u);
    for (std::size_t i = 0; i < there; ++i) {
        write_png(picture(3 * static_cast<int>(i)), folder_ / "alone.png");
        EXPECT_EQ(read(file(static_cast<int>(i))), read(folder_ / "alone.png")) << i;
    }
    PictureWriter().finish();
}

} // namespace
} // namespace voxmarch
