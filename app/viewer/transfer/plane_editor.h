// What is selected, held and shown in the plane of scalar and gradient magnitude, and below it.
#pragma once

#include "app/viewer/window/texture.h"
#include "transfer/transfer_function.h"
#include "volume/joint_histogram.h"

#include <cstddef>
#include <memory>
#include <optional>
#include <vector>

namespace voxmarch {

struct LoadedVolume;

/// What the mouse drags in the plane.
struct PlaneGrip {
    enum class Kind { shape, handle, corner } kind = Kind::shape;
    std::size_t index = 0; ///< of the handle or corner
};

/// What the picture in the plane was made of.
struct PlanePictureKey {
    std::vector<TransferWidget> widgets;
    ValueRange scalars;
    double gradient = 0.0;
    int width = 0, height = 0;
    bool logarithmic = true, counted = false;
    bool operator==(const PlanePictureKey &) const = default;
};

struct PlaneEditor {
    std::optional<std::size_t> selected; ///< shape
    std::optional<PlaneGrip> held;
    std::optional<double> gradient_zoom;           ///< highest gradient magnitude shown; empty: what suits the data
    std::vector<TransferWidget> put_away;          ///< shapes of the function that is shown as a curve now
    std::optional<std::size_t> held_gradient;      ///< point of the gradient opacities
    double gradients_shown = 1.0;                  ///< highest gradient beside them
    std::vector<GradientPoint> gradients_put_away; ///< those that were switched off

    std::shared_ptr<const LoadedVolume> counted;   ///< whose voxels were counted, or are
    std::size_t counted_channel = 0;               ///< of it
    std::shared_ptr<const JointHistogram> joint{}; ///< null: not yet
    std::unique_ptr<Texture> picture;
    PlanePictureKey picture_of;
};

} // namespace voxmarch
