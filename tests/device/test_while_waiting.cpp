// What a thread does while it waits.
#include "device/while_waiting.h"

#include <chrono>
#include <gtest/gtest.h>
#include <stdexcept>
#include <thread>

namespace voxmarch {
namespace {

TEST(WhileWaiting, work_is_done_until_something_holds_and_not_within_itself) {
    EXPECT_FALSE(WhileWaiting::is_wanted());
    int times = 0;
    {
        const WhileWaiting waiting([&] {
            ++times;
            EXPECT_FALSE(WhileWaiting::is_wanted()) << "waits of the work are plain ones";
        });
        EXPECT_TRUE(WhileWaiting::is_wanted());
        std::jthread([] { EXPECT_FALSE(WhileWaiting::is_wanted()) << "other threads have work of their own"; }).join();
        WhileWaiting::until([] { return true; });
        EXPECT_EQ(times, 0);
        WhileWaiting::until([&] { return times == 3; });
        {
            const WhileWaiting nothing(nullptr);
            EXPECT_FALSE(WhileWaiting::is_wanted());
        }
        EXPECT_TRUE(WhileWaiting::is_wanted());
    }
    EXPECT_EQ(times, 3);
    EXPECT_FALSE(WhileWaiting::is_wanted());
}

TEST(WhileWaiting, a_call_is_made_by_another_thread_if_there_is_work) {
    const std::thread::id own = std::this_thread::get_id();
    std::thread::id caller;
    const auto call = [&] {
        caller = std::this_thread::get_id();
        std::this_thread::sleep_for(std::chrono::milliseconds(40));
        return 7;
    };
    EXPECT_EQ(WhileWaiting::during(call), 7);
    EXPECT_EQ(caller, own);
    int times = 0;
    const WhileWaiting waiting([&] { ++times; });
    EXPECT_EQ(WhileWaiting::during(call), 7);
    EXPECT_NE(caller, own);
    EXPECT_GE(times, 1);
    EXPECT_THROW(WhileWaiting::during([]() -> int { throw std::runtime_error("no"); }), std::runtime_error);
}

} // namespace
} // namespace voxmarch
