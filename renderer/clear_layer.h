// How much light the clear layer of traced surfaces sends back.
#pragma once

#include "kernels/shared/trace_params.h"

#include <array>

namespace voxmarch {

using ClearLayer = std::array<float, std::size_t{2} * TRACE_LAYER_ANGLES>; ///< as TraceParams::layer

/// Of facets that hide each other (kernels/trace/scatter.cl: GGX, Smith, Schlick), by quadrature over those that are
/// seen.
/// @param roughness  alpha of GGX, (0, 1]
/// Cost: some milliseconds
ClearLayer clear_layer(double roughness);

} // namespace voxmarch
