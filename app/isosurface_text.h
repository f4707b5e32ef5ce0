// The certificate of a mesh, and how commands extract one: shared by mesh and info.
#pragma once

#include "isosurface/extraction.h"
#include "isosurface/measures.h"
#include "volume/volume.h"

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace voxmarch {

/// --isovalue V[,V..], in the file's units. @param help  what the values are for
CLI::Option *add_isovalues_option(CLI::App &command, std::vector<double> &isovalues, const std::string &help);

/// --extraction NAME.
CLI::Option *add_extraction_option(CLI::App &command, Extraction &extraction);

/// The isosurface in voxel space, from the device. @throws as make_extractor
Mesh extract_mesh(Device &device, const Volume &volume, double isovalue, Extraction extraction,
                  const ExtractionSettings &settings);

/// Lines about a mesh in the world: triangles, watertight or where not, topology, area and volume.
std::string certificate_text(const MeshMeasures &measures, double isovalue);
nlohmann::ordered_json certificate_json(const MeshMeasures &measures, double isovalue);

} // namespace voxmarch
