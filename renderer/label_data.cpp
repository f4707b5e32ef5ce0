// Packs the looks of labels and uploads them.
#include "renderer/label_data.h"

#include <algorithm>
#include <cmath>

namespace voxmarch {

namespace {

/// See kernels/cast/label_volume.cl.
std::uint32_t packed_style(const LabelStyle &style) {
    const auto byte = [](float value, float scale) {
        return static_cast<std::uint32_t>(std::lround(std::clamp(value, 0.0f, 1.0f) * scale));
    };
    std::uint32_t packed = byte(style.visibility, 127.0f) << 25;
    if (style.color) {
        packed |= 1u << 24 | byte(style.color->x, 255.0f) | byte(style.color->y, 255.0f) << 8 |
                  byte(style.color->z, 255.0f) << 16;
    }
    return packed;
}

} // namespace

void LabelData::set(std::span<const std::uint16_t> labels, std::vector<LabelStyle> styles) {
    if (labels.empty()) {
        count_ = 0;
        voxels_ = Buffer();
        return;
    }
    reserve(*device_, voxels_, labels.size_bytes(), "the label volume");
    voxels_.upload(std::as_bytes(labels));
    styles.resize(std::max<std::size_t>(styles.size(), 1) + 1); // the last one stands for all behind
    std::vector<std::uint32_t> packed;
    translucent_ = false;
    for (const LabelStyle &style : styles) {
        translucent_ = translucent_ || (style.visibility > 0.0f && style.visibility < 1.0f);
        packed.push_back(packed_style(style));
    }
    upload(*device_, colors_, packed, "styles of labels");
    count_ = packed.size();
    ++version_;
}

} // namespace voxmarch
