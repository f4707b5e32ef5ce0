// An isosurface of which no mesh is stored.
#pragma once

#include "isosurface/extraction.h"
#include "kernels/shared/shared_types.h"

namespace voxmarch {

/// A HistoPyramid from which rasterisers make triangles where they draw them (Dyken and Ziegler 2010, "Step 3"): the
/// same ones, bit for bit and with the same numbers, as those of the mesh. Refers to an extractor, until that finds or
/// extracts another isosurface, and to the field.
struct MadeMesh {
    IsoParams params{};
    const ScalarField *field = nullptr;
    int levels = 0;
    const Buffer *offsets = nullptr, *pyramid = nullptr, *codes = nullptr, *case_edges = nullptr;
    std::uint32_t triangles = 0;
};

} // namespace voxmarch
