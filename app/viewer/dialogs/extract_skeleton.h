// Curve skeletons of the volume that is open.
#pragma once

namespace voxmarch {

struct ViewerState;

/// Asks for a file, then thins what lies within the first isosurface, or else what is not background, and shows the
/// lines.
void ask_for_skeleton(ViewerState &state);

/// Shows a skeleton that was made, and tells what it is like.
void take_made_skeleton(ViewerState &state);

} // namespace voxmarch
