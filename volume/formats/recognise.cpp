// Extensions and first bytes of the formats.
#include "volume/formats/recognise.h"

#include "base/text.h"
#include "volume/formats/foreign_file.h"
#include "volume/formats/volume_names.h"

#include <algorithm>
#include <fstream>
#include <map>
#include <string>
#include <string_view>

namespace voxmarch {

namespace fs = std::filesystem;

bool lies_beside(const fs::path &file, std::initializer_list<const char *> extensions) {
    std::error_code ignored;
    return std::any_of(extensions.begin(), extensions.end(), [&](const char *extension) {
        return fs::exists(fs::path(file).replace_extension(extension), ignored);
    });
}

static const std::map<std::string, Recognised> &known_extensions() {
    static const std::map<std::string, Recognised> known = {
        {".raw", {FileFormat::raw}},
        {".nrrd", {FileFormat::nrrd}},
        {".nhdr", {FileFormat::nrrd}},
        {".vti", {FileFormat::vti}},
        {".mha", {FileFormat::itk, ItkFormat::meta}},
        {".mhd", {FileFormat::itk, ItkFormat::meta}},
        {".nii", {FileFormat::nifti}},
        {".hdr", {FileFormat::nifti}},
        {".img", {FileFormat::nifti}},
        {".tif", {FileFormat::tiff}},
        {".tiff", {FileFormat::tiff}},
        {".png", {FileFormat::png}},
        {".vtk", {FileFormat::vtk}},
        {".mrc", {FileFormat::itk, ItkFormat::mrc}},
        {".rec", {FileFormat::itk, ItkFormat::mrc}},
        {".dcm", {FileFormat::dicom}},
        {".npy", {FileFormat::numpy}},
        {".npz", {FileFormat::numpy}},
        {".mgh", {FileFormat::mgh}},
        {".mgz", {FileFormat::mgh}},
        {".h5", {FileFormat::hdf5}},
        {".hdf5", {FileFormat::hdf5}},
        {".nxs", {FileFormat::hdf5}},
        {".ims", {FileFormat::hdf5}},
        {".mnc", {FileFormat::hdf5}},
        {".vdb", {FileFormat::openvdb}},
    };
    return known;
}

std::vector<std::string> volume_name_ends() {
    std::vector<std::string> ends{".nii.gz", ".hdr.gz", ".img.gz", ".mgh.gz", ".raw.gz", ".zarr.zip"};
    for (const auto &[extension, format] : known_extensions()) {
        ends.push_back(extension);
    }
    return ends;
}

std::optional<Recognised> by_extension(const fs::path &file) {
    const std::string name = text::lower(file.filename().string());
    if (name.ends_with(".nii.gz") || name.ends_with(".hdr.gz") || name.ends_with(".img.gz")) {
        return Recognised{FileFormat::nifti};
    }
    if (name.ends_with(".mgh.gz")) {
        return Recognised{FileFormat::mgh};
    }
    if (name.ends_with(".raw.gz")) {
        return Recognised{FileFormat::raw};
    }
    const std::string extension = text::lower(file.extension().string());
    if (extension == ".img" && !lies_beside(file, {".hdr", ".HDR", ".hdr.gz"})) {
        return std::nullopt; // voxels of any program
    }
    const auto found = known_extensions().find(extension);
    return found == known_extensions().end() ? std::nullopt : std::optional(found->second);
}

std::optional<Recognised> by_content(const fs::path &file) {
    const auto bytes = first_bytes(file, 512);
    std::string head(reinterpret_cast<const char *>(bytes.data()), bytes.size());
    head.resize(512);
    const std::string_view text = head;
    // Of packed files, DICOM, NIfTI and MGH are read.
    const bool is_dicom = text.substr(128, 4) == "DICM";
    const bool is_nifti = text.substr(344, 3) == "n+1" || text.substr(4, 3) == "n+2";
    if (std::ifstream(file, std::ios::binary).get() == 0x1f) {
        return is_dicom       ? std::optional(Recognised{FileFormat::dicom})
               : is_nifti     ? std::optional(Recognised{FileFormat::nifti})
               : is_mgh(text) ? std::optional(Recognised{FileFormat::mgh})
                              : std::nullopt;
    }
    if (text.starts_with("NRRD000")) {
        return Recognised{FileFormat::nrrd};
    }
    if (text.starts_with("<?xml") || text.starts_with("<VTKFile")) {
        return Recognised{FileFormat::vti};
    }
    if (text.starts_with("# vtk DataFile")) {
        return Recognised{FileFormat::vtk};
    }
    if (text.starts_with("\x93NUMPY")) {
        return Recognised{FileFormat::numpy};
    }
    if (text.starts_with(std::string_view(" BDV\0", 5))) {
        return Recognised{FileFormat::openvdb};
    }
    if (text.starts_with("\x89PNG")) {
        return Recognised{FileFormat::png};
    }
    for (const std::string_view magic : {std::string_view("II*\0", 4), std::string_view("MM\0*", 4),
                                         std::string_view("II+\0", 4), std::string_view("MM\0+", 4)}) {
        if (text.starts_with(magic)) {
            return Recognised{FileFormat::tiff};
        }
    }
    if (is_dicom) {
        return Recognised{FileFormat::dicom};
    }
    if (is_nifti) {
        return Recognised{FileFormat::nifti};
    }
    if (is_mgh(text)) {
        return Recognised{FileFormat::mgh};
    }
    if (text.starts_with("ObjectType") || text.starts_with("NDims")) {
        return Recognised{FileFormat::itk, ItkFormat::meta};
    }
    return is_hdf5(file) ? std::optional(Recognised{FileFormat::hdf5}) : std::nullopt;
}

} // namespace voxmarch
