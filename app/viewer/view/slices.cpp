// Three slices with a crosshair, by whose lines they are turned, and the value under the mouse.
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
#include <numbers>

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

/// A line on a slice along which another one crosses it.
struct CrossLine {
    int other;        ///< normal of the other slice
    ImVec2 direction; ///< in the window, a unit vector
};

/// The two of a slice.
std::array<CrossLine, 2> lines_on(const SlicePane &slice, const Slices &slices, const Document &document) {
    const Grid &grid = document.grid();
    const int normal = slice.frame.axes.normal;
    const glm::dvec3 own = directions_of(grid, slice.frame)[2], center = slices.center();
    std::array<CrossLine, 2> lines{};
    for (int i = 0; i < 2; ++i) {
        const int other = (normal + 1 + i) % 3;
        const glm::dvec3 along =
            glm::cross(own, directions_of(grid, frame_of(slices, document, other))[2]) * grid.direction / grid.spacing;
        const glm::dvec2 seen = glm::normalize(slice.pixel(center + along) - slice.pixel(center));
        lines[static_cast<std::size_t>(i)] = {other, ImVec2(static_cast<float>(seen.x), static_cast<float>(seen.y))};
    }
    return lines;
}

ImVec2 in_window(glm::dvec2 at) {
    const glm::dvec2 near = glm::clamp(at, -1e5, 1e5);
    return {static_cast<float>(near.x), static_cast<float>(near.y)};
}

ImU32 translucent(ImU32 color, ImU32 alpha) { return (color & ~IM_COL32_A_MASK) | (alpha << IM_COL32_A_SHIFT); }

/// Distance of the handles of a line from the crosshair, pixels.
float handle_reach(const SlicePane &slice) { return 0.36f * std::min(slice.pane.size.x, slice.pane.size.y); }

/// @param grabbed  the line under the mouse or in its hand
/// @param handles  are shown
void draw_crosshair(const SlicePane &slice, const Slices &slices, const Document &document,
                    const std::optional<int> &grabbed, bool handles, ImDrawList &list) {
    const ImVec2 at = in_window(slice.pixel(slices.center()));
    const float far = 2.0f * (slice.pane.size.x + slice.pane.size.y), reach = handle_reach(slice);
    for (const CrossLine &line : lines_on(slice, slices, document)) {
        const bool strong = grabbed == line.other;
        const ImU32 color = translucent(slice_colors[line.other], strong ? 255 : 150);
        list.PushClipRect(slice.low, slice.high, true);
        list.AddLine(ImVec2(at.x - far * line.direction.x, at.y - far * line.direction.y),
                     ImVec2(at.x + far * line.direction.x, at.y + far * line.direction.y), color,
                     scaled(strong ? 2.0f : 1.0f));
        list.PopClipRect();
        for (const float side : {-reach, reach}) {
            const ImVec2 handle(at.x + side * line.direction.x, at.y + side * line.direction.y);
            if (handles) {
                list.AddCircleFilled(handle, scaled(strong ? 5.5f : 4.5f), IM_COL32(10, 12, 18, 200));
                list.AddCircle(handle, scaled(strong ? 5.5f : 4.5f), translucent(slice_colors[line.other], 255), 0,
                               scaled(strong ? 2.0f : 1.5f));
            }
        }
    }
}

/// The line by which the mouse can turn slices: near it, and away from the crosshair. By the other slice's normal.
std::optional<int> line_under_mouse(const SlicePane &slice, const Slices &slices, const Document &document) {
    const ImVec2 at = in_window(slice.pixel(slices.center())), mouse = ImGui::GetIO().MousePos;
    const ImVec2 from(mouse.x - at.x, mouse.y - at.y);
    const bool inside = mouse.x >= slice.low.x && mouse.y >= slice.low.y && mouse.x < slice.high.x &&
                        mouse.y < slice.high.y;
    for (const CrossLine &line : lines_on(slice, slices, document)) {
        const float along = std::abs(from.x * line.direction.x + from.y * line.direction.y);
        const float beside = std::abs(from.x * line.direction.y - from.y * line.direction.x);
        const bool on_handle = std::hypot(along - handle_reach(slice), beside) < scaled(9.0f);
        if (on_handle || (inside && along > scaled(36.0f) && beside < scaled(5.0f))) {
            return line.other;
        }
    }
    return std::nullopt;
}

/// Why slices cannot be turned; empty: they can.
bool can_turn(const Document &document) { return !document.loaded->volume.large(); }

double angle_of_mouse(const SlicePane &slice, const Slices &slices) {
    const glm::dvec2 at = slice.pixel(slices.center());
    return std::atan2(ImGui::GetIO().MousePos.y - at.y, ImGui::GetIO().MousePos.x - at.x);
}

/// Dragging a line away from the crosshair turns the two other slices together.
/// @param free  whether the mouse is over the slice and has nothing else to do there
/// @return the line under the mouse or in its hand
std::optional<int> turn_slices(Slices &slices, Document &document, const SlicePane &slice, bool free) {
    const int normal = slice.frame.axes.normal;
    if (!ImGui::IsMouseDown(ImGuiMouseButton_Left)) {
        slices.turning.reset();
    }
    if (slices.turning && slices.turning->normal == normal) {
        const double angle = angle_of_mouse(slice, slices) - slices.turning->angle;
        const PlanesShown shown = document.scene.slice_planes.shown;
        document.scene.slice_planes = turned_about(slices.turning->before, document.grid(), slice.frame, angle);
        document.scene.slice_planes.shown = shown;
        ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
        ImGui::SetTooltip("%.0f\xc2\xb0", glm::degrees(std::remainder(angle, 2.0 * std::numbers::pi)));
        return (normal + 1) % 3;
    }
    const ImGuiIO &io = ImGui::GetIO();
    if (!free || slices.turning || slices.held >= 0 || io.KeyCtrl || io.KeyShift || !can_turn(document) ||
        ImGui::IsMouseDown(ImGuiMouseButton_Right) || ImGui::IsMouseDown(ImGuiMouseButton_Middle)) {
        return std::nullopt;
    }
    const std::optional<int> line = line_under_mouse(slice, slices, document);
    if (line) {
        ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
        if (ImGui::IsMouseClicked(ImGuiMouseButton_Left)) {
            slices.turning = {normal, angle_of_mouse(slice, slices), document.scene.slice_planes};
        } else {
            ImGui::SetTooltip("Drag: turn the two other slices");
        }
    }
    return line;
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

/// Within the box of the voxels.
void set_center(Slices &slices, const Grid &grid, const glm::dvec3 &center) {
    const glm::dvec3 inside = glm::clamp(center, glm::dvec3(0.0), grid.dims_d() - 1.0);
    slices.voxel = glm::ivec3(glm::round(inside));
    slices.beside = inside - glm::dvec3(slices.voxel);
}

bool are_turned(const Document &document) { return can_turn(document) && document.scene.slice_planes.are_turned(); }

/// Moves a slice; it stays where it would leave the volume.
void move_slice(Slices &slices, const Document &document, int normal, int by) {
    const Grid &grid = document.grid();
    if (!are_turned(document)) {
        slices.voxel[normal] =
            std::clamp(slices.voxel[normal] + by, 0, grid.dims[static_cast<std::size_t>(normal)] - 1);
        return;
    }
    const glm::dvec3 moved = slices.center() + double(by) * frame_of(slices, document, normal).across;
    if (glm::all(glm::greaterThanEqual(moved, glm::dvec3(0.0))) &&
        glm::all(glm::lessThanEqual(moved, grid.dims_d() - 1.0))) {
        set_center(slices, grid, moved);
    }
}

void drag_crosshair(Slices &slices, const Document &document, const SlicePane &slice, bool begins) {
    const int normal = slice.frame.axes.normal;
    if (begins && ImGui::IsMouseClicked(ImGuiMouseButton_Left)) {
        slices.held = normal;
    }
    if (!ImGui::IsMouseDown(ImGuiMouseButton_Left)) {
        slices.held = -1;
    }
    if (slices.held == normal) {
        const ImVec2 mouse = ImGui::GetIO().MousePos;
        if (const auto voxel = slice.voxel(document.grid(), mouse)) {
            if (are_turned(document)) {
                set_center(slices, document.grid(), slice.place(mouse));
            } else {
                slices.voxel = *voxel;
            }
        }
    }
}

/// @param free  whether the mouse is over the slice and has nothing else to do there
void handle_mouse(Slices &slices, Document &document, const SlicePane &slice, bool hovered, bool free) {
    const ImGuiIO &io = ImGui::GetIO();
    const int normal = slice.frame.axes.normal;
    SliceView &view = slices.views[static_cast<std::size_t>(normal)];
    const bool moves_slice = !io.KeyCtrl && !io.KeyShift;
    drag_crosshair(slices, document, slice, free && moves_slice && !slices.turning);
    if (!hovered) {
        return;
    }
    slices.hovered = normal;
    if (io.MouseWheel != 0.0f && io.KeyCtrl) {
        zoom_at(view, slice, std::pow(1.15, io.MouseWheel), io.MousePos);
    } else {
        move_slice(slices, document, normal, static_cast<int>(std::lround(io.MouseWheel)));
    }
    slices.under_mouse = slice.voxel(document.grid(), io.MousePos);
    slices.place_under_mouse = slices.under_mouse ? std::optional(slice.place(io.MousePos)) : std::nullopt;
    if (free && ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left)) {
        slices.alone = slices.alone ? std::nullopt : std::optional(normal);
        slices.held = -1;
        slices.turning.reset();
    }
    const bool pans = ImGui::IsMouseDown(ImGuiMouseButton_Middle) ||
                      (io.KeyShift && ImGui::IsMouseDown(ImGuiMouseButton_Left) && slices.held < 0 && !slices.turning);
    if (pans) {
        view.shift += glm::dvec2(io.MouseDelta.x, io.MouseDelta.y) / slice.scale;
    } else if (ImGui::IsMouseDown(ImGuiMouseButton_Right) && io.KeyCtrl) {
        zoom_at(view, slice, std::exp(-io.MouseDelta.y / 150.0),
                ImVec2(slice.pane.origin.x + slice.pane.size.x / 2.0f, slice.pane.origin.y + slice.pane.size.y / 2.0f));
    } else if (ImGui::IsMouseDown(ImGuiMouseButton_Right)) {
        drag_window(document, io.MouseDelta);
    }
}

/// The sides of the patient that a direction of the world runs to, the nearest first: "R", "R A".
std::string sides_of(const glm::dvec3 &direction) {
    static constexpr const char *letters[3][2] = {{"L", "R"}, {"P", "A"}, {"S", "I"}};
    constexpr double least = 0.34; // 20 degrees
    std::array<int, 3> axes{0, 1, 2};
    std::ranges::sort(axes, [&](int a, int b) { return std::abs(direction[a]) > std::abs(direction[b]); });
    std::string text;
    for (const int axis : axes) {
        if (text.empty() || std::abs(direction[axis]) > least) {
            text += (text.empty() ? "" : " ") + std::string(letters[axis][direction[axis] > 0.0 ? 0 : 1]);
        }
    }
    return text;
}

/// The sides of the patient at the edges of the slice, or of the pane where the slice is larger.
void draw_sides(const Grid &grid, const SlicePane &slice, ImDrawList &list) {
    const glm::dmat3 directions = directions_of(grid, slice.frame);
    const ImVec2 center((slice.low.x + slice.high.x) / 2.0f, (slice.low.y + slice.high.y) / 2.0f);
    const float gap = scaled(5.0f), height = ImGui::GetTextLineHeight();
    const PaneRect &pane = slice.pane;
    const auto write = [&](const glm::dvec3 &direction, ImVec2 at, ImVec2 share) { // of its size that lies before `at`
        const std::string text = sides_of(direction);
        const ImVec2 size = ImGui::CalcTextSize(text.c_str());
        const float x = std::clamp(at.x - share.x * size.x, pane.origin.x + gap,
                                   std::max(pane.origin.x + pane.size.x - size.x - gap, pane.origin.x + gap));
        const float y = std::clamp(at.y - share.y * size.y, pane.origin.y + height + gap,
                                   std::max(pane.origin.y + pane.size.y - 2.0f * height - gap, pane.origin.y + height));
        list.AddText(ImVec2(x, y), second_color, text.c_str());
    };
    write(-directions[0], ImVec2(slice.low.x - gap, center.y), ImVec2(1.0f, 0.5f));
    write(directions[0], ImVec2(slice.high.x + gap, center.y), ImVec2(0.0f, 0.5f));
    write(-directions[1], ImVec2(center.x, slice.low.y), ImVec2(0.5f, 1.0f));
    write(directions[1], ImVec2(center.x, slice.high.y), ImVec2(0.5f, 0.0f));
}

/// Of all channels; "..." until it was read; what went wrong, if it could not be.
/// @param place  in that voxel, where slices are turned
std::string value_at(const Slices &slices, const Document &document, const glm::ivec3 &at, const glm::dvec3 &place) {
    const Volume &volume = document.loaded->volume;
    if (!volume.large()) {
        std::vector<double> values;
        for (std::size_t channel = 0; channel < document.channels(); ++channel) {
            const auto value = are_turned(document) ? value_between(*document.loaded, channel, place)
                                                    : value_on_grid(*document.loaded, channel, at);
            values.push_back(value.value_or(std::nan("")));
        }
        return values_text(document, values);
    }
    if (!slices.problem.empty()) {
        return slices.problem;
    }
    return slices.valued == at ? value_text(slices.value, volume.type()) : std::string("...");
}

/// "axial  slice 24 (0 .. 47)", "axial, turned by 23 degrees".
std::string title_of(const SlicePane &slice, const Slices &slices, const Document &document) {
    const SliceAxes &axes = slice.frame.axes;
    const glm::dmat3 &turned = document.scene.slice_planes.turned[static_cast<std::size_t>(axes.normal)];
    if (can_turn(document) && turned != glm::dmat3(1.0)) {
        const glm::dvec3 normal = document.grid().direction[axes.normal];
        const double cosine = std::clamp(glm::dot(turned * normal, normal), -1.0, 1.0);
        return fmt::format("{}, turned by {:.0f}\xc2\xb0", axes.name, glm::degrees(std::acos(cosine)));
    }
    return fmt::format("{}  slice {} (0 .. {})", axes.name, slices.voxel[axes.normal],
                       document.grid().dims[static_cast<std::size_t>(axes.normal)] - 1);
}

void draw_texts(const Slices &slices, const Document &document, const SlicePane &slice, ImDrawList &list) {
    const Grid &grid = document.grid();
    const glm::ivec3 &voxel = slices.voxel;
    const SliceAxes &axes = slice.frame.axes;
    const ImVec2 corner(slice.pane.origin.x + scaled(8.0f), slice.pane.origin.y + scaled(4.0f));
    const float mark = scaled(3.0f);
    list.AddRectFilled(ImVec2(corner.x, corner.y + mark), ImVec2(corner.x + mark, corner.y + ImGui::GetTextLineHeight()),
                       slice_colors[axes.normal]);
    list.AddText(ImVec2(corner.x + 3.0f * mark, corner.y), IM_COL32(220, 224, 232, 255),
                 title_of(slice, slices, document).c_str());
    const glm::ivec3 at = slices.under_mouse.value_or(voxel);
    const bool elsewhere = are_turned(document) ? slices.hovered.value_or(axes.normal) != axes.normal
                                                : at[axes.normal] != voxel[axes.normal];
    if (elsewhere) {
        return;
    }
    const glm::dvec3 place = slices.place_under_mouse.value_or(slices.center());
    const glm::dvec3 world = world_of(grid, are_turned(document) ? place : glm::dvec3(at));
    const std::string where = fmt::format("at voxel {}, {}, {}   {}", at.x, at.y, at.z, place_text(grid, world));
    const std::string values = value_at(slices, document, at, place);
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

/// What pictures are to show now.
SliceContents wanted_contents(const Slices &slices, const Document &document) {
    const LoadedVolume &loaded = *document.loaded;
    const bool labels = slices.labels && loaded.labels && !loaded.volume.large();
    SliceContents wanted;
    for (int normal = 0; normal < 3; ++normal) {
        wanted.frames[static_cast<std::size_t>(normal)] = frame_of(slices, document, normal);
    }
    wanted.channels = shown_channels(slices, document);
    wanted.slab = loaded.volume.large() ? SliceSlab{} : slices.slab;
    wanted.labels = labels;
    wanted.outlines = labels && slices.outlines;
    wanted.styles = labels ? document.scene.label_styles : std::vector<LabelStyle>{};
    wanted.isolines = slices.isolines ? document.scene.settings.surfaces : std::vector<SurfaceStyle>{};
    wanted.reads = slices.reads;
    return wanted;
}

/// Lines of the isosurfaces' values. @param read  of a large volume, which has fewer pixels
std::vector<SliceLine> lines_of(const LoadedVolume &loaded, const SliceContents &wanted, const SliceFrame &frame,
                                const SliceValues &read) {
    std::vector<SliceLine> lines;
    const bool large = loaded.volume.large() != nullptr;
    const bool turned = frame.axes.right > frame.axes.down;
    const int width = !large ? frame.width : turned ? read.height : read.width;
    const int height = !large ? frame.height : turned ? read.width : read.height;
    const glm::vec2 pixels(float(frame.width) / float(width), float(frame.height) / float(height));
    for (const SurfaceStyle &surface : wanted.isolines) {
        const auto channel = static_cast<std::size_t>(surface.channel);
        const std::vector<float> values =
            large ? slice_values(read, frame.axes) : slice_values(loaded, frame, channel, wanted.slab);
        SliceLine &line = lines.emplace_back(SliceLine{surface.color, isolines(values, width, height, surface.isovalue)});
        for (LinePiece &piece : line.pieces) {
            piece = {(piece.from + 0.5f) * pixels - 0.5f, (piece.to + 0.5f) * pixels - 0.5f};
        }
    }
    return lines;
}

/// The picture of one slice, and the lines over it.
void make_picture(Slices &slices, const LoadedVolume &loaded, const SliceContents &wanted, std::size_t normal) {
    const SliceFrame &frame = wanted.frames[normal];
    const SliceValues &read = slices.read[normal];
    const bool large = loaded.volume.large() != nullptr;
    if (large && read.values.empty()) {
        return;
    }
    const SliceLabels labels{wanted.labels ? &*loaded.labels : nullptr, wanted.styles, wanted.outlines};
    slices.pictures[normal] =
        std::make_shared<const Image>(large ? slice_image(read, frame.axes, wanted.channels)
                                            : slice_image(loaded, frame, wanted.channels, wanted.slab, labels));
    slices.lines[normal] = lines_of(loaded, wanted, frame, read);
    slices.textures[normal].show(*slices.pictures[normal]);
}

void update_pictures(Slices &slices, const Document &document) {
    SliceContents wanted = wanted_contents(slices, document);
    SliceContents same_but_moved = wanted;
    if (slices.contents) {
        same_but_moved.frames = slices.contents->frames;
    }
    const bool all = slices.contents != same_but_moved;
    for (std::size_t normal = 0; normal < 3; ++normal) {
        if (all || wanted.frames[normal] != slices.contents->frames[normal]) {
            make_picture(slices, *document.loaded, wanted, normal);
        }
    }
    slices.contents = std::move(wanted);
}

/// Takes over how slices are turned now, by the mouse, a session or undo. The crosshair stays where it is in each pane.
void follow_turns(Slices &slices, Document &document) {
    SlicePlanes &planes = document.scene.slice_planes;
    const Grid &grid = document.grid();
    if (planes.turned != slices.turned && can_turn(document)) {
        const glm::dvec3 center = slices.center();
        // From the middle of the pane, in the unit of the grid.
        const auto seen = [&](std::size_t normal, const glm::dmat3 &turned) {
            const SliceFrame frame = slice_frame(grid, static_cast<int>(normal), center, turned);
            const glm::dvec2 middle(frame.width - 1, frame.height - 1);
            return (glm::dvec2(frame.place(center)) - middle / 2.0) * frame.pixel;
        };
        for (std::size_t normal = 0; normal < 3; ++normal) {
            slices.views[normal].shift += seen(normal, slices.turned[normal]) - seen(normal, planes.turned[normal]);
        }
        slices.turned = planes.turned;
    }
    if (!are_turned(document)) {
        slices.beside = glm::dvec3(0.0);
    }
    planes.center = are_turned(document) ? slices.center() : glm::dvec3(0.0);
}

/// The slice as what measures sees it.
MeasurePane measure_pane(const SlicePane &slice, const Grid &grid, ImDrawList &list) {
    const auto place = [&slice, &grid](glm::dvec3 world) -> std::optional<ImVec2> {
        return in_window(slice.pixel(voxel_of(grid, world)));
    };
    const auto pick = [&slice, &grid](ImVec2 mouse) {
        return slice.voxel(grid, mouse) ? std::optional(world_of(grid, slice.place(mouse))) : std::nullopt;
    };
    // A place keeps its distance from the slice.
    const auto drag = [&slice, &grid](ImVec2 mouse, const Annotation &annotation, std::size_t which) {
        const double own = slice.depth(voxel_of(grid, annotation.places[which]));
        return std::optional(world_of(grid, slice.place(mouse, own)));
    };
    const auto depth = [&slice, &grid](glm::dvec3 world) { return slice.depth(voxel_of(grid, world)); };
    return {list, grid, place, pick, drag, depth};
}

void draw_lines(const SlicePane &slice, const std::vector<SliceLine> &lines, ImDrawList &list) {
    const ImVec2 pixel((slice.high.x - slice.low.x) / static_cast<float>(slice.frame.width),
                       (slice.high.y - slice.low.y) / static_cast<float>(slice.frame.height));
    const auto place = [&](glm::vec2 at) {
        return ImVec2(slice.low.x + (at.x + 0.5f) * pixel.x, slice.low.y + (at.y + 0.5f) * pixel.y);
    };
    for (const SliceLine &line : lines) {
        const ImU32 color = ImGui::ColorConvertFloat4ToU32(ImVec4(line.color.r, line.color.g, line.color.b, 1.0f));
        for (const LinePiece &piece : line.pieces) {
            list.AddLine(place(piece.from), place(piece.to), color, scaled(1.5f));
        }
    }
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
    const auto number = static_cast<std::size_t>(normal);
    ImDrawList &list = *ImGui::GetBackgroundDrawList();
    const ImVec2 end(part.origin.x + part.size.x, part.origin.y + part.size.y);
    const SlicePane slice = place_slice(grid, slices.contents->frames[number], part, slices.views[number]);
    list.AddRectFilled(part.origin, end, IM_COL32(0, 0, 0, 255));
    list.AddRect(part.origin, end, IM_COL32(255, 255, 255, 30));
    list.PushClipRect(part.origin, end, true);
    if (const Texture &texture = slices.textures[number]; texture) {
        list.AddImage(texture.id(), slice.low, slice.high);
    }
    draw_lines(slice, slices.lines[number], list);
    const bool hovered = takes_mouse && slice.contains(ImGui::GetIO().MousePos);
    const MeasurePane pane = measure_pane(slice, grid, list);
    const bool taken = show_annotations(measure, document, pane, hovered && slices.held < 0 && !slices.turning);
    const bool free = hovered && !taken && !measure.placing;
    const std::optional<int> grabbed = turn_slices(slices, document, slice, free);
    draw_crosshair(slice, slices, document, grabbed, can_turn(document) && (hovered || grabbed), list);
    handle_mouse(slices, document, slice, hovered, free && !grabbed);
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

void step_slice(Slices &slices, const Document &document, int by) {
    move_slice(slices, document, slices.alone.value_or(slices.hovered.value_or(2)), by);
}

void reset_turns(Document &document) { document.scene.slice_planes.turned = SlicePlanes{}.turned; }

SliceFrame frame_of(const Slices &slices, const Document &document, int normal) {
    const auto &turned = document.scene.slice_planes.turned;
    return slice_frame(document.grid(), normal, slices.center(),
                       can_turn(document) ? turned[static_cast<std::size_t>(normal)] : glm::dmat3(1.0));
}

void Slices::begin(const Grid &grid, const SlicePlanes &planes) {
    contents.reset();
    pictures = {};
    lines = {};
    read = {};
    valued.reset();
    problem.clear();
    views = {};
    alone.reset();
    turning.reset();
    turned = planes.turned;
    voxel = {grid.dims[0] / 2, grid.dims[1] / 2, grid.dims[2] / 2};
    beside = glm::dvec3(0.0);
    if (planes.are_turned()) {
        set_center(*this, grid, planes.center);
    }
}

void update_slices(Slices &slices, Document &document, SliceFetcher &reader, int pixels) {
    follow_turns(slices, document);
    if (document.loaded->volume.large()) {
        read_missing(slices, document.loaded, reader, pixels);
    }
    update_pictures(slices, document);
}

void add_planes(Scene &drawn, const Slices &slices) {
    const PlanesShown shown = drawn.slice_planes.shown;
    drawn.slice_planes = {};
    const bool alone = shown == PlanesShown::alone;
    if (shown == PlanesShown::lines || !slices.contents ||
        (!alone && drawn.settings.mode != Mode::isosurface && drawn.settings.blend != Blend::composite)) {
        return;
    }
    for (std::size_t normal = 0; normal < 3; ++normal) {
        if (slices.pictures[normal]) {
            const ImVec4 border = ImGui::ColorConvertU32ToFloat4(slice_colors[normal]);
            drawn.planes.push_back(
                {slices.contents->frames[normal], slices.pictures[normal], {border.x, border.y, border.z}});
        }
    }
    if (drawn.planes.empty()) {
        return;
    }
    drawn.settings.surface_method = SurfaceMethod::mesh;
    drawn.settings.adaptive_step = false;
    if (alone) {
        drawn.settings.mode = Mode::isosurface;
        drawn.settings.surfaces.clear();
    }
}

void show_slices(Slices &slices, Document &document, MeasureTool &measure, PaneRect pane, bool takes_mouse) {
    slices.under_mouse.reset();
    slices.place_under_mouse.reset();
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
