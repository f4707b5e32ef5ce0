// Draws rulers, angles, lines, boxes and balls with what they measure.
#include "app/viewer/view/annotations.h"

#include "app/viewer/document/document.h"
#include "app/viewer/window/theme.h"
#include "scene/annotation_table.h"
#include "scene/figure/text_places.h"
#include "scene/pick.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

namespace voxmarch {

namespace {

constexpr float ring_reach = 10.0f, mark = 5.0f, still_reach = 4.0f; // points
constexpr double thickness = 0.75;                                   // voxels from a slice that still lie in it

/// A line of the window with a dark rim, so that it is seen over everything.
struct Stroke {
    ImDrawList &list;
    ImU32 color;

    void line(std::optional<ImVec2> from, std::optional<ImVec2> to, float width = 2.0f) const {
        if (from && to) {
            list.AddLine(*from, *to, dark(), scaled(width + 2.0f));
            list.AddLine(*from, *to, color, scaled(width));
        }
    }

    void cross(ImVec2 at, bool active) const {
        const float radius = scaled(active ? mark * 1.4f : mark);
        list.AddCircle(at, radius, dark(), 0, scaled(4.0f));
        list.AddCircle(at, radius, color, 0, scaled(2.0f));
        list.AddCircleFilled(at, scaled(1.5f), color);
    }

    ImU32 dark() const { return IM_COL32(0, 0, 0, (color >> IM_COL32_A_SHIFT & 0xff) / 2); }
};

/// How much of an annotation a pane shows: 1 where it lies in the slice, less where it crosses it, 0 else.
double strength(const MeasurePane &pane, const std::vector<glm::dvec3> &places) {
    double low = HUGE_VAL, high = -HUGE_VAL;
    for (const glm::dvec3 &place : places) {
        const double depth = pane.depth(place);
        low = std::min(low, depth);
        high = std::max(high, depth);
    }
    return low >= -thickness && high <= thickness ? 1.0 : low <= thickness && high >= -thickness ? 0.45 : 0.0;
}

ImU32 color_of(const glm::vec3 &color, double alpha) {
    return ImGui::ColorConvertFloat4ToU32(ImVec4(color.r, color.g, color.b, static_cast<float>(alpha)));
}

/// Circles around the ball: in a slice the one that it cuts, else three across each other.
void draw_region_ball(const MeasurePane &pane, const Stroke &stroke, const std::vector<glm::dvec3> &places) {
    const glm::dvec3 center = places[0];
    const double radius = glm::distance(places[0], places[1]);
    constexpr int parts = 64;
    for (int axis = 0; axis < 3; ++axis) {
        const glm::dvec3 normal = pane.grid.direction[axis], u = pane.grid.direction[(axis + 1) % 3],
                         v = pane.grid.direction[(axis + 2) % 3];
        // Of a slice along this axis: how far the centre lies from it, in the unit of the world.
        const double across = (pane.depth(center + normal * pane.grid.spacing[axis]) - pane.depth(center));
        const bool is_slice = std::abs(across) > 0.5;
        const bool slices_elsewhere =
            !is_slice && (pane.depth(center + u * pane.grid.spacing[(axis + 1) % 3]) != pane.depth(center) ||
                          pane.depth(center + v * pane.grid.spacing[(axis + 2) % 3]) != pane.depth(center));
        if (slices_elsewhere) {
            continue;
        }
        const double away = is_slice ? pane.depth(center) / across * pane.grid.spacing[axis] : 0.0;
        const double cut = std::sqrt(std::max(radius * radius - away * away, 0.0));
        const glm::dvec3 middle = center - away * normal;
        for (int i = 0; i < parts; ++i) {
            const auto at = [&](int k) {
                const double angle = 2.0 * std::numbers::pi * k / parts;
                return pane.place(middle + cut * (std::cos(angle) * u + std::sin(angle) * v));
            };
            stroke.line(at(i), at(i + 1), is_slice ? 2.0f : 1.0f);
        }
    }
}

void draw_shape(const MeasurePane &pane, const Stroke &stroke, AnnotationKind kind,
                const std::vector<glm::dvec3> &places) {
    if (places.size() == 2 && kind == AnnotationKind::box) {
        for (const std::vector<glm::dvec3> &edge : outlines_of({kind, {}, places}, pane.grid)) {
            stroke.line(pane.place(edge[0]), pane.place(edge[1]), 1.5f);
        }
    } else if (places.size() == 2 && kind == AnnotationKind::sphere) {
        draw_region_ball(pane, stroke, places);
    } else {
        for (std::size_t i = 1; i < places.size(); ++i) {
            stroke.line(pane.place(places[i - 1]), pane.place(places[i]));
        }
    }
}

/// Texts beside what is measured, which are drawn together.
struct Texts {
    std::vector<std::string> words;
    std::vector<ImU32> colors;
    std::vector<TextBeside> boxes;

    void add(ImVec2 at, const std::string &text, ImU32 color) {
        const ImVec2 size = ImGui::CalcTextSize(text.c_str());
        words.push_back(text);
        colors.push_back(color);
        boxes.push_back({{at.x, at.y}, glm::dvec2(size.x, size.y) + 2.0 * border()});
    }

    void draw(ImDrawList &list) const {
        const ImVec2 low = list.GetClipRectMin(), high = list.GetClipRectMax();
        const glm::dvec2 gap = static_cast<double>(scaled(1.0f)) * glm::dvec2(7.0, 3.0);
        const auto places = place_texts(boxes, {low.x, low.y}, {high.x, high.y}, gap);
        for (std::size_t i = 0; i < words.size(); ++i) {
            if (const auto leader = places[i] ? leader_of(boxes[i], *places[i], gap) : std::nullopt) {
                const auto at = [&](glm::dvec2 end) {
                    return ImVec2(static_cast<float>(end.x), static_cast<float>(end.y));
                };
                Stroke{list, colors[i]}.line(at((*leader)[0]), at((*leader)[1]), 1.0f);
            }
        }
        const ImU32 ground = color_of(glm::vec3(text_ground), text_ground.a);
        const auto to_window = [](glm::dvec2 at) {
            return ImVec2(std::floor(static_cast<float>(at.x)), std::floor(static_cast<float>(at.y)));
        };
        for (std::size_t i = 0; i < words.size(); ++i) {
            if (places[i]) {
                list.AddRectFilled(to_window(*places[i]), to_window(*places[i] + boxes[i].size), ground,
                                   static_cast<float>(border()));
                list.AddText(to_window(*places[i] + border()), colors[i], words[i].c_str());
            }
        }
    }

    static double border() { return text_border * static_cast<double>(ImGui::GetFontSize()); }
};

/// Whether a place can be dragged in this pane.
bool lies_in(const MeasurePane &pane, glm::dvec3 place) { return std::abs(pane.depth(place)) <= thickness; }

/// What the mouse may take hold of: the nearest place within reach.
std::optional<std::pair<std::size_t, std::size_t>> under_mouse(const MeasurePane &pane, const Scene &scene) {
    const ImVec2 mouse = ImGui::GetIO().MousePos;
    std::optional<std::pair<std::size_t, std::size_t>> found;
    float nearest = scaled(ring_reach);
    for (std::size_t i = 0; i < scene.annotations.size(); ++i) {
        const Annotation &annotation = scene.annotations[i];
        for (std::size_t k = 0; annotation.visible && k < annotation.places.size(); ++k) {
            const std::optional<ImVec2> at = pane.place(annotation.places[k]);
            if (!at || !lies_in(pane, annotation.places[k])) {
                continue;
            }
            if (const float away = std::hypot(at->x - mouse.x, at->y - mouse.y); away < nearest) {
                nearest = away;
                found = {i, k};
            }
        }
    }
    return found;
}

/// @return whether the mouse is on a place, or holds one
bool drag_places(MeasureTool &tool, Document &document, const MeasurePane &pane, bool takes_mouse) {
    Scene &scene = document.scene;
    const auto hovered = takes_mouse && !tool.placing ? under_mouse(pane, scene) : std::nullopt;
    if (hovered && ImGui::IsMouseClicked(ImGuiMouseButton_Left)) {
        tool.held = hovered;
        tool.selected = hovered->first;
    }
    if (!ImGui::IsMouseDown(ImGuiMouseButton_Left) ||
        (tool.held && tool.held->first >= scene.annotations.size())) { // undone meanwhile
        tool.held.reset();
    }
    const ImVec2 moved = ImGui::GetIO().MouseDelta;
    if (tool.held && takes_mouse && (moved.x != 0.0f || moved.y != 0.0f)) {
        Annotation &annotation = scene.annotations[tool.held->first];
        if (const auto to = pane.drag(ImGui::GetIO().MousePos, annotation, tool.held->second)) {
            move_place(annotation, tool.held->second, *to);
        }
    }
    if (hovered && !tool.held) {
        ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
    }
    return hovered || (tool.held && takes_mouse);
}

/// A cross, grey where no place can be put.
void draw_cursor(const MeasurePane &pane, ImVec2 center, bool possible) {
    const Stroke stroke{pane.list, possible ? accent_color : IM_COL32(150, 150, 150, 255)};
    const float arm = scaled(10.0f), gap = scaled(3.0f);
    for (const float sign : {-1.0f, 1.0f}) {
        stroke.line(ImVec2(center.x + sign * gap, center.y), ImVec2(center.x + sign * arm, center.y), 1.5f);
        stroke.line(ImVec2(center.x, center.y + sign * gap), ImVec2(center.x, center.y + sign * arm), 1.5f);
    }
}

/// Whether the mouse does something, and not only lies there while keys are used.
bool mouse_is_used() {
    const ImGuiIO &io = ImGui::GetIO();
    return io.MouseDelta.x != 0.0f || io.MouseDelta.y != 0.0f || ImGui::IsAnyMouseDown();
}

/// Puts places where the mouse clicks.
void put_places(MeasureTool &tool, Document &document, const MeasurePane &pane) {
    const ImGuiIO &io = ImGui::GetIO();
    ImGui::SetMouseCursor(ImGuiMouseCursor_None);
    tool.next = pane.pick(io.MousePos);
    const bool still = io.MouseDragMaxDistanceSqr[ImGuiMouseButton_Left] < scaled(still_reach) * scaled(still_reach);
    if (ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left) && tool.placing == AnnotationKind::polyline) {
        finish_polyline(tool, document);
        tool.swallows_click = true;
    } else if (ImGui::IsMouseReleased(ImGuiMouseButton_Left) && still && !std::exchange(tool.swallows_click, false) &&
               tool.next) {
        put_place(tool, document, *tool.next);
    }
    const std::optional<ImVec2> at = tool.next ? pane.place(*tool.next) : std::nullopt;
    draw_cursor(pane, at.value_or(io.MousePos), at.has_value());
}

/// What is put so far, up to the mouse.
void draw_begun(const MeasureTool &tool, const MeasurePane &pane) {
    if (!tool.placing || tool.placed.empty()) {
        return;
    }
    std::vector<glm::dvec3> places = tool.placed;
    if (tool.next && *tool.next != places.back()) {
        places.push_back(*tool.next);
    }
    if (const double alpha = strength(pane, places); alpha > 0.0) {
        const Stroke stroke{pane.list, color_of(Annotation{}.color, alpha)};
        draw_shape(pane, stroke, *tool.placing, places);
        for (const glm::dvec3 &place : tool.placed) {
            if (const auto at = pane.place(place)) {
                stroke.cross(*at, false);
            }
        }
    }
}

void draw_annotation(const MeasureTool &tool, const Document &document, const MeasurePane &pane, std::size_t number,
                     Texts &texts) {
    const Annotation &annotation = document.scene.annotations[number];
    std::vector<glm::dvec3> extent = annotation.places;
    if (annotation.kind == AnnotationKind::sphere) { // both poles along every axis
        const double radius = glm::distance(extent[0], extent[1]);
        for (int axis = 0; axis < 3; ++axis) {
            extent.push_back(annotation.places[0] + radius * pane.grid.direction[axis]);
            extent.push_back(annotation.places[0] - radius * pane.grid.direction[axis]);
        }
    }
    const double alpha = annotation.visible ? strength(pane, extent) : 0.0;
    if (alpha <= 0.0) {
        return;
    }
    const bool region = is_region(annotation.kind);
    const Stroke stroke{pane.list, color_of(annotation.color, region ? 1.0 : alpha)};
    draw_shape(pane, stroke, annotation.kind, annotation.places);
    const bool selected = tool.selected == number;
    for (const glm::dvec3 &place : annotation.places) {
        if (const auto at = pane.place(place); at && lies_in(pane, place)) {
            stroke.cross(*at, selected);
        }
    }
    if (const auto at = pane.place(text_place(annotation))) {
        texts.add(*at, annotation.name + (annotation.name.empty() ? "" : "  ") + reading_text(tool, document, number),
                  stroke.color);
    }
}

} // namespace

bool show_annotations(MeasureTool &tool, Document &document, const MeasurePane &pane, bool takes_mouse) {
    Texts texts;
    for (std::size_t i = 0; i < document.scene.annotations.size(); ++i) {
        draw_annotation(tool, document, pane, i, texts);
    }
    texts.draw(pane.list);
    draw_begun(tool, pane);
    const bool taken = drag_places(tool, document, pane, takes_mouse);
    tool.by_keys = tool.by_keys && !(takes_mouse && mouse_is_used());
    if (tool.placing && tool.by_keys && pane.cursor) {
        tool.next = pane.pick(*pane.cursor);
        draw_cursor(pane, *pane.cursor, tool.next.has_value());
    } else if (tool.placing && !tool.by_keys && takes_mouse) {
        put_places(tool, document, pane);
    }
    return taken;
}

} // namespace voxmarch
