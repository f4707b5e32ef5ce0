// Everything that users can have done: commands, and what stands in menus and panels without one.
#pragma once

#include <functional>
#include <string>
#include <vector>

namespace voxmarch {

struct ViewerState;

struct Action {
    std::string title; ///< in its menu: "torus"
    std::string group; ///< what goes before the title elsewhere: "Open an example"; may be empty
    std::string key;   ///< "Ctrl+Z"; empty: none
    std::string help;
    std::string why_not; ///< why it would do nothing now; empty: it does
    std::function<void()> run;
};

Action open_beside_action(ViewerState &state);
Action compare_action(ViewerState &state);     ///< with a volume that is not open yet
Action open_labels_action(ViewerState &state); ///< over the volume
Action close_labels_action(ViewerState &state);
Action compare_open_action(ViewerState &state); ///< two that are open
Action extract_mesh_action(ViewerState &state);
Action manual_action(ViewerState &state);
std::vector<Action> recent_actions(ViewerState &state);
std::vector<Action> example_actions(ViewerState &state);

/// All of them, those with keys first.
std::vector<Action> all_actions(ViewerState &state);

/// Those in whose text all words but "the", "a", "of" and the like occur, in any order and case; of none all. First
/// those whose title begins so, then those whose title has the words, else in the order of `actions`; what cannot be
/// done now comes last.
std::vector<const Action *> matching_actions(const std::vector<Action> &actions, const std::string &words);

/// "Open an example: torus".
std::string full_title(const Action &action);

} // namespace voxmarch
