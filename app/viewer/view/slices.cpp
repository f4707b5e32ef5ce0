// Three orthogonal slices with a crosshair and the value under the mouse.
#include "app/viewer/view/slices.h"

#include "app/viewer/document/document.h"
#include "app/viewer/panels/number_text.h"
#include "app/viewer/panels/widgets.h"
#include "app/viewer/view/pick.h"
#include "app/viewer/window/theme.h"
#include "renderer/brightness.h"
#include "scene/volume_looks.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace voxmarch {

namespace {

/// Values that are black and shown in full where nobody chose: of colours those of their type, else nearly all.
ValueRange usual_window(const Document &document, std::size_t place, bool colors) {
    const Volume &volume = channel_of(*document.loaded, place);
    const Histogram &histogram = document.histogram_of(place);
    return colors ? full_brightness(volume.type(), volume.range())
                  : ValueRange{histogram.percentile(0.002), histogram.percentile(0.998)};
}

bool shows_colors(const Document &document) {
    return document.channels() > 1 && are_colors(document.scene.settings.channel_blend);
}

ValueRange shown_values(const Slices &slices, const Document &document, std::size_t place) {
    return slices.windows[place].value_or(usual_window(document, place, shows_colors(document)));
}

/// A volume behind the first, in the colours of its function.
SliceChannel overlay_of(const Document &document, std::size_t place) {
    constexpr double overlay = 0.7; // what lies below stays seen
    const bool tints = document.scene.other_volumes[place - 1].place.nearest;
    const double usual = tints ? tint_weight : 1.0;
    SliceChannel channel{place, {}};
    channel.transfer = over_values(document.transfer_of(place), window_of(document.scene, *document.loaded, place));
    channel.overlay = overlay * std::min(document.share_of(place).weight / usual, 1.0);
    return channel;
}

/// Channels that are seen, in their colours; one alone in grey. Of several volumes the first one in grey, in full
/// though it is thinned in 3D, and the others laid over it.
std::vector<SliceChannel> shown_channels(const Slices &slices, const Document &document) {
    if (document.channels() == 1) {
        return {{0, shown_values(slices, document, 0), glm::dvec3(1.0)}};
    }
    std::vector<SliceChannel> channels;
    const bool colors = shows_colors(document);
    for (std::size_t place = 0; place < (colors ? 3 : document.channels()); ++place) {
        const ChannelShare &share = document.share_of(place);
        if (!colors && !share.visible) {
            continue;
        }
        if (!document.has_volumes()) {
            const double weight = colors ? 1.0 : share.weight;
            channels.push_back({place, shown_values(slices, document, place), weight * color_of(document, place)});
        } else if (place == 0) {
            channels.push_back({0, shown_values(slices, document, 0), glm::dvec3(1.0)});
        } else {
            channels.push_back(overlay_of(document, place));
        }
    }
    return channels;
}

/// One slice in its part of the window.
struct SlicePane {
    PaneRect pane;
    SliceAxes axes;
    ImVec2 low, high; ///< the slice in the window
    int width, height;

    glm::dvec2 pixel(const glm::ivec3 &voxel) const {
        const double x = axes.flip_right ? width - 1 - voxel[axes.right] : voxel[axes.right];
        const double y = axes.flip_down ? height - 1 - voxel[axes.down] : voxel[axes.down];
        return {low.x + (x + 0.5) / width * (high.x - low.x), low.y + (y + 0.5) / height * (high.y - low.y)};
    }

    /// Voxel under a place of the window; empty outside.
    std::optional<glm::ivec3> voxel(ImVec2 place, int position) const {
        const auto x = static_cast<int>(std::floor((place.x - low.x) / (high.x - low.x) * static_cast<float>(width)));
        const auto y = static_cast<int>(std::floor((place.y - low.y) / (high.y - low.y) * static_cast<float>(height)));
        if (x < 0 || y < 0 || x >= width || y >= height) {
            return std::nullopt;
        }
        glm::ivec3 result;
        result[axes.normal] = position;
        result[axes.right] = axes.flip_right ? width - 1 - x : x;
        result[axes.down] = axes.flip_down ? height - 1 - y : y;
        return result;
    }
};

SlicePane place_slice(const Grid &grid, int normal, PaneRect pane) {
    SlicePane slice{pane, axes_of_slice(grid, normal), {}, {}, 0, 0};
    slice.width = grid.dims[static_cast<std::size_t>(slice.axes.right)];
    slice.height = grid.dims[static_cast<std::size_t>(slice.axes.down)];
    const double across = slice.width * grid.spacing[slice.axes.right],
                 down = slice.height * grid.spacing[slice.axes.down];
    const double margin = scaled(44.0f); // of texts and letters
    const double scale = std::min((pane.size.x - 2.0 * margin) / across, (pane.size.y - 2.0 * margin) / down);
    const ImVec2 half(static_cast<float>(across * scale / 2.0), static_cast<float>(down * scale / 2.0));
    const ImVec2 center(pane.origin.x + pane.size.x / 2.0f, pane.origin.y + pane.size.y / 2.0f);
    slice.low = ImVec2(center.x - half.x, center.y - half.y);
    slice.high = ImVec2(center.x + half.x, center.y + half.y);
    return slice;
}

void draw_crosshair(const SlicePane &slice, const glm::ivec3 &voxel, ImDrawList &list) {
    const glm::dvec2 at = slice.pixel(voxel);
    const auto x = static_cast<float>(at.x), y = static_cast<float>(at.y);
    list.AddLine(ImVec2(slice.low.x, y), ImVec2(slice.high.x, y), IM_COL32(94, 158, 255, 150));
    list.AddLine(ImVec2(x, slice.low.y), ImVec2(x, slice.high.y), IM_COL32(94, 158, 255, 150));
}

/// Window and level of the channel that is edited; of colours of all, which are dragged alike; of several volumes of
/// the first.
void drag_window(Slices &slices, const Document &document, ImVec2 moved) {
    const bool colors = shows_colors(document);
    const std::size_t edited = document.has_volumes() ? 0 : document.channel();
    for (std::size_t place = 0; place < document.channels(); ++place) {
        if (!colors && place != edited) {
            continue;
        }
        const ValueRange data = channel_of(*document.loaded, place).range(),
                         shown = shown_values(slices, document, place);
        const double level = (shown.min + shown.max) / 2.0 + moved.x / 500.0 * (data.max - data.min);
        const double width = std::max((shown.max - shown.min) * std::exp(moved.y / 150.0), 1e-9);
        slices.windows[place] = ValueRange{level - width / 2.0, level + width / 2.0};
    }
}

void handle_mouse(Slices &slices, const Document &document, const SlicePane &slice, bool takes_mouse) {
    const ImGuiIO &io = ImGui::GetIO();
    const ImVec2 end(slice.pane.origin.x + slice.pane.size.x, slice.pane.origin.y + slice.pane.size.y);
    const bool hovered = takes_mouse && io.MousePos.x >= slice.pane.origin.x && io.MousePos.y >= slice.pane.origin.y &&
                         io.MousePos.x < end.x && io.MousePos.y < end.y;
    int &position = slices.voxel[slice.axes.normal];
    const int last = document.grid().dims[static_cast<std::size_t>(slice.axes.normal)] - 1;
    if (!ImGui::IsMouseDown(ImGuiMouseButton_Left)) {
        slices.held = -1;
    }
    if (hovered) {
        position = std::clamp(position + static_cast<int>(std::lround(io.MouseWheel)), 0, last);
        slices.under_mouse = slice.voxel(io.MousePos, position);
        if (ImGui::IsMouseClicked(ImGuiMouseButton_Left)) {
            slices.held = slice.axes.normal;
        }
        if (ImGui::IsMouseDown(ImGuiMouseButton_Right)) {
            drag_window(slices, document, io.MouseDelta);
        }
    }
    if (slices.held == slice.axes.normal) {
        if (const auto voxel = slice.voxel(io.MousePos, position)) {
            slices.voxel = *voxel;
        }
    }
}

/// The side of the patient that a voxel axis runs to.
const char *side_of(const Grid &grid, int voxel_axis, bool forwards) {
    const glm::dvec3 direction = grid.direction[voxel_axis] * (forwards ? 1.0 : -1.0);
    const glm::dvec3 size = glm::abs(direction);
    if (size.x > size.y && size.x > size.z) {
        return direction.x > 0.0 ? "L" : "R";
    }
    return size.y > size.z ? (direction.y > 0.0 ? "P" : "A") : (direction.z > 0.0 ? "S" : "I");
}

/// The sides of the patient at the edges of the slice.
void draw_sides(const Grid &grid, const SlicePane &slice, ImDrawList &list) {
    const SliceAxes &axes = slice.axes;
    const ImVec2 center((slice.low.x + slice.high.x) / 2.0f, (slice.low.y + slice.high.y) / 2.0f);
    const float letter = scaled(14.0f), height = ImGui::GetTextLineHeight();
    const std::pair<ImVec2, const char *> sides[] = {
        {{slice.low.x - letter, center.y - height / 2.0f}, side_of(grid, axes.right, axes.flip_right)},
        {{slice.high.x + letter / 3.0f, center.y - height / 2.0f}, side_of(grid, axes.right, !axes.flip_right)},
        {{center.x - letter / 3.0f, slice.low.y - height}, side_of(grid, axes.down, axes.flip_down)},
        {{center.x - letter / 3.0f, slice.high.y}, side_of(grid, axes.down, !axes.flip_down)}};
    for (const auto &[place, text] : sides) {
        list.AddText(place, second_color, text);
    }
}

/// Of all channels; "..." until it was read; what went wrong, if it could not be.
std::string value_at(const Slices &slices, const Document &document, const glm::ivec3 &at) {
    const Volume &volume = document.loaded->volume;
    if (!volume.large()) {
        std::vector<double> values;
        for (std::size_t place = 0; place < document.channels(); ++place) {
            values.push_back(value_on_grid(*document.loaded, place, at).value_or(std::nan("")));
        }
        return values_text(document, values);
    }
    if (!slices.problem.empty()) {
        return slices.problem;
    }
    return slices.valued == at ? value_text(slices.value, volume.type()) : std::string("...");
}

void draw_texts(const Slices &slices, const Document &document, const SlicePane &slice, ImDrawList &list) {
    const Grid &grid = document.grid();
    const glm::ivec3 &voxel = slices.voxel;
    const std::string title = fmt::format("{}  slice {} (0 .. {})", slice.axes.name, voxel[slice.axes.normal],
                                          grid.dims[static_cast<std::size_t>(slice.axes.normal)] - 1);
    list.AddText(ImVec2(slice.pane.origin.x + scaled(8.0f), slice.pane.origin.y + scaled(4.0f)),
                 IM_COL32(220, 224, 232, 255), title.c_str());
    const glm::ivec3 at = slices.under_mouse.value_or(voxel);
    if (at[slice.axes.normal] != voxel[slice.axes.normal]) {
        return;
    }
    const std::string where =
        fmt::format("at voxel {}, {}, {}   {}", at.x, at.y, at.z, place_text(grid, world_of(grid, at)));
    const std::string values = value_at(slices, document, at);
    const float line = ImGui::GetTextLineHeight(), left = slice.pane.origin.x + scaled(8.0f);
    const float bottom = slice.pane.origin.y + slice.pane.size.y - line - scaled(4.0f);
    const auto write = [&](const std::string &text, float top) {
        list.AddText(ImVec2(left, top), IM_COL32(200, 205, 215, 255), text.c_str());
    };
    if (document.channels() > 1) { // a line of their own
        write(shortened(values, slice.pane.size.x - scaled(16.0f)), bottom - line);
        write(where, bottom);
    } else {
        write(fmt::format("value {} {}", values, where), bottom);
    }
}

/// Takes what was read of a large volume, and has read what is missing.
void read_missing(Slices &slices, const std::shared_ptr<const LoadedVolume> &loaded, SliceFetcher &reader, int pixels) {
    auto outcome = reader.take();
    if (outcome && !outcome->error.empty()) {
        slices.problem = outcome->error; // until another volume is opened
    } else if (outcome && outcome->result.order.loaded == loaded) {
        for (SliceValues &slice : outcome->result.slices) {
            slices.read[static_cast<std::size_t>(slice.normal)] = std::move(slice);
            ++slices.reads;
        }
        if (outcome->result.value) {
            slices.valued = outcome->result.order.at;
            slices.value = *outcome->result.value;
        }
    }
    if (reader.busy()) {
        return;
    }
    SliceOrder order{loaded, slices.voxel, {}, pixels, slices.under_mouse.value_or(slices.voxel)};
    bool any = order.at != slices.valued;
    for (int normal = 0; normal < 3; ++normal) {
        const SliceValues &there = slices.read[static_cast<std::size_t>(normal)];
        order.wanted[static_cast<std::size_t>(normal)] = there.values.empty() || there.position != slices.voxel[normal];
        any = any || order.wanted[static_cast<std::size_t>(normal)];
    }
    if (any && slices.problem.empty()) {
        reader.start(order);
    }
}

/// Makes the pictures of slices that have moved.
void update_textures(Slices &slices, const Document &document) {
    const LoadedVolume &loaded = *document.loaded;
    const SliceContents wanted{slices.voxel, shown_channels(slices, document), slices.reads};
    if (wanted == slices.contents) {
        return;
    }
    slices.contents = wanted;
    const Volume &volume = loaded.volume;
    for (int normal = 0; normal < 3; ++normal) {
        const auto number = static_cast<std::size_t>(normal);
        const SliceAxes axes = axes_of_slice(loaded.grid(), normal);
        const SliceValues &read = slices.read[number];
        if (!volume.large()) {
            slices.textures[number].show(slice_image(loaded, axes, wanted.voxel[normal], wanted.channels));
        } else if (!read.values.empty()) {
            slices.textures[number].show(slice_image(read, axes, wanted.channels));
        }
    }
}

} // namespace

void Slices::begin(const Grid &grid) {
    contents.reset();
    windows = {};
    read = {};
    valued.reset();
    problem.clear();
    voxel = {grid.dims[0] / 2, grid.dims[1] / 2, grid.dims[2] / 2};
}

void show_slices(Slices &slices, const Document &document, SliceFetcher &reader, PaneRect pane, bool takes_mouse) {
    const LoadedVolume &loaded = *document.loaded;
    const Grid &grid = document.grid();
    if (loaded.volume.large()) {
        read_missing(slices, document.loaded, reader, static_cast<int>(std::max(pane.size.x, pane.size.y) / 2.0f));
    }
    update_textures(slices, document);
    ImDrawList &list = *ImGui::GetBackgroundDrawList();
    const ImVec2 half(std::floor(pane.size.x / 2.0f), std::floor(pane.size.y / 2.0f));
    slices.under_mouse.reset();
    // Beside the 3D view the slice along z, below it those along x and y.
    const ImVec2 places[3] = {{0.0f, half.y}, {half.x, half.y}, {half.x, 0.0f}};
    for (int normal = 0; normal < 3; ++normal) {
        const ImVec2 place = places[normal];
        const PaneRect part{
            ImVec2(pane.origin.x + place.x, pane.origin.y + place.y),
            ImVec2(place.x > 0.0f ? pane.size.x - half.x : half.x, place.y > 0.0f ? pane.size.y - half.y : half.y)};
        const ImVec2 end(part.origin.x + part.size.x, part.origin.y + part.size.y);
        const SlicePane slice = place_slice(grid, normal, part);
        list.AddRectFilled(part.origin, end, IM_COL32(0, 0, 0, 255));
        list.AddRect(part.origin, end, IM_COL32(255, 255, 255, 30));
        list.PushClipRect(part.origin, end);
        if (const Texture &texture = slices.textures[static_cast<std::size_t>(normal)]; texture) {
            list.AddImage(texture.id(), slice.low, slice.high);
        }
        handle_mouse(slices, document, slice, takes_mouse);
        draw_crosshair(slice, slices.voxel, list);
        draw_texts(slices, document, slice, list);
        if (grid.anatomical) {
            draw_sides(grid, slice, list);
        }
        list.PopClipRect();
    }
}

} // namespace voxmarch
