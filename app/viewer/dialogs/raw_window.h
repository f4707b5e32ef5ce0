// The window that asks how the voxels of a raw file lie, before it is opened.
#pragma once

#include "app/viewer/jobs/loader.h"
#include "volume/formats/raw_guess.h"

#include <cstdint>
#include <string>
#include <vector>

namespace voxmarch {

struct RawWindow {
    bool open = false;
    LoadRequest request; ///< what is opened, once its layout is known
    std::string name;    ///< of the file
    std::uint64_t size = 0;
    std::uint64_t header = 0; ///< bytes before the voxels
    RawLayout layout;         ///< its offset is left out: see chosen_layout()
    std::vector<RawLayout> guesses;
    bool takes_keys = false; ///< comes before other windows in the next frame
};

/// Opens the window, with the layout that was given for this file last, or the likeliest guess.
/// @param last  a layout as parse_raw_layout() reads it; "" or broken: none
RawWindow raw_window_for(const LoadRequest &request, const std::string &last);

/// The layout with its header. Without one, and with bytes left over, they are ignored as those before a header's end.
RawLayout chosen_layout(const RawWindow &window);

/// One sentence with the numbers: whether the layout fits the file.
std::string fit_text(const RawWindow &window);

/// What the user has decided in a frame.
enum class RawAnswer { none, open, cancel };

/// Closes the window when the user has decided; `request` has the layout then.
RawAnswer show_raw_window(RawWindow &window);

} // namespace voxmarch
