// Launches the formula of a synthetic volume.
#include "renderer/synthetic_slices.h"

#include <algorithm>
#include <array>

namespace voxmarch {

namespace {

/// Headers of synthetic volumes are named NAME:N.
std::string formula_of(const VolumeHeader &header) { return header.name.substr(0, header.name.find(':')); }

} // namespace

bool can_synthesize(const DeviceInfo &device, const VolumeHeader &header) {
    constexpr std::array<std::string_view, 3> exact{"cayley", "sphere", "torus"};
    return header.format == "synthetic" && header.type == ScalarType::u8 &&
           std::ranges::find(exact, formula_of(header)) != exact.end() &&
           (" " + device.extensions + " ").find(" cl_khr_fp64 ") != std::string::npos;
}

ProgramSource synthesize_source(const std::string &name) {
    ProgramSource source;
    source.name = "synthesize";
    source.files = {"formula_" + name + ".cl", "synthesize.cl"};
    source.fast_math = false;
    return source;
}

SyntheticSlices::SyntheticSlices(Device &device, const VolumeHeader &header)
    : kernels_(device), name_(formula_of(header)), edge_(header.grid.dims[0]) {}

Event SyntheticSlices::make(int z_begin, int z_end, Buffer &target) {
    const auto along = static_cast<std::size_t>((edge_ + 63) / 64 * 64);
    const LaunchSize size{{along, static_cast<std::size_t>(edge_), static_cast<std::size_t>(z_end - z_begin)},
                          {64, 1, 1}};
    return kernels_.kernel(synthesize_source(name_), "synthesize")
        .launch(size, edge_, z_begin, z_end - z_begin, target);
}

} // namespace voxmarch
