// Stages of the way in that a user waits for: the program from its start to its end.
#pragma once

#include "bench/host_stages.h"

#include <filesystem>

namespace voxmarch {

/// `info` of a raw file, and `render` with warm and with empty caches; nothing where options.program is empty.
void measure_program(const BenchOptions &options, const std::filesystem::path &raw_file, const ScratchFiles &scratch,
                     StageTable &table);

} // namespace voxmarch
