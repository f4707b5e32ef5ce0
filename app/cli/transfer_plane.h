// Draws transfer functions of scalar and gradient magnitude, as a picture and as text.
#pragma once

#include "app/cli/transfer_plot.h"
#include "volume/joint_histogram.h"

namespace voxmarch {

/// The gradient magnitude at the upper end of the plane: a tenth above that of widgets, or of gradient opacities.
double largest_gradient(const TransferFunction &transfer);

/// The function's colours and the widgets' outlines over the histogram, scalars to the right, gradient magnitudes
/// upwards; 640 x 360. Precondition: the function is one of scalar and gradient.
Image draw_plane(const TransferPlot &plot, const JointHistogram &joint);

/// The same in 72 columns: '#' opacity above half of the largest, '+' above a tenth, '-' above 0; '.' and ':' the
/// histogram.
std::string plane_text(const TransferPlot &plot, const JointHistogram &joint);

} // namespace voxmarch
