// Sampled tables against exact evaluation.
#include "base/error.h"
#include "transfer/preset.h"
#include "transfer/transfer_function.h"

#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>

namespace voxmarch {
namespace {

TransferFunction ramp(double from, double to) {
    return {"ramp", "", TransferDomain::value, {{from, {0, 0, 0}}, {to, {1, 1, 1}}}, {{from, 0.0}, {to, 0.5}}};
}

double entry_scalar(const TransferTable &table, std::size_t i) {
    const double spacing = (table.domain.max - table.domain.min) / static_cast<double>(table.entries.size() - 1);
    return table.domain.min + spacing * static_cast<double>(i);
}

/// What the device does: clamp, then linear interpolation.
glm::dvec4 look_up(const TransferTable &table, double scalar) {
    const auto last = static_cast<double>(table.entries.size() - 1);
    const double x = std::clamp((scalar - table.domain.min) / (table.domain.max - table.domain.min), 0.0, 1.0) * last;
    const double i = std::min(std::floor(x), last - 1.0);
    const auto index = static_cast<std::size_t>(i);
    return glm::mix(glm::dvec4(table.entries[index]), glm::dvec4(table.entries[index + 1]), x - i);
}

void expect_entries_match(const TransferFunction &transfer, const TransferTable &table, double step) {
    for (std::size_t i = 0; i < table.entries.size(); ++i) {
        glm::dvec4 expected = transfer.evaluate(entry_scalar(table, i));
        expected.a = 1.0 - std::pow(1.0 - expected.a, step);
        for (int c = 0; c < 4; ++c) {
            ASSERT_NEAR(table.entries[i][c], expected[c], 1e-6) << transfer.name << " entry " << i;
        }
    }
}

TEST(SampleTable, EntriesAreTheExactValues) {
    for (const double step : {0.25, 0.5, 1.0, 2.0}) {
        const TransferFunction transfer = ramp(-3.7, 90.1);
        expect_entries_match(transfer, sample_table(transfer, {-1000, 1000}, 1024, step), step);
    }
    const TransferFunction bone = find_preset("ct-bone");
    expect_entries_match(bone, sample_table(bone, {-1024, 2986}, 1024, 0.5), 0.5);
}

TEST(SampleTable, ThesisIsExactAtEveryByte) {
    const TransferFunction transfer = over_values(find_preset("thesis"), {0, 255});
    for (const ValueRange data : {ValueRange{0, 255}, ValueRange{1, 200}, ValueRange{17, 255}}) {
        const TransferTable table = sample_table(transfer, data, 256, 0.5);
        for (int value = static_cast<int>(data.min); value <= static_cast<int>(data.max); ++value) {
            const double opacity = value <= 35 ? 0.0 : 0.5 * (value - 35) / 220.0;
            const glm::dvec4 found = look_up(table, value);
            EXPECT_NEAR(found.a, 1.0 - std::sqrt(1.0 - opacity), 1e-6) << value;
            EXPECT_NEAR(found.r, transfer.evaluate(value).r, 1e-6) << value;
            if (value < 35) {
                EXPECT_EQ(found.a, 0.0) << value;
            }
        }
    }
}

TEST(SampleTable, CoversTheVaryingPartOfTheData) {
    // Not near whole numbers, so that nothing is snapped.
    const TransferTable inside = sample_table(ramp(0.25, 0.75), {0.0, 1.0}, 100, 1.0);
    EXPECT_EQ(inside.domain.min, 0.25);
    EXPECT_EQ(inside.domain.max, 0.75);
    const TransferTable cut = sample_table(ramp(-1000, 1000), {0.3, 0.4}, 100, 1.0);
    EXPECT_EQ(cut.domain.min, 0.3);
    EXPECT_EQ(cut.domain.max, 0.4);
}

TEST(SampleTable, ConstantsAreLeftOut) {
    TransferFunction transfer = ramp(0.25, 0.75);
    transfer.opacities.insert(transfer.opacities.begin(), {-500.0, 0.0});
    transfer.colors.push_back({900.0, {1, 1, 1}});
    const TransferTable table = sample_table(transfer, {-1000.0, 1000.0}, 100, 1.0);
    EXPECT_EQ(table.domain.min, 0.25);
    EXPECT_EQ(table.domain.max, 0.75);
}

TEST(SampleTable, WholeNumbersAreEntries) {
    const TransferTable table = sample_table(ramp(50, 200), {0, 255}, 1024, 1.0);
    EXPECT_EQ(table.domain.min, 50.0);
    EXPECT_GE(table.domain.max, 200.0);
    const double per_unit = 1023.0 / (table.domain.max - table.domain.min);
    EXPECT_EQ(per_unit, std::round(per_unit));
    EXPECT_GE(per_unit, 6.0);
}

TEST(SampleTable, BeyondTheDomainTheEndsHold) {
    const TransferFunction transfer = ramp(50, 200);
    const TransferTable table = sample_table(transfer, {0, 255}, 1024, 1.0);
    EXPECT_EQ(look_up(table, 10.0).a, 0.0);
    EXPECT_NEAR(look_up(table, 250.0).a, 0.5, 1e-7);
}

TEST(SampleTable, AStepKeepsBothSides) {
    TransferFunction step = ramp(0, 1);
    step.colors = {{0.0, {1, 1, 1}}};
    step.opacities = {{100.3, 0.0}, {100.3, 0.8}};
    const TransferTable table = sample_table(step, {0, 1000}, 1024, 1.0);
    EXPECT_EQ(look_up(table, 99.0).a, 0.0);
    EXPECT_NEAR(look_up(table, 102.0).a, 0.8, 1e-6);
    step.opacities = {{20.0, 0.1}, {20.0, 0.0}, {60.0, 0.0}, {60.0, 0.9}};
    const TransferTable two = sample_table(step, {0, 1000}, 1024, 1.0);
    EXPECT_NEAR(look_up(two, 18.0).a, 0.1, 1e-6);
    EXPECT_EQ(look_up(two, 40.0).a, 0.0);
    EXPECT_NEAR(look_up(two, 62.0).a, 0.9, 1e-6);
}

TEST(SampleTable, ConstantFunctionAndConstantData) {
    TransferFunction constant{"c", "", TransferDomain::value, {{5, {0.1, 0.2, 0.3}}}, {{5, 0.4}}};
    const TransferTable table = sample_table(constant, {-7, -7}, 2, 1.0);
    ASSERT_EQ(table.entries.size(), 2u);
    EXPECT_LT(table.domain.min, table.domain.max);
    EXPECT_NEAR(table.entries[0].a, 0.4f, 1e-7);
    EXPECT_NEAR(table.entries[1].b, 0.3f, 1e-7);
    // The data lie wholly outside the part that varies.
    const TransferTable above = sample_table(ramp(0, 10), {50, 60}, 16, 1.0);
    for (const glm::vec4 &entry : above.entries) {
        EXPECT_NEAR(entry.a, 0.5f, 1e-7);
    }
    const TransferTable touching = sample_table(ramp(0, 10), {10, 60}, 16, 1.0);
    EXPECT_NEAR(look_up(touching, 10.0).a, 0.5, 1e-7);
    EXPECT_NEAR(look_up(touching, 60.0).a, 0.5, 1e-7);
}

TEST(SampleTable, RefusesNonsense) {
    EXPECT_THROW(sample_table(ramp(0, 1), {0, 1}, 1, 1.0), UsageError);
    EXPECT_THROW(sample_table(ramp(0, 1), {0, 1}, 16, 0.0), UsageError);
    EXPECT_THROW(sample_table(ramp(0, 1), {0, 1}, 16, std::nan("")), UsageError);
}

TEST(SampleTable, DefaultLengths) {
    EXPECT_EQ(default_table_entries(ScalarType::u8), 256);
    EXPECT_EQ(default_table_entries(ScalarType::u16), 1024);
    EXPECT_EQ(default_table_entries(ScalarType::f32), 1024);
}

} // namespace
} // namespace voxmarch
