// Pictures of the report: frames of the scenes and heat maps of what their rays do.
#pragma once

#include "bench/bench.h"
#include "bench/report/page.h"

namespace voxmarch {

/// Draws them into options.out/pictures and puts them into the chapter. @throws as the renderer
ReportSection picture_section(const BenchOptions &options, const std::vector<std::string> &volumes);

} // namespace voxmarch
