// How labels border on each other.
#pragma once

namespace voxmarch {

/// What is between the voxels of two labels: a border in the middle, with the steps of voxels, or one that runs between
/// them as if voxels had none, at which one label fades into the other.
enum class LabelEdges { nearest, smooth };

} // namespace voxmarch
