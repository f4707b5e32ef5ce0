// Labels for a volume: how their file is read, and how they come to the volume's grid.
#pragma once

#include "volume/formats/read.h"

#include <string>
#include <vector>

namespace voxmarch {

/// Labels voxel by voxel for a volume, and what the user should know of them, a sentence each.
struct PlacedLabels {
    Volume labels;
    std::vector<Note> notes;
};

/// Options for reading labels beside a volume that is read with these: labels are read whole, and a raw layout counts
/// for them too where nothing else tells theirs.
ReadOptions label_read_options(const ReadOptions &volume, const std::string &labels);

/// Brings labels to the grid of the whole volume, see register_labels(), then reduces them as the volume was reduced,
/// by the most frequent value.
/// @param source, options  that `volume` has been read with
/// @param file             of the labels
/// @throws FileError if voxels are no whole numbers from 0 to 65535; as register_labels(), read_volume_header()
PlacedLabels place_labels(Volume labels, const std::string &file, const Volume &volume, const std::string &source,
                          const ReadOptions &options);

/// Brings labels to the grid of several volumes. @throws as above
PlacedLabels place_labels(Volume labels, const std::string &file, const VolumeHeader &common);

} // namespace voxmarch
