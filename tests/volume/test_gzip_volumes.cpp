// Packed volumes that are large enough to be unpacked at once: the same voxels and the same words as in pieces.
#ifdef VOXMARCH_HAS_ZLIB
#include "base/error.h"
#include "volume/formats/packing/deflate.h"
#include "volume/formats/read.h"
#include "volume_test_files.h"

#include <algorithm>
#include <gtest/gtest.h>

namespace voxmarch {
using namespace testing;

namespace {

constexpr std::size_t edge = 64;
const std::string head = "NRRD0004\ntype: uint8\ndimension: 3\nsizes: 64 64 64\nencoding: gzip\n";

std::string voxels() {
    std::string bytes(edge * edge * edge, '\0');
    std::uint32_t state = 7;
    for (char &byte : bytes) {
        state = state * 1664525u + 1013904223u;
        byte = static_cast<char>((state >> 24) & 0x1fu);
    }
    return bytes;
}

std::string gzipped(const std::string &bytes) {
    std::string packed;
    gzip(std::as_bytes(std::span(bytes)), [&](std::span<const std::byte> piece) {
        packed.append(reinterpret_cast<const char *>(piece.data()), piece.size());
    });
    return packed;
}

std::string read_bytes(const std::string &header, const std::string &packed) {
    const ScratchFolder folder;
    const Volume volume = read_volume(write_file(folder / "g.nrrd", header + "\n" + packed));
    return {reinterpret_cast<const char *>(volume.bytes().data()), volume.bytes().size()};
}

std::string error_of(const std::string &packed) {
    return message_of<FileError>([&] { read_bytes(head, packed); });
}

TEST(GzipVolumes, members_and_skipped_bytes_give_the_voxels) {
    const std::string wanted = voxels();
    EXPECT_TRUE(read_bytes(head, gzipped(wanted)) == wanted);
    EXPECT_TRUE(read_bytes(head, gzipped("") + gzipped(wanted.substr(0, 99)) + gzipped(wanted.substr(99))) == wanted);
    EXPECT_TRUE(read_bytes(head + "byte skip: 352\n", gzipped(std::string(352, 'x') + wanted)) == wanted);
    EXPECT_TRUE(read_bytes(head + "byte skip: 400000\n", gzipped(std::string(400000, 'x') + wanted)) == wanted);
    EXPECT_TRUE(read_bytes(head, gzipped(wanted) + "what follows is nobody's") == wanted);
    EXPECT_TRUE(read_bytes(head, gzipped(wanted + "more than needed")) == wanted);
    EXPECT_TRUE(read_bytes(head, gzipped(wanted) + gzipped("another member")) == wanted);
}

TEST(GzipVolumes, packing_in_pieces_gives_one_stream_that_zlib_reads) {
    for (const std::size_t size : {std::size_t{0}, std::size_t{1}, std::size_t{1} << 20, (std::size_t{3} << 20) + 77}) {
        std::string bytes(size, '\0');
        for (std::size_t i = 0; i < size; ++i) { // noise beside what repeats across the borders of pieces
            bytes[i] = static_cast<char>(i % 5000 < 40 ? i * 2654435761u >> 24 : i % 5000);
        }
        const std::string packed = gzipped(bytes);
        const std::vector<std::byte> back =
            inflate_all(std::as_bytes(std::span(packed)), DeflateWrapper::gzip_or_zlib, size + 1, "packed");
        EXPECT_TRUE(std::ranges::equal(back, std::as_bytes(std::span(bytes)))) << size;
        EXPECT_LT(packed.size(), size / 5 + 100) << "pieces know what came before them";
    }
}

TEST(GzipVolumes, what_is_wrong_is_named) {
    const std::string packed = gzipped(voxels());
    EXPECT_TRUE(contains(error_of(packed.substr(0, packed.size() / 2)), "truncated: the gzip data end early"));
    EXPECT_TRUE(contains(error_of(packed.substr(0, packed.size() - 1)), "truncated: the gzip data end early"));
    EXPECT_TRUE(contains(error_of(gzipped(voxels().substr(1))), "truncated: the gzip data end early"));
    EXPECT_TRUE(contains(error_of(gzipped(voxels().substr(9)) + "garbage behind"), "corrupt gzip data"));
    std::string wrong = packed;
    wrong[wrong.size() - 6] = static_cast<char>(wrong[wrong.size() - 6] ^ 1); // the checksum
    EXPECT_TRUE(contains(error_of(wrong), "corrupt gzip data (incorrect data check)"));
    wrong = packed;
    wrong[wrong.size() / 2] = static_cast<char>(wrong[wrong.size() / 2] ^ 0x5a);
    EXPECT_TRUE(contains(error_of(wrong), "corrupt gzip data"));
}

#ifdef VOXMARCH_HAS_LIBDEFLATE
TEST(GzipVolumes, are_unpacked_at_once_where_all_fits) {
    const std::string wanted = voxels(), packed = gzipped(wanted), two = gzipped("") + packed;
    std::string out(wanted.size(), '\0');
    const auto inflates = [&](const std::string &from, std::size_t room) {
        out.assign(room, '\0');
        return inflate_at_once(std::as_bytes(std::span(from)), std::as_writable_bytes(std::span(out)));
    };
    EXPECT_TRUE(inflates(packed, wanted.size()) && out == wanted);
    EXPECT_TRUE(inflates(two, wanted.size()) && out == wanted);
    EXPECT_FALSE(inflates(packed, wanted.size() - 1));
    EXPECT_FALSE(inflates(packed, wanted.size() + 1));
    EXPECT_FALSE(inflates(packed.substr(0, packed.size() - 1), wanted.size()));
    EXPECT_FALSE(inflates("", wanted.size()));
}
#endif

} // namespace
} // namespace voxmarch
#endif
