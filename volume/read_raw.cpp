// Raw voxels: finds their layout and compares it with the size of the file.
#include "volume/volume_file.h"

#include "device/error.h"
#include "volume/checked_size.h"
#include "volume/plain_voxels.h"

#include <fmt/format.h>

namespace voxmarch {

namespace {

class RawFile final : public VolumeFile {
public:
    RawFile(const std::filesystem::path &file, const ReadOptions &options) : file_(file) {
        const std::uint64_t size = size_of_file(file);
        layout_ = layout(options);
        header.format = "raw";
        header.name = file.filename().string();
        header.grid.dims = checked_dims(layout_.dims, file);
        header.grid.spacing = layout_.spacing;
        set_type(header, layout_.type);
        bytes_ = checked_byte_count(header.grid.dims, file_scalar_size(layout_.type), file);
        compare(size);
        note_header_beside();
    }

    std::unique_ptr<VoxelStorage> load(const Progress &progress) override {
        return load_plain_voxels(file_, layout_.offset.value_or(0), layout_.type, layout_.order,
                                 header.grid.voxel_count(), progress);
    }

private:
    std::filesystem::path file_;
    RawLayout layout_;
    std::uint64_t bytes_ = 0;

    RawLayout layout(const ReadOptions &options) const {
        if (!options.raw.empty())
            return parse_raw_layout(options.raw);
        if (const auto named = raw_layout_from_name(file_.filename().string()))
            return *named;
        throw UsageError(fmt::format("{}: the size of a raw file is not in its name (NAME_256x256x256_uint8.raw); give "
                                     "--raw 256x256x256:uint8",
                                     file_.string()));
    }

    void compare(std::uint64_t size) {
        const std::uint64_t offset = layout_.offset.value_or(0);
        const auto &dims = header.grid.dims;
        const auto claim =
            fmt::format("{}x{}x{} {} need {} bytes", dims[0], dims[1], dims[2], file_scalar_name(layout_.type), bytes_);
        if (offset > size || bytes_ > size - offset)
            throw FileError(file_, fmt::format("{}{}, but the file has {}", claim,
                                               offset > 0 ? fmt::format(" after {} bytes", offset) : "", size));
        const std::uint64_t rest = size - offset - bytes_;
        if (rest > 0 && !layout_.offset)
            throw FileError(file_, fmt::format("{}, but the file has {}; if it begins with a header give --raw with "
                                               ":offset={}, to ignore the end :offset=0",
                                               claim, size, rest));
        if (rest > 0)
            header.notes.push_back(fmt::format("{} bytes after the voxels are ignored.", rest));
    }

    void note_header_beside() {
        const auto beside = std::filesystem::path(file_).replace_extension(".nhdr");
        std::error_code ignored;
        if (std::filesystem::exists(beside, ignored))
            header.notes.push_back(fmt::format("A header {} lies beside the file; open that for its spacing.",
                                               beside.filename().string()));
    }
};

} // namespace

std::unique_ptr<VolumeFile> open_raw(const std::filesystem::path &file, const ReadOptions &options) {
    return std::make_unique<RawFile>(file, options);
}

} // namespace voxmarch
