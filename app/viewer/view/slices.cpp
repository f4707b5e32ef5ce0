// Three orthogonal slices with a crosshair and the value under the mouse.
#include "app/viewer/view/slices.h"

#include "app/viewer/document/document.h"
#include "app/viewer/panels/number_text.h"
#include "app/viewer/panels/widgets.h"
#include "app/viewer/view/annotations.h"
#include "app/viewer/view/pick.h"
#include "app/viewer/window/theme.h"
#include "renderer/brightness.h"
#include "scene/figure/figure.h"
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
        SliceChannel channel{0, slice_window(document, 0), glm::dvec3(1.0)};
        if (slices.colors && !document.loaded->volume.large()) {
            channel.colored = over_values(document.transfer_of(0), window_of(document.scene, *document.loaded, 0));
        }
        return {channel};
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
            channels.push_back({place, slice_window(document, place), weight * color_of(document, place)});
        } else if (place == 0) {
            channels.push_back({0, slice_window(document, 0), glm::dvec3(1.0)});
        } else {
            channels.push_back(overlay_of(document, place));
        }
    }
    return channels;
}

void draw_crosshair(const SlicePane &slice, const glm::ivec3 &voxel, ImDrawList &list) {
    const glm::dvec2 at = slice.pixel(glm::dvec3(voxel));
    const auto x = static_cast<float>(at.x), y = static_cast<float>(at.y);
    list.AddLine(ImVec2(slice.low.x, y), ImVec2(slice.high.x, y), IM_COL32(94, 158, 255, 150));
    list.AddLine(ImVec2(x, slice.low.y), ImVec2(x, slice.high.y), IM_COL32(94, 158, 255, 150));
}

/// Up and down moves the level, sideways the window, as 3D Slicer has it; of colours of all channels alike.
void drag_window(Document &document, ImVec2 moved) {
    const bool colors = shows_colors(document);
    for (std::size_t place = 0; place < document.channels(); ++place) {
        if (!colors && place != windowed_channel(document)) {
            continue;
        }
        const ValueRange data = channel_of(*document.loaded, place).range(), shown = slice_window(document, place);
        const double level = (shown.min + shown.max) / 2.0 - moved.y / 500.0 * (data.max - data.min);
        const double width = std::max((shown.max - shown.min) * std::exp(moved.x / 150.0), 1e-9);
        set_slice_window(document, place, ValueRange{level - width / 2.0, level + width / 2.0});
    }
}

void drag_crosshair(Slices &slices, const SlicePane &slice, int position, bool begins) {
    if (begins && ImGui::IsMouseClicked(ImGuiMouseButton_Left)) {
        slices.held = slice.axes.normal;
    }
    if (!ImGui::IsMouseDown(ImGuiMouseButton_Left)) {
        slices.held = -1;
    }
    if (slices.held == slice.axes.normal) {
        if (const auto voxel = slice.voxel(ImGui::GetIO().MousePos, position)) {
            slices.voxel = *voxel;
        }
    }
}

/// @param free  whether the mouse is over the slice and has nothing else to do there
void handle_mouse(Slices &slices, Document &document, const SlicePane &slice, bool hovered, bool free) {
    const ImGuiIO &io = ImGui::GetIO();
    const int normal = slice.axes.normal;
    int &position = slices.voxel[normal];
    SliceView &view = slices.views[static_cast<std::size_t>(normal)];
    const int last = document.grid().dims[static_cast<std::size_t>(normal)] - 1;
    const bool moves_slice = !io.KeyCtrl && !io.KeyShift;
    drag_crosshair(slices, slice, position, free && moves_slice);
    if (!hovered) {
        return;
    }
    slices.hovered = normal;
    if (io.MouseWheel != 0.0f && io.KeyCtrl) {
        zoom_at(view, slice, std::pow(1.15, io.MouseWheel), io.MousePos);
    } else {
        position = std::clamp(position + static_cast<int>(std::lround(io.MouseWheel)), 0, last);
    }
    slices.under_mouse = slice.voxel(io.MousePos, position);
    if (free && ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left)) {
        slices.alone = slices.alone ? std::nullopt : std::optional(normal);
        slices.held = -1;
    }
    const bool pans = ImGui::IsMouseDown(ImGuiMouseButton_Middle) ||
                      (io.KeyShift && ImGui::IsMouseDown(ImGuiMouseButton_Left) && slices.held < 0);
    if (pans) {
        view.shift += glm::dvec2(io.MouseDelta.x, io.MouseDelta.y) / slice.scale;
    } else if (ImGui::IsMouseDown(ImGuiMouseButton_Right) && io.KeyCtrl) {
        zoom_at(view, slice, std::exp(-io.MouseDelta.y / 150.0),
                ImVec2(slice.pane.origin.x + slice.pane.size.x / 2.0f, slice.pane.origin.y + slice.pane.size.y / 2.0f));
    } else if (ImGui::IsMouseDown(ImGuiMouseButton_Right)) {
        drag_window(document, io.MouseDelta);
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
    return slices.valued == at ? value_text(slices.value, volume.type()) + value_unit(document) : std::string("...");
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
    const bool labels = slices.labels && loaded.labels && !loaded.volume.large();
    const SliceContents wanted{slices.voxel,
                               shown_channels(slices, document),
                               loaded.volume.large() ? SliceSlab{} : slices.slab,
                               labels,
                               labels ? document.scene.label_styles : std::vector<LabelStyle>{},
                               slices.reads};
    if (wanted == slices.contents) {
        return;
    }
    slices.contents = wanted;
    for (int normal = 0; normal < 3; ++normal) {
        const auto number = static_cast<std::size_t>(normal);
        const SliceAxes axes = axes_of_slice(loaded.grid(), normal);
        const SliceValues &read = slices.read[number];
        if (!loaded.volume.large()) {
            const Volume *over = labels ? &*loaded.labels : nullptr;
            slices.textures[number].show(
                slice_image(loaded, axes, wanted.voxel[normal], wanted.channels, wanted.slab, over, wanted.styles));
        } else if (!read.values.empty()) {
            slices.textures[number].show(slice_image(read, axes, wanted.channels));
        }
    }
}

/// The slice as what measures sees it.
MeasurePane measure_pane(const SlicePane &slice, const Grid &grid, int position, ImDrawList &list) {
    const int normal = slice.axes.normal;
    const auto place = [&slice, &grid](glm::dvec3 world) -> std::optional<ImVec2> {
        const glm::dvec2 at = glm::clamp(slice.pixel(voxel_of(grid, world)), -1e5, 1e5);
        return ImVec2(static_cast<float>(at.x), static_cast<float>(at.y));
    };
    const auto pick = [&slice, &grid, position](ImVec2 mouse) {
        return slice.voxel(mouse, position) ? std::optional(world_of(grid, slice.place(mouse, position)))
                                            : std::nullopt;
    };
    // A place keeps its distance from the slice.
    const auto drag = [&slice, &grid, normal](ImVec2 mouse, const Annotation &annotation, std::size_t which) {
        const double own = voxel_of(grid, annotation.places[which])[normal];
        return std::optional(world_of(grid, slice.place(mouse, own)));
    };
    const auto depth = [&grid, normal, position](glm::dvec3 world) { return voxel_of(grid, world)[normal] - position; };
    return {list, grid, place, pick, drag, depth};
}

/// A length of the world in the corner, 1, 2 or 5 of a power of ten.
void draw_scale_bar(const SlicePane &slice, const Grid &grid, ImDrawList &list) {
    const double length = round_length(0.25 * slice.pane.size.x / slice.scale);
    if (length <= 0.0) {
        return;
    }
    const auto width = static_cast<float>(length * slice.scale);
    const float right = slice.pane.origin.x + slice.pane.size.x - scaled(12.0f);
    const float top = slice.pane.origin.y + scaled(12.0f), tick = scaled(4.0f);
    const ImU32 color = IM_COL32(220, 224, 232, 255);
    list.AddLine(ImVec2(right - width, top), ImVec2(right, top), color, scaled(2.0f));
    list.AddLine(ImVec2(right - width, top - tick), ImVec2(right - width, top + tick), color, scaled(1.5f));
    list.AddLine(ImVec2(right, top - tick), ImVec2(right, top + tick), color, scaled(1.5f));
    const std::string text = fmt::format("{:g}{}", length, unit_suffix(grid.unit));
    list.AddText(ImVec2(right - ImGui::CalcTextSize(text.c_str()).x, top + tick), color, text.c_str());
}

void show_slice(Slices &slices, Document &document, MeasureTool &measure, int normal, PaneRect part, bool takes_mouse) {
    const Grid &grid = document.grid();
    ImDrawList &list = *ImGui::GetBackgroundDrawList();
    const ImVec2 end(part.origin.x + part.size.x, part.origin.y + part.size.y);
    const SlicePane slice = place_slice(grid, normal, part, slices.views[static_cast<std::size_t>(normal)]);
    list.AddRectFilled(part.origin, end, IM_COL32(0, 0, 0, 255));
    list.AddRect(part.origin, end, IM_COL32(255, 255, 255, 30));
    list.PushClipRect(part.origin, end, true);
    if (const Texture &texture = slices.textures[static_cast<std::size_t>(normal)]; texture) {
        list.AddImage(texture.id(), slice.low, slice.high);
    }
    const bool hovered = takes_mouse && slice.contains(ImGui::GetIO().MousePos);
    draw_crosshair(slice, slices.voxel, list);
    const MeasurePane pane = measure_pane(slice, grid, slices.voxel[normal], list);
    const bool taken = show_annotations(measure, document, pane, hovered && slices.held < 0);
    handle_mouse(slices, document, slice, hovered, hovered && !taken && !measure.placing);
    draw_texts(slices, document, slice, list);
    if (grid.anatomical) {
        draw_sides(grid, slice, list);
    }
    draw_scale_bar(slice, grid, list);
    list.PopClipRect();
}

} // namespace

std::span<const NamedWindow> named_windows() {
    static constexpr NamedWindow all[] = {{"Brain", 40.0, 80.0},        {"Stroke", 40.0, 40.0},
                                          {"Soft tissue", 50.0, 400.0}, {"Liver", 30.0, 150.0},
                                          {"Mediastinum", 50.0, 350.0}, {"Lung", -600.0, 1500.0},
                                          {"Bone", 400.0, 1800.0},      {"Temporal bone", 600.0, 2800.0}};
    return all;
}

ValueRange slice_window(const Document &document, std::size_t place) {
    const auto &windows = document.scene.slice_windows;
    const std::optional<ValueRange> own = place < windows.size() ? windows[place] : std::nullopt;
    return own.value_or(usual_window(document, place, shows_colors(document)));
}

void set_slice_window(Document &document, std::size_t place, std::optional<ValueRange> window) {
    auto &windows = document.scene.slice_windows;
    windows.resize(std::max(windows.size(), place + 1));
    windows[place] = window;
    while (!windows.empty() && !windows.back()) {
        windows.pop_back();
    }
}

std::size_t windowed_channel(const Document &document) { return document.has_volumes() ? 0 : document.channel(); }

void step_slice(Slices &slices, const Grid &grid, int by) {
    const int normal = slices.alone.value_or(slices.hovered.value_or(2));
    slices.voxel[normal] = std::clamp(slices.voxel[normal] + by, 0, grid.dims[static_cast<std::size_t>(normal)] - 1);
}

void Slices::begin(const Grid &grid) {
    contents.reset();
    read = {};
    valued.reset();
    problem.clear();
    views = {};
    alone.reset();
    voxel = {grid.dims[0] / 2, grid.dims[1] / 2, grid.dims[2] / 2};
}

void show_slices(Slices &slices, Document &document, MeasureTool &measure, SliceFetcher &reader, PaneRect pane,
                 bool takes_mouse) {
    if (document.loaded->volume.large()) {
        read_missing(slices, document.loaded, reader, static_cast<int>(std::max(pane.size.x, pane.size.y) / 2.0f));
    }
    update_textures(slices, document);
    slices.under_mouse.reset();
    slices.hovered.reset();
    if (slices.alone) {
        show_slice(slices, document, measure, *slices.alone, pane, takes_mouse);
        return;
    }
    const ImVec2 half(std::floor(pane.size.x / 2.0f), std::floor(pane.size.y / 2.0f));
    // Beside the 3D view the slice along z, below it those along x and y.
    const ImVec2 places[3] = {{0.0f, half.y}, {half.x, half.y}, {half.x, 0.0f}};
    for (int normal = 0; normal < 3; ++normal) {
        const ImVec2 place = places[normal];
        show_slice(
            slices, document, measure, normal,
            {ImVec2(pane.origin.x + place.x, pane.origin.y + place.y),
             ImVec2(place.x > 0.0f ? pane.size.x - half.x : half.x, place.y > 0.0f ? pane.size.y - half.y : half.y)},
            takes_mouse);
    }
}

} // namespace voxmarch
