// Packs the looks of labels and uploads them.
#include "renderer/label_data.h"

#include "base/error.h"
#include "base/parallel.h"
#include "renderer/derive_files.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

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

/// For labels, and behind them a bit a cell (kernels/derive/label_borders.cl).
void LabelData::make_room(const std::array<int, 3> &array_dims) {
    const auto columns = static_cast<std::uint64_t>(array_dims[0]);
    const std::uint64_t rows = static_cast<std::uint64_t>(array_dims[1]) * static_cast<std::uint64_t>(array_dims[2]);
    reserve(*device_, voxels_, rows * (columns + (columns + 15) / 16) * sizeof(std::uint16_t), "the label volume");
    array_dims_ = array_dims;
}

void LabelData::set(std::span<const std::uint16_t> labels, const std::array<int, 3> &dims,
                    std::vector<LabelStyle> styles) {
    borders_known_ = false;
    if (labels.empty()) {
        count_ = 0;
        voxels_ = Buffer();
        on_host_.clear();
        function_version_ += functions_.empty() ? 0 : 1;
        functions_.clear();
        return;
    }
    make_room(dims);
    voxels_.upload(std::as_bytes(labels));
    set_styles(std::move(styles));
}

/// Number of its transfer function, 0: the volume's own.
std::uint32_t LabelData::function_of(const LabelStyle &style) {
    if (!style.transfer || !(style.visibility > 0.0f)) {
        return 0;
    }
    const auto found = std::ranges::find(functions_, *style.transfer);
    const auto number = static_cast<std::uint32_t>(found - functions_.begin() + 1);
    if (found == functions_.end()) {
        functions_.push_back(*style.transfer);
    }
    return number;
}

void LabelData::set_styles(std::vector<LabelStyle> styles) {
    styles.resize(std::max<std::size_t>(styles.size(), 1) + 1); // the last one stands for all behind
    const bool had_functions = !functions_.empty();
    functions_.clear();
    std::vector<std::uint32_t> packed, functions;
    translucent_ = false;
    for (const LabelStyle &style : styles) {
        translucent_ = translucent_ || (style.visibility > 0.0f && style.visibility < 1.0f);
        packed.push_back(packed_style(style));
        functions.push_back(function_of(style));
    }
    if (functions_.size() >= LABEL_FUNCTIONS) {
        const std::size_t count = functions_.size();
        functions_.clear();
        throw UsageError(fmt::format("labels have {} different transfer functions of their own, at most {} are drawn",
                                     count, LABEL_FUNCTIONS - 1));
    }
    count_ = packed.size();
    packed.insert(packed.end(), functions.begin(), functions.end());
    upload(*device_, colors_, packed, "styles of labels");
    ++version_;
    function_version_ += had_functions || !functions_.empty() ? 1 : 0;
}

void LabelData::set_for_bricks(std::span<const std::uint16_t> labels, const std::array<int, 3> &dims,
                               std::vector<LabelStyle> styles) {
    on_host_.assign(labels.begin(), labels.end());
    dims_ = dims;
    filled_ = 0;
    set_styles(std::move(styles));
}

Events LabelData::find_borders() {
    if (borders_known_ || !any()) {
        return {};
    }
    const std::array<std::size_t, 3> local{8, 4, 2};
    const std::array<int, 3> items{(array_dims_[0] + 15) / 16, array_dims_[1], array_dims_[2]};
    LaunchSize size;
    size.local = local;
    for (std::size_t i = 0; i < 3; ++i) {
        size.global[i] = round_up(static_cast<std::size_t>(items[i]), local[i]);
    }
    const std::array<vx_int, 4> dims{array_dims_[0], array_dims_[1], array_dims_[2], 0};
    Events events{kernels_.kernel(label_borders_source(), "label_borders").launch(size, dims, voxels_)};
    borders_known_ = true;
    return events;
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
    make_room(array);
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
    borders_known_ = false;
}

} // namespace voxmarch
