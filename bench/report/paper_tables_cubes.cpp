// Figures of the papers, transcribed: Parallel Marching Blocks; Dyken and Ziegler 2010 (HistoPyramids).
#include "bench/report/paper_tables.h"
#include "bench/report/paper_tables_parts.h"

namespace voxmarch {

std::vector<PaperTable> cubes_tables() {
    return {
        {"pmb-2",
         "Parallel Marching Blocks, table 2",
         "GeForce GTX Titan, 1024x1024, another isovalue every frame",
         {"million voxels", "million triangles", "nvsdk, frames/s", "hpmc, frames/s", "PMB, frames/s"},
         {
             {"512³", {134.218, 1.3, 25.6, 69.3, 193.1}},
             {"512²×1024", {268.435, 2.1, 13.3, 58.3, 138.7}},
             {"1024²×512", {536.871, 3.4, unknown, unknown, 87.5}},
             {"1024³", {1073.742, 5.0, unknown, unknown, 55.2}},
             {"1024²×2048", {2147.484, 8.4, unknown, unknown, 32.5}},
             {"2048²×1024", {4294.967, 13.4, unknown, unknown, 21.3}},
             {"2048³", {8589.935, 20.1, unknown, unknown, 13.2}},
             {"2048²×4096", {17179.869, 33.5, unknown, unknown, 7.6}},
         },
         "Cayley surface, f32. No figure: the program ran out of memory. The paper counts voxels in 2^20."},
        {"pmb-3",
         "Parallel Marching Blocks, table 3",
         "GeForce GTX Titan, 1024x1024, another isovalue every frame",
         {"million voxels", "million triangles", "nvsdk, frames/s", "hpmc, frames/s", "PMB, frames/s"},
         {
             {"visMale", {134.218, 2.8, 23.8, 56.5, 135.2}},
             {"backpack", {134.218, 3.8, 23.0, 49.5, 136.8}},
             {"hazelnut", {134.218, 3.4, 23.2, 53.6, 123.2}},
             {"Xmastree", {134.218, 1.5, 25.3, 67.2, 218.9}},
             {"ncat", {134.218, 2.5, 23.9, 58.5, 145.8}},
             {"aneurism", {134.218, 0.7, 26.3, 75.3, 360.1}},
             {"trabecula", {134.218, 1.6, 25.0, 66.1, 194.7}},
             {"macoessix", {134.218, 3.8, 22.8, 48.6, 99.8}},
             {"abdomen", {134.218, 3.3, 23.2, 52.3, 120.5}},
             {"manix", {134.218, 3.3, 23.3, 53.6, 122.2}},
             {"melanix", {268.435, 2.5, unknown, 55.9, 163.3}},
             {"visFemale", {268.435, 3.4, unknown, 50.6, 126.8}},
             {"stagBeetle", {536.871, 6.5, unknown, unknown, 61.3}},
             {"flower", {1073.742, 22.1, unknown, unknown, 18.5}},
             {"rm", {1073.742, 49.4, unknown, unknown, 8.3}},
             {"beechnut", {1621.098, 64.2, unknown, unknown, 6.2}},
         },
         "No figure: the program ran out of memory."},
        {"pmb-memory",
         "Parallel Marching Blocks, section 5.3",
         "GeForce GTX Titan",
         {"share"},
         {
             {"auxiliary bytes of the volume's (rm, 1024³)", {0.1}},
             {"vertex bytes of a triangle soup's (backpack)", {0.263}},
         },
         ""},
        {"dyken-compaction",
         "Dyken and Ziegler 2010, \"HistoPyramid performance\"",
         "Tesla C2050",
         {"scan", "atomics", "histopyramid-4", "histopyramid-5"},
         {
             {"1", {0.7, 0.37, 0.34, 0.28}},
             {"10", {0.8, 3.04, 0.47, 0.38}},
             {"25", {0.81, 7.47, 0.63, 0.53}},
             {"50", {0.83, 14.89, 0.93, 0.81}},
             {"90", {0.85, 26.75, 1.4, 1.25}},
         },
         "Rows: per cent retained of 2 million elements; ms."},
        {"dyken-cubes",
         "Dyken and Ziegler 2010, \"256^3 8bit\" and \"512^3-ish 16-bit performance\"",
         "Tesla C2050",
         {"million voxels", "triangles", "NV SDK, Mvoxel/s", "HP4MC, Mvoxel/s", "HP5MC, Mvoxel/s"},
         {
             {"smooth Cayley", {16.777, 445522, 1201, 1868, 4985}},
             {"bumpy Cayley", {16.777, 643374, 1098, 1689, 4006}},
             {"superbumpy Cayley", {16.777, 3036608, 571, 774, 1199}},
             {"backpack", {97.78, 3745320, unknown, 1291, 4129}},
             {"head aneurysm", {134.218, 583610, unknown, 2034, 10399}},
             {"Christmas tree", {130.81, 5629532, unknown, 1358, 3704}},
         },
         "Extraction and drawing in OpenGL, CUDA for the pyramid."},
    };
}

} // namespace voxmarch
