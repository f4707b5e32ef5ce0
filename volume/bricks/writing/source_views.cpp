// Sources that read through others.
#include "volume/bricks/writing/source_views.h"

#include "base/error.h"
#include "volume/bricks/writing/store_layout.h"
#include "volume/data_survey.h"
#include "volume/downsample.h"

#include <algorithm>
#include <fmt/format.h>

namespace voxmarch {

namespace {

const std::optional<BrickRanges> no_ranges;

Index3 size_of(const VoxelBox &box) {
    return {box.high[0] - box.low[0], box.high[1] - box.low[1], box.high[2] - box.low[2]};
}

/// A source of one level with a header of its own.
class OneLevel : public BrickSource {
public:
    explicit OneLevel(VolumeHeader header) : header_(std::move(header)) {}
    const VolumeHeader &header() const override { return header_; }
    int level_count() const override { return 1; }
    Grid grid(int) const override { return header_.grid; }
    const std::optional<BrickRanges> &ranges(int) const override { return no_ranges; }

protected:
    VolumeHeader header_;
};

class Region final : public OneLevel {
public:
    Region(BrickSourcePointer source, const VoxelBox &box)
        : OneLevel(source->header()), source_(std::move(source)), box_(box) {
        Grid &grid = header_.grid;
        grid.origin = glm::dvec3(grid.world_from_voxel() * glm::dvec4(box.low[0], box.low[1], box.low[2], 1.0));
        grid.dims = size_of(box);
    }
    Index3 read_size(int) const override { return source_->read_size(0); }
    void read(int, const VoxelBox &box, std::span<std::byte> voxels) const override {
        source_->read(0, moved(box), voxels);
    }
    void forget(int, const VoxelBox &box) const override { source_->forget(0, moved(box)); }

private:
    BrickSourcePointer source_;
    VoxelBox box_;

    VoxelBox moved(VoxelBox box) const {
        for (std::size_t axis = 0; axis < 3; ++axis) {
            box.low[axis] += box_.low[axis];
            box.high[axis] += box_.low[axis];
        }
        return box;
    }
};

class Reduced final : public OneLevel {
public:
    Reduced(BrickSourcePointer source, int factor, BoxValue how)
        : OneLevel(downsample_header(source->header(), factor)), source_(std::move(source)), factor_(factor),
          how_(how) {}
    Index3 read_size(int) const override { return {chunk_edge, chunk_edge, chunk_edge}; }

    void read(int, const VoxelBox &box, std::span<std::byte> voxels) const override {
        const int edge = std::max(1, 128 / factor_);
        for (int z = box.low[2]; z < box.high[2]; z += edge) {
            for (int y = box.low[1]; y < box.high[1]; y += edge) {
                for (int x = box.low[0]; x < box.high[0]; x += edge) {
                    read_part(box,
                              {{x, y, z},
                               {std::min(x + edge, box.high[0]), std::min(y + edge, box.high[1]),
                                std::min(z + edge, box.high[2])}},
                              voxels);
                }
            }
        }
    }

    void forget(int, const VoxelBox &box) const override { source_->forget(0, finer(box)); }

private:
    BrickSourcePointer source_;
    int factor_;
    BoxValue how_;

    /// The voxels that a box is made of.
    VoxelBox finer(const VoxelBox &box) const {
        VoxelBox fine;
        for (std::size_t axis = 0; axis < 3; ++axis) {
            fine.low[axis] = box.low[axis] * factor_;
            fine.high[axis] = std::min(box.high[axis] * factor_, source_->header().grid.dims[axis]);
        }
        return fine;
    }

    void read_part(const VoxelBox &box, const VoxelBox &part, std::span<std::byte> voxels) const {
        const VoxelBox fine = finer(part);
        Index3 place;
        for (std::size_t axis = 0; axis < 3; ++axis) {
            place[axis] = part.low[axis] - box.low[axis];
        }
        const std::size_t value_size = scalar_size(header_.type);
        const auto bytes = [value_size](const Index3 &n) {
            return value_size * static_cast<std::size_t>(n[0]) * static_cast<std::size_t>(n[1]) *
                   static_cast<std::size_t>(n[2]);
        };
        const Index3 fine_size = size_of(fine), size = size_of(part);
        std::vector<std::byte> in(bytes(fine_size)), out(bytes(size));
        source_->read(0, fine, in);
        reduce_boxes(header_.type, how_, in, fine_size, factor_, out);
        copy_box(value_size, size, out.data(), size, {}, voxels.data(), size_of(box), place);
    }
};

std::string box_text(const VoxelBox &box) {
    return fmt::format("{}:{},{}:{},{}:{}", box.low[0], box.high[0], box.low[1], box.high[1], box.low[2], box.high[2]);
}

} // namespace

BrickSourcePointer region_of(BrickSourcePointer source, const VoxelBox &box) {
    const Index3 &n = source->header().grid.dims;
    for (std::size_t axis = 0; axis < 3; ++axis) {
        if (box.low[axis] < 0 || box.low[axis] >= box.high[axis] || box.high[axis] > n[axis]) {
            throw UsageError(fmt::format("the region {} is empty or reaches out of the volume, which has {}x{}x{} "
                                         "voxels: 0:{},0:{},0:{} is all of it",
                                         box_text(box), n[0], n[1], n[2], n[0], n[1], n[2]));
        }
    }
    return std::make_shared<Region>(std::move(source), box);
}

BrickSourcePointer reduced(BrickSourcePointer source, int factor, BoxValue how) {
    return std::make_shared<Reduced>(std::move(source), factor, how);
}

bool seems_labels(const BrickSource &source) {
    VolumeHeader header = source.header();
    const Index3 most = {512, 256, 256};
    VoxelBox box;
    for (std::size_t axis = 0; axis < 3; ++axis) {
        const int n = header.grid.dims[axis], length = std::min(n, most[axis]);
        box.low[axis] = (n - length) / 2;
        box.high[axis] = box.low[axis] + length;
    }
    header.grid.dims = size_of(box);
    std::vector<std::byte> voxels(header.byte_count());
    source.read(0, box, voxels);
    return holds_labels(Volume(std::move(header), std::move(voxels)));
}

} // namespace voxmarch
