// Labels brought to a volume's grid: exact moves of the axes, nearest voxels, and what is refused, on NRRD files
// written line by line (directions are world steps of the voxel axes; origin the centre of the first voxel).
#include "base/error.h"
#include "volume/formats/read.h"
#include "volume/label_registration.h"
#include "volume_test_files.h"

#include <fmt/format.h>
#include <random>

namespace voxmarch {

using namespace testing;

namespace {

struct NrrdText {
    std::array<int, 3> dims{};
    std::string geometry; ///< lines of the header
};

/// uint8 voxels by f(x, y, z).
template <typename F> std::string nrrd(const NrrdText &text, F &&value) {
    std::string bytes = fmt::format("NRRD0004\ntype: uint8\ndimension: 3\nsizes: {} {} {}\nencoding: raw\n{}\n",
                                    text.dims[0], text.dims[1], text.dims[2], text.geometry);
    for (int z = 0; z < text.dims[2]; ++z) {
        for (int y = 0; y < text.dims[1]; ++y) {
            for (int x = 0; x < text.dims[0]; ++x) {
                bytes += static_cast<char>(value(x, y, z));
            }
        }
    }
    return bytes;
}

std::string space(const std::string &directions, const std::string &origin) {
    return "space: left-posterior-superior\nspace directions: " + directions + "\nspace origin: " + origin + "\n";
}

class LabelRegistration : public ::testing::Test {
protected:
    ScratchFolder folder;
    std::array<int, 3> dims{5, 4, 3};
    std::string plain = space("(2,0,0) (0,3,0) (0,0,4)", "(10,20,30)");

    Volume volume(const std::string &geometry) {
        return read_volume(write_file(folder / "volume.nrrd", nrrd({dims, geometry}, [](int, int, int) { return 7; })));
    }
    /// A label of each voxel of the volume's grid.
    static int label(int x, int y, int z) { return 1 + x + 5 * (y + 4 * z); }

    RegisteredLabels registered(const std::string &labels, const Volume &on) {
        const std::string file = write_file(folder / "labels.nrrd", labels);
        return register_labels(read_volume(file), on.header(), "labels.nrrd");
    }
    static void expect_exact(const Volume &labels) {
        ASSERT_EQ(labels.grid().dims, (std::array{5, 4, 3}));
        for (int z = 0; z < 3; ++z) {
            for (int y = 0; y < 4; ++y) {
                for (int x = 0; x < 5; ++x) {
                    EXPECT_EQ(labels.value(x, y, z), label(x, y, z)) << x << y << z;
                }
            }
        }
    }
};

} // namespace

TEST_F(LabelRegistration, TheSameGridStays) {
    const auto same =
        registered(nrrd({dims, space("(2.0001,0,0) (0,3,0) (0,0,4)", "(10.001,20,30)")}, label), volume(plain));
    expect_exact(same.labels);
    EXPECT_EQ(same.note, "");
}

/// All 48 orders and directions of the axes, in a world turned by 30 degrees.
TEST_F(LabelRegistration, OtherOrdersAndDirectionsOfAxesAreTurnedExactly) {
    const double c = std::sqrt(0.75), s = 0.5;
    const std::array<glm::dvec3, 3> step{glm::dvec3(2 * c, 2 * s, 0), glm::dvec3(-3 * s, 3 * c, 0),
                                         glm::dvec3(0, 0, 4)};
    const auto text = [](const glm::dvec3 &v) { return fmt::format("({:.17g},{:.17g},{:.17g})", v.x, v.y, v.z); };
    const auto geometry = [&](const std::array<glm::dvec3, 3> &axes, const glm::dvec3 &origin) {
        return space(text(axes[0]) + " " + text(axes[1]) + " " + text(axes[2]), text(origin));
    };
    const glm::dvec3 origin(-100, 50, 7);
    const Volume on = volume(geometry(step, origin));
    std::array<int, 3> axis{0, 1, 2};
    int tried = 0;
    do {
        for (int flips = 0; flips < 8; ++flips, ++tried) {
            // Axis i of the labels is axis[i] of the volume, backwards where bit i is set.
            std::array<int, 3> n{};
            std::array<glm::dvec3, 3> axes{};
            glm::dvec3 first = origin;
            for (std::size_t i = 0; i < 3; ++i) {
                const auto a = static_cast<std::size_t>(axis[i]);
                const bool flipped = flips >> i & 1;
                n[i] = dims[a];
                axes[i] = flipped ? -step[a] : step[a];
                first += flipped ? step[a] * double(dims[a] - 1) : glm::dvec3(0.0);
            }
            const auto value = [&](int x, int y, int z) {
                const std::array<int, 3> at{x, y, z};
                std::array<int, 3> voxel{};
                for (std::size_t i = 0; i < 3; ++i) {
                    voxel[static_cast<std::size_t>(axis[i])] = flips >> i & 1 ? n[i] - 1 - at[i] : at[i];
                }
                return label(voxel[0], voxel[1], voxel[2]);
            };
            const auto turned = registered(nrrd({n, geometry(axes, first)}, value), on);
            expect_exact(turned.labels);
            EXPECT_EQ(turned.note, "");
        }
    } while (std::next_permutation(axis.begin(), axis.end()));
    EXPECT_EQ(tried, 48);
}

TEST_F(LabelRegistration, OtherGridsGiveTheNearestVoxelAndSaySo) {
    // Cubes of 1 from (8, 20, 30) on: 11 along x, of which those at 8 lie outside of the volume, those at 9 on its
    // face.
    const auto place = [](int x, int y, int z) { return x == 1 && y == 0 && z == 0 ? 9 : 1 + (x + y + z) % 3; };
    const auto result =
        registered(nrrd({{11, 10, 9}, space("(1,0,0) (0,1,0) (0,0,1)", "(8,20,30)")}, place), volume(plain));
    for (int z = 0; z < 3; ++z) {
        for (int y = 0; y < 4; ++y) {
            for (int x = 0; x < 5; ++x) {
                EXPECT_EQ(result.labels.value(x, y, z), place(2 + 2 * x, 3 * y, 4 * z)) << x << y << z;
            }
        }
    }
    EXPECT_TRUE(contains(result.note, "labels.nrrd (11x10x9 voxels) lies on another grid than volume.nrrd (5x4x3)"));
    EXPECT_TRUE(contains(result.note, "nearest voxel"));
    EXPECT_TRUE(contains(result.note, "9.09 % of the labelled voxels lie outside")) << result.note;
}

TEST_F(LabelRegistration, OutsideOfTheLabelsThereIsNone) {
    const auto result =
        registered(nrrd({{2, 2, 2}, space("(2,0,0) (0,3,0) (0,0,4)", "(12.5,20,30)")}, [](int, int, int) { return 9; }),
                   volume(plain));
    EXPECT_EQ(result.labels.value(0, 0, 0), 0);
    EXPECT_EQ(result.labels.value(1, 0, 0), 9);
    EXPECT_EQ(result.labels.value(2, 1, 1), 9);
    EXPECT_EQ(result.labels.value(4, 0, 0), 0);
    EXPECT_FALSE(contains(result.note, "outside"));
}

TEST_F(LabelRegistration, AnotherPlaceIsRefused) {
    const std::string message = message_of<FileError>([&] {
        registered(nrrd({dims, space("(2,0,0) (0,3,0) (0,0,4)", "(1000,20,30)")}, label), volume(plain));
    });
    EXPECT_TRUE(contains(message, "labels.nrrd: does not overlap with volume.nrrd"));
    EXPECT_TRUE(contains(message, "(1000, 20, 30) .. (1008, 29, 38)"));
}

TEST_F(LabelRegistration, FilesWithoutGeometryAreTakenVoxelByVoxelWithANote) {
    const auto result = registered(nrrd({dims, ""}, label), volume(plain));
    expect_exact(result.labels);
    EXPECT_TRUE(contains(result.note, "labels.nrrd does not say where its voxels lie"));
    const auto other = registered(nrrd({dims, plain}, label), volume(""));
    expect_exact(other.labels);
    EXPECT_TRUE(contains(other.note, "volume.nrrd does not say where its voxels lie"));
    EXPECT_TRUE(contains(message_of<FileError>([&] {
                             registered(nrrd({{5, 4, 2}, ""}, label), volume(plain));
                         }),
                         "has 5x4x2 voxels and volume.nrrd has 5x4x3"));
}

TEST_F(LabelRegistration, ASpacingAloneIsComparedAndItsOriginGuessed) {
    const auto same = registered(nrrd({dims, "spacings: 2 3 4\n"}, label), volume("spacings: 2 3 4\n"));
    expect_exact(same.labels);
    EXPECT_EQ(same.note, "");
    // An origin that is not stated is the volume's where the lattices are the same...
    const auto moved = registered(nrrd({dims, "spacings: 2 3 4\n"}, label), volume(plain));
    expect_exact(moved.labels);
    EXPECT_TRUE(contains(moved.note, "labels.nrrd does not say where its voxels lie"));
    // ... else 0: here the volume's slices are labelled from the other side.
    const auto turned = registered(nrrd({dims, space("(2,0,0) (0,3,0) (0,0,-4)", "(0,0,8)")},
                                        [](int x, int y, int z) { return label(x, y, 2 - z); }),
                                   volume("spacings: 2 3 4\n"));
    expect_exact(turned.labels);
    EXPECT_EQ(turned.note, "");
}

TEST_F(LabelRegistration, UnitsAreConverted) {
    const Volume on = volume(plain);
    VolumeHeader header = on.header();
    header.grid.unit = LengthUnit::millimeter;
    const Volume file = read_volume(write_file(
        folder / "labels.nrrd", nrrd({dims, space("(2000,0,0) (0,3000,0) (0,0,4000)", "(10000,20000,30000)")}, label)));
    VolumeHeader micro = file.header();
    micro.grid.unit = LengthUnit::micrometer;
    const auto voxels = [&] { return std::vector<std::byte>(file.bytes().begin(), file.bytes().end()); };
    const auto result = register_labels(Volume(micro, voxels()), header, "l");
    expect_exact(result.labels);
    EXPECT_EQ(result.note, "");
    EXPECT_TRUE(have_same_voxels(micro, header));
    micro.grid.unit = LengthUnit::millimeter;
    EXPECT_FALSE(have_same_voxels(micro, header));
}

} // namespace voxmarch
