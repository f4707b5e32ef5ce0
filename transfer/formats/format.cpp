// The table of formats and the choice by a file's name.
#include "transfer/formats/format.h"

#include "base/text.h"

#include <fmt/format.h>

namespace voxmarch {

const std::vector<TransferFormat> &transfer_formats() {
    static const std::vector<TransferFormat> formats{
        {"voxmarch", "our own", {".json"}, "\"voxmarch-transfer\"", true, true, read_voxmarch, write_voxmarch},
        {"paraview", "ParaView colour map", {".json"}, "\"RGBPoints\"", false, false, read_paraview, write_paraview},
        {"slicer",
         "3D Slicer volume property",
         {".vp.json", ".json"},
         "\"volumeProperties\"",
         true,
         true,
         read_slicer,
         write_slicer},
        {"slicer-vp",
         "3D Slicer volume property before 5.9",
         {".vp"},
         "",
         true,
         false,
         read_slicer_vp,
         write_slicer_vp},
        {"slicer-mrml",
         "3D Slicer scene or presets",
         {".mrml", ".xml"},
         "",
         true,
         true,
         read_slicer_mrml,
         write_slicer_mrml},
        {"inviwo", "Inviwo transfer function", {".itf"}, "", false, false, read_inviwo, write_inviwo},
        {"voreen", "Voreen intensity transfer function", {".tfi"}, "", false, false, read_voreen, write_voreen},
        {"image", "picture of one row", {".png"}, "", false, false, read_image, write_image},
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

std::string known_extensions() { return ".json, .vp.json, .vp, .mrml, .xml, .itf, .tfi, .png"; }

} // namespace voxmarch
