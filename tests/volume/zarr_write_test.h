// A source of a formula, and how its stores are written and compared.
#pragma once

#include "volume/bricks/writing/write_zarr.h"
#include "volume_test_files.h"

#include <atomic>
#include <map>

namespace voxmarch::testing {

namespace fs = std::filesystem;

using Dims = std::array<int, 3>;

/// Of value (3 x + 5 y + 7 z) % 251, and zeros where x lies in 128 .. 255; counts what is read.
class FormulaSource final : public BrickSource {
public:
    explicit FormulaSource(const Dims &dims) {
        header_.grid.dims = dims;
        header_.grid.spacing = {1.0, 2.0, 3.0};
        header_.grid.origin = {10.0, 20.0, 30.0};
        header_.name = "formula";
    }
    const VolumeHeader &header() const override { return header_; }
    int level_count() const override { return 1; }
    Grid grid(int) const override { return header_.grid; }
    Dims read_size(int) const override { return {64, 64, 64}; }
    const std::optional<BrickRanges> &ranges(int) const override { return none_; }

    static int value(int x, int y, int z) { return x >= 128 && x < 256 ? 0 : (3 * x + 5 * y + 7 * z) % 251; }

    void read(int, const VoxelBox &box, std::span<std::byte> voxels) const override {
        auto voxel = voxels.begin();
        for (int z = box.low[2]; z < box.high[2]; ++z) {
            for (int y = box.low[1]; y < box.high[1]; ++y) {
                for (int x = box.low[0]; x < box.high[0]; ++x) {
                    *voxel++ = static_cast<std::byte>(value(x, y, z));
                }
            }
        }
        read_voxels += voxels.size();
    }

    mutable std::atomic<std::size_t> read_voxels = 0;

private:
    VolumeHeader header_;
    std::optional<BrickRanges> none_;
};

/// Without Blosc, so that voxels can be found in the files.
inline ZarrWriting unpacked() {
    ZarrWriting options;
    options.codec = ChunkCodec::none;
    options.input = "formula";
    return options;
}

inline std::map<std::string, std::string> files_of(const fs::path &store) {
    std::map<std::string, std::string> files;
    for (const auto &entry : fs::recursive_directory_iterator(store)) {
        if (entry.is_regular_file()) {
            files[fs::relative(entry.path(), store).string()] = read_file(entry.path());
        }
    }
    return files;
}

/// Names alone: a difference would print megabytes.
inline std::vector<std::string> differing(const fs::path &store, const std::map<std::string, std::string> &wanted) {
    std::vector<std::string> names;
    const auto found = files_of(store);
    for (const auto &[name, bytes] : wanted) {
        if (!found.contains(name) || found.at(name) != bytes) {
            names.push_back(name);
        }
    }
    for (const auto &[name, bytes] : found) {
        if (!wanted.contains(name)) {
            names.push_back(name);
        }
    }
    return names;
}

/// Three shards along x, and levels whose chunks reach over all of them.
constexpr Dims three_shards = {1100, 66, 70};

} // namespace voxmarch::testing
