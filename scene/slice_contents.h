// What the slices of a scene show: which values in which colours, with lines of isosurfaces; as pictures, and as planes
// of a 3D view.
#pragma once

#include "scene/picture_plane.h"
#include "scene/scene.h"
#include "scene/scene_content.h"
#include "scene/slice_picture.h"

#include <array>
#include <cstddef>
#include <functional>
#include <glm/glm.hpp>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace voxmarch {

/// What pictures of slices show, the slices along x, y and z. Equal contents of the same voxels are equal pictures.
struct SliceContents {
    std::array<SliceFrame, 3> frames;
    std::vector<SliceChannel> channels;
    SliceSlab slab;
    bool labels = false;                  ///< laid over
    bool outlines = false;                ///< of these, in place of their fill
    double label_opacity = 0.0;           ///< of their fill
    std::vector<LabelStyle> styles{};     ///< of these
    std::vector<SurfaceStyle> isolines{}; ///< of whose values there are lines
    double line_width = usual_line;       ///< of these and of outlines, pixels
    int reads = 0;                        ///< of a large volume: how often slices were read
    bool operator==(const SliceContents &) const = default;
};

/// Colours of the slices along x, y and z: their lines on others, their borders in the 3D view.
constexpr glm::ivec3 slice_colors[3] = {{244, 208, 82}, {112, 208, 104}, {240, 92, 84}};

/// Whether the channels are red, green and blue.
bool shows_colors(const Scene &scene);

/// The colour of a channel: that of its function's upper end, of colours its own.
glm::dvec3 color_of(const Scene &scene, std::size_t place);

/// Values of a channel that slices show black and in full where nobody chose: of colours those of their type, else
/// nearly all.
ValueRange usual_slice_window(const Scene &scene, const SceneContent &content, std::size_t place,
                              const Histogram &histogram);

/// A window that radiologists call by a name, in Hounsfield units.
struct NamedWindow {
    const char *name;
    double level, width;
};
std::span<const NamedWindow> named_windows();
ValueRange range_of(const NamedWindow &named);

/// Those that the scene says; else what `usual` gives, which is asked for then alone.
ValueRange slice_window(const Scene &scene, std::size_t place, const std::function<ValueRange()> &usual);

/// Values of channels that are shown black and in full, by their places.
using SliceWindows = std::function<ValueRange(std::size_t)>;

/// @param center  where slices cross, voxel space
/// @param only    of several volumes this one is shown alone, by its place among them
SliceContents slice_contents(const Scene &scene, const SceneContent &content, const glm::dvec3 &center,
                             const SliceWindows &window, std::optional<std::size_t> only = {});

/// @param read  of a large volume: the values of its slice
Image slice_image(const SceneContent &content, const SliceContents &contents, std::size_t normal,
                  const SliceValues &read);

/// Lines of the isosurfaces' values over that picture, in its pixels.
std::vector<SliceLine> slice_lines(const SceneContent &content, const SliceContents &contents, std::size_t normal,
                                   const SliceValues &read);

/// Why a scene is drawn without the slices that its view is to show; "" if it is drawn with them.
/// @param in_bricks  the volume is drawn so  @param labelled  by labels
std::string why_no_planes(const Scene &scene, bool in_bricks, bool labelled);

/// Puts planes into a scene that is drawn, where its view is to show them. Precondition: why_no_planes() is ""
void add_planes(Scene &drawn, const std::vector<PicturePlane> &planes);

/// The planes of a scene's slices, kept until they show something else. One thread at a time.
class SlicePlanePainter {
public:
    /// None where the view shows none. Slices of large volumes are read. @throws as BrickSource::read()
    std::vector<PicturePlane> planes(const Scene &scene, const SceneContent &content);

private:
    const SceneContent *of_ = nullptr;
    int time_ = 0;
    std::optional<SliceContents> contents_;
    std::vector<std::optional<ValueRange>> usual_; ///< windows, of channels that were asked for
    std::vector<PicturePlane> planes_;
};

} // namespace voxmarch
