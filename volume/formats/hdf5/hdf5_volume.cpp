// Reads the values that make up a volume of an HDF5 file, block by block.
#include "volume/formats/hdf5/hdf5_volume.h"

#include "base/checked_size.h"
#include "base/error.h"
#include "base/parallel.h"
#include "volume/formats/plain_voxels.h"
#include "volume/voxel_storage.h"

#include <algorithm>
#include <cstring>
#include <fmt/format.h>

namespace voxmarch::hdf5 {

namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t block_bytes = std::uint64_t{32} << 20; // that are read together, if chunks allow it
constexpr std::uint64_t piece_bytes = std::uint64_t{4} << 20;  // between reports of progress

class Hdf5Volume final : public VolumeFile {
public:
    Hdf5Volume(const fs::path &file, FoundVolume found) : file_(file), found_(std::move(found)) {
        header = found_.header;
        time_axis = found_.time_axis;
        const DataSet &data = found_.data;
        const FileScalar type = found_.selection.type;
        checked_byte_count(header.grid.dims, file_scalar_size(type), file);
        if (data.stored_bytes == 0) {
            throw FileError(file,
                            fmt::format("its data set {} is empty: no value was ever written", found_.selection.path));
        }
        if (const auto place = plain_place()) {
            require_bytes(header.grid.voxel_count() * file_scalar_size(type),
                          size_of_file(file) - std::min(size_of_file(file), place->offset), 1, file);
        }
        if (found_.scales.empty()) {
            set_type(header, type);
        } else {
            header.type = ScalarType::f32;
        }
    }

    std::unique_ptr<VoxelStorage> load(const Progress &progress) override {
        if (const auto place = plain_place()) {
            return load_plain_voxels(*place, header.grid.voxel_count(), progress);
        }
        auto voxels = allocate_voxels(header.byte_count(), file_);
        const std::vector<Block> blocks = plan_blocks();
        const auto source = read_blocks(file_, found_.selection, blocks);
        std::vector<std::byte> stored;
        std::uint64_t done = 0;
        const std::uint64_t all = header.grid.voxel_count() * file_scalar_size(found_.selection.type);
        for (const Block &block : blocks) {
            stored.resize(rows(block) * row_bytes());
            for (std::size_t at = 0; at < stored.size();) {
                const std::size_t part = std::min<std::size_t>(piece_bytes, stored.size() - at);
                source->read(std::span(stored).subspan(at, part));
                at += part;
                done += part;
                if (progress) {
                    progress(static_cast<double>(done) / static_cast<double>(all));
                }
            }
            place_rows(block, stored, voxels);
        }
        return std::make_unique<HeapVoxels>(std::move(voxels));
    }

    // Where all of the volume lies in one run.
    std::optional<PlainPlace> plain_place() const override {
        const DataSet &data = found_.data;
        if (!data.plain || !found_.scales.empty()) {
            return std::nullopt;
        }
        std::uint64_t first = 0, step = 1, run = 1;
        const auto &[path, type, start, axes, dims] = found_.selection;
        for (std::size_t axis = data.shape.size(); axis-- > 0; step *= data.shape[axis]) {
            const auto place = static_cast<std::size_t>(std::ranges::find(axes, std::optional(axis)) - axes.begin());
            const std::uint64_t length = place < 3 ? static_cast<std::uint64_t>(dims[place]) : 1;
            if (length > 1 && run != step) { // something lies between
                return std::nullopt;
            }
            run *= length;
            first += start[axis] * step;
        }
        return PlainPlace{file_, data.plain->offset + first * file_scalar_size(type), type, data.plain->order};
    }

    std::vector<Grid> levels() const override { return found_.levels.empty() ? VolumeFile::levels() : found_.levels; }

private:
    fs::path file_;
    FoundVolume found_;

    std::size_t row_bytes() const {
        return static_cast<std::size_t>(header.grid.dims[0]) * file_scalar_size(found_.selection.type);
    }

    static std::size_t rows(const Block &block) {
        return static_cast<std::size_t>(block.end_y - block.first_y) *
               static_cast<std::size_t>(block.end_z - block.first_z);
    }

    int chunk_along(std::size_t axis) const {
        const auto &place = found_.selection.axes[axis];
        if (!place || found_.data.chunk.empty()) {
            return 1;
        }
        return static_cast<int>(std::clamp<std::uint64_t>(found_.data.chunk[*place], 1, max_axis_length));
    }

    // Whole chunks, so that none is unpacked twice.
    std::vector<Block> plan_blocks() const {
        const auto &dims = header.grid.dims;
        const auto steps = [](std::uint64_t each, int chunk, int length) {
            const std::uint64_t layer = each * static_cast<std::uint64_t>(chunk);
            const std::uint64_t count = std::max<std::uint64_t>(1, block_bytes / std::max<std::uint64_t>(1, layer));
            return static_cast<int>(
                std::min<std::uint64_t>(count * static_cast<std::uint64_t>(chunk), static_cast<std::uint64_t>(length)));
        };
        const std::uint64_t slice = row_bytes() * static_cast<std::uint64_t>(dims[1]);
        const int z_step = steps(slice, chunk_along(2), dims[2]);
        const int y_step = slice * static_cast<std::uint64_t>(z_step) <= block_bytes
                               ? dims[1]
                               : steps(row_bytes() * static_cast<std::uint64_t>(z_step), chunk_along(1), dims[1]);
        std::vector<Block> blocks;
        for (int z = 0; z < dims[2]; z += z_step) {
            for (int y = 0; y < dims[1]; y += y_step) {
                blocks.push_back({y, std::min(y + y_step, dims[1]), z, std::min(z + z_step, dims[2])});
            }
        }
        return blocks;
    }

    const Scale &scale_of(int y, int z) const {
        const auto &scales = found_.scales;
        const auto rows_each = static_cast<std::size_t>(header.grid.dims[1]);
        if (scales.size() == 1) {
            return scales[0];
        }
        return scales.size() == static_cast<std::size_t>(header.grid.dims[2])
                   ? scales[static_cast<std::size_t>(z)]
                   : scales[static_cast<std::size_t>(z) * rows_each + static_cast<std::size_t>(y)];
    }

    void place_rows(const Block &block, std::span<const std::byte> stored, std::span<std::byte> voxels) const {
        const auto &dims = header.grid.dims;
        const std::size_t out_bytes = static_cast<std::size_t>(dims[0]) * scalar_size(header.type);
        in_pieces(rows(block), 64, [&](std::size_t, std::size_t first, std::size_t end) {
            for (std::size_t row = first; row < end; ++row) {
                const auto height = static_cast<std::size_t>(block.end_y - block.first_y);
                const int y = block.first_y + static_cast<int>(row % height);
                const int z = block.first_z + static_cast<int>(row / height);
                const auto out = voxels.subspan(
                    (static_cast<std::size_t>(z) * static_cast<std::size_t>(dims[1]) + static_cast<std::size_t>(y)) *
                        out_bytes,
                    out_bytes);
                convert_voxels(found_.selection.type, stored.subspan(row * row_bytes(), row_bytes()), header.type, out);
                if (!found_.scales.empty()) {
                    scale_row(scale_of(y, z), out);
                }
            }
        });
    }

    static void scale_row(const Scale &scale, std::span<std::byte> row) {
        for (std::size_t at = 0; at < row.size(); at += sizeof(float)) {
            float value;
            std::memcpy(&value, row.data() + at, sizeof value);
            value = static_cast<float>(value * scale.slope + scale.intercept);
            std::memcpy(row.data() + at, &value, sizeof value);
        }
    }
};

} // namespace

std::unique_ptr<VolumeFile> open_found(const fs::path &file, FoundVolume found) {
    return std::make_unique<Hdf5Volume>(file, std::move(found));
}

} // namespace voxmarch::hdf5
