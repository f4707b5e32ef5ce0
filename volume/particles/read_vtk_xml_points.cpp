// Points of VTK's XML files: polygonal data (.vtp) and unstructured grids (.vtu).
#include "base/checked_size.h"
#include "base/error.h"
#include "volume/formats/number_reader.h"
#include "volume/formats/vtk/vtk_xml.h"
#include "volume/particles/particles.h"

#include <fmt/format.h>

namespace voxmarch {

namespace {

namespace fs = std::filesystem;
using tinyxml2::XMLElement;

/// The bytes of a binary array as they are: read as doubles they would become floats.
std::vector<std::byte> unpacked(VtiArray array, std::uint64_t bytes, const fs::path &file) {
    array.type = FileScalar::u8;
    std::vector<std::byte> all(static_cast<std::size_t>(bytes));
    read_vti_array(
        array, all, [](double) {}, file);
    return all;
}

/// All numbers of an array.
/// @param count    numbers, as the file claims
/// @param claimed  bytes of the arrays before, which may be the same ones again
std::vector<double> numbers_of(const VtiArray &array, std::uint64_t count, std::uint64_t &claimed,
                               const fs::path &file) {
    const std::uint64_t bytes = checked_multiply(count, file_scalar_size(array.type), file);
    check_vti_array(array, bytes, file);
    claimed += bytes;
    const bool is_ascii = array.coding == VtiArray::Coding::ascii;
    if (!is_ascii) {
        require_bytes(claimed, size_of_file(file), array.packing ? max_ratio(*array.packing) : 1, file);
    }
    const std::vector<std::byte> binary = is_ascii ? std::vector<std::byte>() : unpacked(array, bytes, file);
    const std::string_view stored(reinterpret_cast<const char *>(binary.data()), binary.size());
    NumberReader reader(is_ascii ? array.stored : stored, is_ascii ? std::nullopt : std::optional(array.order), file);
    std::vector<double> numbers;
    for (std::uint64_t i = 0; i < count; ++i) {
        numbers.push_back(reader.next(array.type));
    }
    if (is_ascii) {
        require_no_more(array.stored.substr(array.stored.size() - reader.left()), file);
    }
    return numbers;
}

void add_piece(const XMLElement &piece, const VtkXml &xml, const fs::path &file, std::uint64_t &claimed,
               Particles &particles) {
    const std::int64_t count = piece.Int64Attribute("NumberOfPoints", -1);
    if (count < 0) {
        throw FileError(file, "is damaged: its NumberOfPoints is missing");
    }
    if (count == 0) {
        return; // programs that write in parallel leave pieces empty
    }
    const XMLElement &places = xml.required(xml.required(piece, "Points"), "DataArray");
    if (places.IntAttribute("NumberOfComponents", 1) != 3) {
        throw FileError(file, "has points of other than three coordinates");
    }
    const auto points = static_cast<std::uint64_t>(count);
    const std::vector<double> numbers = numbers_of(xml.array(places), checked_multiply(points, 3, file), claimed, file);
    for (std::size_t i = 0; i < numbers.size(); i += 3) {
        particles.positions.emplace_back(numbers[i], numbers[i + 1], numbers[i + 2]);
    }
    const XMLElement *data = piece.FirstChildElement("PointData");
    for (const XMLElement *array = data == nullptr ? nullptr : data->FirstChildElement("DataArray"); array != nullptr;
         array = array->NextSiblingElement("DataArray")) {
        if (xml_attribute(*array, "Name") == "mass" && array->IntAttribute("NumberOfComponents", 1) == 1) {
            const std::vector<double> masses = numbers_of(xml.array(*array), points, claimed, file);
            particles.masses.insert(particles.masses.end(), masses.begin(), masses.end());
        }
    }
    if (!particles.masses.empty() && particles.masses.size() != particles.positions.size()) {
        throw FileError(file, "has pieces with an array 'mass' and others without");
    }
}

} // namespace

Particles read_vtk_xml_points(const fs::path &file) {
    const VtkXml xml(file, "VTK file of points");
    const std::string kind = xml_attribute(xml.root(), "type");
    if (kind != "PolyData" && kind != "UnstructuredGrid") {
        throw FileError(file, fmt::format("holds VTK '{}'; points are read of PolyData and UnstructuredGrid", kind));
    }
    Particles particles;
    std::uint64_t claimed = 0;
    const XMLElement &data = xml.required(xml.root(), kind.c_str());
    for (const XMLElement *piece = &xml.required(data, "Piece"); piece != nullptr;
         piece = piece->NextSiblingElement("Piece")) {
        add_piece(*piece, xml, file, claimed, particles);
    }
    return particles;
}

} // namespace voxmarch
