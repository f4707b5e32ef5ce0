// The palette: a field that finds every action by its words.
#pragma once

#include <string>

namespace voxmarch {

struct ViewerState;

struct Palette {
    bool opens = false;      ///< with the next frame
    bool takes_keys = false; ///< the field gets the keyboard back
    std::string typed;
    int chosen = 0; ///< line of the list
};

void show_palette(ViewerState &state);

} // namespace voxmarch
