// Films by a program that stands for ffmpeg and keeps what it is given, and by ffmpeg itself where it is installed.
#include "base/error.h"
#include "scene/film_writer.h"

#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <random>
#include <sstream>
#include <string>
#include <sys/resource.h>
#include <unistd.h>

namespace voxmarch {
namespace {

namespace fs = std::filesystem;

Image picture(int width, int height, int seed) {
    Image image{width, height, Pixels(std::size_t(width) * std::size_t(height) * 4)};
    for (std::size_t i = 0; i < image.rgba.size(); ++i) {
        image.rgba[i] = static_cast<std::uint8_t>(i * 7 + std::size_t(seed) * 31);
    }
    return image;
}

std::string read(const fs::path &file) {
    std::ifstream stream(file, std::ios::binary);
    std::ostringstream text;
    text << stream.rdbuf();
    return text.str();
}

/// A scratch folder, and a search path that may begin with a program `ffmpeg` of these lines of shell.
class Films : public ::testing::Test {
protected:
    void SetUp() override {
        folder_ = fs::temp_directory_path() / ("film-" + std::to_string(::getpid()));
        fs::create_directories(folder_ / "bin");
        path_ = std::getenv("PATH");
    }
    void TearDown() override {
        ::setenv("PATH", path_.c_str(), 1);
        fs::remove_all(folder_);
    }
    void install(const std::string &lines) {
        const fs::path program = folder_ / "bin" / "ffmpeg";
        std::ofstream(program) << "#!/bin/sh\nfor last; do :; done\nout=\"${last#file:}\"\n" << lines << "\n";
        fs::permissions(program, fs::perms::owner_all);
        ::setenv("PATH", ((folder_ / "bin").string() + ":" + path_).c_str(), 1);
    }
    std::size_t files() const {
        return static_cast<std::size_t>(std::distance(fs::directory_iterator(folder_), fs::directory_iterator()));
    }

    fs::path folder_;
    std::string path_;
};

TEST_F(Films, ffmpeg_gets_every_byte_of_every_picture_with_their_size_and_rate) {
    install("echo \"$@\" > " + (folder_ / "words").string() + "; cat > \"$out\"");
    std::string all;
    FilmWriter film(folder_ / "film.mp4", 24.0);
    for (int i = 0; i < 5; ++i) {
        const Image one = picture(321, 201, i);
        film.add(one);
        all.append(one.rgba.begin(), one.rgba.end());
    }
    EXPECT_FALSE(fs::exists(folder_ / "film.mp4")) << "before it is whole";
    film.finish();
    EXPECT_EQ(read(folder_ / "film.mp4"), all);
    const std::string words = read(folder_ / "words");
    EXPECT_NE(words.find("-video_size 321x201 -framerate 24 "), words.npos) << words;
}

TEST_F(Films, a_program_that_fails_is_an_error_with_its_own_words_and_leaves_nothing) {
    install("echo noise >&2; echo 'Unknown encoder libx264' >&2; exit 3");
    try {
        FilmWriter film(folder_ / "film.mp4", 24.0);
        for (int i = 0; i < 50; ++i) {
            film.add(picture(320, 200, i));
        }
        film.finish();
        FAIL();
    } catch (const OutputError &error) {
        EXPECT_NE(std::string(error.what()).find("film.mp4: ffmpeg: Unknown encoder libx264"), std::string::npos)
            << error.what();
    }
    EXPECT_EQ(files(), 1u) << "the program alone";
}

TEST_F(Films, one_that_is_given_up_leaves_nothing) {
    install("cat > \"$out\"");
    {
        FilmWriter film(folder_ / "film.mp4", 24.0);
        film.add(picture(320, 200, 0));
    }
    EXPECT_EQ(files(), 1u);
}

TEST_F(Films, without_ffmpeg_it_is_told_what_to_install) {
    ::setenv("PATH", (folder_ / "nowhere").c_str(), 1);
    EXPECT_NE(why_no_films().find("install the package ffmpeg"), std::string::npos);
    EXPECT_THROW(FilmWriter(folder_ / "film.mp4", 24.0), UnsupportedError);
    EXPECT_EQ(files(), 1u);
}

TEST_F(Films, ffmpeg_itself_makes_a_film_that_it_reads_again) {
    if (!why_no_films().empty()) {
        GTEST_SKIP() << "ffmpeg is not installed";
    }
    Image grey{65, 33, Pixels(65 * 33 * 4, 128)}; // edges of odd length
    FilmWriter film(folder_ / "film.mp4", 25.0);
    for (int i = 0; i < 10; ++i) {
        film.add(grey);
    }
    film.finish();
    const std::string command = "ffmpeg -loglevel error -i " + (folder_ / "film.mp4").string() +
                                " -pix_fmt rgb24 -f rawvideo " + (folder_ / "again").string() + " </dev/null";
    ASSERT_EQ(std::system(command.c_str()), 0);
    const std::string again = read(folder_ / "again");
    ASSERT_EQ(again.size(), 10u * 66u * 34u * 3u);
    EXPECT_NEAR(static_cast<unsigned char>(again[0]), 128, 3);
    EXPECT_NEAR(static_cast<unsigned char>(again[again.size() / 2]), 128, 3);
}

TEST_F(Films, a_disk_that_fills_keeps_the_old_film) {
    if (!why_no_films().empty()) {
        GTEST_SKIP() << "ffmpeg is not installed";
    }
    std::ofstream(folder_ / "film.mp4") << "the old film";
    rlimit before{};
    ASSERT_EQ(::getrlimit(RLIMIT_FSIZE, &before), 0);
    const auto signal_before = std::signal(SIGXFSZ, SIG_IGN); // then writing fails, as where a disk is full
    const rlimit small{4096, before.rlim_max};
    ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &small), 0);
    std::string problem;
    try {
        FilmWriter film(folder_ / "film.mp4", 25.0);
        Image noise{64, 64, Pixels(64 * 64 * 4, 0)};
        std::minstd_rand random(1);
        for (int i = 0; i < 60; ++i) {
            std::ranges::generate(noise.rgba, [&] { return static_cast<std::uint8_t>(random() >> 8u); });
            film.add(noise);
        }
        film.finish();
    } catch (const OutputError &error) {
        problem = error.what();
    }
    ::setrlimit(RLIMIT_FSIZE, &before);
    std::signal(SIGXFSZ, signal_before);
    EXPECT_NE(problem.find("film.mp4: "), std::string::npos) << problem;
    EXPECT_EQ(read(folder_ / "film.mp4"), "the old film");
    EXPECT_EQ(files(), 2u);
}

TEST_F(Films, are_known_by_their_name) {
    EXPECT_TRUE(is_film("a/b.mp4"));
    EXPECT_TRUE(is_film("B.MP4"));
    EXPECT_FALSE(is_film("mp4"));
    EXPECT_FALSE(is_film("a.png"));
}

} // namespace
} // namespace voxmarch
