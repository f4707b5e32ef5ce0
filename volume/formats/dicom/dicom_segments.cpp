// Reads the list of segments (PS3.3 C.8.20.4).
#include "volume/formats/dicom/dicom_segments.h"

#include "base/text.h"
#include "volume/formats/dicom/dicom_image.h"
#include "volume/formats/dicom/dicom_tags.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <set>

namespace voxmarch {

namespace {

constexpr const char *segmentation = "1.2.840.10008.5.1.4.1.1.66.4";

} // namespace

glm::vec3 color_of_dicom_lab(const glm::dvec3 &stored) {
    const double lightness = stored.x / 65535.0 * 100.0;
    const double y = (lightness + 16.0) / 116.0;
    const double x = (stored.y / 65535.0 * 255.0 - 128.0) / 500.0 + y;
    const double z = y - (stored.z / 65535.0 * 255.0 - 128.0) / 200.0;
    const auto linear = [](double f) { return f > 6.0 / 29.0 ? f * f * f : (f - 16.0 / 116.0) / 7.787; };
    const glm::dvec3 xyz = glm::dvec3(0.95047, 1.0, 1.08883) * glm::dvec3(linear(x), linear(y), linear(z));
    const glm::dvec3 rgb(glm::dot(xyz, glm::dvec3(3.2406, -1.5372, -0.4986)),
                         glm::dot(xyz, glm::dvec3(-0.9689, 1.8758, 0.0415)),
                         glm::dot(xyz, glm::dvec3(0.0557, -0.2040, 1.0570)));
    const auto encoded = [](double part) {
        const double curved = part > 0.0031308 ? 1.055 * std::pow(part, 1.0 / 2.4) - 0.055 : 12.92 * part;
        return static_cast<float>(std::clamp(curved, 0.0, 1.0));
    };
    return {encoded(rgb.x), encoded(rgb.y), encoded(rgb.z)};
}

LabelNames dicom_segment_names(const std::filesystem::path &file) {
    return parse_dicom(file).data.text(tag_kind) == segmentation ? segment_names(open_dicom_image(file)) : LabelNames{};
}

LabelNames segment_names(const DicomImage &image) {
    if (image.data().text(tag_kind) != segmentation) {
        return {};
    }
    std::set<int> used;
    for (const DicomFrame &frame : image.frames) {
        used.insert(frame.segment);
    }
    const bool is_alone = used.size() == 1; // its voxels are as stored, see read_dicom.cpp
    if (is_alone && image.pixels.bits_allocated != 1) {
        return {}; // fractions are no labels
    }
    const auto label_of = [&](int number) { return is_alone ? 1 : number; };
    LabelNames names;
    for (const int number : used) {
        if (number != 0) {
            names[label_of(number)] = {fmt::format("Segment {}", number), glm::vec3(1.0f), false, false};
        }
    }
    for (const DicomDataSet &segment : image.data().items(tag_segments)) {
        const auto number = static_cast<int>(segment.integer(tag_number_of_segment).value_or(0));
        if (!used.contains(number) || number == 0) {
            continue;
        }
        LabelName &name = names[label_of(number)];
        const std::string stated = dicom_utf8(segment.text(tag_segment_label), image.data().text(tag_character_set));
        if (const std::string trimmed = text::trim(stated); !trimmed.empty()) {
            name.name = trimmed;
            name.is_named = true;
        }
        const auto l = segment.integer(tag_segment_color, 0), a = segment.integer(tag_segment_color, 1),
                   b = segment.integer(tag_segment_color, 2);
        name.has_color = l && a && b;
        if (name.has_color) {
            name.color = color_of_dicom_lab(glm::dvec3(*l, *a, *b));
        }
    }
    return names;
}

} // namespace voxmarch
