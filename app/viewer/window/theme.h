// Colours, distances and the font of everything in the window.
#pragma once

#include <imgui.h>

namespace voxmarch {

/// Sets Dear ImGui's style for this scale.
void apply_theme(double scale);

/// Loads a font of the system, or Dear ImGui's own where there is none.
void load_font(double scale);

/// A size in the theme's pixels: 1 at scale 1.
float scaled(float points);

constexpr ImU32 accent_color = IM_COL32(94, 158, 255, 255);
constexpr ImU32 second_color = IM_COL32(255, 178, 77, 255);

} // namespace voxmarch
