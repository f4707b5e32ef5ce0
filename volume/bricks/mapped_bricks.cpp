// Boxes of unpacked voxels in a file, which is mapped: only what is asked for is read from the disk.
#include "volume/bricks/box_copy.h"
#include "volume/bricks/stored_bricks.h"
#include "volume/formats/volume_file.h"
#include "volume/voxel_storage.h"

#include <algorithm>

namespace voxmarch {

namespace {

class MappedBricks final : public StoredBricks {
public:
    MappedBricks(VolumeHeader header, const PlainPlace &place)
        : StoredBricks(std::move(header)), place_(place),
          mapping_(place.file, place.offset, this->header().grid.voxel_count() * file_scalar_size(place.type)) {}

    int level_count() const override { return 1; }
    Grid grid(int) const override { return header().grid; }

    /// Whole rows: neighbours on the disk.
    std::array<int, 3> read_size(int) const override {
        return {header().grid.dims[0], source_brick_edge, source_brick_edge};
    }

    bool reads_any_box() const override { return true; }

    void forget(int, const VoxelBox &box) const override {
        const std::size_t size = file_scalar_size(place_.type);
        for_each_run(box, header().grid.dims, [&](std::uint64_t voxel, std::uint64_t count, std::uint64_t) {
            mapping_.forget(voxel * size, count * size);
        });
    }

protected:
    void read_stored(int, const VoxelBox &box, std::span<std::byte> voxels) const override {
        const std::size_t stored_size = file_scalar_size(place_.type), size = scalar_size(header().type);
        const bool swaps = place_.order != std::endian::native && stored_size > 1;
        std::vector<std::byte> swapped;
        for_each_run(box, header().grid.dims, [&](std::uint64_t voxel, std::uint64_t count, std::uint64_t before) {
            // In parts, so that what is swapped stays in a cache.
            constexpr std::uint64_t most = 1 << 15;
            for (std::uint64_t done = 0; done < count; done += most) {
                const std::uint64_t part = std::min(most, count - done);
                auto stored = mapping_.bytes().subspan((voxel + done) * stored_size, part * stored_size);
                if (swaps) {
                    swapped.assign(stored.begin(), stored.end());
                    swap_bytes(swapped, stored_size);
                    stored = swapped;
                }
                convert_voxels(place_.type, stored, header().type, voxels.subspan((before + done) * size, part * size));
            }
        });
    }

private:
    PlainPlace place_;
    FileMapping mapping_;
};

} // namespace

std::shared_ptr<const BrickSource> VolumeFile::bricks() const {
    const auto place = plain_place();
    return place ? std::make_shared<MappedBricks>(header, *place) : nullptr;
}

} // namespace voxmarch
