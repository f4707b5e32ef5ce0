// Otsu's threshold: where the two classes of a histogram have the largest variance between them.
#include "volume/histogram.h"

namespace voxmarch {

double otsu_threshold(const Histogram &histogram) {
    double sum = 0.0, total = 0.0;
    for (std::size_t i = 0; i < histogram.counts.size(); ++i) {
        total += static_cast<double>(histogram.counts[i]);
        sum += static_cast<double>(histogram.counts[i]) * histogram.bin_center(i);
    }
    double below = 0.0, sum_below = 0.0, most = -1.0;
    std::size_t first = 0, last = 0; // between empty bins every edge is as good: the middle one
    for (std::size_t i = 0; i + 1 < histogram.counts.size(); ++i) {
        below += static_cast<double>(histogram.counts[i]);
        sum_below += static_cast<double>(histogram.counts[i]) * histogram.bin_center(i);
        if (below <= 0.0 || below >= total) {
            continue;
        }
        const double distance = sum_below / below - (sum - sum_below) / (total - below);
        const double between = below * (total - below) * distance * distance;
        if (between > most) {
            most = between;
            first = i;
        }
        last = between >= most ? i : last;
    }
    return histogram.range.min + histogram.bin_width() * (static_cast<double>(first + last) / 2.0 + 1.0);
}

} // namespace voxmarch
