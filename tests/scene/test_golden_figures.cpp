// What lies over pictures, painted over one colour at two sizes: pictures that were looked at once and must stay as
// they are. VOXMARCH_WRITE_GOLDEN=1 writes them anew. No device draws here.
#include "renderer/views.h"
#include "scene/figure/figure_painter.h"
#include "tests/renderer/read_png.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fmt/format.h>
#include <functional>
#include <gtest/gtest.h>

namespace voxmarch {
namespace {

namespace fs = std::filesystem;

/// A patient's volume of 100 x 80 x 60 mm, seen from a corner.
FigureFacts golden_facts(const Scene &scene) {
    FigureFacts facts;
    facts.grid.dims = {200, 160, 120};
    facts.grid.spacing = glm::dvec3(0.5);
    facts.grid.unit = LengthUnit::millimeter;
    facts.grid.anatomical = true;
    facts.name = "head.nrrd";
    facts.windows = {{-200.0, 1200.0}};
    facts.ranges = {{-1000.0, 3000.0}};
    facts.date = "2026-11-26";
    facts.channel_names = {"channel 0"};
    facts.value_unit = " HU";
    facts.transfers = {scene.transfer};
    facts.label_names[1].name = "Left kidney";
    facts.label_names[2].name = "Aorta";
    return facts;
}

void choose_everything(Scene &scene, FigureFacts &) {
    FigureChoice &choice = scene.figure;
    choice.scale_bar = choice.legend = choice.orientation = true;
    choice.caption = "{name}, {value}";
    choice.corners = {"{name}", "{date}", "time {time}", "Fig. 3a"};
}

struct GoldenFigure {
    const char *name;
    std::function<void(Scene &, FigureFacts &)> choose;
};

const std::vector<GoldenFigure> &golden_figures() {
    static const std::vector<GoldenFigure> all = {
        {"scale_bar", [](Scene &scene, FigureFacts &) { scene.figure.scale_bar = true; }},
        {"legend", [](Scene &scene, FigureFacts &) { scene.figure.legend = true; }},
        {"keys",
         [](Scene &scene, FigureFacts &) { // of isosurfaces and labels
             scene.figure.legend = true;
             scene.settings.mode = Mode::isosurface;
             scene.settings.surfaces = {{150.0, {0.9f, 0.6f, 0.5f}}, {700.0, {1.0f, 1.0f, 0.9f}}};
             scene.labels = "labels.nrrd";
             scene.label_styles = {{}, {1.0f, glm::vec3(0.8f, 0.3f, 0.2f)}, {1.0f, glm::vec3(0.2f, 0.5f, 0.9f)}};
         }},
        {"cube_of_patient", [](Scene &scene, FigureFacts &) { scene.figure.orientation = true; }},
        {"cube_of_axes",
         [](Scene &scene, FigureFacts &facts) {
             scene.figure.orientation = true;
             scene.settings.background = glm::vec3(1.0f);
             facts.grid.anatomical = false;
         }},
        {"caption", [](Scene &scene, FigureFacts &) { scene.figure.caption = "{name}: {value}\nÄther, 5 µm"; }},
        {"corners",
         [](Scene &scene, FigureFacts &) {
             scene.figure.corners = {"top left", "{time}", "{date}", "bottom right\nof two lines"};
             scene.figure.color = glm::vec3(1.0f, 0.8f, 0.3f);
         }},
        {"radius",
         [](Scene &scene, FigureFacts &facts) { // of a skeleton in a function
             scene.figure.legend = true;
             scene.settings.background = glm::vec3(1.0f);
             facts.tubes = RadiusRange{0.5, 3.25};
         }},
        {"everything", choose_everything},
        {"other_places",
         [](Scene &scene, FigureFacts &facts) {
             choose_everything(scene, facts);
             scene.figure.corners = {};
             scene.figure.places = {glm::dvec2(0.0, 1.0), glm::dvec2(0.0, 0.0), glm::dvec2(1.0, 0.0),
                                    glm::dvec2(1.0, 1.0)};
             scene.figure.text_millimeters = 2.0;
             scene.figure.dpi = scene.width / 60.0 * 25.4; // 60 mm wide
         }},
        {"annotations",
         [](Scene &scene, FigureFacts &facts) {
             scene.figure.annotations = true;
             scene.annotations = {
                 {AnnotationKind::ruler, "Ruler 1", {{10.0, 20.0, 30.0}, {80.0, 60.0, 40.0}}},
                 {AnnotationKind::sphere, "Sphere 1", {{50.0, 40.0, 30.0}, {50.0, 40.0, 50.0}}, {0.4f, 0.8f, 1.0f}},
                 {AnnotationKind::point, "Point 1", {{20.0, 60.0, 50.0}}}};
             facts.readings = {"81.2 mm", "20 mm", "120 HU"};
         }},
    };
    return all;
}

/// Pixels of which a part differs from one in the other picture by more than `most`.
std::size_t differing(const Image &a, const Image &b, int most) {
    std::size_t count = 0;
    for (std::size_t pixel = 0; pixel < a.rgba.size(); pixel += 4) {
        int largest = 0;
        for (std::size_t part = pixel; part < pixel + 4; ++part) {
            largest = std::max(largest, std::abs(int{a.rgba[part]} - int{b.rgba[part]}));
        }
        count += largest > most ? 1 : 0;
    }
    return count;
}

TEST(GoldenFigures, have_not_changed) {
    if (!can_paint_figures()) {
        GTEST_SKIP() << "no Cairo";
    }
    const fs::path folder = fs::path(VOXMARCH_SOURCE_DIR) / "tests/scene/golden";
    for (const GoldenFigure &golden : golden_figures()) {
        for (const auto &[width, height] : {std::pair(240, 160), std::pair(720, 540)}) {
            Scene scene;
            scene.transfer.colors = {{0.0, {0.1, 0.0, 0.2}}, {0.4, {0.9, 0.4, 0.1}}, {1.0, {1.0, 1.0, 0.9}}};
            scene.transfer.opacities = {{0.0, 0.0}, {1.0, 1.0}};
            scene.width = width;
            scene.height = height;
            FigureFacts facts = golden_facts(scene);
            scene.camera = standard_view(facts.grid);
            golden.choose(scene, facts);
            Image plain{width, height, {}};
            const auto light = static_cast<std::uint8_t>(255.0f * scene.settings.background.r);
            for (int pixel = 0; pixel < width * height; ++pixel) {
                plain.rgba.insert(plain.rgba.end(), {light, light, light, 255});
            }
            Image painted = plain;
            paint_figure(painted, make_figure(scene, facts));
            const fs::path file = folder / fmt::format("{}_{}.png", golden.name, width);
            if (std::getenv("VOXMARCH_WRITE_GOLDEN") != nullptr) {
                write_png(painted, file);
            }
            const Image expected = read_png(file);
            ASSERT_EQ(expected.rgba.size(), painted.rgba.size()) << file;
            const std::size_t seen = differing(expected, plain, 0);
            EXPECT_GT(seen, 100u) << file;
            // Versions of FreeType round the edges of letters in their own ways.
            EXPECT_LE(differing(painted, expected, 16), seen / 50) << file;
        }
    }
}

} // namespace
} // namespace voxmarch
