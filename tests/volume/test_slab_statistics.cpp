// Voxels that come slab by slab against the same voxels in memory: windows, statistics, ranges, labels.
#include "tests/support/streamed_source.h"
#include "volume/bricks/value_statistics.h"
#include "volume/label_statistics.h"
#include "volume/percentiles.h"

#include <limits>
#include <random>

namespace voxmarch::testing {
namespace {

constexpr std::array<double, 6> shares = {0.0, 0.01, 0.25, 0.5, 0.99, 1.0};

/// @param spread  of random values, in the type's units; some floats are not finite if `odd`
StreamedSource source_of(std::array<int, 3> dims, ScalarType type, double spread, bool odd, std::array<int, 3> box) {
    VolumeHeader header;
    header.grid.dims = dims;
    header.type = type;
    header.name = "test";
    std::vector<std::byte> bytes(header.byte_count());
    std::mt19937 random(7);
    visit_scalar(type, [&](auto tag) {
        using T = decltype(tag);
        for (std::size_t i = 0; i * sizeof(T) < bytes.size(); ++i) {
            T value = static_cast<T>(static_cast<double>(random() % 100000) / 100000.0 * spread);
            if constexpr (std::is_same_v<T, float>) {
                value = odd && random() % 1000 == 0 ? std::numeric_limits<float>::quiet_NaN() : value - 1.0f;
            }
            std::memcpy(bytes.data() + i * sizeof(T), &value, sizeof(T));
        }
    });
    return {header, std::move(bytes), box};
}

void expect_equal(const Histogram &a, const Histogram &b) {
    EXPECT_EQ(a.counts, b.counts);
    EXPECT_EQ(a.mean, b.mean);
    EXPECT_EQ(a.total, b.total);
    EXPECT_TRUE(a.range.min == b.range.min && a.range.max == b.range.max);
    EXPECT_TRUE(a.data_range.min == b.data_range.min && a.data_range.max == b.data_range.max);
}

void expect_like_whole(const StreamedSource &source, std::uint64_t room) {
    NeighbourSurvey neighbours;
    std::vector<double> progress;
    const ValueStatistics found =
        value_statistics(source, shares, {room, [&](double share) { progress.push_back(share); }}, neighbours);
    const ValueStatistics whole = value_statistics(source.whole(), shares);
    EXPECT_EQ(found.range.min, source.whole().range().min);
    EXPECT_EQ(found.range.max, source.whole().range().max);
    EXPECT_EQ(found.non_finite, source.whole().non_finite_count());
    expect_equal(found.coarse, compute_histogram(source.whole()));
    expect_equal(found.coarse, whole.coarse);
    expect_equal(found.fine, whole.fine);
    EXPECT_EQ(found.percentiles, percentiles_of(source.whole(), shares));
    const NeighbourSurvey expected = survey_neighbours(source.whole());
    EXPECT_EQ(neighbours.whole, expected.whole);
    EXPECT_EQ(neighbours.distinct, expected.distinct);
    for (const auto share : {&NeighbourSurvey::equal, &NeighbourSurvey::equal_inside, &NeighbourSurvey::steps_inside,
                             &NeighbourSurvey::unequal, &NeighbourSurvey::unequal_twice, &NeighbourSurvey::turning,
                             &NeighbourSurvey::bright_line}) {
        EXPECT_EQ(neighbours.*share, expected.*share);
    }
    EXPECT_TRUE(std::is_sorted(progress.begin(), progress.end()));
    EXPECT_EQ(progress.back(), 1.0);
    const ValueRange range = value_range(source, {room, {}});
    EXPECT_TRUE(range.min == whole.range.min && range.max == whole.range.max);
}

TEST(SlabStatistics, AreThoseOfTheWholeVolume) {
    for (const ScalarType type : {ScalarType::u8, ScalarType::i8, ScalarType::u16, ScalarType::i16, ScalarType::f32}) {
        for (const std::array<int, 3> box : {std::array{16, 16, 16}, {7, 33, 1}, {71, 64, 64}}) {
            for (const std::uint64_t room : {std::uint64_t{1}, std::uint64_t{30000}, std::uint64_t{1} << 30}) {
                SCOPED_TRACE(std::string(name_of(type)) + " " + std::to_string(box[0]) + " " + std::to_string(room));
                StreamedSource source = source_of({71, 33, 19}, type, 100.0, true, box);
                expect_like_whole(source, room);
                source.any_box = true;
                expect_like_whole(source, room);
                expect_like_whole(source_of({5, 1, 3}, type, 3.0, false, box), room);
            }
        }
    }
}

/// Sums of floats are made in blocks of 2^20 voxels, which slabs do not end with.
TEST(SlabStatistics, SumsOfFloatsAreTheSameBits) {
    const StreamedSource source = source_of({301, 203, 53}, ScalarType::f32, 1e6, true, {64, 64, 16});
    for (const std::uint64_t room : {std::uint64_t{3} << 18, std::uint64_t{10} << 20}) {
        expect_like_whole(source, room);
    }
}

TEST(SlabStatistics, NothingButNan) {
    VolumeHeader header;
    header.grid.dims = {3, 2, 2};
    header.type = ScalarType::f32;
    std::vector<float> nan(12, std::numeric_limits<float>::quiet_NaN());
    const auto bytes = std::as_bytes(std::span(nan));
    expect_like_whole({header, {bytes.begin(), bytes.end()}, {2, 2, 2}}, 1);
}

TEST(SlabStatistics, LabelsAreTheSame) {
    const StreamedSource source = source_of({40, 30, 20}, ScalarType::u16, 12.0, false, {16, 16, 16});
    const auto expected = label_extents(source.whole());
    const auto found = label_extents(source, {5000, {}});
    ASSERT_EQ(found.size(), expected.size());
    ASSERT_EQ(found.size(), 12u);
    for (std::size_t i = 0; i < found.size(); ++i) {
        EXPECT_EQ(found[i].label, expected[i].label);
        EXPECT_EQ(found[i].voxels, expected[i].voxels);
        EXPECT_EQ(found[i].low, expected[i].low);
        EXPECT_EQ(found[i].high, expected[i].high);
    }
    EXPECT_THROW(label_extents(source_of({9, 9, 9}, ScalarType::f32, 1.0, false, {4, 4, 4})), UsageError);
}

TEST(SliceWindows, MoveOnAndReadNoVoxelTwice) {
    const StreamedSource source = source_of({37, 21, 50}, ScalarType::u16, 60000.0, false, {16, 8, 8});
    const std::size_t slice = 37 * 21 * 2;
    for (const int most : {9, 16, 50}) {
        for (const int step : {1, 4, 9}) {
            source.read_bytes = 0;
            SliceWindow window(source, most);
            for (int first = 0; first + 9 <= 50; first += step) {
                const auto slices = window.slices(first, 9);
                ASSERT_TRUE(std::ranges::equal(
                    slices, source.whole().bytes().subspan(static_cast<std::size_t>(first) * slice, 9 * slice)));
            }
            EXPECT_LE(source.read_bytes, 50 * slice) << most << " " << step;
            EXPECT_LE(source.largest_read, 16u * 8u * 8u * 2u);
        }
    }
    StreamedSource plain = source_of({37, 21, 50}, ScalarType::u16, 60000.0, false, {16, 8, 8});
    plain.any_box = true;
    SliceWindow moving(plain, 50);
    EXPECT_TRUE(std::ranges::equal(moving.slices(3, 9), source.whole().bytes().subspan(3 * slice, 9 * slice)));
    EXPECT_EQ(plain.read_bytes, 9 * slice) << "nothing ahead";
    SliceWindow window(source, 9);
    EXPECT_THROW(window.slices(0, 10), UsageError);
    EXPECT_THROW(window.slices(45, 9), UsageError);
}

/// Boxes of 8 slices are read once by a window that has room for what is beyond the slices asked for.
TEST(SliceWindows, ReadWholeBoxesWhereThereIsRoom) {
    const StreamedSource source = source_of({8, 8, 64}, ScalarType::u8, 200.0, false, {8, 8, 8});
    EXPECT_EQ(window_slices(source, 13, 20 * 64), 20);
    EXPECT_EQ(window_slices(source, 13, 19 * 64), 13);
    SliceWindow window(source, 20);
    (void)window.slices(0, 13);
    EXPECT_EQ(source.read_bytes, 16u * 64u);
    (void)window.slices(4, 13);
    EXPECT_EQ(source.read_bytes, 24u * 64u);
}

TEST(SliceWindows, FillWhatNeedNotBeRead) {
    const StreamedSource source = source_of({130, 70, 66}, ScalarType::i16, 1000.0, false, {64, 64, 64});
    ReadBytes bytes;
    SliceReading reading;
    reading.bytes = &bytes;
    reading.stand_in = [](const std::array<int, 3> &brick) {
        return brick == std::array{1, 0, 0} ? std::optional(-7.0) : std::nullopt;
    };
    SliceWindow window(source, 66, std::move(reading));
    const auto voxels = window.slices(0, 66);
    const auto *found = reinterpret_cast<const std::int16_t *>(voxels.data());
    for (int z = 0; z < 66; ++z) {
        for (int y = 0; y < 70; ++y) {
            for (int x = 0; x < 130; ++x, ++found) {
                const bool stands_in = x >= 64 && x < 128 && y < 64 && z < 64;
                ASSERT_EQ(*found, stands_in ? -7 : source.whole().value(x, y, z));
            }
        }
    }
    EXPECT_EQ(bytes.skipped, 64u * 64u * 64u * 2u);
    EXPECT_EQ(bytes.read + bytes.skipped, source.header().byte_count());
    EXPECT_EQ(source.read_bytes, bytes.read);
}

} // namespace
} // namespace voxmarch::testing
