// Transfer functions between two others, as animations show them.
#pragma once

#include "transfer/transfer_function.h"

namespace voxmarch {

/// The function on the way from `a` (share 0) to `b` (share 1); at both ends exactly those.
///
/// Lists with as many points are blended point by point, so that a peak moves. Others are blended at every scalar: the
/// result has the points of both, and is (1 - share) a(x) + share b(x) everywhere, steps included. Widgets that do not
/// match one by one fade, those of `a` out and those of `b` in. What has nothing between it (functions over another
/// domain or another unit of opacity, a function with widgets and one without, names, materials of another number) is
/// that of the nearer one, from 0.5 on of `b`.
TransferFunction blended(const TransferFunction &a, const TransferFunction &b, double share);

} // namespace voxmarch
