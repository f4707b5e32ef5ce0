// Work in another process: what it sends arrives, and however it ends, this process goes on.
#include "base/error.h"
#include "base/format_problem.h"
#include "base/isolated.h"

#include <atomic>
#include <csignal>
#include <gtest/gtest.h>
#include <numeric>
#include <thread>
#include <unistd.h>

namespace voxmarch {

namespace {

constexpr std::uint64_t much = std::uint64_t{1} << 30;

std::string failure_of(const std::function<void(IsolatedOutput &)> &work, int seconds = 20,
                       std::uint64_t memory = much) {
    IsolatedWork isolated("some.file", "libsome", {seconds, memory}, work);
    try {
        isolated.read_all(1 << 20);
    } catch (const FileError &problem) {
        return problem.what();
    }
    return {};
}

TEST(Isolated, WhatItSendsArrives) {
    std::vector<std::uint32_t> numbers(3000000); // several pieces
    std::iota(numbers.begin(), numbers.end(), 7U);
    IsolatedWork work("some.file", "libsome", {20, much}, [&](IsolatedOutput &output) {
        output.write(std::as_bytes(std::span(numbers).first(10)));
        output.write({});
        output.write(std::as_bytes(std::span(numbers).subspan(10)));
    });
    std::vector<std::uint32_t> arrived(numbers.size());
    const auto bytes = std::as_writable_bytes(std::span(arrived));
    work.read(bytes.first(13)); // in other portions than they were sent in
    work.read(bytes.subspan(13));
    EXPECT_EQ(arrived, numbers);
    std::byte more{};
    EXPECT_THROW(work.read({&more, 1}), FileError);
}

TEST(Isolated, ErrorsCrossOver) {
    EXPECT_EQ(failure_of([](IsolatedOutput &) { throw FormatProblem("its header\nlies"); }),
              "some.file: its header lies");
    EXPECT_EQ(failure_of([](IsolatedOutput &) { throw FileError("some.file", "is damaged"); }),
              "some.file: is damaged");
    EXPECT_NE(failure_of([](IsolatedOutput &) { throw std::bad_alloc(); }).find("memory"), std::string::npos);
    EXPECT_EQ(failure_of([](IsolatedOutput &output) { output.write(std::vector<std::byte>(100)); }), "");
    EXPECT_NE(
        failure_of([](IsolatedOutput &output) { output.write(std::vector<std::byte>(2 << 20)); }).find("more than"),
        std::string::npos);
}

TEST(Isolated, MessagesAreOneLineOfSaneLength) {
    const std::string blanks = "its name is '" + std::string(3000, '\1') + std::string(3000, ' ') + "\xff\t\xc3\xa9'";
    EXPECT_EQ(failure_of([&](IsolatedOutput &) { throw FormatProblem(blanks); }), "some.file: its name is ' \xc3\xa9'");
    const std::string message = failure_of([](IsolatedOutput &) { throw std::runtime_error(std::string(99999, 'x')); });
    EXPECT_LT(message.size(), 1100U);
    EXPECT_TRUE(message.ends_with("xxx..."));
}

TEST(Isolated, MemoryIsBounded) {
#if defined(__SANITIZE_ADDRESS__)
    GTEST_SKIP() << "the sanitizer takes more than there is to bound";
#endif
    const auto take = [](std::size_t bytes) {
        return [bytes](IsolatedOutput &output) {
            const std::vector<char> taken(bytes, 'x');
            output.write(std::as_bytes(std::span(taken).last(1)));
        };
    };
    constexpr std::uint64_t bound = std::uint64_t{64} << 20;
    EXPECT_EQ(failure_of(take(bound / 2), 20, bound), "");
    EXPECT_NE(failure_of(take(bound + bound / 8), 20, bound).find("not enough memory"), std::string::npos);
}

TEST(Isolated, CrashesAndLoopsStayThere) {
    EXPECT_EQ(failure_of([](IsolatedOutput &) { raise(SIGSEGV); }),
              "some.file: is damaged: libsome breaks down over it (segmentation fault)");
    EXPECT_EQ(failure_of([](IsolatedOutput &) { _exit(3); }), "some.file: is damaged: libsome breaks down over it");
    EXPECT_EQ(failure_of(
                  [](IsolatedOutput &) {
                      std::atomic<int> turns = 0;
                      while (turns >= 0) {
                          turns = turns == 1000 ? 0 : turns + 1;
                      }
                  },
                  0),
              "some.file: is damaged: libsome comes to no end with it");
}

TEST(Isolated, EndsWhenNobodyWaits) {
    const IsolatedWork work("some.file", "libsome", {20, much}, [](IsolatedOutput &output) {
        for (;;) {
            output.write(std::vector<std::byte>(1 << 20)); // more than the pipe takes
        }
    });
}

TEST(Isolated, RunsBesideThreads) {
#if defined(__SANITIZE_ADDRESS__)
    GTEST_SKIP() << "the sanitizer's heap may be locked by another thread when the process forks";
#endif
    std::atomic<bool> ends = false;
    std::jthread busy([&] {
        while (!ends) {
            std::vector<std::string> words(100, std::string(100, 'x')); // takes memory all the time
        }
    });
    for (int i = 0; i < 20; ++i) {
        EXPECT_EQ(failure_of([](IsolatedOutput &output) {
                      const std::vector<std::string> words(100, std::string(100, 'y'));
                      output.write(std::as_bytes(std::span(words[0])));
                  }),
                  "");
    }
    ends = true;
}

} // namespace
} // namespace voxmarch
