// The header that we write for a NIfTI file.
#pragma once

#include "volume/volume.h"

#include <string>

namespace voxmarch {

/// NIfTI-1, or -2 where an axis has more than 32767 voxels, with the 4 bytes that say that nothing follows but voxels.
/// A grid without patient orientation states its spacing alone: NIfTI has no other world than the patient's. Units that
/// NIfTI does not have become micrometres.
std::string nifti_text(const VolumeHeader &header);

} // namespace voxmarch
