// What throws shadows where surfaces are drawn without the volume.
#pragma once

#include "renderer/settings.h"
#include "transfer/transfer_function.h"

#include <optional>

namespace voxmarch {

/// Where the light volume of surfaces alone is opaque: from the lowest isovalue of an opaque surface on. Empty if the
/// volume's own transfer function counts, infinite if nothing throws shadows.
std::optional<double> shadow_isovalue(const RenderSettings &settings);

/// The function over the file's values that is opaque from there on.
TransferFunction shadow_transfer(double isovalue);

} // namespace voxmarch
