// Ranks meet, fail and end together, and share numbers: threads stand for programs.
#include "base/ranks.h"
#include "base/shared_numbers.h"

#include <algorithm>
#include <barrier>
#include <condition_variable>
#include <cstring>
#include <deque>
#include <functional>
#include <gtest/gtest.h>
#include <memory>
#include <mutex>
#include <set>
#include <thread>

namespace voxmarch {
namespace {

/// What connects threads.
struct Room {
    explicit Room(int ranks) : size(ranks), everybody(ranks) {}

    struct Letter {
        int from, to;
        std::vector<std::byte> bytes;
    };
    const int size;
    std::barrier<> everybody;
    std::mutex mutex;
    std::condition_variable changed;
    std::deque<Letter> letters;
    std::vector<std::byte> board;
};

class ThreadLink : public RankLink {
public:
    ThreadLink(Room &room, int rank) : room_(room), rank_(rank) {}
    int rank() const override { return rank_; }
    int size() const override { return room_.size; }
    int local_rank() const override { return rank_; }
    std::string host() const override { return "node" + std::to_string(rank_); }

    void share(std::span<const std::byte> mine, std::span<std::byte> all) override {
        on_board(all.size(), [&] { std::copy(mine.begin(), mine.end(), room_.board.begin() + offset(mine.size())); });
        std::copy(room_.board.begin(), room_.board.end(), all.begin());
        room_.everybody.arrive_and_wait();
    }
    void broadcast(std::span<std::byte> bytes) override {
        on_board(bytes.size(), [&] {
            if (rank_ == 0) {
                std::copy(bytes.begin(), bytes.end(), room_.board.begin());
            }
        });
        std::copy(room_.board.begin(), room_.board.end(), bytes.begin());
        room_.everybody.arrive_and_wait();
    }
    void send(int to, std::span<const std::byte> bytes) override {
        {
            const std::lock_guard lock(room_.mutex);
            room_.letters.push_back({rank_, to, {bytes.begin(), bytes.end()}});
        }
        room_.changed.notify_all();
    }
    int receive(int from, std::span<std::byte> bytes) override {
        std::unique_lock lock(room_.mutex);
        std::deque<Room::Letter>::iterator letter;
        room_.changed.wait(lock, [&] {
            letter = std::find_if(room_.letters.begin(), room_.letters.end(), [&](const Room::Letter &one) {
                return one.to == rank_ && (from == any_rank || one.from == from);
            });
            return letter != room_.letters.end();
        });
        EXPECT_EQ(letter->bytes.size(), bytes.size());
        std::copy(letter->bytes.begin(), letter->bytes.end(), bytes.begin());
        const int sender = letter->from;
        room_.letters.erase(letter);
        return sender;
    }
    void receive_rows(int from, const ByteRows &rows) override {
        std::vector<std::byte> packed(rows.bytes * rows.count);
        receive(from, packed);
        for (std::size_t row = 0; row < rows.count; ++row) {
            std::copy_n(packed.begin() + std::ptrdiff_t(row * rows.bytes), rows.bytes, rows.first + row * rows.stride);
        }
    }
    void leave() override { room_.everybody.arrive_and_wait(); }

private:
    Room &room_;
    int rank_;

    std::ptrdiff_t offset(std::size_t bytes) const { return static_cast<std::ptrdiff_t>(bytes) * rank_; }
    void on_board(std::size_t bytes, const std::function<void()> &write) {
        if (rank_ == 0) {
            room_.board.assign(bytes, std::byte{});
        }
        room_.everybody.arrive_and_wait();
        write();
        room_.everybody.arrive_and_wait();
    }
};

/// Lets so many ranks work and end. @return how each ended; their lines are said by rank 0 alone
std::vector<Ending> run_ranks(int count, const std::function<Ending(Ranks &)> &work) {
    Room room(count);
    std::vector<Ending> endings(static_cast<std::size_t>(count));
    std::vector<std::jthread> threads;
    for (int rank = 0; rank < count; ++rank) {
        threads.emplace_back([&, rank] {
            Ranks ranks(std::make_unique<ThreadLink>(room, rank));
            Ending ending;
            try {
                ending = work(ranks);
            } catch (const RanksEnded &others) {
                ending = others.ending;
            }
            endings[static_cast<std::size_t>(rank)] = ranks.end(ending);
        });
    }
    threads.clear();
    EXPECT_TRUE(room.letters.empty()) << "something was sent to nobody";
    return endings;
}

TEST(Ranks, ends_are_told_as_one) {
    const std::vector<std::string> hosts{"a", "b", "c"};
    const auto common = [&](const Ending &one, const Ending &two, const Ending &three) {
        return common_ending({one, two, three}, hosts);
    };
    const Ending goes_on{-1, ""}, good{0, ""};
    EXPECT_EQ(common(good, good, good), good);
    EXPECT_EQ(common({2, "no such option"}, {2, "no such option"}, {2, "x"}), (Ending{2, "no such option"}));
    EXPECT_EQ(common(goes_on, {4, "no file"}, {5, "no room"}), (Ending{6, "rank 1 on b: no file"}));
    EXPECT_EQ(common({1, ""}, good, good), (Ending{1, ""}));
    EXPECT_EQ(common(good, {1, "other voxels"}, good), (Ending{1, "rank 1 on b: other voxels"}));
    EXPECT_EQ(common({1, ""}, {4, "no file"}, goes_on), (Ending{6, "rank 1 on b: no file"}));
    EXPECT_EQ(common(goes_on, goes_on, good), (Ending{6, "rank 2 on c ended before the others"}));
}

TEST(Ranks, texts_go_to_the_first_and_from_it) {
    for (const int count : {2, 5}) {
        const auto endings = run_ranks(count, [&](Ranks &ranks) {
            for (int round = 0; round < 3; ++round) {
                const auto texts = ranks.gather(std::string(static_cast<std::size_t>(ranks.rank() * round), 'x'));
                EXPECT_EQ(texts.size(), ranks.lead() ? static_cast<std::size_t>(count) : 0u);
                for (std::size_t rank = 0; rank < texts.size(); ++rank) {
                    EXPECT_EQ(texts[rank], std::string(rank * static_cast<std::size_t>(round), 'x'));
                }
                EXPECT_EQ(ranks.broadcast(ranks.lead() ? "from the first" : "mine"), "from the first");
                EXPECT_EQ(ranks.broadcast(""), "");
                ranks.meet();
            }
            EXPECT_EQ(ranks.name_of(1), "rank 1 on node1");
            return Ending{};
        });
        EXPECT_EQ(endings, std::vector<Ending>(static_cast<std::size_t>(count)));
    }
}

/// Whoever fails, and wherever the others are then: all end with its name, and nobody waits.
TEST(Ranks, one_failure_ends_all) {
    for (int failing = 0; failing < 3; ++failing) {
        for (int before = 0; before < 4; ++before) {
            const auto endings = run_ranks(3, [&](Ranks &ranks) {
                const auto fails_at = [&](int step) { return ranks.rank() == failing && step == before; };
                for (int step = 0;; ++step) {
                    if (fails_at(step)) {
                        return Ending{5, "no memory"};
                    }
                    step % 3 == 0   ? ranks.meet()
                    : step % 3 == 1 ? static_cast<void>(ranks.gather("what nobody will read"))
                                    : static_cast<void>(ranks.broadcast("nor this"));
                }
            });
            const std::string name = std::to_string(failing);
            EXPECT_EQ(endings[0], (Ending{6, "rank " + name + " on node" + name + ": no memory"}));
            EXPECT_EQ(endings[1].code, 6);
            EXPECT_EQ(endings[2].code, 6);
        }
    }
}

TEST(Ranks, alone_nothing_is_waited_for) {
    Ranks ranks;
    EXPECT_TRUE(ranks.alone() && ranks.lead());
    ranks.meet();
    EXPECT_EQ(ranks.gather("mine"), std::vector<std::string>{"mine"});
    EXPECT_EQ(ranks.broadcast("mine"), "mine");
    SharedNumbers numbers(ranks, 3, 5);
    EXPECT_EQ(numbers.next(), 3);
    EXPECT_EQ(numbers.next(), 4);
    EXPECT_EQ(numbers.next(), std::nullopt);
    EXPECT_EQ(ranks.end({4, "no file"}), (Ending{4, "no file"}));
}

TEST(SharedNumbers, each_goes_to_one_and_grows) {
    for (const int count : {0, 1, 3, 500}) {
        std::mutex mutex;
        std::multiset<int> given;
        run_ranks(4, [&](Ranks &ranks) {
            for (int round = 0; round < 2; ++round) { // one behind the other
                ranks.meet();
                SharedNumbers numbers(ranks, 7, 7 + count);
                std::vector<std::jthread> members;
                for (int member = 0; member < 2; ++member) {
                    members.emplace_back([&] {
                        int last = -1;
                        while (const std::optional<int> number = numbers.next()) {
                            EXPECT_GT(*number, last);
                            last = *number;
                            const std::lock_guard lock(mutex);
                            given.insert(*number);
                        }
                    });
                }
            }
            return Ending{};
        });
        EXPECT_EQ(given.size(), static_cast<std::size_t>(2 * count));
        for (int number = 7; number < 7 + count; ++number) {
            EXPECT_EQ(given.count(number), 2u) << number;
        }
    }
}

/// The others end long before their numbers do.
TEST(SharedNumbers, a_rank_that_leaves_stops_all) {
    for (const int failing : {0, 2}) {
        std::atomic<int> given = 0;
        const auto endings = run_ranks(3, [&](Ranks &ranks) {
            ranks.meet();
            {
                SharedNumbers numbers(ranks, 0, 2'000'000'000);
                while (numbers.next()) {
                    ++given;
                    if (ranks.rank() == failing) {
                        return Ending{4, "no file"};
                    }
                }
            }
            ranks.meet();
            return Ending{};
        });
        EXPECT_LT(given, 1'000'000'000);
        EXPECT_EQ(endings[0].code, 6);
        EXPECT_EQ(endings[1].code, 6);
    }
}

} // namespace
} // namespace voxmarch
