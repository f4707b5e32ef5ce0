// The editor of functions of scalar and gradient magnitude, and of gradient opacities.
#pragma once

#include "transfer/transfer_function.h"

#include <string>

namespace voxmarch {

struct Document;
struct ViewerState;

/// Why gradients make no difference in a picture; empty: they may.
std::string one_channel_alone(const Document &document);

/// The plane with its shapes, in place of the curve's plot. @param height  with the numbers below it, pixels
void show_plane(ViewerState &state, TransferFunction &transfer, float height);

/// New shapes, numbers of the selected one, and the list of all.
void show_plane_fields(ViewerState &state, TransferFunction &transfer);

/// Switches between a curve and a plane; what is left comes back with the next switch.
void show_plane_switch(ViewerState &state, TransferFunction &transfer);

/// The factors of a curve's opacities by gradient magnitude.
void show_gradient_opacities(ViewerState &state, TransferFunction &transfer);

} // namespace voxmarch
