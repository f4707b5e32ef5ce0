// Boxes of volumes that are in memory, and of those that are made when they are asked for.
#include "volume/bricks/box_copy.h"
#include "volume/bricks/stored_bricks.h"
#include "volume/synthetic/formula_volume.h"
#include "volume/synthetic/parallel.h"

#include <algorithm>
#include <array>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <string>

namespace voxmarch {

namespace {

class WholeVolume final : public StoredBricks {
public:
    explicit WholeVolume(std::shared_ptr<const Volume> volume)
        : StoredBricks(volume->header()), volume_(std::move(volume)) {}
    int level_count() const override { return 1; }
    Grid grid(int) const override { return header().grid; }
    std::array<int, 3> read_size(int) const override {
        return {source_brick_edge, source_brick_edge, source_brick_edge};
    }
    bool reads_any_box() const override { return true; }
    bool has_replaced() const override { return volume_->non_finite_count() > 0; }

protected:
    void read_stored(int, const VoxelBox &box, std::span<std::byte> voxels) const override {
        read_box(*volume_, box, voxels);
    }

private:
    std::shared_ptr<const Volume> volume_;
};

/// Makes a field of so many voxels along each axis.
using MakeField = std::function<std::unique_ptr<SyntheticField>(const std::array<int, 3> &dims)>;

/// Levels are the same formula with half as many voxels each time, in the same box.
class MadeBricks final : public StoredBricks {
public:
    MadeBricks(MakeField make, VolumeHeader header, std::string formula = {})
        : StoredBricks(std::move(header)), make_(std::move(make)), formula_(std::move(formula)) {
        std::array<int, 3> dims = this->header().grid.dims;
        do {
            levels_.emplace_back(dims);
            std::ranges::transform(dims, dims.begin(), [](int n) { return std::max(n / 2, std::min(n, 2)); });
        } while (std::ranges::max(dims) >= source_brick_edge);
    }
    std::string formula() const override { return formula_; }
    int level_count() const override { return static_cast<int>(levels_.size()); }
    std::array<int, 3> read_size(int) const override {
        return {source_brick_edge, source_brick_edge, source_brick_edge};
    }
    Grid grid(int level) const override {
        Grid grid = header().grid;
        for (std::size_t axis = 0; axis < 3; ++axis) {
            const int n = at(level).dims.at(axis);
            if (n < grid.dims.at(axis)) {
                grid.spacing[static_cast<int>(axis)] *= (grid.dims.at(axis) - 1.0) / (n - 1.0);
                grid.dims.at(axis) = n;
            }
        }
        return grid;
    }

protected:
    void read_stored(int level, const VoxelBox &box, std::span<std::byte> voxels) const override {
        const Level &asked = at(level);
        std::call_once(asked.wanted, [&] { asked.field = make_(asked.dims); });
        asked.field->fill(box, voxels);
    }

private:
    /// Objects take a while to be set up, so they are when somebody reads them.
    struct Level {
        explicit Level(const std::array<int, 3> &voxels) : dims(voxels) {}
        std::array<int, 3> dims;
        mutable std::once_flag wanted{};
        mutable std::unique_ptr<SyntheticField> field{};
    };
    MakeField make_;
    std::string formula_;
    std::deque<Level> levels_; // they do not move

    const Level &at(int level) const { return levels_.at(static_cast<std::size_t>(level)); }
};

} // namespace

void read_box(const Volume &volume, const VoxelBox &box, std::span<std::byte> voxels) {
    const std::size_t size = scalar_size(volume.type());
    for_each_run(box, volume.grid().dims, [&](std::uint64_t voxel, std::uint64_t count, std::uint64_t before) {
        std::copy_n(volume.bytes().begin() + static_cast<std::ptrdiff_t>(voxel * size), count * size,
                    voxels.begin() + static_cast<std::ptrdiff_t>(before * size));
    });
}

std::shared_ptr<const BrickSource> bricks_of(Volume volume) {
    return std::make_shared<WholeVolume>(std::make_shared<const Volume>(std::move(volume)));
}

std::shared_ptr<const BrickSource> view_of(const Volume &volume) {
    return std::make_shared<WholeVolume>(std::shared_ptr<const Volume>(std::shared_ptr<void>(), &volume)); // not owned
}

std::shared_ptr<const BrickSource> synthetic_bricks(const std::string &name, VolumeHeader header) {
    const auto make = [name, type = header.type](const std::array<int, 3> &dims) {
        return make_synthetic_field(name, dims[0], type);
    };
    return std::make_shared<MadeBricks>(make, std::move(header));
}

std::shared_ptr<const BrickSource> formula_bricks(const std::string &text, VolumeHeader header) {
    const auto make = [text](const std::array<int, 3> &dims) { return std::make_unique<FormulaField>(text, dims); };
    return std::make_shared<MadeBricks>(make, std::move(header), text);
}

} // namespace voxmarch
