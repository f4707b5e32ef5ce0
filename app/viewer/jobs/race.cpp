// Medians of two series without their slowest third, and a verdict where the series lie apart.
#include "app/viewer/jobs/race.h"

#include "app/viewer/panels/number_text.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace voxmarch {

namespace {

/// Those that count, in order.
std::vector<double> counted(std::vector<double> times) {
    std::sort(times.begin(), times.end());
    if (times.size() >= 6) {
        times.resize(times.size() * 2 / 3);
    }
    return times;
}

double median_of(const std::vector<double> &sorted) {
    if (sorted.empty()) {
        return 0.0;
    }
    const std::size_t half = sorted.size() / 2;
    return sorted.size() % 2 == 1 ? sorted[half] : 0.5 * (sorted[half - 1] + sorted[half]);
}

double range_of(const std::vector<double> &sorted) { return sorted.back() - sorted.front(); }

} // namespace

void Race::add(double a_ms, double b_ms) {
    a_.push_back(a_ms);
    b_.push_back(b_ms);
}

double Race::a_ms() const { return median_of(counted(a_)); }

double Race::b_ms() const { return median_of(counted(b_)); }

Race::Winner Race::winner() const {
    if (rounds() < 3) {
        return Winner::none;
    }
    const std::vector<double> a = counted(a_), b = counted(b_);
    const double a_time = median_of(a), b_time = median_of(b), apart = std::abs(a_time - b_time);
    const bool disjoint = a.back() < b.front() || b.back() < a.front();
    if (!disjoint || apart <= range_of(a) + range_of(b) || apart <= 0.02 * std::min(a_time, b_time)) {
        return Winner::none;
    }
    return a_time < b_time ? Winner::a : Winner::b;
}

double Race::spread() const {
    const auto share = [](const std::vector<double> &times) {
        return times.empty() || !(times.front() > 0.0) ? 0.0 : range_of(times) / times.front();
    };
    return std::max(share(counted(a_)), share(counted(b_)));
}

int rounds_for(double round_ms) {
    constexpr double wanted_ms = 8000.0, longest_ms = 20000.0;
    constexpr int most = 8, fewest = 3;
    if (round_ms * fewest > longest_ms) {
        return 1;
    }
    return std::clamp(static_cast<int>(wanted_ms / std::max(round_ms, 1.0)), fewest, most);
}

std::string race_text(const Race &race, bool same) {
    const double a_ms = race.a_ms(), b_ms = race.b_ms();
    if (!(a_ms > 0.0) || !(b_ms > 0.0)) {
        return "";
    }
    const std::string times = fmt::format("A {}, B {}: ", time_text(a_ms), time_text(b_ms));
    if (same) {
        return times + "the same settings.";
    }
    if (race.rounds() < 3) {
        return times + fmt::format("measured {}, no verdict.", race.rounds() == 1 ? "once" : "twice");
    }
    const Race::Winner winner = race.winner();
    if (winner == Race::Winner::none) {
        return times + fmt::format("no winner, times vary by {:.0f} %.", std::ceil(100.0 * race.spread()));
    }
    const double slow = std::max(a_ms, b_ms), fast = std::min(a_ms, b_ms);
    return times + fmt::format("{} is {:.2f} times as fast ({} less).", winner == Race::Winner::a ? "A" : "B",
                               slow / fast, time_text(slow - fast));
}

} // namespace voxmarch
