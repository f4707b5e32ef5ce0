// Raw files that are large enough to be taken from the page cache piece by piece, and not as memory wants them.
#include "volume/formats/plain_voxels.h"
#include "volume/formats/read.h"
#include "volume_test_files.h"

#include <cstring>
#include <gtest/gtest.h>
#include <utility>

namespace voxmarch {

using namespace testing;

TEST(ReadConverted, LargeFilesOfOtherOrderOrType) {
    const ScratchFolder folder;
    const std::size_t count = mapping_threshold / 8 + 3; // no whole number of pieces
    std::vector<double> values(count);
    for (std::size_t i = 0; i < count; ++i) {
        values[i] = static_cast<double>(i % 65521) * 0.5 - 700.0;
    }
    const std::string bytes(reinterpret_cast<const char *>(values.data()), 8 * count);
    std::string swapped(bytes.size(), '\0');
    for (std::size_t i = 0; i < swapped.size(); ++i) {
        swapped[i] = bytes[i / 8 * 8 + 7 - i % 8];
    }
    const auto little = write_file(folder / "l.raw", bytes), big = write_file(folder / "b.raw", "x" + swapped);
    const std::vector<float> expected(values.begin(), values.end());
    for (const auto &[file, rest] : {std::pair(little, ""), std::pair(big, ":big:offset=1")}) {
        const Volume volume = read_volume(file, raw_layout("8x1x" + std::to_string(count / 8) + ":float64" +
                                                           (rest[0] != '\0' ? rest : ":little:offset=0")));
        EXPECT_EQ(0, std::memcmp(volume.bytes().data(), expected.data(), volume.bytes().size())) << rest;
    }
    const Volume words = read_volume(big, raw_layout("8x4x" + std::to_string(count / 8) + ":uint16:big:offset=1"));
    std::string pairs = swapped;
    for (std::size_t i = 0; i + 1 < pairs.size(); i += 2) {
        std::swap(pairs[i], pairs[i + 1]);
    }
    EXPECT_EQ(0, std::memcmp(words.bytes().data(), pairs.data(), words.bytes().size()));
}

} // namespace voxmarch
