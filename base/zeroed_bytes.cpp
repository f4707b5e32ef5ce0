// Zeros from calloc, and large blocks from the system.
#include "base/zeroed_bytes.h"

#include <cstdlib>
#include <new>
#include <sys/mman.h>

namespace voxmarch {

namespace {

constexpr std::size_t large_block = std::size_t{4} << 20;

} // namespace

template <typename T> void *ZeroedMemory<T>::allocate_zeroed(std::size_t bytes) {
    void *block = nullptr;
    if (bytes >= large_block) {
        block = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (block == MAP_FAILED) {
            throw std::bad_alloc();
        }
        return block; // not in large pages: where memory is in pieces, making them takes four times as long
    }
    block = std::calloc(bytes, 1);
    if (block == nullptr) {
        throw std::bad_alloc();
    }
    return block;
}

template <typename T> void ZeroedMemory<T>::free_zeroed(void *block, std::size_t bytes) noexcept {
    if (bytes >= large_block) {
        munmap(block, bytes);
    } else {
        std::free(block);
    }
}

template struct ZeroedMemory<std::byte>;

} // namespace voxmarch
