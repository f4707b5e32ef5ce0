// Goes through the blocks of a volume for the nearest one that can be seen.
#include "scene/narrowest_pixel.h"

#include "renderer/frame_params.h"
#include "renderer/visible_values.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>

namespace voxmarch {

namespace {

constexpr double infinite = std::numeric_limits<double>::infinity();

/// What the picture shows of the world: places at its four sides, and directions that point into it there.
class Frustum {
public:
    Frustum(const Camera &camera, int width, int height)
        : eye_(camera.eye), forward_(glm::normalize(camera.target - camera.eye)), parallel_(camera.height) {
        const PixelRays rays = pixel_rays(camera, width, height);
        const double right = width - 0.5, bottom = height - 0.5;
        const std::array corners{glm::dvec2(-0.5, -0.5), glm::dvec2(right, -0.5), glm::dvec2(right, bottom),
                                 glm::dvec2(-0.5, bottom)};
        const glm::dvec3 middle = rays.start(0.5 * width, 0.5 * height) + rays.direction(0.5 * width, 0.5 * height);
        for (std::size_t i = 0; i < 4; ++i) {
            const glm::dvec2 &here = corners[i], &next = corners[(i + 1) % 4];
            const glm::dvec3 direction = rays.direction(here.x, here.y);
            at_side_[i] = rays.start(here.x, here.y);
            const glm::dvec3 along = rays.start(next.x, next.y) + rays.direction(next.x, next.y) - at_side_[i];
            const glm::dvec3 side = glm::cross(direction, along);
            inward_[i] = glm::dot(side, middle - at_side_[i]) < 0.0 ? -side : side;
            least_cosine_ = std::min(least_cosine_, glm::dot(glm::normalize(direction), forward_));
        }
        pixel_ = parallel_ ? glm::length(rays.eye_dx) : glm::length(rays.dx) / glm::dot(rays.corner, forward_);
    }

    /// Of a pixel at this depth along the line of sight.
    double pixel_width(double depth) const { return parallel_ && depth < infinite ? pixel_ : depth * pixel_; }

    /// Depth along the line of sight of what the picture may show of a box, at least; empty: it shows none of it.
    /// @param distance  of the box from the eye
    std::optional<double> depth(const std::array<glm::dvec3, 8> &corners, double distance) const {
        std::array<bool, 5> beyond{true, true, true, true, true};
        double nearest = infinite;
        for (const glm::dvec3 &corner : corners) {
            const double along = glm::dot(corner - eye_, forward_);
            nearest = std::min(nearest, along);
            beyond[4] = beyond[4] && along <= 0.0;
            for (std::size_t side = 0; side < 4; ++side) {
                beyond[side] = beyond[side] && glm::dot(inward_[side], corner - at_side_[side]) < 0.0;
            }
        }
        if (std::ranges::any_of(beyond, [](bool all) { return all; })) {
            return {};
        }
        return parallel_ ? std::max(nearest, 0.0) : std::max(nearest, distance * least_cosine_);
    }

private:
    glm::dvec3 eye_, forward_;
    bool parallel_; ///< its pixels are as wide at all depths
    std::array<glm::dvec3, 4> at_side_{}, inward_{};
    double least_cosine_ = 1.0; ///< of a ray of the picture with the line of sight
    double pixel_;              ///< width at depth 1
};

/// The volume's blocks without what is clipped.
class ClippedBlocks {
public:
    ClippedBlocks(const ReferenceScene &scene, const ValueBlocks &blocks)
        : scene_(scene), blocks_(blocks), grid_(scene.volume->grid()), to_world_(grid_.world_from_voxel()),
          kept_(cuts_out(scene.settings) ? voxel_box(grid_) : clipped_box(grid_, scene.settings)),
          eye_(glm::inverse(to_world_) * glm::dvec4(scene.camera.eye, 1.0)) {}

    /// What the picture needs to know of a block.
    struct Seen {
        std::array<glm::dvec3, 8> corners; ///< world
        double distance;                   ///< from the eye
    };

    /// Empty: all of it is clipped.
    std::optional<Seen> at(int x, int y, int z) const {
        const std::array<int, 3> block{x, y, z};
        glm::dvec3 low = kept_.min, high = kept_.max;
        for (int axis = 0; axis < 3; ++axis) {
            const auto i = static_cast<std::size_t>(axis);
            if (grid_.dims[i] > 1) {
                low[axis] = std::max(low[axis], double(block[i]) * blocks_.edge);
                high[axis] = std::min(high[axis], double(block[i] + 1) * blocks_.edge);
            }
        }
        if (glm::any(glm::greaterThan(low, high))) {
            return {};
        }
        Seen seen{{}, glm::distance(eye_ * grid_.spacing, glm::clamp(eye_, low, high) * grid_.spacing)};
        for (int corner = 0; corner < 8; ++corner) {
            const glm::dvec3 place(corner & 1 ? high.x : low.x, corner & 2 ? high.y : low.y,
                                   corner & 4 ? high.z : low.z);
            seen.corners[static_cast<std::size_t>(corner)] = glm::dvec3(to_world_ * glm::dvec4(place, 1.0));
        }
        return is_cut_off(seen.corners) ? std::nullopt : std::optional(seen);
    }

private:
    const ReferenceScene &scene_;
    const ValueBlocks &blocks_;
    const Grid &grid_;
    glm::dmat4 to_world_;
    RayBox kept_;
    glm::dvec3 eye_; ///< voxel space

    bool is_cut_off(const std::array<glm::dvec3, 8> &corners) const {
        return !cuts_out(scene_.settings) &&
               std::ranges::any_of(scene_.settings.clip_planes, [&](const ClipPlane &plane) {
                   return std::ranges::all_of(corners, [&](const glm::dvec3 &corner) {
                       return glm::dot(plane.normal, corner) < plane.distance;
                   });
               });
    }
};

/// Whether a frame can show something of a block with such values.
class Shown {
public:
    explicit Shown(const ReferenceScene &scene) : settings_(scene.settings) {
        values_.emplace_back(scene.transfer, scene.settings, Visible::at_all);
        for (const LabelStyle &style : scene.label_styles) { // of labels, which are anywhere
            if (style.transfer) {
                values_.emplace_back(*style.transfer, scene.settings, Visible::at_all);
            }
        }
    }

    bool operator()(const ValueRange &range) const {
        const auto is_met = [&](const SurfaceStyle &surface) {
            return range.min < surface.isovalue && range.max >= surface.isovalue && surface.opacity > 0.0f;
        };
        return (settings_.mode != Mode::volume && std::ranges::any_of(settings_.surfaces, is_met)) ||
               (settings_.mode != Mode::isosurface && std::ranges::any_of(values_, [&](const VisibleValues &values) {
                    return values.any({range.min, range.max, range.min});
                }));
    }

private:
    const RenderSettings &settings_;
    std::vector<VisibleValues> values_;
};

/// Calls f(x, y, z, range) for each block.
template <typename F> void for_each_block(const ValueBlocks &blocks, F &&f) {
    auto range = blocks.ranges.begin();
    for (int z = 0; z < blocks.count[2]; ++z) {
        for (int y = 0; y < blocks.count[1]; ++y) {
            for (int x = 0; x < blocks.count[0]; ++x) {
                f(x, y, z, *range++);
            }
        }
    }
}

} // namespace

double narrowest_pixel(const ReferenceScene &scene, const ValueBlocks &blocks, int width, int height) {
    const Frustum frustum(scene.camera, width, height);
    const ClippedBlocks places(scene, blocks);
    const Shown shown(scene);
    double of_shown = infinite, of_any = infinite; // depths
    bool shows_any = false;
    for_each_block(blocks, [&](int x, int y, int z, const ValueRange &range) {
        const auto place = places.at(x, y, z);
        if (!place) {
            return;
        }
        const double depth = frustum.depth(place->corners, place->distance).value_or(infinite);
        of_any = std::min(of_any, depth);
        if ((!shows_any || depth < of_shown) && shown(range)) { // the rest changes nothing
            shows_any = true;
            of_shown = std::min(of_shown, depth);
        }
    });
    return frustum.pixel_width(shows_any ? of_shown : of_any);
}

} // namespace voxmarch
