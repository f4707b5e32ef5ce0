// What a slice across a volume looks like.
#pragma once

#include "renderer/image.h"
#include "scene/isolines.h"
#include "scene/large_slices.h"
#include "scene/scene_content.h"
#include "scene/slice_frame.h"
#include "transfer/transfer_function.h"

#include <cstddef>
#include <glm/glm.hpp>
#include <optional>
#include <set>
#include <vector>

namespace voxmarch {

/// What a slice shows of a channel: its values in shades of a colour, which are added, or colours laid over what stands
/// before it, as those of a PET over a CT.
struct SliceChannel {
    std::size_t place = 0; ///< among those that are drawn together
    ValueRange window;     ///< values shown black and in full colour
    glm::dvec3 color{1.0}; ///< that is added
    /// Over file values: its colours over the shades of `color`, in full where it is as opaque as anywhere.
    std::optional<TransferFunction> colored{};
    /// Over file values: laid over in its colours, as opaque as `overlay` says where the function is most opaque.
    std::optional<TransferFunction> transfer{};
    double overlay = 0.0; ///< [0, 1]
    bool operator==(const SliceChannel &) const = default;
};

constexpr double usual_line = 1.5; ///< width of lines over slices, pixels; the thinnest that is smooth

/// What lies over a slice of the labels of its voxels.
struct SliceLabels {
    const Volume *labels = nullptr; ///< null: nothing
    std::vector<LabelStyle> styles; ///< else the colours of their numbers
    bool outlines = false;          ///< lines along their borders, within them, alone, in full
    double opacity = 0.45;          ///< of their fill, [0, 1]
    double line_width = usual_line; ///< of outlines, pixels
};

/// What a slice shows of a channel at a place, voxel space: of a slab what the slab's voxels give; empty beside the
/// volume's box.
std::optional<double> slab_value(const SceneContent &content, std::size_t channel, const SliceFrame &frame,
                                 const glm::dvec3 &voxel, const SliceSlab &slab);

/// The slice across volumes in memory. Pixels between voxels are interpolated, those of labels the nearest's; beside
/// the box they are black. Overlays are interpolated; beside their boxes, and where they have no number, they show
/// nothing; of a slab they are those of its middle.
Image slice_image(const SceneContent &content, const SliceFrame &frame, const std::vector<SliceChannel> &channels,
                  const SliceSlab &slab = {}, const SliceLabels &labels = {});

/// Labels of voxels that the slice's pixels show.
std::set<int> labels_on(const Volume &labels, const SliceFrame &frame);

/// A line of equal value on a slice.
struct SliceLine {
    glm::vec3 color{1.0f};         ///< parts in [0, 1]
    std::vector<LinePiece> pieces; ///< pixels of the slice, whose middles are whole numbers
};

/// The picture of a slice with lines drawn into it, smooth. @param width  of these, pixels
Image with_lines(const Image &picture, const std::vector<SliceLine> &lines, double width = usual_line);

/// The values that its pixels show of a channel, row by row; NaN beside the box.
std::vector<float> slice_values(const SceneContent &content, const SliceFrame &frame, std::size_t channel,
                                const SliceSlab &slab = {});

/// The same of a large volume, of as many pixels as were read.
std::vector<float> slice_values(const SliceValues &slice, const SliceAxes &axes);

/// A channel's value at a place of voxel space, of its nearest voxel if it holds labels, else interpolated; empty
/// beside its box.
std::optional<double> value_between(const SceneContent &content, std::size_t channel, const glm::dvec3 &voxel);

/// The slice across a large volume, which has one channel.
Image slice_image(const SliceValues &slice, const SliceAxes &axes, const std::vector<SliceChannel> &channels);

} // namespace voxmarch
