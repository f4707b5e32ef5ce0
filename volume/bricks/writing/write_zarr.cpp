// Goes over the shards of level 0 in order; the files of one are written while the next is made.
#include "volume/bricks/writing/write_zarr.h"

#include "base/checked_size.h"
#include "base/output_file.h"
#include "volume/bricks/writing/coarse_chunks.h"
#include "volume/bricks/writing/zarr_metadata.h"

#include <algorithm>
#include <future>
#include <nlohmann/json.hpp>

namespace voxmarch {

namespace {

/// The text of the mark: all that decides the bytes of the store.
std::string conversion_text(const StoreLayout &layout, const std::string &input) {
    const nlohmann::ordered_json conversion = {
        {"version", 1},
        {"input", input},
        {"library", packing_library(layout.codec)},
        {"level", nlohmann::ordered_json::parse(level_metadata(layout, 0))},
        {"group", nlohmann::ordered_json::parse(group_metadata(layout))},
    };
    return conversion.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

void write_file(const std::filesystem::path &path, std::string_view text) {
    OutputFile file(path);
    file.write(text);
    file.commit(Keep::written);
}

class ZarrPass {
public:
    ZarrPass(const BrickSource &source, const StoreLayout &layout, bool goes_on, const ZarrWriting &options)
        : source_(source), layout_(layout), goes_on_(goes_on), options_(options), summary_(layout),
          coarse_(layout_, summary_), shards_(layout_) {}

    /// Makes all shards.
    void run() {
        const std::vector<Index3> order = shard_order(layout_.shards(0));
        tell_what_is_there(order);
        for (std::size_t i = 0; i < order.size(); ++i) {
            make(order[i], [&](double share) {
                if (options_.progress) {
                    options_.progress((static_cast<double>(i) + share) / static_cast<double>(order.size()));
                }
            });
        }
        finish_writing();
    }

    /// Writes what makes a store of the shards, the root's zarr.json last.
    void describe() const {
        const std::filesystem::path own = layout_.root / "voxmarch";
        for (int level = 0; level < layout_.level_count(); ++level) {
            const auto bytes = std::as_bytes(std::span(summary_.ranges[static_cast<std::size_t>(level)]));
            write_file(own / ("ranges_" + std::to_string(level) + ".bin"),
                       {reinterpret_cast<const char *>(bytes.data()), bytes.size()});
            const std::filesystem::path folder = layout_.root / std::to_string(level);
            std::error_code exists; // if a shard is there; else it is all zeros
            std::filesystem::create_directory(folder, exists);
            write_file(folder / "zarr.json", level_metadata(layout_, level));
        }
        write_file(own / "ranges.json", ranges_metadata(layout_, summary_));
        write_file(layout_.root / "zarr.json", group_metadata(layout_));
    }

    std::uint64_t byte_count() const { return shards_.byte_count(); }

private:
    const BrickSource &source_;
    const StoreLayout &layout_;
    bool goes_on_;
    const ZarrWriting &options_;
    LevelSummary summary_;
    CoarseChunks coarse_;
    LevelShards shards_;        ///< of the thread that writes, while there is one
    std::future<void> writing_; ///< last, as it waits for its thread

    void tell_what_is_there(const std::vector<Index3> &order) const {
        if (goes_on_ && options_.on_going_on) {
            const auto there = std::count_if(order.begin(), order.end(), [&](const Index3 &shard) {
                std::error_code ignored;
                return std::filesystem::exists(layout_.shard_file(0, shard), ignored);
            });
            options_.on_going_on(static_cast<double>(there) / static_cast<double>(order.size()));
        }
    }

    void make(const Index3 &shard, const std::function<void(double)> &progress) {
        auto finished = goes_on_ ? FinishedShard::open(layout_.shard_file(0, shard)) : std::nullopt;
        ShardPyramid made;
        try {
            made = make_shard_pyramid(source_, layout_, shard, finished ? &*finished : nullptr, summary_, progress);
        } catch (const DamagedShard &) {
            finished.reset();
            made = make_shard_pyramid(source_, layout_, shard, nullptr, summary_, progress);
        }
        if (!made.top.bytes.empty()) {
            coarse_.add(made.top, made.parts);
        }
        finish_writing();
        if (finished) {
            shards_.add_kept(finished->byte_count());
        }
        writing_ = std::async(std::launch::async, [this, parts = std::move(made.parts)] {
            for (const ShardPart &part : parts) {
                shards_.add(part);
            }
        });
    }

    void finish_writing() {
        if (writing_.valid()) {
            writing_.get();
        }
    }
};

} // namespace

WrittenZarr write_zarr(const BrickSource &source, const std::filesystem::path &root, const ZarrWriting &options) {
    VolumeHeader header = source.header();
    header.grid = source.grid(0);
    const StoreLayout layout(root, std::move(header), options.codec, options.labels);
    if (!has_codec(options.codec)) {
        pack_chunk(options.codec, 1, {}); // says why
    }
    require_ranges(layout.chunks(0), sizeof(BrickRange), root); // before the folder is made
    StoreFolder folder(root, conversion_text(layout, options.input), options.replace);
    ZarrPass pass(source, layout, folder.goes_on(), options);
    pass.run();
    pass.describe();
    folder.complete();
    return {layout.level_count(), pass.byte_count()};
}

} // namespace voxmarch
