// Reads the XML, and what it says of arrays (VTK file formats, "XML file formats").
#include "volume/formats/vtk/vtk_xml.h"

#include "base/checked_size.h"
#include "base/error.h"
#include "base/text.h"
#include "volume/formats/foreign_file.h"

#include <fmt/format.h>
#include <map>

namespace voxmarch {

namespace fs = std::filesystem;
using tinyxml2::XMLElement;

std::string xml_attribute(const XMLElement &element, const char *name) {
    const char *value = element.Attribute(name);
    return value == nullptr ? std::string() : std::string(value);
}

/// XML of other programs.
static std::string not_vtk(const std::string &root, const std::string &kind) {
    if (text::lower(root) == "gifti") {
        return gifti_words;
    }
    return fmt::format("is XML of another kind ('{}') and no {}", root.substr(0, 40), kind);
}

static FileScalar scalar_type(const XMLElement &array, const fs::path &file) {
    static const std::map<std::string, FileScalar> names = {
        {"UInt8", FileScalar::u8},    {"Int8", FileScalar::i8},    {"UInt16", FileScalar::u16},
        {"Int16", FileScalar::i16},   {"UInt32", FileScalar::u32}, {"Int32", FileScalar::i32},
        {"UInt64", FileScalar::u64},  {"Int64", FileScalar::i64},  {"Float32", FileScalar::f32},
        {"Float64", FileScalar::f64},
    };
    const auto found = names.find(xml_attribute(array, "type"));
    if (found == names.end()) {
        throw FileError(file, fmt::format("data arrays of type '{}' are not supported", xml_attribute(array, "type")));
    }
    return found->second;
}

VtkXml::VtkXml(const fs::path &file, std::string kind)
    : file_(file), kind_(std::move(kind)), mapping_(file, 0, size_of_file(file)) {
    parse();
    const XMLElement *top = xml_.RootElement();
    if (top != nullptr && std::string_view(top->Name()) != "VTKFile") {
        throw FileError(file, not_vtk(top->Name(), kind_));
    }
    static_cast<void>(required(xml_, "VTKFile"));
    read_coding();
}

// Raw appended data are not XML: the parser sees the text before them only.
void VtkXml::parse() {
    const auto bytes = mapping_.bytes();
    const std::string_view all(reinterpret_cast<const char *>(bytes.data()), bytes.size());
    const auto section = all.find("<AppendedData");
    std::string text(all.substr(0, section));
    if (section != std::string_view::npos) {
        const auto tag_end = all.find('>', section);
        const auto data = all.find('_', tag_end);
        if (tag_end == std::string_view::npos || data == std::string_view::npos) {
            throw FileError(file_, "truncated: its AppendedData section does not begin");
        }
        const auto end = all.rfind("</AppendedData>");
        if (end == std::string_view::npos || end < data) {
            throw FileError(file_, "truncated: its AppendedData section does not end");
        }
        appended_ = all.substr(data + 1, end - data - 1);
        text += std::string(all.substr(section, tag_end + 1 - section)) + "</AppendedData></VTKFile>";
    }
    if (xml_.Parse(text.data(), text.size()) != tinyxml2::XML_SUCCESS) {
        throw FileError(file_, fmt::format("is not valid XML (line {})", xml_.ErrorLineNum()));
    }
}

const XMLElement &VtkXml::required(const tinyxml2::XMLNode &parent, const char *name) const {
    const XMLElement *element = parent.FirstChildElement(name);
    if (element == nullptr) {
        throw FileError(file_, fmt::format("is not a {}: the element '{}' is missing", kind_, name));
    }
    return *element;
}

// Byte order, length words, compressor: they hold for the whole file.
void VtkXml::read_coding() {
    const std::string order = xml_attribute(root(), "byte_order");
    if (order != "LittleEndian" && order != "BigEndian" && !order.empty()) {
        throw FileError(file_, fmt::format("byte_order '{}' is not known", order));
    }
    common_.order = order == "BigEndian" ? std::endian::big : std::endian::little;
    const std::string word = xml_attribute(root(), "header_type");
    if (!word.empty() && word != "UInt32" && word != "UInt64") {
        throw FileError(file_, fmt::format("header_type '{}' is not known", word));
    }
    common_.header_word = word == "UInt64" ? 8 : 4;
    const std::string compressor = xml_attribute(root(), "compressor");
    static const std::map<std::string, BlockPacking> packings = {
        {"vtkZLibDataCompressor", BlockPacking::zlib},
        {"vtkLZ4DataCompressor", BlockPacking::lz4},
        {"vtkLZMADataCompressor", BlockPacking::lzma},
    };
    const auto packing = packings.find(compressor);
    if (packing != packings.end()) {
        common_.packing = packing->second;
    } else if (!compressor.empty()) {
        throw FileError(file_, fmt::format("is packed by {}, which is not known", compressor));
    }
    if (const XMLElement *section = root().FirstChildElement("AppendedData")) {
        const std::string encoding = xml_attribute(*section, "encoding");
        if (encoding != "raw" && encoding != "base64") {
            throw FileError(file_, fmt::format("AppendedData encoding '{}' is not known", encoding));
        }
        appended_coding_ = encoding == "raw" ? VtiArray::Coding::raw : VtiArray::Coding::base64;
    }
}

VtiArray VtkXml::array(const XMLElement &element) const {
    VtiArray array = common_;
    array.type = scalar_type(element, file_);
    const std::string format = xml_attribute(element, "format");
    if (format == "appended") {
        const auto offset = text::to_integer(xml_attribute(element, "offset"));
        if (!offset || *offset < 0 || static_cast<std::uint64_t>(*offset) > appended_.size()) {
            throw FileError(file_, "truncated: its array begins behind the end of the appended data");
        }
        array.coding = appended_coding_;
        array.stored = appended_.substr(static_cast<std::size_t>(*offset));
        return array;
    }
    if (format != "ascii" && format != "binary" && !format.empty()) {
        throw FileError(file_, fmt::format("data arrays of format '{}' are not supported", format));
    }
    array.coding = format == "binary" ? VtiArray::Coding::base64 : VtiArray::Coding::ascii;
    const char *content = element.GetText();
    array.stored = content == nullptr ? std::string_view() : std::string_view(content);
    return array;
}

std::uint64_t VtkXml::offset_of(const VtiArray &array) const {
    return static_cast<std::uint64_t>(array.stored.data() - reinterpret_cast<const char *>(mapping_.bytes().data()));
}

} // namespace voxmarch
