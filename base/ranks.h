// The programs that a launcher started together, as each of them sees them: how they meet, and how they end as one.
#pragma once

#include "base/rank_link.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace voxmarch {

/// How a program ends.
struct Ending {
    int code = 0;
    std::string line; ///< what is said of it; empty: nothing
    bool operator==(const Ending &) const = default;
};

/// Thrown where ranks meet when one of them has ended: there is nothing left to do but to end, too.
struct RanksEnded {
    Ending ending;
};

/// Exit code of a run in which some ranks fail and others do not.
constexpr int rank_failed = 6;

/// How all end where some have: equally if they all have, as after a wrong option, else with the name of the first that
/// failed.
/// @param endings  of each rank; code < 0: it goes on  @param hosts  of each rank
Ending common_ending(const std::vector<Ending> &endings, const std::vector<std::string> &hosts);

/// Rank 0 leads: it alone prints, and writes what all made together. Ranks meet in the same order of calls everywhere.
/// A rank that fails takes its error to end(), and so to the next meeting of the others, which throws RanksEnded there;
/// so nobody waits for a rank that does not come. Alone, every call returns at once.
class Ranks {
public:
    Ranks() = default; ///< alone

    /// @param link  none: alone
    explicit Ranks(std::unique_ptr<RankLink> link);

    int rank() const { return link_ ? link_->rank() : 0; }
    int size() const { return link_ ? link_->size() : 1; }
    int local_rank() const { return link_ ? link_->local_rank() : 0; }
    bool lead() const { return rank() == 0; }
    bool alone() const { return size() == 1; }

    /// "rank 2 on node7"
    std::string name_of(int rank) const;

    /// Waits for all. @throws RanksEnded
    void meet();

    /// The texts of all ranks for rank 0, nothing for the others. @throws RanksEnded
    std::vector<std::string> gather(const std::string &mine);

    /// The text of rank 0 for all. @throws RanksEnded
    std::string broadcast(const std::string &text);

    /// From one rank to another right behind a meeting, where nothing can fail in between.
    void send(int to, std::span<const std::byte> bytes) { link_->send(to, bytes); }
    int receive(int from, std::span<std::byte> bytes) { return link_->receive(from, bytes); }
    void receive_rows(int from, const ByteRows &rows) { link_->receive_rows(from, rows); }

    /// This rank has done its work, or failed. Waits for the others; nothing may follow.
    /// @return how all end; rank 0 says the line
    Ending end(const Ending &mine);

private:
    struct Arrival {
        std::int32_t code;    ///< of an exit; < 0: goes on
        std::uint32_t length; ///< of the text behind it
    };
    std::unique_ptr<RankLink> link_;
    std::vector<std::string> hosts_;
    bool ended_ = false;

    std::vector<Arrival> arrive(int code, std::size_t length);
    std::vector<std::string> texts_to_first(const std::vector<Arrival> &arrivals, const std::string &mine);
    Ending end_together(const std::vector<Arrival> &arrivals, const std::string &mine);
    std::vector<Arrival> meet_with(std::size_t length);
};

} // namespace voxmarch
