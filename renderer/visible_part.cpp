// Finds blocks that can be seen from the values of their voxels, as the octree on the device does.
#include "renderer/visible_part.h"

#include "base/parallel.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace voxmarch {

namespace {

/// Whether voxels with this label can be seen.
class VisibleLabels {
public:
    VisibleLabels(const Volume *labels, const std::vector<LabelStyle> &styles) : styles_(&styles) {
        const bool hides =
            std::any_of(styles.begin(), styles.end(), [](const auto &s) { return s.visibility <= 0.0f; });
        labels_ = hides ? labels : nullptr;
    }
    bool all() const { return labels_ == nullptr; }
    bool operator()(int x, int y, int z) const {
        const auto label = static_cast<std::size_t>(std::max(0.0, labels_->value(x, y, z)));
        return styles_->empty() || (*styles_)[std::min(label, styles_->size() - 1)].visibility > 0.0f;
    }

private:
    const Volume *labels_ = nullptr;
    const std::vector<LabelStyle> *styles_;
};

/// The volume in blocks of cells.
class Blocks {
public:
    Blocks(const ReferenceScene &scene, Visible visible)
        : scene_(scene), values_(scene.transfer, scene.settings, visible), grid_(scene.volume->grid()),
          labels_(scene.labels, scene.label_styles) {
        const auto &dims = grid_.dims;
        edge_ = std::clamp(*std::max_element(dims.begin(), dims.end()) / 64, 1, 4);
        for (std::size_t axis = 0; axis < 3; ++axis) {
            count_[axis] = std::max(1, (dims[axis] - 1 + edge_ - 1) / edge_);
        }
        const glm::dvec3 last = grid_.dims_d() - 1.0;
        low_ = scene.settings.clip_low * last;
        high_ = scene.settings.clip_high * last;
        to_world_ = grid_.world_from_voxel();
    }

    int rows() const { return count_[1] * count_[2]; }

    /// Adds the corners of the first and last visible block of a row.
    void add_row(int row, std::vector<glm::dvec3> &corners) const {
        const int y = row % count_[1], z = row / count_[1];
        int first = 0, last = count_[0] - 1;
        while (first <= last && !is_visible(first, y, z)) {
            ++first;
        }
        while (last > first && !is_visible(last, y, z)) {
            --last;
        }
        for (int x = first; x <= last; x += std::max(1, last - first)) {
            const auto [low, high] = box(x, y, z);
            for (int corner = 0; corner < 8; ++corner) {
                const glm::dvec3 place(corner & 1 ? high.x : low.x, corner & 2 ? high.y : low.y,
                                       corner & 4 ? high.z : low.z);
                corners.emplace_back(to_world_ * glm::dvec4(place, 1.0));
            }
        }
    }

private:
    const ReferenceScene &scene_;
    VisibleValues values_;
    const Grid &grid_;
    VisibleLabels labels_;
    int edge_ = 4;
    std::array<int, 3> count_{};
    glm::dvec3 low_, high_; ///< clip box, voxel space
    glm::dmat4 to_world_;

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
        const auto [low, high] = box(x, y, z);
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

    bool has_visible_label(int x, int y, int z) const {
        const auto [x0, x1] = voxels(x, 0);
        const auto [y0, y1] = voxels(y, 1);
        const auto [z0, z1] = voxels(z, 2);
        for (int k = z0; k <= z1; ++k) {
            for (int j = y0; j <= y1; ++j) {
                for (int i = x0; i <= x1; ++i) {
                    if (labels_(i, j, k)) {
                        return true;
                    }
                }
            }
        }
        return false;
    }

    PartValues values(int x, int y, int z) const {
        const auto [x0, x1] = voxels(x, 0);
        const auto [y0, y1] = voxels(y, 1);
        const auto [z0, z1] = voxels(z, 2);
        return visit_scalar(scene_.volume->type(), [&, x0 = x0, x1 = x1, y0 = y0, y1 = y1, z0 = z0, z1 = z1](auto tag) {
            using T = decltype(tag);
            const T *all = scene_.volume->voxels<T>().data();
            T low = std::numeric_limits<T>::max(), high = std::numeric_limits<T>::lowest();
            double sum = 0.0;
            for (int k = z0; k <= z1; ++k) {
                for (int j = y0; j <= y1; ++j) {
                    const T *row = all + (std::size_t(k) * std::size_t(grid_.dims[1]) + std::size_t(j)) *
                                             std::size_t(grid_.dims[0]);
                    for (int i = x0; i <= x1; ++i) {
                        low = std::min(low, row[i]);
                        high = std::max(high, row[i]);
                        sum += static_cast<double>(row[i]);
                    }
                }
            }
            const int count = (x1 - x0 + 1) * (y1 - y0 + 1) * (z1 - z0 + 1);
            return PartValues{double(low), double(high), sum / count};
        });
    }

    bool is_visible(int x, int y, int z) const {
        if (is_clipped(x, y, z) || (!labels_.all() && !has_visible_label(x, y, z))) {
            return false;
        }
        const RenderSettings &settings = scene_.settings;
        if (settings.mode != Mode::isosurface && values_.all()) {
            return true;
        }
        const PartValues part = values(x, y, z);
        if (settings.mode != Mode::volume && std::ranges::any_of(settings.surfaces, [&](const SurfaceStyle &surface) {
                return part.low < surface.isovalue && part.high >= surface.isovalue && surface.opacity > 0.0f;
            })) {
            return true;
        }
        return settings.mode != Mode::isosurface && values_.any(part);
    }
};

} // namespace

std::vector<glm::dvec3> visible_corners(const ReferenceScene &scene, Visible visible) {
    const Blocks blocks(scene, visible);
    const int rows = blocks.rows();
    const int parts = core_count(std::min(rows, 64));
    std::vector<std::vector<glm::dvec3>> found(static_cast<std::size_t>(parts));
    on_all_cores(parts, [&](int part) {
        for (int row = part; row < rows; row += parts) {
            blocks.add_row(row, found[static_cast<std::size_t>(part)]);
        }
    });
    std::vector<glm::dvec3> corners;
    for (const std::vector<glm::dvec3> &some : found) {
        corners.insert(corners.end(), some.begin(), some.end());
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

bool sees_any(const Camera &camera, const std::vector<glm::dvec3> &places, double aspect) {
    const glm::dvec3 forward = glm::normalize(camera.target - camera.eye);
    const glm::dvec3 right = glm::normalize(glm::cross(forward, camera.up));
    const glm::dvec3 up = glm::cross(right, forward);
    const double tan_up = std::tan(glm::radians(camera.fov) / 2.0), tan_right = tan_up * aspect;
    bool beyond[5] = {true, true, true, true, true};
    for (const glm::dvec3 &place : places) {
        const glm::dvec3 way = place - camera.eye;
        const double depth = glm::dot(way, forward), x = glm::dot(way, right), y = glm::dot(way, up);
        const bool outside[5] = {depth <= 0.0, x > tan_right * depth, -x > tan_right * depth, y > tan_up * depth,
                                 -y > tan_up * depth};
        for (int side = 0; side < 5; ++side) {
            beyond[side] = beyond[side] && outside[side];
        }
    }
    return std::none_of(std::begin(beyond), std::end(beyond), [](bool all) { return all; });
}

} // namespace voxmarch
