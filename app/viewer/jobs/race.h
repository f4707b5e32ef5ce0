// Which of two settings is faster: times measured in turns, and a verdict only where they are further apart than they
// vary.
#pragma once

#include <string>
#include <vector>

namespace voxmarch {

class Race {
public:
    /// Times of one round, ms: each side once, in either order.
    void add(double a_ms, double b_ms);

    std::size_t rounds() const { return a_.size(); }

    /// Median of the faster two thirds of the times: what else the machine does only adds. 0 without rounds.
    double a_ms() const;
    double b_ms() const;

    enum class Winner { none, a, b };

    /// The side whose time is shorter by more than the spread of both together (those faster two thirds, of less than
    /// six rounds all) and by more than 2 %, if all that is counted of it is below all of the other. Never with less
    /// than three rounds. Equal settings on a loaded machine win in less than one of a hundred races.
    Winner winner() const;

    /// How far the counted times of the side that varies more are apart, as a share of the shortest.
    double spread() const;

private:
    std::vector<double> a_, b_;
};

/// Rounds for the time that one takes, ms, so that all take some seconds; 1 where that is not possible.
int rounds_for(double round_ms);

/// Times and verdict in a sentence; "" without times.
/// @param same  both sides have the same settings on the same device: there is nothing to win
std::string race_text(const Race &race, bool same);

} // namespace voxmarch
