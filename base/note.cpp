// Puts advice behind a text, in the words that the caller gives or in plain ones.
#include "base/note.h"

#include <algorithm>
#include <iterator>

namespace voxmarch {

namespace {

/// All phrases, joined by "or".
std::string joined(const std::vector<Advice> &advice, const AdviceWords &words) {
    std::string all, verb;
    for (const Advice &one : advice) {
        std::string phrase = words(one);
        if (phrase.empty()) {
            continue;
        }
        const std::string first = phrase.substr(0, phrase.find(' ') + 1);
        if (!all.empty()) {
            all += " or ";
            phrase.erase(0, first == verb ? first.size() : 0);
        }
        verb = first;
        all += phrase;
    }
    return all;
}

} // namespace

std::string with_advice(const std::string &text, const std::vector<Advice> &advice, const AdviceWords &words) {
    const std::string all = joined(advice, words);
    if (all.empty()) {
        return text;
    }
    if (text.ends_with('.')) {
        return text.substr(0, text.size() - 1) + " (" + all + ").";
    }
    return text + (text.ends_with('?') ? " " : "; ") + all;
}

std::string plain_words(const Advice &advice) {
    const std::string &detail = advice.detail;
    switch (advice.remedy) {
    case Remedy::reduce_volume: return "use a smaller copy of the volume";
    case Remedy::other_backend: return "use the back end " + detail;
    case Remedy::other_device: return "use another device";
    case Remedy::existing_device: return "use one that is listed";
    case Remedy::leave_device_out: return "leave one of them out";
    case Remedy::memory_limit:
        return detail.empty() ? "raise the memory limit" : "raise the memory limit to " + detail + " MiB";
    case Remedy::other_isovalue: return "use another isovalue";
    case Remedy::fewer_surfaces: return "use fewer isosurfaces";
    case Remedy::extraction: return "use the extraction " + detail;
    case Remedy::surface_method: return "use the surface method " + detail;
    case Remedy::shorter_step: return "use a step of " + detail;
    case Remedy::larger_leaves: return "use larger leaves";
    case Remedy::other_traversal: return "use another traversal";
    case Remedy::interpolation: return "use the interpolation " + detail;
    case Remedy::gradient_of: return "use the source of gradients " + detail;
    case Remedy::classification: return "use the classification " + detail;
    case Remedy::blend: return "use the blend mode " + detail;
    case Remedy::window: return "use the window " + detail;
    case Remedy::existing_preset: return "use a preset that is listed";
    case Remedy::raw_layout:
        return "raw voxels need a size and a type" + (detail.empty() ? "" : " (" + detail + " fits the file)");
    case Remedy::raw_header:
        return "tell the length of its header" + (detail.empty() ? "" : ", " + detail + " bytes") +
               ", or 0 to ignore the end";
    case Remedy::coarser_level: return "use a coarser level as the volume";
    case Remedy::level_of_detail: return "draw a coarser level of detail";
    case Remedy::spacing: return "a distance can be given";
    case Remedy::time: return "another time can be chosen";
    case Remedy::channel: return "another channel can be chosen";
    case Remedy::array: return "another array can be chosen";
    case Remedy::field: return "read their density, with a smoothing length";
    case Remedy::series: return "choose one of them";
    case Remedy::drop_choice: return "leave it out";
    case Remedy::draw_lines: return "lines can be drawn into it";
    case Remedy::write_lines: return "let the skeleton be written by voxmarch";
    case Remedy::find_volume:
    case Remedy::find_labels:
    case Remedy::find_lines: return "tell where it is";
    case Remedy::overwrite_input: return "choose another name";
    }
    return "";
}

std::string plain_text(const Note &note) { return with_advice(note.text, note.advice, plain_words); }

std::vector<std::string> plain_texts(const std::vector<Note> &notes) {
    std::vector<std::string> texts;
    std::transform(notes.begin(), notes.end(), std::back_inserter(texts), plain_text);
    return texts;
}

} // namespace voxmarch
