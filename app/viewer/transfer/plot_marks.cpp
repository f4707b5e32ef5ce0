// What lies over the curve in the plot: numbers of the axes, crosshair, guide lines, and the box of what is selected.
#include "app/viewer/panels/number_text.h"
#include "app/viewer/transfer/plot_area.h"
#include "app/viewer/window/theme.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace voxmarch {

namespace {

constexpr ImU32 grid_color = IM_COL32(255, 255, 255, 26), number_color = IM_COL32(255, 255, 255, 170);
constexpr ImU32 shade = IM_COL32(10, 12, 16, 200);

/// Text that can be read over bars and curve.
void draw_number(ImDrawList &list, ImVec2 at, const std::string &text) {
    list.AddText(ImVec2(at.x + 1.0f, at.y + 1.0f), shade, text.c_str());
    list.AddText(at, number_color, text.c_str());
}

/// "1234 voxels"; of bins of several values "1234 voxels, 12 .. 15".
std::string voxels_text(const Histogram &histogram, double value, ScalarType type) {
    const ValueRange &range = histogram.range;
    if (histogram.counts.empty() || !(range.max > range.min) || value < range.min || value > range.max) {
        return "0 voxels";
    }
    const double width = histogram.bin_width();
    const auto last = static_cast<double>(histogram.counts.size() - 1);
    const auto bin = static_cast<std::size_t>(std::clamp(std::floor((value - range.min) / width), 0.0, last));
    const std::uint64_t count = histogram.counts[bin];
    const std::string text = count_text(static_cast<double>(count)) + (count == 1 ? " voxel" : " voxels");
    const double low = range.min + static_cast<double>(bin) * width;
    if (type == ScalarType::f32) {
        return fmt::format("{}, {} .. {}", text, value_text(low, type), value_text(low + width, type));
    }
    return width <= 1.0 ? text : fmt::format("{}, {:.0f} .. {:.0f}", text, low + 0.5, low + width - 0.5);
}

} // namespace

/// Where the number of an opacity lies: at the left end of its line, or at the right one where points lie there.
ImVec2 TransferPlotArea::number_place(const std::string &text, float y, const std::vector<EditPoint> &points) const {
    const ImVec2 size = ImGui::CalcTextSize(text.c_str());
    const float gap = scaled(4.0f), radius = scaled(5.0f);
    const ImVec2 at(corner_.x + gap, y + scaled(1.0f));
    const bool hidden = std::ranges::any_of(points, [&](const EditPoint &point) {
        const ImVec2 there = place(point.scalar, point.opacity);
        return there.x > at.x - radius && there.x < at.x + size.x + radius && there.y > at.y - radius &&
               there.y < at.y + size.y + radius;
    });
    return hidden ? ImVec2(corner_.x + size_.x - gap - size.x, at.y) : at;
}

void TransferPlotArea::draw_axes(ScalarType type, const std::vector<EditPoint> &points) const {
    const float line = ImGui::GetTextLineHeight(), right = corner_.x + size_.x, bottom = corner_.y + size_.y;
    std::vector<float> taken{bottom + 0.5f * line};
    for (const double opacity : {1.0, 0.5, 0.1, 0.25, 0.01, 0.75, 0.05, 0.02}) { // the most telling ones first
        const float y = place(shown_.min, opacity).y;
        if (std::ranges::any_of(taken, [&](float other) { return std::abs(other - y) < 1.3f * line; })) {
            continue;
        }
        taken.push_back(y);
        list_.AddLine(ImVec2(corner_.x, y), ImVec2(right, y), grid_color);
        const std::string text = fmt::format("{:g}", opacity);
        draw_number(list_, number_place(text, y, points), text);
    }
    // Values below the colour bar.
    const float top = bottom + bar_, widest = ImGui::CalcTextSize(value_text(-shown_.max, type).c_str()).x;
    const int most = std::clamp(static_cast<int>(size_.x / (widest + scaled(30.0f))), 2, 12);
    for (const double value : round_values(shown_, most, type)) {
        const float x = place(value, 0.0).x;
        const std::string text = value_text(value, type);
        const float width = ImGui::CalcTextSize(text.c_str()).x;
        list_.AddLine(ImVec2(x, corner_.y), ImVec2(x, bottom), grid_color);
        list_.AddLine(ImVec2(x, top), ImVec2(x, top + scaled(4.0f)), number_color);
        list_.AddText(ImVec2(std::clamp(x - width / 2.0f, corner_.x, right - width), top + scaled(3.0f)),
                      ImGui::GetColorU32(ImGuiCol_TextDisabled), text.c_str());
    }
    ImGui::Dummy(ImVec2(1.0f, line - scaled(2.0f)));
}

void TransferPlotArea::draw_crosshair(ImVec2 mouse, const TransferFunction &transfer, const Histogram &histogram,
                                      ScalarType type, const std::string &unit) const {
    const double scalar = value(mouse).first, opacity = transfer.max_opacity_over_gradients(scalar);
    const float right = corner_.x + size_.x, bottom = corner_.y + size_.y;
    const ImVec2 on(place(scalar, opacity));
    list_.AddLine(ImVec2(on.x, corner_.y), ImVec2(on.x, bottom + bar_), IM_COL32(255, 255, 255, 110));
    list_.AddLine(ImVec2(corner_.x, on.y), ImVec2(right, on.y), IM_COL32(255, 255, 255, 60));
    list_.AddCircle(on, scaled(3.5f), IM_COL32(255, 255, 255, 230), 0, scaled(1.2f));
    const std::string text = fmt::format("value {}{}\n{}\nopacity {:.3g}", value_text(scalar, type), unit,
                                         voxels_text(histogram, scalar, type), opacity);
    // Beside the mouse, on the side where there is room.
    const ImVec2 size = ImGui::CalcTextSize(text.c_str());
    const float gap = scaled(14.0f), border = scaled(5.0f);
    const float left = mouse.x + gap + size.x + border > right ? mouse.x - gap - size.x : mouse.x + gap;
    const float top =
        std::clamp(mouse.y - gap - size.y, corner_.y + border, std::max(corner_.y, bottom - size.y) + border);
    const ImVec2 at(std::max(left, corner_.x + border), top);
    list_.AddRectFilled(ImVec2(at.x - border, at.y - border / 2.0f),
                        ImVec2(at.x + size.x + border, at.y + size.y + border / 2.0f), shade, scaled(3.0f));
    list_.AddText(at, IM_COL32(235, 238, 245, 255), text.c_str());
}

void TransferPlotArea::draw_value(double scalar, const std::string &text, ImU32 color) const {
    const float x = place(scalar, 0.0).x, width = ImGui::CalcTextSize(text.c_str()).x, gap = scaled(4.0f);
    if (x < corner_.x || x > corner_.x + size_.x) {
        return;
    }
    list_.AddLine(ImVec2(x, corner_.y), ImVec2(x, corner_.y + size_.y + bar_), color, scaled(1.2f));
    const float numbers = corner_.x + 2.0f * scaled(4.0f) + ImGui::CalcTextSize("0.01").x; // of opacities, at the left
    const bool fits = std::max(x + gap, numbers) + width <= corner_.x + size_.x;
    const float left = fits ? std::max(x + gap, numbers) : x - gap - width;
    const float bottom = corner_.y + size_.y - scaled(3.0f), top = bottom - ImGui::GetTextLineHeight();
    list_.AddRectFilled(ImVec2(left - gap / 2.0f, top), ImVec2(left + width + gap / 2.0f, bottom), shade, scaled(2.0f));
    list_.AddText(ImVec2(left, top), color, text.c_str());
}

std::pair<ImVec2, ImVec2> TransferPlotArea::corners_of(const SelectionBox &box) const {
    const float around = scaled(12.0f), inside = scaled(5.0f); // from the points, and from the plot's border
    const ImVec2 low = place(box.scalars.min, box.opacities.min), high = place(box.scalars.max, box.opacities.max);
    return {ImVec2(std::max(low.x - around, corner_.x + inside), std::max(high.y - around, corner_.y + inside)),
            ImVec2(std::min(high.x + around, corner_.x + size_.x - inside),
                   std::min(low.y + around, corner_.y + size_.y - inside))};
}

std::vector<std::pair<BoxSide, ImVec2>> TransferPlotArea::handles_of(const SelectionBox &box) const {
    const auto [upper_left, lower_right] = corners_of(box);
    const float x = 0.5f * (upper_left.x + lower_right.x), y = 0.5f * (upper_left.y + lower_right.y);
    std::vector<std::pair<BoxSide, ImVec2>> handles;
    if (box.scalars.min < box.scalars.max) {
        handles.emplace_back(BoxSide::left, ImVec2(upper_left.x, y));
        handles.emplace_back(BoxSide::right, ImVec2(lower_right.x, y));
    }
    if (box.opacities.min < box.opacities.max) {
        handles.emplace_back(BoxSide::top, ImVec2(x, upper_left.y));
        handles.emplace_back(BoxSide::bottom, ImVec2(x, lower_right.y));
    }
    return handles;
}

void TransferPlotArea::draw_selection(const SelectionBox &box) const {
    const auto [upper_left, lower_right] = corners_of(box);
    const float half = scaled(4.0f);
    list_.AddRect(upper_left, lower_right, IM_COL32(94, 158, 255, 130));
    for (const auto &[side, at] : handles_of(box)) {
        const ImVec2 from(at.x - half, at.y - half), to(at.x + half, at.y + half);
        list_.AddRectFilled(from, to, IM_COL32(235, 238, 245, 255), scaled(1.0f));
        list_.AddRect(from, to, accent_color, scaled(1.0f));
    }
}

std::optional<BoxSide> TransferPlotArea::handle_at(const SelectionBox &box, ImVec2 at) const {
    for (const auto &[side, handle] : handles_of(box)) {
        if (std::hypot(handle.x - at.x, handle.y - at.y) <= scaled(7.0f)) {
            return side;
        }
    }
    return std::nullopt;
}

} // namespace voxmarch
