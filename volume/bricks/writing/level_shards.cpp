// Counts the chunks that are missing from each shard.
#include "volume/bricks/writing/level_shards.h"

namespace voxmarch {

void LevelShards::add(const ShardPart &part) {
    const auto [place, is_new] = begun_.try_emplace({part.level, part.shard});
    Begun &begun = place->second;
    if (is_new) {
        begun.missing = layout_.chunks_in_shard(part.level, part.shard);
        const std::filesystem::path file = layout_.shard_file(part.level, part.shard);
        const auto finished = part.level > 0 ? FinishedShard::open(file) : std::nullopt;
        if (finished) {
            bytes_ += finished->byte_count();
        } else {
            begun.writer = std::make_unique<ShardWriter>(file);
        }
    }
    if (begun.writer) {
        begun.writer->add(part.chunks);
    }
    begun.missing -= part.chunks.size();
    if (begun.missing == 0) {
        bytes_ += begun.writer ? begun.writer->finish() : 0;
        begun_.erase(place);
    }
}

} // namespace voxmarch
