// Drawing of the transfer function editor.
#include "app/viewer/transfer/plot_area.h"

#include "app/viewer/panels/number_text.h"
#include "app/viewer/window/theme.h"

#include <algorithm>
#include <cmath>

namespace voxmarch {

namespace {

constexpr ImU32 paper = IM_COL32(16, 18, 23, 255);
constexpr ImU32 bar_color = IM_COL32(96, 108, 132, 170), curve_color = IM_COL32(245, 245, 245, 255);

ImU32 color_of(glm::dvec3 color) {
    const auto byte = [](double share) { return static_cast<ImU32>(std::lround(255.0 * std::clamp(share, 0.0, 1.0))); };
    return IM_COL32(byte(color.r), byte(color.g), byte(color.b), 255);
}

} // namespace

TransferPlotArea::TransferPlotArea(ValueRange all, ValueRange shown, ImVec2 corner, ImVec2 size, float bar, int channel)
    : all_(all), shown_(shown), corner_(corner), size_(size.x, size.y - bar), bar_(bar), channel_(channel),
      list_(*ImGui::GetWindowDrawList()) {}

ImVec2 TransferPlotArea::place(double scalar, double opacity) const {
    const double x = (scalar - shown_.min) / (shown_.max - shown_.min);
    return ImVec2(corner_.x + static_cast<float>(std::clamp(x, -4.0, 5.0)) * size_.x,
                  corner_.y + (1.0f - static_cast<float>(height_of(opacity))) * size_.y);
}

double TransferPlotArea::scalar_at(float x) const {
    return std::lerp(shown_.min, shown_.max, static_cast<double>((x - corner_.x) / size_.x));
}

std::pair<double, double> TransferPlotArea::value(ImVec2 at) const {
    const double height = std::clamp(1.0 - static_cast<double>((at.y - corner_.y) / size_.y), 0.0, 1.0);
    return {std::clamp(scalar_at(at.x), shown_.min, shown_.max), height * height};
}

ImVec2 TransferPlotArea::curve_at(const TransferFunction &transfer, float x) const {
    return ImVec2(x, place(0.0, transfer.max_opacity_over_gradients(scalar_at(x))).y);
}

bool TransferPlotArea::on_curve(const TransferFunction &transfer, ImVec2 at) const {
    const float reach = scaled(7.0f);
    for (float x = at.x - reach; x < at.x + reach; ++x) {
        const ImVec2 a = curve_at(transfer, x), b = curve_at(transfer, x + 1.0f); // where it steps these are far apart
        const float y = std::clamp(at.y, std::min(a.y, b.y), std::max(a.y, b.y));
        if (std::hypot(at.x - x, at.y - y) <= reach) {
            return true;
        }
    }
    return false;
}

std::optional<ValueRange> TransferPlotArea::panned(double by) const {
    const double move = std::clamp(by, all_.min - shown_.min, all_.max - shown_.max);
    const bool whole = shown_.min <= all_.min && shown_.max >= all_.max;
    return whole ? std::nullopt : std::optional(ValueRange{shown_.min + move, shown_.max + move});
}

std::optional<ValueRange> TransferPlotArea::zoomed(double scalar, double factor) const {
    const ValueRange wanted{std::max(all_.min, scalar + (shown_.min - scalar) * factor),
                            std::min(all_.max, scalar + (shown_.max - scalar) * factor)};
    const bool whole = wanted.min <= all_.min && wanted.max >= all_.max;
    const bool too_near = wanted.max - wanted.min < 1e-4 * (all_.max - all_.min);
    return whole ? std::nullopt : std::optional(too_near ? shown_ : wanted);
}

void TransferPlotArea::draw_histogram(const Histogram &histogram, bool logarithmic) const {
    list_.AddRectFilled(corner_, ImVec2(corner_.x + size_.x, corner_.y + size_.y + bar_), paper, scaled(3.0f));
    if (histogram.counts.empty() || !(histogram.range.max > histogram.range.min)) {
        return;
    }
    // The fullest bin of every column of pixels.
    const int columns = std::max(1, static_cast<int>(size_.x));
    const auto bins = static_cast<double>(histogram.counts.size());
    const auto bin_at = [&](double scalar) {
        const double share = (scalar - histogram.range.min) / (histogram.range.max - histogram.range.min);
        return static_cast<std::ptrdiff_t>(std::floor(share * bins));
    };
    const auto scale = [&](double count) { return logarithmic ? std::log1p(count) : count; };
    // Linear heights are those of the second fullest bin: the background would flatten all others.
    std::vector<std::uint64_t> sorted = histogram.counts;
    std::partial_sort(sorted.begin(), sorted.begin() + std::min<std::ptrdiff_t>(2, std::ssize(sorted)), sorted.end(),
                      std::greater<>());
    const double largest = scale(static_cast<double>(sorted[!logarithmic && sorted.size() > 1 ? 1 : 0]));
    for (int column = 0; column < columns; ++column) {
        const float x = corner_.x + static_cast<float>(column);
        const auto first = std::clamp<std::ptrdiff_t>(bin_at(scalar_at(x)), -1, std::ssize(histogram.counts));
        const auto last = std::clamp<std::ptrdiff_t>(bin_at(scalar_at(x + 1.0f)), first, std::ssize(histogram.counts));
        std::uint64_t most = 0;
        for (std::ptrdiff_t bin = std::max<std::ptrdiff_t>(first, 0); bin <= last && bin < std::ssize(histogram.counts);
             ++bin) {
            most = std::max(most, histogram.counts[static_cast<std::size_t>(bin)]);
        }
        const double share = largest > 0.0 ? std::min(scale(static_cast<double>(most)) / largest, 1.0) : 0.0;
        if (share > 0.0) {
            list_.AddLine(ImVec2(x, corner_.y + size_.y), ImVec2(x, corner_.y + size_.y * (1.0f - float(share))),
                          bar_color);
        }
    }
}

void TransferPlotArea::draw_curve(const TransferFunction &transfer) const {
    const int columns = std::max(2, static_cast<int>(size_.x / 2.0f));
    ImVec2 before;
    list_.PushClipRect(corner_, ImVec2(corner_.x + size_.x, corner_.y + size_.y + bar_), true);
    for (int i = 0; i <= columns; ++i) {
        const float x = corner_.x + size_.x * static_cast<float>(i) / static_cast<float>(columns);
        const double scalar = scalar_at(x);
        glm::dvec4 color = transfer.evaluate(scalar);
        color.a = transfer.max_opacity_over_gradients(scalar);
        const ImVec2 at(x, place(scalar, color.a).y);
        if (i > 0) {
            list_.AddRectFilled(ImVec2(before.x, corner_.y + size_.y + 2.0f), ImVec2(at.x, corner_.y + size_.y + bar_),
                                color_of(color));
            list_.AddLine(before, at, curve_color, scaled(1.5f));
        }
        before = at;
    }
    list_.PopClipRect();
}

void TransferPlotArea::draw_points(const std::vector<EditPoint> &points, const std::set<std::size_t> &selected) const {
    list_.PushClipRect(ImVec2(corner_.x - scaled(6.0f), corner_.y - scaled(6.0f)),
                       ImVec2(corner_.x + size_.x + scaled(6.0f), corner_.y + size_.y + scaled(6.0f)), true);
    for (std::size_t i = 0; i < points.size(); ++i) {
        const ImVec2 at = place(points[i].scalar, points[i].opacity);
        const bool chosen = selected.contains(i);
        list_.AddCircleFilled(at, scaled(chosen ? 6.5f : 5.0f), color_of(points[i].color));
        list_.AddCircle(at, scaled(chosen ? 6.5f : 5.0f), chosen ? accent_color : IM_COL32(255, 255, 255, 220), 0,
                        scaled(chosen ? 2.0f : 1.2f));
    }
    list_.PopClipRect();
}

void TransferPlotArea::draw_isovalues(const std::vector<SurfaceStyle> &surfaces) const {
    const float half = scaled(6.0f);
    for (const SurfaceStyle &surface : surfaces) {
        if (surface.channel != channel_) {
            continue;
        }
        const float x = place(surface.isovalue, 0.0).x;
        const ImU32 color = color_of(surface.color);
        list_.AddLine(ImVec2(x, corner_.y), ImVec2(x, corner_.y + size_.y), color, scaled(1.5f));
        list_.AddTriangleFilled(ImVec2(x - half, corner_.y), ImVec2(x + half, corner_.y),
                                ImVec2(x, corner_.y + 2.0f * half), color);
    }
}

std::optional<std::size_t> TransferPlotArea::isovalue_at(ImVec2 at, const std::vector<SurfaceStyle> &surfaces) const {
    for (std::size_t i = 0; i < surfaces.size(); ++i) {
        const float x = place(surfaces[i].isovalue, 0.0).x;
        if (surfaces[i].channel == channel_ && std::abs(at.x - x) < scaled(7.0f) && at.y < corner_.y + scaled(14.0f)) {
            return i;
        }
    }
    return std::nullopt;
}

void TransferPlotArea::draw_box(std::pair<double, double> a, std::pair<double, double> b) const {
    const ImVec2 from = place(a.first, a.second), to = place(b.first, b.second);
    list_.AddRectFilled(from, to, IM_COL32(94, 158, 255, 40));
    list_.AddRect(from, to, accent_color);
}

} // namespace voxmarch
