// Tells packed files, texts and other programs' formats apart by their first bytes.
#include "volume/foreign_file.h"

#include "volume/checked_size.h"
#include "volume/deflate.h"
#include "volume/raw_guess.h"
#include "volume/text.h"

#include <algorithm>
#include <cctype>
#include <fmt/format.h>
#include <fstream>
#include <string_view>

namespace voxmarch {

namespace {

namespace fs = std::filesystem;
using namespace std::string_view_literals;

constexpr std::size_t head_size = 512;

struct Magic {
    std::string_view bytes;
    std::size_t at;
    const char *words;
};

constexpr Magic packings[] = {
    {"\x1f\x8b"sv, 0, "gzip"},
    {"\xfd"
     "7zXZ\0"sv,
     0, "xz"},
    {"BZh"sv, 0, "bzip2"},
    {"PK\x03\x04"sv, 0, "zip"},
    {"\x28\xb5\x2f\xfd"sv, 0, "zstd"},
    {"7z\xbc\xaf\x27\x1c"sv, 0, "7z"},
    {"Rar!"sv, 0, "rar"},
};

constexpr Magic contents[] = {
    {"ustar"sv, 257, "a tar archive"},
    {"NRRD000"sv, 0, "an NRRD file"},
    {"DICM"sv, 128, "a DICOM file"},
    {"n+1"sv, 344, "a NIfTI file"},
    {"n+2"sv, 4, "a NIfTI-2 file"},
    {"II*\0"sv, 0, "a TIFF file"},
    {"MM\0*"sv, 0, "a TIFF file"},
    {"\x89PNG"sv, 0, "a PNG file"},
    {"<VTKFile"sv, 0, "a VTK file"},
    {"# vtk DataFile"sv, 0, "a VTK file"},
    {"\x89HDF\r\n"sv, 0, "an HDF5 file (MINC 2, Imaris, MATLAB)"},
    {"CDF\x01"sv, 0, "a netCDF file (MINC)"},
    {"CDF\x02"sv, 0, "a netCDF file (MINC)"},
    {"\x93NUMPY"sv, 0, "a NumPy array"},
    {"MATLAB 5.0"sv, 0, "a MATLAB file"},
    {"%PDF"sv, 0, "a PDF document"},
    {"\xff\xd8\xff"sv, 0, "a JPEG picture"},
    {"GIF8"sv, 0, "a GIF picture"},
    {"TRACK\0"sv, 0, "tracts of TrackVis"},
    {"# === DATA DESCRIPTION FILE"sv, 0, "a Philips PAR header"},
    {"\0\0\0\x01"sv, 0, "perhaps an MGH volume of FreeSurfer"},
};

bool has(std::string_view head, const Magic &magic) {
    return head.size() >= magic.at + magic.bytes.size() && head.substr(magic.at, magic.bytes.size()) == magic.bytes;
}

const Magic *find(std::span<const Magic> list, std::string_view head) {
    const auto found = std::find_if(list.begin(), list.end(), [&](const Magic &magic) { return has(head, magic); });
    return found == list.end() ? nullptr : &*found;
}

// No control characters but white space; bytes above 127 may be UTF-8.
bool is_text(std::string_view head) {
    return !head.empty() && std::all_of(head.begin(), head.end(), [](char c) {
        const auto code = static_cast<unsigned char>(c);
        return code >= 128 || std::isprint(code) != 0 || std::isspace(code) != 0;
    });
}

std::string plain_head(const fs::path &file, std::size_t most) {
    std::string head(most, '\0');
    std::ifstream stream(file, std::ios::binary);
    stream.read(head.data(), static_cast<std::streamsize>(most));
    head.resize(static_cast<std::size_t>(stream.gcount()));
    return head;
}

std::string unpack_hint(std::string_view packing, bool is_tar, const std::string &name) {
    if (is_tar)
        return fmt::format("tar -xf {}", name);
    if (packing == "gzip")
        return fmt::format("gunzip {}", name);
    if (packing == "zip")
        return fmt::format("unzip {}", name);
    return packing == "xz" || packing == "bzip2" || packing == "zstd" ? fmt::format("{} -d {}", packing, name)
                                                                      : fmt::format("7z x {}", name);
}

} // namespace

std::vector<std::byte> first_bytes(const fs::path &file, std::size_t most) {
    std::string head = plain_head(file, std::max<std::size_t>(most, 1 << 16));
    const auto bytes = std::as_bytes(std::span(head));
    if (has(head, packings[0]))
        return inflate_head(bytes, most);
    return {bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(std::min(most, bytes.size()))};
}

std::optional<std::string> foreign_kind(const fs::path &file) {
    const std::string head = plain_head(file, head_size);
    const std::string name = file.filename().string();
    if (const Magic *packing = find(packings, head)) {
        const auto inner = first_bytes(file, head_size);
        const std::string_view text(reinterpret_cast<const char *>(inner.data()), inner.size());
        const Magic *content = packing == packings ? find(contents, text) : nullptr;
        const bool is_tar =
            text::lower(name).find(".tar") != std::string::npos || (content != nullptr && content == contents);
        const std::string holds = is_tar               ? " and holds a tar archive"
                                  : content != nullptr ? fmt::format(" and holds {}", content->words)
                                                       : std::string();
        return fmt::format("is packed with {}{}; unpack it first ({})", packing->words, holds,
                           unpack_hint(packing->words, is_tar, name));
    }
    if (const Magic *content = find(contents, head))
        return fmt::format("is {}, which is not read here", content->words);
    if (is_text(head))
        return "is text and no volume";
    return std::nullopt;
}

std::string raw_suggestion(const fs::path &file) {
    std::error_code problem;
    const auto size = fs::file_size(file, problem);
    if (problem)
        return {};
    for (const auto &guess : guess_raw_layouts(file.filename().string(), size))
        if (fit_of(guess, size).exact() && !guess.offset)
            return fmt::format(" (--raw {} fits its size)", to_text(guess));
    return {};
}

} // namespace voxmarch
