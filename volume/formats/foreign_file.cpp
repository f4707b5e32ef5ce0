// Tells packed files, texts and other programs' formats apart by their first bytes.
#include "volume/formats/foreign_file.h"

#include "base/checked_size.h"
#include "base/text.h"
#include "volume/formats/packing/deflate.h"
#include "volume/formats/raw_guess.h"

#include <algorithm>
#include <cctype>
#include <fmt/format.h>
#include <fstream>
#include <initializer_list>
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

// What can stand in a file, packed or plain.
struct Content {
    Magic magic;
    const char *ending = nullptr; ///< of such files, if they are read here
};

constexpr Content tar{{"ustar"sv, 257, "a tar archive"}};

constexpr Content contents[] = {
    tar,
    {{"NRRD000"sv, 0, "an NRRD file"}, ".nrrd"},
    {{"DICM"sv, 128, "a DICOM file"}, ".dcm"},
    {{"n+1"sv, 344, "a NIfTI file"}, ".nii"},
    {{"n+2"sv, 4, "a NIfTI-2 file"}, ".nii"},
    {{"II*\0"sv, 0, "a TIFF file"}, ".tif"},
    {{"MM\0*"sv, 0, "a TIFF file"}, ".tif"},
    {{"\x89PNG"sv, 0, "a PNG file"}, ".png"},
    {{"<VTKFile"sv, 0, "a VTK file"}, ".vti"},
    {{"# vtk DataFile"sv, 0, "a VTK file"}, ".vtk"},
    {{"\x89HDF\r\n"sv, 0, "an HDF5 file"}, ".h5"},
    {{"CDF\x01"sv, 0, "a netCDF file (MINC)"}},
    {{"CDF\x02"sv, 0, "a netCDF file (MINC)"}},
    {{"\x93NUMPY"sv, 0, "a NumPy array"}, ".npy"},
    {{"MATLAB 5.0"sv, 0, "a MATLAB file"}},
    {{"%PDF"sv, 0, "a PDF document"}},
    {{"\xff\xd8\xff"sv, 0, "a JPEG picture"}},
    {{"GIF8"sv, 0, "a GIF picture"}},
    {{"TRACK\0"sv, 0, "tracts of TrackVis"}},
    {{"# === DATA DESCRIPTION FILE"sv, 0, "a Philips PAR header"}},
};

bool has(std::string_view head, const Magic &magic) {
    return head.size() >= magic.at + magic.bytes.size() && head.substr(magic.at, magic.bytes.size()) == magic.bytes;
}

const Content *find_content(std::string_view head) {
    const auto found = std::find_if(std::begin(contents), std::end(contents),
                                    [&](const Content &content) { return has(head, content.magic); });
    return found == std::end(contents) ? nullptr : &*found;
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
    if (is_tar) {
        return fmt::format("tar -xf {}", name);
    }
    if (packing == "gzip") {
        return fmt::format("gunzip {}", name);
    }
    if (packing == "zip") {
        return fmt::format("unzip {}", name);
    }
    return packing == "xz" || packing == "bzip2" || packing == "zstd" ? fmt::format("{} -d {}", packing, name)
                                                                      : fmt::format("7z x {}", name);
}

bool ends_with_any(std::string_view name, std::initializer_list<const char *> endings) {
    return std::any_of(endings.begin(), endings.end(), [&](const char *ending) { return name.ends_with(ending); });
}

// The first of the attributes that AFNI's headers are made of.
bool is_afni_header(std::string_view head) {
    const std::string text = text::trim(head.substr(0, 64));
    return text.starts_with("type") && text.find("-attribute") != std::string::npos;
}

// Formats that other programs turn into volumes, and what is none: a sentence without subject that says what to do.
std::optional<std::string> convertible_kind(std::string_view head, const fs::path &file) {
    const std::string name = file.filename().string();
    const std::string lower = text::lower(name);
    const bool is_packed = ends_with_any(lower, {".gz", ".bz2", ".z"});
    const std::string stem = (is_packed ? file.stem() : file.filename()).stem().string();
    if (is_afni_header(head) || ends_with_any(lower, {".brik", ".brik.gz", ".brik.bz2", ".brik.z"})) {
        return fmt::format("is half of an AFNI dataset (.HEAD and .BRIK), which is not read here; make NIfTI of both "
                           "first (3dAFNItoNIFTI {0}, or nib-convert {0}.HEAD {0}.nii.gz of nibabel)",
                           stem);
    }
    const bool is_xml = head.starts_with("<?xml") || head.starts_with("<!DOCTYPE") || head.starts_with("<GIFTI");
    if ((is_xml && head.find("GIFTI") != std::string_view::npos) || ends_with_any(lower, {".gii.bz2", ".gii.xz"})) {
        return gifti_words;
    }
    return std::nullopt;
}

// Of a packed file: what is in it, if it can be seen, and whether to unpack it.
std::string packed_kind(std::string_view packing, std::string_view inside, const std::string &name) {
    const Content *content = packing == "gzip" ? find_content(inside) : nullptr;
    const bool is_tar = text::lower(name).find(".tar") != std::string::npos ||
                        (content != nullptr && content->magic.words == tar.magic.words);
    const char *words = is_tar ? tar.magic.words : content != nullptr ? content->magic.words : nullptr;
    const std::string holds = words != nullptr ? fmt::format(" and holds {}", words) : "";
    if (content != nullptr && !is_tar && content->ending == nullptr) {
        return fmt::format("is packed with {}{}, which is not read here", packing, holds);
    }
    return fmt::format("is packed with {}{}; unpack it first ({})", packing, holds, unpack_hint(packing, is_tar, name));
}

} // namespace

bool is_mgh(std::string_view head) {
    if (head.size() < 24) {
        return false;
    }
    const auto number = [&](std::size_t i) {
        std::uint32_t value = 0;
        for (std::size_t k = 4 * i; k < 4 * i + 4; ++k) {
            value = value << 8 | static_cast<unsigned char>(head[k]);
        }
        return value;
    };
    const auto is_size = [&](std::size_t i) { return number(i) >= 1 && number(i) < 1U << 20; };
    return number(0) == 1 && is_size(1) && is_size(2) && is_size(3) && is_size(4) && number(5) <= 10;
}

std::vector<std::byte> first_bytes(const fs::path &file, std::size_t most) {
    std::string head = plain_head(file, std::max<std::size_t>(most, 1 << 16));
    const auto bytes = std::as_bytes(std::span(head));
    if (has(head, packings[0])) {
        return inflate_head(bytes, most);
    }
    return {bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(std::min(most, bytes.size()))};
}

std::optional<std::string> foreign_kind(const fs::path &file) {
    const std::string head = plain_head(file, head_size);
    const auto packing =
        std::find_if(std::begin(packings), std::end(packings), [&](const Magic &magic) { return has(head, magic); });
    const auto unpacked = packing == packings ? first_bytes(file, head_size) : std::vector<std::byte>();
    const std::string_view inside =
        packing == packings ? std::string_view(reinterpret_cast<const char *>(unpacked.data()), unpacked.size())
                            : std::string_view(head);
    if (const auto kind = convertible_kind(inside, file)) {
        return kind;
    }
    if (packing != std::end(packings)) {
        return packed_kind(packing->words, inside, file.filename().string());
    }
    if (const Content *content = find_content(head)) {
        return content->ending != nullptr ? fmt::format("is {}, but not named like one; rename it to end with {}",
                                                        content->magic.words, content->ending)
                                          : fmt::format("is {}, which is not read here", content->magic.words);
    }
    if (is_text(head)) {
        return "is text and no volume";
    }
    return std::nullopt;
}

Advice raw_advice(const fs::path &file) {
    std::error_code problem;
    const auto size = fs::file_size(file, problem);
    if (!problem) {
        for (const auto &guess : guess_raw_layouts(file.filename().string(), size)) {
            if (fit_of(guess, size).exact() && !guess.offset) {
                return {Remedy::raw_layout, to_text(guess)};
            }
        }
    }
    return {Remedy::raw_layout};
}

} // namespace voxmarch
