// Boxes of volumes against the volumes themselves: in memory, made from formulas, mapped.
#include "base/error.h"
#include "brick_checks.h"
#include "volume/bricks/stored_bricks.h"
#include "volume/synthetic/parallel.h"
#include "volume/synthetic/synthetic.h"
#include "volume_test_files.h"

#include <cmath>
#include <limits>
#include <thread>

namespace voxmarch::testing {
namespace {

template <typename T> std::vector<T> counting(std::size_t count) {
    std::vector<T> values(count);
    for (std::size_t i = 0; i < count; ++i) {
        values[i] = static_cast<T>(i * 37 + i / 11);
    }
    return values;
}

TEST(BrickSources, AVolumeInMemory) {
    const auto bricks = bricks_of(synthesize("tree", 37));
    EXPECT_EQ(bricks->level_count(), 1);
    EXPECT_EQ(bricks->grid(0).dims, (std::array{37, 37, 37}));
    EXPECT_FALSE(bricks->ranges(0).has_value());
    expect_boxes(*bricks, synthesize("tree", 37));
}

TEST(BrickSources, WrongBoxesAreRefused) {
    const auto bricks = open_bricks("synthetic:sphere:16");
    std::vector<std::byte> bytes(8);
    for (const VoxelBox &box :
         {VoxelBox{{0, 0, 0}, {2, 2, 3}}, VoxelBox{{0, 0, 0}, {0, 2, 2}}, VoxelBox{{-1, 0, 0}, {1, 2, 2}},
          VoxelBox{{15, 0, 0}, {17, 2, 2}}, VoxelBox{{4, 0, 0}, {2, 2, 2}}}) {
        EXPECT_THROW(bricks->read(0, box, bytes), UsageError);
    }
    EXPECT_NO_THROW(bricks->read(0, {{14, 14, 14}, {16, 16, 16}}, bytes));
}

TEST(BrickSources, SyntheticVolumesAreMadeBoxByBox) {
    for (const SyntheticInfo &info : synthetic_volumes()) {
        const auto bricks = open_bricks("synthetic:" + info.name + ":45");
        EXPECT_EQ(bricks->header().name, info.name + ":45");
        expect_boxes(*bricks, synthesize(info.name, 45), 12);
    }
    expect_boxes(*synthetic_bricks("cayley", synthetic_header("cayley", 20, ScalarType::f32)),
                 synthesize("cayley", 20, ScalarType::f32), 12);
}

// The formulas of the catalogue, written once more.
TEST(BrickSources, TheLargestSyntheticVolumesHaveTheValuesOfTheirFormulas) {
    constexpr int n = 16384;
    const VoxelBox box{{3101, 8190, 12000}, {3106, 8193, 12004}};
    const auto at = [](int i) { return static_cast<double>(i) / (n - 1) - 0.5; };
    const auto rounded = [](double value) { return std::floor(std::clamp(value, 0.0, 255.0) + 0.5); };
    const auto cubic = [](double x, double y, double z) {
        return 1 - 16 * (2 * x) * (2 * y) * (2 * z) - 4 * (4 * x * x + 4 * y * y + 4 * z * z);
    };
    const auto ball = [](double x, double y, double z) {
        return 128 + 510 * (0.35 - std::sqrt(x * x + y * y + z * z));
    };
    const auto ripples = [](double x, double y, double z) {
        const double pi = std::acos(-1.0), r = 2 * std::sqrt(x * x + y * y);
        const double wave = std::cos(2 * pi * 6 * std::cos(pi * r / 2));
        return 255 * ((1 - std::sin(pi * z)) + 0.25 * (1 + wave)) / 2.5;
    };
    const std::vector<std::pair<std::string, std::function<double(double, double, double)>>> formulas = {
        {"sphere", ball},
        {"cayley", [&](double x, double y, double z) { return 128 + 25 * cubic(x, y, z); }},
        {"marschner-lobb", ripples}};
    for (const auto &[name, formula] : formulas) {
        const auto bricks = open_bricks("synthetic:" + name + ":16384");
        const auto bytes = read_box(*bricks, 0, box);
        std::size_t i = 0;
        for (int z = box.low[2]; z < box.high[2]; ++z) {
            for (int y = box.low[1]; y < box.high[1]; ++y) {
                for (int x = box.low[0]; x < box.high[0]; ++x) {
                    EXPECT_NEAR(std::to_integer<int>(bytes[i++]), rounded(formula(at(x), at(y), at(z))), 1) << name;
                }
            }
        }
    }
}

TEST(BrickSources, AVoxelOfAHugeObjectIsTheSameInEveryBox) {
    for (const char *name : {"tree", "teddy", "piggy", "vessels"}) {
        const auto bricks = open_bricks(std::string("synthetic:") + name + ":16384");
        const VoxelBox large{{8100, 5000, 8100}, {8149, 5033, 8120}}, small{{8121, 5007, 8103}, {8140, 5012, 8119}};
        const auto around = read_box(*bricks, 0, large);
        EXPECT_EQ(read_box(*bricks, 0, small), part_of(around, large, small)) << name;
        EXPECT_GT(*std::ranges::max_element(around), *std::ranges::min_element(around)) << name;
    }
}

TEST(BrickSources, ThinSlabsAreFilledInBands) {
    for (const char *name : {"torus", "tree", "marschner-lobb"}) {
        const Volume whole = synthesize(name, 150);
        std::vector<std::byte> slab(150 * 150 * 3);
        fill_on_all_cores(*make_synthetic_field(name, 150, ScalarType::u8), whole.header(), 77, 80, slab, {});
        EXPECT_TRUE(std::ranges::equal(slab, whole.bytes().subspan(150 * 150 * 77, slab.size()))) << name;
    }
}

TEST(BrickSources, RawVoxelsOfEveryTypeAndOrderAreMapped) {
    const ScratchFolder folder;
    const auto check = [&](const std::string &bytes, const std::string &type, const std::string &order) {
        const std::string file = write_file(folder / "volume.bin", std::string("12345").append(bytes));
        const ReadOptions options = raw_layout("9x7x5:" + type + ":" + order + ":offset=5");
        const auto bricks = open_bricks(file, options);
        EXPECT_EQ(bricks->read_size(0)[0], 9);
        expect_boxes(*bricks, read_volume(file, options));
    };
    const auto both = [&]<typename T>(T, const std::string &type) {
        const auto values = counting<T>(315);
        check(bytes_of(values), type, "little");
        check(swapped_bytes_of(values), type, "big");
    };
    both(std::uint8_t{}, "uint8");
    both(std::int8_t{}, "int8");
    both(std::uint16_t{}, "uint16");
    both(std::int16_t{}, "int16");
    both(std::uint32_t{}, "uint32");
    both(std::int32_t{}, "int32");
    both(float{}, "float32");
    both(double{}, "float64");
}

TEST(BrickSources, ValuesThatAreNotFiniteAreThoseOfTheWholeVolume) {
    const ScratchFolder folder;
    auto values = counting<float>(64 * 64 * 4);
    values[5] = std::numeric_limits<float>::quiet_NaN();
    values[9000] = -std::numeric_limits<float>::infinity();
    values[16000] = -77.5f; // far from the others
    const std::string file = write_file(folder / "n_64x64x4_float32.raw", bytes_of(values));
    const auto bricks = open_bricks(file);
    const Volume whole = read_volume(file);
    EXPECT_EQ(whole.value(5, 0, 0), -77.5);
    expect_boxes(*bricks, whole);
    std::vector<float> row(64);
    const auto again = open_bricks(file);
    again->read(0, {{0, 0, 0}, {64, 1, 1}}, std::as_writable_bytes(std::span(row)));
    EXPECT_EQ(row[5], -77.5f);

    const std::vector<float> none(8, std::numeric_limits<float>::infinity());
    const std::string empty = write_file(folder / "e_2x2x2_float32.raw", bytes_of(none));
    EXPECT_EQ(read_box(*open_bricks(empty), 0, {{0, 0, 0}, {2, 2, 2}}), std::vector<std::byte>(32));
}

TEST(BrickSources, NrrdAndNiftiAndMetaImageAreMapped) {
    const ScratchFolder folder;
    const auto values = counting<std::int16_t>(12 * 10 * 8);
    const std::string head = "type: int16\ndimension: 3\nsizes: 12 10 8\nspacings: 1 2 3\n";
    write_file(folder / "data.raw", "ab" + swapped_bytes_of(values));
    const std::vector<std::string> files = {
        write_file(folder / "a.nrrd", "NRRD0004\n" + head + "encoding: raw\nendian: little\n\n" + bytes_of(values)),
        write_file(folder / "b.nhdr",
                   "NRRD0004\n" + head + "encoding: raw\nendian: big\nbyte skip: 2\ndata file: data.raw\n"),
#if VOXMARCH_HAS_ITK
        write_file(folder / "c.mha", "NDims = 3\nDimSize = 12 10 8\nElementType = MET_SHORT\nElementSpacing = 1 2 3\n"
                                     "ElementByteOrderMSB = False\nElementDataFile = LOCAL\n" +
                                         bytes_of(values)),
        write_file(folder / "d.mhd", "NDims = 3\nDimSize = 12 10 8\nElementType = MET_SHORT\nHeaderSize = -1\n"
                                     "ElementByteOrderMSB = True\nElementDataFile = data.raw\n"),
#endif
        nifti_file(folder / "e.nii", values, {12, 10, 8}, 1.0f),
    };
    for (const std::string &file : files) {
        SCOPED_TRACE(file);
        const auto bricks = open_bricks(file);
        EXPECT_EQ(bricks->read_size(0), (std::array{12, 64, 64})) << "is not mapped";
        const Volume whole = read_volume(file);
        EXPECT_EQ(whole.value(3, 4, 5), values[(5 * 10 + 4) * 12 + 3]);
        EXPECT_EQ(bricks->grid(0).spacing, whole.grid().spacing);
        expect_boxes(*bricks, whole);
    }
    const std::string scaled = nifti_file(folder / "f.nii", values, {12, 10, 8}, 2.5f);
    EXPECT_EQ(open_bricks(scaled)->header().type, ScalarType::f32);
    expect_boxes(*open_bricks(scaled), read_volume(scaled));
}

#ifdef VOXMARCH_HAS_TINYXML2
TEST(BrickSources, RawAppendedVtiIsMapped) {
    const ScratchFolder folder;
    const auto values = counting<std::uint16_t>(6 * 5 * 4);
    for (const bool big : {false, true}) {
        const std::string data = big ? std::string("\0\0\0\xf0", 4) + swapped_bytes_of(values)
                                     : std::string("\xf0\0\0\0", 4) + bytes_of(values);
        const std::string file = write_file(
            folder / "a.vti", std::string("<VTKFile type=\"ImageData\" byte_order=\"") + (big ? "Big" : "Little") +
                                  "Endian\"><ImageData WholeExtent=\"0 5 0 4 0 3\"><Piece Extent=\"0 5 0 4 0 3\">"
                                  "<PointData Scalars=\"v\"><DataArray type=\"UInt16\" Name=\"v\" format=\"appended\" "
                                  "offset=\"0\"/></PointData></Piece></ImageData><AppendedData encoding=\"raw\">_" +
                                  data + "</AppendedData></VTKFile>");
        const auto bricks = open_bricks(file);
        EXPECT_EQ(bricks->read_size(0), (std::array{6, 64, 64})) << "is not mapped";
        const Volume whole = read_volume(file);
        EXPECT_EQ(whole.value(5, 4, 3), values.back());
        expect_boxes(*bricks, whole);
    }
}
#endif

TEST(BrickSources, WhatTheOptionsSayHolds) {
    const ScratchFolder folder;
    const std::string file = write_file(folder / "n_8x8x8_uint8.raw", bytes_of(counting<std::uint8_t>(512)));
    ReadOptions options;
    options.spacing = glm::dvec3(1, 2, 3);
    EXPECT_EQ(open_bricks(file, options)->grid(0).spacing, glm::dvec3(1, 2, 3));
    options.downsample = 2;
    expect_boxes(*open_bricks(file, options), read_volume(file, options));
    EXPECT_THROW(open_bricks(folder / "nothing.nrrd"), FileError);
}

TEST(BrickSources, ManyThreadsReadAtATime) {
    const ScratchFolder folder;
    auto values = counting<float>(64 * 64 * 16);
    values[100] = std::numeric_limits<float>::quiet_NaN();
    const std::string file = write_file(folder / "n_64x64x16_float32.raw", bytes_of(values));
    const auto bricks = open_bricks(file);
    const Volume whole = read_volume(file);
    std::vector<std::jthread> threads;
    for (unsigned seed = 0; seed < 4; ++seed) {
        threads.emplace_back([&, seed] { expect_boxes(*bricks, whole, 20, seed); });
    }
}

} // namespace
} // namespace voxmarch::testing
