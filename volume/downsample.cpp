// Box filter over factor^3 voxels.
#include "volume/downsample.h"

#include "base/checked_size.h"
#include "base/error.h"
#include "base/parallel.h"
#include "volume/box_reduction.h"

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

} // namespace voxmarch
