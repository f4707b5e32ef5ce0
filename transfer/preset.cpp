// Lists and finds the presets, and resolves what a user may write after --transfer.
#include "transfer/preset.h"

#include "base/error.h"
#include "transfer/file.h"
#include "transfer/preset_data.h"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <fmt/format.h>
#include <numeric>

namespace voxmarch {

namespace {

/// The transfer function of the reference pictures; scalars are 8-bit values over 255.
TransferFunction thesis_preset() {
    return {"thesis",
            "clear up to 35/255, then linear to 0.5 per voxel; black, violet, orange, near white",
            TransferDomain::normalised,
            thesis_colors(),
            {{0.0, 0.0}, {35.0 / 255.0, 0.0}, {1.0, 0.5}}};
}

std::vector<TransferFunction> all_presets() {
    std::vector<TransferFunction> presets{thesis_preset()};
    for (const auto &group : {ct_presets(), mr_presets(), scan_presets(), color_map_presets()}) {
        presets.insert(presets.end(), group.begin(), group.end());
    }
    return presets;
}

/// Number of single letters to insert, remove or replace (Levenshtein).
std::size_t edit_distance(const std::string &a, const std::string &b) {
    std::vector<std::size_t> row(b.size() + 1);
    std::iota(row.begin(), row.end(), std::size_t{0});
    for (std::size_t i = 0; i < a.size(); ++i) {
        std::size_t diagonal = row[0];
        row[0] = i + 1;
        for (std::size_t j = 0; j < b.size(); ++j) {
            const std::size_t replaced = diagonal + (a[i] == b[j] ? 0 : 1);
            diagonal = row[j + 1];
            row[j + 1] = std::min({replaced, row[j] + 1, row[j + 1] + 1});
        }
    }
    return row.back();
}

/// Distance for suggestions: letter case is ignored, a part of a name is as near as a typing error.
std::size_t suggestion_distance(std::string wanted, const std::string &name) {
    for (char &letter : wanted) {
        letter = static_cast<char>(std::tolower(static_cast<unsigned char>(letter)));
    }
    const bool part = wanted.size() >= 2 && name.find(wanted) != std::string::npos;
    return part ? std::min<std::size_t>(1, edit_distance(wanted, name)) : edit_distance(wanted, name);
}

/// "'ct-bone', 'ct-lung'": up to three presets whose names resemble `wanted`; empty if none does.
std::string nearest_names(const std::string &wanted) {
    std::vector<std::pair<std::size_t, std::string>> names;
    for (const TransferFunction &preset : transfer_presets()) {
        const std::size_t distance = suggestion_distance(wanted.substr(0, 64), preset.name);
        if (distance <= std::max<std::size_t>(2, preset.name.size() / 2) && distance < preset.name.size()) {
            names.emplace_back(distance, preset.name);
        }
    }
    std::stable_sort(names.begin(), names.end(), [](const auto &a, const auto &b) { return a.first < b.first; });
    std::string list;
    for (std::size_t i = 0; i < names.size() && i < 3; ++i) {
        list += fmt::format("{}'{}'", i == 0 ? "" : ", ", names[i].second);
    }
    return list;
}

const TransferFunction *preset_named(const std::string &name) {
    for (const TransferFunction &preset : transfer_presets()) {
        if (preset.name == name) {
            return &preset;
        }
    }
    return nullptr;
}

/// @param problem  with a name that nothing has
UsageError unknown_name(const std::string &problem, const std::string &name) {
    const std::string near = nearest_names(name);
    return UsageError(problem + (near.empty() ? "" : ": did you mean " + near + "?"), {{Remedy::existing_preset}});
}

} // namespace

std::vector<ColorPoint> thesis_colors() {
    return {{0.0, {0.0, 0.0, 0.0}},
            {35.0 / 255.0, {0.2, 0.1, 0.6}},
            {120.0 / 255.0, {0.9, 0.5, 0.2}},
            {1.0, {1.0, 1.0, 0.9}}};
}

const std::vector<TransferFunction> &transfer_presets() {
    static const std::vector<TransferFunction> presets = all_presets();
    return presets;
}

const TransferFunction &find_preset(const std::string &name) {
    if (const TransferFunction *preset = preset_named(name)) {
        return *preset;
    }
    throw unknown_name(fmt::format("there is no transfer function '{}'", name), name);
}

TransferFunction opaque_grays() {
    return {"gray", "black to white, opaque", TransferDomain::normalised, color_map("gray"), {{0.0, 1.0}, {1.0, 1.0}}};
}

TransferFunction resolve_transfer(const std::string &name_or_file, std::vector<Note> *notes) {
    if (const TransferFunction *preset = preset_named(name_or_file)) {
        return *preset;
    }
    const std::filesystem::path file(name_or_file);
    std::error_code ignored;
    if (!formats_of(file).empty() || file.has_parent_path() || std::filesystem::exists(file, ignored)) {
        return read_transfer(file, notes);
    }
    throw unknown_name(fmt::format("'{}' is neither a preset, nor 'auto', nor a file", name_or_file), name_or_file);
}

} // namespace voxmarch
