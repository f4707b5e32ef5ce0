// Polygon files (Stanford, PLY 1.0): elements of rows with the properties that the header names, as text or as bytes
// of either order.
#pragma once

#include "volume/formats/number_reader.h"

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace voxmarch {

/// A value of each row of an element, or a list of values.
struct PlyProperty {
    std::string name;
    FileScalar type = FileScalar::f32;    ///< of the values
    std::optional<FileScalar> count_type; ///< of how many there are; empty: one
};

struct PlyElement {
    std::string name;
    std::uint64_t rows = 0;
    std::vector<PlyProperty> properties;

    /// The place of a property; empty: there is none of that name.
    std::optional<std::size_t> find(std::string_view wanted) const;
};

struct PlyHeader {
    std::optional<std::endian> order; ///< of the values; empty: they are words
    std::vector<PlyElement> elements; ///< in the order of the file
    std::string comments;             ///< a line each
};

/// What a row of an element holds. Reused for the next one it asks for no memory.
struct PlyRow {
    std::vector<double> values; ///< at the places of properties that are no lists
    std::vector<double> list;   ///< of the property that was asked for
};

/// Reads the rows of all elements one after the other. Refers to the bytes, which outlive it.
class PlyReader {
public:
    /// @param bytes  of the whole file  @throws FileError unless its header is one of PLY
    PlyReader(std::string_view bytes, std::filesystem::path file);

    const PlyHeader &header() const { return header_; }

    /// Before the rows of an element. @throws FileError if the bytes left cannot hold as many
    void require_rows(const PlyElement &element) const;

    /// @param wanted  the place of the property whose list is kept; empty: none is
    /// @throws FileError at the end, for what is no number, and for a list longer than the bytes left
    void read_row(const PlyElement &element, PlyRow &row, std::optional<std::size_t> wanted = std::nullopt);

    /// Passes over all rows of an element. @throws FileError as the two above
    void skip_rows(const PlyElement &element);

    /// Where x, y and z of an element are in PlyRow::values. @throws FileError unless each is there and no list
    std::array<std::size_t, 3> places_of_position(const PlyElement &element) const;

    /// A value that counts or numbers. @throws FileError unless it is a whole number of 32 bits
    std::int64_t whole(double value) const;

    [[noreturn]] void fail(const std::string &problem) const;

private:
    std::filesystem::path file_;
    PlyHeader header_;
    NumberReader numbers_;

    PlyHeader take_header(std::string_view &bytes) const;
    void take_line(const std::string &line, PlyHeader &header) const;
    FileScalar type_of(const std::string &word) const;
    std::uint64_t take_length(const PlyProperty &list);
};

} // namespace voxmarch
