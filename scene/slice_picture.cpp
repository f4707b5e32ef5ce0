// Slices in grey and in colours, and overlays.
#include "scene/slice_picture.h"

#include "base/parallel.h"
#include "renderer/reference/voxels.h"
#include "scene/label_styles.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace voxmarch {

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
/// @param color_at  at a pixel; called on all cores
template <typename ColorAt> Image picture_of(int width, int height, ColorAt &&color_at) {
    Image image{width, height, Pixels(std::size_t(width) * height * 4)};
    on_all_cores(height, [&](int row) {
        for (int column = 0; column < width; ++column) {
            const glm::dvec3 color = color_at(column, row);
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

/// What a value adds in the colours of a function: what that leaves clear keeps its shade. The square root, as in the
/// plot of the function: small opacities matter most.
glm::dvec3 colored_shade(const SliceChannel &channel, double most_opaque, double value) {
    const glm::dvec4 color = channel.colored->evaluate(value);
    const double share = std::sqrt(std::clamp(color.a / std::max(most_opaque, 1e-30), 0.0, 1.0));
    return glm::mix(shade(channel, value), glm::dvec3(color), share);
}

/// The largest opacity of a function over values.
double most_opaque_of(const TransferFunction &transfer) {
    return std::ranges::max(transfer.opacities, {}, &OpacityPoint::opacity).opacity;
}

bool holds(const Grid &grid, const glm::dvec3 &voxel) {
    return glm::all(glm::greaterThanEqual(voxel, glm::dvec3(-0.5))) &&
           glm::all(glm::lessThanEqual(voxel, grid.dims_d() - 0.5));
}

/// A pixel's value, without a slab; empty beside a volume's box.
std::optional<double> pixel_value(const SceneContent &content, std::size_t channel, const glm::dvec3 &voxel,
                                  bool on_voxels) {
    return on_voxels ? value_on_grid(content, channel, glm::ivec3(glm::round(voxel)))
                     : value_between(content, channel, voxel);
}

/// 0 beside the box.
int label_at(const Volume &labels, const glm::dvec3 &voxel) {
    if (!holds(labels.grid(), voxel)) {
        return 0;
    }
    const glm::ivec3 last(labels.grid().dims_d() - 1.0);
    const glm::ivec3 nearest = glm::clamp(glm::ivec3(glm::floor(voxel + 0.5)), glm::ivec3(0), last);
    return static_cast<int>(labels.value(nearest.x, nearest.y, nearest.z));
}

/// Whether another label is nearer than the width of an outline. Of the usual one the four next pixels count.
bool is_at_border(const Volume &labels, const SliceFrame &frame, glm::ivec2 at, int label, double width) {
    const double away = std::max(width - 0.5, 1.0);
    const int most = static_cast<int>(away);
    for (int down = -most; down <= most; ++down) {
        for (int right = -most; right <= most; ++right) {
            const bool near = right * right + down * down <= away * away;
            if (near && label_at(labels, frame.voxel(at.x + right, at.y + down)) != label) {
                return true;
            }
        }
    }
    return false;
}

/// Lays the colour of a pixel's label over another.
glm::dvec3 over_label(const glm::dvec3 &below, const SliceFrame &frame, int x, int y, const SliceLabels &over) {
    const int label = label_at(*over.labels, frame.voxel(x, y));
    if (label == 0) {
        return below;
    }
    if (over.outlines && !is_at_border(*over.labels, frame, {x, y}, label, over.line_width)) {
        return below;
    }
    const auto number = static_cast<std::size_t>(label);
    const LabelStyle style = number < over.styles.size() ? over.styles[number] : LabelStyle{};
    const glm::dvec3 color = style.color ? glm::dvec3(*style.color) : glm::dvec3(palette_color(label));
    return glm::mix(below, color, (over.outlines ? 1.0 : over.opacity) * std::min(1.0, double(style.visibility)));
}

/// Numbers of voxels across a slice, counted from it.
struct VoxelSteps {
    int first, last;
};

/// Those of a slab at a place, none of them far beside the box; of one that is as thick as the volume all there are.
VoxelSteps steps_of_slab(const Grid &grid, const SliceFrame &frame, const glm::dvec3 &voxel, const SliceSlab &slab) {
    const int voxels = voxels_across(slab, grid, frame);
    const bool whole = voxels > 1 && voxels == thickest_slab(grid, frame);
    double first = whole ? -HUGE_VAL : -(voxels - 1) / 2, last = whole ? HUGE_VAL : first + voxels - 1;
    for (int axis = 0; axis < 3; ++axis) {
        if (const double step = frame.across[axis]; step != 0.0) {
            const auto [near, far] =
                std::minmax({(-0.5 - voxel[axis]) / step, (grid.dims_d()[axis] - 0.5 - voxel[axis]) / step});
            first = std::max(first, std::floor(near));
            last = std::min(last, std::ceil(far));
        }
    }
    return {static_cast<int>(first), static_cast<int>(std::max(last, first - 1.0))};
}

} // namespace

std::optional<double> slab_value(const SceneContent &content, std::size_t channel, const SliceFrame &frame,
                                 const glm::dvec3 &voxel, const SliceSlab &slab) {
    const VoxelSteps steps = steps_of_slab(content.grid(), frame, voxel, slab);
    double sum = 0.0, low = HUGE_VAL, high = -HUGE_VAL;
    int count = 0;
    for (int i = steps.first; i <= steps.last; ++i) {
        const glm::dvec3 at = voxel + double(i) * frame.across;
        if (!holds(content.grid(), at)) {
            continue;
        }
        if (const auto value = pixel_value(content, channel, at, frame.on_voxels)) {
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

std::optional<double> value_between(const SceneContent &content, std::size_t channel, const glm::dvec3 &voxel) {
    const Volume &volume = channel_of(content, channel);
    glm::dvec3 own = voxel;
    if (content.common) {
        const VolumePlace &place = content.common->places[channel];
        if (place.nearest) {
            return value_on_grid(content, channel, glm::ivec3(glm::floor(voxel + 0.5)));
        }
        own = glm::dvec3(place.own_from_grid * glm::dvec4(voxel, 1.0));
    }
    if (!holds(volume.grid(), own)) {
        return std::nullopt;
    }
    if (content.names && channel == 0) {
        const glm::ivec3 nearest(glm::floor(own + 0.5));
        return volume.value(nearest.x, nearest.y, nearest.z);
    }
    return interpolate(volume.grid().dims, own, [&](glm::ivec3 at) { return volume.value(at.x, at.y, at.z); });
}

Image slice_image(const SceneContent &content, const SliceFrame &frame, const std::vector<SliceChannel> &channels,
                  const SliceSlab &slab, const SliceLabels &labels) {
    std::vector<std::optional<OverlayColors>> overlays(channels.size());
    std::vector<double> most_opaque(channels.size(), 1.0);
    for (std::size_t i = 0; i < channels.size(); ++i) {
        if (channels[i].colored) {
            most_opaque[i] = most_opaque_of(*channels[i].colored);
        }
        if (channels[i].transfer) {
            overlays[i].emplace(channels[i], channel_of(content, channels[i].place));
        }
    }
    return picture_of(frame.width, frame.height, [&](int x, int y) {
        const glm::dvec3 voxel = frame.voxel(x, y);
        glm::dvec3 color(0.0);
        if (!holds(content.grid(), voxel)) {
            return color;
        }
        for (std::size_t i = 0; i < channels.size(); ++i) {
            const std::size_t place = channels[i].place;
            if (overlays[i]) {
                const double value = value_between(content, place, voxel).value_or(std::nan(""));
                color = overlays[i]->over(glm::min(color, 1.0), value);
            } else if (const auto value = slab_value(content, place, frame, voxel, slab)) {
                color += channels[i].colored ? colored_shade(channels[i], most_opaque[i], *value)
                                             : shade(channels[i], *value);
            }
        }
        return labels.labels ? over_label(glm::min(color, 1.0), frame, x, y, labels) : color;
    });
}

std::set<int> labels_on(const Volume &labels, const SliceFrame &frame) {
    std::set<int> found;
    int last = -1; // labels come in runs
    for (int y = 0; y < frame.height; ++y) {
        for (int x = 0; x < frame.width; ++x) {
            const glm::dvec3 voxel = frame.voxel(x, y);
            if (const int label = holds(labels.grid(), voxel) ? label_at(labels, voxel) : last; label != last) {
                found.insert(last = label);
            }
        }
    }
    return found;
}

std::vector<float> slice_values(const SceneContent &content, const SliceFrame &frame, std::size_t channel,
                                const SliceSlab &slab) {
    const auto width = static_cast<std::size_t>(frame.width);
    std::vector<float> values(width * static_cast<std::size_t>(frame.height));
    on_all_cores(frame.height, [&](int y) {
        for (int x = 0; x < frame.width; ++x) {
            const auto value = slab_value(content, channel, frame, frame.voxel(x, y), slab);
            values[static_cast<std::size_t>(y) * width + static_cast<std::size_t>(x)] =
                static_cast<float>(value.value_or(std::nan("")));
        }
    });
    return values;
}

std::vector<float> slice_values(const SliceValues &slice, const SliceAxes &axes) {
    const bool turned = axes.right > axes.down; // values lie along the lower axis first
    const int width = turned ? slice.height : slice.width, height = turned ? slice.width : slice.height;
    std::vector<float> values;
    values.reserve(slice.values.size());
    for (int row = 0; row < height; ++row) {
        const int down = axes.flip_down ? height - 1 - row : row;
        for (int column = 0; column < width; ++column) {
            const int right = axes.flip_right ? width - 1 - column : column;
            const int x = turned ? down : right, y = turned ? right : down;
            values.push_back(slice.values[static_cast<std::size_t>(y) * static_cast<std::size_t>(slice.width) +
                                          static_cast<std::size_t>(x)]);
        }
    }
    return values;
}

Image slice_image(const SliceValues &slice, const SliceAxes &axes, const std::vector<SliceChannel> &channels) {
    const bool turned = axes.right > axes.down;
    const int width = turned ? slice.height : slice.width, height = turned ? slice.width : slice.height;
    const std::vector<float> values = slice_values(slice, axes);
    return picture_of(width, height, [&](int x, int y) {
        const double value =
            values[static_cast<std::size_t>(y) * static_cast<std::size_t>(width) + static_cast<std::size_t>(x)];
        glm::dvec3 color(0.0);
        for (const SliceChannel &channel : channels) {
            color += shade(channel, value);
        }
        return color;
    });
}

Image with_lines(const Image &picture, const std::vector<SliceLine> &lines, double width) {
    Image lined = picture;
    const auto half = static_cast<float>(width / 2.0);
    const float reach = half + 0.5f;
    const glm::ivec2 last(picture.width - 1, picture.height - 1);
    std::vector<float> covered;
    for (const SliceLine &line : lines) {
        covered.assign(picture.rgba.size() / 4, 0.0f);
        for (const LinePiece &piece : line.pieces) {
            const glm::ivec2 low =
                glm::max(glm::ivec2(glm::floor(glm::min(piece.from, piece.to) - reach)), glm::ivec2(0));
            const glm::ivec2 high = glm::min(glm::ivec2(glm::ceil(glm::max(piece.from, piece.to) + reach)), last);
            const glm::vec2 along = piece.to - piece.from;
            for (int y = low.y; y <= high.y; ++y) {
                for (int x = low.x; x <= high.x; ++x) {
                    const glm::vec2 from(glm::vec2(x, y) - piece.from);
                    const float share =
                        std::clamp(glm::dot(from, along) / std::max(glm::dot(along, along), 1e-12f), 0.0f, 1.0f);
                    float &here = covered[static_cast<std::size_t>(y * picture.width + x)];
                    here = std::max(here, std::clamp(reach - glm::length(from - share * along), 0.0f, 1.0f));
                }
            }
        }
        for (std::size_t pixel = 0; pixel < covered.size(); ++pixel) {
            for (int part = 0; covered[pixel] > 0.0f && part < 3; ++part) {
                std::uint8_t &value = lined.rgba[4 * pixel + static_cast<std::size_t>(part)];
                value = static_cast<std::uint8_t>(
                    std::lround(glm::mix(float(value), 255.0f * line.color[part], covered[pixel])));
            }
        }
    }
    return lined;
}

} // namespace voxmarch
