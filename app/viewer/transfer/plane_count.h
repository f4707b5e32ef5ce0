// Counts the voxels for the plane, in the background.
#pragma once

namespace voxmarch {

struct Document;
struct Jobs;
struct PlaneEditor;

/// Has the voxels of the volume that is open counted, once, and takes what has come.
void count_plane(PlaneEditor &plane, const Document &document, Jobs &jobs);

} // namespace voxmarch
