// The header of a PLY file, then its numbers. Nothing of a file is trusted.
#include "volume/formats/ply.h"

#include "base/error.h"
#include "base/text.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace voxmarch {

namespace {

struct PlyType {
    std::string_view name;
    FileScalar type;
};

constexpr PlyType ply_types[] = {
    {"char", FileScalar::i8},   {"int8", FileScalar::i8},     {"uchar", FileScalar::u8},   {"uint8", FileScalar::u8},
    {"short", FileScalar::i16}, {"int16", FileScalar::i16},   {"ushort", FileScalar::u16}, {"uint16", FileScalar::u16},
    {"int", FileScalar::i32},   {"int32", FileScalar::i32},   {"uint", FileScalar::u32},   {"uint32", FileScalar::u32},
    {"float", FileScalar::f32}, {"float32", FileScalar::f32}, {"double", FileScalar::f64}, {"float64", FileScalar::f64},
};

/// The next line without its end; it is taken off.
std::string_view next_line(std::string_view &bytes) {
    const std::string_view line = bytes.substr(0, bytes.find('\n'));
    bytes.remove_prefix(std::min(line.size() + 1, bytes.size()));
    return line.ends_with('\r') ? line.substr(0, line.size() - 1) : line;
}

} // namespace

std::optional<std::size_t> PlyElement::find(std::string_view wanted) const {
    const auto found = std::ranges::find(properties, wanted, &PlyProperty::name);
    return found == properties.end() ? std::nullopt
                                     : std::optional(static_cast<std::size_t>(found - properties.begin()));
}

// Members in their order: the header is taken off the bytes before the numbers begin.
PlyReader::PlyReader(std::string_view bytes, std::filesystem::path file)
    : file_(std::move(file)), header_(take_header(bytes)), numbers_(bytes, header_.order, file_) {}

PlyHeader PlyReader::take_header(std::string_view &bytes) const {
    if (next_line(bytes) != "ply") {
        fail("is no PLY file: it does not begin with 'ply'");
    }
    PlyHeader header;
    bool has_format = false;
    while (!bytes.empty()) {
        const std::string_view line = next_line(bytes);
        const std::string shown = text::one_line(line.substr(0, 1000), 1000);
        const std::vector<std::string> words = text::words(shown);
        if (words.empty()) {
            continue;
        }
        if (words[0] == "end_header") {
            if (!has_format) {
                fail("is damaged: its header names no format");
            }
            return header;
        }
        if (words[0] == "comment") {
            header.comments.append(line.substr(line.find("comment") + 7)).push_back('\n');
        } else if (words[0] == "format" && words.size() > 1) {
            if (words[1] != "ascii" && words[1] != "binary_little_endian" && words[1] != "binary_big_endian") {
                fail(fmt::format("is PLY of the format '{}', which is not known", text::one_line(words[1], 40)));
            }
            has_format = true;
            if (words[1] != "ascii") {
                header.order = words[1] == "binary_big_endian" ? std::endian::big : std::endian::little;
            }
        } else if (words[0] != "obj_info") {
            take_line(shown, header);
        }
    }
    fail("truncated: it ends within the header of PLY");
}

/// An element or a property of the last one.
void PlyReader::take_line(const std::string &line, PlyHeader &header) const {
    const std::vector<std::string> words = text::words(line);
    if (words[0] == "element" && words.size() == 3) {
        const auto rows = text::to_integer(words[2]);
        if (!rows || *rows < 0) {
            fail(fmt::format("is damaged: its header has the line '{}', which does not say how many there are",
                             text::one_line(line, 60)));
        }
        header.elements.push_back({words[1], static_cast<std::uint64_t>(*rows), {}});
        return;
    }
    if (words[0] == "property" && !header.elements.empty()) {
        std::vector<PlyProperty> &properties = header.elements.back().properties;
        if (words.size() == 5 && words[1] == "list") {
            properties.push_back({words[4], type_of(words[3]), type_of(words[2])});
            return;
        }
        if (words.size() == 3) {
            properties.push_back({words[2], type_of(words[1]), std::nullopt});
            return;
        }
    }
    fail(fmt::format("is damaged: its header has the line '{}'", text::one_line(line, 60)));
}

FileScalar PlyReader::type_of(const std::string &word) const {
    const auto *const found = std::ranges::find(ply_types, word, &PlyType::name);
    if (found == std::end(ply_types)) {
        fail(fmt::format("has a property of the type '{}', which PLY does not know", text::one_line(word, 40)));
    }
    return found->type;
}

void PlyReader::require_rows(const PlyElement &element) const {
    if (element.rows == 0) {
        return;
    }
    if (element.properties.empty()) {
        fail(fmt::format("has elements '{}' without properties", text::one_line(element.name, 40)));
    }
    // At least no value of lists, but their numbers; of words a digit and a blank, which the last one may lack.
    std::uint64_t least = 0;
    for (const PlyProperty &property : element.properties) {
        least += header_.order ? file_scalar_size(property.count_type.value_or(property.type)) : 2;
    }
    if (element.rows > (numbers_.left() + 1) / least) {
        fail(fmt::format("truncated, or the header lies: {} of '{}' are claimed, but only {} bytes are there",
                         element.rows, text::one_line(element.name, 40), numbers_.left()));
    }
}

std::uint64_t PlyReader::take_length(const PlyProperty &list) {
    const std::int64_t length = whole(numbers_.next(*list.count_type));
    if (length < 0 || static_cast<std::uint64_t>(length) > numbers_.left()) {
        fail(fmt::format("claims a list of {} values where {} bytes are left", length, numbers_.left()));
    }
    return static_cast<std::uint64_t>(length);
}

void PlyReader::read_row(const PlyElement &element, PlyRow &row, std::optional<std::size_t> wanted) {
    row.values.resize(element.properties.size());
    row.list.clear();
    for (std::size_t i = 0; i < element.properties.size(); ++i) {
        const PlyProperty &property = element.properties[i];
        if (!property.count_type) {
            row.values[i] = numbers_.next(property.type);
            continue;
        }
        for (std::uint64_t left = take_length(property); left > 0; --left) {
            const double value = numbers_.next(property.type);
            if (wanted == i) {
                row.list.push_back(value);
            }
        }
    }
}

void PlyReader::skip_rows(const PlyElement &element) {
    require_rows(element);
    PlyRow row;
    for (std::uint64_t i = 0; i < element.rows; ++i) {
        read_row(element, row);
    }
}

std::array<std::size_t, 3> PlyReader::places_of_position(const PlyElement &element) const {
    std::array<std::size_t, 3> places{};
    for (std::size_t axis = 0; axis < 3; ++axis) {
        const auto place = element.find(std::string_view("xyz").substr(axis, 1));
        if (!place || element.properties[*place].count_type) {
            fail("has vertices without x, y and z, or with lists of them");
        }
        places.at(axis) = *place;
    }
    return places;
}

std::int64_t PlyReader::whole(double value) const {
    if (!(std::abs(value) < 4294967296.0) || value != std::floor(value)) {
        fail(fmt::format("has {} in the place of a whole number", value));
    }
    return static_cast<std::int64_t>(value);
}

void PlyReader::fail(const std::string &problem) const { throw FileError(file_, problem); }

} // namespace voxmarch
