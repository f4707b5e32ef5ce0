// Draws transfer functions of scalar and gradient magnitude, as a picture and as text.
#pragma once

#include "app/cli/transfer_plot.h"
#include "volume/volume.h"

namespace voxmarch {

/// How often pairs of scalar and gradient magnitude occur.
struct JointHistogram {
    int columns = 0, rows = 0;  ///< parts of the scalars' range and of 0 .. largest gradient; 0: nothing was counted
    std::vector<double> shares; ///< log(1 + voxels) over that of the fullest cell, row 0 = no gradient
};

/// The gradient magnitude at the upper end of the plane: the widgets' highest and a tenth.
double largest_gradient(const TransferFunction &transfer);

/// Counts central differences per voxel length, as the device takes them, at up to a million voxels at equal distances.
/// @param range     scalars of the first and last column
/// @param gradient  of the last row
JointHistogram joint_histogram(const Volume &volume, ValueRange range, double gradient);

/// The widgets' colours and outlines over the histogram, scalars to the right, gradient magnitudes upwards; 640 x 360.
/// Precondition: the function has widgets.
Image draw_plane(const TransferPlot &plot, const JointHistogram &joint);

/// The same in 72 columns: '#' opacity above half of the largest, '+' above a tenth, '-' above 0; '.' and ':' the
/// histogram.
std::string plane_text(const TransferPlot &plot, const JointHistogram &joint);

} // namespace voxmarch
