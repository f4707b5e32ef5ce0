// What is seen of volumes that stay in their source is what is seen of all voxels in memory.
#include "volume/bricks/large_volume.h"

#include "volume/bricks/stored_bricks.h"
#include "volume/bricks/value_blocks.h"
#include "volume/fingerprint.h"
#include "volume/histogram.h"
#include "volume/percentiles.h"
#include "volume/synthetic/synthetic.h"
#include "zarr_test_stores.h"
#include "zarr_write_test.h"

#include <optional>

namespace voxmarch::testing {

namespace {

/// A source of voxels in memory with a coarser level, which tells its ranges or not.
class TwoLevels final : public BrickSource {
public:
    TwoLevels(Volume fine, Volume coarse, std::optional<BrickRanges> ranges)
        : levels_{bricks_of(std::move(fine)), bricks_of(std::move(coarse))}, ranges_(std::move(ranges)) {}
    const VolumeHeader &header() const override { return levels_[0]->header(); }
    int level_count() const override { return 2; }
    Grid grid(int level) const override { return at(level).grid(0); }
    Dims read_size(int) const override { return {100, 64, 32}; }
    const std::optional<BrickRanges> &ranges(int) const override { return ranges_; }
    void read(int level, const VoxelBox &box, std::span<std::byte> voxels) const override {
        read_voxels[static_cast<std::size_t>(level)] += box.voxel_count();
        at(level).read(0, box, voxels);
    }

    mutable std::array<std::atomic<std::uint64_t>, 2> read_voxels{};

private:
    std::array<std::shared_ptr<const BrickSource>, 2> levels_;
    std::optional<BrickRanges> ranges_;

    const BrickSource &at(int level) const { return *levels_[static_cast<std::size_t>(level)]; }
};

/// Values that a hash makes of places, with borders that differ from brick to brick.
template <typename T> Volume made_of_places(const Dims &dims, ScalarType type, std::uint32_t seed) {
    VolumeHeader header;
    header.grid.dims = dims;
    header.grid.spacing = {0.5, 1.0, 2.0};
    header.grid.origin = {-3.0, 4.0, 5.0};
    header.type = type;
    header.name = "places";
    std::vector<std::byte> voxels(header.byte_count());
    auto *const values = reinterpret_cast<T *>(voxels.data());
    for (std::uint32_t i = 0; i < header.grid.voxel_count(); ++i) {
        const std::uint32_t hash = (i * 2654435761u ^ seed) * 2246822519u >> 16;
        values[i] = static_cast<T>(static_cast<std::int32_t>(hash % 20000) - (std::is_signed_v<T> ? 7000 : 0));
    }
    return {std::move(header), std::move(voxels)};
}

template <typename T> std::vector<ValueRange> ranges_of_bricks(const Volume &volume) {
    const Dims &dims = volume.grid().dims;
    std::vector<ValueRange> ranges;
    for (int z = 0; z < dims[2]; z += 64) {
        for (int y = 0; y < dims[1]; y += 64) {
            for (int x = 0; x < dims[0]; x += 64) {
                ValueRange range{1e30, -1e30};
                for (int k = z; k < std::min(z + 64, dims[2]); ++k) {
                    for (int j = y; j < std::min(y + 64, dims[1]); ++j) {
                        for (int i = x; i < std::min(x + 64, dims[0]); ++i) {
                            range = {std::min(range.min, volume.value(i, j, k)),
                                     std::max(range.max, volume.value(i, j, k))};
                        }
                    }
                }
                ranges.push_back(range);
            }
        }
    }
    return ranges;
}

template <typename T> void expect_seen_as_in_memory(const Dims &dims, ScalarType type) {
    const Volume whole = made_of_places<T>(dims, type, 1);
    const auto source = bricks_of(made_of_places<T>(dims, type, 1));
    const Volume large(look_at(source));
    ASSERT_NE(large.large(), nullptr);
    EXPECT_EQ(whole.large(), nullptr);
    EXPECT_EQ(&whole.sample(), &whole);
    EXPECT_EQ(large.range(), whole.range());
    EXPECT_TRUE(std::ranges::equal(large.value_counts(), whole.value_counts()));
    EXPECT_EQ(large.large()->brick_ranges, ranges_of_bricks<T>(whole));
    EXPECT_EQ(large.grid().dims, whole.grid().dims);
    // Small ones are their own sample.
    EXPECT_EQ(large.sample().grid().dims, whole.grid().dims);
    EXPECT_TRUE(std::ranges::equal(large.sample().bytes(), whole.bytes()));
    EXPECT_TRUE(std::ranges::equal(large.bytes(), whole.bytes()));
    const Histogram seen = compute_histogram(large, 100), all = compute_histogram(whole, 100);
    EXPECT_EQ(seen.counts, all.counts);
    EXPECT_EQ(seen.total, all.total);
    const std::vector<double> shares{0.0, 0.01, 0.5, 0.99, 1.0};
    EXPECT_EQ(percentiles_of(large, shares), percentiles_of(whole, shares));
    EXPECT_EQ(voxel_hash(large), voxel_hash(whole));
}

/// Whether the ranges of blocks hold the voxels of a volume, and nothing else if they are to be exact.
void expect_blocks(const ValueBlocks &blocks, const Volume &volume, bool exact) {
    const std::array<int, 3> &dims = volume.grid().dims;
    ASSERT_EQ(blocks.ranges.size(),
              std::size_t(blocks.count[0]) * std::size_t(blocks.count[1]) * std::size_t(blocks.count[2]));
    for (std::size_t i = 0; i < blocks.ranges.size(); ++i) {
        const std::array<int, 3> place{int(i) % blocks.count[0], int(i) / blocks.count[0] % blocks.count[1],
                                       int(i) / blocks.count[0] / blocks.count[1]};
        ValueRange found{1e9, -1e9};
        const auto end = [&](std::size_t axis) { return std::min((place[axis] + 1) * blocks.edge + 1, dims[axis]); };
        for (int z = place[2] * blocks.edge; z < end(2); ++z) {
            for (int y = place[1] * blocks.edge; y < end(1); ++y) {
                for (int x = place[0] * blocks.edge; x < end(0); ++x) {
                    const double value = volume.value(x, y, z);
                    found = {std::min(found.min, value), std::max(found.max, value)};
                }
            }
        }
        EXPECT_LE(blocks.ranges[i].min, found.min) << i;
        EXPECT_GE(blocks.ranges[i].max, found.max) << i;
        EXPECT_TRUE(!exact || blocks.ranges[i] == found) << i;
    }
}

TEST(LargeVolume, BlocksHoldTheirValues) {
    for (const int edge : {3, 40, 150}) {
        const Volume volume = synthesize("tree", edge);
        expect_blocks(value_blocks(volume), volume, true);
        const Volume large(look_at(bricks_of(synthesize("tree", edge))));
        const ValueBlocks blocks = value_blocks(large);
        EXPECT_EQ(blocks.edge, source_brick_edge);
        expect_blocks(blocks, volume, false);
    }
}

TEST(LargeVolume, BlocksOfWhichNobodyKnowsAreThoseOfTheSample) {
    const auto speck = [] {
        VolumeHeader header;
        header.grid.dims = {200, 200, 200};
        std::vector<std::byte> voxels(header.byte_count());
        voxels[(180 * 200 + 180) * 200 + 180] = std::byte{9};
        return Volume(header, std::move(voxels));
    };
    const Volume fine = speck();
    const auto source = std::make_shared<TwoLevels>(speck(), synthesize("sphere", 100), std::nullopt);
    const Volume large(look_at(source, {}, {}, 0)); // no pass
    ASSERT_EQ(large.limits(), (ValueRange{0.0, 255.0}));
    const auto read = [&] { return source->read_voxels[0].load(); };
    const std::uint64_t before = read();
    const ValueBlocks blocks = value_blocks(large);
    EXPECT_EQ(read(), before) << "no voxel is read for them";
    expect_blocks(blocks, fine, false); // the sample is level 0, as it has less than 2^24 voxels
    EXPECT_EQ(blocks.ranges.front().max, 0.0) << "the corner is empty";
}

} // namespace

TEST(LargeVolume, is_seen_as_it_is_in_memory) {
    expect_seen_as_in_memory<std::uint8_t>({70, 65, 129}, ScalarType::u8);
    expect_seen_as_in_memory<std::int16_t>({129, 3, 65}, ScalarType::i16);
    expect_seen_as_in_memory<float>({1, 130, 64}, ScalarType::f32);
    expect_seen_as_in_memory<std::uint16_t>({300, 64, 1}, ScalarType::u16);
}

TEST(LargeVolume, has_every_nth_voxel_as_its_sample_if_there_are_no_levels) {
    const Dims dims{513, 130, 257};
    const Volume whole = made_of_places<std::uint8_t>(dims, ScalarType::u8, 5);
    ASSERT_GT(whole.grid().voxel_count(), sample_voxels);
    const Volume large(look_at(bricks_of(made_of_places<std::uint8_t>(dims, ScalarType::u8, 5))));
    const Volume &sample = large.sample();
    EXPECT_EQ(sample.grid().dims, (Dims{257, 65, 129}));
    EXPECT_EQ(sample.grid().spacing, glm::dvec3(1.0, 2.0, 4.0));
    EXPECT_EQ(sample.grid().origin, whole.grid().origin);
    for (int z = 0; z < 129; z += 4) {
        for (int y = 0; y < 65; ++y) {
            for (int x = 0; x < 257; ++x) {
                ASSERT_EQ(sample.value(x, y, z), whole.value(2 * x, 2 * y, 2 * z)) << x << " " << y << " " << z;
            }
        }
    }
    EXPECT_TRUE(std::ranges::equal(large.value_counts(), whole.value_counts()));
}

TEST(LargeVolume, takes_the_level_that_is_fine_enough_and_the_ranges_that_are_known) {
    const Dims dims{300, 250, 240};
    BrickRanges ranges{{5, 4, 4}, std::vector<ValueRange>(80, {10.0, 20.0})};
    ranges.ranges[7] = {-5.0, 11.0};
    ranges.ranges[70] = {12.0, 30000.0};
    const Volume coarse = made_of_places<std::int16_t>({150, 125, 120}, ScalarType::i16, 3);
    const auto source =
        std::make_shared<TwoLevels>(made_of_places<std::int16_t>(dims, ScalarType::i16, 2),
                                    made_of_places<std::int16_t>({150, 125, 120}, ScalarType::i16, 3), ranges);
    const Volume large(look_at(source));
    EXPECT_EQ(large.range(), (ValueRange{-5.0, 30000.0}));
    EXPECT_TRUE(std::ranges::equal(large.sample().bytes(), coarse.bytes()));
    EXPECT_TRUE(std::ranges::equal(large.value_counts(), coarse.value_counts()));
    EXPECT_EQ(large.counted_voxels(), coarse.grid().voxel_count());
    EXPECT_EQ(compute_histogram(large).total, coarse.grid().voxel_count());
    // Nobody reads all voxels for that: an excerpt of whole bricks.
    EXPECT_LE(source->read_voxels[0], 64u * 64 * 64 * 64);
    EXPECT_EQ(large.large()->excerpt.grid().dims, (Dims{64, 64, 64 * 64}));
}

TEST(LargeVolume, of_very_many_integers_is_known_by_its_sample) {
    const Dims dims{300, 250, 240};
    const auto source =
        std::make_shared<TwoLevels>(made_of_places<std::int16_t>(dims, ScalarType::i16, 2),
                                    made_of_places<std::int16_t>({150, 125, 120}, ScalarType::i16, 3), std::nullopt);
    const std::uint64_t fewer = std::uint64_t{300} * 250 * 240 - 1;
    const Volume large(look_at(source, {}, {}, fewer));
    EXPECT_LE(source->read_voxels[0], 64u * 64 * 64 * 64) << "an excerpt alone";
    EXPECT_EQ(large.range(), large.sample().range());
    EXPECT_EQ(large.limits(), (ValueRange{-32768.0, 32767.0}));
    EXPECT_EQ(large.large()->brick_ranges, std::vector<ValueRange>(5 * 4 * 4, large.limits()));
    EXPECT_TRUE(std::ranges::equal(large.value_counts(), large.sample().value_counts()));
    // Whoever has counted all of them sees no more: pictures would depend on it.
    const std::vector<std::uint64_t> counts(65536, 1);
    EXPECT_EQ(Volume(look_at(source, counts, {}, fewer)).range(), large.range());
    const Volume looked(look_at(source, {}, {}, fewer + 1));
    EXPECT_EQ(looked.limits(), looked.range());
    EXPECT_NE(looked.large()->brick_ranges, large.large()->brick_ranges);
}

TEST(LargeVolume, of_very_many_floats_is_read_once) {
    const auto large = look_at(bricks_of(made_of_places<float>({70, 65, 66}, ScalarType::f32, 1)), {}, {}, 1);
    EXPECT_EQ(large->limits, made_of_places<float>({70, 65, 66}, ScalarType::f32, 1).range());
}

TEST(LargeVolume, has_ranges_with_what_stands_for_values_that_are_not_finite) {
    const BrickRanges finite{{2, 1, 1}, {{5.0, 6.0}, {-3.0, 7.0}}}; // of the finite voxels alone
    const auto source = std::make_shared<TwoLevels>(made_of_places<float>({100, 10, 10}, ScalarType::f32, 4),
                                                    made_of_places<float>({50, 5, 5}, ScalarType::f32, 4), finite);
    const auto large = look_at(source);
    EXPECT_EQ(large->range, (ValueRange{-3.0, 7.0}));
    EXPECT_EQ(large->brick_ranges, (std::vector<ValueRange>{{-3.0, 6.0}, {-3.0, 7.0}}));
}

TEST(LargeVolume, has_an_excerpt_of_bricks_that_hold_something) {
    const Dims dims{200, 70, 64};
    const Volume whole = made_of_places<std::uint8_t>(dims, ScalarType::u8, 9);
    BrickRanges ranges{{4, 2, 1}, std::vector<ValueRange>(8, {3.0, 3.0})};
    ranges.ranges[3] = ranges.ranges[5] = {0.0, 255.0};
    const auto source =
        std::make_shared<TwoLevels>(made_of_places<std::uint8_t>(dims, ScalarType::u8, 9),
                                    made_of_places<std::uint8_t>({100, 35, 32}, ScalarType::u8, 9), ranges);
    const auto large = look_at(source);
    const Volume &excerpt = large->excerpt;
    ASSERT_EQ(excerpt.grid().dims, (Dims{64, 64, 128}));
    for (int i = 0; i < 64; ++i) { // those at the end begin earlier, to be whole
        EXPECT_EQ(excerpt.value(i, 2 * i % 64, 5), whole.value(136 + i, 2 * i % 64, 5));
        EXPECT_EQ(excerpt.value(i, 2 * i % 64, 64 + 7), whole.value(64 + i, 6 + 2 * i % 64, 7));
    }
}

TEST(LargeVolume, is_judged_by_its_excerpt) {
    VolumeHeader header;
    header.grid.dims = {130, 66, 70};
    std::vector<std::byte> labels(header.byte_count());
    for (std::size_t i = 0; i < labels.size(); ++i) { // blocks of 13 voxels
        const std::size_t x = i % 130 / 13, y = i / 130 % 66 / 13, z = i / (130 * 66) / 13;
        labels[i] = static_cast<std::byte>((7 * x + 5 * y + 3 * z) % 40);
    }
    EXPECT_TRUE(holds_labels(Volume(look_at(bricks_of({header, labels})))));
    EXPECT_FALSE(holds_labels(Volume(look_at(open_bricks("synthetic:cayley:96")))));
    const DataSurvey survey = survey_data(Volume(look_at(bricks_of({header, labels}))));
    EXPECT_EQ(survey.dims, header.grid.dims);
    EXPECT_EQ(survey.histogram.total, labels.size());
}

/// Chunks that are not there are not read, shards neither; what is known is what is read.
TEST(LargeVolume, of_a_store_with_few_chunks_is_seen_as_all_of_it) {
    const ScratchFolder folder;
    const Shape shape{261, 70, 300}; // z, y, x
    StoreFiles chunks, shards;
    add_array_3<std::uint16_t>(chunks, "", "uint16", shape, {64, 32, 50});
    add_sharded<std::uint16_t>(shards, "", "uint16", shape, {64, 32, 64});
    for (StoreFiles *files : {&chunks, &shards}) {
        edit(*files, "zarr.json", [](Json &json) { json["fill_value"] = 7; });
        std::erase_if(*files, [](const auto &file) { // one and another stay, near the ends
            return file.first != "zarr.json" && file.first != "c/0/1/0" && !file.first.starts_with("c/2/0/");
        });
        const std::string store = write_store((folder.path() / "few.zarr").string(), *files);
        const auto source = open_bricks(store);
        EXPECT_EQ(source->only_value(0, {{0, 0, 256}, {300, 32, 261}}).has_value(), files == &chunks);
        EXPECT_EQ(source->only_value(0, {{150, 0, 0}, {256, 31, 128}}), std::optional(7.0));
        EXPECT_EQ(source->only_value(0, {{299, 69, 0}, {300, 70, 1}}), std::optional(7.0));
        EXPECT_FALSE(source->only_value(0, {{0, 0, 0}, {300, 70, 64}}));
        const Volume whole = read_volume(store), large(look_at(source));
        EXPECT_EQ(large.range(), whole.range());
        EXPECT_TRUE(std::ranges::equal(large.value_counts(), whole.value_counts()));
        EXPECT_EQ(large.large()->brick_ranges, ranges_of_bricks<std::uint16_t>(whole));
        EXPECT_TRUE(std::ranges::equal(large.sample().bytes(), whole.bytes()));
    }
}

TEST(LargeVolume, is_what_is_read_above_a_size_unless_it_is_a_mapped_file) {
    ReadOptions options;
    options.large_above = 63 * 63 * 63;
    EXPECT_NE(read_volume("synthetic:tree:64", options).large(), nullptr);
    EXPECT_EQ(read_volume("synthetic:tree:63", options).large(), nullptr);
    const ScratchFolder folder;
    const fs::path store = folder.path() / "formula.ome.zarr";
    write_zarr(FormulaSource({130, 70, 66}), store, unpacked());
    const Volume large = read_volume(store.string(), options), whole = read_volume(store.string());
    ASSERT_NE(large.large(), nullptr);
    EXPECT_EQ(whole.large(), nullptr);
    EXPECT_EQ(large.range(), whole.range());
    EXPECT_EQ(large.header().format, whole.header().format);
    EXPECT_TRUE(std::ranges::equal(large.bytes(), whole.bytes()));
}

} // namespace voxmarch::testing
