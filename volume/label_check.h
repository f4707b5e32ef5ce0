// Tells label volumes from volumes of grey values, and labels that are there from those that are not.
#pragma once

#include "volume/volume.h"

#include <span>
#include <string>

namespace voxmarch {

/// Why the values do not look like labels; empty if they do. Labels are whole numbers from 0, and most neighbours that
/// are not 0 have the same one: objects are wider than a voxel.
/// Cost: one pass over the voxels on one core.
std::string reason_against_labels(const Volume &volume);

/// "note: no voxel of FILE has label 5" (labels 5, 7) of those that occur nowhere; empty if all occur.
/// @param file  how the volume is called
/// Cost: voxels up to that where the last label is found, on one core.
std::string note_of_absent_labels(const Volume &volume, std::span<const int> labels, const std::string &file);

} // namespace voxmarch
