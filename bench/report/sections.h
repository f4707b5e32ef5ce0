// The chapters of the report, each made of the rows of its runs.
#pragma once

#include "bench/report/page.h"
#include "bench/report/results.h"

namespace voxmarch {

/// What the papers claim, what was measured here, the floor and the verdict.
ReportSection summary_section(const Results &results);

ReportSection traversal_section(const Results &results);   ///< thesis 4.6, 4.14, 4.18, 4.21, 5.2
ReportSection group_section(const Results &results);       ///< thesis 6.5, 6.6
ReportSection sample_section(const Results &results);      ///< thesis 6.8 to 6.13, 6.17
ReportSection march_section(const Results &results);       ///< the standard caster in a box
ReportSection component_section(const Results &results);   ///< Rogeiro 4.5 to 4.8, 4.15 to 4.18
ReportSection coding_section(const Results &results);      ///< thesis 4.2
ReportSection unit_section(const Results &results);        ///< Rogeiro 3.1 to 3.4, figures 3.3 to 3.8, 3.10
ReportSection enhancement_section(const Results &results); ///< Rogeiro 4.5, 4.9 to 4.14, 4.19 to 4.21
ReportSection block_section(const Results &results);       ///< Parallel Marching Blocks, tables 2 and 3, memory
ReportSection compaction_section(const Results &results);  ///< Dyken and Ziegler, compaction
ReportSection cubes_section(const Results &results);       ///< Dyken and Ziegler, Marching Cubes
ReportSection particle_section(const Results &results);    ///< Dyken and Ziegler, SPH
ReportSection traced_section(const Results &results);      ///< paths of light, and bounds of the extinction
ReportSection scaling_section(const Results &results);     ///< curves with exponents
ReportSection edit_section(const Results &results);        ///< edits and the building of the octree
ReportSection stage_section(const Results &results);       ///< from file to picture and to files again
ReportSection time_section(const Results &results);        ///< series of times, played
ReportSection skeleton_section(const Results &results);    ///< if this build has that benchmark

/// Every table and figure of the papers with its state (docs/papers.md) and, where there is one, the verdict.
ReportSection paper_section(const Results &results);

} // namespace voxmarch
