// Figures of the papers, transcribed: Rogeiro 2011 (Marching Cubes by scan).
#include "bench/report/paper_tables.h"
#include "bench/report/paper_tables_parts.h"

#include <limits>

namespace voxmarch {

namespace {

constexpr double unknown = std::numeric_limits<double>::quiet_NaN();

} // namespace

std::vector<PaperTable> rogeiro_tables() {
    return {
        {"rogeiro-4.2",
         "Rogeiro 2011, table 4.2",
         "",
         {"voxels", "triangles"},
         {
             {"skull", {16777216, 1528872}},
             {"engine", {8388608, 593620}},
             {"aneurysm", {16777216, 251012}},
             {"sphere", {16777216, 377000}},
             {"8 skulls", {134217728, 6419964}},
             {"unknownHISO", {499122176, 6260182}},
             {"unknownLISO", {499122176, 16097484}},
         },
         ""},
        {"rogeiro-4.5",
         "Rogeiro 2011, table 4.5",
         "Xeon E5506, Quadro FX3800, Tesla C1060, Tesla C2050",
         {"CPU, ms", "FX3800, ms", "FX3800, times", "C1060, ms", "C1060, times", "C2050, ms", "C2050, times"},
         {
             {"skull", {1248, 151, 8.3, 105, 11.9, 85, 14.7}},
             {"engine", {526, 68, 7.7, 49, 10.7, 39, 13.5}},
             {"aneurysm", {455, 111, 4.1, 84, 5.4, 68, 6.7}},
             {"sphere", {546, 115, 4.7, 85, 6.4, 68, 8.0}},
             {"8 skulls", {6319, 884, 7.1, 597, 10.6, 511, 12.4}},
             {"unknownHISO", {12956, 2824, 4.6, 2009, 6.4, 1678, 7.7}},
             {"unknownLISO", {18862, unknown, unknown, 2166, 8.7, 1776, 10.6}},
         },
         ""},
        {"rogeiro-4.6",
         "Rogeiro 2011, table 4.6",
         "Quadro FX3800",
         {"fetch", "classification", "scan", "compaction", "second scan", "generation", "sum", "usage, %"},
         {
             {"skull", {18.3, 30.5, 16.9, 3.6, 16.9, 42.6, 128.7, 85.0}},
             {"engine", {8.3, 15.1, 8.5, 1.7, 8.1, 15.7, 57.5, 84.0}},
             {"aneurysm", {16.8, 30.5, 16.9, 3.1, 16.3, 7.3, 90.9, 82.0}},
             {"sphere", {18.4, 30.5, 16.9, 3.2, 16.3, 9.4, 94.7, 82.0}},
             {"8 skulls", {147.7, 221.9, 124.9, 25.6, 124.8, 191.0, 836.0, 95.0}},
             {"unknownHISO", {732.9, 682.1, 465.8, 94.1, 465.8, 200.3, 2641.1, 94.0}},
         },
         ""},
        {"rogeiro-4.7",
         "Rogeiro 2011, table 4.7",
         "Tesla C1060",
         {"fetch", "classification", "scan", "compaction", "second scan", "generation", "sum", "usage, %"},
         {
             {"skull", {16.8, 15.7, 12.0, 1.8, 12.0, 21.7, 80.0, 76.0}},
             {"engine", {8.4, 7.8, 6.1, 0.8, 5.8, 7.7, 36.6, 75.0}},
             {"aneurysm", {16.7, 15.5, 12.0, 1.6, 11.6, 3.9, 61.4, 73.0}},
             {"sphere", {16.8, 15.5, 12.0, 1.6, 11.6, 4.9, 62.5, 74.0}},
             {"8 skulls", {137.2, 125.1, 86.6, 13.1, 86.6, 97.1, 545.8, 91.0}},
             {"unknownHISO", {511.2, 663.2, 315.7, 45.3, 315.7, 100.6, 1951.7, 97.0}},
             {"unknownLISO", {509.6, 662.9, 315.7, 46.2, 315.7, 256.7, 2106.9, 97.0}},
         },
         ""},
        {"rogeiro-4.8",
         "Rogeiro 2011, table 4.8",
         "Tesla C2050",
         {"fetch", "classification", "scan", "compaction", "second scan", "generation", "sum", "usage, %"},
         {
             {"skull", {18.1, 8.5, 9.4, 1.8, 9.4, 14.6, 61.8, 73.0}},
             {"engine", {9.0, 4.3, 4.7, 0.9, 4.5, 4.8, 28.1, 72.0}},
             {"aneurysm", {17.9, 8.5, 9.3, 1.7, 9.0, 2.9, 49.5, 73.0}},
             {"sphere", {16.7, 8.5, 9.3, 1.7, 9.0, 3.0, 48.3, 71.0}},
             {"8 skulls", {149.9, 70.2, 69.6, 13.6, 69.7, 59.6, 432.6, 85.0}},
             {"unknownHISO", {516.8, 318.4, 255.3, 49.9, 255.3, 69.0, 1464.7, 87.0}},
             {"unknownLISO", {515.0, 318.4, 255.2, 50.0, 255.3, 177.5, 1571.4, 88.0}},
         },
         ""},
        {"rogeiro-4.15",
         "Rogeiro 2011, table 4.15",
         "with the enhancements that help each device",
         {"FX3800, ms", "FX3800, gain %", "C1060, ms", "C1060, gain %", "C2050, ms", "C2050, gain %"},
         {
             {"skull", {144, 5, 99, 6, 60, 42}},
             {"engine", {65, 5, 46, 7, 28, 39}},
             {"aneurysm", {107, 4, 78, 8, 47, 45}},
             {"sphere", {108, 6, 79, 8, 48, 42}},
             {"8 skulls", {853, 4, 563, 6, 337, 52}},
             {"unknownHISO", {2740, 3, 1883, 7, 1115, 50}},
             {"unknownLISO", {unknown, unknown, 2042, 6, 1445, 23}},
         },
         ""},
        {"rogeiro-4.16",
         "Rogeiro 2011, table 4.16",
         "Quadro FX3800, enhanced",
         {"fetch", "classification", "scan", "compaction", "second scan", "generation", "sum", "usage, %"},
         {
             {"skull", {15.4, 30.4, 16.9, 3.6, 16.9, 41.1, 124.3, 86.0}},
             {"engine", {7.7, 15.0, 8.5, 1.7, 8.1, 14.1, 55.1, 85.0}},
             {"aneurysm", {15.3, 30.4, 16.9, 3.1, 16.3, 7.6, 89.6, 84.0}},
             {"sphere", {15.3, 30.4, 16.9, 3.2, 16.3, 8.5, 90.6, 84.0}},
             {"8 skulls", {139.2, 221.8, 124.9, 25.6, 124.8, 168.6, 804.9, 94.0}},
             {"unknownHISO", {658.4, 682.3, 466.7, 94.1, 465.7, 187.7, 2554.9, 93.0}},
         },
         ""},
        {"rogeiro-4.17",
         "Rogeiro 2011, table 4.17",
         "Tesla C1060, enhanced",
         {"fetch", "classification", "scan", "compaction", "second scan", "generation", "sum", "usage, %"},
         {
             {"skull", {14.7, 15.5, 12.0, 1.8, 12.0, 21.7, 77.7, 78.0}},
             {"engine", {7.3, 7.7, 6.1, 0.9, 5.8, 7.9, 35.7, 78.0}},
             {"aneurysm", {14.6, 15.4, 12.0, 1.6, 11.6, 4.0, 59.2, 76.0}},
             {"sphere", {14.6, 15.4, 12.0, 1.6, 11.6, 4.8, 60.0, 76.0}},
             {"8 skulls", {108.8, 124.8, 86.6, 13.1, 86.6, 97.7, 517.6, 92.0}},
             {"unknownHISO", {394.5, 662.5, 315.7, 45.3, 315.7, 100.3, 1834.0, 97.0}},
             {"unknownLISO", {394.1, 663.0, 315.7, 46.3, 315.7, 256.9, 1991.7, 98.0}},
         },
         ""},
        {"rogeiro-4.18",
         "Rogeiro 2011, table 4.18",
         "Tesla C2050, enhanced",
         {"fetch", "classification", "scan", "compaction", "second scan", "generation", "sum", "usage, %"},
         {
             {"skull", {13.1, 8.5, 9.4, 1.8, 9.4, 8.6, 50.8, 85.0}},
             {"engine", {6.6, 4.2, 4.7, 0.9, 4.5, 2.9, 23.8, 85.0}},
             {"aneurysm", {13.1, 8.5, 9.4, 1.7, 9.0, 1.8, 43.5, 93.0}},
             {"sphere", {13.1, 8.5, 9.4, 1.7, 9.0, 2.0, 43.7, 91.0}},
             {"8 skulls", {98.2, 70.2, 69.6, 13.6, 69.6, 34.1, 355.3, 105.0}},
             {"unknownHISO", {367.6, 319.0, 255.3, 49.9, 255.3, 38.3, 1285.4, 115.0}},
             {"unknownLISO", {570.6, 318.8, 255.4, 50.0, 255.3, 93.4, 1543.5, 107.0}},
         },
         ""},
    };
}

} // namespace voxmarch
