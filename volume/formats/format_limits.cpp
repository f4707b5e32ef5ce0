// Finds where the voxels of foreign formats begin, and compares what follows with what is claimed.
#include "volume/formats/format_limits.h"

#include "base/checked_size.h"
#include "base/error.h"
#include "base/text.h"
#include "volume/formats/byte_source.h"
#include "volume/formats/file_grid.h"
#include "volume/formats/header_fields.h"

#include <algorithm>
#include <fmt/format.h>
#include <fstream>
#include <set>

namespace voxmarch {

namespace {

namespace fs = std::filesystem;

std::uint64_t bytes_after(const DataPlace &place) {
    const std::uint64_t size = size_of_file(place.file);
    return size - std::min(size, place.offset);
}

void check_sizes(const std::string &value, std::int64_t axes, const fs::path &header) {
    const auto words = text::words(value);
    const auto is_size = [](const std::string &word) { return text::to_integer(word).value_or(0) >= 1; };
    if (static_cast<std::int64_t>(words.size()) != axes || !std::all_of(words.begin(), words.end(), is_size)) {
        throw FileError(header, fmt::format("DimSize = {} is not valid for {} axes", value, axes));
    }
}

// Keys that decide about the voxels.
bool is_decisive(const std::string &key) {
    static const std::set<std::string> keys = {"NDims",      "DimSize",        "ElementType",    "HeaderSize",
                                               "BinaryData", "CompressedData", "ElementDataFile"};
    return keys.contains(key);
}

// The key of a line, empty if it has none. ITK also takes a colon for the sign of equality, and the last of several
// lines of one key: where that would change the voxels the header is refused.
std::string checked_key(const std::string &line, const std::set<std::string> &before, const fs::path &header) {
    const auto sign = line.find_first_of("=:");
    const std::string key = sign == std::string::npos ? "" : text::trim(line.substr(0, sign));
    if (!is_decisive(key)) {
        return sign != std::string::npos && line[sign] == '=' ? key : "";
    }
    if (line[sign] == ':') {
        throw FileError(
            header, fmt::format("its MetaImage header holds a line that is not Key = Value: '{}'", line.substr(0, 40)));
    }
    if (before.contains(key)) {
        throw FileError(header, fmt::format("its MetaImage header states {} twice", key));
    }
    return key;
}

// Reads "Key = Value" lines up to ElementDataFile, the last one of a MetaImage header.
DataPlace meta_data(const fs::path &header) {
    std::ifstream stream(header, std::ios::binary);
    DataPlace place;
    std::set<std::string> keys;
    std::string line;
    std::int64_t header_size = 0;
    std::int64_t axes = 0;
    for (int lines = 0; lines < 1000 && std::getline(stream, line) && line.size() < 10000; ++lines) {
        const std::string key = checked_key(line, keys, header);
        if (key.empty()) {
            continue;
        }
        const std::string value = text::trim(line.substr(line.find('=') + 1));
        keys.insert(key);
        if (key == "NDims") {
            axes = text::to_integer(value).value_or(0);
            if (axes < 1 || axes > 10) {
                throw FileError(header, fmt::format("NDims = {} is no number of axes", value.substr(0, 40)));
            }
        }
        if (key == "DimSize") {
            check_sizes(value, axes, header);
        }
        if (key == "CompressedData") {
            place.packed = text::lower(value) == "true";
        }
        if (key == "BinaryData") {
            place.ascii = text::lower(value) == "false";
        }
        if (key == "HeaderSize") {
            header_size = text::to_integer(value).value_or(0);
        }
        if (key != "ElementDataFile") {
            continue;
        }
        if (!keys.contains("NDims") || !keys.contains("DimSize") || !keys.contains("ElementType")) {
            throw FileError(header, "its MetaImage header lacks NDims, DimSize or ElementType");
        }
        const auto words = text::words(value);
        if (value.starts_with("LIST") || (words.size() > 1 && value.find('%') != std::string::npos)) {
            throw FileError(header, "its voxels lie in several data files, which is not supported");
        }
        const bool local = text::lower(value) == "local";
        place.file = local ? header : resolve_data_file(header, value);
        place.offset = local ? static_cast<std::uint64_t>(std::max<std::streamoff>(0, stream.tellg())) : 0;
        if (header_size > 0) {
            place.offset = static_cast<std::uint64_t>(header_size);
        }
        place.at_end = header_size < 0;
        return place;
    }
    throw FileError(header, "is not a MetaImage header: 'ElementDataFile' is missing");
}

void require_numbers(const DataPlace &place, std::uint64_t count) {
    std::ifstream stream(place.file, std::ios::binary);
    stream.seekg(static_cast<std::streamoff>(place.offset));
    double number = 0.0;
    for (std::uint64_t i = 0; i < count; ++i) {
        if (!(stream >> number)) {
            throw FileError(place.file, fmt::format("truncated: it holds {} of {} voxels", i, count));
        }
    }
}

// MRC: 1024 bytes, then as many as the int32 at 92 says.
DataPlace mrc_data(const fs::path &file) {
    std::vector<std::byte> head(1024);
    open_file_bytes(file, 0)->read(head);
    const bool swap = HeaderFields(head, false).at<std::uint32_t>(12) > 0xffff; // the mode is a small number
    const HeaderFields fields(head, swap);
    const auto extended = fields.at<std::int32_t>(92);
    if (extended < 0) {
        throw FileError(file, "claims an extended header of negative size");
    }
    if (const std::uint64_t size = size_of_file(file); static_cast<std::uint64_t>(extended) > size - 1024) {
        throw FileError(file, fmt::format("claims an extended header of {} bytes, but has {} in all", extended, size));
    }
    std::array<std::int32_t, 3> axes{};
    for (std::size_t i = 0; i < 3; ++i) {
        axes[i] = fields.at<std::int32_t>(64 + 4 * i);
    }
    const bool numbers_axes = std::ranges::all_of(axes, [](std::int32_t axis) { return axis >= 0 && axis <= 3; });
    if (!numbers_axes && text::lower(file.extension().string()) == ".rec") {
        throw FileError(file,
                        "is no MRC volume (IMOD's .rec); a Philips REC file needs the PAR file that describes it: "
                        "make NIfTI of both (dcm2niix, parrec2nii)");
    }
    if (!numbers_axes) {
        throw FileError(file, "is no MRC volume, or damaged: its axes (MAPC, MAPR, MAPS) are not numbered 1 to 3");
    }
    if (axes != std::array<std::int32_t, 3>{1, 2, 3} && axes != std::array<std::int32_t, 3>{0, 0, 0}) {
        throw FileError(file,
                        fmt::format("keeps its axes in the order {}, {}, {} (MAPC, MAPR, MAPS), but only 1, 2, 3 is "
                                    "read; write it anew with columns along x and sections along z",
                                    axes[0], axes[1], axes[2]));
    }
    DataPlace place;
    place.file = file;
    place.offset = 1024 + static_cast<std::uint64_t>(extended);
    place.other_endian = swap;
    return place;
}

} // namespace

DataPlace data_place(const fs::path &file, ItkFormat format) {
    size_of_file(file); // says so if it is not there
    switch (format) {
    case ItkFormat::meta: return meta_data(file);
    case ItkFormat::mrc: break;
    }
    return mrc_data(file);
}

void check_claim(const DataPlace &place, std::uint64_t voxels, std::size_t voxel_size) {
    if (place.ascii) {
        require_bytes(voxels, bytes_after(place), 1, place.file);
        return require_numbers(place, voxels);
    }
    const std::uint64_t bytes = checked_multiply(voxels, voxel_size, place.file);
    if (place.packed) {
        return require_bytes(bytes, size_of_file(place.file), max_deflate_ratio, place.file);
    }
    require_bytes(bytes, bytes_after(place), 1, place.file);
}

} // namespace voxmarch
