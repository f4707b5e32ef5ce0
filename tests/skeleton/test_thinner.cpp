// Thinning on the device against the serial reference, and every neighbourhood against the table of templates.
#include "base/error.h"
#include "skeleton/reference.h"
#include "skeleton/templates.h"
#include "skeleton/thinner.h"
#include "tests/device/device_fixture.h"
#include "tests/skeleton/objects.h"
#include "volume/formats/read.h"

namespace voxmarch {
namespace {

/// One thinner for all objects: buffers and lists of the last one must not matter.
Thinner &thinner() {
    static auto *const one = new Thinner(test_device());
    return *one;
}

void expect_like_reference(const BitVolume &object, int most_iterations = 1 << 30) {
    for (const Peeling peeling : {Peeling::layers, Peeling::published}) {
        BitVolume expected = object, found = object;
        const int iterations = thin_reference(expected, peeling, most_iterations);
        thinner().upload(object);
        const ThinningStatistics statistics = thinner().thin({peeling, most_iterations, {}});
        thinner().download(found);
        EXPECT_EQ(statistics.iterations, iterations) << name_of(peeling);
        EXPECT_TRUE(found == expected) << name_of(peeling) << ": " << found.count() << " voxels instead of "
                                       << expected.count();
    }
}

TEST(Thinner, random_volumes_of_odd_sizes) {
    unsigned seed = 0;
    for (const std::array<int, 3> &dims :
         {std::array<int, 3>{33, 17, 9}, {64, 5, 7}, {31, 32, 33}, {97, 3, 1}, {1, 1, 1}}) {
        for (const double share : {0.05, 0.3, 0.5, 0.7, 0.95}) {
            expect_like_reference(random_object(dims, share, ++seed));
        }
    }
}

TEST(Thinner, shapes) {
    expect_like_reference(ball(41, 18.0));
    expect_like_reference(torus(70, 22.0, 9.0));
    expect_like_reference(letter_y(45, 5.5));
    expect_like_reference(BitVolume({9, 9, 9}));
    expect_like_reference(object_where({70, 20, 12}, [](int, int, int) { return true; }));
    for (unsigned seed = 0; seed < 4; ++seed) {
        expect_like_reference(blobs({67, 30, 29}, 0.45 + 0.03 * seed, seed));
    }
}

TEST(Thinner, every_iteration_is_that_of_the_reference) {
    for (int iterations = 1; iterations < 8; ++iterations) {
        expect_like_reference(torus(50, 15.0, 8.0), iterations);
        expect_like_reference(blobs({40, 20, 20}, 0.6, 7), iterations);
    }
}

TEST(Thinner, work_groups_of_any_size_give_the_same) {
    const BitVolume object = torus(50, 15.0, 8.0);
    BitVolume expected = object, found = object;
    thin_reference(expected);
    const auto most = static_cast<int>(std::min<std::size_t>(1024, test_device().info().work_group_limit));
    for (const int group_items : {1, 31, 64, 149, std::min(301, most), most}) {
        Thinner own(test_device(), group_items);
        own.upload(object);
        own.thin();
        own.download(found);
        EXPECT_TRUE(found == expected) << group_items;
    }
    for (const int group_items : {0, static_cast<int>(test_device().info().work_group_limit) + 1}) {
        EXPECT_THROW(Thinner(test_device(), group_items), UsageError);
    }
}

TEST(Thinner, goes_on_with_what_is_left) {
    const BitVolume object = ball(31, 12.0);
    BitVolume expected = object, found = object;
    thin_reference(expected);
    thinner().upload(object);
    thinner().thin({Peeling::layers, 2, {}});
    thinner().thin();
    thinner().download(found);
    EXPECT_TRUE(found == expected);
}

TEST(Thinner, aneurism) {
    const std::string file = VOXMARCH_SOURCE_DIR "/../shared/data/aneurism.vti";
    if (!std::filesystem::exists(file)) {
        GTEST_SKIP() << file << " is missing";
    }
    expect_like_reference(object_of(read_volume(file), 60.0));
}

TEST(Thinner, progress_may_cancel) {
    struct Stop {};
    thinner().upload(ball(61, 28.0));
    EXPECT_THROW(thinner().thin({Peeling::layers, 1 << 30,
                                 [](double share) {
                                     EXPECT_GE(share, 0.0);
                                     EXPECT_LE(share, 1.0);
                                     throw Stop{};
                                 }}),
                 Stop);
}

constexpr const char *all_neighbourhoods = R"(
__kernel void match_all(uint first, __global uint *deleted) {
    const uint word = (uint)get_global_id(0);
    uint n[27];
    for (int i = 0; i < 27; ++i) {
        n[i] = 0u;
        for (uint bit = 0u; bit < 32u; ++bit) {
            const uint number = (first + word) * 32u + bit; // 26 bits: the neighbourhood without its middle
            const uint all = (number & 0x1fffu) | 1u << 13 | (number >> 13) << 14;
            n[i] |= (all >> i & 1u) << bit;
        }
    }
    Around a;
    a.down_south = (uint3)(n[0], n[1], n[2]);
    a.down = (uint3)(n[3], n[4], n[5]);
    a.down_north = (uint3)(n[6], n[7], n[8]);
    a.south = (uint3)(n[9], n[10], n[11]);
    a.here = (uint3)(n[12], n[13], n[14]);
    a.north = (uint3)(n[15], n[16], n[17]);
    a.up_south = (uint3)(n[18], n[19], n[20]);
    a.up = (uint3)(n[21], n[22], n[23]);
    a.up_north = (uint3)(n[24], n[25], n[26]);
    const uint found = deletable(a);
    deleted[word] = found | ((found & ~border(n[13], n[10], n[22])) ? 0xffffffffu : 0u);
}
)";

TEST(ThinMatch, all_neighbourhoods_as_the_table_says) {
    Program program(test_device(), text_source(all_neighbourhoods, {"thin_match.cl"}));
    Kernel match = program.kernel("match_all");
    constexpr std::uint32_t words = 1u << 21;
    Buffer deleted(test_device(), words * 4, "deleted");
    match.launch({{words, 1, 1}, {64, 1, 1}}, std::uint32_t{0}, deleted).wait();
    const std::vector<std::uint32_t> found = downloaded<std::uint32_t>(deleted);
    std::uint64_t wrong = 0;
    for (std::uint32_t number = 0; number < words * 32; ++number) {
        const Neighbourhood n = (number & 0x1fffu) | 1u << 13 | number >> 13 << 14;
        wrong += is_deletable(n, 0) != (found[number / 32] >> number % 32 & 1);
    }
    EXPECT_EQ(wrong, 0u);
}

} // namespace
} // namespace voxmarch
