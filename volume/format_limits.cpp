// Finds where the voxels of foreign formats begin, and compares what follows with what is claimed.
#include "volume/format_limits.h"

#include "device/error.h"
#include "volume/byte_source.h"
#include "volume/checked_size.h"
#include "volume/deflate.h"
#include "volume/file_grid.h"
#include "volume/text.h"
#include "volume/tiff_structure.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <fmt/format.h>
#include <fstream>
#include <set>

namespace voxmarch {

namespace {

namespace fs = std::filesystem;

// More than LZW, RLE, JPEG or JPEG 2000 reach on images worth looking at.
constexpr std::uint64_t max_image_ratio = 10000;

// Voxels in a file: where they begin, and how they are stored.
struct DataPlace {
    fs::path file;
    std::uint64_t offset = 0; ///< before unpacking for MetaImage, after it for NIfTI
    bool packed = false;
    bool ascii = false;
    std::size_t voxel_size = 0; ///< stored bytes of a voxel; 0: as the library gives it
};

std::uint64_t bytes_after(const DataPlace &place) {
    const std::uint64_t size = size_of_file(place.file);
    return size - std::min(size, place.offset);
}

void check_sizes(const std::string &value, std::int64_t axes, const fs::path &header) {
    const auto words = text::words(value);
    const auto is_size = [](const std::string &word) { return text::to_integer(word).value_or(0) >= 1; };
    if (static_cast<std::int64_t>(words.size()) != axes || !std::all_of(words.begin(), words.end(), is_size))
        throw FileError(header, fmt::format("DimSize = {} is not valid for {} axes", value, axes));
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
        const auto equals = line.find('=');
        if (equals == std::string::npos)
            continue;
        const std::string key = text::trim(line.substr(0, equals));
        const std::string value = text::trim(line.substr(equals + 1));
        keys.insert(key);
        if (key == "NDims")
            axes = text::to_integer(value).value_or(0);
        if (key == "DimSize")
            check_sizes(value, axes, header);
        if (key == "CompressedData")
            place.packed = text::lower(value) == "true";
        if (key == "BinaryData")
            place.ascii = text::lower(value) == "false";
        if (key == "HeaderSize")
            header_size = text::to_integer(value).value_or(0);
        if (key != "ElementDataFile")
            continue;
        if (!keys.contains("NDims") || !keys.contains("DimSize") || !keys.contains("ElementType"))
            throw FileError(header, "its MetaImage header lacks NDims, DimSize or ElementType");
        const auto words = text::words(value);
        if (value.starts_with("LIST") || (words.size() > 1 && value.find('%') != std::string::npos))
            throw FileError(header, "its voxels lie in several data files, which is not supported");
        const bool local = text::lower(value) == "local";
        place.file = local ? header : resolve_data_file(header, value);
        place.offset = local ? static_cast<std::uint64_t>(std::max<std::streamoff>(0, stream.tellg())) : 0;
        if (header_size > 0)
            place.offset = static_cast<std::uint64_t>(header_size);
        return place;
    }
    throw FileError(header, "is not a MetaImage header: 'ElementDataFile' is missing");
}

template <typename T> T number_at(std::span<const std::byte> bytes, std::size_t at, bool swap) {
    std::array<std::byte, sizeof(T)> raw;
    std::copy_n(bytes.begin() + static_cast<std::ptrdiff_t>(at), sizeof(T), raw.begin());
    if (swap)
        std::reverse(raw.begin(), raw.end());
    T value;
    std::memcpy(&value, raw.data(), sizeof(T));
    return value;
}

bool is_gzip(const fs::path &file) { return text::lower(file.extension().string()) == ".gz"; }

// NIfTI-1: 348 bytes, sizes as int16 from 40, bits per voxel at 72, offset as float at 108.
// NIfTI-2: 540 bytes, bits per voxel at 14, sizes as int64 from 16, offset as int64 at 168.
DataPlace nifti_data(const fs::path &file) {
    constexpr std::size_t short_header = 348;
    std::vector<std::byte> head(short_header);
    (is_gzip(file) ? open_gzip_bytes(file, 0) : open_file_bytes(file, 0))->read(head);
    const auto header_size = number_at<std::int32_t>(head, 0, false);
    const bool swap = header_size != 348 && header_size != 540;
    const bool second = number_at<std::int32_t>(head, 0, swap) == 540;
    if (!second && number_at<std::int32_t>(head, 0, swap) != 348)
        throw FileError(file, "is not a NIfTI file, or is damaged");
    const auto size = [&](std::size_t i) -> std::int64_t {
        return second ? number_at<std::int64_t>(head, 16 + 8 * i, swap)
                      : number_at<std::int16_t>(head, 40 + 2 * i, swap);
    };
    if (size(0) < 1 || size(0) > 7)
        throw FileError(file, fmt::format("claims {} axes", size(0)));
    for (std::size_t i = 1; i <= static_cast<std::size_t>(size(0)); ++i)
        if (size(i) < 1)
            throw FileError(file, fmt::format("claims {} voxels along axis {}", size(i), i));
    const double offset = second ? static_cast<double>(number_at<std::int64_t>(head, 168, swap))
                                 : static_cast<double>(number_at<float>(head, 108, swap));
    if (!(offset >= 0.0) || offset > 1e15)
        throw FileError(file, "claims that its voxels begin nowhere");
    DataPlace place{file, static_cast<std::uint64_t>(offset), is_gzip(file), false, 0};
    place.voxel_size = static_cast<std::size_t>(number_at<std::uint16_t>(head, second ? 14 : 72, swap) / 8);
    return place;
}

// Legacy VTK: the voxels follow the line LOOKUP_TABLE, or SCALARS if there is none.
DataPlace vtk_data(const fs::path &file) {
    std::ifstream stream(file, std::ios::binary);
    DataPlace place{file, 0, false, false, 0};
    std::string line;
    for (int lines = 0; lines < 100 && std::getline(stream, line) && line.size() < 10000; ++lines) {
        const auto words = text::words(text::lower(line));
        if (words.empty())
            continue;
        place.ascii = place.ascii || words[0] == "ascii";
        if (words[0] == "scalars" || words[0] == "lookup_table")
            place.offset = static_cast<std::uint64_t>(std::max<std::streamoff>(0, stream.tellg()));
        if (words[0] == "lookup_table")
            return place;
    }
    if (place.offset == 0)
        throw FileError(file, "holds no SCALARS; only scalar structured points can be shown");
    return place;
}

/// @throws FileError for a VTK file that holds something else than an image
void check_vtk_data_set(const fs::path &file) {
    std::ifstream stream(file, std::ios::binary);
    std::string line;
    for (int lines = 0; lines < 10 && std::getline(stream, line) && line.size() < 10000; ++lines) {
        const auto words = text::words(text::lower(line));
        if (words.size() != 2 || words[0] != "dataset" || words[1] == "structured_points")
            continue;
        throw FileError(file, words[1] == "polydata"
                                  ? "holds lines or triangles and no volume: give the volume they were made from; "
                                    "voxmarch render VOLUME --skeleton FILE draws lines into it"
                                  : fmt::format("holds a VTK data set of the kind {}; make structured_points of it, "
                                                "which are volumes (ParaView: Resample To Image)",
                                                words[1]));
    }
}

void require_numbers(const DataPlace &place, std::uint64_t count) {
    std::ifstream stream(place.file, std::ios::binary);
    stream.seekg(static_cast<std::streamoff>(place.offset));
    double number = 0.0;
    for (std::uint64_t i = 0; i < count; ++i)
        if (!(stream >> number))
            throw FileError(place.file, fmt::format("truncated: it holds {} of {} voxels", i, count));
}

// MRC: 1024 bytes, then as many as the int32 at 92 says.
DataPlace mrc_data(const fs::path &file) {
    std::vector<std::byte> head(1024);
    open_file_bytes(file, 0)->read(head);
    const bool swap = number_at<std::uint32_t>(head, 12, false) > 0xffff; // the mode is a small number
    const auto extended = number_at<std::int32_t>(head, 92, swap);
    if (extended < 0)
        throw FileError(file, "claims an extended header of negative size");
    return {file, 1024 + static_cast<std::uint64_t>(extended), false, false, 0};
}

std::optional<DataPlace> data_place(const fs::path &file, ItkFormat format) {
    switch (format) {
    case ItkFormat::meta: return meta_data(file);
    case ItkFormat::nifti: return nifti_data(file);
    case ItkFormat::vtk: return vtk_data(file);
    case ItkFormat::mrc: return mrc_data(file);
    case ItkFormat::tiff:
    case ItkFormat::dicom: break;
    }
    return std::nullopt;
}

} // namespace

void check_before_reading(const fs::path &file, ItkFormat format) {
    size_of_file(file);
    if (format == ItkFormat::meta || format == ItkFormat::nifti)
        data_place(file, format);
    if (format == ItkFormat::tiff)
        check_tiff_structure(file);
    if (format == ItkFormat::vtk)
        check_vtk_data_set(file);
}

void check_claim(const fs::path &file, ItkFormat format, std::uint64_t voxels, std::size_t voxel_size) {
    const auto place = data_place(file, format);
    if (!place)
        return require_bytes(checked_multiply(voxels, voxel_size, file), size_of_file(file), max_image_ratio, file);
    if (place->ascii) {
        require_bytes(voxels, bytes_after(*place), 1, place->file);
        return require_numbers(*place, voxels);
    }
    const std::size_t stored = place->voxel_size == 0 ? voxel_size : place->voxel_size;
    const std::uint64_t bytes = checked_multiply(voxels, stored, file);
    if (place->packed)
        return require_bytes(bytes, size_of_file(place->file), max_deflate_ratio, place->file);
    require_bytes(bytes, bytes_after(*place), 1, place->file);
}

void check_packed_data(const fs::path &file, ItkFormat format, std::uint64_t voxels, std::size_t voxel_size) {
    const auto place = data_place(file, format);
    if (!place || !place->packed || !has_deflate())
        return;
    const std::uint64_t bytes = voxels * (place->voxel_size == 0 ? voxel_size : place->voxel_size);
    // MetaImage packs the voxels alone, NIfTI the whole file.
    const auto source = open_gzip_bytes(place->file, format == ItkFormat::meta ? place->offset : 0);
    source->skip(bytes + (format == ItkFormat::meta ? 0 : place->offset));
    source->finish();
}

} // namespace voxmarch
