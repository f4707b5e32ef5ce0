// OpenVDB written by its library here: grids of every type that is read, transforms, and damaged files.
#include "base/error.h"
#include "volume/formats/read.h"
#include "volume_test_files.h"

#include <chrono>
#include <fmt/format.h>
#include <openvdb/openvdb.h>
#include <random>
#include <sys/resource.h>

namespace voxmarch {

using namespace testing;

namespace {

/// A few voxels in two leaves and a tile, around which nothing is stored.
template <typename G> typename G::Ptr some_grid(const std::string &name, const typename G::ValueType &background) {
    auto grid = G::create(background);
    grid->setName(name);
    return grid;
}

std::string write_grids(const std::string &file, const openvdb::GridPtrVec &grids) {
    openvdb::io::File(file).write(grids);
    return file;
}

class ReadOpenVdb : public ::testing::Test {
protected:
    const ScratchFolder folder;
    ReadOpenVdb() { openvdb::initialize(); }

    openvdb::FloatGrid::Ptr density() const {
        auto grid = some_grid<openvdb::FloatGrid>("density", 0.5f);
        grid->tree().setValue({-3, 2, 5}, 1.0f);
        grid->tree().setValue({20, 4, 9}, 2.0f);
        grid->tree().setValueOff({0, 3, 6}, 7.0f);
        grid->fill(openvdb::CoordBBox({8, 2, 5}, {15, 4, 9}), 3.0f);
        return grid;
    }
};

TEST_F(ReadOpenVdb, TheBoxOfActiveVoxels) {
    auto grid = density();
    openvdb::math::Mat4d matrix(openvdb::math::Mat4d::identity());
    matrix.setRow(0, {0.0, 0.5, 0.0, 0.0}); // a step along x leads along y of the world
    matrix.setRow(1, {-0.25, 0.0, 0.0, 0.0});
    matrix.setRow(2, {0.0, 0.0, 2.0, 0.0});
    matrix.setRow(3, {10.0, 20.0, 30.0, 1.0});
    grid->setTransform(openvdb::math::Transform::createLinearTransform(matrix));
    const Volume volume = read_volume(write_grids(folder / "a.vdb", {grid}));
    EXPECT_EQ(volume.header().format, "OpenVDB");
    EXPECT_EQ(volume.grid().dims, (std::array<int, 3>{24, 3, 5}));
    EXPECT_EQ(volume.grid().spacing, glm::dvec3(0.5, 0.25, 2.0));
    EXPECT_EQ(volume.grid().direction[0], glm::dvec3(0, 1, 0));
    EXPECT_EQ(volume.grid().direction[1], glm::dvec3(-1, 0, 0));
    EXPECT_EQ(volume.grid().origin, glm::dvec3(10.0 - 0.5, 20.0 - 1.5, 40.0)); // of index (-3, 2, 5)
    for (int z = 0; z < 5; ++z) {
        for (int y = 0; y < 3; ++y) {
            for (int x = 0; x < 24; ++x) {
                ASSERT_EQ(volume.value(x, y, z), grid->tree().getValue({x - 3, y + 2, z + 5}))
                    << x << " " << y << " " << z;
            }
        }
    }
}

TEST_F(ReadOpenVdb, GridsByNameAndType) {
    const openvdb::Coord low(0, 0, 0), high(3, 2, 1);
    auto whole = some_grid<openvdb::Int32Grid>("whole", 0);
    auto wide = some_grid<openvdb::DoubleGrid>("wide", 0.0);
    auto marked = some_grid<openvdb::BoolGrid>("marked", false);
    auto velocity = some_grid<openvdb::Vec3SGrid>("velocity", openvdb::Vec3s(0.0f));
    for (const openvdb::Coord &at : {low, high}) {
        whole->tree().setValue(at, 70000);
        wide->tree().setValue(at, 0.25);
        marked->tree().setValue(at, true);
        velocity->tree().setValue(at, {1.0f, 2.0f, 3.0f});
    }
    const auto file = write_grids(folder / "b.vdb", {velocity, whole, wide, marked, density()});
    const auto value = [&](const std::string &name, int channel = 0) {
        ReadOptions options;
        options.array = name;
        options.channel = channel;
        return read_volume(file, options).value(3, 2, 1);
    };
    EXPECT_EQ(read_volume(file).grid().dims[0], 24) << "density comes first";
    EXPECT_EQ(value("whole"), 70000.0);
    EXPECT_EQ(value("wide"), 0.25);
    EXPECT_EQ(value("marked"), 1.0);
    EXPECT_EQ(value("velocity", 2), 3.0);
    EXPECT_TRUE(contains(message_of<UsageError>([&] { value("smoke"); }), "density (float)"));
    EXPECT_TRUE(contains(message_of<UsageError>([&] { value("velocity", 3); }), "0 to 2"));
}

TEST_F(ReadOpenVdb, RefusesWhatIsNoVolume) {
    const auto error = [&](const openvdb::GridBase::Ptr &grid) {
        const auto file = write_grids(folder / "c.vdb", {grid});
        return message_of<FileError>([&] { read_volume(file); });
    };
    EXPECT_TRUE(contains(error(some_grid<openvdb::FloatGrid>("density", 0.0f)), "no active voxels"));
    const auto none = write_grids(folder / "none.vdb", {});
    EXPECT_TRUE(contains(message_of<FileError>([&] { read_volume(none); }), "no grid that is a volume"));
    auto sheared = density();
    openvdb::math::Mat4d matrix(openvdb::math::Mat4d::identity());
    matrix(0, 1) = 0.5;
    sheared->setTransform(openvdb::math::Transform::createLinearTransform(matrix));
    EXPECT_TRUE(contains(error(sheared), "not perpendicular"));
    auto frustum = density();
    frustum->setTransform(
        openvdb::math::Transform::createFrustumTransform(openvdb::BBoxd({0, 0, 0}, {10, 10, 10}), 0.5, 10.0, 1.0));
    EXPECT_TRUE(contains(error(frustum), "frustum"));
    auto far = density();
    far->tree().setValue({2000000000, 0, 0}, 1.0f);
    EXPECT_TRUE(contains(error(far), "each axis must have"));
    auto sparse = density();
    sparse->tree().setValue({900000, 900000, 900000}, 1.0f);
    const auto file = write_grids(folder / "d.vdb", {sparse});
    EXPECT_TRUE(contains(message_of<MemoryError>([&] { read_volume(file); }), "MiB"));
}

/// Most memory that a process which has ended, and this one began, ever had, in bytes.
std::uint64_t most_of_children() {
    rusage used{};
    getrusage(RUSAGE_CHILDREN, &used);
    return static_cast<std::uint64_t>(used.ru_maxrss) << 10;
}

/// Reads a file as it is asked of damaged ones: at most 5 s, one short message. @return whether it was read
bool ends_well(const std::string &file, const std::string &what) {
    const auto begin = std::chrono::steady_clock::now();
    std::string message;
    try {
        read_volume(file);
    } catch (const Error &problem) {
        message = problem.what();
        EXPECT_LT(message.size(), 600U) << what;
        for (const char c : message) {
            EXPECT_GE(static_cast<unsigned char>(c), ' ') << what << ": " << message;
        }
    }
    const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - begin;
    EXPECT_LT(seconds.count(), 5.0) << what;
    return message.empty();
}

TEST_F(ReadOpenVdb, DamagedFilesEndSoonWithLittleMemoryInOneSentence) {
    auto velocity = some_grid<openvdb::Vec3SGrid>("velocity", openvdb::Vec3s(0.0f));
    velocity->fill(openvdb::CoordBBox({0, 0, 0}, {40, 30, 20}), {1.0f, 2.0f, 3.0f});
    velocity->tree().setValue({7, 8, 9}, {3.0f, 2.0f, 1.0f});
    const std::string whole = read_file(write_grids(folder / "a.vdb", {velocity, density()}));
    ASSERT_TRUE(ends_well(folder / "a.vdb", "the whole file"));
    const std::uint64_t usual = most_of_children();
    for (std::size_t length = 1; length < whole.size(); length += length < 3000 ? 100 : 1 + whole.size() / 50) {
        const std::string cut = write_file(folder / "cut.vdb", whole.substr(0, length));
        EXPECT_FALSE(ends_well(cut, fmt::format("cut to {} bytes", length)) && length < whole.size() / 4) << length;
    }
    std::mt19937 random(5);
    int read = 0;
    for (int i = 0; i < 90; ++i) {
        std::string damaged = whole;
        const std::size_t place = random() % (i % 3 == 0 ? damaged.size() : 2000);
        damaged[place] ^= static_cast<char>(1 << random() % 8);
        read += ends_well(write_file(folder / "b.vdb", damaged), fmt::format("byte {}", place)) ? 1 : 0;
    }
    EXPECT_LT(read, 90);
    EXPECT_LT(most_of_children(), usual + (std::uint64_t{256} << 20));
}

TEST_F(ReadOpenVdb, SlicesLargerThanASlab) {
    auto wide = some_grid<openvdb::DoubleGrid>("density", 0.25);
    wide->tree().setValue({0, 0, 0}, 1.0);
    wide->tree().setValue({1999, 1500, 1}, 2.0); // a slice of 24 MB
    wide->tree().setValue({3, 1499, 1}, 3.0);
    const Volume volume = read_volume(write_grids(folder / "wide.vdb", {wide}));
    EXPECT_EQ(volume.grid().dims, (std::array<int, 3>{2000, 1501, 2}));
    EXPECT_EQ(volume.value(0, 0, 0), 1.0);
    EXPECT_EQ(volume.value(1999, 1500, 1), 2.0);
    EXPECT_EQ(volume.value(3, 1499, 1), 3.0);
    EXPECT_EQ(volume.value(3, 1499, 0), 0.25);
}

} // namespace
} // namespace voxmarch
