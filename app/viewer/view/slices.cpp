// Three slices with a crosshair, by whose lines they are turned, and the value under the mouse.
#include "app/viewer/view/slices.h"

#include "app/viewer/document/document.h"
#include "app/viewer/panels/labels.h"
#include "app/viewer/panels/number_text.h"
#include "app/viewer/panels/widgets.h"
#include "app/viewer/view/annotations.h"
#include "app/viewer/view/slice_turns.h"
#include "app/viewer/window/theme.h"
#include "scene/figure/figure.h"
#include "scene/figure/figure_parts.h"
#include "scene/pick.h"
#include "scene/slice_sheet.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <tuple>

namespace voxmarch {

namespace {

/// Up and down moves the level, sideways the window, as 3D Slicer has it; of colours of all channels alike.
void drag_window(const Slices &slices, Document &document, ImVec2 moved) {
    const bool colors = shows_colors(document.scene);
    for (std::size_t place = 0; place < document.channels(); ++place) {
        if (!colors && place != windowed_channel(slices, document)) {
            continue;
        }
        const ValueRange data = channel_of(*document.loaded, place).range(), shown = slice_window(document, place);
        const double level = (shown.min + shown.max) / 2.0 - moved.y / 500.0 * (data.max - data.min);
        const double width = std::max((shown.max - shown.min) * std::exp(moved.x / 150.0), 1e-9);
        set_slice_window(document, place, ValueRange{level - width / 2.0, level + width / 2.0});
    }
}

void drag_crosshair(Slices &slices, const Document &document, const SlicePane &slice, bool begins) {
    const int normal = slice.frame.axes.normal;
    if (begins && ImGui::IsMouseClicked(ImGuiMouseButton_Left)) {
        slices.held = normal;
        if (!ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left)) {
            slices.before_click = {slices.voxel, slices.beside};
        }
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

/// @param free     whether the mouse is over the slice and has nothing to do with what lies over that
/// @param grabbed  it turns slices by a line
void handle_mouse(Slices &slices, Document &document, const SlicePane &slice, bool hovered, bool free, bool grabbed) {
    const ImGuiIO &io = ImGui::GetIO();
    const int normal = slice.frame.axes.normal;
    SliceView &view = slices.views[static_cast<std::size_t>(normal)];
    const bool moves_slice = !io.KeyCtrl && !io.KeyShift;
    drag_crosshair(slices, document, slice, free && !grabbed && moves_slice && !slices.turning);
    if (!hovered) {
        return;
    }
    slices.hovered = normal;
    if (ImGui::IsMouseClicked(ImGuiMouseButton_Left) || io.MouseWheel != 0.0f) {
        slices.focused.reset(); // keys follow the mouse again
    }
    if (io.MouseWheel != 0.0f && io.KeyCtrl) {
        zoom_at(view, slice, std::pow(1.15, io.MouseWheel), io.MousePos);
    } else {
        move_slice(slices, document, normal, static_cast<int>(std::lround(io.MouseWheel)));
    }
    slices.under_mouse = slice.voxel(document.grid(), io.MousePos);
    slices.place_under_mouse = slices.under_mouse ? std::optional(slice.place(io.MousePos)) : std::nullopt;
    if (free && ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left)) {
        slices.alone = slices.alone ? std::nullopt : std::optional(normal);
        std::tie(slices.voxel, slices.beside) = slices.before_click; // it moves no crosshair
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
        drag_window(slices, document, io.MouseDelta);
    }
}

/// The sides of the patient at the edges of the slice, or of the pane where the slice is larger.
void draw_sides(const Grid &grid, const SlicePane &slice, ImDrawList &list) {
    const glm::dmat3 directions = directions_of(grid, slice.frame);
    const ImVec2 center((slice.low.x + slice.high.x) / 2.0f, (slice.low.y + slice.high.y) / 2.0f);
    const float gap = scaled(5.0f), height = ImGui::GetTextLineHeight();
    const PaneRect &pane = slice.pane;
    const auto write = [&](const glm::dvec3 &direction, ImVec2 at, ImVec2 share) { // of its size that lies before `at`
        const std::string text = sides_of(grid, direction);
        const ImVec2 size = ImGui::CalcTextSize(text.c_str());
        const float x = std::clamp(at.x - share.x * size.x, pane.origin.x + gap,
                                   std::max(pane.origin.x + pane.size.x - size.x - gap, pane.origin.x + gap));
        const float y =
            std::clamp(at.y - share.y * size.y, pane.origin.y + height + gap,
                       std::max(pane.origin.y + pane.size.y - 3.0f * height - 2.0f * gap, pane.origin.y + height));
        list.AddText(ImVec2(x, y), second_color, text.c_str());
    };
    write(-directions[0], ImVec2(slice.low.x - gap, center.y), ImVec2(1.0f, 0.5f));
    write(directions[0], ImVec2(slice.high.x + gap, center.y), ImVec2(0.0f, 0.5f));
    write(-directions[1], ImVec2(center.x, slice.low.y), ImVec2(0.5f, 1.0f));
    write(directions[1], ImVec2(center.x, slice.high.y), ImVec2(0.5f, 0.0f));
}

/// Of all channels; "..." until it was read; what went wrong, if it could not be.
/// @param place  in that voxel, where slices are turned
std::string value_at(const Slices &slices, const Document &document, int normal, const glm::ivec3 &at,
                     const glm::dvec3 &place) {
    const Volume &volume = document.loaded->volume;
    if (!volume.large()) {
        const SliceSlab &slab = document.scene.slice_planes.slab;
        const char *of_slab = slab.kind == SliceSlab::Kind::maximum ? "largest"
                              : slab.kind == SliceSlab::Kind::mean  ? "mean"
                                                                    : "smallest";
        const int voxels = voxels_across(slab, document.grid(), slices.contents->frames[std::size_t(normal)]);
        return values_text(document, shown_values(slices, document, normal, place)) +
               (voxels > 1 ? fmt::format(" ({} of {} voxels)", of_slab, voxels) : "");
    }
    if (!slices.problem.empty()) {
        return slices.problem;
    }
    return slices.valued == at ? value_text(slices.value, volume.type()) + value_unit(document) : std::string("...");
}

/// A line of text that can be read over bright voxels, too.
void write_over(ImDrawList &list, ImVec2 at, const std::string &text) {
    const ImVec2 size = ImGui::CalcTextSize(text.c_str());
    const float border = scaled(3.0f);
    list.AddRectFilled(ImVec2(at.x - border, at.y), ImVec2(at.x + size.x + border, at.y + size.y),
                       IM_COL32(0, 0, 0, 140));
    list.AddText(at, IM_COL32(220, 224, 232, 255), text.c_str());
}

/// "axial  S 40.2 mm  slice 24 (0 .. 47)"
std::string title_of(const SlicePane &slice, const Slices &slices, const Document &document) {
    const int normal = slice.frame.axes.normal;
    const glm::dmat3 &turned = document.scene.slice_planes.turned[static_cast<std::size_t>(normal)];
    return slice_title(document.grid(), {normal, can_turn(document) ? turned : glm::dmat3(1.0), slices.center()});
}

void draw_texts(const Slices &slices, const Document &document, const SlicePane &slice, ImDrawList &list) {
    const Grid &grid = document.grid();
    const glm::ivec3 &voxel = slices.voxel;
    const SliceAxes &axes = slice.frame.axes;
    const ImVec2 corner(slice.pane.origin.x + scaled(8.0f), slice.pane.origin.y + scaled(4.0f));
    const float mark = scaled(3.0f);
    list.AddRectFilled(ImVec2(corner.x, corner.y + mark),
                       ImVec2(corner.x + mark, corner.y + ImGui::GetTextLineHeight()), slice_color(axes.normal));
    const float wide = slice.pane.size.x - scaled(16.0f) - 3.0f * mark;
    write_over(list, ImVec2(corner.x + 3.0f * mark, corner.y), fitting_title(title_of(slice, slices, document), wide));
    if (!shows_colors(document.scene)) {
        const std::size_t channel = windowed_channel(slices, document);
        const std::string window =
            window_text(grid, slice_window(document, channel), unit_word(value_unit_of(document, channel)));
        write_over(list, ImVec2(corner.x + 3.0f * mark, corner.y + ImGui::GetTextLineHeight()),
                   shortened(window, wide));
    }
    const glm::ivec3 at = slices.under_mouse.value_or(voxel);
    const bool elsewhere = are_turned(document) ? slices.hovered.value_or(axes.normal) != axes.normal
                                                : at[axes.normal] != voxel[axes.normal];
    if (elsewhere) {
        return;
    }
    const glm::dvec3 place = slices.place_under_mouse.value_or(slices.center());
    const glm::dvec3 world = world_of(grid, are_turned(document) ? place : glm::dvec3(at));
    const std::string where = are_turned(document)
                                  ? fmt::format("at {:.1f}, {:.1f}, {:.1f} of the voxels   {}", place.x, place.y,
                                                place.z, place_text(grid, world))
                                  : fmt::format("at voxel {}, {}, {}   {}", at.x, at.y, at.z, place_text(grid, world));
    std::string values = value_at(slices, document, axes.normal, at, are_turned(document) ? place : glm::dvec3(at));
    values = document.channels() > 1 ? values : "value " + values;
    if (const std::optional<int> label = label_at(document, world); label.value_or(0) != 0) {
        const std::string name = label_name(document, *label), number = fmt::format("label {}", *label);
        values += "   " + (name == number ? name : fmt::format("{} ({})", name, *label));
    }
    const float line = ImGui::GetTextLineHeight(), left = slice.pane.origin.x + scaled(8.0f);
    const float bottom = slice.pane.origin.y + slice.pane.size.y - line - scaled(4.0f);
    const float room = slice.pane.size.x - scaled(16.0f);
    write_over(list, ImVec2(left, bottom - line), shortened(values, room));
    const bool whole = ImGui::CalcTextSize(where.c_str()).x <= room;
    write_over(list, ImVec2(left, bottom), whole ? where : shortened(place_text(grid, world), room));
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
    return {list, grid, place, pick, drag, depth, {}};
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
    const bool has_room = slice.pane.size.x > scaled(200.0f); // beside the second line of the texts
    if (length <= 0.0 || !has_room) {
        return;
    }
    const auto width = static_cast<float>(length * slice.scale);
    const float right = slice.pane.origin.x + slice.pane.size.x - scaled(12.0f);
    const float top = slice.pane.origin.y + scaled(8.0f) + ImGui::GetTextLineHeight(), tick = scaled(4.0f);
    const ImU32 color = IM_COL32(220, 224, 232, 255);
    list.AddLine(ImVec2(right - width, top), ImVec2(right, top), color, scaled(2.0f));
    list.AddLine(ImVec2(right - width, top - tick), ImVec2(right - width, top + tick), color, scaled(1.5f));
    list.AddLine(ImVec2(right, top - tick), ImVec2(right, top + tick), color, scaled(1.5f));
    const std::string text = fmt::format("{:g}{}", length, printed_unit(grid.unit));
    list.AddText(ImVec2(right - ImGui::CalcTextSize(text.c_str()).x, top + tick), color, text.c_str());
}

/// @param has_keys  whether keys move it
void show_slice(Slices &slices, Document &document, MeasureTool &measure, int normal, PaneRect part, bool takes_mouse,
                bool has_keys) {
    const Grid &grid = document.grid();
    const auto number = static_cast<std::size_t>(normal);
    ImDrawList &list = *ImGui::GetBackgroundDrawList();
    const ImVec2 end(part.origin.x + part.size.x, part.origin.y + part.size.y);
    const SlicePane slice = place_slice(grid, slices.contents->frames[number], part, slices.views[number]);
    list.AddRectFilled(part.origin, end, IM_COL32(0, 0, 0, 255));
    const bool keys = slices.focused == normal && !slices.alone;
    list.AddRect(part.origin, end, keys ? accent_color : IM_COL32(255, 255, 255, 30));
    list.PushClipRect(part.origin, end, true);
    if (const Texture &texture = slices.textures[number]; texture) {
        list.AddImage(texture.id(), slice.low, slice.high);
    }
    draw_lines(slice, slices.lines[number], list);
    const bool hovered = takes_mouse && slice.contains(ImGui::GetIO().MousePos);
    MeasurePane pane = measure_pane(slice, grid, list);
    if (has_keys) {
        pane.cursor = in_window(slice.pixel(slices.center()));
    }
    const bool taken = show_annotations(measure, document, pane, hovered && slices.held < 0 && !slices.turning);
    const bool free = hovered && !taken && !measure.placing;
    const std::optional<int> grabbed = turn_slices(slices, document, slice, free);
    draw_crosshair(slice, slices, document, grabbed, can_turn(document) && (hovered || grabbed), list);
    handle_mouse(slices, document, slice, hovered, free, grabbed.has_value());
    draw_texts(slices, document, slice, list);
    if (grid.anatomical) {
        draw_sides(grid, slice, list);
    }
    draw_scale_bar(slice, grid, list);
    list.PopClipRect();
}

} // namespace

std::vector<double> shown_values(const Slices &slices, const Document &document, int normal, const glm::dvec3 &place) {
    std::vector<double> values;
    for (std::size_t channel = 0; channel < document.channels(); ++channel) {
        const auto value = slab_value(*document.loaded, channel, slices.contents->frames[std::size_t(normal)], place,
                                      document.scene.slice_planes.slab);
        values.push_back(value.value_or(std::nan("")));
    }
    return values;
}

int slice_of_keys(const Slices &slices) {
    return slices.alone.value_or(slices.focused.value_or(slices.hovered.value_or(2)));
}

bool focus_next_slice(Slices &slices, bool back) {
    constexpr std::array<int, 3> shown{2, 0, 1}; // normals, beside the 3D view and below it
    const auto *const now = slices.focused ? std::ranges::find(shown, *slices.focused) : shown.end();
    const auto *next = back ? nullptr : shown.begin();
    if (now != shown.end()) {
        next = back ? (now == shown.begin() ? nullptr : now - 1) : (now + 1 == shown.end() ? nullptr : now + 1);
    }
    slices.focused = slices.open && !slices.alone && next ? std::optional(*next) : std::nullopt;
    return slices.focused.has_value();
}

void step_slice(Slices &slices, const Document &document, int by) {
    move_slice(slices, document, slice_of_keys(slices), by);
}

void Slices::begin(const Grid &grid, const SlicePlanes &planes) {
    contents.reset();
    pictures = {};
    lines = {};
    lined = {};
    read = {};
    valued.reset();
    problem.clear();
    views = planes.views;
    alone = planes.alone;
    focused.reset();
    turning.reset();
    turned = planes.turned;
    voxel = {grid.dims[0] / 2, grid.dims[1] / 2, grid.dims[2] / 2};
    beside = glm::dvec3(0.0);
    open = open || planes.open;
    if (planes.center != glm::dvec3(0.0)) {
        set_center(*this, grid, planes.center);
    }
}

std::string fitting_title(std::string title, float room) {
    for (const char *end : {" (", "  slice", ", turned"}) { // what tells least goes first
        if (ImGui::CalcTextSize(title.c_str()).x <= room) {
            return title;
        }
        title.erase(std::min(title.find(end), title.size()));
    }
    return shortened(title, room);
}

void show_slices(Slices &slices, Document &document, MeasureTool &measure, PaneRect pane, bool takes_mouse) {
    const int keyed = slice_of_keys(slices);
    slices.under_mouse.reset();
    slices.place_under_mouse.reset();
    slices.hovered.reset();
    slices.shown_pane = pane;
    if (slices.alone) {
        show_slice(slices, document, measure, *slices.alone, pane, takes_mouse, true);
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
            takes_mouse, normal == keyed);
    }
}

} // namespace voxmarch
