// Figures of the papers, transcribed: Jiménez and Ruiz de Miras 2012 (thinning to curve skeletons).
#include "bench/report/paper_tables.h"
#include "bench/report/paper_tables_parts.h"

namespace voxmarch {

std::vector<PaperTable> skeleton_tables() {
    return {{"jimenez-2",
             "Jiménez and Ruiz de Miras 2012, table 2 (machine B)",
             "512³; serial program on an Intel Xeon, GeForce GTX 580",
             {"object voxels", "skeleton voxels", "iterations", "serial, s", "GTX 580, s", "times serial"},
             {
                 {"Buddha", {5269400, 4322, 65, 376.34, 5.19, 72.51}},
                 {"Bunny", {20669804, 7088, 125, 732.95, 10.95, 66.93}},
                 {"Pelvis", {4942014, 9884, 102, 596.46, 8.13, 73.36}},
                 {"Knot Rings", {19494912, 12309, 59, 353.13, 5.70, 61.95}},
                 {"Nefert.", {11205574, 858, 53, 307.68, 4.47, 68.83}},
             },
             "Section 4 and figure 5 give the mean of the five as 68.8 times (these figures: 68.7)."},
            {"jimenez-3",
             "Jiménez and Ruiz de Miras 2012, table 3",
             "512³, mean of five models; GeForce GTX 295 (1024 threads, 32 warps, 8 blocks a multiprocessor)",
             {"threads", "warps", "occupancy_T, %", "divergent, %", "GB/s", "serialised warps", "times serial"},
             {
                 {"128", {512, 16, 50, 3.67, 1.328, 20932, 13.82}},
                 {"149", {596, 20, 58.2, 3.75, 2.198, 23106, 15.03}},
                 {"288", {576, 18, 56.25, 3.89, 1.350, 25074, 14.15}},
                 {"301", {602, 20, 58.79, 3.77, 2.017, 27758, 14.56}},
                 {"302", {302, 10, 29.49, 3.79, 1.231, 30644, 10.24}},
             },
             "The curves of figures 3 and 4 are lost in the text; on the GTX 580 it names 192 threads as the best, at "
             "87.5 % of both occupancies, and 631 with the larger cache."},
            {"jimenez-5",
             "Jiménez and Ruiz de Miras 2012, figure 5, as far as section 4 gives its numbers",
             "512³, mean of five models; times serial",
             {"GTX 295", "GTX 580, shared memory"},
             {
                 {"all-on-device", {1.43, 1.58}},
                 {"unified", {7.89, 29}},
                 {"local-memory", {13.94, 36.17}},
                 {"block-size", {15.03, unknown}},
                 {"other strategies", {19.68, 68.8}},
             },
             "Memory transfers are slower than the serial program; constant memory adds 11 to 18 %, a double buffer "
             "25 % (GTX 295), 52 and 83 % (GTX 580)."}};
}

} // namespace voxmarch
