// Lays labels on the grid of a volume, by where both lie in the world.
#pragma once

#include "volume/volume.h"

#include <string>

namespace voxmarch {

/// Labels on the grid of a volume.
struct RegisteredLabels {
    Volume labels;    ///< voxel i is that of the volume's voxel i
    std::string note; ///< one sentence for the user; empty where nothing had to be decided
};

/// Brings labels to the voxels of a volume:
/// - the same grid, to 1e-3 voxel anywhere in the box: as they are;
/// - the same voxels in another order of the axes or in other directions: moved, exactly;
/// - any other grid that overlaps: each voxel gets the label of the nearest one, 0 outside of the labels' box; the note
///   says so, and which share of the voxels with a label other than 0 lies outside of the volume;
/// - labels or volume do not say where they lie: voxel by voxel if both have as many along every axis, with a note.
/// Lengths are converted where both grids have a unit.
/// @param volume  header of the volume; nothing of its voxels is needed
/// @param file    the labels' file, for messages
/// @throws FileError where none of these fits
/// Cost: nothing on the same grid, else a pass over both.
RegisteredLabels register_labels(Volume labels, const VolumeHeader &volume, const std::string &file);

/// Whether every voxel of the labels is one of the volume, in any order and direction of the axes; false where either
/// does not say where it lies. Cost: none worth telling.
bool have_same_voxels(const VolumeHeader &labels, const VolumeHeader &volume);

} // namespace voxmarch
