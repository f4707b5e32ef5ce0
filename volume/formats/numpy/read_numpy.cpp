// NumPy arrays: alone (.npy), or one of several in a zip file (.npz).
#include "volume/formats/volume_file.h"

#include "base/checked_size.h"
#include "base/error.h"
#include "base/text.h"
#include "volume/bricks/zarr/store.h"
#include "volume/formats/array_choice.h"
#include "volume/formats/components.h"
#include "volume/formats/numpy/npy_header.h"
#include "volume/formats/plain_voxels.h"
#include "volume/voxel_storage.h"

#include <algorithm>
#include <cstring>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace voxmarch {

namespace {

namespace fs = std::filesystem;

/// A file of its own, as an entry of a zip file is one.
class WholeFile final : public zarr::StoredFile {
public:
    explicit WholeFile(const fs::path &file) : file_(file) {}
    std::uint64_t size() const override { return file_.size(); }
    void read(std::uint64_t offset, std::span<std::byte> out) const override { file_.read(offset, out); }

private:
    zarr::PositionedFile file_;
};

class StoredBytes final : public ByteSource {
public:
    StoredBytes(const zarr::StoredFile &file, std::uint64_t offset) : file_(file), at_(offset) {}
    void read(std::span<std::byte> out) override {
        file_.read(at_, out);
        at_ += out.size();
    }

private:
    const zarr::StoredFile &file_;
    std::uint64_t at_;
};

/// Axes of the array with their lengths, and how many values lie between neighbours along each.
struct Axis {
    std::int64_t length = 1;
    std::uint64_t step = 0;
};

class NumpyFile final : public VolumeFile {
public:
    NumpyFile(const fs::path &file, const ReadOptions &options) : file_(file) {
        header.name = file.filename().string();
        const bool is_archive = first_byte() == 'P';
        header.format = is_archive ? "NumPy archive" : "NumPy";
        if (is_archive) {
            zip_ = zarr::open_zip_store(file, "");
            choose_entry(options.array);
        } else {
            array_ = std::make_unique<WholeFile>(file);
        }
        std::vector<std::byte> head(std::min<std::uint64_t>(array_->size(), longest_npy_header));
        array_->read(0, head);
        npy_ = parse_npy_header(head, file);
        lay_out(options);
        set_type(header, npy_.type);
        header.placement = Placement::none;
        header.notes.push_back(unstated_spacing_note());
    }

    std::unique_ptr<VoxelStorage> load(const Progress &progress) override {
        const std::uint64_t count = header.grid.voxel_count();
        if (const auto place = plain_place()) {
            return load_plain_voxels(*place, count, progress);
        }
        auto voxels = allocate_voxels(header.byte_count(), file_);
        const std::size_t size = file_scalar_size(npy_.type);
        if (npy_.is_fortran) {
            const ZeroedBytes gathered = gather(size);
            read_voxels(*open_memory_bytes(gathered, file_), npy_.type, npy_.order, voxels, progress);
        } else {
            auto all = std::make_unique<StoredBytes>(*array_, npy_.offset + first_ * size);
            read_voxels(*open_component(std::move(all), side_by_side_, size), npy_.type, npy_.order, voxels, progress);
        }
        return std::make_unique<HeapVoxels>(std::move(voxels));
    }

    std::optional<PlainPlace> plain_place() const override {
        return zip_ || npy_.is_fortran || side_by_side_.count > 1
                   ? std::nullopt
                   : std::optional(
                         PlainPlace{file_, npy_.offset + first_ * file_scalar_size(npy_.type), npy_.type, npy_.order});
    }

private:
    fs::path file_;
    std::unique_ptr<zarr::Store> zip_;
    std::unique_ptr<zarr::StoredFile> array_;
    NpyHeader npy_;
    std::array<Axis, 3> space_; ///< x, y, z
    Components side_by_side_;   ///< of arrays whose last axis is the fastest
    std::uint64_t first_ = 0;   ///< value of the volume that is read, counted in values of the array

    char first_byte() const {
        std::byte byte{};
        zarr::PositionedFile(file_).read(0, std::span(&byte, 1));
        return static_cast<char>(byte);
    }

    // Without a name the largest array: beside volumes lie small ones that tell of them.
    void choose_entry(const std::string &wanted) {
        std::vector<NamedArray> names;
        std::size_t largest = 0;
        std::uint64_t most = 0;
        for (const std::string &key : zip_->keys()) {
            if (!key.ends_with(".npy")) {
                continue;
            }
            const auto entry = zip_->open(key);
            if (entry && entry->size() > most) {
                most = entry->size();
                largest = names.size();
            }
            names.push_back({key.substr(0, key.size() - 4), 1, true, false});
        }
        if (names.empty()) {
            throw FileError(file_, "is a zip file that holds no NumPy arrays");
        }
        names[largest].is_active = true;
        array_ = zip_->open(names[choose_array(names, wanted, file_, header.notes)].name + ".npy");
    }

    FileError wrong_axes() const {
        return FileError(file_,
                         fmt::format("is a NumPy array of the shape ({}); shapes are z, y, x, before them times, "
                                     "behind them up to four values a voxel",
                                     fmt::join(npy_.shape, ", ")));
    }

    // Axes of the array are z, y, x, as in every program that keeps images in it.
    void lay_out(const ReadOptions &options) {
        std::vector<Axis> axes = stepped_axes();
        const bool has_values = axes.size() > 3 && axes.back().length >= 2 && axes.back().length <= 4;
        if (axes.size() < 2 || axes.size() > (has_values ? 5U : 4U)) {
            throw wrong_axes();
        }
        if (has_values) {
            const std::int64_t count = axes.back().length;
            side_by_side_ = choose_component(count, look_like_colors(count, npy_.type), options, file_, header);
            first_ += static_cast<std::uint64_t>(side_by_side_.chosen) * (npy_.is_fortran ? axes.back().step : 0);
            axes.pop_back();
        }
        const Components times = choose_time(axes.size() == 4 ? axes.front().length : 1, options, file_, header);
        if (axes.size() == 4) {
            first_ += static_cast<std::uint64_t>(times.chosen) * axes.front().step;
            axes.erase(axes.begin());
        }
        std::array<std::int64_t, 3> dims{1, 1, 1};
        for (std::size_t i = 0; i < axes.size(); ++i) {
            space_[i] = axes[axes.size() - 1 - i];
            dims[i] = space_[i].length;
        }
        header.grid.dims = checked_dims(dims, file_);
    }

    // Leading axes of one entry are left out where there are more than three.
    std::vector<Axis> stepped_axes() const {
        std::vector<Axis> axes;
        std::uint64_t values = 1;
        const std::size_t count = npy_.shape.size();
        for (std::size_t i = 0; i < count; ++i) {
            const std::int64_t length = npy_.shape[npy_.is_fortran ? i : count - 1 - i];
            if (length < 1) {
                throw wrong_axes();
            }
            axes.push_back({length, values});
            values = checked_multiply(values, static_cast<std::uint64_t>(length), file_);
        }
        const std::uint64_t bytes = checked_multiply(values, file_scalar_size(npy_.type), file_);
        require_bytes(bytes, array_->size() - npy_.offset, 1, file_);
        if (!npy_.is_fortran) {
            std::reverse(axes.begin(), axes.end());
        }
        while (axes.size() > 3 && axes.front().length == 1) {
            axes.erase(axes.begin());
        }
        return axes;
    }

    // Values whose first axis is the fastest, in the order of voxels.
    ZeroedBytes gather(std::size_t size) const {
        std::uint64_t values = 1;
        for (const std::int64_t length : npy_.shape) {
            values *= static_cast<std::uint64_t>(length);
        }
        ZeroedBytes all = allocate_voxels(values * size, file_);
        array_->read(npy_.offset, all);
        ZeroedBytes gathered = allocate_voxels(header.grid.voxel_count() * size, file_);
        std::byte *to = gathered.data();
        const auto &dims = header.grid.dims;
        for (std::uint64_t z = 0; z < static_cast<std::uint64_t>(dims[2]); ++z) {
            for (std::uint64_t y = 0; y < static_cast<std::uint64_t>(dims[1]); ++y) {
                const std::uint64_t row = first_ + z * space_[2].step + y * space_[1].step;
                for (std::uint64_t x = 0; x < static_cast<std::uint64_t>(dims[0]); ++x, to += size) {
                    std::memcpy(to, all.data() + (row + x * space_[0].step) * size, size);
                }
            }
        }
        return gathered;
    }
};

} // namespace

std::unique_ptr<VolumeFile> open_numpy(const fs::path &file, const ReadOptions &options) {
    return std::make_unique<NumpyFile>(file, options);
}

} // namespace voxmarch
