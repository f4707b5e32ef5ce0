// Maps or reads unpacked voxels.
#include "volume/formats/plain_voxels.h"

#include "base/checked_size.h"
#include "volume/voxel_storage.h"

namespace voxmarch {

std::unique_ptr<VoxelStorage> load_plain_voxels(const std::filesystem::path &file, std::uint64_t offset,
                                                FileScalar type, std::endian order, std::uint64_t count,
                                                const Progress &progress) {
    const std::size_t size = file_scalar_size(type);
    const bool in_order = order == std::endian::native || size == 1;
    if (!is_converted(type) && in_order && count * size >= mapping_threshold && offset % size == 0) {
        auto mapping = std::make_unique<FileMapping>(file, offset, count * size);
        if (progress) {
            progress(1.0);
        }
        return mapping;
    }
    auto voxels = allocate_voxels(count * scalar_size(memory_type(type)), file);
    const auto source = open_file_bytes(file, offset);
    read_voxels(*source, type, order, voxels, progress);
    return std::make_unique<HeapVoxels>(std::move(voxels));
}

} // namespace voxmarch
