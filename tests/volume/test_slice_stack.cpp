// Tests of stacking slices: order, even stacks kept, tilted and uneven ones resampled against a linear field.
#include "base/error.h"
#include "volume/formats/slice_stack.h"
#include "volume_test_files.h"

namespace voxmarch {

using namespace testing;

namespace {

// Linear in world space, so that linear interpolation must reproduce it.
double field(const glm::dvec3 &p) { return 3.0 * p.x - 2.0 * p.y + 5.0 * p.z + 100.0; }

// A stack whose axes are turned in space; slices at `heights` along the normal, moved by `tilt` mm along the column
// axis per mm of height.
SliceStack turned_stack(const std::vector<double> &heights, double tilt) {
    SliceStack stack;
    stack.columns = 9;
    stack.rows = 7;
    stack.row_step = 0.5 * glm::dvec3(0.8, 0.6, 0.0);
    stack.column_step = 0.75 * glm::dvec3(0.0, 0.0, -1.0);
    const glm::dvec3 normal = glm::normalize(glm::cross(stack.row_step, stack.column_step));
    for (const double h : heights) {
        stack.first_voxels.push_back(glm::dvec3(4, -5, 6) + h * normal + tilt * h * glm::normalize(stack.column_step));
    }
    return stack;
}

std::vector<std::byte> field_voxels(const SliceStack &stack, const SlicePlan &plan) {
    std::vector<float> values;
    for (const std::size_t slice : plan.order) {
        for (int j = 0; j < stack.rows; ++j) {
            for (int i = 0; i < stack.columns; ++i) {
                values.push_back(static_cast<float>(
                    field(stack.first_voxels[slice] + double(i) * stack.row_step + double(j) * stack.column_step)));
            }
        }
    }
    std::vector<std::byte> bytes(values.size() * sizeof(float));
    std::memcpy(bytes.data(), values.data(), bytes.size());
    return bytes;
}

// Resamples the field; returns how many voxels hold it, and fails on any that holds neither it nor the padding.
int count_field_voxels(const SliceStack &stack, const SlicePlan &plan) {
    VolumeHeader header;
    header.grid = plan.grid;
    header.type = ScalarType::f32;
    const auto slices = field_voxels(stack, plan);
    const Volume volume(header, resample_slices(plan, stack, ScalarType::f32, slices, "test"));
    int hits = 0;
    const auto &n = plan.grid.dims;
    for (int z = 0; z < n[2]; ++z) {
        for (int y = 0; y < n[1]; ++y) {
            for (int x = 0; x < n[0]; ++x) {
                const double expected = field(glm::dvec3(plan.grid.world_from_voxel() * glm::dvec4(x, y, z, 1)));
                const bool hit = std::abs(volume.value(x, y, z) - expected) < 1e-3;
                EXPECT_TRUE(hit || volume.value(x, y, z) == volume.range().min) << x << " " << y << " " << z;
                hits += hit ? 1 : 0;
            }
        }
    }
    return hits;
}

} // namespace

TEST(SliceStack, EvenSlicesAreSortedAlongTheNormalAndKept) {
    const SliceStack stack = turned_stack({4.0, 0.0, 2.01, 6.0}, 0.0);
    const SlicePlan plan = plan_slices(stack, "test");
    EXPECT_FALSE(plan.resamples);
    EXPECT_EQ(plan.order, (std::vector<std::size_t>{1, 2, 0, 3}));
    EXPECT_NEAR(plan.grid.spacing.z, 2.0, 1e-12);
    EXPECT_NEAR(plan.grid.spacing.x, 0.5, 1e-12);
    EXPECT_LT(glm::distance(plan.grid.origin, stack.first_voxels[1]), 1e-12);
    EXPECT_NEAR(glm::determinant(plan.grid.direction), 1.0, 1e-12);
    EXPECT_TRUE(plan.note.empty());
}

TEST(SliceStack, UnevenSlicesAreResampledAtTheSmallestDistance) {
    const SliceStack stack = turned_stack({0.0, 1.0, 2.0, 4.0, 5.0}, 0.0);
    const SlicePlan plan = plan_slices(stack, "test");
    EXPECT_TRUE(plan.resamples);
    EXPECT_EQ(plan.grid.dims, (std::array<int, 3>{9, 7, 6}));
    EXPECT_NEAR(plan.grid.spacing.z, 1.0, 1e-12);
    EXPECT_TRUE(contains(plan.note, "uneven distances (1 to 2 mm)"));
    EXPECT_EQ(count_field_voxels(stack, plan), 9 * 7 * 6);
}

TEST(SliceStack, TiltedSlicesComeOutAtTheirPlace) {
    for (const double tilt : {0.4, -0.4}) {
        const SliceStack stack = turned_stack({0.0, 1.5, 3.0, 4.5}, tilt);
        const SlicePlan plan = plan_slices(stack, "test");
        EXPECT_TRUE(plan.resamples);
        EXPECT_EQ(plan.grid.dims[0], 9);
        EXPECT_EQ(plan.grid.dims[1], 7 + 3); // 4.5 * 0.4 / 0.75 = 2.4 rows further
        EXPECT_EQ(plan.grid.dims[2], 4);
        EXPECT_TRUE(contains(plan.note, "tilted by 21.8 degrees")); // atan 0.4
        EXPECT_FALSE(contains(plan.note, "uneven"));
        // Each slice covers 6 row distances, so 6 or 7 of the grid's rows.
        EXPECT_GE(count_field_voxels(stack, plan), 9 * 6 * 4);
    }
}

TEST(SliceStack, TiltedAndUneven) {
    const SliceStack stack = turned_stack({0.0, 1.14, 5.36, 12.74}, 0.3346);
    const SlicePlan plan = plan_slices(stack, "test");
    EXPECT_TRUE(plan.resamples);
    EXPECT_TRUE(contains(plan.note, "tilted by 18.5 degrees"));
    EXPECT_EQ(plan.grid.dims[2], 12); // round(12.74 / 1.14) + 1
    EXPECT_GE(count_field_voxels(stack, plan), 9 * 6 * 12);
}

TEST(SliceStack, FewVeryCloseSlicesDoNotMakeAHugeVolume) {
    const SliceStack stack = turned_stack({0.0, 0.001, 100.0}, 0.0);
    EXPECT_LE(plan_slices(stack, "test").grid.dims[2], 4 * 2 + 1);
}

TEST(SliceStack, HardlyMoreThanGapsIsRefused) {
    const std::uint64_t large = std::uint64_t{1} << 29;
    EXPECT_NO_THROW(require_filled(1, large, "test"));
    EXPECT_NO_THROW(require_filled(large / 32, 2 * large, "test"));
    EXPECT_TRUE(
        contains(message_of<FileError>([&] { require_filled(large / 32 - 1, 2 * large, "test"); }), "so far apart"));
    // Two slices of 63 voxels, the second far aside.
    SliceStack aside = turned_stack({0.0, 1.0}, 0.0);
    aside.first_voxels[1] += 20000.0 * (aside.row_step + aside.column_step);
    EXPECT_TRUE(contains(message_of<FileError>([&] { plan_slices(aside, "test"); }), "so far apart"));
    aside.first_voxels[1] += 1e9 * aside.row_step;
    EXPECT_TRUE(contains(message_of<FileError>([&] { plan_slices(aside, "test"); }), "axis"));
}

TEST(SliceStack, OneSliceHasItsThickness) {
    SliceStack stack = turned_stack({0.0}, 0.0);
    stack.thickness = 2.5;
    const SlicePlan plan = plan_slices(stack, "test");
    EXPECT_FALSE(plan.resamples);
    EXPECT_NEAR(plan.grid.spacing.z, 2.5, 1e-12);
    EXPECT_EQ(plan.grid.dims[2], 1);
}

TEST(SliceStack, RefusesTwoSlicesAtOnePlace) {
    EXPECT_TRUE(contains(message_of<FileError>([] {
                             plan_slices(turned_stack({0, 1, 1, 2}, 0.0), "test");
                         }),
                         "same place"));
}

TEST(SliceStack, IntegersAreRounded) {
    SliceStack stack;
    stack.first_voxels = {{0, 0, 0}, {0, 0, 1}, {0, 0, 3}};
    const SlicePlan plan = plan_slices(stack, "test");
    ASSERT_EQ(plan.grid.dims, (std::array<int, 3>{1, 1, 4}));
    const std::vector<std::int16_t> in = {-100, 10, -5};
    const auto out = resample_slices(plan, stack, ScalarType::i16, std::as_bytes(std::span(in)), "test");
    std::array<std::int16_t, 4> values{};
    std::memcpy(values.data(), out.data(), sizeof values);
    EXPECT_EQ(values, (std::array<std::int16_t, 4>{-100, 10, 3, -5})); // 2.5 away from zero
}

} // namespace voxmarch
