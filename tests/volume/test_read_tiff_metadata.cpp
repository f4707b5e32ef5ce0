// Tests of what TIFF files say of their pages: ImageJ's description, tifffile's, OME-XML and resolution tags.
#include "base/error.h"
#include "tiff_test_files.h"
#include "volume/formats/read.h"

#include <fmt/format.h>

namespace voxmarch {

using namespace testing;

namespace {

constexpr int nx = 6, ny = 4;

// Page p holds p everywhere, but for its first voxel.
std::string pages(const std::string &file, int count, const TiffStyle &style) {
    return write_tiff(file, style, nx, ny, count, [](int x, int y, int z, int s) {
        return static_cast<std::uint64_t>(x + y == 0 ? 255 : z + 100 * s);
    });
}

TiffStyle with_description(const std::string &description) {
    TiffStyle style;
    style.description = description;
    return style;
}

std::string file_error(const std::string &file, const ReadOptions &options = {}) {
    return message_of<FileError>([&] { read_volume(file, options); });
}

// The page that each slice of a channel and time came from.
std::vector<int> pages_of(const std::string &file, int channel, int time) {
    ReadOptions options;
    options.channel = channel;
    options.time = time;
    const Volume volume = read_volume(file, options);
    std::vector<int> result;
    for (int z = 0; z < volume.grid().dims[2]; ++z) {
        result.push_back(static_cast<int>(volume.value(1, 1, z)));
    }
    return result;
}

std::string all_notes(const std::string &file, const ReadOptions &options = {}) {
    std::string text;
    for (const auto &note : read_volume_header(file, options).notes) {
        text += plain_text(note) + "\n";
    }
    return text;
}

void expect_spacing(const Grid &grid, const glm::dvec3 &spacing, LengthUnit unit) {
    for (int axis = 0; axis < 3; ++axis) {
        EXPECT_NEAR(grid.spacing[axis], spacing[axis], 1e-6 * spacing[axis]) << axis;
    }
    EXPECT_EQ(grid.unit, unit) << name_of(grid.unit);
}

constexpr const char *ome_head = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>"
                                 "<OME xmlns=\"http://www.openmicroscopy.org/Schemas/OME/2016-06\" "
                                 "UUID=\"urn:uuid:this\"><Image ID=\"Image:0\" Name=\"cells\">";

std::string ome(const std::string &pixels, const std::string &inside = "") {
    return fmt::format("{}<Pixels ID=\"Pixels:0\" Type=\"uint8\" SizeX=\"6\" SizeY=\"4\" {}>{}</Pixels></Image></OME>",
                       ome_head, pixels, inside);
}

} // namespace

TEST(ReadTiffImageJ, HyperstacksAreInTheOrderOfChannelsSlicesFrames) {
    const ScratchFolder folder;
    const auto file = pages(folder / "f.tif", 24,
                            with_description("ImageJ=1.53t\nimages=24\nchannels=2\nslices=3\nframes=4\n"
                                             "hyperstack=true\nunit=micron\nspacing=0.5\nmin=0.0\nmax=255.0\n"));
    EXPECT_EQ(pages_of(file, 0, 0), (std::vector<int>{0, 2, 4}));
    EXPECT_EQ(pages_of(file, 1, 0), (std::vector<int>{1, 3, 5}));
    EXPECT_EQ(pages_of(file, 1, 3), (std::vector<int>{19, 21, 23}));
    const std::string notes = all_notes(file);
    EXPECT_TRUE(contains(notes, "2 channels, 0 to 1; number 0 is read"));
    EXPECT_TRUE(contains(notes, "4 time points, 0 to 3; number 0 is read"));
    ReadOptions options;
    options.channel = 2;
    EXPECT_TRUE(contains(message_of<UsageError>([&] { read_volume(file, options); }),
                         "has no channel 2, but 2 of them, 0 to 1"));
    options.channel = 0;
    options.time = 4;
    EXPECT_TRUE(contains(message_of<UsageError>([&] { read_volume_header(file, options); }),
                         "has no time point 4, but 4 of them, 0 to 3"));
}

/// ImageJ's metadata: kinds with their parts, in the order of bytes of this machine.
std::pair<std::vector<std::uint32_t>, std::string>
imagej_metadata(const std::vector<std::pair<std::uint32_t, std::vector<std::string>>> &kinds) {
    std::vector<std::uint32_t> head{0x494a494a}, counts;
    std::string bytes;
    for (const auto &[kind, parts] : kinds) {
        head.push_back(kind);
        head.push_back(static_cast<std::uint32_t>(parts.size()));
        for (const std::string &part : parts) {
            counts.push_back(static_cast<std::uint32_t>(part.size()));
            bytes += part;
        }
    }
    counts.insert(counts.begin(), static_cast<std::uint32_t>(4 * head.size()));
    return {counts, bytes_of(head) + bytes};
}

/// A table from black to a colour.
std::string table_to(int red, int green, int blue) {
    std::string table;
    for (const int brightest : {red, green, blue}) {
        for (int i = 0; i < 256; ++i) {
            table += static_cast<char>(brightest * i / 255);
        }
    }
    return table;
}

constexpr std::uint32_t kind_luts = 0x6c757473, kind_ranges = 0x72616e67;

TEST(ReadTiffImageJ, TablesGiveTheColoursOfChannels) {
    const ScratchFolder folder;
    const auto header_of = [&](const std::vector<std::uint32_t> &counts, const std::string &bytes) {
        const std::string file = folder / "l.tif";
        TIFF *tiff = TIFFOpen(file.c_str(), "w");
        const TIFFFieldInfo fields[] = {
            {50838, TIFF_VARIABLE2, TIFF_VARIABLE2, TIFF_LONG, FIELD_CUSTOM, 1, 1, const_cast<char *>("counts")},
            {50839, TIFF_VARIABLE2, TIFF_VARIABLE2, TIFF_BYTE, FIELD_CUSTOM, 1, 1, const_cast<char *>("metadata")}};
        for (int page = 0; page < 2; ++page) {
            if (page == 0) {
                TIFFMergeFieldInfo(tiff, fields, 2);
                TIFFSetField(tiff, 50838, static_cast<std::uint32_t>(counts.size()), counts.data());
                TIFFSetField(tiff, 50839, static_cast<std::uint32_t>(bytes.size()), bytes.data());
            }
            write_tiff_page(tiff, with_description("ImageJ=1.54f\nimages=2\nchannels=2\nmode=composite\n"), nx, ny,
                            page, [](int, int, int, int) { return std::uint64_t{7}; });
            TIFFWriteDirectory(tiff);
        }
        TIFFClose(tiff);
        return read_volume_header(file);
    };
    const auto [counts, bytes] = imagej_metadata(
        {{kind_ranges, {std::string(32, 'r')}}, {kind_luts, {table_to(255, 0, 0), table_to(0, 255, 51)}}});
    const VolumeHeader header = header_of(counts, bytes);
    ASSERT_EQ(header.channels.size(), 2U);
    EXPECT_EQ(header.channels[0].color, glm::dvec3(1, 0, 0));
    EXPECT_EQ(header.channels[1].color, glm::dvec3(0, 1, 0.2));
    const auto greys = imagej_metadata({{kind_luts, {table_to(255, 255, 255), table_to(255, 255, 255)}}});
    EXPECT_FALSE(header_of(greys.first, greys.second).channels[0].color)
        << "greys are what channels without colours have";
    // What does not fit is overlooked.
    std::vector<std::uint32_t> lies = counts;
    for (std::size_t i = 0; i < lies.size(); ++i) {
        for (const std::uint32_t lie : {0U, 3U, 0x7fffffffU, 0xffffffffU}) {
            lies[i] = lie;
            EXPECT_EQ(header_of(lies, bytes).channels.size(), 2U);
        }
        lies[i] = counts[i];
    }
    for (const std::size_t length : {1U, 5U, 11U, 20U, 60U, 900U}) {
        EXPECT_FALSE(header_of(counts, bytes.substr(0, length)).channels[1].color) << length;
    }
    EXPECT_FALSE(header_of({12}, std::string("IJIJluts\xff\xff\xff\xff", 12)).channels[0].color);
}

TEST(ReadTiffImageJ, UnitsAndSpacing) {
    const ScratchFolder folder;
    const auto grid = [&](const std::string &lines, float pixels, int unit) {
        TiffStyle style = with_description("ImageJ=1.53t\nimages=2\nslices=2\n" + lines);
        style.resolution = pixels;
        style.resolution_unit = unit;
        return read_volume_header(pages(folder / "f.tif", 2, style)).grid;
    };
    using enum LengthUnit;
    expect_spacing(grid("unit=micron\nspacing=0.7\n", 4, RESUNIT_NONE), {0.25, 0.25, 0.7}, micrometer);
    expect_spacing(grid("unit=\\u00B5m\nspacing=0.7\n", 4, RESUNIT_NONE), {0.25, 0.25, 0.7}, micrometer);
    expect_spacing(grid("unit=\xC2\xB5m\nspacing=-0.7\n", 4, RESUNIT_NONE), {0.25, 0.25, 0.7}, micrometer);
    expect_spacing(grid("unit=cm\nspacing=0.5\n", 4, RESUNIT_CENTIMETER), {2.5, 2.5, 5}, millimeter);
    // Pixels per cm in a file of um: ImageJ itself converts them.
    expect_spacing(grid("unit=um\nspacing=0.5\n", 40000, RESUNIT_CENTIMETER), {0.25, 0.25, 0.5}, micrometer);
    expect_spacing(grid("unit=inch\nspacing=1\n", 2, RESUNIT_INCH), {12.7, 12.7, 25.4}, millimeter);
    expect_spacing(grid("unit=mm\nspacing=2\nzunit=cm\n", 1, RESUNIT_NONE), {1, 1, 20}, millimeter);
    expect_spacing(grid("unit=pixel\nspacing=3\n", 1, RESUNIT_NONE), {1, 1, 3}, unknown);
    expect_spacing(grid("spacing=3\n", 2, RESUNIT_NONE), {0.5, 0.5, 3}, unknown);
    // ImageJ leaves a distance of 1 out.
    expect_spacing(grid("unit=micron\n", 4, RESUNIT_NONE), {0.25, 0.25, 1}, micrometer);
    EXPECT_TRUE(contains(all_notes(folder / "f.tif"), "ImageJ means 1 micron"));
    ReadOptions options;
    options.spacing = glm::dvec3(1, 2, 3);
    EXPECT_EQ(all_notes(folder / "f.tif", options), "");
    expect_spacing(grid("unit=furlong\nspacing=3\n", 2, RESUNIT_NONE), {0.5, 0.5, 3}, unknown);
    EXPECT_TRUE(contains(all_notes(folder / "f.tif"), "furlong"));
}

TEST(ReadTiffImageJ, PlanesMayFollowTheOnlyPage) {
    const ScratchFolder folder;
    for (const char *mode : {"wl", "wb"}) {
        TiffStyle style = with_description("ImageJ=1.53t\nimages=6\nchannels=2\nslices=3\nhyperstack=true\n");
        style.mode = mode;
        style.bits = 16;
        style.rows_per_strip = ny;
        // ImageJ writes the directory before the voxels, which end the file.
        const std::string whole = read_file(pages(folder / "p.tif", 1, style));
        std::vector<std::uint16_t> planes;
        for (std::uint16_t plane = 0; plane < 6; ++plane) {
            planes.insert(planes.end(), nx * ny, static_cast<std::uint16_t>(plane + 1000));
        }
        const bool big = std::string(mode) == "wb";
        std::string file = whole;
        const auto at = static_cast<std::uint32_t>(file.size());
        std::string offset = big ? swapped_bytes_of<std::uint32_t>({at}) : bytes_of<std::uint32_t>({at});
        const std::string tag = big ? swapped_bytes_of<std::uint16_t>({TIFFTAG_STRIPOFFSETS})
                                    : bytes_of<std::uint16_t>({TIFFTAG_STRIPOFFSETS});
        const auto entry = file.find(tag, 8 + nx * ny * 2);
        ASSERT_NE(entry, std::string::npos);
        const bool is_short = file[entry + (big ? 3 : 2)] == 3;
        file.replace(entry + 8, is_short ? 2 : 4, is_short ? (big ? offset.substr(2) : offset.substr(0, 2)) : offset);
        file += big ? swapped_bytes_of(planes) : bytes_of(planes);
        write_file(folder / "f.tif", file);
        EXPECT_EQ(pages_of(folder / "f.tif", 0, 0), (std::vector<int>{1000, 1002, 1004})) << mode;
        EXPECT_EQ(pages_of(folder / "f.tif", 1, 0), (std::vector<int>{1001, 1003, 1005})) << mode;
        write_file(folder / "f.tif", file.substr(0, file.size() - 1));
        EXPECT_TRUE(contains(file_error(folder / "f.tif"), "truncated"));
    }
}

TEST(ReadTiffImageJ, FilesOver4GiBHaveOnePage) {
    const ScratchFolder folder;
    // 1024x1024 voxels of 16 bits after a directory of nine entries, as ImageJ's TiffEncoder writes it; the file is
    // sparse.
    const std::string description = "ImageJ=1.53t\nimages=2560\nslices=2560\nunit=nm\nspacing=2\n";
    const auto length = static_cast<std::uint32_t>(description.size() + 1);
    constexpr std::uint32_t words_at = 8 + 2 + 9 * 12 + 4, voxels_at = 4096;
    std::string head = "II*" + std::string(1, '\0') + bytes_of<std::uint32_t>({8}) + bytes_of<std::uint16_t>({9});
    const auto entry = [&](std::uint16_t tag, std::uint16_t type, std::uint32_t count, std::uint32_t value) {
        head += bytes_of<std::uint16_t>({tag, type}) + bytes_of<std::uint32_t>({count, value});
    };
    entry(TIFFTAG_IMAGEWIDTH, 4, 1, 1024);
    entry(TIFFTAG_IMAGELENGTH, 4, 1, 1024);
    entry(TIFFTAG_BITSPERSAMPLE, 3, 1, 16);
    entry(TIFFTAG_PHOTOMETRIC, 3, 1, PHOTOMETRIC_MINISBLACK);
    entry(TIFFTAG_IMAGEDESCRIPTION, 2, length, words_at);
    entry(TIFFTAG_STRIPOFFSETS, 4, 1, voxels_at);
    entry(TIFFTAG_SAMPLESPERPIXEL, 3, 1, 1);
    entry(TIFFTAG_ROWSPERSTRIP, 3, 1, 1024);
    entry(TIFFTAG_STRIPBYTECOUNTS, 4, 1, 1024 * 1024 * 2);
    head += bytes_of<std::uint32_t>({0}) + description;
    const auto file = write_file(folder / "f.tif", head);
    const std::uint64_t size = voxels_at + std::uint64_t{2560} * 1024 * 1024 * 2;
    std::error_code problem;
    std::filesystem::resize_file(file, size, problem);
    if (problem) {
        GTEST_SKIP() << "no sparse files here";
    }
    const VolumeHeader header = read_volume_header(file);
    EXPECT_EQ(header.grid.dims, (std::array<int, 3>{1024, 1024, 2560}));
    EXPECT_EQ(header.type, ScalarType::u16);
    EXPECT_EQ(header.grid.unit, LengthUnit::nanometer);
    std::filesystem::resize_file(file, size - 1);
    EXPECT_TRUE(contains(message_of<FileError>([&] { read_volume_header(file); }), "5368709120 bytes"));
}

TEST(ReadTiffImageJ, SignedValuesComeOutSigned) {
    const ScratchFolder folder;
    TiffStyle style = with_description("ImageJ=1.53t\nimages=1\ncf=0\nc0=-32768.0\nc1=1.0\nvunit=Gray Value\n");
    style.bits = 16;
    const auto file = write_tiff(folder / "f.tif", style, nx, ny, 1, [](int x, int, int, int) {
        return static_cast<std::uint64_t>(32768 + (x - 3) * 1000);
    });
    const Volume volume = read_volume(file);
    EXPECT_EQ(volume.type(), ScalarType::i16);
    for (int x = 0; x < nx; ++x) {
        EXPECT_EQ(volume.value(x, 1, 0), (x - 3) * 1000);
    }
    style.description = "ImageJ=1.53t\nimages=1\ncf=0\nc0=-10.0\nc1=0.5\nvunit=OD\n";
    EXPECT_TRUE(contains(all_notes(pages(folder / "g.tif", 1, style)), "-10 + 0.5 * value OD"));
}

TEST(ReadTiffImageJ, ContradictionsAreRefused) {
    const ScratchFolder folder;
    const auto error = [&](const std::string &lines, int count) {
        TiffStyle style = with_description("ImageJ=1.53t\n" + lines);
        style.compression = COMPRESSION_LZW; // so that no bare planes can follow
        return file_error(pages(folder / "f.tif", count, style));
    };
    EXPECT_TRUE(contains(error("images=12\nchannels=5\nslices=3\n", 12), "contradicts itself"));
    EXPECT_TRUE(contains(error("images=12\nslices=12\n", 1), "12 slices, but only one page"));
    EXPECT_TRUE(contains(error("images=12\nslices=12\n", 11), "only 11 pages"));
    EXPECT_TRUE(contains(error("images=0\n", 1), "images=0"));
    EXPECT_TRUE(contains(error("images=1e9\nchannels=1e9\nframes=1e9\nslices=1e9\n", 1), "contradicts itself"));
}

TEST(ReadTiffOme, EveryDimensionOrder) {
    const ScratchFolder folder;
    const int sizes[3] = {2, 3, 4}; // Z, C, T
    for (const std::string order : {"ZCT", "ZTC", "CZT", "CTZ", "TZC", "TCZ"}) {
        const auto file = pages(
            folder / "f.ome.tif", 24,
            with_description(ome(fmt::format("DimensionOrder=\"XY{}\" SizeZ=\"2\" SizeC=\"3\" SizeT=\"4\"", order),
                                 "<Channel Name=\"DAPI\"/><Channel Name=\"GFP\"/><TiffData/>")));
        for (int c = 0; c < 3; ++c) {
            for (int t = 0; t < 4; ++t) {
                std::vector<int> expected;
                for (int z = 0; z < 2; ++z) {
                    int page = 0, step = 1;
                    for (const char axis : order) {
                        page += step * (axis == 'Z' ? z : axis == 'C' ? c : t);
                        step *= sizes[axis == 'Z' ? 0 : axis == 'C' ? 1 : 2];
                    }
                    expected.push_back(page);
                }
                EXPECT_EQ(pages_of(file, c, t), expected) << order << " " << c << " " << t;
            }
        }
    }
    EXPECT_EQ(read_volume_header(folder / "f.ome.tif").format, "OME-TIFF");
    EXPECT_TRUE(contains(all_notes(folder / "f.ome.tif"), "3 channels, 0 to 2; number 0 (DAPI) is read"));
}

TEST(ReadTiffOme, WavelengthsGiveColoursWhereNoneAreStated) {
    const ScratchFolder folder;
    const auto channels_of = [&](const std::string &first, const std::string &second) {
        const std::string xml =
            "<OME xmlns=\"http://www.openmicroscopy.org/Schemas/OME/2016-06\"><Image ID=\"Image:0\">"
            "<Pixels DimensionOrder=\"XYCZT\" SizeX=\"6\" SizeY=\"4\" SizeZ=\"1\" SizeC=\"2\" "
            "SizeT=\"1\" Type=\"uint8\"><Channel " +
            first + "/><Channel " + second + "/><TiffData/></Pixels></Image></OME>";
        return read_volume_header(pages(folder / "o.tif", 2, with_description(xml))).channels;
    };
    const glm::dvec3 white(1.0), red(1, 0, 0), green(0, 1, 0);
    auto channels = channels_of(R"(EmissionWavelength="450")",
                                R"(Name="GFP" EmissionWavelength="0.51" EmissionWavelengthUnit="um")");
    EXPECT_EQ(channels[0].name, "450 nm");
    EXPECT_EQ(channels[1].name, "GFP");
    ASSERT_TRUE(channels[0].color && channels[1].color);
    EXPECT_LT(glm::distance(*channels[1].color, green), 1e-6);
    EXPECT_GT(channels[0].color->b, 0.9);
    EXPECT_LT(channels[0].color->r + channels[0].color->g, 0.2);
    // The model's default, and one colour for all, count as not stated; wavelengths do where they are.
    channels = channels_of(R"(Color="-1" EmissionWavelength="650")", R"(Color="-1")");
    EXPECT_EQ(channels[0].color, red);
    EXPECT_FALSE(channels[1].color);
    channels = channels_of(R"(Color="16711935")", R"(Color="16711935" EmissionWavelength="650")");
    EXPECT_FALSE(channels[0].color);
    EXPECT_EQ(channels[1].color, red);
    // Colours that are stated hold.
    channels = channels_of(R"(Color="-1")", R"(Color="16711935" EmissionWavelength="650")");
    EXPECT_EQ(channels[0].color, white);
    EXPECT_EQ(channels[1].color, green);
    channels =
        channels_of(R"(EmissionWavelength="-3")", R"(EmissionWavelength="510" EmissionWavelengthUnit="furlong")");
    EXPECT_EQ(channels, std::vector<ChannelInfo>(2));
}

TEST(ReadTiffOme, PagesMayLieInAnyOrder) {
    const ScratchFolder folder;
    const auto file = pages(folder / "f.ome.tif", 5,
                            with_description(ome("DimensionOrder=\"XYZCT\" SizeZ=\"2\" SizeC=\"2\" SizeT=\"1\"",
                                                 "<TiffData FirstZ=\"1\" IFD=\"4\"/><TiffData FirstZ=\"0\" IFD=\"2\"/>"
                                                 "<TiffData FirstC=\"1\" IFD=\"0\" PlaneCount=\"2\"/>")));
    EXPECT_EQ(pages_of(file, 0, 0), (std::vector<int>{2, 4}));
    EXPECT_EQ(pages_of(file, 1, 0), (std::vector<int>{0, 1}));
}

TEST(ReadTiffOme, PagesThatAreLeftOutAreTold) {
    const ScratchFolder folder;
    const auto notes_of = [&](const std::string &inside, const std::string &behind = "") {
        std::string description = ome("DimensionOrder=\"XYZCT\" SizeZ=\"2\" SizeC=\"2\" SizeT=\"1\"", inside);
        description.insert(description.find("</OME>"), behind);
        return all_notes(pages(folder / "f.ome.tif", 6, with_description(description)));
    };
    EXPECT_TRUE(contains(notes_of("<TiffData/>"), "2 of its 6 pages are no plane"));
    EXPECT_TRUE(contains(notes_of(""), "2 of its 6 pages are no plane"));
    EXPECT_TRUE(contains(notes_of("<TiffData IFD=\"5\" PlaneCount=\"1\"/><TiffData FirstZ=\"1\" IFD=\"5\"/>"
                                  "<TiffData FirstC=\"1\" IFD=\"1\" PlaneCount=\"2\"/>"),
                         "3 of its 6 pages are no plane"));
    // They are those of the other image.
    EXPECT_FALSE(contains(notes_of("<TiffData/>", "<Image ID=\"Image:1\"/>"), "no plane"));
    EXPECT_FALSE(contains(
        all_notes(pages(folder / "g.ome.tif", 4,
                        with_description(ome("DimensionOrder=\"XYZCT\" SizeZ=\"2\" SizeC=\"2\" SizeT=\"1\"")))),
        "no plane"));
}

// What the pages hold is what Bio-Formats takes, too.
TEST(ReadTiffOme, TypesThatThePagesDoNotHaveAreTold) {
    const ScratchFolder folder;
    const auto notes_of = [&](const std::string &type, TiffStyle style) {
        style.description = ome("DimensionOrder=\"XYZCT\" SizeZ=\"2\" SizeC=\"1\" SizeT=\"1\"", "<TiffData/>");
        style.description.replace(style.description.find("uint8"), 5, type);
        return all_notes(pages(folder / "f.ome.tif", 2, style));
    };
    TiffStyle real, word;
    real.bits = 32;
    real.format = SAMPLEFORMAT_IEEEFP;
    word.bits = 16;
    for (const auto &[type, style] :
         {std::pair{"uint8", TiffStyle()}, {"bit", {}}, {"float", real}, {"uint16", word}}) {
        EXPECT_FALSE(contains(notes_of(type, style), "of type")) << type;
    }
    EXPECT_TRUE(contains(notes_of("uint16", {}), "of type 'uint16', but its pages hold uint8, which counts"));
    EXPECT_TRUE(contains(notes_of("int16", word), "of type 'int16', but its pages hold uint16"));
    EXPECT_TRUE(contains(notes_of("bit", word), "of type 'bit'"));
    EXPECT_TRUE(contains(notes_of("uint32", real), "but its pages hold float"));
}

TEST(ReadTiffOme, UnitsAreConvertedExactly) {
    const ScratchFolder folder;
    const auto grid = [&](const std::string &attributes) {
        return read_volume_header(
                   pages(folder / "f.ome.tif", 1,
                         with_description(
                             ome("DimensionOrder=\"XYZCT\" SizeZ=\"1\" SizeC=\"1\" SizeT=\"1\" " + attributes))))
            .grid;
    };
    const auto sizes = [](const std::string &unit) {
        return fmt::format("PhysicalSizeX=\"3\" PhysicalSizeY=\"5\" PhysicalSizeZ=\"7\" PhysicalSizeXUnit=\"{0}\" "
                           "PhysicalSizeYUnit=\"{0}\" PhysicalSizeZUnit=\"{0}\"",
                           unit);
    };
    using enum LengthUnit;
    const auto expect = [](const Grid &found, const glm::dvec3 &spacing, LengthUnit unit) {
        EXPECT_EQ(found.spacing, spacing);
        EXPECT_EQ(found.unit, unit);
    };
    expect(grid(sizes("\xC2\xB5m")), {3, 5, 7}, micrometer);
    expect(grid(sizes("nm")), {3, 5, 7}, nanometer);
    expect(grid(sizes("mm")), {3, 5, 7}, millimeter);
    expect(grid(sizes("m")), {3, 5, 7}, meter);
    expect(grid(sizes("\xC3\x85")), {3, 5, 7}, angstrom);
    expect(grid(sizes("cm")), {30, 50, 70}, millimeter);
    expect(grid(sizes("pm")), {0.003, 0.005, 0.007}, nanometer);
    expect(grid(sizes("pixel")), {3, 5, 7}, unknown);
    expect(grid("PhysicalSizeX=\"3\" PhysicalSizeY=\"5\" PhysicalSizeZ=\"7\""), {3, 5, 7}, micrometer);
    expect(grid(sizes("Mm")), {3, 5, 7}, unknown); // megametres are no millimetres
    EXPECT_TRUE(contains(all_notes(folder / "f.ome.tif"), "'Mm'"));
    // Axes of different units meet in that of x.
    expect_spacing(grid("PhysicalSizeX=\"300\" PhysicalSizeXUnit=\"nm\" PhysicalSizeY=\"300\" "
                        "PhysicalSizeYUnit=\"nm\" PhysicalSizeZ=\"2\" PhysicalSizeZUnit=\"\xC2\xB5m\""),
                   {300, 300, 2000}, nanometer);
    expect(grid("PhysicalSizeX=\"3\" PhysicalSizeY=\"5\""), {3, 5, 3}, micrometer);
    EXPECT_TRUE(contains(all_notes(folder / "f.ome.tif"), "distance of slices is not stated"));
    expect(grid("PhysicalSizeX=\"0\" PhysicalSizeY=\"-1\" PhysicalSizeZ=\"NaN\""), {1, 1, 1}, unknown);
}

TEST(ReadTiffOme, PlanesInSeveralFilesOfAFolder) {
    const ScratchFolder folder;
    const std::string inside =
        "<TiffData FirstZ=\"0\" IFD=\"0\" PlaneCount=\"2\"><UUID FileName=\"a.ome.tif\">urn:uuid:this</UUID></TiffData>"
        "<TiffData FirstZ=\"2\" IFD=\"1\" PlaneCount=\"2\"><UUID FileName=\"b.ome.tif\">urn:uuid:b</UUID></TiffData>";
    const auto style = with_description(ome("DimensionOrder=\"XYZCT\" SizeZ=\"4\" SizeC=\"1\" SizeT=\"1\"", inside));
    const auto file = pages(folder / "a.ome.tif", 2, style);
    EXPECT_TRUE(contains(file_error(file), "'b.ome.tif' is missing"));
    write_tiff(folder / "b.ome.tif", {}, nx, ny, 3,
               [](int, int, int z, int) { return static_cast<std::uint64_t>(50 + z); });
    EXPECT_EQ(pages_of(file, 0, 0), (std::vector<int>{0, 1, 51, 52}));
    // The file knows itself by its number when it has another name.
    std::filesystem::rename(folder / "a.ome.tif", folder / "renamed.ome.tif");
    EXPECT_EQ(pages_of(folder / "renamed.ome.tif", 0, 0), (std::vector<int>{0, 1, 51, 52}));
    write_tiff(folder / "b.ome.tif", {}, nx + 1, ny, 3, [](int, int, int, int) { return std::uint64_t{1}; });
    EXPECT_TRUE(contains(file_error(folder / "renamed.ome.tif"), "b.ome.tif: page 2 has 7x4"));
    const std::string outside = "<TiffData><UUID FileName=\"../../etc/passwd\">urn:uuid:c</UUID></TiffData>";
    EXPECT_TRUE(
        contains(file_error(pages(
                     folder / "c.ome.tif", 1,
                     with_description(ome("DimensionOrder=\"XYZCT\" SizeZ=\"1\" SizeC=\"1\" SizeT=\"1\"", outside)))),
                 "does not lie in its folder"));
}

TEST(ReadTiffOme, WhatCannotBeIsRefused) {
    const ScratchFolder folder;
    const auto error = [&](const std::string &description, int count = 1) {
        return file_error(pages(folder / "f.ome.tif", count, with_description(description)));
    };
    const std::string one = "DimensionOrder=\"XYZCT\" SizeC=\"1\" SizeT=\"1\" ";
    EXPECT_TRUE(contains(error(ome(one + "SizeZ=\"3\"", "<TiffData/>"), 2), "page 3 is named, but 2 are there"));
    EXPECT_TRUE(contains(error(ome(one + "SizeZ=\"2\"", "<TiffData IFD=\"0\"/>"), 2), "no page for plane 1 of 2"));
    EXPECT_TRUE(
        contains(error(ome(one + "SizeZ=\"1\"", "<TiffData FirstZ=\"1\" IFD=\"0\"/>")), "outside of the image"));
    EXPECT_TRUE(contains(error(ome(one + "SizeZ=\"0\"")), "SizeZ=\"0\""));
    EXPECT_NE(error(ome("DimensionOrder=\"XYZCT\" SizeC=\"2000000000\" SizeT=\"2000000000\" SizeZ=\"2000000000\"")),
              "");
    EXPECT_TRUE(contains(error(ome("DimensionOrder=\"ZYXCT\" SizeC=\"1\" SizeT=\"1\" SizeZ=\"1\"")), "DimensionOrder"));
    EXPECT_TRUE(contains(error("<?xml version=\"1.0\"?><OME xmlns=\"x\"><Image>"), "damaged XML"));
    EXPECT_TRUE(contains(error("<?xml version=\"1.0\"?><OME xmlns=\"x\"></OME>"), "hold no image"));
    EXPECT_TRUE(contains(error("<?xml version=\"1.0\"?><OME xmlns=\"x\"><BinaryOnly MetadataFile=\"m.companion.ome\" "
                               "UUID=\"urn:uuid:m\"/></OME>"),
                         "m.companion.ome"));
    TiffStyle style = with_description(ome(one + "SizeZ=\"1\""));
    EXPECT_TRUE(contains(file_error(write_tiff(folder / "f.ome.tif", style, nx + 1, ny, 1,
                                               [](int, int, int, int) { return std::uint64_t{1}; })),
                         "6x4 voxels, its pages have 7x4"));
}

TEST(ReadTiffOme, SamplesOfAPixelAreChannels) {
    const ScratchFolder folder;
    TiffStyle style = with_description(ome("DimensionOrder=\"XYCZT\" SizeZ=\"3\" SizeC=\"2\" SizeT=\"1\"",
                                           "<Channel SamplesPerPixel=\"2\"/><TiffData/>"));
    style.samples = 2;
    const auto file = pages(folder / "f.ome.tif", 3, style);
    EXPECT_EQ(pages_of(file, 0, 0), (std::vector<int>{0, 1, 2}));
    EXPECT_EQ(pages_of(file, 1, 0), (std::vector<int>{100, 101, 102}));
}

TEST(ReadTiffOme, PagesOfOtherSamplesAreRefused) {
    const ScratchFolder folder;
    TIFF *tiff = TIFFOpen((folder / "f.ome.tif").c_str(), "w");
    TiffStyle style =
        with_description(ome("DimensionOrder=\"XYCZT\" SizeZ=\"1\" SizeC=\"3\" SizeT=\"1\"", "<TiffData IFD=\"1\"/>"));
    style.samples = 3;
    const TiffValue value = [](int, int, int, int) { return std::uint64_t{1}; };
    write_tiff_page(tiff, style, nx, ny, 0, value);
    TIFFWriteDirectory(tiff);
    style.samples = 1;
    write_tiff_page(tiff, style, nx, ny, 1, value);
    TIFFClose(tiff);
    ReadOptions options;
    options.channel = 2;
    EXPECT_TRUE(contains(file_error(folder / "f.ome.tif", options), "3 or 1 values per voxel"));
}

TEST(ReadTiffShape, AxesWithAndWithoutNames) {
    const ScratchFolder folder;
    const auto file = [&](const std::string &description, int count) {
        return pages(folder / "f.tif", count, with_description(description));
    };
    const auto stack = file(R"({"shape": [5, 4, 6]})", 5);
    EXPECT_EQ(pages_of(stack, 0, 0), (std::vector<int>{0, 1, 2, 3, 4}));
    const auto named = file(R"({"shape": [2, 3, 4, 6], "axes": "ZCYX"})", 6);
    EXPECT_EQ(pages_of(named, 1, 0), (std::vector<int>{1, 4}));
    const auto times = file(R"({"shape": [2, 3, 4, 6], "axes": "TZYX"})", 6);
    EXPECT_EQ(pages_of(times, 0, 1), (std::vector<int>{3, 4, 5}));
    const auto unnamed = file(R"({"shape": [2, 3, 4, 6]})", 6);
    EXPECT_EQ(pages_of(unnamed, 1, 0), (std::vector<int>{3, 4, 5}));
    EXPECT_TRUE(contains(all_notes(unnamed), "not named"));
    EXPECT_TRUE(contains(file_error(file(R"({"shape": [2, 2, 2, 4, 6], "axes": "ZHCYX"})", 8)), "axis 'H' of 2"));
}

TEST(ReadTiffResolution, DefaultsAreNotBelieved) {
    const ScratchFolder folder;
    const auto grid = [&](float dots, int unit) {
        TiffStyle style;
        style.resolution = dots;
        style.resolution_unit = unit;
        return read_volume_header(pages(folder / "f.tif", 2, style)).grid;
    };
    using enum LengthUnit;
    expect_spacing(grid(254, RESUNIT_INCH), {0.1, 0.1, 0.1}, millimeter);
    EXPECT_TRUE(contains(all_notes(folder / "f.tif"), "distance of slices is not stated"));
    expect_spacing(grid(20, RESUNIT_CENTIMETER), {0.5, 0.5, 0.5}, millimeter);
    for (const float dots : {1.0F, 72.0F, 96.0F}) {
        expect_spacing(grid(dots, RESUNIT_INCH), {1, 1, 1}, unknown);
        EXPECT_TRUE(contains(all_notes(folder / "f.tif"), fmt::format("states {:g} dots per inch", dots)));
    }
    expect_spacing(grid(28.346F, RESUNIT_CENTIMETER), {1, 1, 1}, unknown);
    expect_spacing(grid(5, RESUNIT_NONE), {1, 1, 1}, unknown);
    ReadOptions options;
    options.spacing = glm::dvec3(1, 2, 3);
    EXPECT_EQ(all_notes(folder / "f.tif", options), "");
}

TEST(ReadTiffResolution, ChannelsOfOtherFormatsAreSaidToHaveNoEffect) {
    ReadOptions options;
    options.channel = 1;
    const auto notes = read_volume_header("synthetic:sphere:8", options).notes;
    EXPECT_EQ(notes.at(0),
              Note("The chosen channel has no effect: this holds one channel.", {{Remedy::drop_choice, "channel"}}));
}

} // namespace voxmarch
