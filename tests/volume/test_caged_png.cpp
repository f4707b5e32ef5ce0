// Pictures that another process unpacks: they arrive, and however it ends, this process goes on and says why.
#include "base/format_problem.h"
#include "base/png_encoder.h"
#include "volume/cage/caged_png.h"
#include "volume_test_files.h"

#include <atomic>
#include <chrono>
#include <csignal>
#include <fcntl.h>
#include <thread>
#include <unistd.h>

namespace voxmarch::testing {

namespace {

constexpr int width = 5, height = 3;

/// 60 different bytes.
std::vector<std::uint8_t> bytes_of_pixels() {
    std::vector<std::uint8_t> bytes;
    for (int i = 0; i < 4 * width * height; ++i) {
        bytes.push_back(static_cast<std::uint8_t>(4 * i + 1));
    }
    return bytes;
}

const std::string &picture() {
    static const std::string png = encode_png(width, height, bytes_of_pixels());
    return png;
}

std::string failure_of(const std::string &png) {
    return message_of<FormatProblem>([&] { decode_png(png); });
}

/// What unpacking by this function ends with.
std::string failure_by(const std::function<PngPixels(std::string_view)> &unpack, const CageBounds &bounds = {}) {
    return message_of<FormatProblem>([&] { decode_png(picture(), unpack, bounds); });
}

std::string failure_after(const std::function<void()> &what, const CageBounds &bounds = {}) {
    return failure_by(
        [&](std::string_view png) {
            what();
            return unpack_png(png);
        },
        bounds);
}

TEST(CagedPng, PixelsArrive) {
    const PngPixels pixels = decode_png(picture());
    EXPECT_EQ(pixels.width, width);
    EXPECT_EQ(pixels.height, height);
    EXPECT_EQ(pixels.channels, 4);
    const std::vector<std::uint8_t> bytes = bytes_of_pixels();
    ASSERT_EQ(pixels.rgba.size(), bytes.size());
    for (std::size_t i = 0; i < bytes.size(); ++i) {
        EXPECT_EQ(pixels.rgba[i], 257 * bytes[i]) << i;
    }
}

TEST(CagedPng, CrashesAreTold) {
    EXPECT_EQ(failure_after([] { raise(SIGSEGV); }), "is damaged: stb_image breaks down over it (segmentation fault)");
    EXPECT_EQ(failure_after([] { raise(SIGABRT); }), "is damaged: stb_image breaks down over it (aborted)");
    EXPECT_EQ(failure_after([] { _exit(0); }), "is damaged: stb_image breaks down over it");
    EXPECT_EQ(failure_after([] { throw FormatProblem("is a damaged PNG file (bad)"); }), "is a damaged PNG file (bad)");
}

TEST(CagedPng, NobodyWaitsForever) {
    CageBounds bounds;
    bounds.seconds = 0;
    EXPECT_EQ(failure_after(
                  [] {
                      for (std::atomic<int> turns = 0; turns >= 0;) {
                          turns = 1;
                      }
                  },
                  bounds),
              "is damaged: stb_image comes to no end with it");
    bounds.patience = 1;
    EXPECT_EQ(failure_after([] { std::this_thread::sleep_for(std::chrono::hours(1)); }, bounds),
              "cannot be read: stb_image does not answer for 1 s");
}

TEST(CagedPng, MemoryIsBounded) {
#if defined(__SANITIZE_ADDRESS__)
    GTEST_SKIP() << "the sanitizer takes more than there is to bound";
#endif
    EXPECT_EQ(failure_after([] {
                  const std::vector<char> taken(std::size_t{3000} << 20, 'x');
                  static_cast<void>(write(STDOUT_FILENO, taken.data(), 1));
              }),
              "cannot be read: not enough memory, or its sizes lie");
}

TEST(CagedPng, LiesAreRefused) {
    const auto states = [](const std::function<void(PngPixels &)> &lie) {
        return failure_by([&](std::string_view png) {
            PngPixels pixels = unpack_png(png);
            lie(pixels);
            return pixels;
        });
    };
    const std::string words = "is damaged: what its reader says makes no sense";
    EXPECT_EQ(states([](PngPixels &pixels) { pixels.width = 1 << 30; }), words);
    EXPECT_EQ(states([](PngPixels &pixels) { pixels.height = -1; }), words);
    EXPECT_EQ(states([](PngPixels &pixels) { pixels.channels = 0; }), words);
    EXPECT_EQ(states([](PngPixels &pixels) { pixels.channels = 5; }), words);
    EXPECT_EQ(states([](PngPixels &pixels) { pixels.rgba.pop_back(); }), words);
    EXPECT_EQ(states([](PngPixels &pixels) { pixels.rgba.push_back(0); }), words);
}

TEST(CagedPng, LyingHeadersAreRefused) {
    constexpr std::size_t width_at = 16, height_at = 20;
    const auto with = [](std::size_t place, const std::string &bytes) {
        return std::string(picture()).replace(place, bytes.size(), bytes);
    };
    EXPECT_EQ(failure_of(with(width_at, std::string(4, '\0'))), "is not a PNG file, or is damaged");
    EXPECT_EQ(failure_of(with(width_at, "\xff\xff\xff\xff")), "is not a PNG file, or is damaged");
    EXPECT_EQ(failure_of(with(width_at, std::string("\0\1\0\0\0\1\0\0", 8))),
              "has 65536 x 65536 pixels, more than any picture needs");
    EXPECT_NE(failure_of(with(height_at, std::string("\0\0\x40\0", 4))), ""); // more rows than there are
    std::string unpacks_to_more = encode_png(64, 64, std::vector<std::uint8_t>(std::size_t{4} * 64 * 64, 7));
    unpacks_to_more.replace(height_at, 4, std::string("\0\0\0\1", 4));
    EXPECT_EQ(failure_of(unpacks_to_more), "is a damaged PNG file (its pixels cannot be unpacked)");
    for (std::size_t length = 0; length < picture().size() - 16; ++length) { // the last part is empty
        EXPECT_NE(failure_of(picture().substr(0, length)), "") << length;
    }
}

TEST(CagedPng, ItIsUnpackedElsewhereWithoutFiles) {
    const ScratchFolder folder;
    const std::string file = write_file(folder / "some.file", "x");
    const auto told = [&](const std::function<std::string()> &what) {
        return failure_after([&] { throw FormatProblem(what()); });
    };
    EXPECT_NE(told([] { return std::to_string(getpid()); }), std::to_string(getpid()));
    const std::string opened = told([&] { return open(file.c_str(), O_RDONLY) >= 0 ? "opened" : "refused"; });
    if (opened == "opened") {
        GTEST_SKIP() << "this kernel has no Landlock";
    }
    EXPECT_EQ(opened, "refused");
    setenv("VOXMARCH_DECODE_IN_PROCESS", "1", 1);
    EXPECT_EQ(told([] { return std::to_string(getpid()); }), std::to_string(getpid()));
    unsetenv("VOXMARCH_DECODE_IN_PROCESS");
}

} // namespace

} // namespace voxmarch::testing
