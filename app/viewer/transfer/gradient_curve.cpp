// Gradient opacities as points of a small curve below the function's.
#include "app/viewer/document/document.h"
#include "app/viewer/jobs/jobs.h"
#include "app/viewer/panels/number_text.h"
#include "app/viewer/panels/widgets.h"
#include "app/viewer/state.h"
#include "app/viewer/transfer/editor.h"
#include "app/viewer/transfer/plane_count.h"
#include "app/viewer/transfer/plane_section.h"
#include "app/viewer/window/keyboard_focus.h"
#include "app/viewer/window/theme.h"
#include "scene/figure/figure_parts.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <imgui.h>

namespace voxmarch {

namespace {

constexpr float curve_height = 64.0f; // points

/// Gradients from 0 to `top` from left to right, factors upwards.
struct GradientArea {
    double top;
    ImVec2 corner, size;

    ImVec2 at(const GradientPoint &point) const {
        const auto x = static_cast<float>(std::clamp(point.gradient / top, 0.0, 4.0));
        return ImVec2(corner.x + x * size.x, corner.y + (1.0f - static_cast<float>(point.factor)) * size.y);
    }
    GradientPoint point(ImVec2 place) const {
        return {std::clamp(static_cast<double>((place.x - corner.x) / size.x), 0.0, 1.0) * top,
                std::clamp(static_cast<double>(1.0f - (place.y - corner.y) / size.y), 0.0, 1.0)};
    }
    std::optional<std::size_t> under(const std::vector<GradientPoint> &points, ImVec2 mouse) const {
        for (std::size_t i = points.size(); i-- > 0;) {
            const ImVec2 place = at(points[i]);
            if (std::hypot(place.x - mouse.x, place.y - mouse.y) <= scaled(9.0f)) {
                return i;
            }
        }
        return std::nullopt;
    }
};

/// Voxels by gradient magnitude, as bars of logarithms.
void draw_counts(const GradientArea &area, const JointHistogram *joint, double mean_spacing, ImDrawList &list) {
    if (!joint) {
        return;
    }
    const int columns = static_cast<int>(area.size.x / 2.0f);
    std::vector<double> heights;
    for (int i = 0; i < columns; ++i) {
        const double step = area.top / mean_spacing / columns;
        heights.push_back(std::log1p(joint->voxels(joint->range, {i * step, (i + 1) * step})));
    }
    const double fullest = std::max(1.0, *std::max_element(heights.begin(), heights.end()));
    for (int i = 0; i < columns; ++i) {
        const float x = area.corner.x + 2.0f * static_cast<float>(i), bottom = area.corner.y + area.size.y;
        const auto share = static_cast<float>(heights[static_cast<std::size_t>(i)] / fullest);
        list.AddRectFilled(ImVec2(x, bottom - share * area.size.y), ImVec2(x + 2.0f, bottom),
                           IM_COL32(96, 108, 132, 170));
    }
}

void draw_curve(const GradientArea &area, const std::vector<GradientPoint> &points, ImDrawList &list) {
    const ImU32 color = IM_COL32(245, 245, 245, 255);
    ImVec2 before(area.corner.x, area.at(points.front()).y);
    list.PushClipRect(area.corner, ImVec2(area.corner.x + area.size.x, area.corner.y + area.size.y), true);
    for (const GradientPoint &point : points) {
        list.AddLine(before, area.at(point), color, scaled(1.5f));
        before = area.at(point);
    }
    list.AddLine(before, ImVec2(std::max(before.x, area.corner.x + area.size.x), before.y), color, scaled(1.5f));
    list.PopClipRect();
    for (const GradientPoint &point : points) {
        list.AddCircleFilled(area.at(point), scaled(4.5f), IM_COL32(200, 206, 220, 255));
        list.AddCircle(area.at(point), scaled(4.5f), IM_COL32(255, 255, 255, 220));
    }
}

/// A click adds a point, a drag moves one between its neighbours, a right click removes one; the last stays.
void handle_mouse(std::optional<std::size_t> &held, std::vector<GradientPoint> &points, const GradientArea &area) {
    const ImVec2 mouse = ImGui::GetIO().MousePos;
    const auto under = ImGui::IsItemHovered() ? area.under(points, mouse) : std::nullopt;
    if (ImGui::IsItemHovered() && ImGui::IsMouseClicked(ImGuiMouseButton_Left)) {
        held = under;
        if (!under) {
            const GradientPoint added = area.point(mouse);
            const auto place = std::ranges::upper_bound(points, added.gradient, {}, &GradientPoint::gradient);
            held = static_cast<std::size_t>(place - points.begin());
            points.insert(place, added);
        }
    }
    if (under && ImGui::IsMouseClicked(ImGuiMouseButton_Right) && points.size() > 1) {
        points.erase(points.begin() + static_cast<std::ptrdiff_t>(*under));
        held.reset();
    }
    if (!ImGui::IsMouseDown(ImGuiMouseButton_Left)) {
        held.reset();
    }
    if (held && *held < points.size() && ImGui::IsItemActive()) {
        const GradientPoint to = area.point(mouse);
        const double low = *held > 0 ? points[*held - 1].gradient : 0.0;
        const double high = *held + 1 < points.size() ? points[*held + 1].gradient : area.top;
        points[*held] = {std::clamp(to.gradient, low, std::max(low, high)), to.factor};
    }
}

void show_curve(ViewerState &state, TransferFunction &transfer) {
    PlaneEditor &plane = state.tools.transfer.plane;
    const Volume &volume = state.document.volume();
    const double mean_spacing = over_grid({}, volume.grid()).mean_spacing;
    const double width = volume.range().max - volume.range().min;
    double top = plane.joint ? 1.1 * mean_spacing * plane.joint->gradient_of_share(0.9995) : 0.1 * width;
    if (plane.held_gradient) {
        top = plane.gradients_shown;
    } else {
        top = std::max({top, 1.1 * transfer.gradient_opacities.back().gradient, 1e-6 * width, 1e-300});
        plane.gradients_shown = top;
    }
    const ImVec2 size(ImGui::GetContentRegionAvail().x, scaled(curve_height));
    const GradientArea area{top, ImGui::GetCursorScreenPos(), size};
    ImGui::InvisibleButton("gradients", size, ImGuiButtonFlags_MouseButtonLeft | ImGuiButtonFlags_MouseButtonRight);
    draw_focus();
    handle_mouse(plane.held_gradient, transfer.gradient_opacities, area);
    ImDrawList &list = *ImGui::GetWindowDrawList();
    list.AddRectFilled(area.corner, ImVec2(area.corner.x + size.x, area.corner.y + size.y), IM_COL32(16, 18, 23, 255),
                       scaled(3.0f));
    draw_counts(area, plane.joint.get(), mean_spacing, list);
    draw_curve(area, transfer.gradient_opacities, list);
    const Grid &grid = volume.grid();
    const std::string unit =
        fmt::format("change per {:.3g}{}", mean_spacing * grid.smallest_spacing(), printed_unit(grid.unit));
    const std::string highest = value_text(top, ScalarType::f32);
    ImGui::TextDisabled("0");
    ImGui::SameLine(0.5f * (size.x - ImGui::CalcTextSize(unit.c_str()).x));
    ImGui::TextDisabled("%s", unit.c_str());
    ImGui::SameLine(size.x - ImGui::CalcTextSize(highest.c_str()).x);
    ImGui::TextDisabled("%s", highest.c_str());
}

} // namespace

void show_gradient_opacities(ViewerState &state, TransferFunction &transfer) {
    PlaneEditor &plane = state.tools.transfer.plane;
    bool used = !transfer.gradient_opacities.empty();
    const DisabledFor reason(one_channel_alone(state.document));
    if (ImGui::Checkbox("gradient opacity", &used)) {
        if (!used) {
            plane.gradients_put_away = std::exchange(transfer.gradient_opacities, {});
        } else if (!plane.gradients_put_away.empty()) {
            transfer.gradient_opacities = plane.gradients_put_away;
        } else {
            const double width = state.document.volume().range().max - state.document.volume().range().min;
            transfer.gradient_opacities = {{0.0, 0.0}, {0.05 * width, 1.0}};
        }
        Classification &classification = state.document.scene.settings.classification;
        if (used && classification == Classification::preintegrated) {
            classification = Classification::post;
        }
    }
    tooltip("Opacities times a factor by the gradient magnitude (how fast values change): what is alike within fades, "
            "boundaries stay. Gradients are changes per mean of the spacings, as in VTK and 3D Slicer.");
    if (used) {
        count_plane(plane, state.document, state.jobs);
        show_curve(state, transfer);
    }
}

} // namespace voxmarch
