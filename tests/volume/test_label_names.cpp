// Names and colours of labels from files as ITK-SNAP, 3D Slicer and FreeSurfer write them, and lines that are wrong.
#include "base/error.h"
#include "volume/label_names.h"
#include "volume_test_files.h"

namespace voxmarch {

using namespace testing;

namespace {

class LabelNamesFile : public ::testing::Test {
protected:
    ScratchFolder folder;

    LabelNames read(const std::string &text, const std::string &name = "names.txt") {
        return read_label_names(write_file(folder / name, text));
    }
    std::string refusal(const std::string &text) {
        return message_of<FileError>([&] { read(text); });
    }
};

glm::vec3 bytes(int r, int g, int b) { return glm::vec3(r, g, b) / 255.0f; }

bool near(const glm::vec3 &a, const glm::vec3 &b) { return glm::length(a - b) < 1e-5f; }

} // namespace

TEST_F(LabelNamesFile, ItkSnap) {
    const LabelNames names = read("################################################\n"
                                  "# ITK-SnAP Label Description File\n"
                                  "# IDX   -R-  -G-  -B-  -A--  VIS MSH  LABEL\n"
                                  "    0     0    0    0        0  0  0    \"Clear Label\"\n"
                                  "    1   255    0    0        1  1  1    \"Left hippocampus, head\"\n"
                                  "\n"
                                  "   12     1  128  255      0.5  1  0    \"\"\r\n");
    ASSERT_EQ(names.size(), 3u);
    EXPECT_EQ(names.at(1).name, "Left hippocampus, head");
    EXPECT_TRUE(near(names.at(1).color, bytes(255, 0, 0)));
    EXPECT_EQ(names.at(12).name, "label 12");
    EXPECT_TRUE(near(names.at(12).color, bytes(1, 128, 255)));
}

TEST_F(LabelNamesFile, SlicersColourTable) {
    const LabelNames names = read("# Color table file /tmp/organs.ctbl\n# 3 values\n"
                                  "0 Background 0 0 0 0\n1 Left_Kidney 128 174 128 255\n7 Liver 241 214 145 255\n",
                                  "organs.ctbl");
    ASSERT_EQ(names.size(), 3u);
    EXPECT_EQ(names.at(1).name, "Left Kidney");
    EXPECT_TRUE(near(names.at(7).color, bytes(241, 214, 145)));
}

TEST_F(LabelNamesFile, TablesMayQuoteNames) {
    const LabelNames names = read("1 \"Left lung\" 255 0 0 255\n2 \"Heart\" 0 255 0 255\n", "quoted.ctbl");
    ASSERT_EQ(names.size(), 2u);
    EXPECT_EQ(names.at(1).name, "Left lung");
    EXPECT_TRUE(near(names.at(2).color, bytes(0, 255, 0)));
}

TEST_F(LabelNamesFile, FreeSurfersTable) {
    const LabelNames names = read("#No. Label Name:                R   G   B   A\n\n"
                                  "17  Left-Hippocampus           220 216 20  0\n");
    EXPECT_EQ(names.at(17).name, "Left-Hippocampus");
}

TEST_F(LabelNamesFile, SlicersSegmentation) {
    // As 3D Slicer 5 writes it: two segments on layer 0, one on layer 1.
    const LabelNames names =
        read("NRRD0004\ntype: unsigned char\ndimension: 3\nsizes: 1 1 1\nencoding: raw\n"
             "Segment0_Color:=0.5 0.25 1\nSegment0_ID:=Segment_1\nSegment0_LabelValue:=3\n"
             "Segment0_Layer:=0\nSegment0_Name:=Left: lung\n"
             "Segment1_Color:=0 1 0\nSegment1_LabelValue:=1\nSegment1_Layer:=1\nSegment1_Name:=Other\n"
             "Segment2_Color:=0 1 0\nSegment2_LabelValue:=12\nSegment2_Layer:=0\nSegment2_Name:=Heart\n"
             "Segmentation_MasterRepresentation:=Binary labelmap\n\n\1",
             "s.seg.nrrd");
    ASSERT_EQ(names.size(), 2u);
    EXPECT_EQ(names.at(3).name, "Left: lung");
    EXPECT_TRUE(near(names.at(3).color, {0.5f, 0.25f, 1.0f}));
    EXPECT_EQ(names.at(12).name, "Heart");
    EXPECT_EQ(label_names_within(folder / "s.seg.nrrd").size(), 2u);
    EXPECT_TRUE(label_names_within(write_file(folder / "other.tif", "II*")).empty());
}

TEST_F(LabelNamesFile, SegmentsWithoutNamesAreCalledByTheirNumbers) {
    const auto segments = [&](const std::string &lines) {
        return write_file(folder / "s.seg.nrrd", "NRRD0004\ntype: unsigned char\ndimension: 3\nsizes: 1 1 1\nencoding: "
                                                 "raw\nSegment0_LabelValue:=1\nSegment0_Name:=Liver\n" +
                                                     lines + "\n\1");
    };
    auto file = segments("Segment1_LabelValue:=7\n");
    LabelNames names = label_names_within(file);
    EXPECT_EQ(names.at(1).name, "Liver");
    EXPECT_EQ(names.at(7).name, "Segment 7");
    auto notes = read_volume_header(file).notes;
    ASSERT_EQ(notes.size(), 1u);
    EXPECT_TRUE(contains(notes[0], "1 of its 2 segments has no name and is called by its number: Segment 7."));
    file = segments("Segment1_LabelValue:=7\nSegment2_LabelValue:=3\nSegment2_Name:= \n");
    EXPECT_EQ(label_names_within(file).at(3).name, "Segment 3");
    notes = read_volume_header(file).notes;
    ASSERT_EQ(notes.size(), 1u);
    EXPECT_TRUE(contains(notes[0], "2 of its 3 segments have no name"));
    EXPECT_TRUE(read_volume_header(segments("")).notes.empty());
    // The voxels are there, whatever is wrong with what they are called.
    notes = read_volume_header(segments("Segment1_LabelValue:=1\n")).notes;
    ASSERT_EQ(notes.size(), 1u);
    EXPECT_TRUE(contains(notes[0], "label 1 appears twice"));
}

TEST_F(LabelNamesFile, WrongLinesAreNamed) {
    EXPECT_TRUE(contains(refusal("# a\n1 Liver 241 214 145\n"), "names.txt: line 2: "));
    EXPECT_TRUE(contains(refusal("1 Liver 241 256 145 255\n"), "line 1: '256' is no green, a number from 0 to 255"));
    EXPECT_TRUE(contains(refusal("x Liver 241 214 145 255\n"), "'x' is no label"));
    EXPECT_TRUE(contains(refusal("-1 Liver 241 214 145 255\n"), "'-1' is no label"));
    EXPECT_TRUE(contains(refusal("1 A 1 1 1 255\n1 B 1 1 1 255\n"), "line 2: label 1 appears twice"));
    EXPECT_TRUE(contains(refusal("1 255 0 0 1 1 \"no mesh flag\"\n"), "line 1: is not 'index r g b"));
    EXPECT_TRUE(contains(refusal("1 255 0 0 1 1 2 \"flag\"\n"), "'2' must be 0 or 1"));
    EXPECT_TRUE(contains(refusal("# nothing\n"), "names no label"));
    EXPECT_TRUE(contains(refusal("NRRD0004\ntype: uint8\ndimension: 3\nsizes: 1 1 1\nencoding: raw\n\n\1"),
                         "names no segments"));
    EXPECT_TRUE(contains(refusal("NRRD0004\ntype: uint8\ndimension: 3\nsizes: 1 1 1\nencoding: raw\n"
                                 "Segment0_Name:=a\nSegment0_Color:=1 2 1\n\n\1"),
                         "'2' is no green"));
    EXPECT_TRUE(contains(message_of<FileError>([&] { read_label_names(folder / "none.txt"); }), "does not exist"));
}

} // namespace voxmarch
