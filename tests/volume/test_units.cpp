// The unit of length of every format, from files written here by the formats' rules.
#include "base/error.h"
#include "tests/volume/volume_test_files.h"
#include "volume/formats/read.h"
#include "volume/formats/write.h"
#include "volume/spacing_text.h"

using namespace voxmarch;
using namespace voxmarch::testing;

namespace {

Grid grid_of(const std::string &file) { return read_volume_header(file).grid; }

std::vector<std::string> notes_of(const std::string &file) { return plain_texts(read_volume_header(file).notes); }

void expect_near(const glm::dvec3 &found, const glm::dvec3 &expected) {
    for (int i = 0; i < 3; ++i) {
        EXPECT_NEAR(found[i], expected[i], 1e-6 * (1.0 + std::abs(expected[i]))) << "axis " << i;
    }
}

/// 2 x 2 x 2 bytes with these lines in the header.
std::string nrrd(const ScratchFolder &folder, const std::string &lines) {
    return write_file(folder / "u.nrrd", "NRRD0004\ntype: uchar\ndimension: 3\nsizes: 2 2 2\nencoding: raw\n" + lines +
                                             "\n" + std::string(8, '\1'));
}

const std::string directions = "space directions: (2,0,0) (0,3,0) (0,0,4)\nspace origin: (10,20,30)\n";

} // namespace

TEST(Units, NrrdSpaceUnits) {
    const ScratchFolder folder;
    const Grid um = grid_of(nrrd(folder, "space dimension: 3\nspace units: \"um\" \"um\" \"um\"\n" + directions));
    EXPECT_EQ(um.unit, LengthUnit::micrometer);
    EXPECT_EQ(um.spacing, glm::dvec3(2, 3, 4));
    EXPECT_EQ(um.origin, glm::dvec3(10, 20, 30));
    const Grid cm = grid_of(nrrd(folder, "space dimension: 3\nspace units: \"cm\" \"cm\" \"cm\"\n" + directions));
    EXPECT_EQ(cm.unit, LengthUnit::millimeter);
    EXPECT_EQ(cm.spacing, glm::dvec3(20, 30, 40));
    EXPECT_EQ(cm.origin, glm::dvec3(100, 200, 300));
    // Units belong to axes of the world; the first one's is taken for all.
    const Grid mixed = grid_of(nrrd(folder, "space dimension: 3\nspace units: \"mm\" \"mm\" \"um\"\n" + directions));
    EXPECT_EQ(mixed.unit, LengthUnit::millimeter);
    expect_near(mixed.spacing, {2, 3, 0.004});
    expect_near(mixed.origin, {10, 20, 0.03});
    const Grid quoted =
        grid_of(nrrd(folder, "space dimension: 3\nspace units: \"micro meter\" \"um\" \"um\"\n" + directions));
    EXPECT_EQ(quoted.unit, LengthUnit::unknown) << "no length we know";
    EXPECT_EQ(quoted.spacing, glm::dvec3(2, 3, 4));
}

TEST(Units, NrrdUnitsOfAxes) {
    const ScratchFolder folder;
    const std::string spacings = "spacings: 2 3 4\naxis mins: 10 20 30\n";
    const Grid um = grid_of(nrrd(folder, spacings + "units: \"microns\" \"microns\" \"microns\"\n"));
    EXPECT_EQ(um.unit, LengthUnit::micrometer);
    const Grid mixed = grid_of(nrrd(folder, spacings + "units: \"um\" \"um\" \"nm\"\n"));
    EXPECT_EQ(mixed.unit, LengthUnit::micrometer);
    expect_near(mixed.spacing, {2, 3, 0.004});
    expect_near(mixed.origin, {10, 20, 0.03});
    EXPECT_EQ(grid_of(nrrd(folder, spacings)).unit, LengthUnit::unknown);
    const auto odd = nrrd(folder, spacings + "units: \"mm\" \"mm\" \"s\"\n");
    EXPECT_EQ(grid_of(odd).unit, LengthUnit::unknown);
    ASSERT_EQ(notes_of(odd).size(), 1u);
    EXPECT_TRUE(contains(notes_of(odd)[0], "mm, mm, s"));
    const auto pixels = nrrd(folder, spacings + "units: \"pixel\" \"pixel\" \"pixel\"\n");
    EXPECT_EQ(grid_of(pixels).unit, LengthUnit::unknown);
    EXPECT_TRUE(notes_of(pixels).empty());
}

TEST(Units, PatientsAreInMillimetresUnlessTheFileSaysOtherwise) {
    const ScratchFolder folder;
    EXPECT_EQ(grid_of(nrrd(folder, "space: RAS\n" + directions)).unit, LengthUnit::millimeter);
    EXPECT_EQ(grid_of(nrrd(folder, "space: LPS\nspace units: \"um\" \"um\" \"um\"\n" + directions)).unit,
              LengthUnit::micrometer);
    EXPECT_EQ(grid_of(nrrd(folder, "space: right-handed\n" + directions)).unit, LengthUnit::unknown);
}

TEST(Units, NrrdIsWrittenWithItsUnit) {
    const ScratchFolder folder;
    for (const LengthUnit unit : values_of<LengthUnit>()) {
        VolumeHeader header;
        header.grid.dims = {2, 2, 2};
        header.grid.unit = unit;
        write_volume(Volume(header, std::vector<std::byte>(8)), folder / "w.nrrd");
        EXPECT_EQ(grid_of(folder / "w.nrrd").unit, unit) << name_of(unit);
    }
}

TEST(Units, RawHasTheUnitOfItsLayout) {
    const ScratchFolder folder;
    ReadOptions options;
    const auto file = write_file(folder / "r.raw", std::string(8, '\1'));
    options.raw = "2x2x2:uint8:0.5,0.5,2um";
    const Grid um = read_volume_header(file, options).grid;
    EXPECT_EQ(um.unit, LengthUnit::micrometer);
    EXPECT_EQ(um.spacing, glm::dvec3(0.5, 0.5, 2));
    options.raw = "2x2x2:uint8:0.5";
    EXPECT_EQ(read_volume_header(file, options).grid.unit, LengthUnit::unknown);
    EXPECT_EQ(read_volume_header(file, options).grid.spacing, glm::dvec3(0.5));
}

TEST(Units, SpacingOfTheUser) {
    const ScratchFolder folder;
    const auto file = nrrd(folder, "space dimension: 3\nspace units: \"mm\" \"mm\" \"mm\"\n" + directions);
    ReadOptions options;
    options.spacing = glm::dvec3(1, 1, 2);
    EXPECT_EQ(read_volume_header(file, options).grid.unit, LengthUnit::millimeter) << "without a unit: the file's";
    options.spacing_unit = LengthUnit::micrometer;
    const Grid grid = read_volume_header(file, options).grid;
    EXPECT_EQ(grid.unit, LengthUnit::micrometer);
    EXPECT_EQ(grid.spacing, glm::dvec3(1, 1, 2));
    expect_near(grid.origin, {1e4, 2e4, 3e4}); // the place stays
}

TEST(Units, SpacingIsReadFromText) {
    const auto one = parse_spacing("0.5");
    ASSERT_TRUE(one);
    EXPECT_EQ(one->spacing, glm::dvec3(0.5));
    EXPECT_FALSE(one->unit);
    for (const char *text : {"0.5,0.5,2um", "0.5um,0.5um,2um", "0.5, 0.5, 2 \xC2\xB5m"}) {
        const auto three = parse_spacing(text);
        ASSERT_TRUE(three) << text;
        EXPECT_EQ(three->spacing, glm::dvec3(0.5, 0.5, 2)) << text;
        EXPECT_EQ(three->unit, LengthUnit::micrometer) << text;
    }
    EXPECT_EQ(parse_spacing("1e-1cm")->spacing, glm::dvec3(1.0));
    EXPECT_EQ(parse_spacing("1e-1cm")->unit, LengthUnit::millimeter);
    for (const char *text :
         {"", "1,2", "1,2,3,4", "0", "-1", "nan", "inf", "1,2,0", "1parsec", "1mm,2um,3mm", "1;2;3", "mm"}) {
        EXPECT_FALSE(parse_spacing(text)) << text;
    }
}

#if VOXMARCH_HAS_ITK

namespace {

template <typename T> void put(std::string &bytes, std::size_t at, T value) {
    std::memcpy(bytes.data() + at, &value, sizeof value);
}

/// NIfTI-1, little endian, 2 x 2 x 2 bytes: voxel axes along -x, y, z of RAS, spacing 2, 3, 4, origin 10, 20, 30.
std::string nifti(const ScratchFolder &folder, int xyzt_units, bool by_sform) {
    std::string bytes(352 + 8, '\0');
    put<std::int32_t>(bytes, 0, 348);
    for (const auto &[i, n] : {std::pair{0, 3}, {1, 2}, {2, 2}, {3, 2}, {4, 1}, {5, 1}, {6, 1}, {7, 1}}) {
        put<std::int16_t>(bytes, 40 + 2 * static_cast<std::size_t>(i), static_cast<std::int16_t>(n));
    }
    put<std::int16_t>(bytes, 70, 2); // uint8
    put<std::int16_t>(bytes, 72, 8);
    for (const auto &[i, d] : {std::pair{0, -1.0f}, {1, 2.0f}, {2, 3.0f}, {3, 4.0f}}) {
        put<float>(bytes, 76 + 4 * static_cast<std::size_t>(i), d);
    }
    put<float>(bytes, 108, 352.0f);
    put<float>(bytes, 112, 1.0f);
    bytes[123] = static_cast<char>(xyzt_units);
    put<std::int16_t>(bytes, by_sform ? 254 : 252, 1);
    put<float>(bytes, 260, 1.0f); // half a turn about y: x and z point back; qfac -1 turns z again
    for (const auto &[i, o] : {std::pair{0, 10.0f}, {1, 20.0f}, {2, 30.0f}}) {
        const auto k = static_cast<std::size_t>(i);
        put<float>(bytes, 268 + 4 * k, by_sform ? 0.0f : o);
        if (by_sform) {
            put<float>(bytes, 280 + 16 * k + 4 * k, i == 0 ? -2.0f : i == 1 ? 3.0f : 4.0f);
            put<float>(bytes, 280 + 16 * k + 12, o);
        }
    }
    bytes.replace(344, 3, "n+1");
    return write_file(folder / "u.nii", bytes);
}

} // namespace

TEST(Units, NiftiKeepsTheUnitOfItsHeader) {
    const ScratchFolder folder;
    const std::pair<int, LengthUnit> units[] = {{1, LengthUnit::meter},
                                                {2, LengthUnit::millimeter},
                                                {3, LengthUnit::micrometer},
                                                {3 + 8, LengthUnit::micrometer},
                                                {0, LengthUnit::millimeter}};
    for (const bool by_sform : {false, true}) {
        for (const auto &[code, unit] : units) {
            const Grid grid = grid_of(nifti(folder, code, by_sform));
            EXPECT_EQ(grid.unit, unit) << code;
            expect_near(grid.spacing, {2, 3, 4});
            expect_near(grid.origin, {-10, -20, 30}); // LPS
            expect_near(grid.direction[0], {1, 0, 0});
            EXPECT_EQ(notes_of(folder / "u.nii").empty(), code != 0) << "mm are assumed: " << code;
        }
    }
}

TEST(Units, NiftiWithoutOrientationSaysSo) {
    const ScratchFolder folder;
    std::string bytes = read_file(nifti(folder, 2, false));
    put<std::int16_t>(bytes, 252, 0);
    const auto notes = notes_of(write_file(folder / "n.nii", bytes));
    ASSERT_EQ(notes.size(), 1u);
    EXPECT_TRUE(contains(notes[0], "does not say how the patient lies"));
}

TEST(Units, MetaImageDistanceUnits) {
    const ScratchFolder folder;
    const auto meta = [&](const std::string &lines) {
        return write_file(folder / "m.mha", "ObjectType = Image\nNDims = 3\n" + lines +
                                                "ElementSpacing = 2 3 4\nOffset = 10 20 30\nDimSize = 2 2 2\n"
                                                "ElementType = MET_UCHAR\nElementDataFile = LOCAL\n" +
                                                std::string(8, '\1'));
    };
    EXPECT_EQ(grid_of(meta("DistanceUnits = um\n")).unit, LengthUnit::micrometer);
    EXPECT_EQ(grid_of(meta("DistanceUnits = um\n")).spacing, glm::dvec3(2, 3, 4));
    const Grid cm = grid_of(meta("DistanceUnits = cm\n"));
    EXPECT_EQ(cm.unit, LengthUnit::millimeter);
    EXPECT_EQ(cm.spacing, glm::dvec3(20, 30, 40));
    EXPECT_EQ(cm.origin, glm::dvec3(100, 200, 300));
    EXPECT_EQ(grid_of(meta("")).unit, LengthUnit::unknown);
    EXPECT_EQ(grid_of(meta("AnatomicalOrientation = RAI\n")).unit, LengthUnit::millimeter);
}

TEST(Units, MrcIsInAngstrom) {
    const ScratchFolder folder;
    std::string bytes(1024 + 8, '\0');
    for (const std::size_t at : {0, 4, 8, 28, 32, 36}) { // columns, rows, sections; grid
        put<std::int32_t>(bytes, at, 2);
    }
    for (std::size_t axis = 0; axis < 3; ++axis) {
        put<float>(bytes, 40 + 4 * axis, 3.0f); // cell: 1.5 a voxel
        put<float>(bytes, 52 + 4 * axis, 90.0f);
        put<std::int32_t>(bytes, 64 + 4 * axis, static_cast<std::int32_t>(axis + 1));
    }
    bytes.replace(208, 8, std::string("MAP \x44\x44\0\0", 8));
    const Grid grid = grid_of(write_file(folder / "m.mrc", bytes));
    EXPECT_EQ(grid.unit, LengthUnit::angstrom);
    expect_near(grid.spacing, glm::dvec3(1.5));
}

TEST(Units, VtkHasNone) {
    const ScratchFolder folder;
    const auto file = write_file(folder / "v.vtk", "# vtk DataFile Version 3.0\nt\nBINARY\nDATASET STRUCTURED_POINTS\n"
                                                   "DIMENSIONS 2 2 2\nSPACING 2 3 4\nORIGIN 0 0 0\nPOINT_DATA 8\n"
                                                   "SCALARS s unsigned_char 1\nLOOKUP_TABLE default\n" +
                                                       std::string(8, '\1'));
    EXPECT_EQ(grid_of(file).unit, LengthUnit::unknown);
}

#endif
