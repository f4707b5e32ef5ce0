// Annotations over a picture: lines with a dark rim, and what they measure beside them.
#include "scene/annotation_table.h"
#include "scene/camera_moves.h"
#include "scene/figure/figure_parts.h"

#include <cmath>
#include <numbers>
#include <optional>
#include <utility>

namespace voxmarch {

namespace {

class Marks {
public:
    Marks(Figure &figure, const FigureFrame &frame) : figure_(figure), frame_(frame) {}

    void add(const Annotation &annotation, const std::string &reading) {
        const glm::dvec4 color(glm::dvec3(annotation.color), 1.0);
        const double line = std::max(frame_.text_height / 9.0, 1.0);
        for (const std::vector<glm::dvec3> &outline : outlines_of(annotation, frame_.facts.grid)) {
            add_outline(outline, color, line);
        }
        const bool region = is_region(annotation.kind);
        for (std::size_t i = 0; i < (region ? 0 : annotation.places.size()); ++i) {
            add_ring(annotation.places[i], color, line);
        }
        const std::string text = annotation.name + (annotation.name.empty() || reading.empty() ? "" : "  ") + reading;
        if (const auto at = place(text_place(annotation)); at && !text.empty()) {
            figure_.push_back(FigureText{*at, {}, text, frame_.text_height, color, true});
        }
    }

private:
    Figure &figure_;
    const FigureFrame &frame_;

    /// Empty behind the eye.
    std::optional<glm::dvec2> place(glm::dvec3 world) const {
        const glm::dvec3 at = view_from_world(frame_.scene.camera, {frame_.size().x, frame_.size().y}, world);
        return at.z > 1e-6 ? std::optional(glm::clamp(glm::dvec2(at), -1e5, 1e5)) : std::nullopt;
    }

    /// With a rim below the whole line, so that no piece of it darkens the one before.
    void add_path(const std::vector<glm::dvec2> &path, const glm::dvec4 &color, double width) {
        if (path.size() > 1) {
            figure_.push_back(FigureLine{path, {0.0, 0.0, 0.0, 0.5}, 2.0 * width});
            figure_.push_back(FigureLine{path, color, width});
        }
    }

    /// Cut where it goes behind the eye.
    void add_outline(const std::vector<glm::dvec3> &outline, const glm::dvec4 &color, double width) {
        std::vector<glm::dvec2> path;
        for (const glm::dvec3 &world : outline) {
            if (const auto at = place(world)) {
                path.push_back(*at);
            } else {
                add_path(std::exchange(path, {}), color, width);
            }
        }
        add_path(path, color, width);
    }

    void add_ring(glm::dvec3 world, const glm::dvec4 &color, double width) {
        const auto center = place(world);
        if (!center) {
            return;
        }
        constexpr int parts = 24;
        std::vector<glm::dvec2> ring;
        for (int i = 0; i <= parts; ++i) {
            const double angle = 2.0 * std::numbers::pi * i / parts;
            ring.push_back(*center + 0.35 * frame_.text_height * glm::dvec2(std::cos(angle), std::sin(angle)));
        }
        add_path(ring, color, width);
    }
};

} // namespace

void add_annotations(Figure &figure, const FigureFrame &frame) {
    Marks marks(figure, frame);
    for (std::size_t i = 0; i < frame.scene.annotations.size(); ++i) {
        const Annotation &annotation = frame.scene.annotations[i];
        if (annotation.visible && is_whole(annotation)) {
            marks.add(annotation, i < frame.facts.readings.size() ? frame.facts.readings[i] : std::string());
        }
    }
}

} // namespace voxmarch
