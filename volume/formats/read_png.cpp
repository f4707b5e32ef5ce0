// PNG images, one slice each, through stb_image.
#include "volume/formats/volume_file.h"

#include "base/checked_size.h"
#include "base/error.h"
#include "volume/formats/components.h"
#include "volume/voxel_storage.h"

#include <cstring>
#include <fmt/format.h>
#include <limits>

#define STB_IMAGE_IMPLEMENTATION
#define STB_IMAGE_STATIC
#define STBI_ONLY_PNG
#define STBI_NO_STDIO
#include <stb_image.h>

namespace voxmarch {

namespace {

// A bit per pixel, deflated.
constexpr std::uint64_t max_png_ratio = 8 * max_deflate_ratio;

class PngFile final : public VolumeFile {
public:
    PngFile(const std::filesystem::path &file, const ReadOptions &options) : file_(file) {
        const FileMapping mapping = map();
        int columns = 0;
        int rows = 0;
        int components = 0;
        if (stbi_info_from_memory(data(mapping), length(mapping), &columns, &rows, &components) == 0) {
            throw FileError(file, "is not a PNG file, or is damaged");
        }
        header.format = "PNG";
        header.name = file.filename().string();
        header.grid.dims = checked_dims({columns, rows, 1}, file);
        set_type(header,
                 stbi_is_16_bit_from_memory(data(mapping), length(mapping)) != 0 ? FileScalar::u16 : FileScalar::u8);
        components_ = choose_component(components, true, options, file, header);
        header.placement = Placement::none;
        header.notes.push_back(unstated_spacing_note());
        require_bytes(header.byte_count() * static_cast<std::uint64_t>(components), mapping.bytes().size(),
                      max_png_ratio, file);
    }

    std::unique_ptr<VoxelStorage> load(const Progress &progress) override {
        const FileMapping mapping = map();
        int columns = 0;
        int rows = 0;
        int components = 0;
        void *pixels = header.type == ScalarType::u16
                           ? static_cast<void *>(stbi_load_16_from_memory(data(mapping), length(mapping), &columns,
                                                                          &rows, &components, components_.count))
                           : static_cast<void *>(stbi_load_from_memory(data(mapping), length(mapping), &columns, &rows,
                                                                       &components, components_.count));
        const std::unique_ptr<void, void (*)(void *)> owner(pixels, stbi_image_free);
        if (pixels == nullptr) {
            throw FileError(file_, fmt::format("is a damaged PNG file ({})", stbi_failure_reason()));
        }
        auto voxels = allocate_voxels(header.byte_count(), file_);
        if (columns != header.grid.dims[0] || rows != header.grid.dims[1]) {
            throw FileError(file_, "changed while it was read");
        }
        const auto count = static_cast<std::size_t>(components_.count);
        open_component(open_memory_bytes({static_cast<const std::byte *>(pixels), voxels.size() * count}, file_),
                       components_, scalar_size(header.type))
            ->read(voxels);
        if (progress) {
            progress(1.0);
        }
        return std::make_unique<HeapVoxels>(std::move(voxels));
    }

private:
    std::filesystem::path file_;
    Components components_;

    FileMapping map() const {
        const std::uint64_t size = size_of_file(file_);
        if (size > static_cast<std::uint64_t>(std::numeric_limits<int>::max())) {
            throw FileError(file_, "is larger than 2 GiB, which no PNG slice is");
        }
        return FileMapping(file_, 0, size);
    }
    static const stbi_uc *data(const FileMapping &mapping) {
        return reinterpret_cast<const stbi_uc *>(mapping.bytes().data());
    }
    static int length(const FileMapping &mapping) { return static_cast<int>(mapping.bytes().size()); }
};

} // namespace

std::unique_ptr<VolumeFile> open_png(const std::filesystem::path &file, const ReadOptions &options) {
    return std::make_unique<PngFile>(file, options);
}

} // namespace voxmarch
