// The certificate of a mesh, as mesh and info print it.
#pragma once

#include "isosurface/measures.h"
#include "isosurface/slab_extraction.h"
#include "volume/world_convention.h"

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace voxmarch {

/// A line for each device, if the work was cut into units; else nothing.
std::string shares_text(const std::vector<DeviceShare> &shares);
nlohmann::ordered_json shares_json(const std::vector<DeviceShare> &shares);

/// Lines about a mesh in the world: triangles, watertight or where not, topology, area and volume.
/// @param world  in which places and lengths are told
std::string certificate_text(const MeshMeasures &measures, double isovalue, const OuterWorld &world);
nlohmann::ordered_json certificate_json(const MeshMeasures &measures, double isovalue, const OuterWorld &world);

} // namespace voxmarch
