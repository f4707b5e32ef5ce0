// Polygon files (Stanford, PLY 1.0), ascii and binary: the places of the vertices, and their masses.
#include "base/checked_size.h"
#include "base/error.h"
#include "base/text.h"
#include "volume/particles/number_reader.h"
#include "volume/particles/particles.h"
#include "volume/voxel_storage.h"

#include <algorithm>
#include <fmt/format.h>
#include <map>

namespace voxmarch {

namespace {

namespace fs = std::filesystem;

/// A value of each row of an element, or a list of values.
struct Property {
    std::string name;
    FileScalar type = FileScalar::f32;
    std::optional<FileScalar> count_type{}; ///< of lists
};

struct Element {
    std::string name;
    std::uint64_t rows = 0;
    std::vector<Property> properties{};
};

struct Header {
    std::optional<std::endian> order; ///< empty: ascii
    std::vector<Element> elements;
    std::size_t end = 0; ///< its bytes
};

FileScalar type_of(const std::string &word, const fs::path &file) {
    static const std::map<std::string, FileScalar> known = {
        {"char", FileScalar::i8},     {"uchar", FileScalar::u8},   {"short", FileScalar::i16},
        {"ushort", FileScalar::u16},  {"int", FileScalar::i32},    {"uint", FileScalar::u32},
        {"float", FileScalar::f32},   {"double", FileScalar::f64}, {"int8", FileScalar::i8},
        {"uint8", FileScalar::u8},    {"int16", FileScalar::i16},  {"uint16", FileScalar::u16},
        {"int32", FileScalar::i32},   {"uint32", FileScalar::u32}, {"float32", FileScalar::f32},
        {"float64", FileScalar::f64},
    };
    const auto found = known.find(word);
    if (found == known.end()) {
        throw FileError(file, fmt::format("has a property of type '{}', which is not known", text::one_line(word, 40)));
    }
    return found->second;
}

std::optional<std::endian> order_of(const std::string &word, const fs::path &file) {
    if (word == "ascii") {
        return std::nullopt;
    }
    if (word != "binary_little_endian" && word != "binary_big_endian") {
        throw FileError(file, fmt::format("is PLY of the format '{}', which is not known", text::one_line(word, 40)));
    }
    return word == "binary_little_endian" ? std::endian::little : std::endian::big;
}

Header read_header(std::string_view text, const fs::path &file) {
    Header header;
    bool has_format = false;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = std::min(text.find('\n', at), text.size());
        const std::string line = text::one_line(text.substr(at, std::min<std::size_t>(end - at, 1000)), 1000);
        const std::vector<std::string> words = text::words(line);
        at = end + 1;
        const std::string keyword = words.empty() ? "" : words[0];
        if (keyword == "end_header") {
            if (!has_format) {
                throw FileError(file, "is damaged: its header names no format");
            }
            header.end = std::min(at, text.size());
            return header;
        }
        if (keyword == "format" && words.size() == 3) {
            header.order = order_of(words[1], file);
            has_format = true;
        } else if (keyword == "element" && words.size() == 3 && text::to_integer(words[2]).value_or(-1) >= 0) {
            header.elements.push_back({words[1], static_cast<std::uint64_t>(*text::to_integer(words[2]))});
        } else if (keyword == "property" && words.size() == 3 && !header.elements.empty()) {
            header.elements.back().properties.push_back({words[2], type_of(words[1], file)});
        } else if (keyword == "property" && words.size() == 5 && words[1] == "list" && !header.elements.empty()) {
            header.elements.back().properties.push_back({words[4], type_of(words[3], file), type_of(words[2], file)});
        } else if (keyword != "ply" && keyword != "comment" && keyword != "obj_info") {
            throw FileError(file, fmt::format("is damaged: its header has the line '{}'", text::one_line(line, 60)));
        }
    }
    throw FileError(file, "truncated: its header does not end");
}

/// The bytes that a row takes at least in a binary file: no value of its lists, but the numbers of them.
std::size_t least_size(const Element &element) {
    std::size_t size = 0;
    for (const Property &property : element.properties) {
        size += file_scalar_size(property.count_type.value_or(property.type));
    }
    return size;
}

/// Passes over a row, and calls take(property, value) for its single values.
template <typename Take> void read_row(const Element &element, NumberReader &numbers, const fs::path &file, Take take) {
    for (std::size_t i = 0; i < element.properties.size(); ++i) {
        const Property &property = element.properties[i];
        if (!property.count_type) {
            take(i, numbers.next(property.type));
            continue;
        }
        const double count = numbers.next(*property.count_type);
        if (!(count >= 0.0 && count < 4294967296.0)) {
            throw FileError(file, fmt::format("claims a list of {} values", count));
        }
        for (double k = 0.0; k < count; k += 1.0) {
            numbers.next(property.type);
        }
    }
}

Particles read_vertices(const Element &vertices, NumberReader &numbers, const fs::path &file) {
    const auto place_of = [&](std::string_view name) {
        const auto found = std::ranges::find(vertices.properties, name, &Property::name);
        return static_cast<std::size_t>(found - vertices.properties.begin());
    };
    const std::array<std::size_t, 4> places{place_of("x"), place_of("y"), place_of("z"), place_of("mass")};
    const std::size_t none = vertices.properties.size();
    for (std::size_t i = 0; i < places.size(); ++i) {
        const bool is_missing = places.at(i) == none;
        if (is_missing ? i < 3 : vertices.properties[places.at(i)].count_type.has_value()) {
            throw FileError(file, "has vertices without the properties x, y and z, or with lists of them");
        }
    }
    numbers.require(vertices.rows, least_size(vertices));
    Particles particles;
    std::vector<double> row(none + 1); // the last for what is missing
    for (std::uint64_t i = 0; i < vertices.rows; ++i) {
        read_row(vertices, numbers, file, [&](std::size_t property, double value) { row[property] = value; });
        particles.positions.emplace_back(row[places[0]], row[places[1]], row[places[2]]);
        if (places[3] != none) {
            particles.masses.push_back(row[places[3]]);
        }
    }
    return particles;
}

} // namespace

Particles read_ply(const fs::path &file) {
    const FileMapping mapping(file, 0, size_of_file(file));
    const std::string_view text(reinterpret_cast<const char *>(mapping.bytes().data()), mapping.bytes().size());
    const Header header = read_header(text, file);
    NumberReader numbers(text.substr(header.end), header.order, file);
    for (const Element &element : header.elements) {
        if (element.name == "vertex") {
            return read_vertices(element, numbers, file);
        }
        if (element.properties.empty()) {
            continue; // rows of nothing
        }
        numbers.require(element.rows, least_size(element));
        for (std::uint64_t i = 0; i < element.rows; ++i) {
            read_row(element, numbers, file, [](std::size_t, double) {});
        }
    }
    throw FileError(file, "holds no vertices: it needs an element 'vertex'");
}

} // namespace voxmarch
