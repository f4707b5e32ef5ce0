// Tests of raw files and of what read_volume says about inputs of no kind.
#include "base/error.h"
#include "base/text.h"
#include "volume/formats/plain_voxels.h"
#include "volume/formats/read.h"
#include "volume/formats/volume_file.h"
#include "volume_test_files.h"

#ifdef VOXMARCH_HAS_ZLIB
#include <zlib.h>
#endif

namespace voxmarch {

using namespace testing;

TEST(ReadRaw, TakesSizeAndTypeFromTheName) {
    const ScratchFolder folder;
    const auto file = write_file(folder / "my_lung_2x3x1_int16.raw", bytes_of<std::int16_t>({-5, 1, 2, 3, 4, 500}));
    const Volume volume = read_volume(file);
    EXPECT_EQ(volume.grid().dims, (std::array<int, 3>{2, 3, 1}));
    EXPECT_EQ(volume.type(), ScalarType::i16);
    EXPECT_EQ(volume.value(0, 0, 0), -5);
    EXPECT_EQ(volume.value(1, 2, 0), 500);
    EXPECT_EQ(volume.header().format, "raw");
    EXPECT_EQ(volume.header().name, "my_lung_2x3x1_int16.raw");
    EXPECT_FALSE(volume.grid().anatomical);
}

TEST(ReadRaw, TheOptionGivesSpacingByteOrderAndOffset) {
    const ScratchFolder folder;
    const auto file =
        write_file(folder / "f.bin", "HEAD" + swapped_bytes_of<std::uint16_t>({1, 256, 65535, 77}) + "tail");
    const Volume volume = read_volume(file, raw_layout("2x2x1:uint16:0.5,1,2.5:big:offset=4"));
    EXPECT_EQ(volume.value(0, 0, 0), 1);
    EXPECT_EQ(volume.value(1, 0, 0), 256);
    EXPECT_EQ(volume.value(0, 1, 0), 65535);
    EXPECT_EQ(volume.value(1, 1, 0), 77);
    EXPECT_EQ(volume.grid().spacing, glm::dvec3(0.5, 1, 2.5));
    ASSERT_EQ(volume.header().notes.size(), 1U);
    EXPECT_TRUE(contains(volume.header().notes[0], "4 bytes after"));
}

template <typename T> void expect_converted(const std::string &type) {
    const ScratchFolder folder;
    const auto little = write_file(folder / "l.raw", bytes_of<T>({T(3), T(16777216), T(100)}));
    const auto big = write_file(folder / "b.raw", swapped_bytes_of<T>({T(3), T(16777216), T(100)}));
    for (const auto &[file, order] : {std::pair(little, ":little"), std::pair(big, ":big")}) {
        const Volume volume = read_volume(file, raw_layout("3x1x1:" + type + order));
        EXPECT_EQ(volume.type(), ScalarType::f32);
        EXPECT_EQ(volume.value(0, 0, 0), 3);
        EXPECT_EQ(volume.value(1, 0, 0), 16777216);
        EXPECT_EQ(volume.value(2, 0, 0), 100);
        ASSERT_EQ(volume.header().notes.size(), 1U);
        EXPECT_TRUE(contains(volume.header().notes[0], type));
    }
}

TEST(ReadRaw, WideTypesBecomeFloatsWithANote) {
    expect_converted<std::uint32_t>("uint32");
    expect_converted<std::int32_t>("int32");
    expect_converted<double>("float64");
    expect_converted<std::int64_t>("int64");
}

TEST(ReadRaw, LargeFilesAreMappedAndEqualTheFile) {
    const ScratchFolder folder;
    std::string content(mapping_threshold + 2, '\0');
    for (std::size_t i = 0; i < content.size(); i += 4093) {
        content[i] = static_cast<char>(i % 251);
    }
    const auto file = write_file(folder / "big.raw", content);
    double last = 0.0;
    ReadOptions options = raw_layout("4096x4096x4:uint8:offset=2");
    options.progress = [&](double p) { last = p; };
    const Volume volume = read_volume(file, options);
    EXPECT_EQ(last, 1.0);
    ASSERT_EQ(volume.bytes().size(), mapping_threshold);
    EXPECT_EQ(0, std::memcmp(volume.bytes().data(), content.data() + 2, mapping_threshold));
    // 16-bit values at an odd offset cannot be mapped, but are read all the same.
    const Volume odd = read_volume(file, raw_layout("4096x2048x4:uint16:offset=1"));
    EXPECT_EQ(0, std::memcmp(odd.bytes().data(), content.data() + 1, mapping_threshold));
}

TEST(ReadRaw, ComparesTheSizeBeforeReading) {
    const ScratchFolder folder;
    const auto file = write_file(folder / "n_2x2x2_uint8.raw", "1234567");
    EXPECT_TRUE(contains(message_of<FileError>([&] { read_volume(file); }), "need 8 bytes, but the file has 7"));
    EXPECT_TRUE(contains(message_of<FileError>([&] { read_volume_header(file); }), "need 8 bytes, but the file has 7"));
    EXPECT_TRUE(
        contains(message_of<FileError>([&] { read_volume(file, raw_layout("2x3x1:uint8")); }), "its header, 1 bytes"));
    EXPECT_THROW(read_volume(file, raw_layout("7x1x1:uint8:offset=1")), FileError);
    EXPECT_THROW(read_volume(file, raw_layout("1x1x1:uint8:offset=9223372036854775807")), FileError);
}

TEST(ReadRaw, RefusesSizesThatAreZeroNegativeOrOverflow) {
    const ScratchFolder folder;
    const auto file = write_file(folder / "f.raw", std::string(1000, 'x'));
    for (const char *bad : {"0x4x4:uint8", "-1x4x4:uint8", "4000000000x4000000000x4000000000:uint8",
                            "1048577x1x1:uint8", "1048576x1048576x1048576:float64", "1024x1024x10240:uint8"}) {
        EXPECT_THROW(read_volume_header(file, raw_layout(bad)), FileError) << bad;
    }
}

TEST(ReadRaw, RefusesLayoutsThatItDoesNotUnderstand) {
    const ScratchFolder folder;
    const auto file = write_file(folder / "f.raw", "1234567\x01");
    for (const char *bad : {"8", "2x2x2", "2x2:uint8", "2x2x2x2:uint8", "2x2x2:byte", "2x2x2:uint8:1,1",
                            "2x2x2:uint8:1,1,0", "2x2x2:uint8:1,1,nan", "2x2x2:uint8:middle", "2x2x2:uint8:offset=-1",
                            "2x2x2:uint8:offset=", "ax2x2:uint8", "99999999999999999999x1x1:uint8", "2x2x2:uint8:"}) {
        EXPECT_TRUE(
            contains(message_of<UsageError>([&] { read_volume(file, raw_layout(bad)); }), "no layout of raw voxels"))
            << bad;
    }
    EXPECT_TRUE(contains(message_of<UsageError>([&] { read_volume(file); }), "raw voxels need a size and a type"));
}

TEST(ReadRaw, NamesThatLookAlikeAreNoLayout) {
    EXPECT_FALSE(raw_layout_from_name("volume.raw"));
    EXPECT_FALSE(raw_layout_from_name("a_2x2_uint8.raw"));
    EXPECT_FALSE(raw_layout_from_name("a_2x2x2_rgb.raw"));
    const auto layout = raw_layout_from_name("a.b_c_12x34x56_float32.raw");
    ASSERT_TRUE(layout);
    EXPECT_EQ(layout->dims, (std::array<std::int64_t, 3>{12, 34, 56}));
    EXPECT_EQ(layout->type, FileScalar::f32);
}

TEST(ReadRaw, PointsToAHeaderBeside) {
    const ScratchFolder folder;
    const auto file = write_file(folder / "t_1x1x1_uint8.raw", "x");
    EXPECT_TRUE(read_volume_header(file).notes.empty());
    write_file(folder / "t_1x1x1_uint8.nhdr", "");
    ASSERT_EQ(read_volume_header(file).notes.size(), 1U);
}

TEST(ReadVolume, AppliesSpacingAndDownsampleToHeaderAndVoxelsAlike) {
    const ScratchFolder folder;
    const auto file = write_file(folder / "f_4x2x1_uint8.raw", std::string("\x0a\x14\x1e\x28\x0a\x14\x1e\x28", 8));
    ReadOptions options;
    options.spacing = glm::dvec3(2, 3, 4);
    options.downsample = 2;
    const VolumeHeader header = read_volume_header(file, options);
    const Volume volume = read_volume(file, options);
    EXPECT_EQ(header.grid.dims, (std::array<int, 3>{2, 1, 1}));
    EXPECT_EQ(header.grid.spacing, glm::dvec3(4, 6, 8));
    EXPECT_EQ(header.grid.origin, glm::dvec3(1, 1.5, 0));
    EXPECT_EQ(volume.grid().spacing, header.grid.spacing);
    EXPECT_EQ(volume.grid().origin, header.grid.origin);
    EXPECT_EQ(volume.value(0, 0, 0), 15);
    EXPECT_EQ(volume.value(1, 0, 0), 35);
    options.spacing = glm::dvec3(1, 0, 1);
    EXPECT_THROW(read_volume_header(file, options), UsageError);
    options.spacing.reset();
    options.downsample = 65;
    EXPECT_THROW(read_volume_header(file, options), UsageError);
}

TEST(ReadVolume, ProgressMayCancel) {
    const ScratchFolder folder;
    const auto file = write_file(folder / "f_1x1x1_uint8.raw", "x");
    ReadOptions options;
    options.progress = [](double) { throw UsageError("cancelled"); };
    EXPECT_EQ(message_of<UsageError>([&] { read_volume(file, options); }), "cancelled");
}

TEST(ReadVolume, SaysWhatIsWrongWithInputsOfNoKind) {
    const ScratchFolder folder;
    EXPECT_TRUE(contains(message_of<FileError>([&] { read_volume(folder / "gone.nrrd"); }), "no such file"));
    EXPECT_TRUE(contains(message_of<FileError>([&] { read_volume(""); }), "no such file"));
    EXPECT_TRUE(contains(message_of<FileError>([&] { read_volume(folder.path().string()); }), "holds no files"));
    const auto text = write_file(folder / "letter.txt", "Dear Sir,");
    EXPECT_TRUE(contains(message_of<FileError>([&] { read_volume(folder.path().string()); }), "no DICOM, TIFF or PNG"));
    EXPECT_TRUE(contains(message_of<FileError>([&] { read_volume(text); }), "is text and no volume"));
    EXPECT_TRUE(contains(message_of<FileError>([&] { read_volume(write_file(folder / "e.nrrd", "")); }), "is empty"));
    EXPECT_TRUE(contains(message_of<FileError>([&] { read_volume("/dev/null"); }), "not a regular file"));
    EXPECT_THROW(read_volume_header("synthetic:no-such-thing"), UsageError);
    EXPECT_THROW(read_volume_header("synthetic:sphere:x"), UsageError);
    EXPECT_THROW(read_volume_header("synthetic:sphere:0"), UsageError);
    EXPECT_THROW(read_volume_header("synthetic:sphere:8:8"), UsageError);
}

TEST(ReadVolume, MakesSyntheticVolumes) {
    const Volume volume = read_volume("synthetic:sphere:9");
    EXPECT_EQ(volume.grid().dims, (std::array<int, 3>{9, 9, 9}));
    EXPECT_EQ(volume.type(), ScalarType::u8);
    EXPECT_GT(volume.value(4, 4, 4), volume.value(0, 0, 0));
}

#if !VOXMARCH_HAS_ITK
TEST(ReadVolume, SaysThatThisBuildLacksItk) {
    const ScratchFolder folder;
    for (const char *name : {"a.mha", "a.mrc"}) {
        EXPECT_TRUE(
            contains(message_of<UnsupportedError>([&] { read_volume(write_file(folder / name, "x")); }), "lacks ITK"));
    }
}
#endif

TEST(Text, OrdersNamesAsPeopleDo) {
    using text::natural_less;
    EXPECT_TRUE(natural_less("slice2.png", "slice10.png"));
    EXPECT_FALSE(natural_less("slice10.png", "slice2.png"));
    EXPECT_TRUE(natural_less("a9b10", "a9b11"));
    EXPECT_TRUE(natural_less("a", "a1"));
    EXPECT_TRUE(natural_less("x01", "x2"));
    EXPECT_NE(natural_less("x01", "x1"), natural_less("x1", "x01"));
    EXPECT_FALSE(natural_less("same3", "same3"));
    EXPECT_TRUE(natural_less("i99999999999999999999998", "i99999999999999999999999"));
}

#ifdef VOXMARCH_HAS_ZLIB
TEST(ReadRaw, PackedWithGzip) {
    const ScratchFolder folder;
    const auto pack = [&](const std::string &name, const std::string &bytes, bool append = false) {
        const gzFile out = gzopen((folder / name).c_str(), append ? "ab" : "wb");
        gzwrite(out, bytes.data(), static_cast<unsigned>(bytes.size()));
        gzclose(out);
        return folder / name;
    };
    const std::string bytes = bytes_of<std::int16_t>({-1, 2, 3, 4, 5, 600});
    const Volume named = read_volume(pack("f_3x2x1_int16.raw.gz", bytes));
    EXPECT_EQ(named.type(), ScalarType::i16);
    EXPECT_EQ(named.value(0, 0, 0), -1);
    EXPECT_EQ(named.value(2, 1, 0), 600);
    EXPECT_EQ(read_volume(pack("g.raw.gz", bytes), raw_layout("3x2x1:int16")).value(2, 1, 0), 600);
    EXPECT_EQ(read_volume(pack("g.raw.gz", "head" + bytes), raw_layout("3x2x1:int16:offset=4")).value(2, 1, 0), 600);
    // Two members are one stream.
    pack("h_3x2x1_int16.raw.gz", bytes.substr(0, 4));
    EXPECT_EQ(read_volume(pack("h_3x2x1_int16.raw.gz", bytes.substr(4), true)).value(2, 1, 0), 600);
    const auto error = [&](const std::string &name, const std::string &content) {
        const auto file = pack(name, content);
        return message_of<FileError>([&] { read_volume(file); });
    };
    EXPECT_TRUE(contains(error("s_3x2x1_int16.raw.gz", bytes.substr(1)), "truncated"));
    EXPECT_TRUE(contains(error("l_3x2x1_int16.raw.gz", bytes + "more"), "unpacks to more"));
    EXPECT_TRUE(contains(error("t_99x99x99_int16.raw.gz", bytes), "truncated, or the header lies"));
}
#endif

TEST(ReadVolume, ToldApartFromRawVoxels) {
    const ScratchFolder folder;
    const auto error = [&](const std::string &name, const std::string &content) {
        const auto file = write_file(folder / name, content);
        return message_of<FileError>([&] { read_volume(file); });
    };
    EXPECT_TRUE(contains(error("a.tar.xz", std::string("\xfd"
                                                       "7zXZ\0",
                                                       6) +
                                               std::string(50, '\x01')),
                         "is packed with xz and holds a tar archive; unpack it first (tar -xf a.tar.xz)"));
    EXPECT_TRUE(contains(error("a.zip", "PK\x03\x04" + std::string(50, '\x01')), "is packed with zip"));
    EXPECT_TRUE(contains(error("a.bin", std::string("\x93NUMPY") + std::string(50, '\x01')), "damaged NumPy array"));
    EXPECT_TRUE(contains(error("readme", "one\ntwo\tthree\n"), "is text and no volume"));
    EXPECT_FALSE(contains(error("a.dat", std::string(17 * 19, '\x01')), "fits the file"));
    EXPECT_TRUE(contains(error("a.dat", std::string(32 * 32 * 32, '\x01')), "(32x32x32:uint8 fits the file)"));
    // FreeSurfer: version, four sizes and a type, int32 of big endian. AFNI: the first attribute of a header.
    const std::string mgh = swapped_bytes_of<std::int32_t>({1, 3, 4, 5, 1, 3, 0}) + std::string(300, '\0');
    EXPECT_TRUE(contains(error("brain.bin", mgh), "truncated"));
    EXPECT_FALSE(contains(error("count.dat", swapped_bytes_of<std::int32_t>({1, 3, -4, 5, 1, 3, 0})), "MGH volume"));
    EXPECT_TRUE(contains(error("epi+orig.HEAD", "\ntype  = string-attribute\nname  = TYPESTRING\ncount = 15\n"),
                         "is half of an AFNI dataset (.HEAD and .BRIK), which is not read here; make NIfTI of both "
                         "first (3dAFNItoNIFTI epi+orig, or nib-convert epi+orig.HEAD"));
    EXPECT_TRUE(contains(error("epi+orig.BRIK", std::string(32 * 32 * 32, '\x01')), "3dAFNItoNIFTI epi+orig,"));
    EXPECT_TRUE(contains(error("type.HEAD", "type of thing\n"), "is text and no volume"));
    EXPECT_TRUE(contains(error("named.raw", "NRRD0004\n"), "is an NRRD file, but not named like one; rename it to end "
                                                           "with .nrrd"));
#ifdef VOXMARCH_HAS_ZLIB
    const auto packed_error = [&](const std::string &name, const std::string &content) {
        const gzFile out = gzopen((folder / name).c_str(), "wb");
        gzwrite(out, content.data(), static_cast<unsigned>(content.size()));
        gzclose(out);
        return message_of<FileError>([&] { read_volume(folder / name); });
    };
    EXPECT_TRUE(contains(packed_error("a.nrrd.gz", "NRRD0004\n"),
                         "is packed with gzip and holds an NRRD file; unpack it first (gunzip a.nrrd.gz)"));
    EXPECT_TRUE(contains(packed_error("brain.dat", mgh), "truncated"));
    EXPECT_TRUE(contains(packed_error("epi+orig.BRIK.gz", std::string(300, '\x01')), "3dAFNItoNIFTI epi+orig,"));
    const std::string gifti = packed_error("lh.gii.gz", "<?xml version=\"1.0\"?>\n<!DOCTYPE GIFTI SYSTEM \"g.dtd\">\n");
    EXPECT_TRUE(contains(gifti, "is GIFTI, a surface and no volume: give the volume it was made from")) << gifti;
    EXPECT_FALSE(contains(gifti, "unpack"));
    const std::string numpy = packed_error("a.npy.gz", "\x93NUMPY");
    EXPECT_TRUE(contains(numpy, "holds a NumPy array; unpack it first (gunzip a.npy.gz)")) << numpy;
#endif
    write_file(folder / "scan.PAR", "# === DATA DESCRIPTION FILE ===\n");
    EXPECT_TRUE(contains(error("scan.REC", std::string(2000, '\x01')), "is a Philips REC file"));
}

} // namespace voxmarch
