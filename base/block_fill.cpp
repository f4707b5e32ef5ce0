// Pieces are taken in their order as far as blocks are open.
#include "base/block_fill.h"

#include "base/parallel.h"

#include <algorithm>
#include <vector>

namespace voxmarch {

namespace {

class BlockFill {
public:
    explicit BlockFill(const BlockWork &work)
        : work_(work), blocks_(piece_count(work.pieces, work.pieces_of_block)), memory_(blocks_), filled_(blocks_) {}

    void run(std::size_t member) {
        try {
            member == 0 ? lead() : follow();
        } catch (...) {
            const std::lock_guard lock(mutex_);
            stop_ = true;
            changed_.notify_all();
            throw;
        }
    }

private:
    const BlockWork &work_;
    const std::size_t blocks_;
    std::mutex mutex_; // of all below
    std::condition_variable changed_;
    std::vector<std::span<std::byte>> memory_; ///< of blocks that were opened
    std::vector<std::size_t> filled_;          ///< pieces, of each block
    std::size_t opened_ = 0, next_ = 0;
    bool stop_ = false;

    std::size_t pieces_in(std::size_t block) const {
        return std::min(work_.pieces_of_block, work_.pieces - block * work_.pieces_of_block);
    }
    bool can_take() const { return next_ < std::min(work_.pieces, opened_ * work_.pieces_of_block); }

    void open_block() {
        const std::span<std::byte> memory = work_.open(opened_);
        const std::lock_guard lock(mutex_);
        memory_[opened_++] = memory;
        changed_.notify_all();
    }

    /// @param lock  held; not while the piece is filled
    void fill_next(std::unique_lock<std::mutex> &lock) {
        const std::size_t piece = next_++, block = piece / work_.pieces_of_block;
        const std::span<std::byte> memory = memory_[block];
        lock.unlock();
        work_.fill(piece, memory);
        lock.lock();
        if (++filled_[block] == pieces_in(block)) {
            changed_.notify_all();
        }
    }

    void lead() {
        for (std::size_t sent = 0; sent < blocks_;) {
            while (opened_ < std::min(blocks_, sent + work_.open_blocks)) {
                open_block();
            }
            std::unique_lock lock(mutex_);
            const auto is_full = [&] { return filled_[sent] == pieces_in(sent); };
            changed_.wait(lock, [&] { return stop_ || is_full() || can_take(); });
            if (stop_) {
                return;
            }
            if (!is_full()) {
                fill_next(lock);
                continue;
            }
            lock.unlock();
            work_.send(sent, pieces_in(sent));
            ++sent;
        }
    }

    void follow() {
        std::unique_lock lock(mutex_);
        while (next_ < work_.pieces) {
            changed_.wait(lock, [&] { return stop_ || next_ == work_.pieces || can_take(); });
            if (stop_) {
                return;
            }
            if (can_take()) {
                fill_next(lock);
            }
        }
    }
};

} // namespace

void fill_blocks(Team &team, const BlockWork &work) {
    BlockFill job(work);
    team.run([&](std::size_t member) { job.run(member); });
}

} // namespace voxmarch
