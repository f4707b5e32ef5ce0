// Tests of the TIFF reader's pixels: every type, layout, packing and byte order, on files that libtiff wrote.
#include "base/error.h"
#include "tiff_test_files.h"
#include "volume/formats/read.h"

#include <bit>
#include <cmath>

namespace voxmarch {

using namespace testing;

namespace {

// Neither a multiple of the tiles of 16x32 nor of the strips.
constexpr int nx = 21, ny = 37, nz = 3;

struct Stored {
    const char *name;
    int bits;
    int format;
    ScalarType type;
    std::function<double(int)> value;             ///< of the n-th voxel
    std::function<std::uint64_t(double)> bits_of; ///< as stored
};

template <typename T> std::uint64_t raw(double value) {
    const auto typed = static_cast<T>(value);
    std::uint64_t bits = 0;
    std::memcpy(&bits, &typed, sizeof(T));
    return bits;
}

// The half nearest to a number that is one: sign, exponent 10 .. 20 and 10 bits.
std::uint64_t half(double value) {
    int exponent = 0;
    const double fraction = std::frexp(std::abs(value), &exponent); // 0.5 .. 1
    if (value == 0.0) {
        return 0;
    }
    return (value < 0 ? 0x8000U : 0U) | static_cast<std::uint64_t>(exponent + 14) << 10 |
           (static_cast<std::uint64_t>(fraction * 2048.0) & 1023U);
}

const std::vector<Stored> stored_types = {
    {"bit", 1, SAMPLEFORMAT_UINT, ScalarType::u8, [](int n) { return n * 7 % 3 == 0; }, raw<std::uint8_t>},
    {"u2", 2, SAMPLEFORMAT_UINT, ScalarType::u8, [](int n) { return n * 7 % 4; }, raw<std::uint8_t>},
    {"u4", 4, SAMPLEFORMAT_UINT, ScalarType::u8, [](int n) { return n * 7 % 16; }, raw<std::uint8_t>},
    {"u8", 8, SAMPLEFORMAT_UINT, ScalarType::u8, [](int n) { return n * 7 % 256; }, raw<std::uint8_t>},
    {"i8", 8, SAMPLEFORMAT_INT, ScalarType::i8, [](int n) { return n * 7 % 256 - 128; }, raw<std::int8_t>},
    {"u12", 12, SAMPLEFORMAT_UINT, ScalarType::u16, [](int n) { return n * 7 % 4096; }, raw<std::uint16_t>},
    {"u16", 16, SAMPLEFORMAT_UINT, ScalarType::u16, [](int n) { return n * 31 % 65536; }, raw<std::uint16_t>},
    {"i16", 16, SAMPLEFORMAT_INT, ScalarType::i16, [](int n) { return n * 31 % 65536 - 32768; }, raw<std::int16_t>},
    {"u32", 32, SAMPLEFORMAT_UINT, ScalarType::f32, [](int n) { return n * 6001.0; }, raw<std::uint32_t>},
    {"i32", 32, SAMPLEFORMAT_INT, ScalarType::f32, [](int n) { return n * 6001.0 - 8e6; }, raw<std::int32_t>},
    {"u64", 64, SAMPLEFORMAT_UINT, ScalarType::f32, [](int n) { return n * 6001.0; }, raw<std::uint64_t>},
    {"i64", 64, SAMPLEFORMAT_INT, ScalarType::f32, [](int n) { return n * 6001.0 - 8e6; }, raw<std::int64_t>},
    {"f16", 16, SAMPLEFORMAT_IEEEFP, ScalarType::f32, [](int n) { return (n % 2000 - 1000) / 8.0; }, half},
    {"f32", 32, SAMPLEFORMAT_IEEEFP, ScalarType::f32, [](int n) { return n / 8.0 - 99; }, raw<float>},
    {"f64", 64, SAMPLEFORMAT_IEEEFP, ScalarType::f32, [](int n) { return n / 8.0 - 99; }, raw<double>},
};

int number(int x, int y, int z) { return x + nx * (y + ny * z); }

TiffStyle style_of(const Stored &stored) {
    TiffStyle style;
    style.bits = stored.bits;
    style.format = stored.format;
    return style;
}

// Writes pages of which sample s holds the values of the voxels 100 s further on, and reads every sample.
void round_trip(const Stored &stored, const TiffStyle &style) {
    SCOPED_TRACE(std::string(stored.name) + " mode " + style.mode + " packed by " + std::to_string(style.compression) +
                 " predictor " + std::to_string(style.predictor) + " samples " + std::to_string(style.samples) +
                 (style.separate ? " separate" : "") + (style.tiled ? " tiled" : ""));
    const ScratchFolder folder;
    const auto file = write_tiff(folder / "f.tif", style, nx, ny, nz, [&](int x, int y, int z, int s) {
        return stored.bits_of(stored.value(number(x, y, z) + 100 * s));
    });
    for (int sample = 0; sample < style.samples; ++sample) {
        ReadOptions options;
        options.channel = sample;
        const Volume volume = read_volume(file, options);
        ASSERT_EQ(volume.grid().dims, (std::array<int, 3>{nx, ny, nz}));
        ASSERT_EQ(volume.type(), stored.type);
        for (int z = 0; z < nz; ++z) {
            for (int y = 0; y < ny; ++y) {
                for (int x = 0; x < nx; ++x) {
                    ASSERT_EQ(volume.value(x, y, z), stored.value(number(x, y, z) + 100 * sample))
                        << x << " " << y << " " << z << " of sample " << sample;
                }
            }
        }
    }
}

bool can(int compression) { return TIFFIsCODECConfigured(static_cast<std::uint16_t>(compression)) != 0; }

std::string error_of(const std::string &file, const ReadOptions &options = {}) {
    return message_of<FileError>([&] { read_volume(file, options); });
}

std::string simple(const std::string &file, const TiffStyle &style, int pages = nz) {
    return write_tiff(file, style, nx, ny, pages,
                      [](int x, int y, int z, int) { return static_cast<std::uint64_t>(number(x, y, z) * 7 % 200); });
}

const Stored &stored(const std::string &name) {
    return *std::find_if(stored_types.begin(), stored_types.end(), [&](const Stored &s) { return s.name == name; });
}

} // namespace

TEST(ReadTiff, EveryTypeLayoutAndByteOrder) {
    for (const Stored &type : stored_types) {
        for (const char *mode : {"wl", "wb", "wl8", "wb8"}) {
            for (const bool tiled : {false, true}) {
                for (const int samples : {1, 3}) {
                    for (const bool separate : {false, true}) {
                        if (samples == 1 && separate) {
                            continue;
                        }
                        TiffStyle style = style_of(type);
                        style.mode = mode;
                        style.tiled = tiled;
                        style.samples = samples;
                        style.separate = separate;
                        round_trip(type, style);
                    }
                }
            }
        }
    }
}

TEST(ReadTiff, EveryPackingThatKeepsValues) {
    for (const Stored &type : stored_types) {
        for (const int packing : {COMPRESSION_LZW, COMPRESSION_PACKBITS, COMPRESSION_ADOBE_DEFLATE, COMPRESSION_DEFLATE,
                                  COMPRESSION_ZSTD, COMPRESSION_LZMA, COMPRESSION_LERC}) {
            for (const char *mode : {"wl", "wb"}) {
                for (const int predictor : {1, 2, 3}) {
                    const bool predicts = packing != COMPRESSION_PACKBITS && packing != COMPRESSION_LERC;
                    const bool differences = type.bits >= 8 && type.bits % 8 == 0;
                    const bool is_float = type.format == SAMPLEFORMAT_IEEEFP;
                    if (!can(packing) || (predictor > 1 && !predicts) || (predictor == 2 && !differences) ||
                        (predictor == 3 && !is_float)) {
                        continue;
                    }
                    if (predictor == 3 && std::string(mode) == "wb") {
                        continue; // libtiff 4.5 writes rubbish then; tests/peers/test_tiff.py has such files
                    }
                    if (packing == COMPRESSION_LERC &&
                        (type.bits < 8 || type.bits == 12 || std::string(type.name) == "f16" || type.bits == 64)) {
                        continue; // LERC has no such types, or rounds them
                    }
                    TiffStyle style = style_of(type);
                    style.compression = packing;
                    style.predictor = predictor;
                    style.mode = mode;
                    style.tiled = predictor == 2;
                    round_trip(type, style);
                }
            }
        }
    }
}

TEST(ReadTiff, FaxPackingsOfBits) {
    for (const int packing : {COMPRESSION_CCITTRLE, COMPRESSION_CCITTFAX3, COMPRESSION_CCITTFAX4}) {
        for (const int photometric : {PHOTOMETRIC_MINISBLACK, PHOTOMETRIC_MINISWHITE}) {
            for (const int fill_order : {FILLORDER_MSB2LSB, FILLORDER_LSB2MSB}) {
                TiffStyle style = style_of(stored("bit"));
                style.compression = packing;
                style.photometric = photometric;
                style.fill_order = fill_order;
                round_trip(stored("bit"), style);
            }
        }
    }
}

TEST(ReadTiff, SmallValuesThatMeanWhiteStayAndAreTold) {
    const ScratchFolder folder;
    TiffStyle style;
    style.photometric = PHOTOMETRIC_MINISWHITE;
    const auto notes = read_volume_header(simple(folder / "f.tif", style)).notes;
    EXPECT_TRUE(std::any_of(notes.begin(), notes.end(),
                            [](const Note &note) { return note.text.find("as stored") != std::string::npos; }));
    EXPECT_EQ(read_volume(folder / "f.tif").value(1, 0, 0), 7);
}

TEST(ReadTiff, WiderIntegersSayWhatIsLost) {
    const ScratchFolder folder;
    TiffStyle style = style_of(stored("u32"));
    const auto notes = read_volume_header(simple(folder / "f.tif", style)).notes;
    EXPECT_TRUE(contains(notes.at(0), "uint32 are converted to float32; whole numbers beyond 16777216"));
}

TEST(ReadTiff, HalvesOfAllKinds) {
    // Subnormal, smallest normal, one, largest, negative zero, infinity, not a number.
    const std::vector<std::uint64_t> halves{0x0001, 0x03FF, 0x0400, 0x3C00, 0x7BFF, 0x8000, 0xFC00, 0x7E00};
    const ScratchFolder folder;
    TiffStyle style = style_of(stored("f16"));
    const auto file = write_tiff(folder / "f.tif", style, 8, 1, 1,
                                 [&](int x, int, int, int) { return halves[static_cast<std::size_t>(x)]; });
    const Volume volume = read_volume(file);
    const double tiny = std::ldexp(1.0, -24);
    const std::vector<double> expected{tiny, 1023 * tiny, 1024 * tiny, 1.0, 65504.0, 0.0};
    for (std::size_t x = 0; x < expected.size(); ++x) {
        EXPECT_EQ(volume.value(static_cast<int>(x), 0, 0), expected[x]) << x;
    }
    EXPECT_EQ(volume.non_finite_count(), 2U);
}

TEST(ReadTiff, OrientationMirrorsRows) {
    const ScratchFolder folder;
    for (int orientation = 1; orientation <= 8; ++orientation) {
        TiffStyle style;
        style.orientation = orientation;
        const auto file = simple(folder / "f.tif", style);
        if (orientation > 4) {
            EXPECT_TRUE(contains(error_of(file), "Orientation"));
            continue;
        }
        const Volume volume = read_volume(file);
        const bool right = orientation == 2 || orientation == 3;
        const bool bottom = orientation == 3 || orientation == 4;
        for (int y = 0; y < ny; ++y) {
            for (int x = 0; x < nx; ++x) {
                ASSERT_EQ(volume.value(x, y, 1), number(right ? nx - 1 - x : x, bottom ? ny - 1 - y : y, 1) * 7 % 200);
            }
        }
    }
}

TEST(ReadTiff, ColoursAreChannels) {
    const ScratchFolder folder;
    TiffStyle style;
    style.samples = 3;
    style.photometric = PHOTOMETRIC_RGB;
    const VolumeHeader header = read_volume_header(simple(folder / "f.tif", style));
    EXPECT_TRUE(header.channels_are_colors);
    ASSERT_EQ(header.channels.size(), 3U);
    EXPECT_EQ(header.channels[2].name, "blue");
}

TEST(ReadTiff, PalettesAreLookedUp) {
    const ScratchFolder folder;
    for (const int bits : {8, 4, 2}) {
        SCOPED_TRACE(bits);
        TiffStyle style;
        style.bits = bits;
        style.photometric = PHOTOMETRIC_PALETTE;
        const int entries = 1 << bits;
        const auto part = [&](int color, int i) { return (i * (37 + 11 * color) + 5 * color) % 256; };
        for (int i = 0; i < 3 * entries; ++i) {
            style.palette.push_back(static_cast<std::uint16_t>(257 * part(i / entries, i % entries)));
        }
        const auto index = [&](int x, int y, int z) { return (x + 3 * y + 5 * z) % entries; };
        const auto write = [&] {
            return write_tiff(folder / "p.tif", style, nx, ny, 2,
                              [&](int x, int y, int z, int) { return static_cast<std::uint64_t>(index(x, y, z)); });
        };
        const std::string file = write();
        for (int color = 0; color < 3; ++color) {
            ReadOptions options;
            options.channel = color;
            const Volume volume = read_volume(file, options);
            EXPECT_TRUE(volume.header().channels_are_colors);
            ASSERT_EQ(volume.header().channels.size(), 3U);
            for (const auto &[x, y, z] : {std::array{0, 0, 0}, {nx - 1, 2, 0}, {3, ny - 1, 1}}) {
                EXPECT_EQ(volume.value(x, y, z), part(color, index(x, y, z)));
            }
        }
        // ImageJ's palette is how values look.
        style.description = "ImageJ=1.54f\nimages=2\nslices=2\n";
        const Volume values = read_volume(write());
        EXPECT_EQ(values.header().channels.size(), 1U);
        EXPECT_EQ(values.value(nx - 1, 2, 0), index(nx - 1, 2, 0));
        // One of greys says nothing.
        style.description.clear();
        for (int i = 0; i < 3 * entries; ++i) {
            style.palette[static_cast<std::size_t>(i)] =
                static_cast<std::uint16_t>(257 * (i % entries * 255 / (entries - 1)));
        }
        EXPECT_FALSE(read_volume(write()).header().channels_are_colors);
    }
    TiffStyle style;
    style.photometric = PHOTOMETRIC_PALETTE;
    style.bits = 4;
    EXPECT_TRUE(contains(error_of(simple(folder / "n.tif", style)), "damaged")) << "it has none";
}

TEST(ReadTiff, LuminanceInJpegBecomesColours) {
    if (!can(COMPRESSION_JPEG)) {
        GTEST_SKIP() << "libtiff without JPEG";
    }
    const ScratchFolder folder;
    const auto color = [](int x, int y, int s) { return s == 0 ? 4 * x : s == 1 ? 200 - 4 * y : 120; };
    for (const bool tiled : {false, true}) {
        TiffStyle style;
        style.samples = 3;
        style.photometric = PHOTOMETRIC_YCBCR;
        style.compression = COMPRESSION_JPEG;
        style.tiled = tiled;
        style.rows_per_strip = 16;
        const std::string file = write_tiff(folder / "y.tif", style, 45, 37, 2, [&](int x, int y, int, int s) {
            return static_cast<std::uint64_t>(color(x, y, s));
        });
        for (int s = 0; s < 3; ++s) {
            ReadOptions options;
            options.channel = s;
            const Volume volume = read_volume(file, options);
            EXPECT_TRUE(volume.header().channels_are_colors);
            for (const auto &[x, y] : {std::array{8, 8}, {20, 30}, {30, 5}}) {
                EXPECT_NEAR(volume.value(x, y, 1), color(x, y, s), 16) << tiled << s << x << y;
            }
        }
        const std::string whole = read_file(file);
        for (std::size_t cut = 10; cut < whole.size(); cut += whole.size() / 40) {
            EXPECT_NE(error_of(write_file(folder / "t.tif", whole.substr(0, cut))), "");
        }
    }
    TiffStyle style; // not packed
    style.samples = 3;
    style.photometric = PHOTOMETRIC_YCBCR;
    EXPECT_TRUE(contains(error_of(simple(folder / "u.tif", style)), "not red, green and blue"));
}

TEST(ReadTiff, PagesThatDifferAreRefusedByNumber) {
    const ScratchFolder folder;
    const auto write = [&](int columns, int bits) {
        TIFF *tiff = TIFFOpen((folder / "f.tif").c_str(), "w");
        TiffStyle style;
        const TiffValue value = [](int x, int, int, int) { return static_cast<std::uint64_t>(x); };
        write_tiff_page(tiff, style, nx, ny, 0, value);
        TIFFWriteDirectory(tiff);
        style.bits = bits;
        write_tiff_page(tiff, style, columns, ny, 1, value);
        TIFFClose(tiff);
        return folder / "f.tif";
    };
    EXPECT_TRUE(contains(error_of(write(nx - 1, 8)), "page 2 has 20x37 voxels of type uint8"));
    EXPECT_TRUE(contains(error_of(write(nx, 16)), "page 2 has 21x37 voxels of type uint16"));
    // A large first page and many small ones: more voxels than the file has bytes for, if all were like the first.
    TIFF *tiff = TIFFOpen((folder / "f.tif").c_str(), "w");
    TiffStyle style;
    style.rows_per_strip = 64;
    for (int page = 0; page < 50; ++page) {
        const int edge = page == 0 ? 300 : 4;
        write_tiff_page(tiff, style, edge, edge, page, [](int x, int, int, int) { return std::uint64_t(x % 256); });
        TIFFWriteDirectory(tiff);
    }
    TIFFClose(tiff);
    EXPECT_TRUE(contains(error_of(folder / "f.tif"), "page 2 has 4x4 voxels of type uint8, but the first one 300x300"));
}

TEST(ReadTiff, ThumbnailsAndSmallerCopiesAreNoSlices) {
    const ScratchFolder folder;
    TIFF *tiff = TIFFOpen((folder / "f.tif").c_str(), "w");
    const TiffValue value = [](int x, int y, int z, int) { return static_cast<std::uint64_t>(x + y + 50 * z); };
    TiffStyle colour; // a thumbnail in colour comes first
    colour.samples = 3;
    colour.photometric = PHOTOMETRIC_RGB;
    TIFFSetField(tiff, TIFFTAG_SUBFILETYPE, FILETYPE_REDUCEDIMAGE);
    write_tiff_page(tiff, colour, 5, 5, 0, value);
    TIFFWriteDirectory(tiff);
    for (int z = 0; z < 2; ++z) {
        toff_t none = 0;
        TIFFSetField(tiff, TIFFTAG_SUBIFD, 1, &none);
        write_tiff_page(tiff, {}, nx, ny, z, value);
        TIFFWriteDirectory(tiff); // the next page becomes the one in the SubIFD
        TIFFSetField(tiff, TIFFTAG_SUBFILETYPE, FILETYPE_REDUCEDIMAGE);
        write_tiff_page(tiff, {}, nx / 2, ny / 2, z, value);
        TIFFWriteDirectory(tiff);
        TIFFSetField(tiff, TIFFTAG_SUBFILETYPE, FILETYPE_REDUCEDIMAGE);
        write_tiff_page(tiff, {}, 5, 5, z, value);
        TIFFWriteDirectory(tiff);
    }
    TIFFClose(tiff);
    const Volume volume = read_volume(folder / "f.tif");
    EXPECT_EQ(volume.grid().dims, (std::array<int, 3>{nx, ny, 2}));
    EXPECT_EQ(volume.value(3, 4, 1), 57);
    ASSERT_GE(volume.header().notes.size(), 2U);
    EXPECT_TRUE(contains(volume.header().notes[0], "3 of its 5 pages"));
    EXPECT_TRUE(contains(volume.header().notes[1], "Smaller copies"));
}

TEST(ReadTiff, ReadingTellsHowFarItIsAndCanBeCancelled) {
    const ScratchFolder folder;
    const auto file = simple(folder / "f.tif", {});
    double last = 0.0;
    int calls = 0;
    ReadOptions options;
    options.progress = [&](double share) {
        EXPECT_GE(share, last);
        last = share;
        ++calls;
    };
    read_volume(file, options);
    EXPECT_EQ(last, 1.0);
    EXPECT_GE(calls, nz);
    options.progress = [](double) { throw UsageError("stop"); };
    EXPECT_THROW(read_volume(file, options), UsageError);
}

TEST(ReadTiff, NothingReachesTheTerminal) {
    const ScratchFolder folder;
    const auto file = simple(folder / "f.tif", {});
    std::string content = read_file(file);
    // A tag that nobody knows, in place of Orientation (274), which libtiff warns of.
    const std::string tag = bytes_of<std::uint16_t>({274, 3});
    content.replace(content.find(tag), 2, bytes_of<std::uint16_t>({61234}));
    ::testing::internal::CaptureStderr();
    ::testing::internal::CaptureStdout();
    const Volume volume = read_volume(write_file(file, content));
    EXPECT_EQ(::testing::internal::GetCapturedStderr() + ::testing::internal::GetCapturedStdout(), "");
    EXPECT_EQ(volume.value(1, 0, 0), 7);
}

TEST(ReadTiff, TruncatedAndCorruptFilesAreRefused) {
    const ScratchFolder folder;
    for (const int packing : {COMPRESSION_NONE, COMPRESSION_LZW, COMPRESSION_PACKBITS, COMPRESSION_ADOBE_DEFLATE,
                              COMPRESSION_ZSTD, COMPRESSION_LZMA, COMPRESSION_LERC, COMPRESSION_JPEG}) {
        if (!can(packing)) {
            continue;
        }
        SCOPED_TRACE(packing);
        TiffStyle style;
        style.compression = packing;
        style.rows_per_strip = 32;
        const std::string whole = read_file(simple(folder / "f.tif", style));
        for (const double share : {0.99, 0.6, 0.1, 0.001}) {
            EXPECT_NE(error_of(write_file(
                          folder / "t.tif",
                          whole.substr(0, static_cast<std::size_t>(static_cast<double>(whole.size()) * share)))),
                      "")
                << share;
        }
        if (packing == COMPRESSION_NONE) {
            continue;
        }
        // The pixels of the first strip, which begins after the 8 bytes of the file's head, become rubbish.
        std::string rubbish = whole;
        for (std::size_t i = 12; i < 100; ++i) {
            rubbish[i] = static_cast<char>(0xFF);
        }
        EXPECT_TRUE(contains(error_of(write_file(folder / "r.tif", rubbish)), "damaged or truncated")) << packing;
    }
}

TEST(ReadTiff, FilesThatLieAreRefusedBeforeAnythingIsAllocated) {
    const ScratchFolder folder;
    const std::string whole = read_file(simple(folder / "f.tif", {}));
    const auto with = [&](std::uint16_t tag, std::uint32_t value) {
        std::string content = whole;
        const std::string wanted = bytes_of<std::uint16_t>({tag});
        for (auto at = content.find(wanted, 8); at != std::string::npos; at = content.find(wanted, at + 1)) {
            if (const std::string type = content.substr(at + 2, 6);
                type == bytes_of<std::uint16_t>({3, 1, 0}) || type == bytes_of<std::uint16_t>({4, 1, 0})) {
                content.replace(at + 8, 4, bytes_of<std::uint32_t>({value}));
            }
        }
        return write_file(folder / "l.tif", content);
    };
    EXPECT_NE(error_of(with(TIFFTAG_IMAGEWIDTH, 4000000000U)), "");
    EXPECT_NE(error_of(with(TIFFTAG_IMAGEWIDTH, 60000U)), "");
    EXPECT_NE(error_of(with(TIFFTAG_IMAGELENGTH, 60000U)), "");
    EXPECT_NE(error_of(with(TIFFTAG_IMAGEWIDTH, 0U)), "");
    EXPECT_NE(error_of(with(TIFFTAG_BITSPERSAMPLE, 24)), "");
    EXPECT_NE(error_of(with(TIFFTAG_SAMPLEFORMAT, SAMPLEFORMAT_COMPLEXIEEEFP)), "");
    EXPECT_TRUE(contains(error_of(with(TIFFTAG_COMPRESSION, 34712)), "method 34712"));
    // The next page of the first one is the first one.
    std::string circle = whole;
    std::uint32_t first = 0;
    std::memcpy(&first, whole.data() + 4, 4);
    std::uint16_t entries = 0;
    std::memcpy(&entries, whole.data() + first, 2);
    circle.replace(first + 2 + 12U * entries, 4, whole.substr(4, 4));
    EXPECT_TRUE(contains(error_of(write_file(folder / "c.tif", circle)), "circle"));
}

TEST(ReadTiff, ContentTellsBigTiffWithoutASuffix) {
    const ScratchFolder folder;
    for (const char *mode : {"wl", "wb", "wl8", "wb8"}) {
        TiffStyle style;
        style.mode = mode;
        EXPECT_EQ(read_volume_header(simple(folder / "scan", style)).format, "TIFF") << mode;
    }
}

TEST(ReadTiff, FilesThatHideTheirSlicesAreRefused) {
    const ScratchFolder folder;
    const auto file = simple(folder / "f.tif", {});
    std::string content = read_file(file);
    const std::string orientation = bytes_of<std::uint16_t>({274, 3});
    content.replace(content.find(orientation), 2, bytes_of<std::uint16_t>({33629}));
    EXPECT_TRUE(contains(error_of(write_file(file, content)), "MetaMorph"));
}

TEST(ReadTiff, FilesMadeByFuzzingAreRefused) {
    const std::filesystem::path bad = VOXMARCH_SOURCE_DIR "/../shared/bad";
    if (!std::filesystem::exists(bad)) {
        GTEST_SKIP() << bad << " is not there";
    }
    for (const auto &entry : std::filesystem::directory_iterator(bad)) {
        const std::string file = entry.path().string();
        if (file.ends_with(".tif")) {
            EXPECT_TRUE(contains(error_of(file), file));
        }
    }
}

TEST(ReadTiff, FoldersOfSlicesInNaturalOrder) {
    const ScratchFolder folder;
    for (int z = 8; z < 12; ++z) {
        write_tiff(folder / (std::to_string(z) + ".tif"), {}, nx, ny, 1,
                   [z](int, int, int, int) { return static_cast<std::uint64_t>(z); });
    }
    const Volume volume = read_volume(folder.path().string());
    EXPECT_EQ(volume.grid().dims, (std::array<int, 3>{nx, ny, 4}));
    for (int z = 0; z < 4; ++z) {
        EXPECT_EQ(volume.value(2, 3, z), z + 8);
    }
    EXPECT_EQ(volume.header().format, "TIFF slices");
}

} // namespace voxmarch
