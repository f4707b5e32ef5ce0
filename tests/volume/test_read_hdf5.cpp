// HDF5 written by libhdf5 here: blocks, progress, links that lead out, and files damaged in every way: libhdf5 itself
// crashes over some of them. tests/peers/test_hdf5.py has what other programs write.
#include "base/error.h"
#include "volume/formats/hdf5/lzf.h"
#include "volume/formats/read.h"
#include "volume_test_files.h"

#include <hdf5.h>
#include <numeric>
#include <random>

namespace voxmarch {

using namespace testing;

namespace {

constexpr int nx = 40, ny = 30, nz = 20;

std::vector<std::uint16_t> numbered(std::size_t count) {
    std::vector<std::uint16_t> values(count);
    std::iota(values.begin(), values.end(), std::uint16_t{0});
    return values;
}

/// A file with a packed data set, groups, attributes and texts: much that can be damaged.
std::string write_hdf5(const std::string &file, bool newest) {
    const hid_t access = H5Pcreate(H5P_FILE_ACCESS);
    if (newest) {
        H5Pset_libver_bounds(access, H5F_LIBVER_LATEST, H5F_LIBVER_LATEST);
    }
    const hid_t id = H5Fcreate(file.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, access);
    const hid_t group = H5Gcreate2(id, "some", H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
    const std::array<hsize_t, 3> dims{nz, ny, nx}, chunk{7, 8, 9};
    const hid_t space = H5Screate_simple(3, dims.data(), nullptr), plan = H5Pcreate(H5P_DATASET_CREATE);
    H5Pset_chunk(plan, 3, chunk.data());
    H5Pset_shuffle(plan);
    H5Pset_deflate(plan, 4);
    const hid_t set = H5Dcreate2(group, "volume", H5T_STD_U16BE, space, H5P_DEFAULT, plan, H5P_DEFAULT);
    const auto values = numbered(nx * ny * nz);
    H5Dwrite(set, H5T_NATIVE_UINT16, H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data());
    const hsize_t three = 3;
    const hid_t list = H5Screate_simple(1, &three, nullptr), one = H5Screate(H5S_SCALAR);
    const hid_t sizes = H5Acreate2(set, "element_size_um", H5T_IEEE_F32LE, list, H5P_DEFAULT, H5P_DEFAULT);
    const std::array<double, 3> spacing{2.0, 1.0, 0.5};
    H5Awrite(sizes, H5T_NATIVE_DOUBLE, spacing.data());
    const hid_t text = H5Tcopy(H5T_C_S1);
    H5Tset_size(text, H5T_VARIABLE);
    const hid_t words = H5Acreate2(set, "words", text, one, H5P_DEFAULT, H5P_DEFAULT);
    const char *said = "of any length";
    H5Awrite(words, text, &said);
    H5Lcreate_soft("/some/volume", id, "way", H5P_DEFAULT, H5P_DEFAULT);
    for (const hid_t open : {words, sizes}) {
        H5Aclose(open);
    }
    H5Dclose(set);
    H5Gclose(group);
    for (const hid_t open : {list, one, space}) {
        H5Sclose(open);
    }
    H5Tclose(text);
    H5Pclose(plan);
    H5Fclose(id);
    H5Pclose(access);
    return file;
}

class ReadHdf5 : public ::testing::Test {
protected:
    const ScratchFolder folder;
};

TEST_F(ReadHdf5, ValuesSpacingAndProgress) {
    for (const bool newest : {false, true}) {
        const auto file = write_hdf5(folder / "a.h5", newest);
        double last = 0.0;
        ReadOptions options;
        options.progress = [&](double share) {
            EXPECT_GE(share, last);
            last = share;
        };
        const Volume volume = read_volume(file, options);
        EXPECT_EQ(last, 1.0);
        EXPECT_EQ(volume.grid().dims, (std::array<int, 3>{nx, ny, nz}));
        EXPECT_EQ(volume.grid().spacing, glm::dvec3(0.5, 1.0, 2.0));
        EXPECT_EQ(volume.grid().unit, LengthUnit::micrometer);
        const auto values = numbered(nx * ny * nz);
        EXPECT_TRUE(std::ranges::equal(volume.voxels<std::uint16_t>(), values));
        options.array = "way"; // a link within
        last = 0.0;
        EXPECT_TRUE(std::ranges::equal(read_volume(file, options).voxels<std::uint16_t>(), values));
        struct Cancelled {};
        options.progress = [](double) { throw Cancelled{}; };
        EXPECT_THROW(read_volume(file, options), Cancelled);
    }
}

TEST_F(ReadHdf5, LinksToOtherFilesAreNotFollowed) {
    write_hdf5(folder / "other.h5", false);
    const auto file = folder / "out.h5";
    const hid_t id = H5Fcreate(file.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT);
    H5Lcreate_external("other.h5", "/some/volume", id, "out", H5P_DEFAULT, H5P_DEFAULT);
    H5Lcreate_soft("/out", id, "way_out", H5P_DEFAULT, H5P_DEFAULT);
    H5Fclose(id);
    ReadOptions options;
    EXPECT_TRUE(contains(message_of<FileError>([&] { read_volume(file, options); }), "link to another file"));
    options.array = "/out";
    EXPECT_TRUE(contains(message_of<FileError>([&] { read_volume(file, options); }), "link to another file"));
    options.array = "/way_out";
    EXPECT_TRUE(contains(message_of<UsageError>([&] { read_volume(file, options); }), "no data set '/way_out'"));
}

TEST_F(ReadHdf5, TruncatedFilesAreRefused) {
    for (const bool newest : {false, true}) {
        const std::string whole = read_file(write_hdf5(folder / "a.h5", newest));
        for (std::size_t length = 1; length < whole.size(); length += 1 + whole.size() / 40) {
            const auto cut = write_file(folder / "cut.h5", whole.substr(0, length));
            const std::string message = message_of<FileError>([&] { read_volume(cut); });
            EXPECT_TRUE(contains(message, "cut.h5")) << length;
            if (length > 200) { // the first block is there
                EXPECT_TRUE(contains(message, "truncated: it holds " + std::to_string(length) + " of " +
                                                  std::to_string(whole.size()) + " bytes"));
            }
        }
    }
}

TEST_F(ReadHdf5, DamagedFilesEndInOneSentence) {
    std::mt19937 random(3);
    int read = 0, refused = 0;
    for (const bool newest : {false, true}) {
        const std::string whole = read_file(write_hdf5(folder / "a.h5", newest));
        for (int i = 0; i < 100; ++i) {
            std::string damaged = whole;
            for (int k = 0; k < 1 + i % 3; ++k) { // most of what is not voxels lies in the first bytes
                const std::size_t at = random() % (i % 4 == 0 ? damaged.size() : 3000);
                damaged[at] = static_cast<char>(i % 2 == 0 ? damaged[at] ^ (1 << random() % 8) : random());
            }
            try {
                read_volume(write_file(folder / "b.h5", damaged));
                ++read;
            } catch (const Error &problem) {
                EXPECT_EQ(std::string(problem.what()).find('\n'), std::string::npos) << problem.what();
                ++refused;
            }
        }
    }
    EXPECT_GT(read, 20); // bytes that nobody needs
    EXPECT_GT(refused, 20);
}

TEST(Lzf, LiteralsAndCopies) {
    const auto bytes = [](std::initializer_list<int> list) {
        std::vector<std::byte> result;
        for (const int value : list) {
            result.push_back(static_cast<std::byte>(value));
        }
        return result;
    };
    // "abc", then 4 bytes from 3 back, then 11 bytes from 1 back
    const auto packed = bytes({2, 'a', 'b', 'c', 2 << 5, 2, 7 << 5, 2, 0});
    EXPECT_EQ(hdf5::unpack_lzf(packed, 100),
              bytes({'a', 'b', 'c', 'a', 'b', 'c', 'a', 'a', 'a', 'a', 'a', 'a', 'a', 'a', 'a', 'a', 'a', 'a'}));
    EXPECT_TRUE(hdf5::unpack_lzf(packed, 17).empty()); // more than allowed
    for (std::size_t length : {1, 3, 5, 7, 8}) {
        EXPECT_TRUE(hdf5::unpack_lzf(std::span(packed).first(length), 100).empty()) << length;
    }
    EXPECT_TRUE(hdf5::unpack_lzf(bytes({0, 'a', 1 << 5, 9}), 100).empty()); // from before the beginning
}

} // namespace
} // namespace voxmarch
