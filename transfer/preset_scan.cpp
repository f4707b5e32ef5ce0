// Transfer functions for scans of things, microscopy and simulations, normalised over the window.
#include "transfer/preset_data.h"

namespace voxmarch {

namespace {

constexpr TransferDomain normalised = TransferDomain::normalised;

/// Five thin shells of equal value with faint fog between them, coloured by a map.
TransferFunction shells(const char *name, const char *description, std::string_view map) {
    std::vector<OpacityPoint> opacities{{0.05, 0.0}};
    for (const double center : {0.15, 0.32, 0.5, 0.68, 0.86}) {
        const double fog = 0.006 * center, peak = 0.12 + 0.5 * center;
        opacities.insert(opacities.end(), {{center - 0.035, fog}, {center, peak}, {center + 0.035, fog}});
    }
    opacities.push_back({1.0, 0.2});
    return {name, description, normalised, color_map(map), opacities};
}

} // namespace

std::vector<TransferFunction> scan_presets() {
    return {
        {"scan-plant",
         "8-bit scan of a plant: green leaves, brown wood and soil, pale pot",
         normalised,
         {{0.14, {0.30, 0.52, 0.16}},
          {0.24, {0.52, 0.68, 0.24}},
          {0.33, {0.62, 0.44, 0.22}},
          {0.50, {0.60, 0.36, 0.20}},
          {0.65, {0.80, 0.66, 0.50}},
          {1.0, {0.98, 0.95, 0.88}}},
         {{0.13, 0.0}, {0.17, 0.06}, {0.25, 0.22}, {0.4, 0.5}, {1.0, 0.8}}},
        {"scan-plastic",
         "8-bit scan of a machine part: a translucent casing around its dense parts",
         normalised,
         {{0.25, {0.35, 0.55, 0.80}}, {0.55, {0.55, 0.75, 0.90}}, {0.70, {0.95, 0.60, 0.25}}, {1.0, {1.0, 0.90, 0.65}}},
         {{0.28, 0.0}, {0.38, 0.035}, {0.60, 0.05}, {0.70, 0.3}, {1.0, 0.85}}},
        {"scan-core",
         "8-bit scan: the densest third alone, solid",
         normalised,
         {{0.60, {0.75, 0.42, 0.22}}, {0.80, {0.97, 0.80, 0.52}}, {1.0, {1.0, 1.0, 0.96}}},
         {{0.62, 0.0}, {0.68, 0.15}, {0.76, 0.6}, {1.0, 0.9}}},
        {"cells",
         "fluorescence microscopy: bright cells in green, the dim background clear",
         normalised,
         {{0.2, {0.02, 0.30, 0.16}}, {0.45, {0.12, 0.80, 0.38}}, {0.75, {0.72, 0.98, 0.55}}, {1.0, {1.0, 1.0, 0.9}}},
         {{0.30, 0.0}, {0.42, 0.06}, {0.6, 0.35}, {1.0, 0.8}}},
        shells("shells", "simulation: five thin shells of equal value in the colours of viridis", "viridis"),
        {"orbital",
         "electron densities and other fields that fade out: glowing layers down to a few percent",
         normalised,
         {{0.0, {0.10, 0.12, 0.45}},
          {0.06, {0.20, 0.40, 0.95}},
          {0.2, {0.25, 0.85, 0.90}},
          {0.45, {1.0, 0.80, 0.35}},
          {1.0, {1.0, 0.98, 0.90}}},
         {{0.02, 0.0},
          {0.06, 0.03},
          {0.09, 0.006},
          {0.16, 0.012},
          {0.2, 0.09},
          {0.24, 0.02},
          {0.42, 0.05},
          {0.46, 0.25},
          {0.5, 0.08},
          {1.0, 0.5}}},
    };
}

} // namespace voxmarch
