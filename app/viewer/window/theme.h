// Colours, distances and the font of the viewer's panels, and small pieces that all panels use.
#pragma once

#include <imgui.h>
#include <string>

namespace voxmarch {

/// Sets Dear ImGui's style for this scale.
void apply_theme(double scale);

/// Loads a font of the system, or Dear ImGui's own where there is none.
void load_font(double scale);

/// Shows `text` beside the window while the mouse rests on the last item. Lines break by themselves.
void tooltip(const char *text);

/// A label at the left and the next item at the same column in every panel, as wide as the panel; `help` shows while
/// the mouse rests on either.
void label(const char *text, const char *help);

/// Dim text, wrapped.
void hint(const std::string &text);

/// A size in the theme's pixels: 1 at scale 1.
float scaled(float points);

constexpr ImU32 accent_color = IM_COL32(94, 158, 255, 255);
constexpr ImU32 second_color = IM_COL32(255, 178, 77, 255);

} // namespace voxmarch
