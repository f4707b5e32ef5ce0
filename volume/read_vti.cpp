// VTK XML image data (.vti): finds the scalar array and its grid in the XML.
#include "volume/volume_file.h"

#include "device/error.h"
#include "volume/array_choice.h"
#include "volume/checked_size.h"
#include "volume/file_grid.h"
#include "volume/text.h"
#include "volume/voxel_storage.h"
#include "volume/vti_data.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <map>
#include <tinyxml2.h>

namespace voxmarch {

namespace {

namespace fs = std::filesystem;
using tinyxml2::XMLElement;

std::string attribute(const XMLElement &element, const char *name) {
    const char *value = element.Attribute(name);
    return value == nullptr ? std::string() : std::string(value);
}

class VtiFile final : public VolumeFile {
public:
    VtiFile(const fs::path &file, const ReadOptions &options) : file_(file), mapping_(file, 0, size_of_file(file)) {
        header.format = "VTI";
        header.name = file.filename().string();
        parse_xml();
        const XMLElement *top = xml_.RootElement();
        if (top != nullptr && std::string_view(top->Name()) != "VTKFile")
            throw FileError(file, not_vtk(top->Name()));
        const XMLElement &root = required(xml_, "VTKFile");
        if (attribute(root, "type") != "ImageData")
            throw FileError(file, fmt::format("holds VTK '{}'; only ImageData can be shown", attribute(root, "type")));
        const XMLElement &image = required(root, "ImageData");
        const XMLElement &piece = required(image, "Piece");
        if (piece.NextSiblingElement("Piece") != nullptr)
            throw FileError(file, "its image is cut into several pieces, which is not supported");
        coding(root);
        const bool at_points = find_array(piece, options.array);
        grid(image, piece, at_points);
        set_type(header, array_.type);
        const auto bytes = checked_byte_count(header.grid.dims, file_scalar_size(array_.type), file);
        check_vti_array(array_, bytes, file);
    }

    std::unique_ptr<VoxelStorage> load(const Progress &progress) override {
        auto voxels = allocate_voxels(header.byte_count(), file_);
        read_vti_array(array_, voxels, progress, file_);
        return std::make_unique<HeapVoxels>(std::move(voxels));
    }

private:
    fs::path file_;
    FileMapping mapping_;
    tinyxml2::XMLDocument xml_;
    std::string_view appended_; // after the '_' of the AppendedData section
    VtiArray::Coding appended_coding_ = VtiArray::Coding::raw;
    VtiArray array_;

    // Raw appended data are not XML: the parser sees the text before them only.
    void parse_xml() {
        const auto bytes = mapping_.bytes();
        const std::string_view all(reinterpret_cast<const char *>(bytes.data()), bytes.size());
        const auto section = all.find("<AppendedData");
        std::string text(all.substr(0, section));
        if (section != std::string_view::npos) {
            const auto tag_end = all.find('>', section);
            const auto data = all.find('_', tag_end);
            if (tag_end == std::string_view::npos || data == std::string_view::npos)
                throw FileError(file_, "truncated: its AppendedData section does not begin");
            const auto end = all.rfind("</AppendedData>");
            if (end == std::string_view::npos || end < data)
                throw FileError(file_, "truncated: its AppendedData section does not end");
            appended_ = all.substr(data + 1, end - data - 1);
            text += std::string(all.substr(section, tag_end + 1 - section)) + "</AppendedData></VTKFile>";
        }
        if (xml_.Parse(text.data(), text.size()) != tinyxml2::XML_SUCCESS)
            throw FileError(file_, fmt::format("is not valid XML (line {})", xml_.ErrorLineNum()));
    }

    const XMLElement &required(const tinyxml2::XMLNode &parent, const char *name) const {
        const XMLElement *element = parent.FirstChildElement(name);
        if (element == nullptr)
            throw FileError(file_, fmt::format("is not a VTK image: the element '{}' is missing", name));
        return *element;
    }

    // Byte order, length words, compressor: they hold for the whole file.
    void coding(const XMLElement &root) {
        const std::string order = attribute(root, "byte_order");
        if (order != "LittleEndian" && order != "BigEndian" && !order.empty())
            throw FileError(file_, fmt::format("byte_order '{}' is not known", order));
        array_.order = order == "BigEndian" ? std::endian::big : std::endian::little;
        const std::string word = attribute(root, "header_type");
        if (!word.empty() && word != "UInt32" && word != "UInt64")
            throw FileError(file_, fmt::format("header_type '{}' is not known", word));
        array_.header_word = word == "UInt64" ? 8 : 4;
        const std::string compressor = attribute(root, "compressor");
        static const std::map<std::string, BlockPacking> packings = {
            {"vtkZLibDataCompressor", BlockPacking::zlib},
            {"vtkLZ4DataCompressor", BlockPacking::lz4},
            {"vtkLZMADataCompressor", BlockPacking::lzma},
        };
        const auto packing = packings.find(compressor);
        if (packing != packings.end())
            array_.packing = packing->second;
        else if (!compressor.empty())
            throw FileError(file_, fmt::format("is packed by {}, which is not known", compressor));
        if (const XMLElement *section = root.FirstChildElement("AppendedData")) {
            const std::string encoding = attribute(*section, "encoding");
            if (encoding != "raw" && encoding != "base64")
                throw FileError(file_, fmt::format("AppendedData encoding '{}' is not known", encoding));
            appended_coding_ = encoding == "raw" ? VtiArray::Coding::raw : VtiArray::Coding::base64;
        }
    }

    // Chooses the array and finds its bytes; true if it has one value per point, false for one per cell.
    bool find_array(const XMLElement &piece, const std::string &wanted) {
        std::vector<NamedArray> names;
        std::vector<const XMLElement *> elements;
        for (const char *place : {"PointData", "CellData"}) {
            const XMLElement *data = piece.FirstChildElement(place);
            const std::string active = data == nullptr ? "" : attribute(*data, "Scalars");
            for (auto *array = data == nullptr ? nullptr : data->FirstChildElement("DataArray"); array != nullptr;
                 array = array->NextSiblingElement("DataArray")) {
                const std::string name = attribute(*array, "Name");
                names.push_back({name, array->IntAttribute("NumberOfComponents", 1),
                                 std::string_view(place) == "PointData", !active.empty() && name == active});
                elements.push_back(array);
            }
        }
        const std::size_t chosen = choose_array(names, wanted, file_, header.notes);
        array_.type = scalar_type(*elements[chosen]);
        locate(*elements[chosen]);
        return names[chosen].at_points;
    }

    // XML of other programs.
    static std::string not_vtk(const std::string &root) {
        if (text::lower(root) == "gifti")
            return "is GIFTI, a surface and no volume: give the volume it was made from";
        return fmt::format("is XML of another kind ('{}') and no VTK image", root.substr(0, 40));
    }

    FileScalar scalar_type(const XMLElement &array) const {
        static const std::map<std::string, FileScalar> names = {
            {"UInt8", FileScalar::u8},    {"Int8", FileScalar::i8},    {"UInt16", FileScalar::u16},
            {"Int16", FileScalar::i16},   {"UInt32", FileScalar::u32}, {"Int32", FileScalar::i32},
            {"UInt64", FileScalar::u64},  {"Int64", FileScalar::i64},  {"Float32", FileScalar::f32},
            {"Float64", FileScalar::f64},
        };
        const auto found = names.find(attribute(array, "type"));
        if (found == names.end())
            throw FileError(file_, fmt::format("data arrays of type '{}' are not supported", attribute(array, "type")));
        return found->second;
    }

    void locate(const XMLElement &array) {
        const std::string format = attribute(array, "format");
        if (format == "appended") {
            const auto offset = text::to_integer(attribute(array, "offset"));
            if (!offset || *offset < 0 || static_cast<std::uint64_t>(*offset) > appended_.size())
                throw FileError(file_, "truncated: its array begins behind the end of the appended data");
            array_.coding = appended_coding_;
            array_.stored = appended_.substr(static_cast<std::size_t>(*offset));
            return;
        }
        if (format != "ascii" && format != "binary" && !format.empty())
            throw FileError(file_, fmt::format("data arrays of format '{}' are not supported", format));
        array_.coding = format == "binary" ? VtiArray::Coding::base64 : VtiArray::Coding::ascii;
        const char *content = array.GetText();
        array_.stored = content == nullptr ? std::string_view() : std::string_view(content);
    }

    std::vector<double> numbers(const XMLElement &element, const char *name, std::size_t count,
                                std::vector<double> missing) const {
        const auto words = text::words(attribute(element, name));
        if (words.empty())
            return missing;
        std::vector<double> values;
        for (const auto &word : words)
            values.push_back(text::to_double(word).value_or(std::nan("")));
        if (values.size() != count || std::any_of(values.begin(), values.end(), [](double v) { return v != v; }))
            throw FileError(file_, fmt::format("{}=\"{}\" is not {} numbers", name, attribute(element, name), count));
        return values;
    }

    void grid(const XMLElement &image, const XMLElement &piece, bool at_points) {
        const auto extent = numbers(piece, "Extent", 6, numbers(image, "WholeExtent", 6, {}));
        if (extent.empty())
            throw FileError(file_, "its Extent is missing");
        const auto spacing = numbers(image, "Spacing", 3, {1, 1, 1});
        const auto origin = numbers(image, "Origin", 3, {0, 0, 0});
        const auto rows = numbers(image, "Direction", 9, {1, 0, 0, 0, 1, 0, 0, 0, 1});
        std::array<std::int64_t, 3> dims{};
        glm::dvec3 first(0.0); // index of the first voxel
        glm::dmat3 step(1.0);
        for (std::size_t i = 0; i < 3; ++i) {
            const auto axis = static_cast<int>(i);
            if (std::abs(extent[2 * i]) > 1e9 || std::abs(extent[2 * i + 1]) > 1e9)
                throw FileError(file_, "its Extent is out of range");
            const auto cells = static_cast<std::int64_t>(extent[2 * i + 1]) - static_cast<std::int64_t>(extent[2 * i]);
            const bool is_flat = cells == 0; // an image has one layer of cells there, in its plane
            dims[i] = cells + (at_points || is_flat ? 1 : 0);
            first[axis] = extent[2 * i] + (at_points || is_flat ? 0.0 : 0.5);
            step[axis] = spacing[i] * glm::dvec3(rows[i], rows[3 + i], rows[6 + i]);
        }
        header.grid.dims = checked_dims(dims, file_);
        set_axes(header.grid, step, file_);
        set_origin(header.grid, glm::dvec3(origin[0], origin[1], origin[2]) + step * first, file_);
    }
};

} // namespace

std::unique_ptr<VolumeFile> open_vti(const fs::path &file, const ReadOptions &options) {
    return std::make_unique<VtiFile>(file, options);
}

} // namespace voxmarch
