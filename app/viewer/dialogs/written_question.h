// The question before something that is being written ends with its volume, or with the program.
#pragma once

#include <functional>

namespace voxmarch {

struct ViewerState;

/// What goes on, and so ends what is being written.
enum class Ends {
    volume, ///< another one is shown: animations and pictures end
    program ///< meshes and skeletons, too
};

struct WrittenQuestion {
    Ends ends{};
    std::function<void()> next{}; ///< what waits for the answer; empty: nothing
    bool opens = false;           ///< with the next frame
};

/// Does it at once where nothing is being written, else asks first, and does it when all is written at the latest.
void when_written(ViewerState &state, Ends ends, std::function<void()> next);

void show_written_window(ViewerState &state);

} // namespace voxmarch
