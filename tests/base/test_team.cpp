// Every member does its part on its own thread, job after job; the first failure reaches the caller.
#include "base/team.h"

#include <atomic>
#include <chrono>
#include <gtest/gtest.h>
#include <stdexcept>
#include <thread>
#include <vector>

namespace voxmarch {
namespace {

TEST(Team, members_keep_their_threads_and_the_first_is_the_caller) {
    for (const std::size_t members : {1u, 2u, 5u}) {
        Team team(members);
        ASSERT_EQ(team.size(), members);
        std::vector<std::thread::id> first(members), ids(members);
        team.run([&](std::size_t member) { first[member] = std::this_thread::get_id(); });
        EXPECT_EQ(first[0], std::this_thread::get_id());
        for (int job = 0; job < 200; ++job) {
            team.run([&](std::size_t member) { ids[member] = std::this_thread::get_id(); });
            ASSERT_EQ(ids, first);
        }
        for (std::size_t i = 0; i < members; ++i) {
            for (std::size_t other = 0; other < i; ++other) {
                EXPECT_NE(first[i], first[other]);
            }
        }
    }
}

/// Each waits for all others: in turns they would wait for ever.
TEST(Team, members_work_at_the_same_time) {
    Team team(4);
    std::atomic<int> there = 0;
    team.run([&](std::size_t) {
        ++there;
        while (there < 4) {
            std::this_thread::yield();
        }
    });
    EXPECT_EQ(there, 4);
}

TEST(Team, throws_the_first_failure_after_all_have_ended_and_goes_on) {
    Team team(3);
    for (std::size_t failing = 0; failing < 3; ++failing) {
        std::atomic<int> ended = 0;
        const auto work = [&](std::size_t member) {
            if (member == failing) {
                throw std::runtime_error("first");
            }
            while (!team.failed()) {
                std::this_thread::yield();
            }
            std::this_thread::sleep_for(std::chrono::milliseconds(20));
            ++ended;
            throw std::logic_error("second");
        };
        EXPECT_THROW(team.run(work), std::runtime_error);
        EXPECT_EQ(ended, 2);
        std::atomic<int> done = 0;
        team.run([&](std::size_t) {
            EXPECT_FALSE(team.failed());
            ++done;
        });
        EXPECT_EQ(done, 3);
    }
}

} // namespace
} // namespace voxmarch
