// Chooses the array of a VTK file by name, or the one the file calls its scalars.
#include "volume/formats/array_choice.h"

#include "base/error.h"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace voxmarch {

namespace {

std::string list_of(const std::vector<NamedArray> &arrays) {
    std::vector<std::string> words;
    for (const auto &array : arrays) {
        std::string word = array.name.empty() ? "(no name)" : array.name;
        if (array.components != 1) {
            word += fmt::format(" ({} values per {})", array.components, array.at_points ? "point" : "cell");
        } else if (!array.at_points) {
            word += " (cells)";
        }
        words.push_back(std::move(word));
    }
    return fmt::format("{}", fmt::join(words, ", "));
}

// The best array nobody asked for: active before first, points before cells.
std::size_t preferred(const std::vector<NamedArray> &arrays) {
    const auto rank = [](const NamedArray &array) {
        return array.components != 1 ? 4 : (array.at_points ? 0 : 2) + (array.is_active ? 0 : 1);
    };
    const auto best = std::min_element(arrays.begin(), arrays.end(),
                                       [&](const NamedArray &a, const NamedArray &b) { return rank(a) < rank(b); });
    return static_cast<std::size_t>(best - arrays.begin());
}

} // namespace

std::size_t choose_array(const std::vector<NamedArray> &arrays, const std::string &wanted,
                         const std::filesystem::path &file, std::vector<Note> &notes) {
    if (arrays.empty()) {
        throw FileError(file, "holds no array of numbers per point or cell");
    }
    std::size_t chosen = preferred(arrays);
    if (!wanted.empty()) {
        const auto named = [&](const NamedArray &array) { return array.name == wanted; };
        const auto found = std::find_if(arrays.begin(), arrays.end(), named);
        if (found == arrays.end()) {
            throw UsageError(fmt::format("{} holds no array '{}', but {}", file.string(), wanted, list_of(arrays)),
                             {{Remedy::array}});
        }
        chosen = static_cast<std::size_t>(found - arrays.begin());
    }
    if (arrays.size() > 1) {
        notes.push_back({fmt::format("The file holds {} arrays: {}; {} is read.", arrays.size(), list_of(arrays),
                                     arrays[chosen].name),
                         {{Remedy::array}}});
    }
    return chosen;
}

} // namespace voxmarch
