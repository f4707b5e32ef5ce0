// Where scalars and gradient magnitudes lie in the plane that is edited, and how it is drawn.
#pragma once

#include "app/viewer/transfer/plane_edit.h"
#include "renderer/image.h"
#include "volume/joint_histogram.h"

#include <imgui.h>
#include <string>

namespace voxmarch {

class PlaneArea {
public:
    /// @param corner  top left, pixels of the window
    PlaneArea(const PlaneLimits &shown, ImVec2 corner, ImVec2 size);

    ImVec2 at(glm::dvec2 place) const;

    /// Scalar and gradient magnitude at a place of the window.
    glm::dvec2 place(ImVec2 at) const;

    const PlaneLimits &shown() const { return shown_; }
    ImVec2 size() const { return size_; }

    void draw_picture(ImTextureID picture) const;
    void draw_shape(const TransferWidget &widget, bool selected) const;
    void draw_mark(glm::dvec2 place, float radius, ImU32 color) const;

    /// Numbers along both axes, and what they are.
    void draw_axes(ScalarType type, const std::string &gradient_unit) const;

    /// The handle or corner of a shape under the mouse.
    std::optional<std::size_t> handle_at(const TransferWidget &widget, ImVec2 mouse) const;
    std::optional<std::size_t> corner_at(const TransferWidget &widget, ImVec2 mouse) const;

    /// The side of a polygon under the mouse, by its first corner.
    std::optional<std::size_t> side_at(const TransferWidget &widget, ImVec2 mouse) const;

private:
    PlaneLimits shown_;
    ImVec2 corner_, size_;
    ImDrawList &list_;
};

/// Voxels as brightness, by logarithms or as they are, and the function's colours over them; gradients upwards.
Image plane_picture(const JointHistogram *joint, const TransferFunction &transfer, const PlaneLimits &shown, int width,
                    int height, bool logarithmic);

} // namespace voxmarch
