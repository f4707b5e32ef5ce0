// The question before edits are lost that no session keeps.
#pragma once

#include <functional>
#include <string>

namespace voxmarch {

struct Document;
struct ViewerState;

struct ChangesQuestion {
    std::function<void()> next; ///< what waits for the answer; empty: nothing
    bool opens = false;         ///< with the next frame
};

/// Does it at once where nothing would be lost, else asks first: save, do not save, or leave it.
void when_saved(ViewerState &state, std::function<void()> next);

/// "As Ctrl+S: into mine.json."
std::string where_saved(const Document &document);

void show_changes_window(ViewerState &state);

} // namespace voxmarch
