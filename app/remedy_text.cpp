// Remedies as options and as panels.
#include "app/remedy_text.h"

namespace voxmarch {

namespace {

std::string option_words(const Advice &advice) {
    const std::string &detail = advice.detail;
    switch (advice.remedy) {
    case Remedy::reduce_volume: return "use --downsample";
    case Remedy::other_backend: return "use --backend " + detail;
    case Remedy::other_device: return "use another device";
    case Remedy::existing_device: return "'voxmarch devices' lists them";
    case Remedy::leave_device_out: return "leave one of them out (--device)";
    case Remedy::memory_limit: return detail.empty() ? "raise --memory-limit" : "raise --memory-limit to " + detail;
    case Remedy::other_isovalue: return "use another isovalue";
    case Remedy::fewer_surfaces: return "use fewer isosurfaces";
    case Remedy::extraction: return "use --extraction " + detail;
    case Remedy::surface_method: return "use --isosurface " + detail;
    case Remedy::shorter_step: return "use --step " + detail;
    case Remedy::larger_leaves: return "use a larger --leaf-size";
    case Remedy::other_traversal: return "use another --traversal";
    case Remedy::interpolation: return "use --interpolation " + detail;
    case Remedy::gradient_of: return "use --gradient-of " + detail;
    case Remedy::classification: return "use --classification " + detail;
    case Remedy::blend: return "use --blend " + detail;
    case Remedy::window: return "use it with --window " + detail;
    case Remedy::existing_preset: return "`voxmarch transfer --list` shows all presets";
    case Remedy::raw_layout:
        return "raw voxels need --raw XxYxZ:TYPE" + (detail.empty() ? "" : " (--raw " + detail + " fits its size)");
    case Remedy::raw_header:
        return "if it begins with a header give --raw with :offset=" + (detail.empty() ? "BYTES" : detail) +
               ", to ignore the end :offset=0";
    case Remedy::coarser_level: return "use --level N, which reads a coarser level of a store as the volume";
    case Remedy::level_of_detail: return "use --lod screen, a coarser level of detail";
    case Remedy::spacing: return "--spacing x,y,z";
    case Remedy::time: return "--time chooses";
    case Remedy::channel: return "--channel chooses";
    case Remedy::array: return "--array NAME chooses";
    case Remedy::field: return "--field density:H makes one of them, H the smoothing length in the file's unit";
    case Remedy::series: return "choose one with --series UID";
    case Remedy::drop_choice: return "leave out --" + detail;
    case Remedy::draw_lines: return "voxmarch render VOLUME --skeleton FILE draws lines into it";
    case Remedy::write_lines: return "write it with voxmarch skeleton VOLUME -o FILE.vtk";
    case Remedy::find_volume: return "name it with --volume FILE";
    case Remedy::find_labels: return "name it with --labels FILE";
    case Remedy::find_lines: return "name it with --skeleton FILE.vtk";
    case Remedy::overwrite_input: return "choose another name, or give --force";
    }
    return "";
}

/// The words if the command has the option that they name. Where it has none that reads a smaller copy of a volume it
/// may say itself how many voxels there are.
std::string words_for(const Advice &advice, const HasOption &has_option) {
    std::string words = option_words(advice);
    const std::size_t at = words.find("--");
    const bool of_other_command = words.find("voxmarch ") != words.npos;
    if (!has_option || at == words.npos || of_other_command) {
        return words;
    }
    if (has_option(words.substr(at, words.find_first_of(" ,:)", at) - at))) {
        return words;
    }
    return advice.remedy == Remedy::reduce_volume && has_option("-n") ? "use a smaller -n" : "";
}

/// What no panel can do is done when the viewer starts.
std::string panel_words(const Advice &advice) {
    const std::string &detail = advice.detail;
    switch (advice.remedy) {
    case Remedy::reduce_volume: return "open it reduced (voxmarch view --downsample 2)";
    case Remedy::other_backend: return "start with voxmarch view --backend " + detail;
    case Remedy::other_device: return "start with another device (voxmarch view --device)";
    case Remedy::memory_limit:
        return detail.empty() ? "raise the limit of memory (voxmarch view --memory-limit)"
                              : "raise the limit of memory (voxmarch view --memory-limit " + detail + ")";
    case Remedy::other_isovalue:
    case Remedy::fewer_surfaces: return option_words(advice);
    case Remedy::surface_method:
        return detail == "raycast" ? "use isosurfaces along rays (panel Mode)"
                                   : "use isosurfaces by Marching Cubes (panel Mode)";
    case Remedy::shorter_step: return "use a step of " + detail + " (panel Quality)";
    case Remedy::larger_leaves: return "use a larger leaf size (panel Speed)";
    case Remedy::other_traversal: return "use another way of space skipping (panel Speed)";
    case Remedy::interpolation: return "use another interpolation (panel Quality): " + detail;
    case Remedy::gradient_of: return "use gradients of another field (panel Quality): " + detail;
    case Remedy::classification: return "use another classification (panel Appearance): " + detail;
    case Remedy::blend: return "use another blend mode (panel Mode): " + detail;
    case Remedy::window: return "use it with the window " + detail;
    case Remedy::existing_preset: return "the panel Presets shows all";
    case Remedy::raw_layout: return "raw voxels need a size and a type" + (detail.empty() ? "" : ", perhaps " + detail);
    case Remedy::raw_header:
        return "give the length of its header" + (detail.empty() ? "" : ", " + detail + " bytes") +
               ", or 0 to ignore the end";
    case Remedy::coarser_level: return "open a coarser level of the store (voxmarch view --level N)";
    case Remedy::level_of_detail: return "draw a coarser level of detail (panel Quality)";
    case Remedy::spacing: return "File, How the volume is read, sets it";
    case Remedy::time: return "voxmarch view --time chooses";
    case Remedy::channel: return "voxmarch view --channel or the panel Channels chooses";
    case Remedy::array: return "voxmarch view --array NAME chooses";
    case Remedy::field:
        return "voxmarch view --field density:H makes one of them, H the smoothing length in the file's unit";
    case Remedy::series: return "choose one with voxmarch view --series UID";
    case Remedy::draw_lines: return "drop the lines on the window when it shows that volume";
    case Remedy::find_volume: return "name it with voxmarch view --volume FILE";
    case Remedy::find_labels: return "name it with voxmarch view --labels FILE";
    case Remedy::find_lines: return "name it with voxmarch view --skeleton FILE.vtk";
    case Remedy::overwrite_input: return "choose another name";
    case Remedy::existing_device:
    case Remedy::leave_device_out:
    case Remedy::extraction:
    case Remedy::drop_choice:
    case Remedy::write_lines: return option_words(advice);
    }
    return "";
}

std::string text_in(const std::exception &error, const AdviceWords &words) {
    const auto *own = dynamic_cast<const Error *>(&error);
    return own ? with_advice(own->problem(), own->advice(), words) : error.what();
}

} // namespace

std::string command_line_text(const Note &note) { return with_advice(note.text, note.advice, option_words); }

std::string command_line_text(const std::exception &error, const HasOption &has_option) {
    return text_in(error, [&](const Advice &advice) { return words_for(advice, has_option); });
}

std::string viewer_text(const Note &note) { return with_advice(note.text, note.advice, panel_words); }

std::string viewer_text(const std::exception &error) { return text_in(error, panel_words); }

} // namespace voxmarch
