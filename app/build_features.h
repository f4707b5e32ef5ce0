// What this build can do: optional parts that were there, or not, when it was configured.
#pragma once

#include <string>
#include <vector>

namespace voxmarch {

struct BuildFeature {
    std::string name; ///< "ITK (DICOM, NIfTI, ...)"
    bool present;
    std::string remedy; ///< what to install or switch on, then build again
};

const std::vector<BuildFeature> &build_features();

/// Whether this build has the viewer and the environment names a display for it; see command_view.cpp.
bool can_view();

/// The text of --version.
std::string version_text();

} // namespace voxmarch
