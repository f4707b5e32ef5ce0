// Names the kinds of DICOM files that hold no image.
#include "volume/formats/dicom/dicom_image.h"

#include "volume/formats/dicom/dicom_tags.h"

#include <fmt/format.h>
#include <map>

namespace voxmarch {

namespace {

std::string kind_name(const std::string &uid) {
    static const std::map<std::string, std::string> names = {
        {"1.2.840.10008.1.3.10", "DICOMDIR, a list of the files beside it"},
        {"1.2.840.10008.5.1.4.1.1.9.1.1", "12-lead ECG waveform"},
        {"1.2.840.10008.5.1.4.1.1.9.1.2", "ECG waveform"},
        {"1.2.840.10008.5.1.4.1.1.11.1", "grey presentation state"},
        {"1.2.840.10008.5.1.4.1.1.66", "raw data"},
        {"1.2.840.10008.5.1.4.1.1.66.1", "registration"},
        {"1.2.840.10008.5.1.4.1.1.66.3", "deformable registration"},
        {"1.2.840.10008.5.1.4.1.1.66.5", "surface segmentation"},
        {"1.2.840.10008.5.1.4.1.1.88.11", "text report"},
        {"1.2.840.10008.5.1.4.1.1.88.22", "report"},
        {"1.2.840.10008.5.1.4.1.1.88.33", "comprehensive report"},
        {"1.2.840.10008.5.1.4.1.1.88.59", "key object selection"},
        {"1.2.840.10008.5.1.4.1.1.88.67", "dose report"},
        {"1.2.840.10008.5.1.4.1.1.104.1", "PDF document"},
        {"1.2.840.10008.5.1.4.1.1.481.3", "structure set"},
        {"1.2.840.10008.5.1.4.1.1.481.4", "treatment record"},
        {"1.2.840.10008.5.1.4.1.1.481.5", "treatment plan"},
        {"1.2.840.10008.5.1.4.1.1.481.8", "ion treatment plan"},
        {"1.2.840.10008.5.1.4.39.1", "colour palette"},
    };
    const auto found = names.find(uid);
    return found == names.end() ? std::string() : found->second;
}

} // namespace

std::string dicom_kind(const DicomDataSet &data) {
    const std::string uid = data.text(tag_kind);
    const std::string modality = data.text(tag_modality);
    std::string name = kind_name(uid);
    if (name.empty() && data.find(tag_directory_records) != nullptr) { // directory records
        name = kind_name("1.2.840.10008.1.3.10");
    }
    if (name.empty()) {
        name = uid.empty() ? "of a kind that it does not state" : fmt::format("SOP class {}", uid);
    }
    return modality.empty() ? name : fmt::format("{} ({})", name, modality);
}

} // namespace voxmarch
