// Names of presets and their files.
#include "app/viewer/panels/own_presets.h"

#include "base/error.h"
#include "transfer/file.h"

#include <algorithm>
#include <cctype>
#include <fmt/format.h>

namespace voxmarch {

namespace {

constexpr std::size_t name_limit = 80; // bytes

/// A name of a file that no file has yet.
std::filesystem::path free_file(const std::filesystem::path &folder, const std::string &name) {
    std::string stem = name;
    for (char &letter : stem) {
        const auto byte = static_cast<unsigned char>(letter);
        const bool plain = std::isalnum(byte) != 0 || byte >= 0x80 || letter == ' ' || letter == '-' || letter == '_';
        letter = plain ? letter : '_';
    }
    std::filesystem::path file = folder / (stem + ".json");
    std::error_code ignored;
    for (int i = 2; std::filesystem::exists(file, ignored); ++i) {
        file = folder / fmt::format("{}-{}.json", stem, i);
    }
    return file;
}

void sort_by_name(std::vector<OwnPreset> &presets) {
    std::ranges::sort(presets, {}, [](const OwnPreset &preset) { return preset.function.name; });
}

} // namespace

std::vector<OwnPreset> read_own_presets(const std::filesystem::path &folder, std::vector<std::string> &problems) {
    std::vector<OwnPreset> presets;
    std::error_code ignored;
    for (const auto &entry : std::filesystem::directory_iterator(folder, ignored)) {
        if (entry.path().extension() != ".json") {
            continue;
        }
        try {
            presets.push_back({entry.path(), read_transfer(entry.path())});
        } catch (const Error &error) {
            problems.emplace_back(error.what());
        }
    }
    sort_by_name(presets);
    return presets;
}

std::string problem_of_name(const std::vector<OwnPreset> &presets, const std::string &name) {
    if (name.find_first_not_of(' ') == name.npos) {
        return "A preset needs a name.";
    }
    if (name.size() > name_limit) {
        return "The name is too long.";
    }
    const bool taken = std::ranges::any_of(presets, [&](const OwnPreset &one) { return one.function.name == name; });
    return taken ? "There is a preset of this name." : "";
}

const OwnPreset &add_own_preset(std::vector<OwnPreset> &presets, const std::filesystem::path &folder,
                                TransferFunction function, const std::string &name) {
    function.name = name;
    std::error_code ignored; // where it fails, writing tells
    std::filesystem::create_directories(folder, ignored);
    const std::filesystem::path file = free_file(folder, name);
    write_transfer(function, file, nullptr, "voxmarch");
    presets.push_back({file, std::move(function)});
    sort_by_name(presets);
    return *std::ranges::find(presets, file, &OwnPreset::file);
}

void rename_own_preset(std::vector<OwnPreset> &presets, std::size_t index, const std::string &name) {
    const OwnPreset before = presets[index];
    add_own_preset(presets, before.file.parent_path(), before.function, name);
    delete_own_preset(
        presets, static_cast<std::size_t>(std::ranges::find(presets, before.file, &OwnPreset::file) - presets.begin()));
}

void delete_own_preset(std::vector<OwnPreset> &presets, std::size_t index) {
    std::error_code problem;
    std::filesystem::remove(presets[index].file, problem);
    if (problem) {
        throw FileError(presets[index].file.string(), "cannot be removed: " + problem.message());
    }
    presets.erase(presets.begin() + static_cast<std::ptrdiff_t>(index));
}

TransferFunction over_shares(const TransferFunction &transfer, ValueRange window) {
    if (transfer.domain != TransferDomain::value || !(window.min < window.max)) {
        return transfer;
    }
    TransferFunction result = transfer;
    const double length = window.max - window.min;
    const auto place = [&](double &scalar) { scalar = (scalar - window.min) / length; };
    result.domain = TransferDomain::normalised;
    for (ColorPoint &point : result.colors) {
        place(point.scalar);
    }
    for (OpacityPoint &point : result.opacities) {
        place(point.scalar);
    }
    for (MaterialPoint &point : result.materials) {
        place(point.scalar);
    }
    for (EmissionPoint &point : result.emissions) {
        place(point.scalar);
    }
    for (GradientPoint &point : result.gradient_opacities) {
        point.gradient /= length;
    }
    for (TransferWidget &widget : result.widgets) {
        place(widget.scalar_low);
        place(widget.scalar_high);
        widget.gradient_low /= length;
        widget.gradient_high /= length;
    }
    try {
        validate(result);
    } catch (const InvalidTransfer &) {
        return transfer;
    }
    return result;
}

} // namespace voxmarch
