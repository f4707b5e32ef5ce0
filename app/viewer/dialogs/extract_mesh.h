// Isosurfaces into a file of triangles: the question for the file, and what has come of it.
#pragma once

#include "app/viewer/jobs/isovalue.h"

#include <vector>

namespace voxmarch {

struct ViewerState;

/// Asks for a file and extracts these surfaces into it.
void ask_for_mesh(ViewerState &state, const std::vector<Isovalue> &isovalues);

/// Tells what has come of a mesh file.
void take_mesh(ViewerState &state);

} // namespace voxmarch
