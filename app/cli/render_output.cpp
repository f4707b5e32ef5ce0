// Which names are pictures, and which files can be written.
#include "app/cli/render_output.h"

#include "base/error.h"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <fmt/format.h>

namespace voxmarch {

bool is_png(const std::string &name) {
    std::string extension = std::filesystem::path(name).extension().string();
    std::transform(extension.begin(), extension.end(), extension.begin(),
                   [](unsigned char letter) { return static_cast<char>(std::tolower(letter)); });
    return extension == ".png";
}

std::string default_output(const std::string &source) {
    std::filesystem::path path = std::filesystem::path(source).lexically_normal();
    if (source.starts_with("synthetic:")) {
        path = source.substr(10, source.find(':', 10) - 10);
    } else if (!path.has_filename()) {
        path = path.parent_path(); // a folder with a slash at its end
    }
    const std::string name = path.filename().string();
    const std::string stem = name.substr(0, name.find('.', 1));
    return (stem.empty() || stem == "." || stem == ".." ? "volume" : stem) + ".png";
}

bool is_numbered(const std::string &output) { return output.find("{n}") != std::string::npos; }

std::string frame_name(std::string output, int frame) {
    if (const std::size_t place = output.find("{n}"); place != std::string::npos) {
        output.replace(place, 3, fmt::format("{:04}", frame));
    }
    return output;
}

void check_output(const std::string &name) {
    const std::filesystem::path file(name), folder = file.parent_path();
    std::error_code ignored;
    if (!folder.empty() && !std::filesystem::is_directory(folder, ignored)) {
        throw OutputError(file, fmt::format("the folder {} does not exist", folder.string()));
    }
    if (std::filesystem::is_directory(file, ignored)) {
        throw OutputError(file, "is a folder");
    }
}

} // namespace voxmarch
