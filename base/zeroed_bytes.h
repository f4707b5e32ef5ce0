// Large blocks of zeros that cost nothing before they are written.
#pragma once

#include <cstddef>
#include <span>
#include <sys/types.h>
#include <vector>

namespace voxmarch {

/// Takes large blocks from the operating system as they are, full of zeros: whoever writes first to a page, on any
/// thread, waits for that page alone. A std::vector with the usual allocator would write all of it on one thread.
/// Elements are zero when they first exist; those of a vector that shrank and grew again are what they were.
template <typename T> struct ZeroedMemory {
    using value_type = T;
    ZeroedMemory() = default;
    template <typename U> explicit ZeroedMemory(const ZeroedMemory<U> &) {}

    T *allocate(std::size_t count) { return static_cast<T *>(allocate_zeroed(count * sizeof(T))); }
    void deallocate(T *block, std::size_t count) noexcept { free_zeroed(block, count * sizeof(T)); }
    template <typename U> void construct(U *) noexcept {}
    template <typename U, typename Value> void construct(U *place, Value &&value) { *place = value; }
    bool operator==(const ZeroedMemory &) const { return true; }

private:
    static void *allocate_zeroed(std::size_t bytes);
    static void free_zeroed(void *block, std::size_t bytes) noexcept;
};

using ZeroedBytes = std::vector<std::byte, ZeroedMemory<std::byte>>;

/// fork(), but the new process has no block of ZeroedBytes of 4 MiB and more, and must not touch those of before: to
/// copy the page tables of such blocks takes tens of milliseconds for each GiB.
pid_t fork_without_blocks();

/// The next ZeroedBytes that have more than half the size of this block of shared memory lie in it, and again the next
/// ones when they are gone. For a process that makes voxels for another, once; the block stays for good.
/// @param zeros  full of them, of whole pages
void lend_zeroed_block(std::span<std::byte> zeros);

} // namespace voxmarch
