// Finds where the background of a volume ends, from its histogram alone.
#include "volume/histogram.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>

namespace voxmarch {

namespace {

/// Least share of the voxels in a background peak.
constexpr double least_background = 0.1;
/// Two peaks are told apart when the histogram doubles between valley and peak.
constexpr double contrast = 2.0;
/// A background peak lies in this lowest part of the range, and its valley is this much lower than it.
constexpr double low_part = 1.0 / 3.0;
constexpr double valley_level = 0.25;
/// A peak's foot: where the counts have fallen to this share of it.
constexpr double foot_level = 0.05;

/// The histogram in at most 256 bins, smoothed, so that neither gaps of stretched data nor chance make peaks.
struct Profile {
    std::vector<double> level;
    std::size_t merged = 1; ///< bins of the histogram in one entry of `level`
    double total = 0.0;

    double mass(std::size_t begin, std::size_t end) const {
        return std::accumulate(level.begin() + static_cast<std::ptrdiff_t>(begin),
                               level.begin() + static_cast<std::ptrdiff_t>(end), 0.0);
    }
};

Profile make_profile(const Histogram &histogram) {
    Profile profile;
    profile.merged = (histogram.counts.size() + 255) / 256;
    profile.total = static_cast<double>(histogram.total);
    profile.level.assign((histogram.counts.size() + profile.merged - 1) / profile.merged, 0.0);
    for (std::size_t i = 0; i < histogram.counts.size(); ++i) {
        profile.level[i / profile.merged] += static_cast<double>(histogram.counts[i]);
    }
    // Weights 1 2 1; what would leave at an end stays there.
    const std::vector<double> raw = profile.level;
    const std::size_t last = raw.size() - 1;
    for (std::size_t i = 0; i <= last; ++i) {
        profile.level[i] = 0.25 * (raw[i > 0 ? i - 1 : 0] + 2.0 * raw[i] + raw[std::min(i + 1, last)]);
    }
    return profile;
}

struct Background {
    std::size_t peak = 0;
    std::optional<std::size_t> valley; ///< after the peak, if the histogram rises again
};

/// True when `high` is a real rise over `low`, not the chance of small counts.
bool rises(double low, double high, double total) {
    const double chance = 3.0 * std::sqrt(low) + 2.0 + 1e-6 * total;
    return high - 3.0 * std::sqrt(high) > contrast * (low + chance);
}

/// The lowest peak with enough voxels; smaller ones below it belong to it (a scanner's padding).
Background find_background(const Profile &profile) {
    Background background;
    std::size_t lowest = 0; // since the peak
    for (std::size_t i = 1; i < profile.level.size(); ++i) {
        const double level = profile.level[i];
        if (level < profile.level[lowest]) {
            lowest = i;
        }
        if (lowest > background.peak && rises(profile.level[lowest], level, profile.total)) {
            if (profile.mass(0, lowest + 1) >= least_background * profile.total) {
                background.valley = lowest;
                return background;
            }
            background.peak = lowest = i;
        } else if (level > profile.level[background.peak]) {
            background.peak = lowest = i;
        }
    }
    return background;
}

/// First entry above the peak that is below the foot level; the number of entries when there is none.
std::size_t find_foot(const Profile &profile, std::size_t peak) {
    std::size_t i = peak;
    while (i < profile.level.size() && profile.level[i] > foot_level * profile.level[peak]) {
        ++i;
    }
    return i;
}

} // namespace

double noise_floor(const Histogram &histogram) {
    if (histogram.counts.size() < 3 || histogram.total == 0) {
        return histogram.range.min;
    }
    const Profile profile = make_profile(histogram);
    const std::size_t size = profile.level.size();
    const auto value_of = [&](std::size_t entry) {
        const double middle = (static_cast<double>(entry) + 0.5) * static_cast<double>(profile.merged);
        return std::min(histogram.range.min + middle * histogram.bin_width(), histogram.range.max);
    };
    const Background background = find_background(profile);
    if (static_cast<double>(background.peak) >= low_part * static_cast<double>(size)) {
        return histogram.range.min;
    }
    const std::size_t foot = find_foot(profile, background.peak);
    if (background.valley && profile.level[*background.valley] <= valley_level * profile.level[background.peak]) {
        const std::size_t valley = *background.valley;
        const double slope = foot < valley ? profile.mass(foot, valley) : 0.0;
        if (slope <= profile.mass(valley, size)) {
            return value_of(valley);
        }
    }
    const bool narrow = static_cast<double>(foot) < low_part * static_cast<double>(size);
    if (narrow && profile.mass(0, foot + 1) >= 0.5 * profile.total) {
        return value_of(foot);
    }
    return histogram.range.min;
}

} // namespace voxmarch
