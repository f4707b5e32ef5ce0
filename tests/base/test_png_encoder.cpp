// PNG files: another decoder gets the pixels back, zlib agrees with every checksum, one core writes what all write.
#include "base/png_encoder.h"

#include <gtest/gtest.h>
#include <sched.h>
#include <utility>
#include <vector>
#ifdef VOXMARCH_HAS_ZLIB
#include <zlib.h>
#endif

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-function"
#define STB_IMAGE_IMPLEMENTATION
#define STB_IMAGE_STATIC
#define STBI_ONLY_PNG
#define STBI_NO_STDIO
#include <stb_image.h>
#pragma GCC diagnostic pop

namespace voxmarch {
namespace {

/// Smooth colours, a background that ends within a row, noise at the end, every opacity.
std::vector<std::uint8_t> picture(int width, int height) {
    std::vector<std::uint8_t> rgba;
    std::uint32_t noise = 1;
    for (int y = 0; y < height; ++y) {
        for (int x = 0; x < width; ++x) {
            noise = noise * 1664525u + 1013904223u;
            const bool background = x<y / 3, rough = y> height * 3 / 4;
            for (const int value : {x / 3 + y, x ^ y, 255 - y / 5, x * y / 64}) {
                rgba.push_back(static_cast<std::uint8_t>(background ? 0 : rough ? noise >> (value % 24) : value));
            }
        }
    }
    return rgba;
}

const stbi_uc *data_of(const std::string &png) { return reinterpret_cast<const stbi_uc *>(png.data()); }

TEST(PngEncoder, another_decoder_gets_the_pixels_back) {
    // One pixel, lines, odd sizes, a whole number of strips and one row more, rows longer than a strip.
    const std::pair<int, int> sizes[] = {{1, 1},     {1, 16384}, {16384, 1}, {2, 3},      {333, 257},
                                         {1024, 64}, {1024, 65}, {40000, 5}, {1920, 1080}};
    for (const auto &[width, height] : sizes) {
        SCOPED_TRACE(testing::Message() << width << "x" << height);
        const std::vector<std::uint8_t> rgba = picture(width, height);
        const std::string png = encode_png(width, height, rgba);
        int read_width = 0, read_height = 0, channels = 0;
        stbi_uc *pixels =
            stbi_load_from_memory(data_of(png), static_cast<int>(png.size()), &read_width, &read_height, &channels, 0);
        ASSERT_NE(pixels, nullptr) << stbi_failure_reason();
        const bool same_size = read_width == width && read_height == height && channels == 4;
        EXPECT_TRUE(same_size && std::equal(rgba.begin(), rgba.end(), pixels));
        stbi_image_free(pixels);
    }
}

#ifdef VOXMARCH_HAS_ZLIB
std::uint32_t number_at(const std::string &bytes, std::size_t place) {
    std::uint32_t number = 0;
    for (std::size_t i = place; i < place + 4; ++i) {
        number = number << 8 | static_cast<unsigned char>(bytes.at(i));
    }
    return number;
}

TEST(PngEncoder, zlib_agrees_with_every_checksum) {
    constexpr int width = 640, height = 480;
    const std::string png = encode_png(width, height, picture(width, height));
    std::string types, packed;
    std::size_t place = 8;
    while (place < png.size()) {
        const std::size_t length = number_at(png, place);
        EXPECT_EQ(number_at(png, place + 8 + length),
                  crc32(0, data_of(png) + place + 4, static_cast<uInt>(length + 4)));
        const std::string type = png.substr(place + 4, 4);
        types += type == "IDAT" && types.ends_with("IDAT") ? "" : type;
        packed += type == "IDAT" ? png.substr(place + 8, length) : "";
        place += 12 + length;
    }
    EXPECT_EQ(place, png.size());
    EXPECT_EQ(types, "IHDRIDATIEND");
    std::vector<Bytef> rows((width * 4 + 1) * height + 1);
    uLongf size = rows.size();
    EXPECT_EQ(uncompress(rows.data(), &size, data_of(packed), packed.size()), Z_OK); // compares adler32
    EXPECT_EQ(size, rows.size() - 1);
}
#endif

TEST(PngEncoder, one_core_writes_what_all_write) {
    const std::vector<std::uint8_t> rgba = picture(800, 600);
    const std::string with_all = encode_png(800, 600, rgba);
    cpu_set_t all, one;
    ASSERT_EQ(sched_getaffinity(0, sizeof all, &all), 0);
    CPU_ZERO(&one);
    for (int cpu = 0; cpu < CPU_SETSIZE && CPU_COUNT(&one) == 0; ++cpu) {
        if (CPU_ISSET(cpu, &all)) {
            CPU_SET(cpu, &one);
        }
    }
    ASSERT_EQ(sched_setaffinity(0, sizeof one, &one), 0);
    const std::string with_one = encode_png(800, 600, rgba);
    ASSERT_EQ(sched_setaffinity(0, sizeof all, &all), 0);
    EXPECT_TRUE(with_one == with_all);
}

} // namespace
} // namespace voxmarch
