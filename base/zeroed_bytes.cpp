// Zeros from calloc, and large blocks from the system.
#include "base/zeroed_bytes.h"

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstdlib>
#include <map>
#include <mutex>
#include <new>
#include <sys/mman.h>
#include <unistd.h>

namespace voxmarch {

namespace {

constexpr std::size_t large_block = std::size_t{4} << 20;

// The large blocks there are. Never destroyed: blocks may be freed at the very end.
std::mutex block_mutex;
std::map<void *, std::size_t> *block_table = nullptr;

void enter_block(void *block, std::size_t bytes) {
    const std::lock_guard lock(block_mutex);
    if (block_table == nullptr) {
        block_table = new std::map<void *, std::size_t>;
    }
    block_table->emplace(block, bytes);
}

void drop_block(void *block) noexcept {
    const std::lock_guard lock(block_mutex);
    if (block_table != nullptr) {
        block_table->erase(block);
    }
}

void advise_blocks(int advice) {
    if (block_table != nullptr) {
        for (const auto &[block, bytes] : *block_table) {
            madvise(block, bytes, advice);
        }
    }
}

// What lend_zeroed_block() was given, and whether nobody has it.
std::span<std::byte> lent;
std::atomic<bool> lent_is_free = false;

bool fits_lent(std::size_t bytes) { return bytes <= lent.size() && bytes > lent.size() / 2; }

void give_back_lent() {
    if (madvise(lent.data(), lent.size(), MADV_REMOVE) != 0) {
        std::fill(lent.begin(), lent.end(), std::byte{0});
    }
    lent_is_free = true;
}

} // namespace

template <typename T> void *ZeroedMemory<T>::allocate_zeroed(std::size_t bytes) {
    void *block = nullptr;
    if (lent_is_free && fits_lent(bytes) && lent_is_free.exchange(false)) {
        return lent.data();
    }
    if (bytes >= large_block) {
        block = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (block == MAP_FAILED) {
            throw std::bad_alloc();
        }
        try {
            enter_block(block, bytes);
        } catch (...) {
            munmap(block, bytes);
            throw;
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
    if (block == lent.data() && block != nullptr) {
        give_back_lent();
    } else if (bytes >= large_block) {
        drop_block(block);
        munmap(block, bytes);
    } else {
        std::free(block);
    }
}

template struct ZeroedMemory<std::byte>;

pid_t fork_without_blocks() {
    const std::lock_guard lock(block_mutex); // the new process gets it as it is here, and leaves it likewise
    advise_blocks(MADV_DONTFORK);
    const pid_t child = fork();
    const int problem = errno;
    if (child == 0) {
        block_table = nullptr; // their addresses may become others'
    } else {
        advise_blocks(MADV_DOFORK);
    }
    errno = problem;
    return child;
}

void lend_zeroed_block(std::span<std::byte> zeros) {
    lent = zeros;
    lent_is_free = !zeros.empty();
}

} // namespace voxmarch
