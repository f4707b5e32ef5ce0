// Colours, distances and the font of everything in the window.
#pragma once

#include <imgui.h>
#include <string_view>

namespace voxmarch {

enum class Theme { dark, light };

/// Sets Dear ImGui's style for this scale.
void apply_theme(double scale, Theme theme);

/// Colours of texts and marks on panels and dialogs.
struct ThemeColors {
    ImU32 accent, second;
    ImU32 good, odd, bad;
    ImU32 status_bar;
};
const ThemeColors &theme_colors();

/// A colour of curves on dark paper, such that texts in it can be read on a panel.
ImU32 on_panel(ImU32 color);

/// Loads a font of the system, or Dear ImGui's own where there is none.
void load_font(double scale);

/// Has the font get the letters of a name, where a font of the system has them: those of all scripts would be many.
void note_letters(std::string_view text);

/// Whether names have had letters since load_font() that the font was not loaded with.
bool has_new_letters();

/// A size in the theme's pixels: 1 at scale 1.
float scaled(float points);

// Over pictures and on the dark paper of plots, whatever the theme.
constexpr ImU32 accent_color = IM_COL32(94, 158, 255, 255);
constexpr ImU32 second_color = IM_COL32(255, 178, 77, 255);

} // namespace voxmarch
