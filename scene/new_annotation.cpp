// Names and colours of new annotations.
#include "scene/new_annotation.h"

#include <iterator>
#include <utility>

namespace voxmarch {

/// Neighbours in the list are told apart, by colour-blind people too (after Okabe and Ito); the first is the default.
static glm::vec3 color_of_next(std::size_t annotations) {
    static const glm::vec3 colors[] = {
        Annotation().color, {0.40f, 0.76f, 1.0f}, {1.0f, 0.60f, 0.25f}, {0.35f, 0.88f, 0.65f}, {0.95f, 0.60f, 0.85f}};
    return colors[annotations % std::size(colors)];
}

Annotation new_annotation(const std::vector<Annotation> &others, AnnotationKind kind, std::vector<glm::dvec3> places) {
    return {kind, free_name(others, kind), std::move(places), color_of_next(others.size())};
}

} // namespace voxmarch
