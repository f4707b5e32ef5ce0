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
             "Section 4 and figure 5 give the mean of the five as 68.8 times (these figures: 68.7)."}};
}

} // namespace voxmarch
