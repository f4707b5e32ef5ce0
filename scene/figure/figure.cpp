// Which parts a picture's figure has, and where they lie.
#include "scene/figure/figure.h"

#include "scene/figure/figure_layout.h"
#include "scene/figure/figure_parts.h"
#include "transfer/color_space.h"

#include <algorithm>
#include <fmt/format.h>
#include <utility>

namespace voxmarch {

namespace {

/// Luminance of a background tells whether texts are black or white.
glm::dvec4 readable_color(const FigureChoice &choice, const glm::vec3 &background) {
    if (choice.color) {
        return {glm::dvec3(*choice.color), 1.0};
    }
    const float luminance = glm::dot(background, glm::vec3(0.299f, 0.587f, 0.114f));
    return luminance > 0.5f ? glm::dvec4(0.05, 0.05, 0.05, 1.0) : glm::dvec4(0.95, 0.95, 0.95, 1.0);
}

/// Where several have no room, the first is left out last.
enum Rank { heading, scale_bar, legend, caption, corner, cube };

class FigureParts {
public:
    FigureParts(const Scene &scene, const FigureFacts &facts) : scene_(scene), facts_(facts) {}

    std::vector<FigurePart> all() {
        const FigureChoice &choice = scene_.figure;
        if (!facts_.heading.empty()) {
            add_text("the names of both sides", heading, {0.5, 0.0}, facts_.heading, 1.0, 0.72);
        }
        for (std::size_t i = 0; i < choice.corners.size(); ++i) {
            if (!choice.corners[i].empty()) {
                add_text(fmt::format("the text in the corner {}", corner_name(i)), corner, corner_place(i),
                         choice.corners[i], 1.0);
            }
        }
        if (!choice.caption.empty()) { // between the corners
            add_text("the caption", caption, choice.places.caption.value_or(glm::dvec2(0.5, 1.0)), choice.caption, 0.5);
        }
        if (choice.scale_bar) {
            add("the scale bar", scale_bar, choice.places.scale_bar.value_or(glm::dvec2(1.0, 1.0)),
                [](const FigureFrame &frame, int attempt) {
                    return attempt == 0 ? std::optional(scale_bar_block(frame)) : std::nullopt;
                });
        }
        if (choice.orientation) {
            add(orientation_cube_name, cube, choice.places.orientation.value_or(glm::dvec2(0.0, 1.0)),
                [](const FigureFrame &frame, int attempt) {
                    return attempt == 0 ? std::optional(orientation_cube_block(frame)) : std::nullopt;
                });
        }
        if (choice.legend) {
            const glm::dvec2 place = choice.places.legend.value_or(glm::dvec2(1.0, 0.5));
            add("the legend", legend, place, [place](const FigureFrame &frame, int attempt) {
                return legend_block(frame, place.x < 0.5, 0.6 * frame.size().x, attempt);
            });
        }
        return std::move(parts_);
    }

private:
    const Scene &scene_;
    const FigureFacts &facts_;
    std::vector<FigurePart> parts_;

    FigurePart part(const std::string &name, Rank rank, glm::dvec2 anchor) const {
        return {name, rank, {{0.0, 0.0}, {scene_.width, scene_.height}}, figure_margin, anchor};
    }

    template <typename Make> void add(const std::string &name, Rank rank, glm::dvec2 anchor, Make make) {
        parts_.push_back(part(name, rank, anchor));
        parts_.back().make = [make, &scene = scene_, &facts = facts_](double height, int attempt) {
            return make(frame_of(scene, facts, height), attempt);
        };
    }

    /// As with_text().
    void add_text(const std::string &name, Rank rank, glm::dvec2 anchor, const std::string &text, double share,
                  double size = 1.0) {
        const std::string filled = filled_text(text, scene_, facts_);
        parts_.push_back(with_text(part(name, rank, anchor), scene_, facts_, filled, share, size));
    }
};

} // namespace

double rim_around(const glm::dvec4 &color) {
    const double luminance =
        0.2126 * linear_light(color.r) + 0.7152 * linear_light(color.g) + 0.0722 * linear_light(color.b);
    constexpr double flare = 0.05;
    return (luminance + flare) / flare >= (1.0 + flare) / (luminance + flare) ? 0.0 : 1.0;
}

double alignment(glm::dvec2 anchor) { return anchor.x < 1.0 / 3.0 ? 0.0 : anchor.x > 2.0 / 3.0 ? 1.0 : 0.5; }

std::string corner_name(std::size_t corner) {
    return std::vector<std::string>{"top-left", "top-right", "bottom-left", "bottom-right"}[corner];
}

FigureFrame frame_of(const Scene &scene, const FigureFacts &facts, double text_height) {
    return {scene, facts, text_height, readable_color(scene.figure, scene.settings.background)};
}

FigureLayout lay_out_figure(const Scene &scene, const FigureFacts &facts) {
    return lay_out(FigureParts(scene, facts).all(), wanted_text_height(scene.figure, {scene.width, scene.height}));
}

std::string crowding_note(const Scene &scene, const FigureFacts &facts) {
    return crowding_note(lay_out_figure(scene, facts), scene.figure, {scene.width, scene.height});
}

std::string crowding_note(const FigureLayout &layout, const FigureChoice &choice, glm::dvec2 size) {
    if (!layout.left_out.empty()) {
        return "left out, as there is no room in the picture: " + left_out_text(layout);
    }
    const double wanted = wanted_text_height(choice, size);
    const bool told = choice.text_height > 0.0 || choice.text_millimeters > 0.0;
    return told && layout.text_height < wanted
               ? fmt::format("texts are {:.3g} pixels high in place of {:.3g}, as there is no room in the picture",
                             layout.text_height, wanted)
               : "";
}

Figure make_figure(const Scene &scene, const SceneContent &content, bool with_values, const std::string &heading) {
    FigureFacts facts = figure_facts(scene, content);
    facts.heading = heading;
    if (scene.figure.annotations) {
        facts.readings = annotation_readings(scene, content, with_values);
    }
    return make_figure(scene, facts);
}

Figure make_figure(const Scene &scene, const FigureFacts &facts, bool with_annotations) {
    FigureLayout layout = lay_out_figure(scene, facts);
    if (!scene.figure.annotations || !with_annotations) {
        return std::move(layout.figure);
    }
    Figure figure;
    add_annotations(figure, frame_of(scene, facts, layout.text_height));
    figure.insert(figure.end(), layout.figure.begin(), layout.figure.end());
    return figure;
}

} // namespace voxmarch
