// Stores whose writing was stopped, damaged or refused: the same call goes on to the same bytes, or says why not.
#include "zarr_write_test.h"

#include <csignal>
#include <sys/resource.h>

namespace voxmarch {

using namespace testing;

namespace {

struct Stop {};

} // namespace

TEST(ZarrWriteStopped, GoesOnToTheSameBytesWhereverItWasStopped) {
    const ScratchFolder scratch;
    const fs::path whole = scratch / "whole.ome.zarr";
    ZarrWriting options = unpacked();
    options.codec = has_codec(ChunkCodec::lz4) ? ChunkCodec::lz4 : ChunkCodec::none;
    write_zarr(FormulaSource(three_shards), whole, options);
    const auto wanted = files_of(whole);
    for (const double share : {0.1, 0.35, 0.5, 0.68, 0.9, 1.0}) {
        const fs::path store = scratch / "stopped.ome.zarr";
        ZarrWriting stopping = options;
        stopping.progress = [share](double done) {
            if (done >= share) {
                throw Stop{};
            }
        };
        EXPECT_THROW(write_zarr(FormulaSource(three_shards), store, stopping), Stop);
        EXPECT_TRUE(fs::exists(store / "voxmarch/unfinished.json"));
        EXPECT_FALSE(fs::exists(store / "zarr.json"));
        const auto kept = files_of(store);
        write_file((store / "0/c/0/0/1.part").string(), "left by a program that was killed");
        const FormulaSource source(three_shards);
        double there = -1.0;
        ZarrWriting going_on = options;
        going_on.on_going_on = [&](double share_there) { there = share_there; };
        write_zarr(source, store, going_on);
        EXPECT_EQ(differing(store, wanted), std::vector<std::string>{}) << share;
        // Shards that were there are not read again.
        const std::size_t first = kept.contains("0/c/0/0/0"), second = kept.contains("0/c/0/0/1");
        EXPECT_EQ(source.read_voxels, (1100 - 512 * (first + second)) * 66u * 70u) << share;
        EXPECT_NEAR(there, static_cast<double>(first + second) / 3.0, 1e-9);
        fs::remove_all(store);
    }
}

TEST(ZarrWriteStopped, MakesDamagedShardsAgain) {
    const ScratchFolder scratch;
    const fs::path whole = scratch / "whole.ome.zarr", store = scratch / "store.ome.zarr";
    if (!has_codec(ChunkCodec::lz4)) {
        GTEST_SKIP() << "without libblosc chunks cannot be seen to be damaged";
    }
    ZarrWriting options = unpacked();
    options.codec = ChunkCodec::lz4;
    write_zarr(FormulaSource(three_shards), whole, options);
    const auto wanted = files_of(whole);
    ZarrWriting stopping = options;
    stopping.progress = [](double done) {
        if (done >= 0.9) {
            throw Stop{};
        }
    };
    const auto damage = [&](const std::string &what) {
        EXPECT_THROW(write_zarr(FormulaSource(three_shards), store, stopping), Stop);
        std::string shard = read_file(store / "0/c/0/0/0");
        if (what == "chunk") {
            shard[0] = '\x7f'; // version of Blosc's header
        } else if (what == "index") {
            shard[shard.size() - 100] ^= 1;
        } else {
            shard.resize(shard.size() / 2);
        }
        write_file(store / "0/c/0/0/0", shard);
        write_zarr(FormulaSource(three_shards), store, options);
        EXPECT_EQ(differing(store, wanted), std::vector<std::string>{}) << what;
        fs::remove_all(store);
    };
    damage("chunk");
    damage("index");
    damage("length");
}

TEST(ZarrWriteStopped, AFullDiskLeavesWhatCanBeGoneOnWith) {
    const ScratchFolder scratch;
    const fs::path whole = scratch / "whole.ome.zarr", store = scratch / "store.ome.zarr";
    write_zarr(FormulaSource(three_shards), whole, unpacked());
    // No file may be larger than the first shard but one megabyte.
    const auto before = std::signal(SIGXFSZ, SIG_IGN);
    rlimit limit{};
    ASSERT_EQ(getrlimit(RLIMIT_FSIZE, &limit), 0);
    rlimit small = limit;
    small.rlim_cur = fs::file_size(whole / "0/c/0/0/1") - (1 << 20);
    ASSERT_EQ(setrlimit(RLIMIT_FSIZE, &small), 0);
    const std::string message =
        message_of<OutputError>([&] { write_zarr(FormulaSource(three_shards), store, unpacked()); });
    setrlimit(RLIMIT_FSIZE, &limit);
    std::signal(SIGXFSZ, before);
    EXPECT_TRUE(contains(message, "0/c/0/0/"));
    EXPECT_TRUE(contains(message, "cannot be written: File too large"));
    EXPECT_TRUE(fs::exists(store / "voxmarch/unfinished.json"));
    write_zarr(FormulaSource(three_shards), store, unpacked());
    EXPECT_EQ(differing(store, files_of(whole)), std::vector<std::string>{});
}

TEST(ZarrWriteStopped, ReplacesNothingUnasked) {
    const ScratchFolder scratch;
    const FormulaSource source({20, 20, 20});
    const fs::path store = scratch / "a.zarr";
    write_zarr(source, store, unpacked());
    EXPECT_TRUE(
        contains(message_of<OccupiedPlace>([&] { write_zarr(source, store, unpacked()); }), "is there already"));
    ZarrWriting replacing = unpacked();
    replacing.replace = true;
    write_zarr(source, store, replacing);
    // Another input, another codec: another store.
    ZarrWriting stopping = unpacked();
    stopping.replace = true;
    stopping.progress = [](double) { throw Stop{}; };
    EXPECT_THROW(write_zarr(source, store, stopping), Stop);
    ZarrWriting other = unpacked();
    other.input = "another";
    EXPECT_TRUE(contains(message_of<OccupiedPlace>([&] { write_zarr(source, store, other); }), "another conversion"));
    {
        const StoreFolder writing(scratch / "b.zarr", "it", false);
        EXPECT_TRUE(contains(message_of<OutputError>([&] { StoreFolder(scratch / "b.zarr", "it", false); }),
                             "another program is writing it"));
        EXPECT_TRUE(contains(message_of<OutputError>([&] { StoreFolder(scratch / "b.zarr", "it", true); }),
                             "another program is writing it"));
    }
    write_file(scratch / "photos/a.jpg", "dear");
    for (const bool replace : {false, true}) {
        replacing.replace = replace;
        EXPECT_TRUE(contains(message_of<OutputError>([&] { write_zarr(source, scratch / "photos", replacing); }),
                             "left alone"));
    }
    EXPECT_EQ(read_file(scratch / "photos/a.jpg"), "dear");
    message_of<OutputError>([&] { write_zarr(source, scratch / "nowhere/a.zarr", unpacked()); });
}

} // namespace voxmarch
