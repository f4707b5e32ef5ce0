// Tests of NIfTI-1, NIfTI-2 and ANALYZE files written byte by byte after nifti1.h and nifti2.h.
#include "base/error.h"
#include "volume/formats/read.h"
#include "volume_test_files.h"

#include <functional>
#include <limits>
#ifdef VOXMARCH_HAS_ZLIB
#include <zlib.h>
#endif

namespace voxmarch {

using namespace testing;

namespace {

constexpr int nx = 4, ny = 3, nz = 2, times = 2;

// A header as a string of zero bytes into which numbers are put; big endian if asked for.
struct Header {
    std::string bytes;
    bool big = false;

    template <typename T> void put(std::size_t at, T value) {
        bytes.replace(at, sizeof(T), big ? swapped_bytes_of<T>({value}) : bytes_of<T>({value}));
    }
};

// sizeof_hdr 0, dim 40 (int16), datatype 70, bitpix 72, pixdim 76, vox_offset 108, xyzt_units 123, sform_code 254,
// srow 280, magic 344.
Header first(const std::string &magic = std::string("n+1\0", 4), bool big = false, std::int16_t volumes = times) {
    Header header{std::string(348, '\0'), big};
    header.put<std::int32_t>(0, 348);
    const std::int16_t dims[] = {4, nx, ny, nz, volumes, 1, 1, 1};
    for (std::size_t i = 0; i < 8; ++i) {
        header.put<std::int16_t>(40 + 2 * i, dims[i]);
    }
    header.put<std::int16_t>(70, 4);
    header.put<std::int16_t>(72, 16);
    for (std::size_t i = 0; i < 4; ++i) {
        header.put<float>(76 + 4 * i, static_cast<float>(i));
    }
    header.put<float>(108, magic[1] == '+' ? 352.0f : 0.0f);
    header.bytes[123] = 3; // micrometre
    header.bytes.replace(344, 4, magic);
    return header;
}

void put_matrix(Header &header) {
    const float rows[] = {0, -2, 0, 10, 1, 0, 0, 20, 0, 0, 3, 30};
    header.put<std::int16_t>(254, 1);
    for (std::size_t i = 0; i < 12; ++i) {
        header.put<float>(280 + 4 * i, rows[i]);
    }
}

// sizeof_hdr 0, magic 4, datatype 12, bitpix 14, dim 16 (int64), pixdim 104 (double), vox_offset 168, slope 176,
// sform_code 348, srow 400 (double), xyzt_units 500.
Header second(bool big) {
    Header header{std::string(540, '\0'), big};
    header.put<std::int32_t>(0, 540);
    header.bytes.replace(4, 8, std::string("n+2\0\r\n\x1a\n", 8));
    header.put<std::int16_t>(12, 4);
    header.put<std::int16_t>(14, 16);
    const std::int64_t dims[] = {4, nx, ny, nz, times, 1, 1, 1};
    for (std::size_t i = 0; i < 8; ++i) {
        header.put<std::int64_t>(16 + 8 * i, dims[i]);
    }
    for (std::size_t i = 0; i < 4; ++i) {
        header.put<double>(104 + 8 * i, static_cast<double>(i));
    }
    header.put<std::int64_t>(168, 544);
    header.put<std::int32_t>(348, 1);
    const double rows[] = {0, -2, 0, 10, 1, 0, 0, 20, 0, 0, 3, 30};
    for (std::size_t i = 0; i < 12; ++i) {
        header.put<double>(400 + 8 * i, rows[i]);
    }
    header.put<std::int32_t>(500, 2);
    return header;
}

std::string voxels(bool big) {
    std::vector<std::int16_t> values;
    for (int i = 0; i < nx * ny * nz * times; ++i) {
        values.push_back(static_cast<std::int16_t>(i - 5));
    }
    return big ? swapped_bytes_of(values) : bytes_of(values);
}

std::string packed(const std::string &bytes) {
#ifdef VOXMARCH_HAS_ZLIB
    z_stream z{};
    deflateInit2(&z, 6, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY);
    std::string out(deflateBound(&z, bytes.size()) + 64, '\0');
    z.next_in = reinterpret_cast<Bytef *>(const_cast<char *>(bytes.data()));
    z.avail_in = static_cast<uInt>(bytes.size());
    z.next_out = reinterpret_cast<Bytef *>(out.data());
    z.avail_out = static_cast<uInt>(out.size());
    deflate(&z, Z_FINISH);
    out.resize(z.total_out);
    deflateEnd(&z);
    return out;
#else
    return bytes;
#endif
}

// Volume number `time`, at the place of the matrix above: 10 - 2 y to the right, 20 + x to the front, 30 + 3 z up.
void expect_volume(const std::string &file, int time) {
    SCOPED_TRACE(file);
    ReadOptions options;
    options.time = time;
    const Volume volume = read_volume(file, options);
    ASSERT_EQ(volume.grid().dims, (std::array<int, 3>{nx, ny, nz}));
    for (int i = 0; i < nx * ny * nz; ++i) {
        ASSERT_EQ(volume.value(i % nx, i / nx % ny, i / nx / ny), i + time * nx * ny * nz - 5);
    }
    const auto place = glm::dvec3(volume.grid().world_from_voxel() * glm::dvec4(3, 2, 1, 1));
    EXPECT_NEAR(glm::distance(place, glm::dvec3(-(10 - 4), -(20 + 3), 33)), 0.0, 1e-5);
    EXPECT_TRUE(volume.grid().anatomical);
    ASSERT_EQ(volume.header().notes.size(), 1U);
    EXPECT_TRUE(contains(volume.header().notes[0], "2 volumes (times); number " + std::to_string(time)));
}

} // namespace

TEST(ReadNifti, SecondVersionInBothByteOrders) {
    const ScratchFolder folder;
    for (const bool big : {false, true}) {
        for (const int time : {0, 1}) {
            const std::string content = second(big).bytes + std::string(4, '\0') + voxels(big);
            expect_volume(write_file(folder / "f.nii", content), time);
            EXPECT_EQ(read_volume_header(folder / "f.nii").grid.unit, LengthUnit::millimeter);
            EXPECT_EQ(read_volume_header(folder / "f.nii").format, "NIfTI-2");
#ifdef VOXMARCH_HAS_ZLIB
            expect_volume(write_file(folder / "f.nii.gz", packed(content)), time);
#endif
        }
    }
}

TEST(ReadNifti, HeaderAndImageSideBySide) {
    const ScratchFolder folder;
    for (const bool big : {false, true}) {
        Header header = first(std::string("ni1\0", 4), big);
        put_matrix(header);
        write_file(folder / "f.hdr", header.bytes);
        write_file(folder / "f.img", voxels(big));
        write_file(folder / "g.img", std::string(1000, '\x01')); // another file's voxels are never shown
        expect_volume(folder / "f.hdr", 1);
        expect_volume(folder / "f.img", 1);
        EXPECT_EQ(read_volume_header(folder / "f.hdr").grid.unit, LengthUnit::micrometer);
    }
    EXPECT_TRUE(contains(message_of<FileError>([&] { read_volume(folder / "g.img"); }), "raw voxels need"));
    EXPECT_TRUE(contains(message_of<FileError>([&] { read_volume(folder / "g.img"); }),
                         "its header, the same name with .hdr, is missing"));
    std::filesystem::remove(folder / "f.img");
    EXPECT_TRUE(contains(message_of<FileError>([&] { read_volume(folder / "f.hdr"); }), "no voxels beside it"));
}

// Method 2 of nifti1.h: a quarter turn about z, steps 1, 2 and 3; pixdim[0] says whether slices go up or down.
TEST(ReadNifti, TheQuaternionTurnsAndItsSignSaysWhereSlicesGo) {
    const ScratchFolder folder;
    for (const float sign : {1.0f, -1.0f}) {
        Header header = first();
        header.put<float>(76, sign);
        header.put<std::int16_t>(252, 1);
        const float numbers[] = {0.0f, 0.0f, std::sqrt(0.5f), 10.0f, 20.0f, 30.0f}; // b, c, d, offset
        for (std::size_t i = 0; i < 6; ++i) {
            header.put<float>(256 + 4 * i, numbers[i]);
        }
        const Volume volume =
            read_volume(write_file(folder / "f.nii", header.bytes + std::string(4, '\0') + voxels(false)));
        const auto place = glm::dvec3(volume.grid().world_from_voxel() * glm::dvec4(3, 2, 1, 1));
        const glm::dvec3 ras(10.0 - 2.0 * 2.0, 20.0 + 3.0, 30.0 + 3.0 * sign);
        EXPECT_NEAR(glm::distance(place, glm::dvec3(-ras.x, -ras.y, ras.z)), 0.0, 1e-4) << sign;
    }
}

TEST(ReadNifti, AnalyzeSaysThatItDoesNotKnowTheSides) {
    const ScratchFolder folder;
    write_file(folder / "f.hdr", first(std::string(4, '\0'), true, 0).bytes); // no time axis: 0
    write_file(folder / "f.img", voxels(true));
    const Volume volume = read_volume(folder / "f.img");
    EXPECT_EQ(volume.header().format, "ANALYZE");
    EXPECT_EQ(volume.value(1, 0, 0), -4);
    EXPECT_EQ(volume.grid().spacing, glm::dvec3(1, 2, 3));
    EXPECT_FALSE(volume.grid().anatomical);
    ASSERT_FALSE(volume.header().notes.empty());
    EXPECT_TRUE(contains(volume.header().notes[0], "how the patient lies"));
}

TEST(ReadNifti, SlopeAndInterceptScale) {
    const ScratchFolder folder;
    Header header = first();
    put_matrix(header);
    header.put<float>(112, 0.5f);
    header.put<float>(116, -3.0f);
    const Volume volume =
        read_volume(write_file(folder / "f.nii", header.bytes + std::string(4, '\0') + voxels(false)));
    EXPECT_EQ(volume.type(), ScalarType::f32);
    EXPECT_EQ(volume.value(2, 0, 0), -3 * 0.5 - 3);
    EXPECT_TRUE(contains(volume.header().notes.back(), "times 0.5 plus -3"));
}

// nibabel refuses a scl_inter that is not finite ("Valid slope but invalid intercept"), takes a scl_slope that is not
// finite for "not scaled", and writes NaN for it; here infinity, which no program writes on purpose, is an error, too.
TEST(ReadNifti, ScalesThatLeaveNoValueAreRefused) {
    constexpr float nan = std::numeric_limits<float>::quiet_NaN(), infinity = std::numeric_limits<float>::infinity();
    const ScratchFolder folder;
    Header header = first();
    put_matrix(header);
    const auto scaled = [&](float slope, float intercept) {
        header.put<float>(112, slope);
        header.put<float>(116, intercept);
        return write_file(folder / "f.nii", header.bytes + std::string(4, '\0') + voxels(false));
    };
    for (const auto &[slope, intercept] :
         {std::pair{infinity, 0.0f}, {-infinity, nan}, {1.0f, infinity}, {2.0f, nan}}) {
        const auto file = scaled(slope, intercept);
        EXPECT_TRUE(contains(message_of<FileError>([&] { read_volume_header(file); }), "scl_slope")) << slope;
    }
    for (const auto &[slope, intercept] : {std::pair{0.0f, infinity}, {0.0f, nan}, {nan, nan}, {nan, 3.0f}}) {
        const Volume stored = read_volume(scaled(slope, intercept));
        EXPECT_EQ(stored.type(), ScalarType::i16) << slope;
        EXPECT_EQ(stored.value(0, 0, 0), -5) << slope;
    }
}

TEST(ReadNifti, RefusesWhatIsNotThere) {
    const ScratchFolder folder;
    Header header = first();
    put_matrix(header);
    const std::string whole = header.bytes + std::string(4, '\0') + voxels(false);
    ReadOptions options;
    options.time = 2;
    EXPECT_TRUE(
        contains(message_of<UsageError>([&] { read_volume(write_file(folder / "f.nii", whole), options); }), "0 to 1"));
    options.time = 1;
    const auto cut = write_file(folder / "f.nii", whole.substr(0, whole.size() - 1));
    EXPECT_TRUE(contains(message_of<FileError>([&] { read_volume(cut, options); }), "truncated"));
    EXPECT_EQ(read_volume(cut).value(0, 0, 0), -5); // the first volume is whole
    header.put<std::int16_t>(70, 32);
    const auto complex = write_file(folder / "c.nii", header.bytes + std::string(1000, '\0'));
    EXPECT_TRUE(contains(message_of<FileError>([&] { read_volume(complex); }), "2 values per voxel"));
}

TEST(ReadNifti, StatedStepsThatAreInfiniteAreNotTaken) {
    const ScratchFolder folder;
    Header header = first();
    put_matrix(header);
    header.put<float>(84, std::numeric_limits<float>::infinity());
    const auto file = write_file(folder / "i.nii", header.bytes + std::string(4, '\0') + voxels(false));
    EXPECT_EQ(read_volume(file).header().grid.spacing, glm::dvec3(1, 2, 3));
}

TEST(ReadNifti, ColoursLieSideBySideAndVectorsBehindEachOther) {
    const ScratchFolder folder;
    Header header = first();
    put_matrix(header);
    std::int16_t dims[8];
    std::memcpy(dims, header.bytes.data() + 40, sizeof dims);
    const int count = dims[1] * dims[2] * dims[3];
    std::string values;
    for (int i = 0; i < 4 * count * 2; ++i) {
        values += static_cast<char>(i % 251);
    }
    for (const auto &[code, components] : {std::pair<std::int16_t, int>{128, 3}, {2304, 4}, {2, 3}}) {
        SCOPED_TRACE(code);
        const bool vectors = code == 2;
        header.put<std::int16_t>(40, vectors ? 5 : 3);
        header.put<std::int16_t>(40 + 8, vectors ? 2 : 1);
        header.put<std::int16_t>(40 + 10, vectors ? components : 1);
        header.put<std::int16_t>(70, code);
        header.put<std::int16_t>(72, vectors ? 8 : 8 * components);
        const auto file = write_file(folder / "c.nii", header.bytes + std::string(4, '\0') + values);
        ReadOptions options;
        options.time = vectors ? 1 : 0;
        for (int channel = 0; channel < components; ++channel) {
            options.channel = channel;
            const Volume volume = read_volume(file, options);
            EXPECT_EQ(volume.type(), ScalarType::u8);
            ASSERT_EQ(volume.header().channels.size(), static_cast<std::size_t>(components));
            EXPECT_TRUE(volume.header().channels_are_colors);
            for (const int i : {0, 1, count - 1}) {
                const int x = i % dims[1], y = i / dims[1] % dims[2], z = i / dims[1] / dims[2];
                const int place = vectors ? (channel * 2 + 1) * count + i : i * components + channel;
                EXPECT_EQ(volume.value(x, y, z), place % 251) << channel << " " << i;
            }
        }
        options.channel = components;
        EXPECT_TRUE(contains(message_of<UsageError>([&] { read_volume(file, options); }), "0 to"));
    }
}

} // namespace voxmarch
