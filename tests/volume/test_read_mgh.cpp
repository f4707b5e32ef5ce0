// MGH volumes written by hand: places, types, frames, and headers that lie.
#include "base/error.h"
#include "volume/formats/read.h"
#include "volume_test_files.h"

#include <fmt/format.h>

namespace voxmarch {

using namespace testing;

namespace {

constexpr int nx = 3, ny = 4, nz = 5;

/// A header of 284 bytes. @param placed  axes of sagittal slices, else FreeSurfer's own
std::string header(std::int32_t type, std::int32_t frames, bool placed, const std::array<int, 3> &dims = {nx, ny, nz}) {
    std::string bytes = swapped_bytes_of<std::int32_t>({1, dims[0], dims[1], dims[2], frames, type, 0});
    bytes += swapped_bytes_of<std::int16_t>({static_cast<std::int16_t>(placed ? 1 : 0)});
    bytes += swapped_bytes_of<float>({0.5f, 1.0f, 2.0f, 0, -1, 0, 0, 0, -1, 1, 0, 0, 10, 20, 30});
    bytes.resize(284);
    return bytes;
}

std::string frames_of(int frames) {
    std::vector<std::int16_t> values(static_cast<std::size_t>(nx * ny * nz * frames));
    for (std::size_t i = 0; i < values.size(); ++i) {
        values[i] = static_cast<std::int16_t>(i * 7 - 100);
    }
    return swapped_bytes_of(values);
}

TEST(ReadMgh, TheMiddleIsWhereTheHeaderSays) {
    const ScratchFolder folder;
    const auto file = write_file(folder / "b.mgh", header(4, 1, true) + frames_of(1) + "scan parameters");
    const Volume volume = read_volume(file);
    const Grid &grid = volume.grid();
    EXPECT_EQ(grid.dims, (std::array<int, 3>{nx, ny, nz}));
    EXPECT_EQ(grid.spacing, glm::dvec3(0.5, 1, 2));
    EXPECT_EQ(grid.unit, LengthUnit::millimeter);
    EXPECT_TRUE(grid.anatomical);
    // Steps in RAS: x -0.5 A, y -1 S, z 2 R; in LPS A and R change their signs.
    EXPECT_EQ(grid.direction[0], glm::dvec3(0, 1, 0));
    EXPECT_EQ(grid.direction[1], glm::dvec3(0, 0, -1));
    EXPECT_EQ(grid.direction[2], glm::dvec3(-1, 0, 0));
    EXPECT_EQ(grid.origin, glm::dvec3(-(10 - 2 * 2.5), -(20 + 0.5 * 1.5), 30 + 1 * 2.0));
    for (int i = 0; i < nx * ny * nz; ++i) {
        ASSERT_EQ(volume.value(i % nx, i / nx % ny, i / (nx * ny)), i * 7 - 100);
    }
    const Volume unplaced = read_volume(write_file(folder / "u.mgh", header(4, 1, false) + frames_of(1)));
    EXPECT_EQ(unplaced.grid().spacing, glm::dvec3(1));
    EXPECT_EQ(unplaced.grid().direction[1], glm::dvec3(0, 0, -1));
    EXPECT_TRUE(contains(unplaced.header().notes.at(0), "coronal"));
}

TEST(ReadMgh, FramesAreTimes) {
    const ScratchFolder folder;
    const auto file = write_file(folder / "b.mgh", header(4, 3, true) + frames_of(3));
    ReadOptions options;
    for (options.time = 0; options.time < 3; ++options.time) {
        EXPECT_EQ(read_volume(file, options).value(0, 0, 0), options.time * nx * ny * nz * 7 - 100);
        EXPECT_EQ(read_volume(file, options).header().times, 3);
    }
    EXPECT_TRUE(contains(message_of<UsageError>([&] { read_volume(file, options); }), "0 to 2"));
}

TEST(ReadMgh, RefusesWhatDoesNotFit) {
    const ScratchFolder folder;
    const auto error = [&](const std::string &content) {
        return message_of<FileError>([&] { read_volume(write_file(folder / "b.mgh", content)); });
    };
    const std::string whole = header(4, 1, true) + frames_of(1);
    for (const std::size_t length : {whole.size() - 1, std::size_t{284}, std::size_t{283}, std::size_t{4}}) {
        EXPECT_TRUE(contains(error(whole.substr(0, length)), "truncated")) << length;
    }
    EXPECT_TRUE(contains(error(header(2, 1, true) + frames_of(1)), "MGH code 2"));
    EXPECT_NE(error(header(4, 0, true) + frames_of(1)), "");
    EXPECT_NE(error(header(4, 1, true, {-3, 4, 5}) + frames_of(1)), "");
    EXPECT_NE(error(header(4, 1, true, {1 << 20, 1 << 20, 1 << 20}) + frames_of(1)), "");
    std::string skewed = whole;
    skewed.replace(42, 12, swapped_bytes_of<float>({0, -1, 1}));
    EXPECT_TRUE(contains(error(skewed), "perpendicular"));
}

} // namespace
} // namespace voxmarch
