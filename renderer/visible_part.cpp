// Finds blocks that can be seen from the values of their voxels, as the octree on the device does.
#include "renderer/visible_part.h"

#include "renderer/frame_params.h"

#include "base/parallel.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <span>
#include <tuple>
#include <type_traits>

namespace voxmarch {

namespace {

/// What voxels with a label can be seen by.
class VisibleLabels {
public:
    /// @param labels  null: none
    VisibleLabels(const Volume *labels, const std::vector<LabelStyle> &styles) {
        for (const LabelStyle &style : styles) {
            const bool hidden = style.visibility <= 0.0f;
            matters_ = matters_ || hidden || style.transfer;
            functions_.push_back(hidden ? 0u : style.transfer ? bit_of(*style.transfer) : 1u);
        }
        labels_ = matters_ ? labels : nullptr;
    }

    /// Whether all are seen by the volume's function.
    bool all() const { return labels_ == nullptr; }

    /// Bits of the functions that show the label of a voxel: 1 of the volume's, then those of labels in order.
    unsigned operator()(int x, int y, int z) const {
        const auto label = static_cast<std::size_t>(std::max(0.0, labels_->value(x, y, z)));
        return label < functions_.size() ? functions_[label] : 1u;
    }

    /// Functions of labels.
    const std::vector<const TransferFunction *> &transfers() const { return transfers_; }

private:
    const Volume *labels_ = nullptr;
    bool matters_ = false;
    std::vector<unsigned> functions_; ///< bits, by label
    std::vector<const TransferFunction *> transfers_;

    unsigned bit_of(const TransferFunction &transfer) {
        const auto found =
            std::ranges::find_if(transfers_, [&](const TransferFunction *other) { return *other == transfer; });
        const auto place = static_cast<unsigned>(found - transfers_.begin());
        if (found == transfers_.end()) {
            transfers_.push_back(&transfer);
        }
        return 2u << std::min(place, 30u);
    }
};

/// Values of the blocks of one row, which are found for some neighbours at once: column by column first, of which
/// compilers make vectors.
class RowOfBlocks {
public:
    /// @param low, high  voxels of the row's blocks along y and z, both ends included
    RowOfBlocks(const Volume &volume, int edge, std::array<int, 2> low, std::array<int, 2> high)
        : volume_(volume), edge_(edge), low_(low), high_(high) {}

    const PartValues &at(int block) {
        if (block < first_ || block >= first_ + at_once) {
            first_ = block / at_once * at_once;
            visit_scalar(volume_.type(), [&](auto tag) { find(tag); });
        }
        return parts_[static_cast<std::size_t>(block - first_)];
    }

private:
    static constexpr int at_once = 16;
    static constexpr std::size_t most_columns = at_once * 4 + 1; ///< of blocks of at most 4 cells

    const Volume &volume_;
    int edge_;
    std::array<int, 2> low_, high_;
    int first_ = -at_once; ///< of the blocks that are known
    std::array<PartValues, at_once> parts_{};

    template <typename T> struct Columns {
        using Sum = std::conditional_t<std::is_floating_point_v<T>, double,
                                       std::conditional_t<sizeof(T) == 1, std::int16_t, std::int32_t>>;
        std::array<T, most_columns> low, high;
        std::array<Sum, most_columns> sum{};
    };

    template <typename T> void find(T) {
        const auto &dims = volume_.grid().dims;
        const int begin = first_ * edge_;
        const auto count = static_cast<std::size_t>(std::min(begin + at_once * edge_ + 1, dims[0]) - begin);
        Columns<T> columns;
        columns.low.fill(std::numeric_limits<T>::max());
        columns.high.fill(std::numeric_limits<T>::lowest());
        for (int z = low_[1]; z <= high_[1]; ++z) {
            for (int y = low_[0]; y <= high_[0]; ++y) {
                const std::size_t line = std::size_t(z) * std::size_t(dims[1]) + std::size_t(y);
                add(volume_.voxels<T>().subspan(line * std::size_t(dims[0]) + std::size_t(begin), count), columns);
            }
        }
        const int lines = (high_[0] - low_[0] + 1) * (high_[1] - low_[1] + 1);
        for (int block = 0; block < at_once && block * edge_ < static_cast<int>(count); ++block) {
            parts_[std::size_t(block)] =
                part(columns, block * edge_, std::min(block * edge_ + edge_, int(count) - 1), lines);
        }
    }

    template <typename T> static void add(std::span<const T> line, Columns<T> &columns) {
        for (std::size_t i = 0; i < line.size(); ++i) {
            columns.low[i] = line[i] < columns.low[i] ? line[i] : columns.low[i];
            columns.high[i] = line[i] > columns.high[i] ? line[i] : columns.high[i];
            columns.sum[i] = static_cast<typename Columns<T>::Sum>(columns.sum[i] + line[i]); // of at most 25 lines
        }
    }

    /// Of the columns `from` to `to`, which have so many lines.
    template <typename T> static PartValues part(const Columns<T> &columns, int from, int to, int lines) {
        PartValues result{double(columns.low[std::size_t(from)]), double(columns.high[std::size_t(from)]), 0.0};
        for (auto i = static_cast<std::size_t>(from); i <= static_cast<std::size_t>(to); ++i) {
            result.low = std::min(result.low, double(columns.low[i]));
            result.high = std::max(result.high, double(columns.high[i]));
            result.mean += double(columns.sum[i]);
        }
        result.mean /= static_cast<double>(lines) * (to - from + 1);
        return result;
    }
};

/// Corners of the smallest convex area that holds these places (Andrew's monotone chain).
std::vector<glm::dvec2> convex_hull(std::vector<glm::dvec2> places) {
    std::ranges::sort(places, [](const auto &a, const auto &b) { return std::tie(a.x, a.y) < std::tie(b.x, b.y); });
    const auto turns_right = [](const glm::dvec2 &a, const glm::dvec2 &b, const glm::dvec2 &c) {
        return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x) <= 0.0;
    };
    std::vector<glm::dvec2> hull;
    for (int side = 0; side < 2; ++side, std::ranges::reverse(places)) {
        const std::size_t begin = hull.size();
        for (const glm::dvec2 &place : places) {
            while (hull.size() >= begin + 2 && turns_right(hull[hull.size() - 2], hull.back(), place)) {
                hull.pop_back();
            }
            hull.push_back(place);
        }
    }
    return hull;
}

/// The volume in blocks of cells.
class Blocks {
public:
    Blocks(const ReferenceScene &scene, Visible visible)
        : scene_(scene), grid_(scene.volume->grid()),
          labels_(scene.common ? nullptr : scene.labels, scene.label_styles) {
        values_.emplace_back(scene.transfer, scene.settings, visible);
        for (const TransferFunction *transfer : labels_.transfers()) {
            values_.emplace_back(*transfer, scene.settings, visible);
        }
        const auto &dims = grid_.dims;
        edge_ = std::clamp(*std::max_element(dims.begin(), dims.end()) / 64, 1, 4);
        for (std::size_t axis = 0; axis < 3; ++axis) {
            count_[axis] = std::max(1, (dims[axis] - 1 + edge_ - 1) / edge_);
        }
        const glm::dvec3 last = grid_.dims_d() - 1.0;
        // Of a volume that has a place on another grid labels and clip box, which have that grid, leave out nothing.
        const glm::dvec3 none(0.0), all(1.0);
        const bool whole = scene.common != nullptr || cuts_out(scene.settings);
        low_ = (whole ? none : scene.settings.clip_low) * last;
        high_ = (whole ? all : scene.settings.clip_high) * last;
        to_world_ = scene.common ? scene.common->grid.world_from_voxel() *
                                       glm::inverse(scene.common->places.front().own_from_grid)
                                 : grid_.world_from_voxel();
        clips_ = low_ != none * last || high_ != all * last || !scene_.settings.clip_planes.empty();
        if (cuts_out(scene.settings)) {
            clips_ = false;
            hole_ = scene.common ? std::nullopt : std::optional(hole_box(grid_, scene.settings));
        }
    }

    int layers() const { return count_[2]; }

    /// Adds the corners of a layer's visible blocks, but for those that lie between others of them.
    void add_layer(int z, std::vector<glm::dvec3> &corners) const {
        std::vector<glm::dvec2> outline;
        for (int y = 0; y < count_[1]; ++y) {
            add_row(y, z, outline);
        }
        const auto [low, high] = box(0, 0, z);
        const std::vector<glm::dvec2> hull = convex_hull(std::move(outline));
        for (const glm::dvec2 &place : hull) {
            corners.emplace_back(to_world_ * glm::dvec4(place, low.z, 1.0));
            corners.emplace_back(to_world_ * glm::dvec4(place, high.z, 1.0));
        }
    }

private:
    const ReferenceScene &scene_;
    std::vector<VisibleValues> values_; ///< of the volume's function, then of those of labels
    const Grid &grid_;
    VisibleLabels labels_;
    int edge_ = 4;
    std::array<int, 3> count_{};
    bool clips_ = false;         ///< something of the volume is cut off
    glm::dvec3 low_, high_;      ///< clip box, voxel space
    std::optional<RayBox> hole_; ///< the clip box of what is cut out, voxel space
    glm::dmat4 to_world_;

    /// Adds the corners along x and y of the first and last visible block of a row.
    void add_row(int y, int z, std::vector<glm::dvec2> &corners) const {
        const auto [y0, y1] = voxels(y, 1);
        const auto [z0, z1] = voxels(z, 2);
        RowOfBlocks values(*scene_.volume, edge_, {y0, z0}, {y1, z1});
        int first = 0, last = count_[0] - 1;
        while (first <= last && !is_visible(first, y, z, values)) {
            ++first;
        }
        while (last > first && !is_visible(last, y, z, values)) {
            --last;
        }
        for (int x = first; x <= last; x += std::max(1, last - first)) {
            const auto [low, high] = box(x, y, z);
            corners.insert(corners.end(), {{low.x, low.y}, {low.x, high.y}, {high.x, low.y}, {high.x, high.y}});
        }
    }

    /// Voxels of a block along an axis, both ends included.
    std::pair<int, int> voxels(int block, std::size_t axis) const {
        return {block * edge_, std::min((block + 1) * edge_, grid_.dims[axis] - 1)};
    }

    /// The block without what is clipped, voxel space; low > high somewhere if nothing is left.
    std::pair<glm::dvec3, glm::dvec3> box(int x, int y, int z) const {
        const std::array<int, 3> block{x, y, z};
        glm::dvec3 low, high;
        for (int axis = 0; axis < 3; ++axis) {
            const auto [begin, end] = voxels(block[static_cast<std::size_t>(axis)], static_cast<std::size_t>(axis));
            const bool flat = grid_.dims[static_cast<std::size_t>(axis)] == 1;
            low[axis] = flat ? -0.5 : std::max<double>(begin, low_[axis]);
            high[axis] = flat ? 0.5 : std::min<double>(end, high_[axis]);
        }
        return {low, high};
    }

    bool is_clipped(int x, int y, int z) const {
        if (!clips_ && !hole_) {
            return false;
        }
        const auto [low, high] = box(x, y, z);
        if (hole_) {
            return is_cut_out(low, high);
        }
        if (glm::any(glm::greaterThan(low, high))) {
            return true;
        }
        return std::ranges::any_of(scene_.settings.clip_planes, [&, low = low, high = high](const ClipPlane &plane) {
            for (int corner = 0; corner < 8; ++corner) {
                const glm::dvec3 place(corner & 1 ? high.x : low.x, corner & 2 ? high.y : low.y,
                                       corner & 4 ? high.z : low.z);
                if (glm::dot(plane.normal, glm::dvec3(to_world_ * glm::dvec4(place, 1.0))) >= plane.distance) {
                    return false;
                }
            }
            return true;
        });
    }

    /// Whether a block lies in the hole, which is convex.
    bool is_cut_out(const glm::dvec3 &low, const glm::dvec3 &high) const {
        if (glm::any(glm::lessThan(low, hole_->min)) || glm::any(glm::greaterThan(high, hole_->max))) {
            return false;
        }
        return std::ranges::all_of(scene_.settings.clip_planes, [&](const ClipPlane &plane) {
            for (int corner = 0; corner < 8; ++corner) {
                const glm::dvec3 place(corner & 1 ? high.x : low.x, corner & 2 ? high.y : low.y,
                                       corner & 4 ? high.z : low.z);
                if (glm::dot(plane.normal, glm::dvec3(to_world_ * glm::dvec4(place, 1.0))) < plane.distance) {
                    return false;
                }
            }
            return true;
        });
    }

    /// Bits of the functions that labels of the block are seen by.
    unsigned functions_in(int x, int y, int z) const {
        unsigned functions = 0;
        const auto [x0, x1] = voxels(x, 0);
        const auto [y0, y1] = voxels(y, 1);
        const auto [z0, z1] = voxels(z, 2);
        for (int k = z0; k <= z1; ++k) {
            for (int j = y0; j <= y1; ++j) {
                for (int i = x0; i <= x1; ++i) {
                    functions |= labels_(i, j, k);
                }
            }
        }
        return functions;
    }

    bool is_visible(int x, int y, int z, RowOfBlocks &row) const {
        const unsigned functions = is_clipped(x, y, z) ? 0u : labels_.all() ? 1u : functions_in(x, y, z);
        if (functions == 0u) {
            return false;
        }
        const RenderSettings &settings = scene_.settings;
        if (settings.mode != Mode::isosurface && values_.front().all()) {
            return true;
        }
        const PartValues &part = row.at(x);
        if (settings.mode != Mode::volume && std::ranges::any_of(settings.surfaces, [&](const SurfaceStyle &surface) {
                return part.low < surface.isovalue && part.high >= surface.isovalue && surface.opacity > 0.0f;
            })) {
            return true;
        }
        for (std::size_t i = 0; i < values_.size() && settings.mode != Mode::isosurface; ++i) {
            if ((functions >> i & 1u) != 0 && values_[i].any(part)) {
                return true;
            }
        }
        return false;
    }
};

} // namespace

/// Of large volumes the sample is looked at, on whose grid there are no labels.
static ReferenceScene sampled(const ReferenceScene &scene) {
    ReferenceScene result = scene;
    result.volume = &scene.volume->sample();
    result.labels = scene.volume->large() ? nullptr : scene.labels;
    return result;
}

/// Of a scene without its channels behind the first.
static std::vector<glm::dvec3> corners_of_one(const ReferenceScene &whole, Visible visible) {
    const ReferenceScene scene = sampled(whole);
    const Blocks blocks(scene, visible);
    std::vector<std::vector<glm::dvec3>> found(static_cast<std::size_t>(blocks.layers()));
    on_all_cores(blocks.layers(), [&](int layer) { blocks.add_layer(layer, found[static_cast<std::size_t>(layer)]); });
    std::vector<glm::dvec3> corners;
    for (const std::vector<glm::dvec3> &some : found) {
        corners.insert(corners.end(), some.begin(), some.end());
    }
    return corners;
}

/// A channel of the scene as a scene of its own, with its isosurfaces.
static ReferenceScene channel_alone(const ReferenceScene &scene, std::size_t channel) {
    ReferenceScene alone = scene;
    if (channel > 0) {
        const ReferenceChannel &other = scene.channels[channel - 1];
        alone.volume = other.volume;
        alone.transfer = are_colors(scene.settings.channel_blend) ? scene.transfer : other.transfer;
    }
    std::erase_if(alone.settings.surfaces,
                  [&](const SurfaceStyle &surface) { return static_cast<std::size_t>(surface.channel) != channel; });
    alone.channels.clear();
    return alone;
}

std::vector<glm::dvec3> visible_corners(const ReferenceScene &scene, Visible visible) {
    std::vector<glm::dvec3> corners;
    for (std::size_t channel = 0; channel <= scene.channels.size(); ++channel) {
        ReferenceScene alone = channel_alone(scene, channel);
        std::optional<CommonGrid> own_place;
        if (scene.common) {
            own_place = {scene.common->grid, {scene.common->places[channel]}};
            alone.common = &*own_place;
        }
        const std::vector<glm::dvec3> more = corners_of_one(alone, visible);
        corners.insert(corners.end(), more.begin(), more.end());
    }
    return corners;
}

std::vector<glm::dvec3> corners_to_frame(const ReferenceScene &scene) {
    std::vector<glm::dvec3> corners = visible_corners(scene, Visible::clearly);
    return corners.empty() ? visible_corners(scene) : corners;
}

std::vector<glm::dvec3> clip_box_corners(const Grid &grid, const RenderSettings &settings) {
    std::vector<glm::dvec3> corners;
    const glm::dmat4 to_world = grid.world_from_voxel();
    const glm::dvec3 low = settings.clip_low * (grid.dims_d() - 1.0), high = settings.clip_high * (grid.dims_d() - 1.0);
    for (int corner = 0; corner < 8; ++corner) {
        const glm::dvec3 place(corner & 1 ? high.x : low.x, corner & 2 ? high.y : low.y, corner & 4 ? high.z : low.z);
        corners.emplace_back(to_world * glm::dvec4(place, 1.0));
    }
    return corners;
}

/// Where the borders of a convex body meet, of those places the ones inside of it.
/// @param borders  normal . place + offset >= 0 is inside
static std::vector<glm::dvec3> corners_of_body(const std::vector<VoxelPlane> &borders) {
    std::vector<glm::dvec3> corners;
    for (auto a = borders.begin(); a != borders.end(); ++a) {
        for (auto b = a + 1; b != borders.end(); ++b) {
            for (auto c = b + 1; c != borders.end(); ++c) {
                const glm::dmat3 normals = glm::transpose(glm::dmat3(a->normal, b->normal, c->normal));
                const glm::dvec3 place = glm::inverse(normals) * -glm::dvec3(a->offset, b->offset, c->offset);
                const bool meet = std::abs(glm::determinant(normals)) > 1e-12;
                if (meet && std::ranges::all_of(borders, [&](const VoxelPlane &border) {
                        return glm::dot(border.normal, place) + border.offset >= -1e-6;
                    })) {
                    corners.push_back(place);
                }
            }
        }
    }
    return corners;
}

std::vector<glm::dvec3> unclipped_corners(const Grid &grid, const RenderSettings &settings) {
    const auto sides_of = [](const RayBox &box) {
        std::vector<VoxelPlane> sides;
        for (int axis = 0; axis < 3; ++axis) {
            glm::dvec3 along(0.0);
            along[axis] = 1.0;
            sides.push_back({along, -box.min[axis]});
            sides.push_back({-along, box.max[axis]});
        }
        return sides;
    };
    std::vector<glm::dvec3> corners;
    if (!cuts_out(settings)) {
        std::vector<VoxelPlane> borders = sides_of(clipped_box(grid, settings));
        for (const ClipPlane &plane : settings.clip_planes) {
            borders.push_back(voxel_plane(grid, plane));
        }
        corners = corners_of_body(borders);
    }
    if (corners.empty()) {
        corners = corners_of_body(sides_of(voxel_box(grid)));
    }
    for (glm::dvec3 &corner : corners) {
        corner = glm::dvec3(grid.world_from_voxel() * glm::dvec4(corner, 1.0));
    }
    return corners;
}

bool sees_any(const Camera &camera, const std::vector<glm::dvec3> &places, double aspect) {
    const glm::dvec3 forward = glm::normalize(camera.target - camera.eye);
    const glm::dvec3 right = glm::normalize(glm::cross(forward, camera.up));
    const glm::dvec3 up = glm::cross(right, forward);
    bool beyond[5] = {true, true, true, true, true};
    for (const glm::dvec3 &place : places) {
        const glm::dvec3 way = place - camera.eye;
        const double depth = glm::dot(way, forward), x = glm::dot(way, right), y = glm::dot(way, up);
        const double top = 0.5 * height_at(camera, depth), edge = top * aspect; // of the picture
        const bool outside[5] = {depth <= 0.0, x > edge, -x > edge, y > top, -y > top};
        for (int side = 0; side < 5; ++side) {
            beyond[side] = beyond[side] && outside[side];
        }
    }
    return std::none_of(std::begin(beyond), std::end(beyond), [](bool all) { return all; });
}

} // namespace voxmarch
