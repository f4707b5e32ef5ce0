// Tests of our NRRD reader on headers written by hand.
#include "base/error.h"
#include "volume/formats/read.h"
#include "volume_test_files.h"

#ifdef VOXMARCH_HAS_BZIP2
#include <bzlib.h>
#endif

#ifdef VOXMARCH_HAS_ZLIB
#include <fmt/format.h>
#include <tuple>
#include <zlib.h>
#endif

namespace voxmarch {

using namespace testing;

namespace {

const std::vector<std::int16_t> values = {-7, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 1000};
const std::string start = "NRRD0004\n# a comment\ntype: short\ndimension: 3\nsizes: 2 3 2\nendian: little\n";

void expect_values(const Volume &volume) {
    ASSERT_EQ(volume.grid().dims, (std::array<int, 3>{2, 3, 2}));
    for (std::size_t i = 0; i < values.size(); ++i) {
        const auto n = static_cast<int>(i);
        EXPECT_EQ(volume.value(n % 2, n / 2 % 3, n / 6), values[i]) << i;
    }
}

std::string error_of(const std::string &content, const std::string &name = "f.nrrd") {
    const ScratchFolder folder;
    const auto file = write_file(folder / name, content);
    return message_of<FileError>([&] { read_volume(file); });
}

#ifdef VOXMARCH_HAS_ZLIB
std::string gzipped(const std::string &content) {
    z_stream z{};
    deflateInit2(&z, 9, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY);
    std::string packed(content.size() + 1000, '\0');
    z.next_in = reinterpret_cast<Bytef *>(const_cast<char *>(content.data()));
    z.avail_in = static_cast<uInt>(content.size());
    z.next_out = reinterpret_cast<Bytef *>(packed.data());
    z.avail_out = static_cast<uInt>(packed.size());
    EXPECT_EQ(deflate(&z, Z_FINISH), Z_STREAM_END);
    packed.resize(z.total_out);
    deflateEnd(&z);
    return packed;
}
#endif

} // namespace

TEST(ReadNrrd, RawAttached) {
    const ScratchFolder folder;
    const auto file = write_file(folder / "f.nrrd", start + "encoding: raw\nspacings: 0.5 1 2\n\n" + bytes_of(values));
    const Volume volume = read_volume(file);
    expect_values(volume);
    EXPECT_EQ(volume.type(), ScalarType::i16);
    EXPECT_EQ(volume.grid().spacing, glm::dvec3(0.5, 1, 2));
    EXPECT_FALSE(volume.grid().anatomical);
    EXPECT_EQ(volume.header().format, "NRRD");
    EXPECT_TRUE(volume.header().notes.empty());
}

TEST(ReadNrrd, BigEndianCarriageReturnsAndNoExtension) {
    const ScratchFolder folder;
    const auto file = write_file(folder / "nameless", "NRRD0005\r\ntype: int16\r\ndimension: 3\r\nsizes: 2 3 2\r\n"
                                                      "endian: big\r\nencoding: raw\r\nkey:=value\r\n\r\n" +
                                                          swapped_bytes_of(values));
    expect_values(read_volume(file));
}

TEST(ReadNrrd, Ascii) {
    const ScratchFolder folder;
    std::string text;
    for (const int v : values) {
        text += std::to_string(v) + "\n";
    }
    expect_values(read_volume(write_file(folder / "f.nrrd", start + "encoding: ascii\n\n" + text)));
    EXPECT_TRUE(contains(error_of(start + "encoding: ascii\n\n1 2 3 4 5 6 7 8 9 10 11 "), "end early"));
    EXPECT_TRUE(contains(error_of(start + "encoding: ascii\n\n1 2 3 4 5 6 7 8 9 10 11 40000"), "does not fit"));
    EXPECT_TRUE(contains(error_of(start + "encoding: ascii\n\n1 2 3 4 5 6 7 8 9 10 11 x2"), "not a number"));
}

TEST(ReadNrrd, SkipsLinesAndBytes) {
    const ScratchFolder folder;
    write_file(folder / "d.raw", "first line\nsecond\nXY" + bytes_of(values));
    const auto head = start + "encoding: raw\nline skip: 2\nbyte skip: 2\ndata file: d.raw\n";
    expect_values(read_volume(write_file(folder / "f.nhdr", head)));
    const auto last = start + "encoding: raw\nbyte skip: -1\ndata file: d.raw\n";
    expect_values(read_volume(write_file(folder / "g.nhdr", last)));
    EXPECT_TRUE(contains(error_of(start + "encoding: raw\nline skip: 9\n\n" + bytes_of(values)), "fewer lines"));
}

TEST(ReadNrrd, SpaceIsConvertedToLps) {
    const ScratchFolder folder;
    const std::string axes = "encoding: raw\nspace directions: (0,2,0) (3,0,0) (0,0,4)\nspace origin: (10, 20, 30)\n";
    struct Case {
        std::string space;
        glm::dvec3 flip;
        bool anatomical;
    };
    for (const auto &[space, flip, anatomical] :
         {Case{"space: left-posterior-superior\n", {1, 1, 1}, true}, Case{"space: RAS\n", {-1, -1, 1}, true},
          Case{"space: right-anterior-superior\n", {-1, -1, 1}, true},
          Case{"space: left-anterior-superior\n", {1, -1, 1}, true}, Case{"space: 3D-right-handed\n", {1, 1, 1}, false},
          Case{"space dimension: 3\n", {1, 1, 1}, false}, Case{"", {1, 1, 1}, false}}) {
        const auto file = write_file(folder / "f.nrrd", start + space + axes + "\n" + bytes_of(values));
        const Grid grid = read_volume(file).grid();
        EXPECT_EQ(grid.anatomical, anatomical) << space;
        const auto corner = glm::dvec3(grid.world_from_voxel() * glm::dvec4(1, 2, 1, 1));
        const glm::dvec3 expected = flip * (glm::dvec3(10, 20, 30) + glm::dvec3(6, 2, 4));
        for (int i = 0; i < 3; ++i) {
            EXPECT_NEAR(corner[i], expected[i], 1e-12) << space;
        }
        EXPECT_EQ(grid.spacing, glm::dvec3(2, 3, 4));
    }
}

TEST(ReadNrrd, AxisMinsAreTheOriginWithoutASpace) {
    const ScratchFolder folder;
    const auto file = write_file(folder / "f.nrrd", start +
                                                        "encoding: raw\nspacings: 2 2 2\naxis mins: 5 nan -3\n"
                                                        "centerings: node node cell\n\n" +
                                                        bytes_of(values));
    EXPECT_EQ(read_volume(file).grid().origin, glm::dvec3(5, 0, -2));
}

TEST(ReadNrrd, EndsOfAxesGiveTheSpacing) {
    const ScratchFolder folder;
    const auto grid_with = [&](const std::string &fields) {
        return read_volume(write_file(folder / "f.nrrd", "NRRD0004\ntype: uint8\ndimension: 3\nsizes: 11 9 7\n"
                                                         "encoding: raw\n" +
                                                             fields + "\n" + std::string(11 * 9 * 7, 'v')))
            .grid();
    };
    const Grid nodes = grid_with("axis mins: 5 6 7\naxis maxs: 15 14 19\ncenterings: node node node\n");
    EXPECT_EQ(nodes.spacing, glm::dvec3(1, 1, 2));
    EXPECT_EQ(nodes.origin, glm::dvec3(5, 6, 7));
    const Grid cells = grid_with("axis mins: 5 6 7\naxis maxs: 16 15 21\ncenterings: cell cell cell\n");
    EXPECT_EQ(cells.spacing, glm::dvec3(1, 1, 2));
    EXPECT_EQ(cells.origin, glm::dvec3(5.5, 6.5, 8));
}

TEST(ReadNrrd, WideTypesBecomeFloats) {
    const ScratchFolder folder;
    const std::string sizes = "dimension: 3\nsizes: 3 1 1\nendian: little\nencoding: raw\n\n";
    const auto u32 = write_file(folder / "u.nrrd", "NRRD0001\ntype: unsigned int\n" + sizes +
                                                       bytes_of<std::uint32_t>({1, 4000000000U, 7}));
    const Volume volume = read_volume(u32);
    EXPECT_EQ(volume.type(), ScalarType::f32);
    EXPECT_EQ(volume.value(1, 0, 0), 4000000000.0);
    ASSERT_EQ(volume.header().notes.size(), 1U);
    EXPECT_TRUE(contains(volume.header().notes[0], "uint32"));
    const auto f64 =
        write_file(folder / "d.nrrd", "NRRD0001\ntype: double\n" + sizes + bytes_of<double>({-0.5, 1e300, 2.0}));
    const Volume doubles = read_volume(f64);
    EXPECT_EQ(doubles.value(0, 0, 0), -0.5);
    EXPECT_EQ(doubles.non_finite_count(), 1U); // 1e300 is no float
    const auto i32 =
        write_file(folder / "i.nrrd", "NRRD0001\ntype: int\n" + sizes + bytes_of<std::int32_t>({-9, 1, 2}));
    EXPECT_EQ(read_volume(i32).value(0, 0, 0), -9);
}

TEST(ReadNrrd, TwoAxesAndAxesOfOneEntryAreVolumes) {
    const ScratchFolder folder;
    const auto flat = write_file(
        folder / "f.nrrd", "NRRD0004\ntype: uchar\ndimension: 2\nsizes: 3 2\nspacings: 2 3\nencoding: raw\n\n123456");
    EXPECT_EQ(read_volume(flat).grid().dims, (std::array<int, 3>{3, 2, 1}));
    EXPECT_EQ(read_volume(flat).grid().spacing, glm::dvec3(2, 3, 1));
    const auto slice = write_file(folder / "s.nrrd", "NRRD0004\ntype: uchar\ndimension: 2\nspace: LPS\nsizes: 3 "
                                                     "2\nspace directions: (0,1,0) (0,0,1)\nencoding: raw\n\n123456");
    EXPECT_EQ(read_volume(slice).grid().direction[2], glm::dvec3(1, 0, 0));
    const auto list =
        write_file(folder / "l.nrrd", "NRRD0004\ntype: uchar\ndimension: 4\nspace: LPS\nsizes: 1 3 2 1\n"
                                      "space directions: none (1,0,0) (0,1,0) (0,0,5)\nencoding: raw\n\n123456");
    EXPECT_EQ(read_volume(list).grid().dims, (std::array<int, 3>{3, 2, 1}));
    EXPECT_EQ(read_volume(list).grid().spacing, glm::dvec3(1, 1, 5));
}

TEST(ReadNrrd, ComponentsAreChannelsAndListsAreTimes) {
    const ScratchFolder folder;
    const std::string first = "dimension: 4\nsizes: 3 2 2 2\nkinds: ", last = "dimension: 4\nsizes: 2 2 2 3\nkinds: ";
    std::string raw, ascii, hex;
    for (int i = 0; i < 24; ++i) {
        raw += static_cast<char>(i);
        ascii += std::to_string(i) + " ";
        hex += fmt::format("{:02x}", i);
    }
    for (const auto &[fields, side_by_side, are_times, are_colors] :
         {std::tuple{first + "vector domain domain domain", true, false, true}, // as ITK writes colours
          {first + "covariant-vector domain domain domain", true, false, false},
          {first + "RGB-color domain domain domain", true, false, true},
          {last + "domain domain domain vector", false, false, true},
          {last + "domain domain domain 3-gradient", false, false, false},
          {last + "domain domain domain list", false, true, false},
          {first + "list domain domain domain", true, true, false}}) {
        for (const auto &[encoding, data] : {std::pair{"raw", raw}, {"ascii", ascii}, {"hex", hex}}) {
            SCOPED_TRACE(fields + " " + encoding);
            const auto file =
                write_file(folder / "c.nrrd",
                           "NRRD0004\ntype: uchar\nencoding: " + std::string(encoding) + "\n" + fields + "\n\n" + data);
            for (int number = 0; number < 3; ++number) {
                ReadOptions options;
                (are_times ? options.time : options.channel) = number;
                const Volume volume = read_volume(file, options);
                EXPECT_EQ(volume.grid().dims, (std::array<int, 3>{2, 2, 2}));
                EXPECT_EQ(volume.header().channels_are_colors, are_colors);
                EXPECT_EQ(volume.header().channels.size(), are_times ? 0U : 3U);
                EXPECT_EQ(volume.header().times, are_times ? 3 : 1);
                for (int i = 0; i < 8; ++i) {
                    EXPECT_EQ(volume.value(i % 2, i / 2 % 2, i / 4), side_by_side ? 3 * i + number : 8 * number + i);
                }
            }
            ReadOptions options;
            options.channel = options.time = 3;
            EXPECT_TRUE(contains(message_of<UsageError>([&] { read_volume(file, options); }), "0 to 2"));
        }
        EXPECT_TRUE(contains(error_of("NRRD0004\ntype: uchar\nencoding: raw\n" + fields + "\n\n" + raw.substr(1)),
                             "truncated"));
    }
}

TEST(ReadNrrd, RefusesValuesBetweenTheAxesOfSpace) {
    const std::string head = "NRRD0004\ntype: uchar\nencoding: raw\n";
    EXPECT_TRUE(contains(
        error_of(head + "dimension: 4\nsizes: 2 3 2 2\nkinds: domain vector domain domain\n\n" + std::string(24, 'x')),
        "3 values per voxel along its axis 2"));
    EXPECT_TRUE(contains(error_of(head + "dimension: 4\nsizes: 2 2 2 2\n\n" + std::string(16, 'x')),
                         "4 axes; only volumes of three axes can be shown (of four, one must be of kind time or list"));
    const ScratchFolder folder;
    const auto weighted = write_file(
        folder / "w.nrrd", head +
                               "dimension: 4\nsizes: 2 2 2 6\nspace: RAS\nspace directions: (1,0,0) (0,1,0) (0,0,1) "
                               "none\n\n" +
                               std::string(48, 'x'));
    EXPECT_EQ(read_volume(weighted).header().channels.size(), 6U);
}

TEST(ReadNrrd, RefusesShearedAxes) {
    EXPECT_TRUE(contains(error_of(start + "encoding: raw\nspace: RAS\nspace directions: (1,0,0) (0.5,1,0) (0,0,1)\n\n" +
                                  bytes_of(values)),
                         "not perpendicular"));
}

TEST(ReadNrrd, RefusesSizesThatAreZeroNegativeOrOverflow) {
    for (const char *bad : {"0 3 2", "-2 3 2", "2 3", "2 3 2 2", "2 3 x", "99999999999999999999 1 1", "2.5 3 2", ""}) {
        EXPECT_NE(error_of("NRRD0004\ntype: short\ndimension: 3\nsizes: " + std::string(bad) + "\nencoding: raw\n\n" +
                           bytes_of(values)),
                  "")
            << bad;
    }
    EXPECT_TRUE(contains(
        error_of("NRRD0004\ntype: double\ndimension: 3\nsizes: 1048576 1048576 1048576\nencoding: raw\n\nx"), "2^63"));
}

TEST(ReadNrrd, RefusesTenGigabytesInAKilobyte) {
    for (const char *encoding : {"raw", "gzip", "ascii", "hex", "bzip2"}) {
        EXPECT_TRUE(contains(error_of("NRRD0004\ntype: uchar\ndimension: 3\nsizes: 10240 1024 1024\nencoding: " +
                                      std::string(encoding) + "\n\n" + std::string(1000, 'x')),
                             "10737418240 bytes"))
            << encoding;
    }
}

TEST(ReadNrrd, RefusesHeadersThatAreIncompleteOrUnknown) {
    EXPECT_TRUE(contains(error_of("NRRX0004\ntype: short\n"), "is not an NRRD"));
    EXPECT_TRUE(contains(error_of("NRRD0004\n"), "'dimension' is missing"));
    EXPECT_TRUE(contains(error_of("NRRD0004\ndimension: 3\nsizes: 1 1 1\nencoding: raw\n\nx"), "'type' is missing"));
    EXPECT_TRUE(contains(error_of("NRRD0004\ntype: uchar\ndimension: 3\nencoding: raw\n\nx"), "'sizes' is missing"));
    EXPECT_TRUE(contains(error_of("NRRD0004\ntype: quad\n"), "type 'quad'"));
    EXPECT_TRUE(contains(error_of("NRRD0004\ntype: block\n"), "type 'block'"));
    EXPECT_TRUE(contains(error_of(start + "encoding: zip\n\nx"), "encoding 'zip'"));
    EXPECT_TRUE(contains(error_of(start + "what is this\n"), "no NRRD field"));
    EXPECT_TRUE(contains(error_of(start + "type: short\n"), "appears twice"));
    EXPECT_TRUE(contains(error_of(start + "encoding: raw\nspacings: 1 1\n\n" + bytes_of(values)), "2 entries for 3"));
    EXPECT_TRUE(contains(error_of(start + "encoding: raw\nspacings: 1 0 1\n\n" + bytes_of(values)), "zero"));
    EXPECT_TRUE(
        contains(error_of(start + "encoding: raw\nspace directions: (1,0,0) (0,1,0) (0,0,1\n\n" + bytes_of(values)),
                 "not valid"));
    EXPECT_TRUE(contains(error_of(start + "encoding: raw\nspace origin: (1,nan,0)\n\n" + bytes_of(values)), "origin"));
    EXPECT_TRUE(contains(error_of("NRRD0004\n" + std::string(2 << 20, 'x')), "1 MiB"));
}

TEST(ReadNrrd, RefusesTruncatedData) {
    const std::string bytes = bytes_of(values);
    EXPECT_TRUE(contains(error_of(start + "encoding: raw\n\n" + bytes.substr(0, bytes.size() - 1)), "truncated"));
    EXPECT_TRUE(contains(error_of(start + "encoding: raw\n"), "truncated"));
}

TEST(ReadNrrd, DetachedHeadersMayOnlyPointIntoTheirFolder) {
    const ScratchFolder folder;
    write_file(folder / "sub/below/d.raw", bytes_of(values));
    const auto outside = write_file(folder / "d.raw", bytes_of(values));
    const auto with = [&](const std::string &data) {
        return write_file(folder / "sub/f.nhdr", start + "encoding: raw\ndata file: " + data + "\n");
    };
    expect_values(read_volume(with("below/d.raw")));
    for (const std::string &bad :
         {std::string("../d.raw"), outside, std::string("below/../../d.raw"), std::string("/etc/hostname")}) {
        EXPECT_TRUE(contains(message_of<FileError>([&] { read_volume(with(bad)); }), "does not lie in its folder"))
            << bad;
    }
    EXPECT_TRUE(contains(message_of<FileError>([&] { read_volume(with("gone.raw")); }), "'gone.raw' is missing"));
    EXPECT_TRUE(contains(message_of<FileError>([&] { read_volume(with("below")); }), "not a regular file"));
    EXPECT_TRUE(contains(message_of<FileError>([&] { read_volume(with("LIST")); }), "several data files"));
    EXPECT_TRUE(contains(message_of<FileError>([&] { read_volume(with("d%03d.raw 1 2 1")); }), "several data files"));
    EXPECT_TRUE(
        contains(message_of<FileError>([&] { read_volume(write_file(folder / "n.nhdr", start + "encoding: raw\n")); }),
                 "must name"));
}

#ifdef VOXMARCH_HAS_ZLIB
TEST(ReadNrrd, Gzip) {
    const ScratchFolder folder;
    const std::string packed = gzipped(bytes_of(values));
    expect_values(read_volume(write_file(folder / "f.nrrd", start + "encoding: gzip\n\n" + packed)));
    write_file(folder / "d.gz", packed);
    expect_values(read_volume(write_file(folder / "f.nhdr", start + "encoding: gz\ndata file: d.gz\n")));
    // Two members that follow each other, and bytes to skip inside the stream.
    const std::string bytes = bytes_of(values);
    expect_values(
        read_volume(write_file(folder / "g.nrrd", start + "encoding: gzip\nbyte skip: 3\n\n" +
                                                      gzipped("abc" + bytes.substr(0, 9)) + gzipped(bytes.substr(9)))));
}

TEST(ReadNrrd, GzipTruncatedCorruptOrShort) {
    const std::string packed = gzipped(bytes_of(values));
    const std::string head = start + "encoding: gzip\n\n";
    EXPECT_TRUE(contains(error_of(head + packed.substr(0, packed.size() / 2)), "end early"));
    EXPECT_TRUE(contains(error_of(head + gzipped(bytes_of(values).substr(2))), "end early"));
    std::string corrupt = packed;
    corrupt[12] = static_cast<char>(corrupt[12] ^ 0x5a);
    EXPECT_NE(error_of(head + corrupt), "");
    EXPECT_TRUE(contains(error_of(head + "this is not gzip at all"), "corrupt gzip"));
    // All voxels are there, but not the checksum behind them; and a checksum that is wrong.
    EXPECT_TRUE(contains(error_of(head + packed.substr(0, packed.size() - 1)), "end early"));
    std::string wrong = packed;
    wrong[wrong.size() - 6] = static_cast<char>(wrong[wrong.size() - 6] ^ 1);
    EXPECT_TRUE(contains(error_of(head + wrong), "corrupt gzip"));
}
#endif

TEST(ReadNrrd, HexInBothByteOrders) {
    const ScratchFolder folder;
    const std::string head = "NRRD0004\ntype: ushort\ndimension: 3\nsizes: 2 1 1\nencoding: hex\nendian: ";
    EXPECT_EQ(read_volume(write_file(folder / "f.nrrd", head + "big\n\n01 02\nFfEe")).value(1, 0, 0), 0xffee);
    EXPECT_EQ(read_volume(write_file(folder / "f.nrrd", head + "little\n\n0102FFee")).value(0, 0, 0), 0x0201);
    EXPECT_TRUE(contains(error_of(head + "big\n\n0102FF"), "truncated"));
    EXPECT_TRUE(contains(error_of(head + "big\n\n0102FFgg"), "hexadecimal"));
}

TEST(ReadNrrd, RefusesFieldNamesOfNoFormat) {
    EXPECT_TRUE(contains(error_of("NRRD0004\ntype: uchar\ndimension: 3\nsizes: 1 1 1\nencoding: raw\n" +
                                  std::string(4096, 'A') + ": domain\n\nx"),
                         "is no NRRD field"));
}

#ifdef VOXMARCH_HAS_BZIP2
TEST(ReadNrrd, Bzip2AttachedAndDetached) {
    const ScratchFolder folder;
    std::string bytes;
    for (int i = 0; i < 24; ++i) {
        bytes += static_cast<char>(i * 3);
    }
    std::string packed(1000, '\0');
    auto length = static_cast<unsigned>(packed.size());
    ASSERT_EQ(BZ2_bzBuffToBuffCompress(packed.data(), &length, bytes.data(), 24, 9, 0, 0), BZ_OK);
    packed.resize(length);
    const std::string head = "NRRD0004\ntype: uchar\ndimension: 3\nsizes: 4 3 2\nencoding: bz2\n";
    EXPECT_EQ(read_volume(write_file(folder / "f.nrrd", head + "\n" + packed)).value(3, 2, 1), 69);
    write_file(folder / "f.raw.bz2", packed);
    const auto detached = write_file(folder / "f.nhdr", head + "data file: f.raw.bz2\n");
    EXPECT_EQ(read_volume(detached).value(3, 2, 1), 69);
    EXPECT_TRUE(contains(error_of(head + "\n" + packed.substr(0, packed.size() - 6)), "bzip2"));
    std::string corrupt = packed;
    corrupt[packed.size() / 2] = static_cast<char>(corrupt[packed.size() / 2] ^ 0x10);
    EXPECT_TRUE(contains(error_of(head + "\n" + corrupt), "corrupt bzip2"));
}
#endif

} // namespace voxmarch
