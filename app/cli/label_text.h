// What is said of labels: their voxels and volumes (info), their surfaces (mesh).
#pragma once

#include "isosurface/measures.h"
#include "volume/label_names.h"
#include "volume/label_statistics.h"

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace voxmarch {

/// A table: label, voxels, volume, name. Volumes in ml where the grid is in m or mm, in um3 or nm3 for the smaller
/// units, else in the file's unit.
/// @param extents  0 is counted as background
std::string labels_text(const std::vector<LabelExtent> &extents, const Grid &grid, const LabelNames &names);
nlohmann::ordered_json labels_json(const std::vector<LabelExtent> &extents, const Grid &grid, const LabelNames &names);

/// A line about a label's surface in the world.
std::string surface_line(const MeshMeasures &measures, int label, const LabelNames &names, const Grid &grid);

} // namespace voxmarch
