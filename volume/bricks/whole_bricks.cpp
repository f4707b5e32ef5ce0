// Boxes of volumes that are in memory, and of those that are made when they are asked for.
#include "volume/bricks/box_copy.h"
#include "volume/bricks/stored_bricks.h"
#include "volume/synthetic/parallel.h"

#include <algorithm>

namespace voxmarch {

namespace {

// A source of one level that has no better box than a brick.
class OneLevel : public StoredBricks {
public:
    int level_count() const override { return 1; }
    Grid grid(int) const override { return header().grid; }
    std::array<int, 3> read_size(int) const override { return {brick_edge, brick_edge, brick_edge}; }

protected:
    using StoredBricks::StoredBricks;
};

class WholeVolume final : public OneLevel {
public:
    explicit WholeVolume(Volume volume) : OneLevel(volume.header()), volume_(std::move(volume)) {}
    bool reads_any_box() const override { return true; }

protected:
    void read_stored(int, const VoxelBox &box, std::span<std::byte> voxels) const override {
        read_box(volume_, box, voxels);
    }

private:
    Volume volume_;
};

class SyntheticBricks final : public OneLevel {
public:
    SyntheticBricks(const std::string &name, VolumeHeader header)
        : OneLevel(std::move(header)),
          field_(make_synthetic_field(name, this->header().grid.dims[0], this->header().type)) {}

protected:
    void read_stored(int, const VoxelBox &box, std::span<std::byte> voxels) const override {
        field_->fill(box, voxels);
    }

private:
    std::unique_ptr<SyntheticField> field_;
};

} // namespace

void read_box(const Volume &volume, const VoxelBox &box, std::span<std::byte> voxels) {
    const std::size_t size = scalar_size(volume.type());
    for_each_run(box, volume.grid().dims, [&](std::uint64_t voxel, std::uint64_t count, std::uint64_t before) {
        std::copy_n(volume.bytes().begin() + static_cast<std::ptrdiff_t>(voxel * size), count * size,
                    voxels.begin() + static_cast<std::ptrdiff_t>(before * size));
    });
}

std::shared_ptr<const BrickSource> bricks_of(Volume volume) { return std::make_shared<WholeVolume>(std::move(volume)); }

std::shared_ptr<const BrickSource> synthetic_bricks(const std::string &name, VolumeHeader header) {
    return std::make_shared<SyntheticBricks>(name, std::move(header));
}

} // namespace voxmarch
