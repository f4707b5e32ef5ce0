// The catalogue of synthetic volumes: names, errors, slabs, determinism, files.
#include "base/error.h"
#include "base/hash.h"
#include "volume/synthetic/synthetic.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <iterator>
#include <map>
#include <unistd.h>

namespace voxmarch {
namespace {

namespace fs = std::filesystem;

/// A folder of its own, removed at the end.
class ScratchFolder {
public:
    ScratchFolder() : path_(fs::temp_directory_path() / ("voxmarch-synthetic-" + std::to_string(getpid()))) {
        fs::create_directories(path_);
    }
    ~ScratchFolder() { fs::remove_all(path_); }
    fs::path operator/(const char *name) const { return path_ / name; }
    int files() const {
        return static_cast<int>(std::distance(fs::directory_iterator(path_), fs::directory_iterator()));
    }

private:
    fs::path path_;
};

std::vector<std::byte> read_bytes(const fs::path &file) {
    std::ifstream stream(file, std::ios::binary);
    const std::vector<char> chars{std::istreambuf_iterator<char>(stream), {}};
    std::vector<std::byte> bytes(chars.size());
    std::transform(chars.begin(), chars.end(), bytes.begin(), [](char c) { return static_cast<std::byte>(c); });
    return bytes;
}

bool equal(std::span<const std::byte> a, std::span<const std::byte> b) { return std::ranges::equal(a, b); }

TEST(SyntheticCatalogue, ListsTheNineVolumesWithSensibleSizes) {
    std::vector<std::string> names;
    for (const SyntheticInfo &info : synthetic_volumes()) {
        names.push_back(info.name);
        EXPECT_FALSE(info.description.empty()) << info.name;
        EXPECT_GE(info.default_size, 64) << info.name;
        EXPECT_LE(info.default_size, 256) << info.name;
    }
    EXPECT_EQ(names, (std::vector<std::string>{"sphere", "torus", "marschner-lobb", "cayley", "hydrogen", "tree",
                                               "teddy", "piggy", "vessels"}));
}

TEST(SyntheticCatalogue, HeaderDescribesACube) {
    const VolumeHeader header = synthetic_header("tree", 100);
    EXPECT_EQ(header.grid.dims, (std::array{100, 100, 100}));
    EXPECT_EQ(header.grid.spacing, glm::dvec3(1.0));
    EXPECT_EQ(header.grid.origin, glm::dvec3(0.0));
    EXPECT_EQ(header.type, ScalarType::u8);
    EXPECT_EQ(header.name, "tree:100");
    EXPECT_EQ(header.format, "synthetic");
    EXPECT_EQ(synthetic_header("cayley", 8, ScalarType::f32).byte_count(), 2048u);
}

TEST(SyntheticCatalogue, RefusesWhatItDoesNotHave) {
    EXPECT_THROW(synthetic_header("shpere", 64), UsageError);
    EXPECT_THROW(synthetic_header("", 64), UsageError);
    for (const int n : {0, -1, 16385, 1 << 30}) {
        EXPECT_THROW(synthetic_header("sphere", n), UsageError) << n;
    }
    EXPECT_NO_THROW(synthetic_header("sphere", 1));
    EXPECT_NO_THROW(synthetic_header("sphere", 16384));
    EXPECT_NO_THROW(synthetic_header("tree", 16384));
    EXPECT_THROW(synthetic_header("tree", 16385), UsageError);
    EXPECT_THROW(synthetic_header("cayley", 64, ScalarType::u16), UsageError);
    EXPECT_THROW(synthetic_header("sphere", 64, ScalarType::f32), UsageError);
    EXPECT_THROW(synthesize("tree", 64, ScalarType::f32), UsageError);
    try {
        synthesize("teapot", 64);
        FAIL() << "teapot was accepted";
    } catch (const UsageError &error) {
        const std::string message = error.what();
        EXPECT_NE(message.find("teapot"), std::string::npos) << message;
        EXPECT_NE(message.find("marschner-lobb"), std::string::npos) << message;
        EXPECT_EQ(message.find('\n'), std::string::npos) << message;
    }
}

TEST(SyntheticSlab, RefusesWrongSlicesAndSizes) {
    const VolumeHeader header = synthetic_header("sphere", 16);
    std::vector<std::byte> two_slices(2 * 256);
    EXPECT_NO_THROW(synthesize_slab(header, "sphere", 14, 16, two_slices));
    EXPECT_THROW(synthesize_slab(header, "sphere", 15, 17, two_slices), UsageError);
    EXPECT_THROW(synthesize_slab(header, "sphere", -1, 1, two_slices), UsageError);
    EXPECT_THROW(synthesize_slab(header, "sphere", 9, 7, two_slices), UsageError);
    EXPECT_THROW(synthesize_slab(header, "sphere", 0, 3, two_slices), UsageError);
    VolumeHeader box = header;
    box.grid.dims[0] = 8;
    EXPECT_THROW(synthesize_slab(box, "sphere", 0, 2, two_slices), UsageError);
}

TEST(SyntheticSlab, AnySplitGivesTheSameBytes) {
    for (const SyntheticInfo &info : synthetic_volumes()) {
        const int n = 45; // not a multiple of the bricks
        const Volume whole = synthesize(info.name, n);
        const std::size_t slice = static_cast<std::size_t>(n) * n;
        for (const int slabs : {1, 3, 7}) {
            std::vector<std::byte> pieces(slice * n);
            for (int i = 0; i < slabs; ++i) {
                const int begin = n * i / slabs;
                const int end = n * (i + 1) / slabs;
                synthesize_slab(whole.header(), info.name, begin, end,
                                std::span(pieces).subspan(slice * static_cast<std::size_t>(begin),
                                                          slice * static_cast<std::size_t>(end - begin)));
            }
            EXPECT_TRUE(equal(pieces, whole.bytes())) << info.name << " in " << slabs << " slabs";
        }
    }
}

// Recorded once; a change means that everybody's test and benchmark volumes change.
TEST(SyntheticVolume, IsTheSameEverywhere) {
    const std::map<std::string, std::uint64_t> expected{
        {"sphere", 0x08b0eadecef990c5}, {"torus", 0x3a3a1bd5f826ce9d},    {"marschner-lobb", 0xf669fa2aedb05375},
        {"cayley", 0xc85d1efb21d2bfed}, {"hydrogen", 0x6a5693db013e6ffd}, {"tree", 0xd544f0561e78a3fe},
        {"teddy", 0x441d551ce7760ce9},  {"piggy", 0x4c59615b4c1c8699},    {"vessels", 0xa6e1d9625e8ad5b1},
    };
    for (const SyntheticInfo &info : synthetic_volumes()) {
        const std::uint64_t sum = fnv1a(synthesize(info.name, 40).bytes());
        ASSERT_TRUE(expected.contains(info.name)) << info.name;
        EXPECT_EQ(sum, expected.at(info.name)) << info.name << " 0x" << std::hex << sum;
        EXPECT_EQ(fnv1a(synthesize(info.name, 40).bytes()), sum) << info.name << " differs from run to run";
    }
}

TEST(SyntheticVolume, TinySizesWork) {
    for (const SyntheticInfo &info : synthetic_volumes()) {
        for (const int n : {1, 2, 3, 7, 8, 9}) {
            const Volume volume = synthesize(info.name, n);
            EXPECT_EQ(volume.bytes().size(), static_cast<std::size_t>(n) * n * n) << info.name;
        }
    }
    EXPECT_EQ(synthesize("sphere", 1).value(0, 0, 0), 255.0);
    EXPECT_EQ(synthesize("cayley", 1, ScalarType::f32).value(0, 0, 0), 1.0);
}

TEST(SyntheticVolume, ProgressRisesToOne) {
    std::vector<double> shares;
    synthesize("tree", 64, ScalarType::u8, [&](double share) { shares.push_back(share); });
    ASSERT_FALSE(shares.empty());
    EXPECT_TRUE(std::ranges::is_sorted(shares));
    EXPECT_EQ(shares.back(), 1.0);
}

TEST(SyntheticFile, RawHoldsTheSameBytes) {
    const ScratchFolder folder;
    for (const char *name : {"tree", "cayley", "marschner-lobb"}) {
        std::vector<double> shares;
        synthesize_to_file(name, 40, ScalarType::u8, folder / "v.raw", [&](double s) { shares.push_back(s); });
        EXPECT_TRUE(equal(read_bytes(folder / "v.raw"), synthesize(name, 40).bytes())) << name;
        EXPECT_EQ(shares.back(), 1.0);
        EXPECT_EQ(folder.files(), 1);
    }
    synthesize_to_file("cayley", 24, ScalarType::f32, folder / "f.raw");
    EXPECT_TRUE(equal(read_bytes(folder / "f.raw"), synthesize("cayley", 24, ScalarType::f32).bytes()));
}

TEST(SyntheticFile, NrrdIsAHeaderAndTheSameBytes) {
    const ScratchFolder folder;
    synthesize_to_file("cayley", 24, ScalarType::f32, folder / "v.nrrd");
    const std::vector<std::byte> bytes = read_bytes(folder / "v.nrrd");
    std::string text(bytes.size(), '\0');
    std::transform(bytes.begin(), bytes.end(), text.begin(), [](std::byte b) { return static_cast<char>(b); });
    const std::size_t end = text.find("\n\n");
    ASSERT_NE(end, std::string::npos);
    EXPECT_TRUE(text.starts_with("NRRD000"));
    EXPECT_NE(text.find("\nencoding: raw\n"), std::string::npos);
    EXPECT_NE(text.find("\ntype: float\n"), std::string::npos);
    EXPECT_NE(text.find("\nsizes: 24 24 24\n"), std::string::npos);
    EXPECT_TRUE(equal(std::span(bytes).subspan(end + 2), synthesize("cayley", 24, ScalarType::f32).bytes()));
}

TEST(SyntheticFile, FailureLeavesNothingBehind) {
    const ScratchFolder folder;
    EXPECT_THROW(synthesize_to_file("sphere", 16, ScalarType::u8, folder / "missing" / "v.raw"), OutputError);
    EXPECT_THROW(synthesize_to_file("sphere", 16, ScalarType::u8, folder / "v.png"), UsageError);
    EXPECT_THROW(synthesize_to_file("teapot", 16, ScalarType::u8, folder / "v.raw"), UsageError);
    EXPECT_THROW(synthesize_to_file("sphere", 0, ScalarType::u8, folder / "v.raw"), UsageError);
    EXPECT_EQ(folder.files(), 0);
    // An interruption half-way, here by the progress callback, removes what was written and keeps the old file.
    synthesize_to_file("sphere", 16, ScalarType::u8, folder / "v.raw");
    const auto stop = [](double) { throw std::runtime_error("stop"); };
    EXPECT_THROW(synthesize_to_file("torus", 16, ScalarType::u8, folder / "v.raw", stop), std::runtime_error);
    EXPECT_EQ(folder.files(), 1);
    EXPECT_TRUE(equal(read_bytes(folder / "v.raw"), synthesize("sphere", 16).bytes()));
    // A folder cannot be replaced by a file.
    fs::create_directory(folder / "dir.raw");
    EXPECT_THROW(synthesize_to_file("sphere", 16, ScalarType::u8, folder / "dir.raw"), OutputError);
    EXPECT_EQ(folder.files(), 2);
}

} // namespace
} // namespace voxmarch
