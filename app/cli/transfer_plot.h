// Draws a transfer function of the scalar over a histogram, as a picture and as text.
#pragma once

#include "renderer/drawing.h"
#include "transfer/transfer_function.h"
#include "volume/histogram.h"

#include <string>

namespace voxmarch {

/// Size and colours of the pictures of functions.
inline constexpr int plot_width = 640, plot_height = 360;
inline constexpr Rgb plot_paper{22, 22, 26}, plot_ink{235, 235, 235}, plot_dim{160, 160, 168};

/// A number beside an axis.
std::string plot_number(double value);

/// What is drawn: the function in the scalars of `range`, and how often they occur (no counts: no histogram).
struct TransferPlot {
    TransferFunction transfer; ///< of the domain `value` if there is a histogram
    ValueRange range;          ///< scalars at the left and right end, min < max
    Histogram histogram;

    /// Colour and opacity at the share x (0 .. 1) of the range.
    glm::dvec4 at(double x) const;

    /// log(1 + voxels) around the share x, 1 for the fullest part of `parts`; 0 without histogram.
    std::vector<double> log_counts(int parts) const;
};

/// All control points of the function, or all of 0 .. 1 if it is normalised.
TransferPlot plot_of(const TransferFunction &transfer);

/// The same over the values of a volume.
TransferPlot plot_of(const TransferFunction &transfer, const VolumeHeader &header, Histogram histogram);

/// Opacity curve, colour bar and numbers, 640 x 360.
Image draw_plot(const TransferPlot &plot);

/// The same in 72 columns: '*' the curve, ':' the histogram. The colour bar needs a terminal that knows ANSI colours.
std::string plot_text(const TransferPlot &plot, bool ansi_colors);

} // namespace voxmarch
