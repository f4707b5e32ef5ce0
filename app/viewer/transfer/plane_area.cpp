// Drawing of the plane of scalar and gradient magnitude.
#include "app/viewer/transfer/plane_area.h"

#include "app/viewer/panels/number_text.h"
#include "app/viewer/window/theme.h"
#include "base/parallel.h"

#include <algorithm>
#include <cmath>

namespace voxmarch {

namespace {

constexpr float grip_radius = 7.0f; // points

float pixels_between(ImVec2 a, ImVec2 b) { return std::hypot(a.x - b.x, a.y - b.y); }

float distance_to_side(ImVec2 place, ImVec2 from, ImVec2 to) {
    const float x = to.x - from.x, y = to.y - from.y, length = x * x + y * y;
    const float share =
        length > 0.0f ? std::clamp(((place.x - from.x) * x + (place.y - from.y) * y) / length, 0.0f, 1.0f) : 0.0f;
    return pixels_between(place, ImVec2(from.x + share * x, from.y + share * y));
}

ImU32 shape_color(glm::dvec3 color) {
    const auto byte = [](double share) { return static_cast<ImU32>(std::lround(255.0 * std::clamp(share, 0.0, 1.0))); };
    return IM_COL32(byte(color.r), byte(color.g), byte(color.b), 255);
}

} // namespace

PlaneArea::PlaneArea(const PlaneLimits &shown, ImVec2 corner, ImVec2 size)
    : shown_(shown), corner_(corner), size_(size), list_(*ImGui::GetWindowDrawList()) {}

ImVec2 PlaneArea::at(glm::dvec2 place) const {
    const double x = (place.x - shown_.scalars.min) / (shown_.scalars.max - shown_.scalars.min);
    const double y = place.y / shown_.gradient;
    return ImVec2(corner_.x + static_cast<float>(std::clamp(x, -9.0, 10.0)) * size_.x,
                  corner_.y + (1.0f - static_cast<float>(std::clamp(y, -9.0, 10.0))) * size_.y);
}

glm::dvec2 PlaneArea::place(ImVec2 at) const {
    const auto x = static_cast<double>((at.x - corner_.x) / size_.x);
    return {std::lerp(shown_.scalars.min, shown_.scalars.max, x),
            static_cast<double>(1.0f - (at.y - corner_.y) / size_.y) * shown_.gradient};
}

void PlaneArea::draw_picture(ImTextureID picture) const {
    list_.AddImage(picture, corner_, ImVec2(corner_.x + size_.x, corner_.y + size_.y));
}

void PlaneArea::draw_shape(const TransferWidget &widget, bool selected) const {
    const ImVec2 end(corner_.x + size_.x, corner_.y + size_.y);
    list_.PushClipRect(corner_, end, true);
    std::vector<ImVec2> line;
    for (const glm::dvec2 &place : outline_of(widget)) {
        line.push_back(at(place));
    }
    line.push_back(line.front());
    for (std::size_t i = 1; i < line.size(); ++i) {
        list_.AddLine(line[i - 1], line[i], selected ? accent_color : shape_color(widget.color), scaled(1.6f));
    }
    if (selected) {
        const ImVec2 low = at({widget.scalar_low, widget.gradient_low}),
                     high = at({widget.scalar_high, widget.gradient_high});
        list_.AddRect(ImVec2(low.x, high.y), ImVec2(high.x, low.y), IM_COL32(255, 255, 255, 90));
    }
    list_.PopClipRect();
    if (!selected) {
        return;
    }
    const float half = scaled(3.5f), around = scaled(6.0f);
    list_.PushClipRect(ImVec2(corner_.x - around, corner_.y - around), ImVec2(end.x + around, end.y + around), true);
    for (const glm::dvec2 &handle : box_handles) {
        const ImVec2 to = at(place_in(widget, handle));
        list_.AddRectFilled(ImVec2(to.x - half, to.y - half), ImVec2(to.x + half, to.y + half),
                            IM_COL32(255, 255, 255, 230));
    }
    for (const glm::dvec2 &corner : widget.corners) {
        list_.AddCircleFilled(at(place_in(widget, corner)), scaled(4.5f), accent_color);
    }
    list_.PopClipRect();
}

void PlaneArea::draw_mark(glm::dvec2 place, float radius, ImU32 color) const {
    list_.PushClipRect(corner_, ImVec2(corner_.x + size_.x, corner_.y + size_.y), true);
    list_.AddCircleFilled(at(place), radius, color);
    list_.PopClipRect();
}

void PlaneArea::draw_axes(ScalarType type, const std::string &gradient_unit) const {
    const ImU32 over = IM_COL32(255, 255, 255, 150);
    for (const double share : {0.0, 0.25, 0.5, 0.75, 1.0}) {
        const float y = corner_.y + (1.0f - static_cast<float>(share)) * size_.y;
        list_.AddLine(ImVec2(corner_.x, y), ImVec2(corner_.x + scaled(5.0f), y), over);
        if (share > 0.0) {
            const std::string text = value_text(share * shown_.gradient, ScalarType::f32);
            list_.AddText(ImVec2(corner_.x + scaled(8.0f), y + scaled(share == 1.0 ? 1.0f : -7.0f)), over,
                          text.c_str());
        }
    }
    const float title = ImGui::CalcTextSize(gradient_unit.c_str()).x;
    list_.AddText(ImVec2(corner_.x + size_.x - title - scaled(4.0f), corner_.y + scaled(2.0f)), over,
                  gradient_unit.c_str());
    const float top = corner_.y + size_.y + scaled(2.0f);
    for (const double share : {0.0, 0.5, 1.0}) {
        const std::string text =
            (share == 0.5 ? "value " : "") + value_text(std::lerp(shown_.scalars.min, shown_.scalars.max, share), type);
        const float width = ImGui::CalcTextSize(text.c_str()).x;
        list_.AddText(ImVec2(corner_.x + static_cast<float>(share) * (size_.x - width), top),
                      ImGui::GetColorU32(ImGuiCol_TextDisabled), text.c_str());
    }
    ImGui::Dummy(ImVec2(1.0f, ImGui::GetTextLineHeight() - scaled(2.0f)));
}

std::optional<std::size_t> PlaneArea::handle_at(const TransferWidget &widget, ImVec2 mouse) const {
    for (std::size_t i = 0; i < box_handles.size(); ++i) {
        if (pixels_between(at(place_in(widget, box_handles[i])), mouse) <= scaled(grip_radius)) {
            return i;
        }
    }
    return std::nullopt;
}

std::optional<std::size_t> PlaneArea::corner_at(const TransferWidget &widget, ImVec2 mouse) const {
    for (std::size_t i = 0; i < widget.corners.size(); ++i) {
        if (pixels_between(at(place_in(widget, widget.corners[i])), mouse) <= scaled(grip_radius)) {
            return i;
        }
    }
    return std::nullopt;
}

std::optional<std::size_t> PlaneArea::side_at(const TransferWidget &widget, ImVec2 mouse) const {
    for (std::size_t i = 0; i < widget.corners.size(); ++i) {
        const ImVec2 from = at(place_in(widget, widget.corners[i]));
        const ImVec2 to = at(place_in(widget, widget.corners[(i + 1) % widget.corners.size()]));
        if (distance_to_side(mouse, from, to) <= scaled(grip_radius)) {
            return i;
        }
    }
    return std::nullopt;
}

Image plane_picture(const JointHistogram *joint, const TransferFunction &transfer, const PlaneLimits &shown, int width,
                    int height, bool logarithmic) {
    Image image{width, height, {}};
    image.rgba.resize(static_cast<std::size_t>(width) * static_cast<std::size_t>(height) * 4, 255);
    const auto scalar_at = [&](double x) { return std::lerp(shown.scalars.min, shown.scalars.max, x / width); };
    const auto gradient_at = [&](double y) { return std::max(0.0, (1.0 - y / height) * shown.gradient); };
    const auto row = static_cast<std::size_t>(width);
    std::vector<double> counts(row * static_cast<std::size_t>(height));
    double fullest = 1.0, strongest = 0.0;
    if (joint) {
        in_pieces(counts.size(), row, [&](std::size_t line, std::size_t first, std::size_t end) {
            const auto y = static_cast<double>(line);
            for (std::size_t i = first; i < end; ++i) {
                const auto x = static_cast<double>(i - first);
                counts[i] = joint->voxels({scalar_at(x), scalar_at(x + 1.0)}, {gradient_at(y + 1.0), gradient_at(y)});
                counts[i] = logarithmic ? std::log1p(counts[i]) : counts[i];
            }
        });
        fullest = std::max(fullest, *std::ranges::max_element(counts));
    }
    for (const TransferWidget &widget : transfer.widgets) {
        strongest = std::max(strongest, widget.opacity);
    }
    const auto color_pixel = [&](std::size_t i) {
        const double x = static_cast<double>(i % row) + 0.5, y = static_cast<double>(i / row) + 0.5;
        const double many = counts[i] / fullest;
        const glm::dvec3 behind = glm::mix(glm::dvec3(0.06, 0.07, 0.09), glm::dvec3(0.86, 0.90, 0.98), many);
        const glm::dvec4 color = transfer.evaluate(scalar_at(x), gradient_at(y));
        const double share = strongest > 0.0 ? 0.7 * std::sqrt(std::min(1.0, color.a / strongest)) : 0.0;
        const double bright = 0.6 + 0.4 * many; // the histogram stays seen within shapes
        const glm::dvec3 seen = glm::mix(behind, bright * glm::dvec3(color), share);
        for (std::size_t channel = 0; channel < 3; ++channel) {
            image.rgba[4 * i + channel] =
                static_cast<std::uint8_t>(std::lround(255.0 * seen[static_cast<int>(channel)]));
        }
    };
    in_pieces(counts.size(), row, [&](std::size_t, std::size_t first, std::size_t end) {
        for (std::size_t i = first; i < end; ++i) {
            color_pixel(i);
        }
    });
    return image;
}

} // namespace voxmarch
