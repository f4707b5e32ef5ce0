// Directories of TIFF 6.0 and BigTIFF, little endian, and OME-XML (model of 2016-06).
#include "volume/bricks/writing/tiff_text.h"

#include "base/text.h"

#include <algorithm>
#include <fmt/format.h>

namespace voxmarch {

namespace {

/// Types of fields.
enum TiffType { ascii = 2, short_number = 3, long_number = 4, long8_number = 16 };

std::string number_text(std::uint64_t value, std::size_t bytes) {
    std::string text;
    for (std::size_t i = 0; i < bytes; ++i) {
        text += static_cast<char>(value >> (8 * i) & 255u);
    }
    return text;
}

/// Control characters have no place in XML.
std::string escaped(std::string text) {
    std::ranges::replace_if(
        text, [](char c) { return static_cast<unsigned char>(c) < ' '; }, ' ');
    return voxmarch::text::escape_markup(text);
}

std::string ome_length(LengthUnit unit) {
    switch (unit) {
    case LengthUnit::micrometer: return "\u00b5m";
    case LengthUnit::angstrom: return "\u00c5";
    case LengthUnit::unknown: return "pixel";
    default: return std::string(name_of(unit));
    }
}

std::string ome_xml(const VolumeHeader &header) {
    const Grid &grid = header.grid;
    const std::string unit = ome_length(grid.unit);
    std::string sizes;
    for (int axis = 0; axis < 3; ++axis) {
        sizes += fmt::format(" Size{0}=\"{1}\" PhysicalSize{0}=\"{2}\" PhysicalSize{0}Unit=\"{3}\"", "XYZ"[axis],
                             grid.dims[static_cast<std::size_t>(axis)], grid.spacing[axis], unit);
    }
    return fmt::format(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?><OME xmlns=\"http://www.openmicroscopy.org/Schemas/OME/2016-06\" "
        "xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\" "
        "xsi:schemaLocation=\"http://www.openmicroscopy.org/Schemas/OME/2016-06 "
        "http://www.openmicroscopy.org/Schemas/OME/2016-06/ome.xsd\" Creator=\"voxmarch\"><Image ID=\"Image:0\" "
        "Name=\"{}\"><Pixels ID=\"Pixels:0\" DimensionOrder=\"XYZCT\" Type=\"{}\"{} SizeC=\"1\" SizeT=\"1\"><Channel "
        "ID=\"Channel:0:0\" SamplesPerPixel=\"1\"/><TiffData IFD=\"0\" PlaneCount=\"{}\"/></Pixels></Image></OME>",
        escaped(header.name), header.type == ScalarType::f32 ? "float" : name_of(header.type), sizes, grid.dims[2]);
}

} // namespace

TiffText::TiffText(const VolumeHeader &header) : header_(header), description_(ome_xml(header)) {
    description_ += '\0';
    padding_ = (16 - slice_bytes() % 16) % 16;
    const int slices = header.grid.dims[2];
    big_ = directory_offset(slices) >= std::uint64_t{1} << 32;
}

std::uint64_t TiffText::slice_bytes() const {
    return header_.byte_count() / static_cast<std::uint64_t>(header_.grid.dims[2]);
}

std::size_t TiffText::directory_bytes(int z) const {
    const std::size_t entries = z == 0 ? 11 : 10, text = z == 0 ? description_.size() : 0;
    const std::size_t bytes = (big_ ? 8 + entries * 20 + 8 : 2 + entries * 12 + 4) + text;
    return (bytes + 15) / 16 * 16;
}

std::uint64_t TiffText::directory_offset(int z) const {
    return 16 + (z == 0 ? 0 : directory_bytes(0)) + static_cast<std::uint64_t>(z) * (slice_bytes() + padding_) +
           static_cast<std::uint64_t>(z > 1 ? z - 1 : 0) * directory_bytes(1);
}

std::string TiffText::directory(int z) const {
    const std::size_t offset_bytes = big_ ? 8 : 4, entry_bytes = big_ ? 20 : 12;
    const std::size_t entries = z == 0 ? 11 : 10;
    const std::uint64_t first = directory_offset(z);
    std::string text = number_text(entries, big_ ? 8 : 2);
    const auto add = [&](unsigned tag, TiffType type, std::uint64_t value, std::uint64_t count = 1) {
        text += number_text(tag, 2) + number_text(static_cast<std::uint64_t>(type), 2) +
                number_text(count, offset_bytes) + number_text(value, offset_bytes);
    };
    const TiffType wide = big_ ? long8_number : long_number;
    const auto columns = static_cast<std::uint64_t>(header_.grid.dims[0]);
    const auto rows = static_cast<std::uint64_t>(header_.grid.dims[1]);
    add(254, long_number, 0); // an image of its own, no smaller copy
    add(256, long_number, columns);
    add(257, long_number, rows);
    add(258, short_number, 8 * scalar_size(header_.type));
    add(259, short_number, 1); // not packed
    add(262, short_number, 1); // black is zero
    if (z == 0) {
        add(270, ascii, first + (big_ ? 8u : 2u) + entries * entry_bytes + offset_bytes, description_.size());
    }
    add(273, wide, first + directory_bytes(z));
    add(278, long_number, rows); // in one strip
    add(279, wide, slice_bytes());
    const bool is_signed = header_.type == ScalarType::i8 || header_.type == ScalarType::i16;
    add(339, short_number, header_.type == ScalarType::f32 ? 3 : is_signed ? 2 : 1);
    text += number_text(z + 1 < header_.grid.dims[2] ? directory_offset(z + 1) : 0, offset_bytes);
    text += z == 0 ? description_ : "";
    text.resize(directory_bytes(z), '\0');
    return text;
}

std::string TiffText::before_slice(int z) const {
    std::string text;
    if (z == 0) {
        text = big_ ? std::string("II+\0\x08\0\0\0", 8) + number_text(16, 8)
                    : std::string("II*\0", 4) + number_text(16, 4) + std::string(8, '\0');
    }
    return text + directory(z);
}

} // namespace voxmarch
