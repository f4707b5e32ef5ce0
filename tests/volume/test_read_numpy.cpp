// NumPy arrays written by hand as numpy writes them: axes, orders, types, and headers that lie.
#include "base/error.h"
#include "volume/formats/read.h"
#include "volume_test_files.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <functional>
#include <numeric>

namespace voxmarch {

using namespace testing;

namespace {

std::string with_header(const std::string &dictionary, char version = 1) {
    std::string file = "\x93NUMPY";
    file += version;
    file += '\0';
    const std::string text = dictionary + std::string(7, ' ') + "\n";
    for (int i = 0; i < (version == 1 ? 2 : 4); ++i) {
        file += static_cast<char>(text.size() >> (8 * i));
    }
    return file + text;
}

std::string dictionary(const std::string &type, bool fortran, const std::string &shape) {
    return fmt::format("{{'descr': '{}', 'fortran_order': {}, 'shape': ({}), }}", type, fortran ? "True" : "False",
                       shape);
}

/// Values 0, 1, 2, ... in the order of the array's indices, whatever its order in memory.
std::string array_of(const std::vector<int> &shape, bool fortran, bool big, char version = 1) {
    const int count = std::accumulate(shape.begin(), shape.end(), 1, std::multiplies<>());
    std::vector<std::int16_t> values(static_cast<std::size_t>(count));
    for (int i = 0; i < count; ++i) { // place in memory
        int value = 0, rest = i;
        std::vector<int> index(shape.size());
        for (std::size_t k = 0; k < shape.size(); ++k) {
            const std::size_t axis = fortran ? k : shape.size() - 1 - k;
            index[axis] = rest % shape[axis];
            rest /= shape[axis];
        }
        for (std::size_t axis = 0; axis < shape.size(); ++axis) {
            value = value * shape[axis] + index[axis];
        }
        values[static_cast<std::size_t>(i)] = static_cast<std::int16_t>(value);
    }
    const std::string lengths = fmt::format("{}{}", fmt::join(shape, ", "), shape.size() == 1 ? "," : "");
    return with_header(dictionary(big ? ">i2" : "<i2", fortran, lengths), version) +
           (big ? swapped_bytes_of(values) : bytes_of(values));
}

class ReadNumpy : public ::testing::Test {
protected:
    const ScratchFolder folder;

    std::string error(const std::string &content) const {
        const auto file = write_file(folder / "a.npy", content);
        const std::string message = message_of<FileError>([&] { read_volume(file); });
        EXPECT_TRUE(contains(message, "a.npy"));
        return message;
    }
};

TEST_F(ReadNumpy, AxesAreZYXInEveryOrder) {
    for (const bool fortran : {false, true}) {
        for (const bool big : {false, true}) {
            for (const char version : {'\1', '\2', '\3'}) {
                const auto file = write_file(folder / "a.npy", array_of({3, 4, 5}, fortran, big, version));
                const Volume volume = read_volume(file);
                EXPECT_EQ(volume.grid().dims, (std::array<int, 3>{5, 4, 3}));
                EXPECT_EQ(volume.type(), ScalarType::i16);
                for (int i = 0; i < 60; ++i) {
                    ASSERT_EQ(volume.value(i % 5, i / 5 % 4, i / 20), i) << fortran << big << int{version};
                }
            }
        }
        const auto flat = write_file(folder / "a.npy", array_of({4, 5}, fortran, false));
        EXPECT_EQ(read_volume(flat).grid().dims, (std::array<int, 3>{5, 4, 1}));
        EXPECT_EQ(read_volume(flat).value(3, 2, 0), 13);
        ReadOptions later;
        later.time = 1;
        EXPECT_TRUE(contains(message_of<UsageError>([&] { read_volume(flat, later); }), "one only"));
        const auto deep = write_file(folder / "a.npy", array_of({1, 1, 3, 4, 5}, fortran, false));
        EXPECT_EQ(read_volume(deep).value(4, 3, 2), 59);
    }
}

TEST_F(ReadNumpy, FourthAxesAreTimesOrValuesOfAVoxel) {
    for (const bool fortran : {false, true}) {
        const auto file = write_file(folder / "a.npy", array_of({6, 3, 4, 5, 2}, fortran, false));
        ReadOptions options;
        for (options.time = 0; options.time < 6; ++options.time) {
            for (options.channel = 0; options.channel < 2; ++options.channel) {
                const Volume volume = read_volume(file, options);
                EXPECT_EQ(volume.header().times, 6);
                EXPECT_EQ(volume.header().channels.size(), 2U);
                for (int i = 0; i < 60; i += 7) {
                    ASSERT_EQ(volume.value(i % 5, i / 5 % 4, i / 20), (options.time * 60 + i) * 2 + options.channel);
                }
            }
            options.channel = 0;
        }
        EXPECT_TRUE(contains(message_of<UsageError>([&] { read_volume(file, options); }), "0 to 5"));
        const auto times = write_file(folder / "a.npy", array_of({2, 3, 4, 5}, fortran, false));
        options.time = 1;
        EXPECT_EQ(read_volume(times, options).value(0, 0, 0), 60);
    }
}

TEST_F(ReadNumpy, RefusesWhatIsNoVolume) {
    const std::string voxels(24, 'x');
    EXPECT_TRUE(contains(error(array_of({24}, false, false)), "of the shape (24)"));
    EXPECT_TRUE(contains(error(array_of({2, 2, 2, 2, 9}, false, false)), "shape"));
    EXPECT_TRUE(contains(error(with_header(dictionary("<c8", false, "2, 3, 4")) + voxels), "type '<c8'"));
    EXPECT_TRUE(contains(error(with_header(dictionary("|O", false, "2, 3, 4")) + voxels), "pickled Python objects"));
    EXPECT_TRUE(
        contains(error(with_header("{'descr': [('r', '|u1')], 'fortran_order': False, 'shape': (2, 3, 4)}") + voxels),
                 "records"));
    EXPECT_TRUE(contains(error(with_header(dictionary("|u1", false, "0, 3, 4")) + voxels), "shape"));
    const std::string whole = array_of({3, 4, 5}, false, false);
    for (const std::size_t length : {whole.size() - 1, std::size_t{40}, std::size_t{11}, std::size_t{7}}) {
        EXPECT_NE(error(whole.substr(0, length)), "") << length;
    }
    for (const char *shape : {"1000000, 1000000, 1000000", "99999999999999999999, 2, 2", "-1, 2, 2", "2; 2", "2, 2"}) {
        const bool fits = std::string(shape) == "2, 2";
        if (!fits) {
            EXPECT_NE(error(with_header(dictionary("|u1", false, shape)) + voxels), "") << shape;
        }
    }
    for (const char *wrong :
         {"", "{", "{'descr': '|u1'}", "{'descr': '|u1', 'fortran_order': Maybe, 'shape': (2, 3, 4)}",
          "{'descr': '|u1', 'fortran_order': False, 'shape': (2, 3, 4), 'more': 1}",
          "{'descr': '|u1', 'fortran_order': False, 'shape': (2, 3, 4)} text"}) {
        EXPECT_TRUE(contains(error(with_header(wrong) + voxels), "damaged")) << wrong;
    }
    EXPECT_TRUE(contains(error(with_header(dictionary("|u1", false, "2, 3, 4"), '\7') + voxels), "version 7"));
}

} // namespace
} // namespace voxmarch
