// A cube in the corner that turns with the volume: its sides are those of the patient, or the axes of the world.
#include "scene/camera_moves.h"
#include "scene/figure/figure_parts.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace voxmarch {

namespace {

constexpr double cube_half = 1.5; // of an edge, heights of a text

struct Face {
    glm::dvec3 normal, along, across; ///< of the world
    const char *letter;
    glm::dvec3 color;
};

std::array<Face, 6> sides_of(bool anatomical) {
    const glm::dvec3 x(1, 0, 0), y(0, 1, 0), z(0, 0, 1);
    const glm::dvec3 red(0.84, 0.45, 0.42), green(0.48, 0.74, 0.46), blue(0.46, 0.60, 0.88);
    return {{{x, y, z, anatomical ? "L" : "+x", red},
             {-x, y, z, anatomical ? "R" : "-x", red},
             {y, x, z, anatomical ? "P" : "+y", green},
             {-y, x, z, anatomical ? "A" : "-y", green},
             {z, x, y, anatomical ? "S" : "+z", blue},
             {-z, x, y, anatomical ? "I" : "-z", blue}}};
}

/// A side with where it lies in the picture, and its share of being faced, 0 .. 1.
struct SeenSide {
    Face side;
    std::vector<glm::dvec2> corners;
    glm::dvec2 middle;
    double facing;
};

/// In a square that the cube turns in. Seen from so far away that no two of the three sides that face the eye hide each
/// other.
std::vector<SeenSide> seen_sides(const FigureFrame &frame) {
    const CameraAxes axes = axes_of(frame.scene.camera);
    const double half = cube_half * frame.text_height;
    const glm::dvec2 center(std::sqrt(3.0) * half);
    const auto place = [&](glm::dvec3 at) {
        return center + half * glm::dvec2(glm::dot(at, axes.right), -glm::dot(at, axes.up));
    };
    std::vector<SeenSide> seen;
    for (const Face &side : sides_of(frame.facts.grid.anatomical)) {
        const double facing = -glm::dot(side.normal, axes.forward);
        if (facing <= 1e-6) {
            continue;
        }
        SeenSide one{side, {}, place(side.normal), facing};
        for (const auto &[u, v] : {std::pair{-1.0, -1.0}, {1.0, -1.0}, {1.0, 1.0}, {-1.0, 1.0}}) {
            one.corners.push_back(place(side.normal + u * side.along + v * side.across));
        }
        seen.push_back(std::move(one));
    }
    return seen;
}

} // namespace

std::vector<CubeSide> cube_sides(const Scene &scene, const FigureFacts &facts) {
    std::vector<CubeSide> sides;
    const FigureLayout layout = lay_out_figure(scene, facts);
    for (const PlacedPart &placed : layout.placed) {
        if (placed.name != orientation_cube_name) {
            continue;
        }
        for (SeenSide &seen : seen_sides(frame_of(scene, facts, layout.text_height))) {
            for (glm::dvec2 &corner : seen.corners) {
                corner += placed.box.low;
            }
            sides.push_back({seen.side.normal, std::move(seen.corners)});
        }
    }
    return sides;
}

FigureBlock orientation_cube_block(const FigureFrame &frame) {
    FigureBlock block{{}, glm::dvec2(2.0 * std::sqrt(3.0) * cube_half * frame.text_height)};
    Figure &figure = block.shapes;
    const double line = std::max(frame.text_height / 14.0, 1.0);
    for (const SeenSide &seen : seen_sides(frame)) {
        figure.push_back(FigureArea{seen.corners, {seen.side.color * (0.55 + 0.45 * seen.facing), 1.0}});
        std::vector<glm::dvec2> border = seen.corners;
        border.push_back(border.front());
        figure.push_back(FigureLine{border, {0.08, 0.08, 0.1, 1.0}, line});
        if (seen.facing > 0.25) {
            const glm::dvec4 white(1.0, 1.0, 1.0, 1.0);
            figure.push_back(FigureText{
                seen.middle, {0.5, 0.5}, seen.side.letter, frame.text_height * (0.7 + 0.6 * seen.facing), white});
        }
    }
    return block;
}

} // namespace voxmarch
