// Operations and bytes of frames of known steps.
#include "bench/counted_work.h"
#include "bench/multiprocessor.h"

#include <cmath>
#include <gtest/gtest.h>

namespace voxmarch {

TEST(CountedWork, every_step_counts_what_it_takes) {
    FrameStatistics counts;
    RenderSettings settings;
    settings.classification = Classification::pre;
    settings.shading = Shading::none;
    EXPECT_EQ(counted_operations(counts, settings), 0.0);
    counts.samples = 1000;
    EXPECT_EQ(counted_operations(counts, settings), 12000.0);
    counts.nodes = 10;
    EXPECT_EQ(counted_operations(counts, settings), 12260.0);
    counts.visible_samples = 100;
    EXPECT_EQ(counted_operations(counts, settings), 12260.0 + 1400.0);
    settings.shading = Shading::phong;
    EXPECT_EQ(counted_operations(counts, settings), 12260.0 + 9400.0);
    settings.classification = Classification::post;
    EXPECT_TRUE(std::isnan(counted_operations(counts, settings)));
}

TEST(CountedWork, every_byte_counts_once) {
    FrameStatistics counts;
    counts.rays = 64 * 48;
    counts.skip_bytes = 500;
    counts.samples = 123456; // however often it is read
    RenderSettings settings;
    settings.classification = Classification::pre;
    settings.shading = Shading::none;
    EXPECT_EQ(bytes_once(counts, settings, 1000.0), 4000.0 + 500.0 + 4.0 * 64 * 48);
    settings.shading = Shading::phong;
    EXPECT_EQ(bytes_once(counts, settings, 1000.0), 8000.0 + 500.0 + 4.0 * 64 * 48);
    settings.classification = Classification::post;
    EXPECT_TRUE(std::isnan(bytes_once(counts, settings, 1000.0)));
}

TEST(CountedWork, peak_of_arithmetic) {
    DeviceInfo device;
    device.compute_units = 132;
    device.clock_mhz = 1980;
    EXPECT_EQ(arithmetic_peak(device), 0.0); // not known
    device.compute_capability = 90;
    EXPECT_DOUBLE_EQ(arithmetic_peak(device), 132 * 128 * 2 * 1.98e9);
    device.compute_capability = 80;
    EXPECT_DOUBLE_EQ(arithmetic_peak(device), 132 * 64 * 2 * 1.98e9);
}

} // namespace voxmarch
