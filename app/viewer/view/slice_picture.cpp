// Slices in grey and in colours, and overlays.
#include "app/viewer/view/slice_picture.h"

#include "base/parallel.h"
#include "renderer/reference/voxels.h"
#include "scene/label_styles.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace voxmarch {

SliceAxes axes_of_slice(const Grid &grid, int normal) {
    static constexpr const char *names[3] = {"along x", "along y", "along z"};
    SliceAxes axes{normal, normal == 0 ? 2 : 0, normal == 1 ? 2 : 1, false, true, names[normal]};
    if (!grid.anatomical) {
        return axes;
    }
    // World axis that a voxel axis runs along, and its sign.
    const auto world_axis = [&](int voxel_axis) {
        const glm::dvec3 direction = glm::abs(grid.direction[voxel_axis]);
        return direction.x > direction.y && direction.x > direction.z ? 0 : direction.y > direction.z ? 1 : 2;
    };
    const auto positive = [&](int voxel_axis) { return grid.direction[voxel_axis][world_axis(voxel_axis)] > 0.0; };
    static constexpr const char *planes[3] = {"sagittal", "coronal", "axial"};
    axes.name = planes[world_axis(normal)];
    // Downwards: to the feet (-z), or, in axial slices, to the back (+y).
    axes.right = (normal + 1) % 3;
    axes.down = (normal + 2) % 3;
    const int wanted_down = world_axis(normal) == 2 ? 1 : 2;
    if (world_axis(axes.down) != wanted_down) {
        std::swap(axes.right, axes.down);
    }
    axes.flip_down = wanted_down == 1 ? !positive(axes.down) : positive(axes.down);
    axes.flip_right = !positive(axes.right); // to the patient's left, or to the back
    return axes;
}

namespace {

/// The colours of an overlay: of integers of few values exactly, else between the entries of a table.
class OverlayColors {
public:
    OverlayColors(const SliceChannel &channel, const Volume &volume) {
        const ValueRange range = volume.range();
        const double values = range.max - range.min + 1.0;
        const bool exact = volume.type() != ScalarType::f32 && values <= 65536.0;
        const int entries = exact ? std::max(2, static_cast<int>(values)) : default_table_entries(volume.type());
        table_ = sample_table(*channel.transfer, range, entries, 1.0);
        for (const glm::vec4 &entry : table_.entries) {
            largest_ = std::max(largest_, entry.a);
        }
        overlay_ = static_cast<float>(channel.overlay);
    }

    /// Lays the colour of a value over another.
    glm::dvec3 over(const glm::dvec3 &below, double value) const {
        if (std::isnan(value)) {
            return below;
        }
        const auto last = static_cast<double>(table_.entries.size() - 1);
        const double share = (value - table_.domain.min) / (table_.domain.max - table_.domain.min);
        const double entry = std::clamp(share, 0.0, 1.0) * last;
        const auto before = static_cast<std::size_t>(entry);
        const glm::vec4 &a = table_.entries[before],
                        &b = table_.entries[std::min(before + 1, table_.entries.size() - 1)];
        const glm::vec4 color = glm::mix(a, b, static_cast<float>(entry - std::floor(entry)));
        return glm::mix(below, glm::dvec3(color), double(overlay_ * color.a / largest_));
    }

private:
    TransferTable table_;
    float largest_ = 1e-30f, overlay_ = 0.0f;
};

/// Makes a picture of sums of colours.
/// @param color_at  at a place in the slice: across to the right, down; called on all cores
template <typename ColorAt> Image slice_image(int width, int height, const SliceAxes &axes, ColorAt &&color_at) {
    Image image{width, height, Pixels(std::size_t(width) * height * 4)};
    on_all_cores(height, [&](int row) {
        for (int column = 0; column < width; ++column) {
            const int right = axes.flip_right ? width - 1 - column : column;
            const int down = axes.flip_down ? height - 1 - row : row;
            const glm::dvec3 color = color_at(right, down);
            std::uint8_t *pixel = image.rgba.data() + (std::size_t(row) * width + column) * 4;
            for (int i = 0; i < 3; ++i) {
                pixel[i] = static_cast<std::uint8_t>(std::min(color[i], 1.0) * 255.0);
            }
            pixel[3] = 255;
        }
    });
    return image;
}

/// What a value adds. NaN: nothing.
glm::dvec3 shade(const SliceChannel &channel, double value) {
    const double width_of_window = std::max(channel.window.max - channel.window.min, 1e-30);
    const double share = (value - channel.window.min) / width_of_window;
    return (share > 0.0 ? std::min(share, 1.0) : 0.0) * channel.color;
}

/// NaN beside the box of a volume. Of volumes with a grid of their own between the voxels where they are no labels.
double overlay_value(const SceneContent &content, std::size_t place, const glm::ivec3 &voxel) {
    if (!content.common || content.common->places[place].nearest) {
        return value_on_grid(content, place, voxel).value_or(std::nan(""));
    }
    const Volume &volume = channel_of(content, place);
    const glm::dvec3 own(content.common->places[place].own_from_grid * glm::dvec4(glm::dvec3(voxel), 1.0));
    if (glm::any(glm::lessThan(own, glm::dvec3(-0.5))) ||
        glm::any(glm::greaterThan(own, volume.grid().dims_d() - 0.5))) {
        return std::nan("");
    }
    return interpolate(volume.grid().dims, own, [&](glm::ivec3 at) { return volume.value(at.x, at.y, at.z); });
}

/// Value of a slab's voxels along the axis across it; empty beside a volume's box.
std::optional<double> slab_value(const SceneContent &content, std::size_t place, glm::ivec3 voxel, int axis,
                                 const SliceSlab &slab) {
    const int first = voxel[axis] - (slab.voxels - 1) / 2,
              last = content.grid().dims[static_cast<std::size_t>(axis)] - 1;
    double sum = 0.0, low = HUGE_VAL, high = -HUGE_VAL;
    int count = 0;
    for (int i = std::max(first, 0); i < std::min(first + slab.voxels, last + 1); ++i) {
        voxel[axis] = i;
        if (const auto value = value_on_grid(content, place, voxel)) {
            sum += *value;
            low = std::min(low, *value);
            high = std::max(high, *value);
            ++count;
        }
    }
    if (count == 0) {
        return std::nullopt;
    }
    switch (slab.kind) {
    case SliceSlab::Kind::minimum: return low;
    case SliceSlab::Kind::mean: return sum / count;
    case SliceSlab::Kind::maximum: break;
    }
    return high;
}

/// Lays a label's colour over another.
glm::dvec3 over_label(const glm::dvec3 &below, int label, const std::vector<LabelStyle> &styles) {
    constexpr double share = 0.45;
    if (label == 0) {
        return below;
    }
    const auto number = static_cast<std::size_t>(label);
    const LabelStyle style = number < styles.size() ? styles[number] : LabelStyle{};
    const glm::dvec3 color = style.color ? glm::dvec3(*style.color) : glm::dvec3(palette_color(label));
    return glm::mix(below, color, share * std::min(1.0, double(style.visibility)));
}

} // namespace

Image slice_image(const SceneContent &content, const SliceAxes &axes, int position,
                  const std::vector<SliceChannel> &channels, const SliceSlab &slab, const Volume *labels,
                  const std::vector<LabelStyle> &styles) {
    std::vector<std::optional<OverlayColors>> overlays(channels.size());
    for (std::size_t i = 0; i < channels.size(); ++i) {
        if (channels[i].transfer) {
            overlays[i].emplace(channels[i], channel_of(content, channels[i].place));
        }
    }
    const auto &dims = content.grid().dims;
    const int width = dims[static_cast<std::size_t>(axes.right)], height = dims[static_cast<std::size_t>(axes.down)];
    return slice_image(width, height, axes, [&](int right, int down) {
        glm::ivec3 voxel;
        voxel[axes.normal] = position;
        voxel[axes.right] = right;
        voxel[axes.down] = down;
        glm::dvec3 color(0.0);
        for (std::size_t i = 0; i < channels.size(); ++i) {
            if (overlays[i]) {
                color = overlays[i]->over(glm::min(color, 1.0), overlay_value(content, channels[i].place, voxel));
            } else if (const auto value = slab_value(content, channels[i].place, voxel, axes.normal, slab)) {
                color += channels[i].colored ? glm::dvec3(channels[i].colored->evaluate(*value))
                                             : shade(channels[i], *value);
            }
        }
        return labels ? over_label(glm::min(color, 1.0), static_cast<int>(labels->value(voxel.x, voxel.y, voxel.z)),
                                   styles)
                      : color;
    });
}

Image slice_image(const SliceValues &slice, const SliceAxes &axes, const std::vector<SliceChannel> &channels) {
    const bool turned = axes.right > axes.down; // values lie along the lower axis first
    const int width = turned ? slice.height : slice.width, height = turned ? slice.width : slice.height;
    return slice_image(width, height, axes, [&](int right, int down) {
        const auto x = static_cast<std::size_t>(turned ? down : right),
                   y = static_cast<std::size_t>(turned ? right : down);
        const double value = slice.values[y * static_cast<std::size_t>(slice.width) + x];
        glm::dvec3 color(0.0);
        for (const SliceChannel &channel : channels) {
            color += shade(channel, value);
        }
        return color;
    });
}

} // namespace voxmarch
