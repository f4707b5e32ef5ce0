// Figures of scenes, and which files hold figures.
#include "scene/figure/figure_painter.h"

#include <algorithm>
#include <cctype>

namespace voxmarch {

void paint_figure(Image &picture, const Scene &scene, const SceneContent &content) {
    if (!scene.figure.any()) {
        return;
    }
    FigureFacts facts = figure_facts(scene, content);
    if (scene.figure.annotations) {
        facts.readings = annotation_readings(scene, content, !content.stands_for);
    }
    paint_figure(picture, make_figure(scene, facts));
}

static std::string ending_of(const std::filesystem::path &file) {
    std::string ending = file.extension().string();
    std::ranges::transform(ending, ending.begin(),
                           [](unsigned char letter) { return static_cast<char>(std::tolower(letter)); });
    return ending;
}

bool is_svg(const std::filesystem::path &file) { return ending_of(file) == ".svg"; }

bool is_figure_file(const std::filesystem::path &file) { return is_svg(file) || ending_of(file) == ".pdf"; }

} // namespace voxmarch
