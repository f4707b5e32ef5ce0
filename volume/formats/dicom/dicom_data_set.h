// The elements of a DICOM file, as they lie there: values, sequences and packed fragments.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace voxmarch {

class DicomDataSet;

/// One element. Its bytes belong to the DicomContent it came from.
struct DicomElement {
    std::uint32_t tag = 0;            ///< group << 16 | element
    std::array<char, 2> kind{};       ///< value representation, zeros where the file does not state it
    std::span<const std::byte> value; ///< empty for sequences and fragments
    std::vector<DicomDataSet> items;  ///< of a sequence
    /// Of packed pixels: the table of offsets (may be empty), then the packed data.
    std::vector<std::span<const std::byte>> fragments;
};

/// Elements by tag. Sequences are kept only where the reader of images needs them.
class DicomDataSet {
public:
    const DicomElement *find(std::uint32_t tag) const;

    /// Characters without the spaces and zeros around them; empty if there is no such element.
    std::string text(std::uint32_t tag) const;

    /// Decimal numbers separated by backslashes (DS, IS); those that are none are left out.
    std::vector<double> decimals(std::uint32_t tag) const;

    /// A binary integer of 2 or 4 bytes (US, UL, AT with group first).
    std::optional<std::uint32_t> integer(std::uint32_t tag, std::size_t index = 0) const;

    /// Items of a sequence; empty if there is none.
    std::span<const DicomDataSet> items(std::uint32_t tag) const;

    /// Takes an element; the last of one tag counts. Called by the parser alone.
    void add(DicomElement element, std::endian order);

private:
    std::vector<DicomElement> elements_; // in ascending order of tags
    std::endian order_ = std::endian::little;
};

/// Text of a file as UTF-8; the characters of other alphabets than the western one come out wrong, but readable.
/// @param character_set  element 0008,0005
std::string dicom_utf8(const std::string &text, const std::string &character_set);

/// What people call the series: its description, else that of the study. Empty if the file has neither.
std::string series_title(const DicomDataSet &data);

/// An unsigned number of `size` bytes, 1 to 4, which must be there.
std::uint32_t dicom_number(std::span<const std::byte> bytes, std::size_t at, std::size_t size, std::endian order);

/// A parsed file and the bytes that its elements point to. Movable.
struct DicomContent {
    DicomDataSet data;
    std::string transfer_syntax;             ///< UID; empty if the file does not state it
    std::endian order = std::endian::little; ///< of binary values
    bool is_cut = false;                     ///< the file ends within an element
    std::shared_ptr<const void> owner;       ///< of the bytes
};

/// Parses a file with or without preamble, also deflated or packed with gzip. Lengths are compared with what is there;
/// nothing of a value is copied. Cost: a few hundred short steps for a slice, whatever its size.
/// @throws FileError if it cannot be read or is no DICOM file
DicomContent parse_dicom(const std::filesystem::path &file);

/// The same for bytes in memory, which must live as long as the result. @throws FileError
DicomContent parse_dicom(std::span<const std::byte> bytes, const std::filesystem::path &file);

} // namespace voxmarch
