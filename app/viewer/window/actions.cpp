// Lists of actions, and the search in them.
#include "app/viewer/window/actions.h"

#include "app/viewer/dialogs/dialogs.h"
#include "app/viewer/dialogs/extract_mesh.h"
#include "app/viewer/dialogs/extract_skeleton.h"
#include "app/viewer/document/brick_limits.h"
#include "app/viewer/document/comparison.h"
#include "app/viewer/document/document.h"
#include "app/viewer/document/opening.h"
#include "app/viewer/jobs/jobs.h"
#include "app/viewer/jobs/preparation.h"
#include "app/viewer/panels/column.h"
#include "app/viewer/panels/preset_names.h"
#include "app/viewer/panels/presets.h"
#include "app/viewer/state.h"
#include "app/viewer/view/light_wait.h"
#include "app/viewer/view/slices.h"
#include "app/viewer/window/command_state.h"
#include "app/viewer/window/commands.h"
#include "app/viewer/window/panel_actions.h"
#include "app/viewer/window/settings_store.h"
#include "scene/picture_looks.h"
#include "volume/synthetic/formula_volume.h"
#include "volume/synthetic/synthetic.h"

#include <algorithm>
#include <cctype>
#include <fmt/format.h>
#include <map>
#include <sstream>

namespace voxmarch {

Action open_beside_action(ViewerState &state) {
    return {"Open beside ...",
            "",
            "",
            "Draws another volume together with this one, where both lie in the world: a PET on its CT, an atlas on an "
            "MR. Up to four.",
            why_none_beside(state),
            [&state] { ask_for_volume(state, open_beside); }};
}

Action open_labels_action(ViewerState &state) {
    return {"Open labels ...",
            "",
            "",
            "Lays labels over the volume: a segmentation, an atlas; whole numbers, brought to its grid. File formats "
            "as of volumes.",
            why_no_labels(state),
            [&state] { ask_for_volume(state, open_labels, "Open labels of the volume"); }};
}

Action close_labels_action(ViewerState &state) {
    const bool any = state.document.loaded && state.document.loaded->labels;
    return {"Close labels",
            "",
            "",
            "Takes the labels away: the volume has the colours of its transfer function.",
            any ? why_no_labels(state) : "There are no labels.",
            [&state] { close_labels(state); }};
}

Action compare_action(ViewerState &state) {
    return {"Compare with another volume ...",
            "",
            "",
            "Shows this volume at the left and another one at the right, where both lie in the world, from the same "
            "side.",
            why_none_beside(state),
            [&state] { ask_for_volume(state, open_to_compare); }};
}

Action compare_open_action(ViewerState &state) {
    Document &document = state.document;
    const bool several = document.loaded && document.has_volumes();
    return {"Compare the open volumes",
            "",
            "",
            "Shows the first volume alone at the left and another one at the right, from the same side.",
            !several                                 ? "One volume is open: Open beside adds another."
            : state.tools.compare.compares_volumes() ? "They are compared."
                                                     : "",
            [&state, &document] {
                compare_volumes(state.tools.compare, document, {0, std::max<std::size_t>(document.channel(), 1)});
            }};
}

Action extract_mesh_action(ViewerState &state) {
    const bool surfaces = state.document.loaded && state.document.scene.settings.mode != Mode::volume;
    return {"Extract a mesh ...",
            "",
            "",
            "Writes the isosurfaces that are shown as triangles into a file.",
            surfaces ? "" : "No isosurfaces are shown: key M shows them.",
            [&state] { ask_for_mesh(state, isovalues_of(state.document.scene)); }};
}

Action manual_action(ViewerState &state) {
    return {"Open the manual", "Help", "", "All that the viewer does, as a text.", why_no_manual(), [&state] {
                open_manual(state);
            }};
}

/// Cuts out what box and planes leave, or leaves it.
static Action invert_clipping_action(ViewerState &state) {
    const bool clips = state.document.loaded && is_clipped(state.document.scene.settings);
    return {"Cut out what is inside",
            "Clipping",
            "",
            "Takes out what box and planes leave, and draws the rest; or the other way round.",
            clips ? "" : "Nothing is clipped: see the panel Clipping.",
            [&state] {
                bool &inverted = state.document.scene.settings.clip_inverted;
                inverted = !inverted;
            }};
}

std::vector<Action> recent_actions(ViewerState &state) {
    std::vector<Action> actions;
    for (const std::string &source : state.store.recent) {
        actions.push_back({source, "Open recent", "", "", "", [&state, source] { open_source(state, source); }});
    }
    return actions;
}

std::vector<Action> example_actions(ViewerState &state) {
    std::vector<Action> actions;
    const auto add = [&](const std::string &title, const std::string &source, std::string_view help) {
        actions.push_back(
            {title, "Open an example", "", std::string(help), "", [&state, source] { open_source(state, source); }});
    };
    for (const SyntheticInfo &info : synthetic_volumes()) {
        add(info.name, "synthetic:" + info.name, info.description);
    }
    for (const NamedFormula &formula : named_formulas()) {
        const std::string source = fmt::format("formula:{}", formula.name);
        add(source, source, formula.description);
    }
    return actions;
}

namespace {

void append(std::vector<Action> &actions, std::vector<Action> more) {
    std::move(more.begin(), more.end(), std::back_inserter(actions));
}

/// What the button in the status bar does.
Action light_action(ViewerState &state) {
    const LightButton button = light_button(state);
    return {button == LightButton::find ? "Find it" : "Cancel",
            "Light and shadows",
            "",
            "Ends the search for shadows and ambient occlusion where it takes long, or takes it up again.",
            button == LightButton::none ? "Light and shadows are there, or not wanted." : "",
            [&state] { press_light_button(state); }};
}

std::vector<Action> command_actions(ViewerState &state) {
    std::vector<Action> actions;
    for (int i = 0; i < static_cast<int>(Command::leave); ++i) {
        const auto command = static_cast<Command>(i);
        const bool theme = command == Command::theme_dark || command == Command::theme_light;
        actions.push_back({title_of(command), theme ? "Theme" : "", key_name(command), meaning_of(command),
                           command_state(state, command).why_not, [&state, command] { execute(state, command); }});
    }
    return actions;
}

/// What a panel is for, in the words that one looks for.
std::string help_of_section(const std::string &name) {
    static const std::map<std::string, std::string> words{
        {"Transfer function", "Colours and opacities of values: curve, points, histogram, colour maps, opacity."},
        {"Presets", "Transfer functions by name and picture; your own."},
        {"Mode", "Volume or isosurfaces, blend mode, MIP, make a skeleton, extract a mesh."},
        {"Appearance",
         "Looks, shading, lights, material, shadows, ambient occlusion, outline, background, exposure, tone "
         "curve."},
        {"Labels", "Segments: names, eyes, colours, opacity, search, pick, show only one, mesh of one."},
        {"Clipping", "Cut the volume: box, turn the box, planes, slab, invert, fill cuts with caps."},
        {"Slices", "Window and level by name, slab MIP and thickness, isolines, outlines of labels, planes in 3D."},
        {"Measure", "Ruler, angle, polyline, point, box and sphere regions, histogram, export as CSV or JSON."},
        {"Over the picture", "Scale bar, colour legend, orientation cube, captions, annotations."},
        {"Quality", "Detail, samples, interpolation, level of detail."},
        {"Channels", "Colours, weights and names of channels; other channels of the file."},
        {"Volume", "Size, spacing, unit and orientation of what is shown."}};
    const auto found = words.find(name);
    return found == words.end() ? "" : found->second;
}

std::vector<Action> section_actions(ViewerState &state) {
    std::vector<Action> actions;
    for (const std::string &name : section_names(state)) {
        actions.push_back(
            {name, "Panel", "", help_of_section(name), "", [&state, name] { open_section(state, name); }});
    }
    return actions;
}

std::vector<Action> look_actions(ViewerState &state) {
    std::vector<Action> actions;
    for (const PictureLook &look : picture_looks()) {
        actions.push_back({std::string(look.name), "Look", "", std::string(look.summary),
                           state.document.loaded ? "" : "No volume is open.",
                           [&state, name = look.name] { set_look(state.document, name); }});
    }
    return actions;
}

Action skeleton_action(ViewerState &state) {
    const Document &document = state.document;
    return {"Make a skeleton ...",
            "",
            "",
            "Thins what lies within the first isosurface to curves, and shows them as tubes with a legend.",
            !document.loaded ? std::string("No volume is open.") : brick_limit(state.jobs.status.bricks, "Skeletons"),
            [&state] { ask_for_skeleton(state); }};
}

std::vector<Action> preset_actions(ViewerState &state) {
    std::vector<Action> actions;
    if (!state.document.loaded) {
        return actions;
    }
    for (const TransferFunction *preset : suitable_presets(state.document)) {
        actions.push_back({readable_name(preset->name), "Preset", "", preset->name + ": " + preset->description, "",
                           [&state, preset] { take_preset(state.document, state.tools.transfer, *preset); }});
    }
    return actions;
}

std::vector<Action> window_actions(ViewerState &state) {
    std::vector<Action> actions;
    if (!state.document.loaded) {
        return actions;
    }
    const std::size_t channel = windowed_channel(state.tools.slices, state.document);
    for (const NamedWindow &named : named_windows()) {
        actions.push_back({named.name, "Window of slices", "",
                           fmt::format("Level {:g}, window {:g} HU.", named.level, named.width),
                           has_named_windows(state.document, channel) ? "" : "Named windows are in Hounsfield units.",
                           [&state, channel, &named] { set_slice_window(state.document, channel, range_of(named)); }});
    }
    return actions;
}

std::string lower(std::string text) {
    std::ranges::transform(text, text.begin(), [](unsigned char letter) { return std::tolower(letter); });
    return text;
}

/// Words that only join others.
bool is_stop_word(const std::string &word) {
    return word == "the" || word == "a" || word == "an" || word == "of" || word == "to";
}

bool has_words(const std::string &text, const std::string &words) {
    std::istringstream stream(words);
    bool all = true;
    for (std::string word; stream >> word;) {
        all = all && (is_stop_word(word) || text.find(word) != std::string::npos);
    }
    return all;
}

} // namespace

std::vector<Action> all_actions(ViewerState &state) {
    std::vector<Action> actions = command_actions(state);
    actions.push_back(open_beside_action(state));
    actions.push_back(open_labels_action(state));
    actions.push_back(close_labels_action(state));
    actions.push_back(compare_action(state));
    actions.push_back(compare_open_action(state));
    actions.push_back(extract_mesh_action(state));
    actions.push_back(invert_clipping_action(state));
    actions.push_back(skeleton_action(state));
    actions.push_back(manual_action(state));
    actions.push_back(light_action(state));
    append(actions, look_actions(state));
    append(actions, measure_actions(state));
    append(actions, label_actions(state));
    append(actions, clip_actions(state));
    append(actions, file_actions(state));
    append(actions, figure_actions(state));
    append(actions, picture_actions(state));
    append(actions, section_actions(state));
    append(actions, preset_actions(state));
    append(actions, window_actions(state));
    append(actions, recent_actions(state));
    append(actions, example_actions(state));
    return actions;
}

std::string full_title(const Action &action) {
    return action.group.empty() ? action.title : action.group + ": " + action.title;
}

std::vector<const Action *> matching_actions(const std::vector<Action> &actions, const std::string &words) {
    const std::string wanted = lower(words);
    std::vector<std::pair<int, const Action *>> matching;
    for (const Action &action : actions) {
        const std::string title = lower(full_title(action));
        const std::string text = title + " " + lower(action.key + " " + action.help);
        if (has_words(text, wanted)) {
            const int rank = title.starts_with(wanted) ? 0 : has_words(title, wanted) ? 1 : 2;
            matching.emplace_back(action.why_not.empty() ? rank : 3 + rank, &action); // the impossible ones last
        }
    }
    std::ranges::stable_sort(matching, {}, &std::pair<int, const Action *>::first);
    std::vector<const Action *> found;
    for (const auto &[rank, action] : matching) {
        found.push_back(action);
    }
    return found;
}

} // namespace voxmarch
