// Tests of DICOM files written element by element after PS3.5 and PS3.10: byte orders, frames, segments, scales.
#include "base/error.h"
#include "volume/formats/read.h"
#include "volume/label_names.h"
#include "volume_test_files.h"

#ifdef VOXMARCH_HAS_ZLIB
#include <zlib.h>
#endif

namespace voxmarch {

using namespace testing;

namespace {

constexpr const char *little = "1.2.840.10008.1.2.1";
constexpr const char *big_endian = "1.2.840.10008.1.2.2";

// Spells elements with explicit kinds. A length of FFFFFFFF is written for sequences.
struct Writer {
    bool big = false;

    template <typename T> std::string number(T value) const {
        return big ? swapped_bytes_of<T>({value}) : bytes_of<T>({value});
    }
    std::string tag(std::uint32_t tag) const {
        return number(static_cast<std::uint16_t>(tag >> 16)) + number(static_cast<std::uint16_t>(tag));
    }
    std::string element(std::uint32_t at, const std::string &kind, std::string value) const {
        if (value.size() % 2 != 0) {
            value += kind == "UI" ? '\0' : ' ';
        }
        const bool is_long = kind == "OB" || kind == "OW" || kind == "SQ" || kind == "UN";
        const std::string length = is_long ? std::string(2, '\0') + number(static_cast<std::uint32_t>(value.size()))
                                           : number(static_cast<std::uint16_t>(value.size()));
        return tag(at) + kind + length + value;
    }
    std::string words(std::uint32_t at, std::uint16_t value) const { return element(at, "US", number(value)); }

    // One item; odd ones with a stated length, others with marks at the end.
    std::string sequence(std::uint32_t at, const std::vector<std::string> &items) const {
        const std::uint32_t undefined = 0xffffffff;
        std::string all = tag(at) + "SQ" + std::string(2, '\0') + number(undefined);
        for (std::size_t i = 0; i < items.size(); ++i) {
            all += i % 2 == 1 ? tag(0xfffee000) + number(static_cast<std::uint32_t>(items[i].size())) + items[i]
                              : tag(0xfffee000) + number(undefined) + items[i] + tag(0xfffee00d) + number(0U);
        }
        return all + tag(0xfffee0dd) + number(0U);
    }
};

std::string file_of(const Writer &writer, const std::string &data) {
    const Writer meta;
    return std::string(128, '\0') + "DICM" + meta.element(0x00020010, "UI", writer.big ? big_endian : little) + data;
}

struct Image {
    std::string sop = "1.2.840.10008.5.1.4.1.1.2";
    std::string modality = "CT";
    std::string description; // of the series
    std::uint16_t columns = 3, rows = 2;
    std::uint16_t samples = 1, allocated = 16, stored = 12, is_signed = 0;
    std::string photometric = "MONOCHROME2";
    std::string frames;  // number, spelled
    std::string place;   // elements of group 0020
    std::string between; // elements after group 0028
    std::string scale;   // elements 0028,1052 and 1053
    std::string pixels;
    std::string pixel_kind = "OW";
};

std::string document(const Writer &w, const Image &image) {
    std::string data = w.element(0x00080016, "UI", image.sop) + w.element(0x00080060, "CS", image.modality) +
                       (image.description.empty() ? "" : w.element(0x0008103e, "LO", image.description)) +
                       w.element(0x00180050, "DS", "2.5") + image.place + w.words(0x00280002, image.samples) +
                       w.element(0x00280004, "CS", image.photometric);
    if (!image.frames.empty()) {
        data += w.element(0x00280008, "IS", image.frames);
    }
    data += w.words(0x00280010, image.rows) + w.words(0x00280011, image.columns) +
            w.element(0x00280030, "DS", "0.75\\0.5") + w.words(0x00280100, image.allocated) +
            w.words(0x00280101, image.stored) + w.words(0x00280102, static_cast<std::uint16_t>(image.stored - 1)) +
            w.words(0x00280103, image.is_signed) + image.scale + image.between;
    return file_of(w, data + w.element(0x7fe00010, image.pixel_kind, image.pixels));
}

std::string place_of(const Writer &w, const std::string &position, const std::string &orientation) {
    return w.element(0x00200032, "DS", position) + w.element(0x00200037, "DS", orientation);
}

template <typename T> std::string ramp(const Writer &w, int count, int first = 0) {
    std::string all;
    for (int i = 0; i < count; ++i) {
        all += w.number(static_cast<T>(first + i));
    }
    return all;
}

std::string error_of(const std::string &content) {
    const ScratchFolder folder;
    const auto file = write_file(folder / "f.dcm", content);
    return message_of<FileError>([&] { read_volume(file); });
}

bool has_note(const Volume &volume, const std::string &part) {
    const auto &notes = volume.header().notes;
    return std::any_of(notes.begin(), notes.end(), [&](const Note &note) { return contains(note, part); });
}

// Functional groups of a frame at a place, with a temporal position.
std::string frame(const Writer &w, const std::string &position, std::uint32_t time = 1,
                  const std::string &orientation = "") {
    std::string groups = w.sequence(0x00209111, {w.element(0x00209128, "UL", w.number(time))}) +
                         w.sequence(0x00209113, {w.element(0x00200032, "DS", position)});
    if (!orientation.empty()) {
        groups += w.sequence(0x00209116, {w.element(0x00200037, "DS", orientation)});
    }
    return groups;
}

// Rows run to the back, columns to the head: slices follow each other to the right.
constexpr const char *sagittal = "0\\1\\0\\0\\0\\-1";

Image enhanced(const Writer &w, const std::vector<std::string> &frames, const std::string &orientation = sagittal) {
    Image image;
    image.sop = "1.2.840.10008.5.1.4.1.1.4.1";
    image.modality = "MR";
    image.frames = std::to_string(frames.size());
    std::string shared = w.sequence(0x00289110, {w.element(0x00280030, "DS", "2\\1.5")});
    if (!orientation.empty()) {
        shared = w.sequence(0x00209116, {w.element(0x00200037, "DS", orientation)}) + shared;
    }
    image.between = w.sequence(0x52009229, {shared}) + w.sequence(0x52009230, frames);
    image.pixels = ramp<std::uint16_t>(w, 6 * static_cast<int>(frames.size()));
    return image;
}

} // namespace

TEST(ReadDicomFile, WindowsAreThoseOfTheSliceInTheMiddle) {
    const ScratchFolder folder;
    const Writer w;
    const auto windows = [&](const std::string &levels, const std::string &widths, const std::string &names) {
        return w.element(0x00281050, "DS", levels) + w.element(0x00281051, "DS", widths) +
               (names.empty() ? "" : w.element(0x00281055, "LO", names));
    };
    const auto read = [&](const std::string &between) {
        Image image;
        image.between = between;
        image.pixels = ramp<std::uint16_t>(w, 6);
        return read_volume(write_file(folder / "f.dcm", document(w, image))).header().windows;
    };
    EXPECT_EQ(read(windows("40\\-600", "80 \\1500.5", "BRAIN\\LUNG")),
              (std::vector<StatedWindow>{{"BRAIN", 40.0, 80.0}, {"LUNG", -600.0, 1500.5}}));
    EXPECT_EQ(read(windows("40", "80", "")), (std::vector<StatedWindow>{{"", 40.0, 80.0}}));
    EXPECT_TRUE(read(windows("40", "0", "")).empty()) << "which would show nothing";
    EXPECT_TRUE(read(windows("40\\50", "80", "")).empty()) << "of which nobody knows the width";
    EXPECT_TRUE(read("").empty());

    const auto frame_at = [&](const std::string &position, const std::string &level) {
        return frame(w, position) + w.sequence(0x00289132, {windows(level, "10", "")});
    };
    const auto image = enhanced(w, {frame_at("20\\5\\6", "2"), frame_at("30\\5\\6", "3"), frame_at("10\\5\\6", "1")});
    EXPECT_EQ(read_volume(write_file(folder / "g.dcm", document(w, image))).header().windows,
              (std::vector<StatedWindow>{{"", 2.0, 10.0}}));
}

TEST(ReadDicomFile, EnhancedFramesKeepTheirOrientationAndAreSortedByPlace) {
    const ScratchFolder folder;
    for (const bool big : {false, true}) {
        const Writer w{big};
        // The normal of a sagittal slice points to the right: the frame at x = 30 comes first.
        const auto image = enhanced(w, {frame(w, "20\\5\\6"), frame(w, "30\\5\\6"), frame(w, "10\\5\\6")});
        const Volume volume = read_volume(write_file(folder / "f.dcm", document(w, image)));
        ASSERT_EQ(volume.grid().dims, (std::array<int, 3>{3, 2, 3}));
        EXPECT_TRUE(volume.grid().anatomical);
        EXPECT_EQ(volume.grid().origin, glm::dvec3(30, 5, 6));
        EXPECT_EQ(volume.grid().spacing, glm::dvec3(1.5, 2, 10));
        EXPECT_EQ(volume.grid().direction[0], glm::dvec3(0, 1, 0));
        EXPECT_EQ(volume.grid().direction[1], glm::dvec3(0, 0, -1));
        EXPECT_EQ(volume.grid().direction[2], glm::dvec3(-1, 0, 0));
        EXPECT_EQ(volume.value(0, 0, 0), 6);
        EXPECT_EQ(volume.value(0, 0, 1), 0);
        EXPECT_EQ(volume.value(2, 1, 2), 17);
        EXPECT_EQ(volume.grid().unit, LengthUnit::millimeter);
    }
}

TEST(ReadDicomFile, TimesAtOnePlaceAreChosenAndDirectionsRefused) {
    const ScratchFolder folder;
    const Writer w;
    const auto image = enhanced(
        w, {frame(w, "10\\0\\0", 2), frame(w, "10\\0\\0", 1), frame(w, "20\\0\\0", 1), frame(w, "20\\0\\0", 2)});
    const auto file = write_file(folder / "f.dcm", document(w, image));
    for (const int time : {0, 1}) {
        ReadOptions options;
        options.time = time;
        const Volume volume = read_volume(file, options);
        ASSERT_EQ(volume.grid().dims, (std::array<int, 3>{3, 2, 2}));
        EXPECT_EQ(volume.value(0, 0, 0), time == 0 ? 12 : 18); // x = 20 first
        EXPECT_EQ(volume.value(0, 0, 1), time == 0 ? 6 : 0);
        EXPECT_TRUE(has_note(volume, "2 images lie at every place"));
    }
    ReadOptions third;
    third.time = 2;
    EXPECT_TRUE(contains(message_of<UsageError>([&] { read_volume(file, third); }), "0 to 1"));
    const auto stacks =
        enhanced(w, {frame(w, "10\\0\\0", 1, sagittal), frame(w, "0\\10\\0", 1, "1\\0\\0\\0\\0\\-1")}, "");
    EXPECT_TRUE(contains(error_of(document(w, stacks)), "different directions"));
}

TEST(ReadDicomFile, CineFramesAreTimesAndNoSlices) {
    const ScratchFolder folder;
    const Writer w;
    Image image;
    image.frames = "4";
    // The increment pointer names the frame time (0018,1063).
    image.photometric = "MONOCHROME2";
    image.pixels = ramp<std::uint16_t>(w, 24);
    std::string content = document(w, image);
    const std::string rows = w.words(0x00280010, image.rows);
    content.insert(content.find(rows), w.element(0x00280009, "AT", w.tag(0x00181063)));
    ReadOptions options;
    options.time = 3;
    const Volume volume = read_volume(write_file(folder / "f.dcm", content), options);
    EXPECT_EQ(volume.grid().dims, (std::array<int, 3>{3, 2, 1}));
    EXPECT_EQ(volume.value(0, 0, 0), 18);
    EXPECT_TRUE(has_note(volume, "4 frames are times"));
}

TEST(ReadDicomFile, DosesOf32BitsInBothByteOrders) {
    const ScratchFolder folder;
    for (const bool big : {false, true}) {
        const Writer w{big};
        Image image;
        image.sop = "1.2.840.10008.5.1.4.1.1.481.2";
        image.modality = "RTDOSE";
        image.allocated = image.stored = 32;
        image.frames = "2";
        image.place = place_of(w, "1\\2\\3", "1\\0\\0\\0\\1\\0");
        image.between = w.element(0x3004000c, "DS", "0\\5") + w.element(0x3004000e, "DS", "1e-6");
        image.pixels = ramp<std::uint32_t>(w, 12, 795000);
        const Volume volume = read_volume(write_file(folder / "f.dcm", document(w, image)));
        EXPECT_EQ(volume.range().min, 795000);
        EXPECT_EQ(volume.value(2, 1, 1), 795011);
        EXPECT_EQ(volume.grid().spacing, glm::dvec3(0.5, 0.75, 5));
        EXPECT_EQ(volume.grid().origin, glm::dvec3(1, 2, 3));
        EXPECT_TRUE(has_note(volume, "times 1e-06"));
    }
}

TEST(ReadDicomFile, SegmentsOfOneBit) {
    const ScratchFolder folder;
    for (const bool big : {false, true}) {
        const Writer w{big};
        const auto segment = [&](std::uint16_t number, const std::string &position) {
            return frame(w, position) + w.sequence(0x0062000a, {w.words(0x0062000b, number)});
        };
        Image image = enhanced(w, {segment(1, "0\\0\\0"), segment(1, "0\\0\\2")}, "1\\0\\0\\0\\1\\0");
        image.allocated = image.stored = 1;
        // Twelve bits, the first in the lowest: frame 0 is 1 0 1 1 0 0, frame 1 is 0 0 0 0 0 1.
        image.pixels = big ? std::string("\x08\x0d", 2) : std::string("\x0d\x08", 2);
        const auto file = write_file(folder / "f.dcm", document(w, image));
        const Volume one = read_volume(file);
        EXPECT_EQ(one.range().max, 1);
        const std::vector<int> truth{1, 0, 1, 1, 0, 0, 0, 0, 0, 0, 0, 1};
        for (int i = 0; i < 12; ++i) {
            EXPECT_EQ(one.value(i % 3, i / 3 % 2, i / 6), truth[static_cast<std::size_t>(i)]) << i;
        }
        // Another segment two slices further: the slice between is empty.
        Image two =
            enhanced(w, {segment(1, "0\\0\\0"), segment(4, "0\\0\\2"), segment(4, "0\\0\\6")}, "1\\0\\0\\0\\1\\0");
        two.allocated = two.stored = 1;
        two.pixels = std::string(4, '\xff');
        const Volume labels = read_volume(write_file(folder / "g.dcm", document(w, two)));
        ASSERT_EQ(labels.grid().dims, (std::array<int, 3>{3, 2, 4}));
        EXPECT_EQ(labels.grid().spacing.z, 2);
        EXPECT_EQ(labels.value(0, 0, 0), 1);
        EXPECT_EQ(labels.value(0, 0, 1), 4);
        EXPECT_EQ(labels.value(0, 0, 2), 0);
        EXPECT_EQ(labels.value(0, 0, 3), 4);
        EXPECT_TRUE(has_note(labels, "2 segments"));
    }
}

TEST(ReadDicomFile, SegmentsThatAreHardlyMoreThanGapsAreRefused) {
    const Writer w;
    const auto segment = [&](const std::string &position) {
        return frame(w, position) + w.sequence(0x0062000a, {w.words(0x0062000b, 1)});
    };
    Image image = enhanced(w, {segment("0\\0\\0"), segment("0\\0\\1000000")}, "1\\0\\0\\0\\1\\0");
    image.rows = image.columns = 40;
    image.allocated = image.stored = 1;
    image.pixels = std::string(400, '\xff');
    const auto refused = error_of(document(w, image));
    EXPECT_TRUE(contains(refused, "so far apart"));
    EXPECT_TRUE(contains(refused, "of which they fill 3200"));
}

TEST(ReadDicomFile, SegmentsWithoutNamesAreCalledByTheirNumbers) {
    const ScratchFolder folder;
    const Writer w;
    const auto segment = [&](std::uint16_t number, const std::string &position) {
        return frame(w, position) + w.sequence(0x0062000a, {w.words(0x0062000b, number)});
    };
    Image image =
        enhanced(w, {segment(1, "0\\0\\0"), segment(4, "0\\0\\2"), segment(6, "0\\0\\4")}, "1\\0\\0\\0\\1\\0");
    image.sop = "1.2.840.10008.5.1.4.1.1.66.4";
    image.allocated = image.stored = 1;
    image.pixels = std::string(4, '\xff');
    // The first is named, the second has no name, the third is not described at all.
    image.between +=
        w.sequence(0x00620002, {w.words(0x00620004, 1) + w.element(0x00620005, "LO", "Liver"), w.words(0x00620004, 4)});
    const auto file = write_file(folder / "f.dcm", document(w, image));
    const LabelNames names = label_names_within(file);
    ASSERT_EQ(names.size(), 3u);
    EXPECT_EQ(names.at(1).name, "Liver");
    EXPECT_EQ(names.at(4).name, "Segment 4");
    EXPECT_EQ(names.at(6).name, "Segment 6");
    EXPECT_TRUE(has_note(read_volume(file), "2 of its 3 segments have no name"));
}

TEST(ReadDicomFile, PlacesThatNobodyMeasuresAreRefused) {
    const Writer w;
    Image image;
    image.pixels = ramp<std::uint16_t>(w, 6);
    for (const char *place : {"1e35\\0\\0", "0\\nan\\0", "0\\0\\inf"}) {
        image.place = place_of(w, place, "1\\0\\0\\0\\1\\0");
        EXPECT_TRUE(contains(error_of(document(w, image)), "beyond all measure")) << place;
    }
    const auto frames = {frame(w, "0\\0\\0"), frame(w, "nan\\0\\0")};
    EXPECT_TRUE(contains(error_of(document(w, enhanced(w, frames))), "beyond all measure"));
}

TEST(ReadDicomFile, Monochrome1KeepsItsValues) {
    const ScratchFolder folder;
    const Writer w;
    Image image;
    image.photometric = "MONOCHROME1";
    image.scale = w.element(0x00281052, "DS", "-1000") + w.element(0x00281053, "DS", "2");
    image.pixels = ramp<std::uint16_t>(w, 6, 100);
    image.place = place_of(w, "0\\0\\0", "1\\0\\0\\0\\1\\0");
    const Volume volume = read_volume(write_file(folder / "f.dcm", document(w, image)));
    EXPECT_EQ(volume.type(), ScalarType::i16);
    EXPECT_EQ(volume.value(0, 0, 0), -800);
    EXPECT_EQ(volume.value(2, 1, 0), -790);
    EXPECT_TRUE(has_note(volume, "shown inverted"));
    EXPECT_TRUE(has_note(volume, "times 2 plus -1000"));
}

TEST(ReadDicomFile, SignAndUnusedBitsAreThoseOfTheBitsStored) {
    const ScratchFolder folder;
    const Writer w;
    Image image;
    image.is_signed = 1;
    // An overlay in the upper four bits; 0xfff is -1.
    image.pixels = w.number<std::uint16_t>(0xffff) + w.number<std::uint16_t>(0xf001) + w.number<std::uint16_t>(0x0800) +
                   ramp<std::uint16_t>(w, 3);
    const Volume volume = read_volume(write_file(folder / "f.dcm", document(w, image)));
    EXPECT_EQ(volume.value(0, 0, 0), -1);
    EXPECT_EQ(volume.value(1, 0, 0), 1);
    EXPECT_EQ(volume.value(2, 0, 0), -2048);
}

/// CT as most scanners store it: 16 bits with a sign, slope 1, intercept -1024. The bits would allow for -33792.
TEST(ReadDicomFile, ScaledValuesThatFitAreInt16) {
    const ScratchFolder folder;
    const Writer w;
    Image image;
    image.stored = 16;
    image.is_signed = 1;
    image.scale = w.element(0x00281052, "DS", "-1024") + w.element(0x00281053, "DS", "1");
    const auto with = [&](std::int16_t first) {
        image.pixels = w.number(first) + ramp<std::int16_t>(w, 5, 32763);
        return write_file(folder / "f.dcm", document(w, image));
    };
    const auto fitting = with(-32768 + 1024);
    const Volume volume = read_volume(fitting);
    EXPECT_EQ(volume.type(), ScalarType::i16);
    EXPECT_EQ(volume.value(0, 0, 0), -32768);
    EXPECT_EQ(volume.value(2, 1, 0), 32767 - 1024);
    EXPECT_FALSE(has_note(volume, "float32"));
    EXPECT_TRUE(has_note(volume, "plus -1024"));
    const VolumeHeader header = read_volume_header(fitting); // no voxel is read
    EXPECT_EQ(header.type, ScalarType::f32);
    EXPECT_TRUE(contains(header.notes.at(0), "float32, unless all scaled values fit int16"));
    const Volume beyond = read_volume(with(-32768 + 1023));
    EXPECT_EQ(beyond.type(), ScalarType::f32);
    EXPECT_EQ(beyond.value(0, 0, 0), -32769);
    EXPECT_EQ(beyond.value(2, 1, 0), 32767 - 1024);
    EXPECT_TRUE(has_note(beyond, "Not all scaled values fit int16; voxels are float32"));
    EXPECT_FALSE(has_note(beyond, "unless"));
    image.scale = w.element(0x00281052, "DS", "-1024") + w.element(0x00281053, "DS", "0.5");
    EXPECT_EQ(read_volume(with(7)).value(0, 0, 0), -1020.5);
}

/// Bits stored and scale may differ from slice to slice; what counts are the values.
TEST(ReadDicomFile, SlicesThatAreStoredDifferentlyAreOneType) {
    const Writer w;
    const auto read = [&](const std::vector<std::array<std::string, 3>> &slices) { // bits stored, intercept, slope
        const ScratchFolder folder;
        for (std::size_t i = 0; i < slices.size(); ++i) {
            Image image;
            image.stored = static_cast<std::uint16_t>(std::stoi(slices[i][0]));
            image.is_signed = 1;
            image.description = "Sch\xe4"
                                "del 1 mm";
            image.scale = w.element(0x00281052, "DS", slices[i][1]) + w.element(0x00281053, "DS", slices[i][2]);
            image.place = w.element(0x0020000e, "UI", "1.2.3") +
                          place_of(w, "0\\0\\" + std::to_string(2 * i), "1\\0\\0\\0\\1\\0");
            image.pixels = ramp<std::int16_t>(w, 6, 100);
            write_file(folder / std::to_string(i), document(w, image));
        }
        return read_volume(folder / "");
    };
    const Volume bits = read({{"12", "-1024", "1"}, {"16", "-1024", "1"}});
    EXPECT_EQ(bits.type(), ScalarType::i16);
    EXPECT_EQ(bits.value(2, 1, 1), 105 - 1024);
    EXPECT_FALSE(has_note(bits, "differently"));
    EXPECT_EQ(bits.header().name, "1.2.3");
    EXPECT_EQ(bits.header().shown_name(), "Schädel 1 mm"); // as UTF-8
    const Volume scales = read({{"16", "-1024", "1"}, {"16", "-1000", "2"}});
    EXPECT_EQ(scales.type(), ScalarType::i16);
    EXPECT_EQ(scales.value(0, 0, 0), 100 - 1024);
    EXPECT_EQ(scales.value(2, 1, 1), 210 - 1000);
    EXPECT_TRUE(has_note(scales, "scaled differently"));
    const Volume fractions = read({{"16", "-1024", "1"}, {"16", "0", "0.5"}});
    EXPECT_EQ(fractions.type(), ScalarType::f32);
    EXPECT_EQ(fractions.value(0, 0, 0), 100 - 1024);
    EXPECT_EQ(fractions.value(1, 0, 1), 50.5);
    EXPECT_TRUE(has_note(fractions, "Not all scaled values fit int16"));
}

TEST(ReadDicomFile, FilesWithoutPixelsSayWhatTheyAre) {
    const Writer w;
    const auto with = [&](const std::string &sop, const std::string &modality) {
        return error_of(file_of(w, w.element(0x00080016, "UI", sop) + w.element(0x00080060, "CS", modality)));
    };
    EXPECT_TRUE(
        contains(with("1.2.840.10008.5.1.4.1.1.481.3", "RTSTRUCT"), "DICOM without pixels: structure set (RTSTRUCT)"));
    EXPECT_TRUE(contains(with("1.2.3.4", "XX"), "DICOM without pixels: SOP class 1.2.3.4 (XX)"));
}

TEST(ReadDicomFile, ColoursCutPixelsAndWrongSizesAreRefused) {
    const Writer w;
    Image image;
    image.pixels = ramp<std::uint16_t>(w, 6);
    const std::string whole = document(w, image);
    for (const std::size_t missing : {1, 12, 20, 40}) {
        EXPECT_NE(error_of(whole.substr(0, whole.size() - missing)), "") << missing;
    }
    image.frames = "2";
    EXPECT_TRUE(contains(error_of(document(w, image)), "24 bytes"));
    image.frames = "1A";
    EXPECT_TRUE(contains(error_of(document(w, image)), "'1A' frames"));
    image.frames = "";
    image.samples = 3;
    EXPECT_TRUE(contains(error_of(document(w, image)), "3 values per voxel"));
    image.samples = 1;
    image.photometric = "PALETTE COLOR";
    EXPECT_TRUE(contains(error_of(document(w, image)), "palette"));
}

#ifdef VOXMARCH_HAS_ZLIB
TEST(ReadDicomFile, APackedFileIsReadWithoutUnpackingItFirst) {
    const ScratchFolder folder;
    const Writer w;
    Image image;
    image.pixels = ramp<std::uint16_t>(w, 6, 7);
    const std::string whole = document(w, image);
    for (const char *name : {"f.dcm.gz", "f.gz"}) {
        const gzFile out = gzopen((folder / name).c_str(), "wb");
        gzwrite(out, whole.data(), static_cast<unsigned>(whole.size()));
        gzclose(out);
        EXPECT_EQ(read_volume(folder / name).value(2, 1, 0), 12) << name;
    }
}
#endif

} // namespace voxmarch
