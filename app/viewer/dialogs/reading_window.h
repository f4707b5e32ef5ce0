// How the open volume is read: a strip above the view that tells it, and a window that changes it.
#pragma once

#include <array>
#include <imgui.h>
#include <optional>
#include <string>

namespace voxmarch {

struct LoadedVolume;
struct ViewerState;

/// What stands in the fields of the window, and what is wrong with it.
struct ReadingFields {
    std::array<std::string, 3> spacing;
    std::string axes, value_unit;
    std::string spacing_problem, axes_problem, unit_problem; ///< "" for none
    const LoadedVolume *of = nullptr;                        ///< what they tell of, and
    std::optional<std::string> unit_of;                      ///< its unit of values
};

struct ReadingWindow {
    bool strip = false; ///< tells how the volume was read
    bool open = false;
    ReadingFields fields;
};

/// Another volume is shown: the strip tells of files, of sessions too: pictures keep their size.
/// @param tells  whether the user wants that
void begin_reading(ReadingWindow &reading, const LoadedVolume &loaded, bool tells);

/// "Read as CT in HU, 0.96 x 0.96 x 1.5 mm, LPS, resampled from slices tilted by 12.0 degrees".
std::string reading_text(const ViewerState &state);

/// Pixels; 0 while there is none.
float reading_strip_height(const ViewerState &state);

void show_reading_strip(ViewerState &state, ImVec2 corner, ImVec2 size);
void show_reading_window(ViewerState &state);

} // namespace voxmarch
