// Cores make blocks of a round; one of them first writes the round before.
#include "isosurface/mesh_writer.h"

#include "base/parallel.h"

#include <algorithm>
#include <fmt/format.h>

namespace voxmarch {

namespace {

/// Items of a block: half a megabyte of most formats, so that a block stays in the cache until it is written.
constexpr std::size_t block_items = 1 << 14;

/// Most blocks of a round: enough for all cores to end at about the same time.
std::size_t round_blocks() { return 4 * static_cast<std::size_t>(core_count(1 << 10)); }

} // namespace

std::string MeshWriter::world(std::string_view before, std::string_view after) const {
    return world_.empty() ? "" : fmt::format("{}{}{}", before, world_, after);
}

void MeshWriter::text(std::string_view characters) {
    flush();
    file_.write(characters);
}

void MeshWriter::items(std::size_t count, const std::function<void(ByteBlock &, std::size_t, std::size_t)> &make) {
    for (std::size_t begin = 0; begin < count;) {
        const std::size_t end = std::min(count, begin + round_blocks() * block_items);
        const std::size_t blocks = (end - begin + block_items - 1) / block_items, before = filled_;
        std::swap(made_, written_);
        made_.resize(std::max(made_.size(), blocks));
        filled_ = 0;
        on_all_cores(static_cast<int>(blocks) + 1, [&](int piece) {
            if (piece == 0) {
                write(written_, before);
                return;
            }
            const std::size_t block = static_cast<std::size_t>(piece) - 1, first = begin + block * block_items;
            made_[block].clear();
            make(made_[block], first, std::min(first + block_items, end));
        });
        filled_ = blocks;
        done_ += end - begin;
        begin = end;
        if (forget_) {
            forget_();
        }
        if (progress_) {
            progress_(std::min(1.0, static_cast<double>(done_) / static_cast<double>(items_)));
        }
    }
}

void MeshWriter::commit() {
    flush();
    file_.commit(Keep::written);
    if (progress_) {
        progress_(1.0);
    }
}

void MeshWriter::write(std::vector<ByteBlock> &blocks, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) {
        file_.write(blocks[i].bytes());
    }
}

void MeshWriter::flush() {
    write(made_, filled_);
    filled_ = 0;
}

} // namespace voxmarch
