// Tests of .vti files written by hand after the VTK file format document, in every coding.
#include "base/error.h"
#include "volume/formats/read.h"
#include "volume_test_files.h"

#include <bit>

#ifdef VOXMARCH_HAS_ZLIB
#include <fmt/format.h>
#include <zlib.h>
#endif

namespace voxmarch {

using namespace testing;

namespace {

constexpr int nx = 5, ny = 4, nz = 3;

template <typename T> std::vector<T> ramp() {
    std::vector<T> values;
    for (int i = 0; i < nx * ny * nz; ++i) {
        values.push_back(static_cast<T>(i * 2 + 1));
    }
    return values;
}

std::string base64(const std::string &bytes) {
    static const char *letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::string text;
    for (std::size_t i = 0; i < bytes.size(); i += 3) {
        std::uint32_t group = 0;
        for (std::size_t k = 0; k < 3; ++k) {
            group = group << 8 | (i + k < bytes.size() ? static_cast<unsigned char>(bytes[i + k]) : 0U);
        }
        for (std::size_t k = 0; k < 4; ++k) {
            text += i + k > bytes.size() ? '=' : letters[group >> (18 - 6 * k) & 63U];
        }
    }
    return text;
}

struct Coding {
    bool big = false;
    bool wide_header = false; // UInt64
    bool zlib = false;

    std::string word(std::uint64_t value) const {
        std::string bytes;
        for (int i = 0; i < (wide_header ? 8 : 4); ++i) {
            bytes += static_cast<char>(value >> (8 * i) & 0xffU);
        }
        if (big) {
            std::reverse(bytes.begin(), bytes.end());
        }
        return bytes;
    }
    std::string attributes() const {
        return std::string(" byte_order=\"") + (big ? "BigEndian" : "LittleEndian") + "\" header_type=\"" +
               (wide_header ? "UInt64" : "UInt32") + "\"" + (zlib ? " compressor=\"vtkZLibDataCompressor\"" : "");
    }
};

// The length words and the data that follow them.
struct Stored {
    std::string words;
    std::string data;
};

Stored store(const Coding &coding, const std::string &bytes, std::size_t block = 50) {
    if (!coding.zlib) {
        return {coding.word(bytes.size()), bytes};
    }
    Stored stored;
#ifdef VOXMARCH_HAS_ZLIB
    std::string sizes;
    std::size_t blocks = 0;
    for (std::size_t i = 0; i < bytes.size(); i += block, ++blocks) {
        const std::string part = bytes.substr(i, block);
        uLongf length = compressBound(static_cast<uLong>(part.size()));
        std::string packed(length, '\0');
        compress(reinterpret_cast<Bytef *>(packed.data()), &length, reinterpret_cast<const Bytef *>(part.data()),
                 static_cast<uLong>(part.size()));
        packed.resize(length);
        sizes += coding.word(length);
        stored.data += packed;
    }
    stored.words = coding.word(blocks) + coding.word(block) + coding.word(bytes.size() % block) + sizes;
#endif
    return stored;
}

std::string document(const Coding &coding, const std::string &type, const std::string &array_attributes,
                     const std::string &content, const std::string &appended = "",
                     const std::string &image = "WholeExtent=\"0 4 0 3 0 2\" Origin=\"1 2 3\" Spacing=\"0.5 1 2\"",
                     const std::string &extent = "0 4 0 3 0 2") {
    return "<?xml version=\"1.0\"?>\n<VTKFile type=\"ImageData\" version=\"1.0\"" + coding.attributes() +
           ">\n<ImageData " + image + ">\n<Piece Extent=\"" + extent +
           "\">\n<PointData Scalars=\"density\">\n<DataArray type=\"" + type + "\" Name=\"density\" " +
           array_attributes + ">\n" + content + "\n</DataArray>\n</PointData>\n</Piece>\n</ImageData>\n" + appended +
           "</VTKFile>\n";
}

template <typename T> std::string bytes_in_order(const Coding &coding, const std::vector<T> &values) {
    const bool swap = coding.big != (std::endian::native == std::endian::big);
    return swap ? swapped_bytes_of(values) : bytes_of(values);
}

std::string ascii_document() {
    std::string text;
    for (const int v : ramp<int>()) {
        text += std::to_string(v) + ' ';
    }
    return document({}, "Int16", "format=\"ascii\"", text);
}

void expect_ramp(const std::string &content, ScalarType type) {
    const ScratchFolder folder;
    const Volume volume = read_volume(write_file(folder / "f.vti", content));
    EXPECT_EQ(volume.type(), type);
    ASSERT_EQ(volume.grid().dims, (std::array<int, 3>{nx, ny, nz}));
    for (int i = 0; i < nx * ny * nz; ++i) {
        ASSERT_EQ(volume.value(i % nx, i / nx % ny, i / nx / ny), i * 2 + 1) << i;
    }
}

std::string error_of(const std::string &content) {
    const ScratchFolder folder;
    const auto file = write_file(folder / "f.vti", content);
    return message_of<FileError>([&] { read_volume(file); });
}

std::vector<Coding> codings() {
    std::vector<Coding> all;
    for (const bool big : {false, true}) {
        for (const bool wide : {false, true}) {
            all.push_back({big, wide, false});
#ifdef VOXMARCH_HAS_ZLIB
            all.push_back({big, wide, true});
#endif
        }
    }
    return all;
}

} // namespace

TEST(ReadVti, Ascii) { expect_ramp(ascii_document(), ScalarType::i16); }

TEST(ReadVti, InlineBase64InEveryCoding) {
    for (const Coding &coding : codings()) {
        const Stored s = store(coding, bytes_in_order(coding, ramp<std::uint16_t>()));
        // VTK joins the length and plain data in one base64 text, but keeps the words of zlib blocks apart; others part
        // both.
        expect_ramp(document(coding, "UInt16", "format=\"binary\"",
                             coding.zlib ? base64(s.words) + base64(s.data) : base64(s.words + s.data)),
                    ScalarType::u16);
        expect_ramp(document(coding, "UInt16", "format=\"binary\"", base64(s.words) + base64(s.data)), ScalarType::u16);
    }
}

TEST(ReadVti, AppendedRawAndBase64InEveryCoding) {
    for (const Coding &coding : codings()) {
        const Stored s = store(coding, bytes_in_order(coding, ramp<float>()));
        const std::string before = "SOME OTHER ARRAY";
        const std::string raw =
            "<AppendedData encoding=\"raw\">\n_" + before + s.words + s.data + "rest</AppendedData>\n";
        expect_ramp(document(coding, "Float32", "format=\"appended\" offset=\"16\"", "", raw), ScalarType::f32);
        const std::string text = "<AppendedData encoding=\"base64\">\n   _" + base64("123456789abc") + base64(s.words) +
                                 base64(s.data) + base64("xy") + "\n</AppendedData>\n";
        expect_ramp(document(coding, "Float32", "format=\"appended\" offset=\"16\"", "", text), ScalarType::f32);
    }
}

TEST(ReadVti, EveryType) {
    const Coding coding;
    const auto inline_text = [&](const std::string &bytes) { return base64(coding.word(bytes.size()) + bytes); };
    expect_ramp(document(coding, "UInt8", "format=\"binary\"", inline_text(bytes_of(ramp<std::uint8_t>()))),
                ScalarType::u8);
    expect_ramp(document(coding, "Int8", "format=\"binary\"", inline_text(bytes_of(ramp<std::int8_t>()))),
                ScalarType::i8);
    expect_ramp(document(coding, "Int16", "format=\"binary\"", inline_text(bytes_of(ramp<std::int16_t>()))),
                ScalarType::i16);
    expect_ramp(document(coding, "Int32", "format=\"binary\"", inline_text(bytes_of(ramp<std::int32_t>()))),
                ScalarType::f32);
    expect_ramp(document(coding, "UInt32", "format=\"binary\"", inline_text(bytes_of(ramp<std::uint32_t>()))),
                ScalarType::f32);
    expect_ramp(document(coding, "Int64", "format=\"binary\"", inline_text(bytes_of(ramp<std::int64_t>()))),
                ScalarType::f32);
    expect_ramp(document(coding, "Float64", "format=\"binary\"", inline_text(bytes_of(ramp<double>()))),
                ScalarType::f32);
}

TEST(ReadVti, ExtentOriginSpacingAndDirectionPlaceTheVoxels) {
    const ScratchFolder folder;
    const Coding coding;
    const std::string bytes = bytes_of(ramp<std::uint8_t>());
    // Direction is written row by row: the first voxel axis runs along +y, the second along -x.
    const auto file = write_file(
        folder / "f.vti", document(coding, "UInt8", "format=\"binary\"", base64(coding.word(bytes.size()) + bytes), "",
                                   "WholeExtent=\"10 14 0 3 -1 1\" Origin=\"100 200 300\" Spacing=\"0.5 1 2\" "
                                   "Direction=\"0 -1 0 1 0 0 0 0 1\"",
                                   "10 14 0 3 -1 1"));
    const Grid grid = read_volume_header(file).grid;
    const auto at = [&](int x, int y, int z) { return glm::dvec3(grid.world_from_voxel() * glm::dvec4(x, y, z, 1)); };
    EXPECT_EQ(at(0, 0, 0), glm::dvec3(100, 200 + 5, 300 - 2));
    EXPECT_EQ(at(4, 3, 2), glm::dvec3(100 - 3, 200 + 7, 300 + 2));
    EXPECT_FALSE(grid.anatomical);
}

TEST(ReadVti, CellDataLieBetweenThePoints) {
    std::string content = ascii_document();
    for (const char *tag : {"<PointData", "</PointData"}) {
        content.replace(content.find(tag), std::strlen(tag),
                        std::string(tag).replace(std::string(tag).find("Point"), 5, "Cell"));
    }
    for (std::size_t at = 0; (at = content.find("0 4 0 3 0 2", at)) != std::string::npos; ++at) {
        content.replace(at, 11, "0 5 0 4 0 3");
    }
    const ScratchFolder folder;
    const Volume volume = read_volume(write_file(folder / "f.vti", content));
    EXPECT_EQ(volume.grid().dims, (std::array<int, 3>{nx, ny, nz}));
    EXPECT_EQ(volume.grid().origin, glm::dvec3(1.25, 2.5, 4));
}

TEST(ReadVti, RefusesLengthsThatDoNotFitTheExtent) {
    const Coding coding;
    const std::string bytes = bytes_of(ramp<std::uint8_t>());
    EXPECT_TRUE(
        contains(error_of(document(coding, "UInt16", "format=\"binary\"", base64(coding.word(bytes.size()) + bytes))),
                 "needs 120"));
    EXPECT_TRUE(contains(
        error_of(document(coding, "UInt8", "format=\"binary\"", base64(coding.word(bytes.size()) + bytes.substr(20)))),
        "truncated"));
    EXPECT_TRUE(contains(error_of(document(coding, "UInt8", "format=\"binary\"", "")), "truncated"));
    EXPECT_TRUE(contains(error_of(document(coding, "UInt8", "format=\"binary\"", "!!!!????")), "base64"));
    EXPECT_TRUE(contains(error_of(document(coding, "UInt8", "format=\"ascii\"", "1 2 3")), "truncated"));
    std::string longer = ascii_document();
    longer.insert(longer.find("\n</DataArray>"), "121");
    EXPECT_TRUE(contains(error_of(longer), "more values"));
    std::string wrong = ascii_document();
    wrong.replace(wrong.find(" 7 "), 3, " x ");
    EXPECT_TRUE(contains(error_of(wrong), "no number"));
    const std::string raw = "<AppendedData encoding=\"raw\">\n_" + coding.word(60) + "short</AppendedData>\n";
    EXPECT_TRUE(
        contains(error_of(document(coding, "UInt8", "format=\"appended\" offset=\"0\"", "", raw)), "truncated"));
    EXPECT_TRUE(
        contains(error_of(document(coding, "UInt8", "format=\"appended\" offset=\"99\"", "", raw)), "behind the end"));
}

#ifdef VOXMARCH_HAS_ZLIB
TEST(ReadVti, RefusesZlibBlocksThatLie) {
    const Coding coding{false, true, true};
    const std::string bytes = bytes_of(ramp<std::uint8_t>());
    const Stored s = store(coding, bytes);
    const auto with = [&](const std::string &words, const std::string &data) {
        return error_of(document(coding, "UInt8", "format=\"appended\" offset=\"0\"", "",
                                 "<AppendedData encoding=\"raw\">\n_" + words + data + "</AppendedData>\n"));
    };
    EXPECT_TRUE(contains(with(s.words, s.data.substr(0, s.data.size() - 3)), "ends early"));
    std::string corrupt = s.data;
    corrupt[4] = static_cast<char>(corrupt[4] ^ 0x55);
    EXPECT_TRUE(contains(with(s.words, corrupt), "corrupt"));
    const std::string huge =
        coding.word(~std::uint64_t{0}) + coding.word(~std::uint64_t{0}) + coding.word(0) + coding.word(1);
    EXPECT_NE(with(huge, s.data), "");
    const std::string overrun =
        coding.word(2) + coding.word(50) + coding.word(10) + coding.word(~std::uint64_t{0}) + coding.word(1);
    EXPECT_TRUE(contains(with(overrun, s.data), "ends early"));
    EXPECT_TRUE(contains(with(coding.word(0) + coding.word(0) + coding.word(0), ""), "do not hold"));
    EXPECT_TRUE(contains(with(coding.word(1), ""), "truncated"));
}
#endif

TEST(ReadVti, RefusesTenGigabytesInAKilobyte) {
    const std::string image = "WholeExtent=\"0 10239 0 1023 0 1023\"";
    const std::string extent = "0 10239 0 1023 0 1023";
    for (const Coding &coding : codings()) {
        const std::uint64_t claim = std::uint64_t{10240} << 20;
        const std::string words =
            coding.zlib ? coding.word(1) + coding.word(claim) + coding.word(0) + coding.word(900) : coding.word(claim);
        const std::string message = error_of(document(
            coding, "UInt8", "format=\"appended\" offset=\"0\"", "",
            "<AppendedData encoding=\"raw\">\n_" + words + std::string(900, 'x') + "</AppendedData>\n", image, extent));
        EXPECT_TRUE(contains(message, "10737418240")) << message;
    }
    EXPECT_TRUE(
        contains(error_of(document({}, "UInt8", "format=\"ascii\"", "1 2 3", "", image, extent)), "10737418240"));
}

TEST(ReadVti, RefusesExtentsThatAreEmptyOrOverflow) {
    for (const char *extent :
         {"0 -1 0 3 0 2", "4 0 0 3 0 2", "0 4 0 3", "0 4 0 3 0 x", "0 2000000 0 3 0 2", "-1e300 1e300 0 3 0 2"}) {
        EXPECT_NE(error_of(document({}, "UInt8", "format=\"ascii\"", "1", "", "WholeExtent=\"0 4 0 3 0 2\"", extent)),
                  "")
            << extent;
    }
}

TEST(ReadVti, RefusesWhatIsNoScalarImage) {
    EXPECT_TRUE(contains(error_of("<VTKFile type=\"PolyData\"></VTKFile>"), "PolyData"));
    EXPECT_TRUE(contains(error_of("<VTKFile type=\"ImageData\"></VTKFile>"), "'ImageData' is missing"));
    EXPECT_TRUE(contains(error_of("<html></html>"), "XML of another kind ('html')"));
    EXPECT_TRUE(contains(error_of("<?xml version=\"1.0\"?><GIFTI></GIFTI>"), "is GIFTI, a surface"));
    EXPECT_TRUE(contains(error_of("this is no XML"), ""));
    EXPECT_TRUE(contains(error_of(ascii_document().substr(0, 300)), "XML"));
    EXPECT_TRUE(
        contains(error_of(document({}, "UInt8", "format=\"ascii\" NumberOfComponents=\"3\"", "1 2 3")), "truncated"));
    for (const char *count : {"0", "-1", "1000000"}) {
        const std::string attributes = fmt::format("format=\"ascii\" NumberOfComponents=\"{}\"", count);
        EXPECT_TRUE(contains(error_of(document({}, "UInt8", attributes, "1 2 3")), "which no volume has")) << count;
    }
    EXPECT_TRUE(contains(error_of(document({}, "String", "format=\"ascii\"", "a")), "type 'String'"));
    std::string other = ascii_document();
    other.replace(other.find(" byte_order"), 1, " compressor=\"vtkOtherDataCompressor\" ");
    EXPECT_TRUE(contains(error_of(other), "vtkOtherDataCompressor"));
    EXPECT_TRUE(contains(error_of(document({}, "UInt8", "format=\"ascii\"", "1", "",
                                           "WholeExtent=\"0 4 0 3 0 2\" Direction=\"1 0.5 0 0 1 0 0 0 1\"")),
                         "not perpendicular"));
}

TEST(ReadVti, SeveralArraysAreListedAndChosen) {
    const ScratchFolder folder;
    std::string content = ascii_document();
    std::string more, colors;
    for (int i = 0; i < nx * ny * nz; ++i) {
        colors += fmt::format("{} {} {} ", i, i + 1, i + 2);
        more += std::to_string(-i) + ".5 ";
    }
    const std::string end = "</PointData>";
    content.insert(content.find(end), "<DataArray type=\"Float32\" Name=\"heat\" format=\"ascii\">" + more +
                                          "</DataArray><DataArray type=\"UInt8\" Name=\"rgb\" "
                                          "NumberOfComponents=\"3\" format=\"ascii\">" +
                                          colors + "</DataArray>");
    const auto file = write_file(folder / "f.vti", content);
    const Volume active = read_volume(file);
    EXPECT_EQ(active.value(1, 0, 0), 3);
    ASSERT_EQ(active.header().notes.size(), 1U);
    EXPECT_TRUE(contains(active.header().notes[0],
                         "3 arrays: density, heat, rgb (3 values per point); density is read (another array can"));
    ReadOptions options;
    options.array = "heat";
    EXPECT_EQ(read_volume(file, options).value(1, 0, 0), -1.5);
    options.array = "rgb";
    for (options.channel = 0; options.channel < 3; ++options.channel) {
        EXPECT_EQ(read_volume(file, options).value(1, 1, 0), 1 + nx + options.channel);
    }
    EXPECT_TRUE(contains(message_of<UsageError>([&] { read_volume(file, options); }), "no channel 3"));
    options.array = "colour";
    EXPECT_TRUE(contains(message_of<UsageError>([&] { read_volume(file, options); }), "density, heat, rgb"));
}

namespace {

/// A piece in ascii: value(x, y, z) = x + 10 y + 100 z of every point, or cell, of the extent.
std::string piece(const std::array<int, 6> &box, bool at_points, const std::string &name = "v",
                  const std::string &type = "Int16") {
    std::string values;
    const int less = at_points ? 0 : 1;
    for (int z = box[4]; z <= box[5] - less; ++z) {
        for (int y = box[2]; y <= box[3] - less; ++y) {
            for (int x = box[0]; x <= box[1] - less; ++x) {
                values += std::to_string(x + 10 * y + 100 * z) + ' ';
            }
        }
    }
    const std::string data = at_points ? "PointData" : "CellData";
    std::string extent;
    for (const int n : box) {
        extent += std::to_string(n) + ' ';
    }
    return "<Piece Extent=\"" + extent + "\"><" + data + "><DataArray type=\"" + type + "\" Name=\"" + name +
           "\" format=\"ascii\">" + values + "</DataArray></" + data + "></Piece>\n";
}

std::string image_of(const std::string &pieces) {
    return "<VTKFile type=\"ImageData\"><ImageData WholeExtent=\"2 6 -1 3 4 6\" Origin=\"0 0 0\" "
           "Spacing=\"1 1 1\">\n" +
           pieces + "</ImageData></VTKFile>\n";
}

} // namespace

TEST(ReadVti, PiecesArePutTogether) {
    const ScratchFolder folder;
    for (const bool at_points : {true, false}) {
        // Three pieces that leave no regular grid, and an empty one.
        const std::string pieces = piece({4, 6, -1, 3, 4, 6}, at_points) +
                                   "<Piece Extent=\"0 -1 0 -1 0 -1\"></Piece>\n" +
                                   piece({2, 4, -1, 1, 4, 6}, at_points) + piece({2, 4, 1, 3, 4, 6}, at_points);
        const Volume volume = read_volume(write_file(folder / "f.vti", image_of(pieces)));
        const int less = at_points ? 0 : 1;
        ASSERT_EQ(volume.grid().dims, (std::array<int, 3>{5 - less, 5 - less, 3 - less}));
        EXPECT_EQ(volume.grid().origin, glm::dvec3(2, -1, 4) + 0.5 * less);
        for (int z = 0; z < 3 - less; ++z) {
            for (int y = 0; y < 5 - less; ++y) {
                for (int x = 0; x < 5 - less; ++x) {
                    EXPECT_EQ(volume.value(x, y, z), x + 2 + 10 * (y - 1) + 100 * (z + 4)) << x << y << z;
                }
            }
        }
    }
}

// VTK makes voxels of the rest, which have no values.
TEST(ReadVti, APieceThatIsAPartOfItsImageIsReadWithANote) {
    const ScratchFolder folder;
    const std::string part = piece({4, 6, -1, 3, 4, 6}, true);
    const Volume volume = read_volume(write_file(folder / "f.vti", image_of(part)));
    EXPECT_EQ(volume.grid().dims, (std::array<int, 3>{3, 5, 3}));
    EXPECT_EQ(volume.grid().origin, glm::dvec3(4, -1, 4));
    ASSERT_EQ(volume.header().notes.size(), 1u);
    EXPECT_TRUE(contains(volume.header().notes[0], "3x5x3 of 5x5x3 voxels"));
    EXPECT_TRUE(read_volume(write_file(folder / "g.vti", ascii_document())).header().notes.empty());
}

TEST(ReadVti, PiecesThatMakeNoImageAreRefused) {
    const std::string left = piece({2, 4, -1, 3, 4, 6}, true), right = piece({4, 6, -1, 3, 4, 6}, true);
    EXPECT_TRUE(contains(error_of(image_of(left + piece({5, 6, -1, 3, 4, 5}, true))), "leave 10 of the 75 voxels"));
    EXPECT_TRUE(contains(error_of(image_of(left + left)), "leave 30 of the 75 voxels"));
    EXPECT_TRUE(contains(error_of(image_of(left + piece({4, 7, -1, 3, 4, 6}, true))), "outside of its WholeExtent"));
    EXPECT_TRUE(
        contains(error_of(image_of(left + piece({4, 6, -1, 3, 4, 6}, true, "w"))), "different arrays: v (int16)"));
    EXPECT_TRUE(contains(error_of(image_of(left + piece({4, 6, -1, 3, 4, 6}, true, "v", "Float32"))), "v (float32)"));
}

TEST(ReadVti, PiecesMayOverlapAsOftenAsTheFileIsLong) {
    const std::string bytes(100 * 100 * 10, '\x07');
    const auto shared = [&](int count) { // all of them mean the same bytes
        std::string pieces;
        for (int i = 0; i < count; ++i) {
            pieces += "<Piece Extent=\"0 99 0 99 0 9\"><PointData><DataArray type=\"UInt8\" Name=\"v\" "
                      "format=\"appended\" offset=\"0\"/></PointData></Piece>";
        }
        return "<VTKFile type=\"ImageData\"><ImageData WholeExtent=\"0 99 0 99 0 9\">" + pieces +
               "</ImageData><AppendedData encoding=\"raw\">_" + Coding{}.word(bytes.size()) + bytes +
               "</AppendedData></VTKFile>";
    };
    const ScratchFolder folder;
    EXPECT_EQ(read_volume(write_file(folder / "f.vti", shared(3))).value(99, 99, 9), 7);
    EXPECT_TRUE(contains(error_of(shared(40)), "4000000"));
}

TEST(ReadVti, FlatImagesOfCells) {
    std::string content = ascii_document();
    for (const char *tag : {"<PointData", "</PointData"}) {
        content.replace(content.find(tag), std::strlen(tag),
                        std::string(tag).replace(std::string(tag).find("Point"), 5, "Cell"));
    }
    for (std::size_t at = 0; (at = content.find("0 4 0 3 0 2", at)) != std::string::npos; ++at) {
        content.replace(at, 11, "0 5 0 12 7 7"); // 5 x 12 cells in the plane of point layer 7
    }
    const ScratchFolder folder;
    const Volume volume = read_volume(write_file(folder / "f.vti", content));
    EXPECT_EQ(volume.grid().dims, (std::array<int, 3>{5, 12, 1}));
    EXPECT_EQ(volume.grid().origin, glm::dvec3(1.25, 2.5, 3 + 2 * 7));
}

#ifdef VOXMARCH_HAS_LZ4
TEST(ReadVti, Lz4BlocksWithoutAFrame) {
    // 60 zeros as one LZ4 block by hand: token 1f (one literal, match of 4 + 15 + more), the literal 0, offset 1, 35
    // more (19 + 35 = 54 of the match), then the last 5 literals that every block must end with.
    const std::string block("\x1f\0\x01\0\x23\x50\0\0\0\0\x09", 11);
    const Coding coding;
    const std::string words = coding.word(1) + coding.word(60) + coding.word(0) + coding.word(block.size());
    std::string content = document(coding, "UInt8", "format=\"binary\"", base64(words) + base64(block));
    content.replace(content.find(" byte_order"), 1, " compressor=\"vtkLZ4DataCompressor\" ");
    const ScratchFolder folder;
    const Volume volume = read_volume(write_file(folder / "f.vti", content));
    EXPECT_EQ(volume.range().max, 9);
    EXPECT_EQ(volume.value(4, 3, 2), 9);
    std::string corrupt = block;
    corrupt[2] = '\x40'; // a match that begins before the block
    std::string wrong = document(coding, "UInt8", "format=\"binary\"", base64(words) + base64(corrupt));
    wrong.replace(wrong.find(" byte_order"), 1, " compressor=\"vtkLZ4DataCompressor\" ");
    EXPECT_TRUE(contains(error_of(wrong), "corrupt LZ4"));
}
#endif

} // namespace voxmarch
