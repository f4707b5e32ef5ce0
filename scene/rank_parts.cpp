// Parts that were placed are read by their places in the whole, and the whole is known by what all say of theirs.
#include "scene/rank_parts.h"

#include "base/error.h"
#include "scene/part_knowledge.h"
#include "scene/part_placing.h"
#include "volume/bricks/large_volume.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace voxmarch {

namespace {

/// A part whose voxels are asked for by their places in the whole.
class PartOfWhole final : public BrickSource {
public:
    PartOfWhole(std::shared_ptr<const BrickSource> part, VolumeHeader header, const VoxelBox &box)
        : part_(std::move(part)), header_(std::move(header)), box_(box) {}
    const VolumeHeader &header() const override { return header_; }
    int level_count() const override { return 1; }
    Grid grid(int) const override { return header_.grid; }
    std::array<int, 3> read_size(int) const override { return part_->read_size(0); }
    const std::optional<BrickRanges> &ranges(int) const override { return unknown_; }
    void keep_unpacked(std::uint64_t bytes) const override { part_->keep_unpacked(bytes); }
    void read(int, const VoxelBox &box, std::span<std::byte> voxels) const override {
        if (!holds(box_, box)) {
            throw FileError(header_.name, "its voxels are asked for where another rank has them");
        }
        VoxelBox own = box;
        for (std::size_t i = 0; i < 3; ++i) {
            own.low[i] -= box_.low[i];
            own.high[i] -= box_.low[i];
        }
        part_->read(0, own, voxels);
    }

private:
    std::shared_ptr<const BrickSource> part_;
    VolumeHeader header_;
    VoxelBox box_;
    std::optional<BrickRanges> unknown_;
};

} // namespace

JoinedVolume join_parts(Ranks &ranks, std::shared_ptr<const BrickSource> part, const std::string &name,
                        BrickSize size) {
    VolumeHeader header = part->header();
    const Placing placing = place_parts(ranks, header, name, size);
    const std::vector<int> owners = owners_of(ranks, placing, name, size);
    header.grid = placing.grid;
    const auto source =
        std::make_shared<PartOfWhole>(std::move(part), header, placing.boxes[static_cast<std::size_t>(ranks.rank())]);
    compare_overlaps(ranks, placing, *source, name);
    Knowledge known = nothing_yet(header.grid, header.type);
    look_at_own(*source, owners, ranks.rank(), size, known);
    share_knowledge(ranks, known);
    ValueRange range = known.ranges.front();
    for (const ValueRange &some : known.ranges) {
        range = {std::min(range.min, some.min), std::max(range.max, some.max)};
    }
    header.notes.clear();
    header.grid = known.grid;
    const auto sample = [&] { return Volume(header, std::vector<std::byte>(known.sample)); };
    auto large = std::make_shared<const LargeVolume>(
        LargeVolume{source, range, range, std::move(known.counts), std::move(known.ranges), sample(), sample()});
    return {Volume(std::move(large)), owners};
}

} // namespace voxmarch
