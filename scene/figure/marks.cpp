// Annotations over a picture: lines with a dark rim, and what they measure beside them.
#include "scene/annotation_table.h"
#include "scene/camera_moves.h"
#include "scene/figure/figure_parts.h"
#include "scene/pick.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numbers>
#include <optional>
#include <utility>

namespace voxmarch {

namespace {

/// Where a picture shows a place of the world; empty: nowhere.
using PlaceInPicture = std::function<std::optional<glm::dvec2>(glm::dvec3 world)>;

class Marks {
public:
    Marks(Figure &figure, const Grid &grid, double text_height, PlaceInPicture place)
        : figure_(figure), grid_(grid), text_height_(text_height), place_(std::move(place)) {}

    void add(const Annotation &annotation, const std::string &reading, double opacity = 1.0) {
        const glm::dvec4 color(glm::dvec3(annotation.color), opacity);
        const double line = std::max(text_height_ / 9.0, 1.0);
        for (const std::vector<glm::dvec3> &outline : outlines_of(annotation, grid_)) {
            add_outline(outline, color, line);
        }
        const bool region = is_region(annotation.kind);
        for (std::size_t i = 0; i < (region ? 0 : annotation.places.size()); ++i) {
            add_ring(annotation.places[i], color, line);
        }
        const std::string text = annotation.name + (annotation.name.empty() || reading.empty() ? "" : "  ") + reading;
        if (const auto at = place(text_place(annotation)); at && !text.empty()) {
            figure_.push_back(FigureText{*at, {}, text, text_height_, glm::dvec4(glm::dvec3(color), 1.0), true});
        }
    }

private:
    Figure &figure_;
    const Grid &grid_;
    const double text_height_;
    const PlaceInPicture place_;

    std::optional<glm::dvec2> place(glm::dvec3 world) const {
        const auto at = place_(world);
        return at ? std::optional(glm::clamp(*at, -1e5, 1e5)) : std::nullopt;
    }

    /// With a rim below the whole line, so that no piece of it darkens the one before.
    void add_path(const std::vector<glm::dvec2> &path, const glm::dvec4 &color, double width) {
        if (path.size() > 1) {
            figure_.push_back(FigureLine{path, {0.0, 0.0, 0.0, 0.5 * color.a}, 2.0 * width});
            figure_.push_back(FigureLine{path, color, width});
        }
    }

    /// Cut where the picture does not show it.
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
            ring.push_back(*center + 0.35 * text_height_ * glm::dvec2(std::cos(angle), std::sin(angle)));
        }
        add_path(ring, color, width);
    }
};

constexpr double slice_reach = 0.75; // voxels across from a slice that still lie in it

/// How much of an annotation a slice shows: 1 where it lies in the slice, less where it crosses it, 0 else.
double strength_in(const SliceFrame &slice, const Grid &grid, const Annotation &annotation) {
    double low = HUGE_VAL, high = -HUGE_VAL;
    for (const glm::dvec3 &world : annotation.places) {
        const double across = slice.place(voxel_of(grid, world)).z;
        low = std::min(low, across);
        high = std::max(high, across);
    }
    return low >= -slice_reach && high <= slice_reach ? 1.0 : low <= slice_reach && high >= -slice_reach ? 0.45 : 0.0;
}

} // namespace

void add_annotations(Figure &figure, const FigureFrame &frame) {
    Marks marks(figure, frame.facts.grid, frame.text_height, [&](glm::dvec3 world) {
        const glm::dvec3 at = view_from_world(frame.scene.camera, {frame.size().x, frame.size().y}, world);
        return at.z > 1e-6 ? std::optional(glm::dvec2(at)) : std::nullopt; // else behind the eye
    });
    for (std::size_t i = 0; i < frame.scene.annotations.size(); ++i) {
        const Annotation &annotation = frame.scene.annotations[i];
        if (annotation.visible && is_whole(annotation)) {
            marks.add(annotation, i < frame.facts.readings.size() ? frame.facts.readings[i] : std::string());
        }
    }
}

Figure annotations_in_slice(const Scene &scene, const SceneContent &content, const SliceFrame &slice,
                            double text_height) {
    const Grid &grid = content.grid();
    Scene shown = scene;
    std::erase_if(shown.annotations, [&](const Annotation &one) {
        return !one.visible || !is_whole(one) || is_region(one.kind) || strength_in(slice, grid, one) == 0.0;
    });
    const std::vector<std::string> readings = annotation_readings(shown, content, true);
    Figure figure;
    Marks marks(figure, grid, text_height,
                [&](glm::dvec3 world) { return std::optional(glm::dvec2(slice.place(voxel_of(grid, world))) + 0.5); });
    for (std::size_t i = 0; i < readings.size(); ++i) {
        marks.add(shown.annotations[i], readings[i], strength_in(slice, grid, shown.annotations[i]));
    }
    return figure;
}

} // namespace voxmarch
