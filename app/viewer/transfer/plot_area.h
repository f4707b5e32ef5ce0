// Where scalars and opacities lie in the plot of the transfer function editor, and how it is drawn.
#pragma once

#include "app/viewer/transfer/editor.h"
#include "renderer/settings.h"
#include "volume/histogram.h"
#include "volume/volume.h"

#include <imgui.h>
#include <set>
#include <string>
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

    /// How many scalars are shown.
    double shown_width() const { return shown_.max - shown_.min; }

    /// A distance of the window, pixels, in scalars.
    double scalars(float pixels) const { return static_cast<double>(pixels / size_.x) * shown_width(); }

    /// Whether a place is on the curve, or as near to it as a hand can be.
    bool on_curve(const TransferFunction &transfer, ImVec2 place) const;

    /// The scalars shown after they were moved by this much; empty: all of them.
    std::optional<ValueRange> panned(double scalars) const;

    /// The scalars shown after the wheel has turned at `scalar`; empty: all of them.
    std::optional<ValueRange> zoomed(double scalar, double factor) const;

    void draw_histogram(const Histogram &histogram, bool logarithmic) const;
    void draw_curve(const TransferFunction &transfer) const;
    void draw_points(const std::vector<EditPoint> &points, const std::set<std::size_t> &selected) const;
    void draw_isovalues(const std::vector<SurfaceStyle> &surfaces) const;

    /// The isovalue whose handle, at the top of its line, is under the mouse.
    std::optional<std::size_t> isovalue_at(ImVec2 place, const std::vector<SurfaceStyle> &surfaces) const;

    /// Numbers along both axes, values at round steps. Those of opacities lie at the left, where none of the points is.
    void draw_axes(ScalarType type, const std::vector<EditPoint> &points) const;

    /// What is under the mouse: its value, how many voxels have it, and the opacity of the curve there.
    /// @param unit  of values, " HU" or ""
    void draw_crosshair(ImVec2 mouse, const TransferFunction &transfer, const Histogram &histogram, ScalarType type,
                        const std::string &unit) const;

    /// A value that a point is held at, or that lies under the mouse elsewhere, with its name over the plot.
    void draw_value(double scalar, const std::string &text, ImU32 color) const;

    /// A box that selects.
    void draw_box(std::pair<double, double> a, std::pair<double, double> b) const;

    /// Around selected points, with its handles.
    void draw_selection(const SelectionBox &box) const;

    /// The handle of the selection's box at a place.
    std::optional<BoxSide> handle_at(const SelectionBox &box, ImVec2 place) const;

private:
    ValueRange all_, shown_;
    ImVec2 corner_, size_;
    float bar_;
    int channel_;
    ImDrawList &list_;

    double scalar_at(float x) const;
    ImVec2 number_place(const std::string &text, float y, const std::vector<EditPoint> &points) const;
    ImVec2 curve_at(const TransferFunction &transfer, float x) const;

    /// Handles of the selection's box: in the middle of its sides, of those that can be moved.
    std::vector<std::pair<BoxSide, ImVec2>> handles_of(const SelectionBox &box) const;
    std::pair<ImVec2, ImVec2> corners_of(const SelectionBox &box) const;
};

} // namespace voxmarch
