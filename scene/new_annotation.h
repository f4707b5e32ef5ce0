// What an annotation is called, and which colour it has, when it comes to others.
#pragma once

#include "scene/annotation.h"

#include <vector>

namespace voxmarch {

/// An annotation with a name of its own and a colour that neighbours in the list do not have.
Annotation new_annotation(const std::vector<Annotation> &others, AnnotationKind kind, std::vector<glm::dvec3> places);

} // namespace voxmarch
