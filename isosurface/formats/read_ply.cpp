// PLY: elements with the properties that the header names, as text or as bytes of either order.
#include "base/text.h"
#include "isosurface/formats/mesh_format.h"
#include "volume/formats/header_fields.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <fmt/format.h>

namespace voxmarch {

namespace {

enum class PlyType { i8, u8, i16, u16, i32, u32, f32, f64 };

struct PlyTypeName {
    std::string_view name;
    PlyType type;
};

constexpr PlyTypeName type_names[] = {
    {"char", PlyType::i8},   {"int8", PlyType::i8},     {"uchar", PlyType::u8},   {"uint8", PlyType::u8},
    {"short", PlyType::i16}, {"int16", PlyType::i16},   {"ushort", PlyType::u16}, {"uint16", PlyType::u16},
    {"int", PlyType::i32},   {"int32", PlyType::i32},   {"uint", PlyType::u32},   {"uint32", PlyType::u32},
    {"float", PlyType::f32}, {"float32", PlyType::f32}, {"double", PlyType::f64}, {"float64", PlyType::f64}};

std::size_t size_of(PlyType type) {
    constexpr std::size_t sizes[] = {1, 1, 2, 2, 4, 4, 4, 8};
    return sizes[static_cast<std::size_t>(type)];
}

struct PlyProperty {
    std::string name;
    PlyType type{}, count{}; ///< of the values, and of how many there are in a list
    bool is_list = false;
};

struct PlyElement {
    std::string name;
    std::uint64_t count = 0;
    std::vector<PlyProperty> properties;

    /// What one takes in a file at least.
    std::uint64_t least_bytes(bool as_text) const {
        std::uint64_t bytes = 0;
        for (const PlyProperty &property : properties) {
            bytes += as_text ? 2 : size_of(property.is_list ? property.count : property.type); // a digit and a blank
        }
        return bytes;
    }

    std::size_t find(std::string_view wanted) const {
        const auto at = std::find_if(properties.begin(), properties.end(),
                                     [&](const PlyProperty &property) { return property.name == wanted; });
        return static_cast<std::size_t>(at - properties.begin());
    }
};

struct PlyHeader {
    bool is_text = false, is_big = false;
    std::vector<PlyElement> elements;
    std::string comments;
};

PlyType type_of(std::string_view word, const MeshBuilder &mesh) {
    for (const PlyTypeName &known : type_names) {
        if (known.name == word) {
            return known.type;
        }
    }
    mesh.fail(fmt::format("has a property of the type '{}', which PLY does not know", text::one_line(word, 40)));
}

void take_format(std::string_view line, PlyHeader &header, const MeshBuilder &mesh) {
    const std::string_view format = take_word(line);
    header.is_text = format == "ascii";
    header.is_big = format == "binary_big_endian";
    if (!header.is_text && !header.is_big && format != "binary_little_endian") {
        mesh.fail(fmt::format("is PLY of the format '{}', which is not known", text::one_line(format, 40)));
    }
}

PlyElement element_of(std::string_view line, const MeshBuilder &mesh) {
    PlyElement element;
    element.name = take_word(line);
    const auto count = text::to_integer(take_word(line));
    if (!count || *count < 0) {
        mesh.fail(fmt::format("does not say how many there are of the element '{}'", text::one_line(element.name, 40)));
    }
    element.count = static_cast<std::uint64_t>(*count);
    return element;
}

PlyProperty property_of(std::string_view line, const MeshBuilder &mesh) {
    PlyProperty property;
    std::string_view type = take_word(line);
    property.is_list = type == "list";
    if (property.is_list) {
        property.count = type_of(take_word(line), mesh);
        type = take_word(line);
    }
    property.type = type_of(type, mesh);
    property.name = take_word(line);
    return property;
}

/// Takes the header off.
PlyHeader header_of(std::string_view &bytes, const MeshBuilder &mesh) {
    PlyHeader header;
    if (take_line(bytes) != "ply") {
        mesh.fail("is no PLY file: it does not begin with 'ply'");
    }
    bool has_format = false;
    while (!bytes.empty()) {
        std::string_view line = take_line(bytes);
        const std::string_view kind = take_word(line);
        if (kind == "format") {
            take_format(line, header, mesh);
            has_format = true;
        } else if (kind == "comment") {
            header.comments.append(line).push_back('\n');
        } else if (kind == "element") {
            header.elements.push_back(element_of(line, mesh));
        } else if (kind == "property" && !header.elements.empty()) {
            header.elements.back().properties.push_back(property_of(line, mesh));
        } else if (kind == "end_header" && has_format) {
            return header;
        }
    }
    mesh.fail("ends within the header of PLY");
}

/// The numbers behind the header, one after the other.
class PlyValues {
public:
    PlyValues(std::string_view bytes, const PlyHeader &header, const MeshBuilder &mesh)
        : left_(bytes), header_(&header), mesh_(&mesh) {}

    std::size_t left() const { return left_.size(); }

    double next(PlyType type) {
        if (header_->is_text) {
            const std::string_view word = take_word(left_);
            const auto number = text::to_double(word);
            if (!number) {
                mesh_->fail(word.empty() ? "ends before all that its header claims"
                                         : fmt::format("has '{}' in the place of a number", text::one_line(word, 40)));
            }
            return *number;
        }
        if (left_.size() < size_of(type)) {
            mesh_->fail("ends before all that its header claims");
        }
        const HeaderFields field(std::as_bytes(std::span(left_)),
                                 header_->is_big == (std::endian::native == std::endian::little));
        left_.remove_prefix(size_of(type));
        switch (type) {
        case PlyType::i8: return field.at<std::int8_t>(0);
        case PlyType::u8: return field.at<std::uint8_t>(0);
        case PlyType::i16: return field.at<std::int16_t>(0);
        case PlyType::u16: return field.at<std::uint16_t>(0);
        case PlyType::i32: return field.at<std::int32_t>(0);
        case PlyType::u32: return field.at<std::uint32_t>(0);
        case PlyType::f32: return field.at<float>(0);
        case PlyType::f64: break;
        }
        return field.at<double>(0);
    }

    /// How many values, or which vertex. @throws FileError unless it is a whole number of 32 bits
    std::int64_t whole(PlyType type) {
        const double number = next(type);
        if (!(std::abs(number) < 4294967296.0) || number != std::floor(number)) {
            mesh_->fail(fmt::format("has {} in the place of a whole number", number));
        }
        return static_cast<std::int64_t>(number);
    }

private:
    std::string_view left_;
    const PlyHeader *header_;
    const MeshBuilder *mesh_;
};

std::size_t list_length(PlyValues &values, const PlyProperty &property, const MeshBuilder &mesh) {
    const std::int64_t length = values.whole(property.count);
    if (length < 0 || static_cast<std::uint64_t>(length) > values.left()) {
        mesh.fail(fmt::format("has a list of {} values, more than there are bytes left", length));
    }
    return static_cast<std::size_t>(length);
}

void skip(PlyValues &values, const PlyProperty &property, const MeshBuilder &mesh) {
    const std::size_t length = property.is_list ? list_length(values, property, mesh) : 1;
    for (std::size_t i = 0; i < length; ++i) {
        values.next(property.type);
    }
}

void read_vertices(const PlyElement &element, PlyValues &values, MeshBuilder &mesh) {
    const std::array<std::size_t, 3> places{element.find("x"), element.find("y"), element.find("z")};
    for (const std::size_t place : places) {
        if (place == element.properties.size() || element.properties[place].is_list) {
            mesh.fail("has vertices without x, y and z");
        }
    }
    std::vector<double> row(element.properties.size());
    for (std::uint64_t v = 0; v < element.count; ++v) {
        for (std::size_t i = 0; i < row.size(); ++i) {
            if (element.properties[i].is_list) {
                skip(values, element.properties[i], mesh);
            } else {
                row[i] = values.next(element.properties[i].type);
            }
        }
        mesh.add_vertex({row[places[0]], row[places[1]], row[places[2]]});
    }
}

void read_faces(const PlyElement &element, PlyValues &values, MeshBuilder &mesh) {
    const std::size_t corners_at = std::min(element.find("vertex_indices"), element.find("vertex_index"));
    if (corners_at == element.properties.size() || !element.properties[corners_at].is_list) {
        mesh.fail("has faces without a list of vertex_indices");
    }
    std::vector<std::int64_t> corners;
    for (std::uint64_t face = 0; face < element.count; ++face) {
        for (std::size_t i = 0; i < element.properties.size(); ++i) {
            const PlyProperty &property = element.properties[i];
            if (i != corners_at) {
                skip(values, property, mesh);
                continue;
            }
            corners.resize(list_length(values, property, mesh));
            for (std::int64_t &corner : corners) {
                corner = values.whole(property.type);
            }
            mesh.add_polygon(corners);
        }
    }
}

void read_element(const PlyElement &element, PlyValues &values, MeshBuilder &mesh) {
    if (element.name == "vertex") {
        read_vertices(element, values, mesh);
    } else if (element.name == "face") {
        read_faces(element, values, mesh);
    } else if (element.name == "tristrips") {
        mesh.fail("holds triangle strips, which are not read; write it with faces");
    } else {
        for (std::uint64_t i = 0; i < element.count; ++i) {
            for (const PlyProperty &property : element.properties) {
                skip(values, property, mesh);
            }
        }
    }
}

} // namespace

std::string read_ply(std::string_view bytes, MeshBuilder &mesh) {
    PlyHeader header = header_of(bytes, mesh);
    PlyValues values(bytes, header, mesh);
    for (const PlyElement &element : header.elements) {
        const std::uint64_t least = element.least_bytes(header.is_text);
        if (least == 0 && element.count > 0) {
            mesh.fail(fmt::format("has elements '{}' without properties", text::one_line(element.name, 40)));
        }
        if (element.count > 0 && element.count - 1 > values.left() / least) {
            mesh.fail(fmt::format("claims {} of '{}', more than its bytes hold", element.count,
                                  text::one_line(element.name, 40)));
        }
        read_element(element, values, mesh);
    }
    return std::move(header.comments);
}

} // namespace voxmarch
