// Pictures of the toolbar's buttons, drawn from lines.
#pragma once

#include <imgui.h>

namespace voxmarch {

enum class Icon {
    open,
    save_picture,
    save_session,
    home,
    fly,
    volume,
    surfaces,
    both,
    slices,
    scissors,
    ruler,
    tag,
    figure,
    undo,
    redo,
    help,
    time_line,
    play,
    pause,
    previous,
    next
};

/// @param edge  of the square around `middle` that the icon fills, pixels
void draw_icon(ImDrawList &list, Icon icon, ImVec2 middle, float edge, ImU32 color);

} // namespace voxmarch
