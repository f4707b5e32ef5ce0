// Where scalars and opacities lie in the plot of the transfer function editor, and how it is drawn.
#pragma once

#include "app/viewer/transfer/edit.h"
#include "renderer/settings.h"
#include "volume/histogram.h"
#include "volume/volume.h"

#include <imgui.h>
#include <set>
#include <utility>
#include <vector>

namespace voxmarch {

class TransferPlotArea {
public:
    /// @param all     scalars of the data
    /// @param shown   those between the left and the right edge
    /// @param corner  top left, pixels of the window
    /// @param bar     height of the colour bar at the lower end, pixels
    /// @param channel whose isovalues lie in it; < 0: of none
    TransferPlotArea(ValueRange all, ValueRange shown, ImVec2 corner, ImVec2 size, float bar, int channel = 0);

    ImVec2 place(double scalar, double opacity) const;

    /// Scalar and opacity (0 .. 1) at a place of the window, clamped to the plot.
    std::pair<double, double> value(ImVec2 place) const;

    /// All scalars of the data.
    ValueRange all() const { return all_; }

    /// The scalars shown after the wheel has turned at `scalar`; empty: all of them.
    std::optional<ValueRange> zoomed(double scalar, double factor) const;

    void draw_histogram(const Histogram &histogram, bool logarithmic) const;
    void draw_curve(const TransferFunction &transfer) const;
    void draw_points(const std::vector<EditPoint> &points, const std::set<std::size_t> &selected) const;
    void draw_isovalues(const std::vector<SurfaceStyle> &surfaces) const;

    /// The isovalue whose handle, at the top of its line, is under the mouse.
    std::optional<std::size_t> isovalue_at(ImVec2 place, const std::vector<SurfaceStyle> &surfaces) const;

    void draw_axis(ScalarType type) const;
    void draw_box(std::pair<double, double> a, std::pair<double, double> b) const;

private:
    ValueRange all_, shown_;
    ImVec2 corner_, size_;
    float bar_;
    int channel_;
    ImDrawList &list_;

    /// Opacities are shown as their square roots: small ones matter most in volumes.
    static double height_of(double opacity);
    double scalar_at(float x) const;
};

} // namespace voxmarch
