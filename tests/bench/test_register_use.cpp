// Registers and spills as NVIDIA's compiler writes them, and the warps that fit.
#include "bench/multiprocessor.h"
#include "bench/register_use.h"

#include <gtest/gtest.h>

namespace voxmarch {

namespace {

constexpr const char *log = R"(ptxas info    : 0 bytes gmem
ptxas info    : Compiling entry function 'first' for 'sm_90'
ptxas info    : Function properties for first
    0 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads
ptxas info    : Used 40 registers, used 1 barriers, 8 bytes smem, 400 bytes cmem[0]
ptxas info    : Compiling entry function 'ray_cast' for 'sm_90'
ptxas info    : Function properties for ray_cast
    128 bytes stack frame, 24 bytes spill stores, 36 bytes spill loads
ptxas info    : Used 32 registers, 812 bytes cmem[0]
)";

} // namespace

TEST(RegisterUse, each_kernel_has_its_own) {
    ASSERT_TRUE(register_use(log, "first"));
    EXPECT_EQ(register_use(log, "first")->registers, 40);
    EXPECT_EQ(register_use(log, "first")->spill_bytes, 0);
    ASSERT_TRUE(register_use(log, "ray_cast"));
    EXPECT_EQ(register_use(log, "ray_cast")->registers, 32);
    EXPECT_EQ(register_use(log, "ray_cast")->spill_bytes, 24 + 36);
}

TEST(RegisterUse, says_when_a_log_tells_nothing) {
    EXPECT_FALSE(register_use(log, "ray"));
    EXPECT_FALSE(register_use("", "ray_cast"));
    EXPECT_FALSE(register_use("ptxas info : Compiling entry function 'ray_cast' for 'sm_90'", "ray_cast"));
}

TEST(RegisterUse, registers_limit_the_warps_that_fit) {
    DeviceInfo device;
    device.compute_capability = 90;
    // 65536 registers in four parts, given to warps in pieces of 256; 4 warps a group, no local memory.
    EXPECT_EQ(resident_warps(device, 128, 0), 64);
    EXPECT_EQ(resident_warps(device, 128, 0, 32), 64);
    EXPECT_EQ(resident_warps(device, 128, 0, 40), 48);  // 16384 / 1280 = 12.8 warps a part
    EXPECT_EQ(resident_warps(device, 128, 0, 64), 32);  // 16384 / 2048 = 8
    EXPECT_EQ(resident_warps(device, 128, 0, 65), 28);  // 16384 / 2304 = 7.1
    EXPECT_EQ(resident_warps(device, 128, 0, 255), 8);  // 16384 / 8192 = 2
    EXPECT_EQ(resident_warps(device, 512, 0, 128), 16); // the largest group of so many
    EXPECT_EQ(resident_warps(device, 512, 0, 136), 0);  // none fits
    device.compute_capability = 1;
    EXPECT_EQ(resident_warps(device, 128, 0, 32), 0); // not known
}

} // namespace voxmarch
