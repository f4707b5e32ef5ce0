// Which gradients may be made by the rounding of values, and are therefore not lit in full.
#pragma once

#include "transfer/transfer_function.h"

#include <array>

namespace voxmarch {

/// Below this gradient, share of the field's range a voxel length, samples are lit in proportion: some steps of the
/// rounding, because directions of smaller ones are those of plateaus and their edges. Of a field of few values it is a
/// small share, so that masks and labels are lit in full.
/// @param rounding  one step of the rounding, share of the field's range; 0: none
double rounding_gradient(double rounding);

/// The same for the 8-bit opacities of voxels, by the opacity (0 .. 255): a step is there what one of the scalars makes
/// of it, where the function is steep more than one of the bytes. Where it rises within fewer than five steps of the
/// scalars, as of labels, each step is an edge that is meant, and the bytes' rounding counts alone. Where several
/// scalars have an opacity the smallest step does.
/// @param table     opacities per voxel length over file values
/// @param integers  false: the scalars have no steps
std::array<double, 256> opacity_rounding_gradients(const TransferTable &table, bool integers);

} // namespace voxmarch
