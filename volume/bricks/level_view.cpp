// Passes everything on, to coarser levels.
#include "volume/bricks/level_view.h"

#include "base/error.h"

#include <fmt/format.h>
#include <utility>

namespace voxmarch {

namespace {

class LevelView final : public BrickSource {
public:
    LevelView(std::shared_ptr<const BrickSource> source, int level)
        : source_(std::move(source)), header_(source_->header()), level_(level) {
        header_.grid = source_->grid(level);
    }
    const VolumeHeader &header() const override { return header_; }
    int level_count() const override { return source_->level_count() - level_; }
    Grid grid(int level) const override { return source_->grid(level_ + level); }
    void read(int level, const VoxelBox &box, std::span<std::byte> voxels) const override {
        source_->read(level_ + level, box, voxels);
    }
    void read_as_stored(int level, const VoxelBox &box, std::span<std::byte> voxels) const override {
        source_->read_as_stored(level_ + level, box, voxels);
    }
    std::array<int, 3> read_size(int level) const override { return source_->read_size(level_ + level); }
    bool reads_any_box() const override { return source_->reads_any_box(); }
    void forget(int level, const VoxelBox &box) const override { source_->forget(level_ + level, box); }
    void keep_unpacked(std::uint64_t bytes) const override { source_->keep_unpacked(bytes); }
    const std::optional<BrickRanges> &ranges(int level) const override { return source_->ranges(level_ + level); }

private:
    std::shared_ptr<const BrickSource> source_;
    VolumeHeader header_;
    int level_;
};

} // namespace

std::shared_ptr<const BrickSource> level_of(std::shared_ptr<const BrickSource> source, int level) {
    if (level < 0 || level >= source->level_count()) {
        throw UsageError(fmt::format("{} has no level {}, but {} of them, from 0 on", source->header().name, level,
                                     source->level_count()));
    }
    return level == 0 ? std::move(source) : std::make_shared<LevelView>(std::move(source), level);
}

} // namespace voxmarch
