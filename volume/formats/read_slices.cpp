// Stacks the images of a folder, one slice each, into a volume.
#include "volume/formats/volume_file.h"

#include "base/checked_size.h"
#include "base/error.h"
#include "volume/voxel_storage.h"

#include <algorithm>
#include <fmt/format.h>

namespace voxmarch {

namespace {

using Opener = std::function<std::unique_ptr<VolumeFile>(const std::filesystem::path &)>;

std::string describe(const VolumeHeader &slice) {
    const std::size_t channels = slice.channels.size();
    return fmt::format("{}x{} voxels of type {}{}", slice.grid.dims[0], slice.grid.dims[1], name_of(slice.type),
                       channels > 1 ? fmt::format(" and {} channels", channels) : "");
}

class SliceFolder final : public VolumeFile {
public:
    SliceFolder(const std::vector<std::filesystem::path> &files, const Opener &open) : files_(files), open_(open) {
        header = open(files.front())->header;
        for (const auto &file : files) {
            check(file, open(file)->header);
        }
        header.grid.dims[2] = checked_dims({1, 1, static_cast<std::int64_t>(files.size())}, files.front())[2];
        header.format += " slices";
        checked_byte_count(header.grid.dims, scalar_size(header.type), files.front());
    }

    std::unique_ptr<VoxelStorage> load(const Progress &progress) override {
        auto voxels = allocate_voxels(header.byte_count(), files_.front());
        const std::size_t slice_size = voxels.size() / files_.size();
        for (std::size_t i = 0; i < files_.size(); ++i) {
            const auto slice = open_(files_[i]);
            check(files_[i], slice->header);
            const auto storage = slice->load({});
            std::copy_n(storage->bytes().begin(), slice_size,
                        voxels.begin() + static_cast<std::ptrdiff_t>(i * slice_size));
            if (progress) {
                progress(static_cast<double>(i + 1) / static_cast<double>(files_.size()));
            }
        }
        return std::make_unique<HeapVoxels>(std::move(voxels));
    }

private:
    std::vector<std::filesystem::path> files_;
    Opener open_;

    void check(const std::filesystem::path &file, const VolumeHeader &slice) const {
        if (slice.grid.dims[2] != 1) {
            throw FileError(
                file, fmt::format("holds {} slices, but in a folder of slices each file is one", slice.grid.dims[2]));
        }
        const bool same = slice.grid.dims[0] == header.grid.dims[0] && slice.grid.dims[1] == header.grid.dims[1] &&
                          slice.type == header.type && slice.channels == header.channels;
        if (!same) {
            throw FileError(file, fmt::format("has {}, but {} has {}", describe(slice),
                                              files_.front().filename().string(), describe(header)));
        }
    }
};

} // namespace

std::unique_ptr<VolumeFile> open_slices(const std::vector<std::filesystem::path> &files, const Opener &open) {
    if (files.size() == 1) {
        return open(files.front());
    }
    return std::make_unique<SliceFolder>(files, open);
}

} // namespace voxmarch
