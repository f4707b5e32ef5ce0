// Grey values or labels: volumes made here, and every volume of the shared data, each also stretched, clamped and
// wider.
#include "../volume/volume_test_files.h"
#include "base/error.h"
#include "transfer/automatic_classes.h"
#include "volume/downsample.h"
#include "volume/formats/read.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <glm/glm.hpp>
#include <optional>
#include <random>
#include <unordered_map>

namespace voxmarch {
namespace {

using namespace testing;

template <typename T>
Volume make(ScalarType type, const std::array<int, 3> &dims, const std::function<double(int, int, int)> &value) {
    VolumeHeader header;
    header.grid.dims = dims;
    header.type = type;
    header.format = "raw";
    std::vector<T> voxels;
    for (int z = 0; z < dims[2]; ++z) {
        for (int y = 0; y < dims[1]; ++y) {
            for (int x = 0; x < dims[0]; ++x) {
                voxels.push_back(static_cast<T>(value(x, y, z)));
            }
        }
    }
    std::vector<std::byte> bytes(voxels.size() * sizeof(T));
    std::memcpy(bytes.data(), voxels.data(), bytes.size());
    return {std::move(header), std::move(bytes)};
}

Volume make_bytes(const std::function<double(int, int, int)> &value, int edge = 48) {
    return make<std::uint8_t>(ScalarType::u8, {edge, edge, edge},
                              [&](int x, int y, int z) { return std::clamp(std::round(value(x, y, z)), 0.0, 255.0); });
}

DataClass class_of(const Volume &volume, DataKind kind = DataKind::automatic) {
    return guess_data_class(volume.header(), survey_data(volume), kind).data_class;
}

::testing::AssertionResult are_labels(const Volume &volume) {
    const DataSurvey survey = survey_data(volume);
    const NeighbourSurvey &found = survey.neighbours;
    return (class_of(volume) == DataClass::labels ? ::testing::AssertionSuccess() : ::testing::AssertionFailure())
           << (found.whole ? "whole" : "not whole") << ", " << found.distinct << " values, equal " << found.equal
           << ", inside " << found.equal_inside << ", steps " << found.steps_inside;
}

/// Cells around random points in a ball; outside of it 0. @param names  of the cells
double blob(int x, int y, int z, int edge, const std::vector<double> &names) {
    const glm::dvec3 p(x, y, z);
    if (glm::distance(p, glm::dvec3(edge / 2.0)) > 0.45 * edge) {
        return 0.0;
    }
    std::mt19937 random(5);
    std::uniform_real_distribution<double> place(0.0, edge);
    double nearest = 1e9, name = 0.0;
    for (const double candidate : names) {
        const double x0 = place(random), y0 = place(random), z0 = place(random);
        const double distance = glm::distance(p, glm::dvec3(x0, y0, z0));
        if (distance < nearest) {
            nearest = distance;
            name = candidate;
        }
    }
    return name;
}

std::vector<double> names(int count, double stride) {
    std::vector<double> result;
    for (int i = 0; i < count; ++i) {
        result.push_back(std::floor(1.0 + stride * i));
    }
    return result;
}

TEST(LabelsOrGrey, BlobsAreLabels) {
    for (const int count : {2, 3, 30, 120}) {
        const std::vector<double> list = names(count, 2.1);
        const auto value = [&](int x, int y, int z) { return blob(x, y, z, 40, list); };
        EXPECT_TRUE(are_labels(make<std::uint16_t>(ScalarType::u16, {40, 40, 40}, value))) << count;
        EXPECT_TRUE(are_labels(make<float>(ScalarType::f32, {40, 40, 40}, value))) << count;
    }
    // Numbers of an atlas may be large.
    const std::vector<double> atlas = names(60, 271.0);
    EXPECT_TRUE(are_labels(make<float>(ScalarType::f32, {40, 40, 40},
                                       [&](int x, int y, int z) { return 1000.0 * blob(x, y, z, 40, atlas); })));
}

TEST(LabelsOrGrey, MasksAreLabels) {
    for (const double inside : {1.0, 255.0}) {
        EXPECT_TRUE(are_labels(make_bytes([&](int x, int y, int z) {
            return glm::distance(glm::dvec3(x, y, z), glm::dvec3(24)) < 15 ? inside : 0.0;
        })));
    }
}

TEST(LabelsOrGrey, FractionsAndNegativesAreGrey) {
    const std::vector<double> list = names(30, 2.1);
    const auto half = [&](int x, int y, int z) { return 0.5 * blob(x, y, z, 40, list); };
    EXPECT_FALSE(are_labels(make<float>(ScalarType::f32, {40, 40, 40}, half)));
    const auto below = [&](int x, int y, int z) { return blob(x, y, z, 40, list) - 3.0; };
    EXPECT_FALSE(are_labels(make<std::int16_t>(ScalarType::i16, {40, 40, 40}, below)));
}

TEST(LabelsOrGrey, NoiseIsGrey) {
    std::mt19937 random(3);
    std::normal_distribution<double> noise(120.0, 30.0);
    EXPECT_FALSE(are_labels(make_bytes([&](int, int, int) { return noise(random); })));
    std::uniform_int_distribution<int> few(0, 15);
    EXPECT_FALSE(are_labels(make_bytes([&](int, int, int) { return few(random); })));
}

/// With few values equal neighbours are common even in noise, most of all where one value is rare.
TEST(LabelsOrGrey, NoiseOfFewValuesIsGrey) {
    std::mt19937 random(7);
    std::uniform_real_distribution<double> any(0.0, 1.0);
    for (const double part : {0.05, 0.3, 0.5, 0.9}) {
        EXPECT_FALSE(are_labels(make_bytes([&](int, int, int) { return any(random) < part ? 255.0 : 0.0; }))) << part;
    }
    for (const int values : {3, 4, 5}) {
        EXPECT_FALSE(are_labels(make_bytes([&](int, int, int) { return std::floor(any(random) * values); }))) << values;
    }
}

/// A soft ball, and a ramp, in 2 to 5 values: by chance, and by a matrix as printers do.
TEST(LabelsOrGrey, DitheredImagesAreGrey) {
    std::mt19937 random(7);
    std::uniform_real_distribution<double> any(0.0, 1.0);
    constexpr double matrix[4][4] = {{0, 8, 2, 10}, {12, 4, 14, 6}, {3, 11, 1, 9}, {15, 7, 13, 5}};
    const auto ball = [](int x, int y, int z) {
        const double r = glm::distance(glm::dvec3(x, y, z), glm::dvec3(24));
        return std::exp(-r * r / 200.0);
    };
    const auto ramp = [](int x, int y, int) { return (x + 0.5 * y) / 72.0; };
    for (const int top : {1, 2, 3, 4}) {
        for (const std::function<double(int, int, int)> &image : {std::function(ball), std::function(ramp)}) {
            EXPECT_FALSE(are_labels(make_bytes([&](int x, int y, int z) {
                return std::floor(top * image(x, y, z) + any(random));
            }))) << top;
            EXPECT_FALSE(are_labels(make_bytes([&](int x, int y, int z) {
                return std::floor(top * image(x, y, z) + (matrix[y % 4][x % 4] + 0.5) / 16.0);
            }))) << top;
        }
    }
}

/// However small or thin what they mark is.
TEST(LabelsOrGrey, MasksOfThinThingsAreLabels) {
    const auto distance = [](int x, int y, int z) { return glm::distance(glm::dvec3(x, y, z), glm::dvec3(24)); };
    for (const double radius : {2.0, 3.0, 10.0, 20.0}) {
        EXPECT_TRUE(are_labels(make_bytes([&](int x, int y, int z) { return distance(x, y, z) < radius; }))) << radius;
    }
    EXPECT_TRUE(are_labels(make_bytes([&](int x, int y, int z) { return std::abs(distance(x, y, z) - 15) < 0.5; })))
        << "a shell of a voxel";
    EXPECT_TRUE(are_labels(make_bytes([&](int x, int y, int z) { return x == 31 && y == 20 && z == 7; }))) << "a point";
    EXPECT_TRUE(are_labels(make_bytes([&](int x, int y, int z) {
        return (x + 3 * y + 5 * z) % 48 == 0 && (5 * x + y + 40 * z) % 37 == 0;
    }))) << "points";
    EXPECT_TRUE(are_labels(make_bytes([&](int x, int y, int z) {
        return std::abs(y - 0.7 * x) < 0.6 && std::abs(z - 10 - 0.4 * x) < 0.6 ? 3 : x == 20 && y == 40 ? 2 : 0;
    }))) << "lines";
}

/// However slowly: neighbours are then equal, or differ by one step.
TEST(LabelsOrGrey, SmoothImagesAreGrey) {
    for (const double slope : {0.2, 0.6, 2.0}) {
        const auto ramp = [&](int x, int y, int z) { return slope * (x + 0.7 * y + 0.3 * z); };
        EXPECT_FALSE(are_labels(make_bytes(ramp, 64))) << slope;
        const auto waves = [&](int x, int y, int z) {
            return 120.0 + 100.0 * std::sin(0.05 * slope * x) * std::cos(0.04 * slope * y + 0.03 * slope * z);
        };
        EXPECT_FALSE(are_labels(make_bytes(waves, 64))) << slope;
    }
}

/// An image with soft edges and noise, its histogram stretched so that values are missing, and cut at 255.
TEST(LabelsOrGrey, StretchedImagesAreGrey) {
    for (const double gain : {0.4, 1.0, 1.5, 1.9, 3.0, 5.0}) {
        std::mt19937 random(9);
        std::normal_distribution<double> noise(0.0, 2.0);
        EXPECT_FALSE(are_labels(make_bytes([&](int x, int y, int z) {
            const double r = glm::distance(glm::dvec3(x, y, z), glm::dvec3(24));
            const double tissue = 60.0 / (1.0 + std::exp(r - 18.0)) + 50.0 / (1.0 + std::exp(2.0 * (r - 8.0)));
            return gain * std::round(std::max(0.0, tissue + noise(random)));
        }))) << gain;
    }
}

/// Few grey values: neighbours are often equal, but pass from one value to the next.
TEST(LabelsOrGrey, PosterisedImagesAreGrey) {
    for (const int levels : {8, 12, 16}) {
        EXPECT_FALSE(are_labels(make_bytes([&](int x, int y, int z) {
            const double wave = 0.5 + 0.5 * std::sin(0.3 * x) * std::cos(0.23 * y) * std::sin(0.19 * z + 0.4);
            return std::floor(wave * (levels - 0.01)) * (256.0 / levels);
        }))) << levels;
    }
}

/// Constant air, padding around a round field of view, and saturated metal.
TEST(LabelsOrGrey, ConstantPartsDoNotMakeLabels) {
    std::mt19937 random(9);
    std::normal_distribution<double> noise(0.0, 12.0);
    EXPECT_FALSE(are_labels(make<std::uint16_t>(ScalarType::u16, {64, 64, 32}, [&](int x, int y, int) {
        const double r = std::hypot(x - 32, y - 32);
        return r > 31 ? 0.0 : r < 5 ? 4095.0 : r < 18 ? std::round(1074.0 + noise(random)) : 24.0;
    })));
}

/// What the class is decided by is seen before the volume is made smaller.
TEST(LabelsOrGrey, DownsamplingChangesNothing) {
    const ScratchFolder scratch;
    const std::string file = write_file(scratch / "made_128x16x16_uint8.raw", [] {
        std::string bytes;
        for (int i = 0; i < 128 * 16 * 16; ++i) {
            bytes += static_cast<char>((i * 7 + i / 128 * 3) % 200);
        }
        return bytes;
    }());
    std::optional<DataSurvey> whole;
    for (const int factor : {1, 2, 3, 4}) {
        std::optional<DataSurvey> survey;
        ReadOptions options;
        options.downsample = factor;
        options.on_survey = [&](DataSurvey stored) { survey = std::move(stored); };
        const Volume volume = read_volume(file, options);
        ASSERT_TRUE(survey);
        whole = whole ? whole : survey;
        const DataGuess guess = guess_data_class(volume.header(), *survey);
        EXPECT_EQ(guess.data_class, DataClass::scan) << "128 / 4 voxels would be a small lattice";
        EXPECT_EQ(guess.reason, guess_data_class(volume.header(), *whole).reason) << factor;
    }
}

/// Of a small lattice what has no noise is a field, in bytes, 16 bits and floats; what has some is not.
TEST(FieldOrScan, NoiseTells) {
    for (const double sigma : {0.0, 2.0, 6.0}) {
        std::mt19937 random(9);
        std::normal_distribution<double> noise(0.0, 1.0);
        const auto value = [&](int x, int y, int z) {
            const glm::dvec3 p(x, y, z);
            const double blobs = 180.0 * std::exp(-std::pow(glm::distance(p, glm::dvec3(20)) / 12.0, 2.0)) +
                                 120.0 * std::exp(-std::pow(glm::distance(p, glm::dvec3(34, 30, 26)) / 9.0, 2.0));
            return std::clamp(blobs + 20.0 + sigma * noise(random), 0.0, 255.0);
        };
        const DataClass expected = sigma > 0.0 ? DataClass::scan : DataClass::field;
        EXPECT_EQ(class_of(make_bytes(value)), expected) << sigma;
        EXPECT_EQ(class_of(make<float>(ScalarType::f32, {48, 48, 48}, value)), expected) << sigma;
        EXPECT_EQ(class_of(make<std::uint16_t>(ScalarType::u16, {48, 48, 48},
                                               [&](int x, int y, int z) { return 200.0 * value(x, y, z); })),
                  expected)
            << sigma;
        EXPECT_EQ(class_of(make_bytes(value, 104)), DataClass::scan) << "not small";
    }
}

// The shared data.

const std::string data_folder = VOXMARCH_SOURCE_DIR "/../shared/data/";

/// The two cranium files lost their first 20 bytes to an empty gzip member, see tests/volume/test_read_shared_data.cpp.
Volume read_shared(const std::string &file) {
    const ScratchFolder scratch;
    std::string source = data_folder + file;
    if (file.starts_with("cranium")) {
        std::string content = read_file(source);
        if (!content.starts_with("NRRD")) {
            source = write_file(scratch / file, content.replace(0, 20, "NRRD0004\n#          "));
        }
    }
    return read_volume(source);
}

/// Every voxel changed, rounded and clamped as the type is.
Volume changed(const Volume &volume, const std::function<double(double)> &change) {
    VolumeHeader header = volume.header();
    std::vector<std::byte> bytes(header.byte_count());
    visit_scalar(volume.type(), [&](auto tag) {
        using T = decltype(tag);
        const auto from = volume.voxels<T>();
        auto *to = reinterpret_cast<T *>(bytes.data());
        std::unordered_map<T, T> known;
        for (std::size_t i = 0; i < from.size(); ++i) {
            const auto [place, is_new] = known.try_emplace(from[i]);
            if (is_new) {
                const double value = change(double(from[i]));
                if constexpr (std::is_floating_point_v<T>) {
                    place->second = static_cast<T>(value);
                } else {
                    place->second = static_cast<T>(std::clamp(std::round(value), double(std::numeric_limits<T>::min()),
                                                              double(std::numeric_limits<T>::max())));
                }
            }
            to[i] = place->second;
        }
    });
    return {std::move(header), std::move(bytes)};
}

Volume widened(const Volume &bytes) {
    const auto from = bytes.voxels<std::uint8_t>();
    const std::array<int, 3> dims = bytes.grid().dims;
    std::size_t i = 0;
    Volume wide = make<std::uint16_t>(ScalarType::u16, dims, [&](int, int, int) { return 257.0 * from[i++]; });
    return wide;
}

class SharedKind : public ::testing::TestWithParam<std::pair<const char *, bool>> {};

TEST_P(SharedKind, IsKeptByEveryStretch) {
    const auto [file, labels] = GetParam();
    if (!std::filesystem::exists(data_folder + file)) {
        GTEST_SKIP() << data_folder << file << " is not there";
    }
    std::optional<Volume> read;
    try {
        read = read_shared(file);
    } catch (const UnsupportedError &error) {
        GTEST_SKIP() << error.what();
    }
    const Volume &volume = *read;
    EXPECT_EQ(bool(are_labels(volume)), labels) << are_labels(volume).message();
    const double high = volume.type() == ScalarType::u8 ? 255.0 : volume.range().max;
    if (volume.range().min >= 0.0 && !labels) { // gamma makes one label of two
        const Volume gamma = changed(volume, [&](double v) { return high * std::pow(v / high, 0.7); });
        EXPECT_FALSE(are_labels(gamma)) << "gamma 0.7";
    }
    for (const double gain : {1.5, 1.9}) {
        const auto times = changed(volume, [&](double v) { return gain * v; });
        EXPECT_EQ(bool(are_labels(times)), labels) << "times " << gain << ": " << are_labels(times).message();
    }
    if (volume.type() == ScalarType::u8) {
        const Volume wide = widened(volume);
        EXPECT_EQ(bool(are_labels(wide)), labels) << "times 257: " << are_labels(wide).message();
    }
    for (const int factor : {2, 3, 4}) {
        if (!labels) { // also where somebody stores the means
            EXPECT_FALSE(are_labels(downsample(volume, factor))) << factor;
        }
    }
}

/// The middle of a volume, its values as bytes.
Volume cut_to_bytes(const Volume &volume, int edge) {
    const std::array<int, 3> dims = volume.grid().dims;
    std::array<int, 3> size, first;
    for (std::size_t axis = 0; axis < 3; ++axis) {
        size[axis] = std::min(edge, dims[axis]);
        first[axis] = (dims[axis] - size[axis]) / 2;
    }
    const ValueRange range = volume.range();
    return make<std::uint8_t>(ScalarType::u8, size, [&](int x, int y, int z) {
        const double value = volume.value(first[0] + x, first[1] + y, first[2] + z);
        return std::round(255.0 * (value - range.min) / (range.max - range.min));
    });
}

TEST(FieldOrScan, SharedVolumesAreWhatTheyAre) {
    const std::pair<const char *, DataClass> volumes[] = {{"fuel_64x64x64_uint8.nhdr", DataClass::field},
                                                          {"neghip_64x64x64_uint8.nhdr", DataClass::field},
                                                          {"nucleon_41x41x41_uint8.nhdr", DataClass::field},
                                                          {"silicium_98x34x34_uint8.nhdr", DataClass::field},
                                                          {"bucky_32x32x32_uint8.nhdr", DataClass::field},
                                                          {"bonsai.nrrd", DataClass::scan},
                                                          {"engine.vti", DataClass::scan},
                                                          {"FLAIR.nrrd", DataClass::scan},
                                                          {"cranium_256x256x108_int16.nrrd", DataClass::scan},
                                                          {"stent.nrrd", DataClass::scan},
                                                          {"teddybear_128x128x62_uint8.nhdr", DataClass::scan},
                                                          {"stardist_img3d_57x61x31_uint16.tif", DataClass::scan}};
    for (const auto &[file, expected] : volumes) {
        if (!std::filesystem::exists(data_folder + file)) {
            GTEST_SKIP() << data_folder << file << " is not there";
        }
        try {
            const Volume volume = read_shared(file);
            for (const int edge : {64, 100}) {
                const Volume small = cut_to_bytes(volume, edge);
                EXPECT_EQ(class_of(small), expected) << file << " " << edge << ": " << survey_neighbours(small).turning;
            }
            if (expected == DataClass::field) {
                EXPECT_EQ(class_of(volume), expected) << file;
                EXPECT_EQ(class_of(widened(volume)), expected) << file;
                EXPECT_EQ(class_of(changed(volume, [](double v) { return 1.9 * v; })), expected) << file;
            }
        } catch (const UnsupportedError &) { // a format that was not built in
        }
    }
}

INSTANTIATE_TEST_SUITE_P(
    AllOf, SharedKind,
    ::testing::Values(std::pair("FLAIR.nrrd", false), std::pair("aneurism.vti", false), std::pair("bonsai.nrrd", false),
                      std::pair("bucky_32x32x32_uint8.nhdr", false), std::pair("cranium_256x256x108_int16.nrrd", false),
                      std::pair("cranium_labels_256x256x108_uint8.nrrd", true), std::pair("engine.vti", false),
                      std::pair("fuel_64x64x64_uint8.nhdr", false), std::pair("inia19-NeuroMaps.nii.gz", true),
                      std::pair("inia19-t1-brain.nii.gz", false),
                      std::pair("marschner_lobb_41x41x41_uint8.nhdr", false),
                      std::pair("neghip_64x64x64_uint8.nhdr", false), std::pair("nucleon_41x41x41_uint8.nhdr", false),
                      std::pair("silicium_98x34x34_uint8.nhdr", false), std::pair("stent.nrrd", false),
                      std::pair("stardist_img3d_57x61x31_uint16.tif", false),
                      std::pair("stardist_mask3d_57x61x31_uint16.tif", true),
                      std::pair("teddybear_128x128x62_uint8.nhdr", false)),
    [](const auto &one) {
        std::string name = one.param.first;
        std::replace_if(
            name.begin(), name.end(), [](char c) { return !std::isalnum(static_cast<unsigned char>(c)); }, '_');
        return name;
    });

} // namespace
} // namespace voxmarch
