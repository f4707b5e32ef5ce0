// Options about isosurfaces that several commands share.
#pragma once

#include "scene/mesh_source.h"

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

namespace voxmarch {

/// --isovalue V[,V..], in the file's units; given again it adds to the list. @param help  what the values are for
CLI::Option *add_isovalues_option(CLI::App &command, std::vector<double> &isovalues, const std::string &help);

/// --extraction NAME.
CLI::Option *add_extraction_option(CLI::App &command, Extraction &extraction);

/// --device, --memory-limit and --unit-layers.
void add_extraction_devices(CLI::App &command, ExtractionDevices &devices);

} // namespace voxmarch
