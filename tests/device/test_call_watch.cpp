// Calls that take long are told of, and waits for launched work end where somebody wants that.
#include "device/call_watch.h"
#include "device/quirks.h"
#include "tests/device/device_fixture.h"

#include <algorithm>
#include <chrono>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace voxmarch {

namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

/// What a watch told.
struct Told {
    std::mutex mutex;
    std::vector<SlowCall> slow, expired;

    std::function<void(const SlowCall &)> into(std::vector<SlowCall> &list) {
        return [this, &list](const SlowCall &call) {
            const std::lock_guard lock(mutex);
            list.push_back(call);
        };
    }
    std::size_t count(const std::vector<SlowCall> &list) {
        const std::lock_guard lock(mutex);
        return list.size();
    }
};

void pass(double seconds) { std::this_thread::sleep_for(std::chrono::duration<double>(seconds)); }

// More work is more work-items: Quirk::short_loops ends the loops of one after 65535 rounds.
const std::string slow_kernel = R"(
__kernel void count_slowly(__global uint *out) {
    uint value = (uint)get_global_id(0);
    for (uint i = 0; i < 60000; ++i) {
        value = value * 1664525u + 1013904223u + (value >> 16);
    }
    atomic_xor(out, value);
}
)";

} // namespace

TEST(CallWatch, tells_of_a_call_and_then_of_those_that_take_twice_as_long) {
    Told told;
    CallWatch watch;
    watch.start({0.2, 0.0}, told.into(told.slow), told.into(told.expired));
    const std::string device = "a device", what = "a kernel";
    {
        const CallWatch::Guard call(&watch, device, "running", what);
        pass(0.9); // looks at 0.2, 0.4 and 0.8 s, and between them
    }
    const std::size_t of_one = told.count(told.slow);
    EXPECT_GE(of_one, 2u);
    EXPECT_LE(of_one, 3u);
    {
        const CallWatch::Guard call(&watch, device, "running", what);
        pass(0.4);
    }
    EXPECT_EQ(told.count(told.slow), of_one) << "it took less than what was told of";
    EXPECT_EQ(told.count(told.expired), 0u);
    ASSERT_GE(of_one, 1u);
    EXPECT_EQ(told.slow[0].device, device);
    EXPECT_EQ(told.slow[0].doing, "running");
    EXPECT_EQ(told.slow[0].what, what);
    EXPECT_GE(told.slow[0].seconds, 0.2);
    EXPECT_LE(told.slow[0].seconds, 0.5);
}

TEST(CallWatch, tells_of_the_slowest_that_has_expired) {
    Told told;
    CallWatch watch;
    watch.start({0.1, 0.3}, told.into(told.slow), told.into(told.expired));
    const std::string device = "a device", first = "first", second = "second";
    const CallWatch::Guard slowest(&watch, device, "running", first);
    {
        const CallWatch::Guard quick(&watch, device, "building kernels", second);
        pass(0.15);
    }
    pass(0.4);
    ASSERT_GE(told.count(told.expired), 1u);
    const std::lock_guard lock(told.mutex);
    EXPECT_EQ(told.expired[0].what, first);
}

TEST(CallWatch, says_what_is_under_way) {
    Told told;
    CallWatch watch;
    watch.start({0.1, 0.3}, told.into(told.slow), told.into(told.expired));
    const std::string device = "a device", first = "first", second = "second";
    {
        const CallWatch::Guard call(&watch, device, "running", first);
        EXPECT_FALSE(watch.slowest());
        EXPECT_EQ(watch.slowest_from(0.0).value_or(SlowCall{}).what, first) << "for who asks early";
        EXPECT_FALSE(watch.slowest_from(10.0));
        pass(0.2);
        ASSERT_TRUE(watch.slowest());
        EXPECT_EQ(watch.slowest()->what, first);
        EXPECT_FALSE(watch.slowest()->expired);
        pass(0.2);
        EXPECT_TRUE(watch.slowest()->expired);
        watch.leave_behind();
        EXPECT_FALSE(watch.slowest()) << "nobody waits for it";
        const std::size_t before = told.count(told.expired);
        const CallWatch::Guard next(&watch, device, "running", second);
        pass(0.2);
        EXPECT_EQ(told.count(told.expired), before);
        EXPECT_EQ(watch.slowest().value_or(SlowCall{}).what, second);
    }
    EXPECT_FALSE(watch.slowest()) << "it came back";
}

TEST(CallWatch, gives_up_what_is_under_way) {
    Told told, last;
    CallWatch watch;
    watch.start({0.1, 0.0}, told.into(told.slow), told.into(told.expired));
    const std::string device = "a device", what = "a kernel";
    const CallWatch::Guard call(&watch, device, "running", what);
    pass(0.4);
    watch.leave_behind();
    EXPECT_EQ(told.count(told.expired), 0u) << "0 is any time";
    watch.give_up_after(0.2, last.into(last.expired));
    pass(0.1);
    EXPECT_GE(last.count(last.expired), 1u);
    EXPECT_EQ(told.count(told.expired), 0u);
}

TEST(CallWatch, calls_that_end_are_nobodys_business) {
    Told told;
    CallWatch watch;
    watch.start({0.1, 0.2}, told.into(told.slow), told.into(told.expired));
    const std::string device = "a device", what = "a kernel";
    for (const auto start = Clock::now(); seconds_since(start) < 0.5;) {
        const CallWatch::Guard call(&watch, device, "running", what);
        pass(0.01);
    }
    EXPECT_EQ(told.count(told.slow), 0u);
    EXPECT_EQ(told.count(told.expired), 0u);
    const CallWatch::Guard nobody(nullptr, device, "running", what);
}

TEST(LongestWait, ends_the_wait_for_kernels_and_then_every_other) {
    if (has_quirk(test_device().info(), Quirk::status_waits)) {
        GTEST_SKIP() << "this driver tells how a command is when it has ended";
    }
    DeviceOptions options = test_device().options();
    options.longest_wait = 0.2;
    Device device(test_device().info().index, options);
    Program program(device, {"slow", {"slow.cl"}, {}, false, {{"slow.cl", slow_kernel}}});
    Kernel kernel = program.kernel("count_slowly");
    Buffer out(device, 4, "out");
    out.fill(1);
    const auto launch = [&](std::size_t items) { kernel.launch({{items, 1, 1}, {1, 1, 1}}, out).wait(); };
    launch(1); // quick: no error
    constexpr std::size_t few = 64;
    const auto begin = Clock::now();
    launch(few);
    const double items_per_second = few / std::max(seconds_since(begin), 1e-4);
    const auto start = Clock::now();
    const std::string message = message_of<DeviceError>([&] {
        launch(
            static_cast<std::size_t>(2.0 * items_per_second)); // for two seconds, and it waits where devices take turns
    });
    EXPECT_NE(message.find("does not answer: "), std::string::npos) << message;
    EXPECT_GE(seconds_since(start), 0.2);
    EXPECT_LT(seconds_since(start), 1.5);
    const auto again = Clock::now();
    std::vector<std::byte> bytes(4);
    message_of<DeviceError>([&] { out.download(bytes); });
    message_of<DeviceError>([&] { device.finish(); });
    EXPECT_LT(seconds_since(again), 0.2) << "what did not answer is not waited for";
}

} // namespace voxmarch
