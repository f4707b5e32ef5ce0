// Which files hold figures.
#include "scene/figure/figure_painter.h"

#include <algorithm>
#include <cctype>

namespace voxmarch {

static std::string ending_of(const std::filesystem::path &file) {
    std::string ending = file.extension().string();
    std::ranges::transform(ending, ending.begin(),
                           [](unsigned char letter) { return static_cast<char>(std::tolower(letter)); });
    return ending;
}

bool is_svg(const std::filesystem::path &file) { return ending_of(file) == ".svg"; }

bool is_figure_file(const std::filesystem::path &file) { return is_svg(file) || ending_of(file) == ".pdf"; }

} // namespace voxmarch
