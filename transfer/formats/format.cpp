// The table of formats and the choice by a file's name.
#include "transfer/formats/format.h"

#include "base/text.h"

#include <fmt/format.h>

namespace voxmarch {

const std::vector<TransferFormat> &transfer_formats() {
    static const std::vector<TransferFormat> formats{
        {"voxmarch", "our own", {".json"}, "\"voxmarch-transfer\"", read_voxmarch, write_voxmarch},
        {"paraview", "ParaView colour map", {".json"}, "\"RGBPoints\"", read_paraview, write_paraview},
        {"slicer",
         "3D Slicer volume property",
         {".vp.json", ".json"},
         "\"volumeProperties\"",
         read_slicer,
         write_slicer},
        {"slicer-vp", "3D Slicer volume property before 5.9", {".vp"}, "", read_slicer_vp, write_slicer_vp},
        {"inviwo", "Inviwo transfer function", {".itf"}, "", read_inviwo, write_inviwo},
        {"voreen", "Voreen intensity transfer function", {".tfi"}, "", read_voreen, write_voreen},
        {"image", "picture of one row", {".png"}, "", read_image, write_image},
    };
    return formats;
}

std::vector<const TransferFormat *> formats_of(const std::filesystem::path &file) {
    const std::string name = text::lower(file.filename().string());
    std::vector<const TransferFormat *> fitting;
    std::size_t longest = 0;
    for (const TransferFormat &format : transfer_formats()) {
        for (const std::string_view extension : format.extensions) {
            if (!name.ends_with(extension) || extension.size() < longest) {
                continue;
            }
            if (extension.size() > longest) {
                fitting.clear();
                longest = extension.size();
            }
            fitting.push_back(&format);
        }
    }
    return fitting;
}

std::string known_extensions() { return ".json, .vp.json, .vp, .itf, .tfi, .png"; }

} // namespace voxmarch
