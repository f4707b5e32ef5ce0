// Overflow-checked sizes, limits and allocation for the readers.
#include "base/checked_size.h"

#include "base/error.h"
#include "base/host_memory.h"
#include "base/input_guard.h"

#include <fmt/format.h>
#include <limits>
#include <new>

namespace voxmarch {

namespace {

MemoryError too_large(std::uint64_t bytes, const std::filesystem::path &file) {
    return MemoryError(fmt::format("{}: the voxels need {} MiB, this machine has {} MiB of memory; use a smaller "
                                   "volume",
                                   file.string(), bytes >> 20, host_memory() >> 20));
}

} // namespace

std::uint64_t checked_multiply(std::uint64_t a, std::uint64_t b, const std::filesystem::path &file) {
    std::uint64_t product = 0;
    if (__builtin_mul_overflow(a, b, &product) || product > std::numeric_limits<std::int64_t>::max()) {
        throw FileError(file, fmt::format("the sizes in the header multiply to more than 2^63 ({} * {})", a, b));
    }
    return product;
}

std::array<int, 3> checked_dims(const std::array<std::int64_t, 3> &dims, const std::filesystem::path &file) {
    std::array<int, 3> result{};
    for (std::size_t axis = 0; axis < 3; ++axis) {
        if (dims[axis] < 1 || dims[axis] > max_axis_length) {
            throw FileError(file, fmt::format("{}x{}x{} voxels: each axis must have 1 to {}", dims[0], dims[1], dims[2],
                                              max_axis_length));
        }
        result[axis] = static_cast<int>(dims[axis]);
    }
    return result;
}

std::uint64_t checked_byte_count(const std::array<int, 3> &dims, std::size_t voxel_size,
                                 const std::filesystem::path &file) {
    std::uint64_t bytes = voxel_size;
    for (int n : dims) {
        bytes = checked_multiply(bytes, static_cast<std::uint64_t>(n), file);
    }
    return bytes;
}

void require_bytes(std::uint64_t needed, std::uint64_t available, std::uint64_t max_ratio,
                   const std::filesystem::path &file) {
    // ceil(needed / max_ratio), so that nothing can overflow.
    const std::uint64_t least = needed / max_ratio + (needed % max_ratio != 0 ? 1 : 0);
    if (available >= least) {
        return;
    }
    const char *packing = max_ratio == 1 ? "" : " even if packed as tightly as its format can";
    throw FileError(file,
                    fmt::format("truncated, or the header lies: {} bytes of voxels are claimed, but only {} bytes "
                                "are there{}",
                                needed, available, packing));
}

void require_memory(std::uint64_t bytes, const std::filesystem::path &file) {
    if (bytes > host_memory()) {
        throw too_large(bytes, file);
    }
}

void require_ranges(const std::array<int, 3> &bricks, std::size_t entry, const std::filesystem::path &file) {
    const std::uint64_t bytes = checked_byte_count(bricks, entry, file);
    if (bytes > host_memory()) {
        throw MemoryError(fmt::format("{}: the ranges of its {}x{}x{} bricks need {} MiB, this machine has {} MiB of "
                                      "memory; use a smaller part of it, or a coarser level",
                                      file.string(), bricks[0], bricks[1], bricks[2], bytes >> 20,
                                      host_memory() >> 20));
    }
}

ZeroedBytes allocate_voxels(std::uint64_t bytes, const std::filesystem::path &file) {
    require_memory(bytes, file);
    try {
        return ZeroedBytes(bytes);
    } catch (const std::bad_alloc &) {
        throw too_large(bytes, file);
    } catch (const std::length_error &) {
        throw too_large(bytes, file);
    }
}

std::uint64_t size_of_file(const std::filesystem::path &file) {
    std::error_code problem;
    const auto status = std::filesystem::status(file, problem);
    if (!std::filesystem::exists(status)) {
        throw FileError(file, "no such file or folder");
    }
    if (!std::filesystem::is_regular_file(status)) {
        throw FileError(file, "is not a regular file");
    }
    const auto size = std::filesystem::file_size(file, problem);
    if (problem) {
        throw FileError(file, "cannot be read: " + problem.message());
    }
    remember_input(file);
    return size;
}

} // namespace voxmarch
