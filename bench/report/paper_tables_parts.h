// The tables of each paper, for paper_tables().
#pragma once

#include "bench/report/paper_tables.h"

namespace voxmarch {

std::vector<PaperTable> werner_tables();
std::vector<PaperTable> rogeiro_tables();
std::vector<PaperTable> cubes_tables();
std::vector<PaperTable> skeleton_tables();

} // namespace voxmarch
