// Tests of legacy VTK files written by hand as VTK 9 writes them.
#include "base/error.h"
#include "volume/formats/read.h"
#include "volume_test_files.h"

namespace voxmarch {

using namespace testing;

namespace {

constexpr const char *metadata = "METADATA\nINFORMATION 1\nNAME L2_NORM_RANGE LOCATION vtkDataArray\nDATA 2 0 5 \n\n";

std::string head(const std::string &coding, const std::string &version = "5.1") {
    return "# vtk DataFile Version " + version + "\nvtk output\n" + coding +
           "\nDATASET STRUCTURED_POINTS\nDIMENSIONS 3 2 2\nSPACING 1 2 3\nORIGIN 4 5 6\n";
}

std::vector<std::int16_t> shorts() {
    std::vector<std::int16_t> values;
    for (int i = 0; i < 12; ++i) {
        values.push_back(static_cast<std::int16_t>(i * 300 - 500));
    }
    return values;
}

// Scalars, then a field with a vector, a second array with a blank in its name, and one of cells.
std::string binary() {
    const std::vector<float> second{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11.5};
    return head("BINARY") + "CELL_DATA 2\nSCALARS cells unsigned_char 1\nLOOKUP_TABLE default\n" + "\x07\x09" +
           "\nPOINT_DATA 12\nSCALARS density short\nLOOKUP_TABLE table\n" + swapped_bytes_of(shorts()) + "\n" +
           metadata + "LOOKUP_TABLE table 2\n12345678\nFIELD FieldData 2\nflow 3 12 float\n" +
           swapped_bytes_of(std::vector<float>(36, 2.5f)) + "\n" + metadata + "some%20heat 1 12 float\n" +
           swapped_bytes_of(second) + "\n";
}

std::string ascii() {
    return head("ASCII") + "POINT_DATA 12\nSCALARS density short 1\nLOOKUP_TABLE default\n" +
           "-500 -200 100 400 700 1000 1300 1600 1900 \n2200 2500 2800 \n" + metadata +
           "FIELD FieldData 1\nsome%20heat 1 12 double\n0 1 2 3 4 5 6 7 8\n9 10 11.5\n" + metadata;
}

std::string error_of(const std::string &content, const std::string &array = "") {
    const ScratchFolder folder;
    ReadOptions options;
    options.array = array;
    const auto file = write_file(folder / "f.vtk", content);
    return message_of<FileError>([&] { read_volume(file, options); });
}

} // namespace

TEST(ReadVtk, SeveralArraysAreListedAndChosen) {
    const ScratchFolder folder;
    for (const auto &content : {binary(), ascii()}) {
        const auto file = write_file(folder / "f.vtk", content);
        const Volume density = read_volume(file);
        EXPECT_EQ(density.type(), ScalarType::i16);
        for (int i = 0; i < 12; ++i) {
            EXPECT_EQ(density.value(i % 3, i / 3 % 2, i / 6), i * 300 - 500);
        }
        EXPECT_EQ(density.grid().origin, glm::dvec3(4, 5, 6));
        EXPECT_EQ(density.grid().spacing, glm::dvec3(1, 2, 3));
        ASSERT_EQ(density.header().notes.size(), 1U);
        EXPECT_TRUE(contains(density.header().notes[0], "some heat; density is read (another array can be chosen)."));
        EXPECT_EQ(density.header().notes[0].advice, std::vector<Advice>{{Remedy::array}});
        ReadOptions options;
        options.array = "some heat";
        EXPECT_EQ(read_volume(file, options).value(2, 1, 1), 11.5);
        options.array = "cold";
        EXPECT_TRUE(contains(message_of<UsageError>([&] { read_volume(file, options); }), "density"));
    }
    ReadOptions options;
    options.array = "flow";
    options.channel = 2;
    EXPECT_EQ(read_volume(write_file(folder / "v.vtk", binary()), options).value(2, 1, 1), 2.5);
}

TEST(ReadVtk, CellDataLieBetweenThePoints) {
    const ScratchFolder folder;
    ReadOptions options;
    options.array = "cells";
    const Volume volume = read_volume(write_file(folder / "f.vtk", binary()), options);
    EXPECT_EQ(volume.grid().dims, (std::array<int, 3>{2, 1, 1}));
    EXPECT_EQ(volume.value(1, 0, 0), 9);
    EXPECT_EQ(volume.grid().origin, glm::dvec3(4.5, 6, 7.5));
}

TEST(ReadVtk, AFieldAloneIsEnough) {
    const ScratchFolder folder;
    const std::string content = head("BINARY", "3.0") + "POINT_DATA 12\nFIELD FieldData 1\nonly 1 12 short\n" +
                                swapped_bytes_of(shorts()) + "\n";
    const Volume volume = read_volume(write_file(folder / "f.vtk", content));
    EXPECT_EQ(volume.value(2, 1, 1), 2800);
    EXPECT_TRUE(volume.header().notes.empty());
}

TEST(ReadVtk, ColoursAreChannels) {
    const ScratchFolder folder;
    std::string data;
    for (char i = 0; i < 36; ++i) {
        data += i;
    }
    for (const std::string &kind :
         {std::string("COLOR_SCALARS c 3\n"), std::string("SCALARS c unsigned_char 3\nLOOKUP_TABLE default\n")}) {
        const auto file = write_file(folder / "c.vtk", head("BINARY") + "POINT_DATA 12\n" + kind + data);
        ReadOptions options;
        for (options.channel = 0; options.channel < 3; ++options.channel) {
            const Volume volume = read_volume(file, options);
            EXPECT_TRUE(volume.header().channels_are_colors);
            EXPECT_EQ(volume.value(1, 0, 0), 3 + options.channel);
            EXPECT_EQ(volume.value(2, 1, 1), 33 + options.channel);
        }
        EXPECT_TRUE(contains(message_of<UsageError>([&] { read_volume(file, options); }), "no channel 3"));
        EXPECT_NE(error_of(head("BINARY") + "POINT_DATA 12\n" + kind + data.substr(0, 30)), "");
    }
}

// VTK's writer calls arrays of bytes colours, and writes them in text as shares of 255.
TEST(ReadVtk, BytesInTextAreSharesOf255) {
    const ScratchFolder folder;
    std::string numbers;
    for (int i = 0; i < 12; ++i) {
        numbers += std::to_string(static_cast<float>(i * 23) / 255.0f) + " ";
    }
    const Volume volume = read_volume(
        write_file(folder / "f.vtk", head("ASCII") + "POINT_DATA 12\nCOLOR_SCALARS c 1\n" + numbers + "\n"));
    EXPECT_EQ(volume.type(), ScalarType::u8);
    for (int i = 0; i < 12; ++i) {
        EXPECT_EQ(volume.value(i % 3, i / 3 % 2, i / 6), i * 23);
    }
}

TEST(ReadVtk, RefusesWhatIsCutOrLies) {
    const std::string whole = binary();
    for (const double share : {0.99, 0.8, 0.6, 0.2, 0.02}) {
        EXPECT_NE(error_of(whole.substr(0, static_cast<std::size_t>(share * static_cast<double>(whole.size())))), "")
            << share;
    }
    EXPECT_TRUE(contains(error_of(head("ASCII") + "POINT_DATA 11\n"), "make 12"));
    EXPECT_TRUE(contains(error_of(head("ASCII") + "POINT_DATA 12\nSCALARS s quad\nLOOKUP_TABLE d\n"), "'quad'"));
    EXPECT_TRUE(contains(error_of(head("ASCII") + "POINT_DATA 12\nFIELD f 99999999999\n"), "truncated"));
    EXPECT_TRUE(contains(error_of(head("ASCII")), "no array"));
}

} // namespace voxmarch
