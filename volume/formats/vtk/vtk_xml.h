// A VTK XML file: its tree, and where and how its data arrays are stored.
#pragma once

#include "volume/formats/vtk/vti_data.h"
#include "volume/voxel_storage.h"

#include <filesystem>
#include <string>
#include <string_view>
#include <tinyxml2.h>

namespace voxmarch {

/// "" if there is none.
std::string xml_attribute(const tinyxml2::XMLElement &element, const char *name);

/// Not movable: arrays refer to it.
class VtkXml {
public:
    /// @param kind  what the file should be, for messages: "VTK image"
    /// @throws FileError for what is no VTK XML, is damaged, or is packed or ordered in an unknown way
    VtkXml(const std::filesystem::path &file, std::string kind);
    VtkXml(const VtkXml &) = delete;
    VtkXml &operator=(const VtkXml &) = delete;

    const tinyxml2::XMLElement &root() const { return *xml_.RootElement(); }

    /// @throws FileError if it is not there
    const tinyxml2::XMLElement &required(const tinyxml2::XMLNode &parent, const char *name) const;

    /// An array of one value a place. @param element  a DataArray  @throws FileError for types and codings not known
    VtiArray array(const tinyxml2::XMLElement &element) const;

    /// Of the first byte of an array in the file. Precondition: its coding is raw.
    std::uint64_t offset_of(const VtiArray &array) const;

private:
    std::filesystem::path file_;
    std::string kind_;
    FileMapping mapping_;
    tinyxml2::XMLDocument xml_;
    std::string_view appended_; ///< after the '_' of the AppendedData section
    VtiArray::Coding appended_coding_ = VtiArray::Coding::raw;
    VtiArray common_; ///< what all arrays have in common

    void parse();
    void read_coding();
};

} // namespace voxmarch
