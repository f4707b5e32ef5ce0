// Who waits for whom before a kernel runs.
#include "device/launch_turns.h"

#include <gtest/gtest.h>
#include <memory>
#include <thread>

namespace voxmarch {
namespace {

TEST(LaunchTurns, devices_in_need_wait_for_each_other_once_there_are_two) {
    auto one = std::make_unique<LaunchTurns>(true);
    const LaunchTurns sound(false);
    EXPECT_FALSE(one->wait().owns_lock()) << "alone it need not wait";
    {
        const LaunchTurns two(true);
        const std::unique_lock turn = one->wait();
        EXPECT_TRUE(turn.owns_lock());
        bool free = true;
        std::jthread([&] { free = turn.mutex()->try_lock(); }).join();
        EXPECT_FALSE(free) << "nobody else has it";
        EXPECT_FALSE(sound.wait().owns_lock());
    }
    EXPECT_FALSE(one->wait().owns_lock());
    one.reset();
    const LaunchTurns again(true);
    EXPECT_FALSE(again.wait().owns_lock());
}

} // namespace
} // namespace voxmarch
