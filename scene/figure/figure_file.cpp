// Figures of scenes, and which files hold figures.
#include "base/text.h"
#include "scene/figure/figure_painter.h"

namespace voxmarch {

void paint_figure(Image &picture, const Scene &scene, const SceneContent &content) {
    if (scene.figure.any()) {
        paint_figure(picture, make_figure(scene, content, !content.stands_for));
    }
}

static std::string ending_of(const std::filesystem::path &file) { return text::lower(file.extension().string()); }

bool is_svg(const std::filesystem::path &file) { return ending_of(file) == ".svg"; }

bool is_figure_file(const std::filesystem::path &file) { return is_svg(file) || ending_of(file) == ".pdf"; }

} // namespace voxmarch
