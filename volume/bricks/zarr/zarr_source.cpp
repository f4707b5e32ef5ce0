// Opens stores, and reads them whole or box by box.
#include "volume/bricks/zarr/zarr_source.h"

#include "base/checked_size.h"
#include "base/error.h"
#include "volume/bricks/stored_bricks.h"
#include "volume/bricks/zarr/ranges_sidecar.h"
#include "volume/bricks/zarr/zarr_volume.h"
#include "volume/voxel_storage.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <fmt/format.h>
#include <fstream>

namespace voxmarch {

namespace {

namespace fs = std::filesystem;

constexpr std::int64_t most_read_whole = std::int64_t{1} << 26; // chunks: a file each takes half an hour

constexpr const char *metadata_files[] = {"zarr.json", ".zgroup", ".zattrs", ".zarray"};

bool is_zip(const fs::path &file) {
    char magic[4] = {};
    std::ifstream(file, std::ios::binary).read(magic, 4);
    const std::string_view word(magic, 4);
    return word == std::string_view("PK\3\4", 4) || word == std::string_view("PK\5\6", 4);
}

bool has_zarr_suffix(const fs::path &file) {
    const std::string name = file.filename().string();
    return name.find(".zarr") != std::string::npos || name.ends_with(".ozx");
}

// Of a zip file whose name does not tell; a damaged one is no store.
bool holds_store(const fs::path &zip) {
    try {
        const auto store = zarr::open_zip_store(zip, "");
        return std::ranges::any_of(metadata_files, [&](const char *name) { return store->open(name) != nullptr; });
    } catch (const FileError &) {
        return false;
    }
}

class ZarrBricks final : public StoredBricks {
public:
    ZarrBricks(std::shared_ptr<const zarr::ZarrVolume> volume, const VolumeHeader &header, zarr::RangesSidecar sidecar)
        : StoredBricks(header), volume_(std::move(volume)), sidecar_(std::move(sidecar)) {}

    int level_count() const override { return static_cast<int>(volume_->levels().size()); }
    Grid grid(int level) const override { return volume_->grid(level, header().grid); }
    std::array<int, 3> read_size(int level) const override { return chunks(level).chunk_size(); }
    void keep_unpacked(std::uint64_t bytes) const override { chunks(0).keep_unpacked(bytes); }
    std::optional<double> only_value(int level, const VoxelBox &box) const override {
        return visit_scalar(header().type, [&](auto tag) -> std::optional<double> {
            std::memcpy(&tag, chunks(level).array().fill.data(), sizeof(tag));
            const auto value = static_cast<double>(tag);
            return std::isfinite(value) && chunks(level).is_missing(box) ? std::optional(value) : std::nullopt;
        });
    }
    const std::optional<BrickRanges> &ranges(int level) const override {
        return sidecar_.levels.at(static_cast<std::size_t>(level));
    }

protected:
    void read_stored(int level, const VoxelBox &box, std::span<std::byte> voxels) const override {
        const std::size_t row = static_cast<std::size_t>(box.length(0)) * scalar_size(header().type);
        chunks(level).read(box, voxels.data(), row, row * static_cast<std::size_t>(box.length(1)));
    }

    std::optional<float> known_smallest() const override { return sidecar_.smallest_finite; }

private:
    std::shared_ptr<const zarr::ZarrVolume> volume_;
    zarr::RangesSidecar sidecar_;

    const zarr::Chunks &chunks(int level) const { return volume_->levels().at(static_cast<std::size_t>(level)).chunks; }
};

/// The finest level in memory; the others stay in the store.
class FinestVoxels final : public VoxelStorage {
public:
    FinestVoxels(ZeroedBytes bytes, std::shared_ptr<const BrickSource> levels)
        : bytes_(std::move(bytes)), levels_(std::move(levels)) {}
    std::span<const std::byte> bytes() const override { return bytes_; }
    std::span<std::byte> writable() override { return bytes_; }
    std::shared_ptr<const BrickSource> levels() const override { return levels_; }

private:
    ZeroedBytes bytes_;
    std::shared_ptr<const BrickSource> levels_;
};

class ZarrFile final : public VolumeFile {
public:
    ZarrFile(std::unique_ptr<zarr::Store> store, const ReadOptions &options)
        : volume_(std::make_shared<const zarr::ZarrVolume>(std::move(store), options)) {
        header = volume_->header();
        time_axis = volume_->time_axis();
    }

    std::unique_ptr<VoxelStorage> load(const Progress &progress) override {
        const zarr::Chunks &chunks = volume_->levels().front().chunks;
        const auto dims = chunks.dims();
        if (chunks.chunk_count() > most_read_whole) {
            throw FileError(volume_->store().path_of(""),
                            fmt::format("has {} chunks, too many to read all of them", chunks.chunk_count()));
        }
        auto voxels = allocate_voxels(header.byte_count(), volume_->store().path_of(""));
        const std::size_t size = scalar_size(header.type), row = static_cast<std::size_t>(dims[0]) * size,
                          slice = row * static_cast<std::size_t>(dims[1]);
        for_each_box(
            dims, chunks.chunk_size(),
            [&](const VoxelBox &box) {
                const std::size_t first = static_cast<std::size_t>(box.low[2]) * slice +
                                          static_cast<std::size_t>(box.low[1]) * row +
                                          static_cast<std::size_t>(box.low[0]) * size;
                chunks.read(box, voxels.data() + first, row, slice);
            },
            progress);
        return std::make_unique<FinestVoxels>(std::move(voxels), volume_->levels().size() > 1 ? bricks() : nullptr);
    }

    std::shared_ptr<const BrickSource> bricks() const override {
        VolumeHeader noted = header;
        zarr::RangesSidecar sidecar;
        sidecar.levels.resize(volume_->levels().size());
        if (volume_->is_only_volume()) {
            const auto &dims = volume_->stored_dims();
            sidecar = zarr::read_ranges(volume_->store(), dims, noted.notes);
            if (const std::size_t left_out = dims.size() - volume_->levels().size(); left_out > 0) {
                sidecar.levels.erase(sidecar.levels.begin(),
                                     sidecar.levels.begin() + static_cast<std::ptrdiff_t>(left_out));
                sidecar.smallest_finite.reset(); // of a level that is left out
            }
        }
        return std::make_shared<ZarrBricks>(volume_, noted, std::move(sidecar));
    }

    std::vector<Grid> levels() const override {
        std::vector<Grid> grids;
        for (std::size_t level = 0; level < volume_->levels().size(); ++level) {
            grids.push_back(volume_->grid(static_cast<int>(level), header.grid));
        }
        return grids;
    }

private:
    std::shared_ptr<const zarr::ZarrVolume> volume_;
};

} // namespace

std::optional<ZarrPlace> zarr_place(const std::string &source) {
    std::error_code ignored;
    const fs::path path(source);
    if (fs::is_directory(path, ignored)) {
        const bool is_store = std::ranges::any_of(
            metadata_files, [&](const char *name) { return fs::is_regular_file(path / name, ignored); });
        return is_store ? std::optional(ZarrPlace{path, "", false}) : std::nullopt;
    }
    // The file on the way, if there is one.
    fs::path file = path;
    std::string inside;
    while (!file.empty() && file.has_relative_path() && !fs::exists(file, ignored)) {
        inside = inside.empty() ? file.filename().string() : file.filename().string() + "/" + inside;
        file = file.parent_path();
    }
    if (!fs::is_regular_file(file, ignored) || !is_zip(file)) {
        return std::nullopt;
    }
    while (inside.ends_with('/')) {
        inside.pop_back();
    }
    const ZarrPlace place{file, inside, true};
    if (has_zarr_suffix(file) || !inside.empty()) {
        return place;
    }
    return holds_store(file) ? std::optional(place) : std::nullopt;
}

std::unique_ptr<VolumeFile> open_zarr(const ZarrPlace &place, const ReadOptions &options) {
    return std::make_unique<ZarrFile>(
        place.is_zip ? zarr::open_zip_store(place.path, place.inside) : zarr::open_folder_store(place.path), options);
}

} // namespace voxmarch
