// Tests of the box filter against sums written out.
#include "base/error.h"
#include "volume/downsample.h"
#include "volume/formats/read.h"
#include "volume_test_files.h"

#include <cmath>
#include <map>
#include <random>

namespace voxmarch {

using namespace testing;

namespace {

template <typename T> Volume make(std::array<int, 3> dims, ScalarType type, const std::vector<T> &values) {
    VolumeHeader header;
    header.grid.dims = dims;
    header.type = type;
    header.name = "test";
    std::vector<std::byte> bytes(values.size() * sizeof(T));
    std::memcpy(bytes.data(), values.data(), bytes.size());
    return Volume(std::move(header), std::move(bytes));
}

// Mean of one box by the definition, slowly.
double box_mean(const Volume &v, int factor, int x, int y, int z) {
    double sum = 0.0;
    int count = 0;
    for (int k = z * factor; k < std::min((z + 1) * factor, v.grid().dims[2]); ++k) {
        for (int j = y * factor; j < std::min((y + 1) * factor, v.grid().dims[1]); ++j) {
            for (int i = x * factor; i < std::min((x + 1) * factor, v.grid().dims[0]); ++i) {
                sum += v.value(i, j, k);
                ++count;
            }
        }
    }
    return sum / count;
}

} // namespace

TEST(Downsample, what_the_file_says_is_reduced_too) {
    ReadOptions options;
    options.spacing = glm::dvec3(1.0, 2.0, 3.0);
    const VolumeHeader whole = read_volume_header("synthetic:sphere:8", options);
    ASSERT_TRUE(whole.stated);
    const VolumeHeader half = downsample_header(whole, 2);
    EXPECT_EQ(half.grid.spacing, glm::dvec3(2.0, 4.0, 6.0));
    ASSERT_TRUE(half.stated);
    EXPECT_EQ(half.stated->spacing, whole.stated->spacing * 2.0);
    EXPECT_EQ(half.stated->dims, half.grid.dims);
}

TEST(Downsample, AveragesBoxesAlsoPartialOnesAtTheFarFaces) {
    std::mt19937 random(5);
    std::vector<std::int16_t> values(7 * 5 * 4);
    for (auto &v : values) {
        v = static_cast<std::int16_t>(random() % 65536 - 32768);
    }
    const Volume volume = make({7, 5, 4}, ScalarType::i16, values);
    for (const int factor : {2, 3, 5, 64}) {
        const Volume small = downsample(volume, factor);
        const auto &m = small.grid().dims;
        for (int axis = 0; axis < 3; ++axis) {
            EXPECT_EQ(m[static_cast<std::size_t>(axis)],
                      static_cast<int>(std::ceil(volume.grid().dims[static_cast<std::size_t>(axis)] / double(factor))));
        }
        for (int z = 0; z < m[2]; ++z) {
            for (int y = 0; y < m[1]; ++y) {
                for (int x = 0; x < m[0]; ++x) {
                    EXPECT_EQ(small.value(x, y, z), std::round(box_mean(volume, factor, x, y, z))) << x << y << z;
                }
            }
        }
    }
}

TEST(Downsample, FloatsKeepTheirFractions) {
    const Volume small = downsample(make<float>({2, 2, 1}, ScalarType::f32, {0.25F, 0.5F, 1.0F, 4.0F}), 2);
    EXPECT_EQ(small.grid().voxel_count(), 1U);
    EXPECT_DOUBLE_EQ(small.value(0, 0, 0), 5.75 / 4);
}

TEST(Downsample, RoundsHalvesAwayFromZero) {
    EXPECT_EQ(downsample(make<std::int8_t>({2, 1, 1}, ScalarType::i8, {-1, -2}), 2).value(0, 0, 0), -2);
    EXPECT_EQ(downsample(make<std::int8_t>({2, 1, 1}, ScalarType::i8, {1, 2}), 2).value(0, 0, 0), 2);
    EXPECT_EQ(downsample(make<std::uint8_t>({2, 1, 1}, ScalarType::u8, {255, 255}), 2).value(0, 0, 0), 255);
}

// A linear ramp f = world x + 10 world y + 100 world z has, at the middle of a box, the mean of the box.
TEST(Downsample, PutsTheNewVoxelsInTheMiddleOfTheirBoxes) {
    VolumeHeader header;
    header.grid.dims = {8, 6, 4};
    header.grid.spacing = {0.5, 1.0, 2.0};
    header.grid.origin = {3, -2, 7};
    header.grid.direction = glm::dmat3(glm::dvec3(0, 1, 0), glm::dvec3(0, 0, 1), glm::dvec3(1, 0, 0));
    header.type = ScalarType::f32;
    const auto f = [](const glm::dvec3 &w) { return w.x + 10 * w.y + 100 * w.z; };
    std::vector<float> values;
    for (int z = 0; z < 4; ++z) {
        for (int y = 0; y < 6; ++y) {
            for (int x = 0; x < 8; ++x) {
                values.push_back(
                    static_cast<float>(f(glm::dvec3(header.grid.world_from_voxel() * glm::dvec4(x, y, z, 1)))));
            }
        }
    }
    std::vector<std::byte> bytes(values.size() * 4);
    std::memcpy(bytes.data(), values.data(), bytes.size());
    const Volume small = downsample(Volume(header, std::move(bytes)), 2);
    EXPECT_EQ(small.grid().spacing, glm::dvec3(1.0, 2.0, 4.0));
    for (int z = 0; z < 2; ++z) {
        for (int y = 0; y < 3; ++y) {
            for (int x = 0; x < 4; ++x) {
                const auto world = glm::dvec3(small.grid().world_from_voxel() * glm::dvec4(x, y, z, 1));
                EXPECT_NEAR(small.value(x, y, z), f(world), 1e-3);
            }
        }
    }
}

TEST(Downsample, OfOneVoxelStaysInPlace) {
    VolumeHeader header;
    header.grid.origin = {5, 6, 7};
    const VolumeHeader small = downsample_header(header, 4);
    EXPECT_EQ(small.grid.origin, header.grid.origin);
    EXPECT_EQ(small.grid.dims, header.grid.dims);
}

TEST(Downsample, RefusesFactorsOutOfRange) {
    const Volume volume = make<std::uint8_t>({1, 1, 1}, ScalarType::u8, {1});
    for (const int bad : {0, -1, 65}) {
        EXPECT_THROW(downsample(volume, bad), UsageError);
    }
    EXPECT_EQ(downsample(volume, 1).value(0, 0, 0), 1);
}

} // namespace voxmarch

namespace voxmarch {

/// Counted by the definition; the mean of 4 and 9 would be the name of something else.
TEST(Downsample, LabelsGiveTheMostFrequentOneOfEachBox) {
    std::mt19937 random(8);
    const std::array<std::uint16_t, 4> names{0, 4, 9, 60000};
    std::vector<std::uint16_t> values(7 * 5 * 4);
    for (auto &v : values) {
        v = names[random() % names.size()];
    }
    const Volume labels = make({7, 5, 4}, ScalarType::u16, values);
    for (const int factor : {2, 3, 5}) {
        const Volume small = downsample_labels(labels, factor);
        EXPECT_EQ(small.grid().origin, downsample(labels, factor).grid().origin);
        const auto &m = small.grid().dims;
        for (int z = 0; z < m[2]; ++z) {
            for (int y = 0; y < m[1]; ++y) {
                for (int x = 0; x < m[0]; ++x) {
                    std::map<double, int> count;
                    for (int k = z * factor; k < std::min((z + 1) * factor, 4); ++k) {
                        for (int j = y * factor; j < std::min((y + 1) * factor, 5); ++j) {
                            for (int i = x * factor; i < std::min((x + 1) * factor, 7); ++i) {
                                ++count[labels.value(i, j, k)];
                            }
                        }
                    }
                    const auto most = std::max_element(count.begin(), count.end(), [](const auto &a, const auto &b) {
                        return a.second < b.second; // the first, which is the smallest, of equal ones
                    });
                    EXPECT_EQ(small.value(x, y, z), most->first) << factor << " at " << x << y << z;
                }
            }
        }
    }
}

TEST(Downsample, ReadingTellsLabelsByTheirValues) {
    ScratchFolder folder;
    std::string voxels;
    for (int z = 0; z < 8; ++z) {
        for (int y = 0; y < 8; ++y) {
            for (int x = 0; x < 8; ++x) {
                voxels += static_cast<char>(x < 3 ? 4 : 9);
            }
        }
    }
    ReadOptions options;
    options.downsample = 2;
    const std::string file = write_file(folder / "l_8x8x8_uint8.raw", voxels);
    EXPECT_EQ(read_volume(file, options).value(1, 0, 0), 4); // of 4 4 4 4 9 9 9 9
    int surveys = 0;                                         // the same survey tells labels
    options.on_survey = [&](const DataSurvey &survey) {
        ++surveys;
        EXPECT_EQ(survey.dims, (std::array{8, 8, 8}));
        EXPECT_EQ(survey.histogram.data_range.max, 9.0);
    };
    EXPECT_EQ(read_volume(file, options).value(1, 0, 0), 4);
    EXPECT_EQ(surveys, 1);
    options.labels = false;
    EXPECT_EQ(read_volume(file, options).value(1, 0, 0), 7); // 6.5 as a number
}

} // namespace voxmarch
