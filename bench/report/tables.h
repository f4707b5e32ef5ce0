// Pieces of tables that several chapters share.
#pragma once

#include "bench/report/paper_tables.h"

#include <nlohmann/json.hpp>
#include <string>

namespace voxmarch {

/// A table of a paper as it is printed, with its note.
std::string as_printed(const PaperTable &table);

/// Volume and isovalue of an extraction's or a drawing's row.
std::string extraction_label(const nlohmann::json &row);

} // namespace voxmarch
