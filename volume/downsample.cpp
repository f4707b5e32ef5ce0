// Box filter over factor^3 voxels, and labels of the nearest one.
#include "volume/downsample.h"

#include "base/checked_size.h"
#include "base/error.h"
#include "base/parallel.h"
#include "volume/box_reduction.h"
#include "volume/bricks/fewer_voxels.h"

#include <algorithm>
#include <fmt/format.h>

namespace voxmarch {

namespace {

void check_factor(int factor) {
    if (factor < 1 || factor > 64) {
        throw UsageError(fmt::format("the volume cannot be reduced by {}: the factor must lie in 1 to 64", factor));
    }
}

/// Reduces slabs of boxes on all cores.
Volume reduce(const Volume &volume, int factor, BoxValue how) {
    VolumeHeader header = downsample_header(volume.header(), factor);
    auto bytes = allocate_voxels(header.byte_count(), header.name);
    const std::array<int, 3> &n = volume.grid().dims, &m = header.grid.dims;
    const std::size_t slice = volume.bytes().size() / static_cast<std::size_t>(n[2]);
    const std::size_t reduced_slice = bytes.size() / static_cast<std::size_t>(m[2]);
    on_all_cores(m[2], [&](int z) {
        const int begin = z * factor, depth = std::min(factor, n[2] - begin);
        reduce_boxes(
            volume.type(), how,
            volume.bytes().subspan(slice * static_cast<std::size_t>(begin), slice * static_cast<std::size_t>(depth)),
            {n[0], n[1], depth}, factor,
            std::span(bytes).subspan(reduced_slice * static_cast<std::size_t>(z), reduced_slice));
    });
    return Volume(std::move(header), std::move(bytes));
}

} // namespace

VolumeHeader downsample_header(const VolumeHeader &header, int factor) {
    check_factor(factor);
    VolumeHeader result = header;
    if (factor == 1) {
        return result;
    }
    if (header.stated) {
        VolumeHeader whole = header;
        whole.grid = *header.stated;
        whole.stated.reset();
        result.stated = downsample_header(whole, factor).grid;
    }
    glm::dvec3 first_box_middle(0.0);
    for (int axis = 0; axis < 3; ++axis) {
        first_box_middle[axis] = 0.5 * (std::min(factor, header.grid.dims[static_cast<std::size_t>(axis)]) - 1);
    }
    result.grid.dims = reduced_dims(header.grid.dims, factor);
    result.grid.spacing *= factor;
    result.grid.origin = glm::dvec3(header.grid.world_from_voxel() * glm::dvec4(first_box_middle, 1.0));
    const auto &n = header.grid.dims;
    result.notes.emplace_back(fmt::format("Downsampled by {} from {}x{}x{} voxels.", factor, n[0], n[1], n[2]));
    return result;
}

Volume downsample(const Volume &volume, int factor) { return reduce(volume, factor, BoxValue::mean); }

Volume downsample_labels(const Volume &labels, int factor) { return reduce(labels, factor, BoxValue::mode); }

Volume labels_on(const Volume &labels, const Grid &of, const Grid &grid) {
    VolumeHeader header = header_on(labels.header(), grid);
    auto bytes = allocate_voxels(header.byte_count(), header.name);
    const std::size_t size = scalar_size(labels.type());
    const glm::dmat4 from = glm::inverse(of.world_from_voxel()) * grid.world_from_voxel();
    const glm::dvec3 last = labels.grid().dims_d() - 1.0;
    const auto width = static_cast<std::size_t>(labels.grid().dims[0]),
               height = static_cast<std::size_t>(labels.grid().dims[1]);
    const std::size_t slice = bytes.size() / static_cast<std::size_t>(grid.dims[2]);
    on_all_cores(grid.dims[2], [&](int z) {
        std::byte *out = bytes.data() + slice * static_cast<std::size_t>(z);
        for (int y = 0; y < grid.dims[1]; ++y) {
            for (int x = 0; x < grid.dims[0]; ++x, out += size) {
                const glm::dvec3 place(from * glm::dvec4(x, y, z, 1.0));
                const glm::dvec3 at = glm::clamp(glm::round(place), glm::dvec3(0.0), last);
                const std::size_t voxel =
                    (static_cast<std::size_t>(at.z) * height + static_cast<std::size_t>(at.y)) * width +
                    static_cast<std::size_t>(at.x);
                std::copy_n(labels.bytes().data() + voxel * size, size, out);
            }
        }
    });
    return {std::move(header), std::move(bytes)};
}

} // namespace voxmarch
