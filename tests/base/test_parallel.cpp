// Every piece once, whatever the cores; exceptions and progress reach the caller.
#include "base/parallel.h"

#include <atomic>
#include <gtest/gtest.h>
#include <stdexcept>
#include <thread>
#include <vector>

namespace voxmarch {
namespace {

TEST(Parallel, does_every_piece_once) {
    for (const int pieces : {0, 1, 2, 1000}) {
        std::vector<std::atomic<int>> done(static_cast<std::size_t>(pieces));
        on_all_cores(pieces, [&](int i) { ++done[static_cast<std::size_t>(i)]; });
        for (const std::atomic<int> &times : done) {
            EXPECT_EQ(times, 1);
        }
    }
}

TEST(Parallel, throws_what_a_piece_throws_and_begins_no_more) {
    std::atomic<int> begun{0};
    const auto work = [&](int) {
        ++begun;
        throw std::runtime_error("piece");
    };
    EXPECT_THROW(on_all_cores(1000000, work), std::runtime_error);
    EXPECT_LE(begun, core_count(1000000));
}

TEST(Parallel, tells_progress_on_the_callers_thread_and_can_be_cancelled) {
    const std::thread::id caller = std::this_thread::get_id();
    double last = 0.0;
    on_all_cores(
        100, [](int) {},
        [&](double share) {
            EXPECT_EQ(std::this_thread::get_id(), caller);
            EXPECT_GE(share, last);
            last = share;
        });
    EXPECT_EQ(last, 1.0);
    const auto cancel = [](double) { throw std::logic_error("cancelled"); };
    EXPECT_THROW(on_all_cores(
                     1000000, [](int) {}, cancel),
                 std::logic_error);
}

TEST(Parallel, takes_no_more_threads_than_pieces) {
    EXPECT_EQ(core_count(0), 1);
    EXPECT_EQ(core_count(1), 1);
    EXPECT_GE(core_count(1 << 20), 1);
}

} // namespace
} // namespace voxmarch
