// Lengths and angles of annotations, and how sessions keep them.
#include "scene/annotation.h"

#include "base/error.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <numbers>

namespace voxmarch {

std::size_t places_of(AnnotationKind kind) {
    switch (kind) {
    case AnnotationKind::point: return 1;
    case AnnotationKind::angle: return 3;
    case AnnotationKind::ruler:
    case AnnotationKind::polyline:
    case AnnotationKind::box:
    case AnnotationKind::sphere: break;
    }
    return 2;
}

bool is_region(AnnotationKind kind) { return kind == AnnotationKind::box || kind == AnnotationKind::sphere; }

namespace {

std::vector<std::vector<glm::dvec3>> box_edges(const Annotation &box, const Grid &grid) {
    const glm::dmat4 world_from_voxel = grid.world_from_voxel(), voxel_from_world = glm::inverse(world_from_voxel);
    const auto voxel = [&](glm::dvec3 world) { return glm::dvec3(voxel_from_world * glm::dvec4(world, 1.0)); };
    const glm::dvec3 ends[2] = {voxel(box.places[0]), voxel(box.places[1])};
    std::vector<std::vector<glm::dvec3>> edges;
    for (int axis = 0; axis < 3; ++axis) {
        for (int side = 0; side < 4; ++side) {
            glm::dvec3 from = ends[0], to = ends[1];
            const int u = (axis + 1) % 3, v = (axis + 2) % 3;
            from[u] = to[u] = ends[side & 1][u];
            from[v] = to[v] = ends[side >> 1][v];
            edges.push_back({glm::dvec3(world_from_voxel * glm::dvec4(from, 1.0)),
                             glm::dvec3(world_from_voxel * glm::dvec4(to, 1.0))});
        }
    }
    return edges;
}

/// Around each voxel axis.
std::vector<std::vector<glm::dvec3>> ball_circles(const Annotation &ball, const Grid &grid) {
    constexpr int parts = 64;
    const double radius = glm::distance(ball.places[0], ball.places[1]);
    std::vector<std::vector<glm::dvec3>> circles(3);
    for (int axis = 0; axis < 3; ++axis) {
        const glm::dvec3 u = grid.direction[(axis + 1) % 3], v = grid.direction[(axis + 2) % 3];
        for (int i = 0; i <= parts; ++i) {
            const double angle = 2.0 * std::numbers::pi * i / parts;
            circles[static_cast<std::size_t>(axis)].push_back(ball.places[0] +
                                                              radius * (std::cos(angle) * u + std::sin(angle) * v));
        }
    }
    return circles;
}

} // namespace

std::vector<std::vector<glm::dvec3>> outlines_of(const Annotation &annotation, const Grid &grid) {
    switch (annotation.kind) {
    case AnnotationKind::point: return {};
    case AnnotationKind::box: return box_edges(annotation, grid);
    case AnnotationKind::sphere: return ball_circles(annotation, grid);
    case AnnotationKind::ruler:
    case AnnotationKind::angle:
    case AnnotationKind::polyline: break;
    }
    return {annotation.places};
}

bool is_whole(const Annotation &annotation) {
    const std::size_t least = places_of(annotation.kind), there = annotation.places.size();
    const bool enough =
        annotation.kind == AnnotationKind::polyline ? there >= least && there <= polyline_limit : there == least;
    return enough && std::ranges::all_of(annotation.places, [](const glm::dvec3 &place) {
               return std::isfinite(place.x) && std::isfinite(place.y) && std::isfinite(place.z);
           });
}

std::string free_name(const std::vector<Annotation> &others, AnnotationKind kind) {
    std::string stem(name_of(kind));
    stem[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(stem[0])));
    for (std::size_t number = 1;; ++number) {
        std::string name = fmt::format("{} {}", stem, number);
        if (std::ranges::find(others, name, &Annotation::name) == others.end()) {
            return name;
        }
    }
}

std::optional<double> length_of(const Annotation &annotation) {
    const bool has_length = annotation.kind == AnnotationKind::ruler || annotation.kind == AnnotationKind::polyline ||
                            annotation.kind == AnnotationKind::sphere;
    if (!has_length) {
        return std::nullopt;
    }
    double length = 0.0;
    for (std::size_t i = 1; i < annotation.places.size(); ++i) {
        length += glm::distance(annotation.places[i - 1], annotation.places[i]);
    }
    return length;
}

std::optional<double> angle_of(const Annotation &annotation) {
    if (annotation.kind != AnnotationKind::angle || annotation.places.size() != 3) {
        return std::nullopt;
    }
    const glm::dvec3 first = annotation.places[0] - annotation.places[1],
                     second = annotation.places[2] - annotation.places[1];
    if (!(glm::length(first) > 0.0) || !(glm::length(second) > 0.0)) {
        return std::nullopt;
    }
    // Of both legs, so that small angles are as exact as large ones.
    return glm::degrees(std::atan2(glm::length(glm::cross(first, second)), glm::dot(first, second)));
}

void move_place(Annotation &annotation, std::size_t place, glm::dvec3 to) {
    if (annotation.kind == AnnotationKind::sphere && place == 0) { // the centre takes the ball with it
        move_by(annotation, to - annotation.places[0]);
    } else {
        annotation.places.at(place) = to;
    }
}

void move_by(Annotation &annotation, glm::dvec3 way) {
    for (glm::dvec3 &place : annotation.places) {
        place += way;
    }
}

nlohmann::ordered_json to_json(const std::vector<Annotation> &annotations) {
    nlohmann::ordered_json list = nlohmann::ordered_json::array();
    for (const Annotation &one : annotations) {
        nlohmann::ordered_json places = nlohmann::ordered_json::array();
        for (const glm::dvec3 &place : one.places) {
            places.push_back({place.x, place.y, place.z});
        }
        list.push_back({{"kind", name_of(one.kind)},
                        {"name", one.name},
                        {"places", std::move(places)},
                        {"color", {one.color.r, one.color.g, one.color.b}},
                        {"visible", one.visible}});
    }
    return list;
}

static Annotation annotation_from_json(const nlohmann::json &object) {
    Annotation result;
    const std::string kind = object.at("kind").get<std::string>();
    const std::optional<AnnotationKind> found = find_value<AnnotationKind>(kind);
    if (!found) {
        throw UsageError(fmt::format("has an annotation of the kind '{}', which is not known", kind));
    }
    result.kind = *found;
    result.name = object.value("name", std::string());
    for (const nlohmann::json &place : object.at("places")) {
        result.places.emplace_back(place.at(0).get<double>(), place.at(1).get<double>(), place.at(2).get<double>());
    }
    if (const auto color = object.find("color"); color != object.end()) {
        for (int i = 0; i < 3; ++i) {
            result.color[i] = std::clamp(color->at(static_cast<std::size_t>(i)).get<float>(), 0.0f, 1.0f);
        }
    }
    result.visible = object.value("visible", true);
    if (!is_whole(result)) {
        throw UsageError(fmt::format("has an annotation '{}' whose places are not those of a {}", result.name, kind));
    }
    return result;
}

std::vector<Annotation> annotations_from_json(const nlohmann::json &list) {
    if (list.size() > annotation_limit) {
        throw UsageError(fmt::format("has {} annotations, {} are possible", list.size(), annotation_limit));
    }
    std::vector<Annotation> result;
    std::ranges::transform(list, std::back_inserter(result), annotation_from_json);
    return result;
}

} // namespace voxmarch
