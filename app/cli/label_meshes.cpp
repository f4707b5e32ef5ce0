// Finds the labels that become surfaces.
#include "app/cli/label_meshes.h"

#include "app/cli/parse.h"
#include "app/progress.h"
#include "base/error.h"
#include "base/text.h"
#include "volume/label_check.h"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <set>

namespace voxmarch {

namespace {

constexpr const char *option = "--labels-of";
constexpr int longest_range = 65536;

/// "3" or "10-20".
void add_range(const std::string &word, std::vector<int> &labels) {
    const std::size_t dash = word.find('-', 1);
    const int first = parse_integer(word.substr(0, dash), 0, largest_label, option);
    const int last =
        dash == std::string::npos ? first : parse_integer(word.substr(dash + 1), first, largest_label, option);
    if (last - first >= longest_range) {
        throw UsageError(fmt::format("{} is '{}'; a range has at most {} labels", option, word, longest_range));
    }
    for (int label = first; label <= last; ++label) {
        labels.push_back(label);
    }
}

/// "3, 4, 5, ... (725 in all)"
std::string list_text(const std::vector<LabelExtent> &extents) {
    std::vector<int> first;
    for (const LabelExtent &extent : extents) {
        if (extent.label != 0 && first.size() < 10) {
            first.push_back(extent.label);
        }
    }
    return first.empty() ? "none but 0"
                         : fmt::format("{}{}", fmt::join(first, ", "),
                                       extents.size() > 11 ? fmt::format(", ... ({} in all)", extents.size()) : "");
}

} // namespace

LabelSelection parse_label_selection(const std::string &text) {
    LabelSelection selection;
    if (text == "all") {
        selection.all = true;
        return selection;
    }
    for (const std::string &word : text::split(text, ',')) {
        add_range(word, selection.labels);
    }
    return selection;
}

std::vector<LabelExtent> chosen_labels(const Volume &volume, const LabelSelection &selection, const std::string &name) {
    const std::string against = reason_against_labels(volume);
    if (!against.empty() && selection.all) {
        throw UsageError(fmt::format("{} holds grey values ({}), not labels: use --isovalue V", name, against));
    }
    std::vector<LabelExtent> extents = label_extents(volume);
    if (!against.empty()) {
        say(fmt::format("note: {} holds grey values ({}): --label takes the voxels that have exactly this value", name,
                        against));
    }
    const std::string present = list_text(extents);
    std::set<int> wanted(selection.labels.begin(), selection.labels.end());
    std::erase_if(extents, [&](const LabelExtent &extent) {
        const bool named = wanted.erase(extent.label) > 0;
        return !named && !(selection.all && extent.label != 0);
    });
    if (extents.empty()) {
        throw UsageError(fmt::format("no voxel of {} has {}: its labels are {}", name,
                                     selection.all ? "a label but 0" : "any of these labels", present));
    }
    if (wanted.size() > 20) {
        say(fmt::format("note: no voxel of {} has {} of these labels, e.g. {}", name, wanted.size(), *wanted.begin()));
    } else if (!wanted.empty()) {
        say(fmt::format("note: no voxel of {} has {} {}", name, wanted.size() == 1 ? "label" : "labels",
                        fmt::join(wanted, ", ")));
    }
    return extents;
}

} // namespace voxmarch
