// Isosurfaces and labels into a file of triangles: the question for the file, and what has come of it.
#pragma once

#include "app/viewer/jobs/isovalue.h"

#include <vector>

namespace voxmarch {

struct ViewerState;

/// What the user last wanted of meshes.
struct MeshChoices {
    bool clipped = true; ///< what is clipped is left out
    bool caps = false;   ///< openings are closed
    bool smooth = true;  ///< labels lose the steps of their voxels
};

/// Asks for a file and extracts these surfaces into it.
void ask_for_mesh(ViewerState &state, const std::vector<Isovalue> &isovalues);

/// The same of the surface of a label.
void ask_for_label_mesh(ViewerState &state, int label);

/// Tells what has come of a mesh file.
void take_mesh(ViewerState &state);

} // namespace voxmarch
