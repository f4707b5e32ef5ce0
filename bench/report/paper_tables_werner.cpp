// Figures of the papers, transcribed: Werner 2013 (ray casting).
#include "bench/report/paper_tables.h"
#include "bench/report/paper_tables_parts.h"

#include <limits>

namespace voxmarch {

namespace {

constexpr double unknown = std::numeric_limits<double>::quiet_NaN();

} // namespace

std::vector<PaperTable> werner_tables() {
    return {
        {"werner-4.6",
         "Werner 2013, figure 4.6",
         "GeForce GTX 580, pre-classified, leaf 8",
         {"SIMD traversal", "SIMD marching", "frames/s"},
         {
             {"none", {unknown, 0.99, 10.3}},
             {"first-approach", {0.86, 0.29, 17.5}},
         },
         ""},
        {"werner-4.14",
         "Werner 2013, figure 4.14",
         "GeForce GTX 580, pre-classified, leaf 8",
         {"SIMD traversal", "SIMD marching", "frames/s"},
         {
             {"if-if", {unknown, unknown, unknown}},
             {"while-while", {unknown, unknown, unknown}},
         },
         "The figure is missing from the converted text; its for-for row is in 4.18."},
        {"werner-4.18",
         "Werner 2013, figure 4.18",
         "GeForce GTX 580, pre-classified, leaf 8",
         {"SIMD traversal", "SIMD marching", "frames/s"},
         {
             {"for-for", {0.65, 0.68, 26.3}},
             {"buffered-for-for", {0.87, 0.87, 30.4}},
         },
         ""},
        {"werner-4.21",
         "Werner 2013, figure 4.21",
         "GeForce GTX 580, pre-classified, leaf 8",
         {"SIMD traversal", "SIMD marching", "frames/s"},
         {
             {"buffered-for-for", {0.87, 0.87, 30.4}},
             {"buffered-for-for-with-flags", {0.94, 0.9, 30.7}},
         },
         ""},
        {"werner-5.2",
         "Werner 2013, figure 5.2",
         "GeForce GTX 580, pre-classified, leaf 8",
         {"SIMD traversal", "SIMD marching", "frames/s"},
         {
             {"buffered-for-for-with-flags", {0.94, 0.9, 30.7}},
             {"persistent-interleaved", {0.59, 0.43, 8.7}},
             {"persistent-warp-pool", {0.84, 0.7, 11.4}},
             {"persistent-group-pool", {0.82, 0.66, 19.1}},
         },
         ""},
        {"werner-6.5",
         "Werner 2013, figure 6.5",
         "GeForce GTX 580, pre-classified, leaf 8",
         {"groups a multiprocessor", "occupancy (warps)", "bonsai, s", "teddy, s", "piggy, s"},
         {
             {"1", {8, 8, 0.047566, 0.186193, 0.102364}},
             {"2", {8, 16, 0.028598, 0.107085, 0.060045}},
             {"3", {5, 15, 0.030038, 0.111539, 0.062705}},
             {"4", {4, 16, 0.029282, 0.107143, 0.061126}},
             {"5", {3, 15, 0.030968, 0.112345, 0.065241}},
             {"6", {2, 12, 0.035824, 0.127898, 0.075182}},
             {"7", {2, 14, 0.033651, 0.118841, 0.069558}},
             {"8", {2, 16, 0.030486, 0.107268, 0.062542}},
             {"9", {1, 9, 0.047381, 0.162741, 0.097157}},
             {"10", {1, 10, 0.043955, 0.148661, 0.089516}},
             {"11", {1, 11, 0.043096, 0.146311, 0.087606}},
             {"12", {1, 12, 0.038322, 0.131536, 0.078572}},
             {"13", {1, 13, 0.039034, 0.132302, 0.078909}},
             {"14", {1, 14, 0.035269, 0.119076, 0.071613}},
             {"15", {1, 15, 0.033831, 0.114733, 0.06857}},
             {"16", {1, 16, 0.032513, 0.11051, 0.065854}},
         },
         "Rows: warps a work-group."},
        {"werner-6.6",
         "Werner 2013, figure 6.6",
         "GeForce GTX 580, pre-classified, leaf 8",
         {"bonsai, s", "teddy, s", "piggy, s"},
         {
             {"1", {0.326094, 1.195471, 0.679808}},
             {"2", {0.168814, 0.607141, 0.350026}},
             {"3", {0.117403, 0.416136, 0.243721}},
             {"4", {0.091131, 0.320091, 0.188705}},
             {"5", {0.076229, 0.263786, unknown}},
             {"6", {unknown, unknown, 0.157321}},
             {"7", {0.058825, 0.20088, 0.120851}},
             {"8", {unknown, 0.175616, 0.105384}},
             {"9", {0.047379, 0.162625, 0.09721}},
             {"10", {0.043736, 0.148491, 0.089495}},
             {"11", {0.043031, 0.146273, 0.087628}},
             {"12", {0.038339, 0.131166, 0.078622}},
             {"13", {0.038867, 0.132253, 0.078949}},
             {"14", {0.035254, 0.119263, 0.071581}},
             {"15", {0.033632, 0.114688, 0.06839}},
             {"16", {0.032408, 0.110452, 0.065609}},
         },
         "Rows: warps a multiprocessor. Four figures of rows 5, 6 and 8 repeat those of figure 6.4 or of a neighbour "
         "and are left out."},
        {"werner-6.8",
         "Werner 2013, figures 6.8 to 6.13",
         "GeForce GTX 580, pre-classified, leaf 8",
         {"bonsai", "teddy", "piggy"},
         {
             {"time, ms", {28.1, 106.7, 59.4}},
             {"RGBA samples", {99591670, 811167286, 348934260}},
             {"A samples", {131996264, 692295536, 313926328}},
             {"SIMD traversal", {0.938, 0.956, 0.944}},
             {"SIMD marching", {0.899, 0.952, 0.931}},
             {"traversal steps", {31606977, 36826843, 42755847}},
             {"marching steps", {131996264, 692295536, 313926328}},
             {"transparent steps", {0.62, 0.41, 0.44}},
         },
         "Figure 6.8 prints 0.0107 s for the teddy; the profiler's 106.7 ms is what its samples a second fit."},
        {"werner-6.9",
         "Werner 2013, figure 6.9",
         "GeForce GTX 580, pre-classified, leaf 8",
         {"A texture", "RGBA texture"},
         {
             {"billion samples/s", {24.9, 24.2}},
         },
         ""},
        {"werner-6.17",
         "Werner 2013, figure 6.17",
         "GeForce GTX 580, pre-classified, leaf 8",
         {"bonsai", "teddy", "piggy"},
         {
             {"billion samples/s", {8.23, 14.2, 11.2}},
             {"utilisation", {0.34, 0.59, 0.46}},
         },
         ""},
    };
}

} // namespace voxmarch
