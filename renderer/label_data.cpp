// Packs the looks of labels and uploads them.
#include "renderer/label_data.h"

#include "base/parallel.h"

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
        on_host_.clear();
        return;
    }
    reserve(*device_, voxels_, labels.size_bytes(), "the label volume");
    voxels_.upload(std::as_bytes(labels));
    set_styles(std::move(styles));
}

void LabelData::set_styles(std::vector<LabelStyle> styles) {
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

void LabelData::set_for_bricks(std::span<const std::uint16_t> labels, const std::array<int, 3> &dims,
                               std::vector<LabelStyle> styles) {
    on_host_.assign(labels.begin(), labels.end());
    dims_ = dims;
    filled_ = 0;
    set_styles(std::move(styles));
}

void LabelData::fill(const BrickAtlas &atlas) {
    constexpr std::size_t bytes = sizeof(std::uint16_t);
    const std::size_t brick_bytes = atlas.size().slot_voxels() * bytes;
    const auto edge = static_cast<std::size_t>(atlas.size().stored());
    constexpr std::size_t batch = 64; // bricks that are staged together
    if (on_host_.empty()) {
        return;
    }
    const std::array<int, 3> array = atlas.dims();
    const std::array<std::size_t, 2> rows{static_cast<std::size_t>(array[0]) * bytes,
                                          static_cast<std::size_t>(array[1])};
    reserve(*device_, voxels_, rows[0] * rows[1] * static_cast<std::size_t>(array[2]), "the label volume");
    if (filled_ == atlas.puts()) { // there is room: scenes may refer to it
        return;
    }
    const auto read = [&](const VoxelBox &box, std::span<std::byte> to) {
        auto *row_to = reinterpret_cast<std::uint16_t *>(to.data());
        for (int z = box.low[2]; z < box.high[2]; ++z) {
            for (int y = box.low[1]; y < box.high[1]; ++y) {
                const std::size_t row =
                    static_cast<std::size_t>(z) * static_cast<std::size_t>(dims_[1]) + static_cast<std::size_t>(y);
                const std::uint16_t *from = on_host_.data() + row * static_cast<std::size_t>(dims_[0]);
                row_to = std::copy(from + box.low[0], from + box.high[0], row_to);
            }
        }
    };
    const std::vector<int> slots = atlas.filled_since(filled_);
    std::vector<std::byte> stored;
    for (std::size_t first = 0; first < slots.size(); first += batch) {
        const std::size_t count = std::min(batch, slots.size() - first);
        stored.resize(count * brick_bytes);
        on_all_cores(static_cast<int>(count), [&](int i) {
            const auto number = static_cast<std::size_t>(i);
            fill_slot(dims_, bytes, atlas.brick(*atlas.brick_in(slots[first + number])), atlas.size(), read,
                      std::span(stored).subspan(number * brick_bytes, brick_bytes));
        });
        if (staged_.bytes() < stored.size()) {
            reserve(*device_, staged_, stored.size(), "labels on their way to the atlas");
        }
        staged_.upload(stored);
        for (std::size_t i = 0; i < count; ++i) {
            const glm::ivec3 corner = atlas.corner(slots[first + i]);
            (void)voxels_.copy_box_from(staged_, i, {edge * bytes, edge, edge}, rows,
                                        {static_cast<std::size_t>(corner.x) * bytes, static_cast<std::size_t>(corner.y),
                                         static_cast<std::size_t>(corner.z)});
        }
    }
    filled_ = atlas.puts();
}

} // namespace voxmarch
