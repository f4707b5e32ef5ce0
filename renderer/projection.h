// How a projection draws the scalar that it finds.
#pragma once

#include "renderer/settings.h"
#include "transfer/transfer_function.h"

namespace voxmarch {

/// How strongly the colour of a result covers the background: opacity * of_opacity + always, at most 1.
struct ProjectionStrength {
    double of_opacity, always;
};

/// Largest and smallest scalars are drawn in full from a tenth of the function's largest opacity on, so that what it
/// hides stays hidden; means always: they mix what is hidden with what is shown.
/// @param transfer  its opacities are per voxel length
ProjectionStrength projection_strength(const TransferFunction &transfer, Blend blend);

} // namespace voxmarch
