// Isosurfaces of formulas that are nowhere stored, drawn while the isovalue changes every frame (001, table 2).
#pragma once

#include "bench/timing.h"
#include "device/device.h"
#include "isosurface/extraction.h"
#include "renderer/image.h"

#include <array>

namespace voxmarch {

/// ms on the host from the new isovalue to the picture in its memory.
struct FormulaFrames {
    Spread anew;   ///< every voxel is evaluated
    Spread again;  ///< the ranges of the blocks are those of the frame before
    Image picture; ///< at the isovalue itself
};

/// @param extractor  of the formula's field; keeps what it has measured
/// @param frames     of each kind, after two for warming up
/// @throws as MeshPicture and Extractor
FormulaFrames time_formula_frames(Device &device, Extractor &extractor, const Grid &grid, double isovalue,
                                  const std::array<int, 2> &size, int frames);

} // namespace voxmarch
