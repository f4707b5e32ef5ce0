// What users put into a volume to measure it: points, rulers, angles, lines, boxes and balls.
#pragma once

#include "base/enum_names.h"
#include "volume/volume.h"

#include <glm/glm.hpp>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

namespace voxmarch {

enum class AnnotationKind {
    point,    ///< one place: the value there
    ruler,    ///< two places: their distance
    angle,    ///< three places: the angle at the second
    polyline, ///< two places or more: the length of the line through them
    box,      ///< two opposite corners of a box along the voxel axes
    sphere    ///< centre, and a place on the surface
};

template <> struct EnumNames<AnnotationKind> {
    static constexpr Named<AnnotationKind> all[] = {
        {AnnotationKind::point, "point"},       {AnnotationKind::ruler, "ruler"}, {AnnotationKind::angle, "angle"},
        {AnnotationKind::polyline, "polyline"}, {AnnotationKind::box, "box"},     {AnnotationKind::sphere, "sphere"}};
};

/// How many places a kind has when it is whole; of polylines the least.
std::size_t places_of(AnnotationKind kind);

struct Annotation {
    AnnotationKind kind = AnnotationKind::point;
    std::string name;               ///< "Ruler 2"
    std::vector<glm::dvec3> places; ///< world coordinates, as those of cameras
    glm::vec3 color{1.0f, 0.85f, 0.3f};
    bool visible = true;
    bool operator==(const Annotation &) const = default;
};

constexpr std::size_t annotation_limit = 1000, polyline_limit = 10000;

/// Whether a kind holds voxels: a box or a ball.
bool is_region(AnnotationKind kind);

/// Lines of the world that show it: a line through its places; the edges of a box along the voxel axes; three circles
/// around a ball. Nothing of a point. Precondition: it is whole.
std::vector<std::vector<glm::dvec3>> outlines_of(const Annotation &annotation, const Grid &grid);

/// Whether its places are finite and as many as its kind has.
bool is_whole(const Annotation &annotation);

/// "Ruler 3": a name that none of the others has.
std::string free_name(const std::vector<Annotation> &others, AnnotationKind kind);

/// Length of a ruler or polyline, or radius of a sphere, in the unit of the world; empty for other kinds.
std::optional<double> length_of(const Annotation &annotation);

/// Degrees, 0 .. 180; empty where it is no angle, or a leg has no length.
std::optional<double> angle_of(const Annotation &annotation);

/// Moves it so that one of its places comes to lie at `to`; of boxes and spheres a corner and the rim follow alone.
void move_place(Annotation &annotation, std::size_t place, glm::dvec3 to);

/// Moves all of it.
void move_by(Annotation &annotation, glm::dvec3 way);

nlohmann::ordered_json to_json(const std::vector<Annotation> &annotations);

/// @throws UsageError for an annotation that is not whole, or too many
std::vector<Annotation> annotations_from_json(const nlohmann::json &list);

} // namespace voxmarch
