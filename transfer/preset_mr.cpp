// Transfer functions for magnetic resonance, whose values have no unit: normalised over the window.
#include "transfer/preset_data.h"

namespace voxmarch {

std::vector<TransferFunction> mr_presets() {
    constexpr TransferDomain normalised = TransferDomain::normalised;
    return {
        {"mr-default",
         "MR of head or body: translucent tissue, brighter means denser",
         normalised,
         {{0.0, {0.25, 0.08, 0.06}},
          {0.25, {0.65, 0.35, 0.28}},
          {0.5, {0.87, 0.65, 0.52}},
          {0.8, {0.98, 0.91, 0.80}},
          {1.0, {1.0, 1.0, 1.0}}},
         {{0.08, 0.0}, {0.2, 0.02}, {0.4, 0.06}, {0.6, 0.2}, {1.0, 0.5}}},
        {"mr-brain",
         "MR of an extracted brain: a solid surface, grey and white matter in different tones",
         normalised,
         {{0.0, {0.35, 0.13, 0.11}},
          {0.15, {0.72, 0.42, 0.38}},
          {0.28, {0.90, 0.68, 0.60}},
          {0.45, {0.97, 0.88, 0.80}},
          {1.0, {1.0, 1.0, 0.97}}},
         {{0.06, 0.0}, {0.15, 0.05}, {0.25, 0.3}, {0.45, 0.6}, {1.0, 0.9}}},
        {"mr-angio",
         "MR or rotational angiography: bright vessels alone",
         normalised,
         {{0.0, {0.35, 0.02, 0.02}}, {0.3, {0.75, 0.12, 0.10}}, {0.6, {0.95, 0.45, 0.30}}, {1.0, {1.0, 0.92, 0.80}}},
         {{0.2, 0.0}, {0.32, 0.08}, {0.55, 0.5}, {1.0, 0.9}}},
    };
}

} // namespace voxmarch
