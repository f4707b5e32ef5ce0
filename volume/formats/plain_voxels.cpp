// Maps or reads unpacked voxels.
#include "volume/formats/plain_voxels.h"

#include "base/checked_size.h"
#include "base/parallel.h"
#include "volume/voxel_storage.h"

#include <algorithm>

namespace voxmarch {

std::unique_ptr<VoxelStorage> load_plain_voxels(const PlainPlace &place, std::uint64_t count,
                                                const Progress &progress) {
    const std::filesystem::path &file = place.file;
    const std::uint64_t offset = place.offset;
    const FileScalar type = place.type;
    const std::endian order = place.order;
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
    if (count * size >= mapping_threshold) { // each core takes pieces of the page cache
        const FileMapping mapping(file, offset, count * size);
        constexpr std::size_t piece_voxels = 1 << 18;
        const std::size_t memory_size = scalar_size(memory_type(type)), pieces = piece_count(count, piece_voxels);
        on_all_cores(
            static_cast<int>(pieces),
            [&](int i) {
                const std::size_t first = static_cast<std::size_t>(i) * piece_voxels;
                const std::size_t part = std::min<std::size_t>(piece_voxels, count - first);
                const auto source = open_memory_bytes(mapping.bytes().subspan(first * size, part * size), file);
                read_voxels(*source, type, order, std::span(voxels).subspan(first * memory_size, part * memory_size),
                            {});
            },
            progress);
        return std::make_unique<HeapVoxels>(std::move(voxels));
    }
    const auto source = open_file_bytes(file, offset);
    read_voxels(*source, type, order, voxels, progress);
    return std::make_unique<HeapVoxels>(std::move(voxels));
}

} // namespace voxmarch
