// Figures of scenes, and which files hold figures.
#include "base/text.h"
#include "scene/figure/figure_painter.h"

namespace voxmarch {

static std::string ending_of(const std::filesystem::path &file) { return text::lower(file.extension().string()); }

bool is_svg(const std::filesystem::path &file) { return ending_of(file) == ".svg"; }

bool is_figure_file(const std::filesystem::path &file) { return is_svg(file) || ending_of(file) == ".pdf"; }

} // namespace voxmarch
