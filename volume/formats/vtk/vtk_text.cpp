// Parses legacy VTK files, versions 1.0 to 5.1 (VTK file formats, "Simple legacy formats").
#include "volume/formats/vtk/vtk_text.h"

#include "base/checked_size.h"
#include "base/error.h"
#include "base/text.h"

#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <optional>

namespace voxmarch {

namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t most_values = std::uint64_t{1} << 60;

struct Type {
    std::optional<FileScalar> scalar; ///< empty: cannot be shown
    std::uint64_t bits = 8;
};

const std::map<std::string, Type> &vtk_types() {
    static const std::map<std::string, Type> known = {
        {"bit", {std::nullopt, 1}},
        {"char", {FileScalar::i8, 8}},
        {"signed_char", {FileScalar::i8, 8}},
        {"unsigned_char", {FileScalar::u8, 8}},
        {"short", {FileScalar::i16, 16}},
        {"unsigned_short", {FileScalar::u16, 16}},
        {"int", {FileScalar::i32, 32}},
        {"unsigned_int", {FileScalar::u32, 32}},
        {"vtkidtype", {FileScalar::i32, 32}}, // written as int
        {"long", {FileScalar::i64, 64}},
        {"unsigned_long", {FileScalar::u64, 64}},
        {"vtktypeint64", {FileScalar::i64, 64}},
        {"vtktypeuint64", {FileScalar::u64, 64}},
        {"float", {FileScalar::f32, 32}},
        {"double", {FileScalar::f64, 64}},
    };
    return known;
}

bool is_space(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }

// VTK writes blanks in names as %20.
std::string decoded(const std::string &name) {
    std::string result;
    for (std::size_t i = 0; i < name.size(); ++i) {
        const auto digit = [&](std::size_t k) {
            const char *digits = "0123456789abcdef";
            const auto at = std::string_view(digits).find(static_cast<char>(std::tolower(name[k])));
            return at == std::string_view::npos ? -1 : static_cast<int>(at);
        };
        if (name[i] == '%' && i + 2 < name.size() && digit(i + 1) >= 0 && digit(i + 2) >= 0) {
            result += static_cast<char>(digit(i + 1) * 16 + digit(i + 2));
            i += 2;
        } else {
            result += name[i];
        }
    }
    return result;
}

class VtkParser {
public:
    /// @param wants_points  reads points without a lattice in the place of structured points
    VtkParser(std::string_view text, const fs::path &file, bool wants_points)
        : text_(text), file_(file), wants_points_(wants_points) {}

    VtkPoints parse_points() {
        VtkText found = parse();
        if (places_of_points_.type.empty()) {
            throw FileError(file_, "holds no points: its POINTS are missing");
        }
        return {found.is_ascii, std::move(places_of_points_), std::move(found.arrays)};
    }

    VtkText parse() {
        if (!text_.starts_with("# vtk DataFile")) {
            throw FileError(file_, "is not a VTK file, or is damaged");
        }
        line();
        line(); // title
        const std::string coding = text::lower(word());
        if (coding != "ascii" && coding != "binary") {
            throw FileError(file_, fmt::format("is neither ASCII nor BINARY, but '{}'", coding));
        }
        found_.is_ascii = coding == "ascii";
        line();
        while (!at_end()) {
            section();
        }
        if (!has_data_set_) {
            throw FileError(file_, "is damaged: it names no DATASET");
        }
        return std::move(found_);
    }

private:
    std::string_view text_;
    const fs::path &file_;
    bool wants_points_;
    std::size_t at_ = 0;
    VtkArray places_of_points_; // of the section POINTS
    VtkText found_;
    bool has_data_set_ = false;
    bool has_points_ = false;
    enum class Place { none, points, cells } place_ = Place::none;
    std::uint64_t places_ = 0; // points or cells of this section
    bool has_active_ = false;

    bool at_end() {
        while (at_ < text_.size() && is_space(text_[at_])) {
            ++at_;
        }
        return at_ >= text_.size();
    }

    std::string word() {
        at_end();
        const std::size_t begin = at_;
        while (at_ < text_.size() && !is_space(text_[at_]) && at_ - begin < 1000) {
            ++at_;
        }
        return std::string(text_.substr(begin, at_ - begin));
    }

    // What is left of this line; stops behind its end.
    std::string line() {
        const std::size_t end = std::min(text_.find('\n', at_), text_.size());
        const auto rest = text_.substr(at_, std::min<std::size_t>(end - at_, 10000));
        at_ = std::min(end + 1, text_.size());
        return text::trim(std::string(rest));
    }

    std::int64_t integer(const char *what) {
        const std::string text = word();
        const auto value = text::to_integer(text);
        if (!value) {
            throw FileError(file_, fmt::format("is damaged: '{}' of {} is no number", text, what));
        }
        return *value;
    }

    std::uint64_t count(const char *what) {
        const auto value = integer(what);
        if (value < 0 || static_cast<std::uint64_t>(value) > most_values) {
            throw FileError(file_, fmt::format("claims {} {}", value, what));
        }
        return static_cast<std::uint64_t>(value);
    }

    glm::dvec3 vector(const char *what) {
        glm::dvec3 result(0.0);
        for (int i = 0; i < 3; ++i) {
            const std::string text = word();
            const auto value = text::to_double(text::lower(text));
            if (!value) {
                throw FileError(file_, fmt::format("is damaged: '{}' of {} is no number", text, what));
            }
            result[i] = *value;
        }
        return result;
    }

    void section() {
        const std::string name = text::lower(word());
        if (name == "dataset") {
            data_set(text::lower(word()));
        } else if (name == "dimensions") {
            for (auto &n : found_.points) {
                n = integer("DIMENSIONS");
            }
            checked_dims(found_.points, file_);
            has_points_ = true;
        } else if (name == "spacing" || name == "aspect_ratio") {
            found_.spacing = vector("SPACING");
        } else if (name == "origin") {
            found_.origin = vector("ORIGIN");
        } else if (wants_points_ && name == "points") {
            points();
        } else if (wants_points_ && (name == "vertices" || name == "lines" || name == "polygons" ||
                                     name == "triangle_strips" || name == "cells")) {
            cells();
        } else if (wants_points_ && name == "cell_types") {
            const auto types = count("cells");
            line();
            skip(types, "int");
        } else if (name == "point_data" || name == "cell_data") {
            begin_data(name == "point_data");
        } else if (name == "metadata") {
            metadata();
        } else if (name == "field") {
            field();
        } else {
            attribute(name);
        }
    }

    void data_set(const std::string &kind) {
        has_data_set_ = true;
        if (wants_points_) {
            if (kind != "polydata" && kind != "unstructured_grid") {
                throw FileError(file_, fmt::format("holds a VTK data set of the kind {}, and no points without a "
                                                   "lattice: leave the field out, or give polydata",
                                                   text::one_line(kind, 40)));
            }
            return;
        }
        if (kind == "polydata") {
            throw FileError(file_, "holds lines or triangles and no volume: give the volume they were made from",
                            {{Remedy::draw_lines}});
        }
        if (kind != "structured_points") {
            throw FileError(file_, fmt::format("holds a VTK data set of the kind {}; make structured_points of it, "
                                               "which are volumes (ParaView: Resample To Image)",
                                               kind));
        }
    }

    void points() {
        places_of_points_.named = {"POINTS", 3};
        places_of_points_.values = checked_multiply(count("points"), 3, file_);
        places_of_points_.type = text::lower(word());
        line();
        places_of_points_.offset = at_;
        skip(places_of_points_.values, places_of_points_.type);
    }

    // Before version 5 as many ints as the second number says, later two arrays with types.
    void cells() {
        const auto first = count("cells"), second = count("corners");
        line();
        const std::size_t before = at_;
        if (text::lower(word()) != "offsets") {
            at_ = before;
            return skip(second, "int");
        }
        const std::string offsets = text::lower(word());
        line();
        skip(first, offsets);
        word(); // CONNECTIVITY
        const std::string corners = text::lower(word());
        line();
        skip(second, corners);
    }

    void begin_data(bool at_points) {
        if (wants_points_) {
            return begin_data_of_points(at_points);
        }
        if (!has_points_) {
            throw FileError(file_, "is damaged: its DIMENSIONS are missing");
        }
        place_ = at_points ? Place::points : Place::cells;
        has_active_ = false;
        places_ = count(at_points ? "points" : "cells");
        std::uint64_t expected = 1;
        for (const auto n : found_.points) {
            const auto edge = static_cast<std::uint64_t>(at_points ? n : std::max<std::int64_t>(1, n - 1));
            expected = checked_multiply(expected, edge, file_);
        }
        if (places_ != expected) {
            throw FileError(file_, fmt::format("states data of {} {}, but its DIMENSIONS make {}", places_,
                                               at_points ? "points" : "cells", expected));
        }
        line();
    }

    void begin_data_of_points(bool at_points) {
        place_ = at_points ? Place::points : Place::cells;
        places_ = count(at_points ? "points" : "cells");
        if (at_points && checked_multiply(places_, 3, file_) != places_of_points_.values) {
            throw FileError(file_,
                            fmt::format("states data of {} points, but has {}", places_, places_of_points_.values / 3));
        }
        line();
    }

    // Lines up to an empty one.
    void metadata() {
        line();
        while (at_ < text_.size() && !line().empty()) {
        }
    }

    // SCALARS, VECTORS and so on: name, type, values.
    void attribute(const std::string &kind) {
        static const std::map<std::string, int> components = {
            {"vectors", 3}, {"normals", 3},    {"tensors", 9},      {"tensors6", 6},
            {"scalars", 1}, {"global_ids", 1}, {"pedigree_ids", 1}, {"edge_flags", 1},
        };
        VtkArray array;
        array.named.name = decoded(word());
        if (kind == "lookup_table") {
            const auto colours = count("colours");
            line();
            return skip(checked_multiply(colours, 4, file_), found_.is_ascii ? "float" : "unsigned_char");
        }
        if (place_ == Place::none) {
            throw FileError(file_, fmt::format("is damaged: '{}' stands where POINT_DATA should", kind.substr(0, 40)));
        }
        if (kind == "color_scalars") {
            array.named.components = small_count("colours");
            array.type = found_.is_ascii ? "float" : "unsigned_char"; // how VTK writes bytes
            array.is_color_text = found_.is_ascii;
        } else if (kind == "texture_coordinates") {
            array.named.components = small_count("coordinates");
            array.type = text::lower(word());
        } else if (const auto known = components.find(kind); known != components.end()) {
            array.named.components = known->second;
            array.type = text::lower(word());
        } else {
            throw FileError(file_, fmt::format("is damaged, or its part '{}' is not known", kind.substr(0, 40)));
        }
        const std::string rest = line();
        if (kind == "scalars") {
            if (!rest.empty()) {
                array.named.components = static_cast<int>(std::clamp(text::to_integer(rest).value_or(0), 0LL, 1000LL));
            }
            array.named.is_active = !has_active_;
            has_active_ = true;
            skip_table_name();
        }
        if (array.named.components < 1) {
            throw FileError(file_, fmt::format("its array {} claims '{}' values per point",
                                               array.named.name.substr(0, 40), rest.substr(0, 40)));
        }
        array.values = checked_multiply(places_, static_cast<std::uint64_t>(array.named.components), file_);
        take(std::move(array));
    }

    int small_count(const char *what) { return static_cast<int>(std::min<std::uint64_t>(count(what), 1000)); }

    void skip_table_name() {
        const std::size_t before = at_;
        if (text::lower(word()) == "lookup_table") {
            line();
        } else {
            at_ = before;
        }
    }

    // Arrays one after the other: name, components, tuples, type.
    void field() {
        word();
        const auto arrays = count("arrays");
        for (std::uint64_t i = 0; i < arrays; ++i) {
            VtkArray array;
            std::string name = word();
            if (text::lower(name) == "metadata") { // of the array before
                metadata();
                name = word();
            }
            if (name.empty()) {
                throw FileError(file_, fmt::format("truncated: it ends after {} of {} arrays", i, arrays));
            }
            array.named.name = decoded(name);
            array.named.components = small_count("components");
            const auto tuples = count("values");
            array.values = checked_multiply(tuples, static_cast<std::uint64_t>(array.named.components), file_);
            array.type = text::lower(word());
            line();
            if (array.type == "string") {
                skip_strings(array.values);
            } else if (place_ != Place::none && tuples == places_ && array.values > 0) {
                take(std::move(array));
            } else {
                skip(array.values, array.type);
            }
        }
    }

    void take(VtkArray array) {
        array.named.at_points = place_ == Place::points;
        array.offset = at_;
        skip(array.values, array.type);
        found_.arrays.push_back(std::move(array));
    }

    // Passes over values.
    void skip(std::uint64_t values, const std::string &type) {
        const auto known = vtk_types().find(type);
        if (known == vtk_types().end()) {
            throw FileError(file_, fmt::format("holds values of type '{}', which is not known", type.substr(0, 40)));
        }
        const std::uint64_t left = text_.size() - at_;
        if (!found_.is_ascii) {
            const std::uint64_t bits = checked_multiply(values, known->second.bits, file_);
            require_bytes((bits + 7) / 8, left, 1, file_);
            at_ += static_cast<std::size_t>((bits + 7) / 8);
            return;
        }
        require_bytes(values, left, 1, file_); // a digit each
        for (std::uint64_t i = 0; i < values; ++i) {
            if (word().empty()) {
                throw FileError(file_, fmt::format("truncated: it holds {} of {} values", i, values));
            }
        }
    }

    // Binary strings have lengths of 1, 2, 4 or 8 bytes, told by the first two bits.
    void skip_strings(std::uint64_t values) {
        for (std::uint64_t i = 0; i < values; ++i) {
            if (at_ >= text_.size()) {
                throw FileError(file_, "truncated: its strings end early");
            }
            if (found_.is_ascii) {
                line();
                continue;
            }
            const auto first = static_cast<unsigned char>(text_[at_]);
            const std::size_t bytes = std::size_t{1} << (3 - (first >> 6));
            std::uint64_t length = first & 63U;
            for (std::size_t k = 1; k < bytes && at_ + k < text_.size(); ++k) {
                length = length << 8 | static_cast<unsigned char>(text_[at_ + k]);
            }
            require_bytes(bytes, text_.size() - at_, 1, file_);
            at_ += bytes;
            require_bytes(length, text_.size() - at_, 1, file_);
            at_ += static_cast<std::size_t>(length);
        }
    }
};

} // namespace

VtkText parse_vtk(std::string_view text, const fs::path &file) { return VtkParser(text, file, false).parse(); }

VtkPoints parse_vtk_points(std::string_view text, const fs::path &file) {
    return VtkParser(text, file, true).parse_points();
}

FileScalar vtk_scalar(const VtkArray &array, const fs::path &file) {
    const auto known = vtk_types().find(array.type);
    if (known == vtk_types().end() || !known->second.scalar) {
        throw FileError(file, fmt::format("its array {} has values of type '{}', which are not supported",
                                          array.named.name, array.type));
    }
    return *known->second.scalar;
}

} // namespace voxmarch
