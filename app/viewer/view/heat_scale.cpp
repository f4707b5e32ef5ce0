// The scale of a heat map, over the view.
#include "app/viewer/view/view_pane.h"
#include "app/viewer/window/theme.h"
#include "renderer/drawing.h"
#include "renderer/instruments/heat_map.h"

#include <algorithm>
#include <fmt/format.h>

namespace voxmarch {

namespace {

ImU32 color_of(Rgb rgb) { return IM_COL32(rgb[0], rgb[1], rgb[2], 255); }

ImU32 color_at(float share) { return color_of(heat_color(share)); }

/// The colours from 0 below to the largest value above, with ticks to their right.
void draw_colors(const HeatScale &scale, ImVec2 low, ImVec2 high, ImDrawList &list) {
    constexpr int parts = 48;
    const auto row = [&](double share) { return high.y - static_cast<float>(share) * (high.y - low.y); };
    for (int i = 0; i < parts; ++i) {
        const float from = static_cast<float>(i) / parts, to = static_cast<float>(i + 1) / parts;
        list.AddRectFilledMultiColor(ImVec2(low.x, row(to)), ImVec2(high.x, row(from)), color_at(to), color_at(to),
                                     color_at(from), color_at(from));
    }
    const auto tick = [&](double value, const char *addition) {
        const float y = row(value / scale.largest);
        list.AddLine(ImVec2(high.x, y), ImVec2(high.x + scaled(5.0f), y), IM_COL32_WHITE);
        list.AddText(ImVec2(high.x + scaled(9.0f), y - 0.5f * ImGui::GetFontSize()), IM_COL32_WHITE,
                     fmt::format("{:.4g}{}", value, addition).c_str());
    };
    const double step = axis_scale(scale.largest, 5).step;
    for (int i = 0; i * step < scale.largest - 0.5 * step; ++i) {
        tick(i * step, "");
    }
    tick(scale.largest, scale.saturates ? " and more" : "");
}

/// Colours that tell kinds apart, one below the other, and what they mean.
void draw_keys(const std::vector<HeatScale::Key> &keys, ImVec2 at, ImDrawList &list) {
    const float line = ImGui::GetFontSize();
    for (const HeatScale::Key &key : keys) {
        const ImU32 dark = color_of(key.darkest), bright = color_of(key.brightest);
        list.AddRectFilledMultiColor(at, ImVec2(at.x + 3.0f * line, at.y + line), dark, bright, bright, dark);
        list.AddText(ImVec2(at.x + 3.5f * line, at.y), IM_COL32_WHITE, key.meaning.c_str());
        at.y += 1.5f * line;
    }
}

} // namespace

void draw_heat_scale(const HeatScale &scale, PaneRect pane, ImDrawList &list) {
    const float line = ImGui::GetFontSize(), margin = scaled(12.0f);
    float inside = std::max(ImGui::CalcTextSize(scale.unit.c_str()).x, scaled(140.0f));
    for (const HeatScale::Key &key : scale.keys) {
        inside = std::max(inside, ImGui::CalcTextSize(key.meaning.c_str()).x + 3.5f * line);
    }
    const float colors = scale.keys.empty() ? scaled(200.0f) : 1.5f * line * static_cast<float>(scale.keys.size());
    const float width = inside + 2.0f * margin;
    const ImVec2 low(pane.origin.x + pane.size.x - width - margin, pane.origin.y + margin);
    const ImVec2 high(low.x + width, low.y + colors + 2.0f * line + 2.0f * margin);
    list.AddRectFilled(low, high, IM_COL32(12, 14, 24, 200), scaled(4.0f));
    list.AddText(ImVec2(low.x + margin, low.y + 0.5f * margin), IM_COL32_WHITE, scale.unit.c_str());
    const ImVec2 below(low.x + margin, low.y + margin + 1.5f * line);
    if (!scale.keys.empty()) {
        draw_keys(scale.keys, below, list);
        return;
    }
    draw_colors(scale, below, ImVec2(low.x + margin + scaled(16.0f), high.y - margin), list);
}

} // namespace voxmarch
