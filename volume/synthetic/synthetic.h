// Volumes made from formulas: the demo, and the test volumes whose truth is known.
#pragma once

#include "volume/volume.h"

#include <filesystem>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace voxmarch {

/// Lengths are in units of the box of voxel centres (edge 1); values of u8 volumes are rounded half up and clamped.
///
/// sphere          128 at distance 0.35 from the centre, falling by 255 per 0.5 of distance outwards
/// torus           128 on the torus around z with radii 0.28 and 0.12, the same slope
/// marschner-lobb  255 times the test signal of Marschner and Lobb 1994, fM 6, alpha 0.25, on [-1,1]^3
/// cayley          f = 1 - 16xyz - 4x^2 - 4y^2 - 4z^2 on [-1,1]^3; f32 holds f itself (-27 .. 5), u8 holds 128 + 25 f:
///                 the zero set is the isosurface 128, nothing is clipped above it, and values are clipped at 0 where
///                 f < -5.12, so an isosurface between 1 and 253 is a true level set (f = (isovalue - 128) / 25)
/// hydrogen        255 times the square root of the probability density of the orbital 4d_z^2 over its peak; box edge
/// 76
///                 Bohr radii, the axis along y
/// tree, teddy, piggy, vessels   objects (up is +y) in CT-like noise whose values stay below 35 in air
struct SyntheticInfo {
    std::string name;        ///< "sphere"
    std::string description; ///< one line for --help
    int default_size;        ///< N when synthetic:NAME gives none
    int largest_size;
};

/// What a VOLUME begins with that is made and not read: synthetic:NAME[:N], formula:EXPRESSION[:N].
constexpr std::string_view synthetic_prefix = "synthetic:", formula_prefix = "formula:";

/// Whether a VOLUME is made, so that it is no path, and the same everywhere.
bool is_made(std::string_view source);

/// All names, in the order of the help text.
const std::vector<SyntheticInfo> &synthetic_volumes();

/// Header of synthetic NAME at edge n; spacing 1, origin 0. @throws UsageError for an unknown name, n outside [1,
/// largest_size] or a type it does not have (only cayley has f32 beside u8)
VolumeHeader synthetic_header(const std::string &name, int n, ScalarType type = ScalarType::u8);

/// Fills `out` with the slices [z_begin, z_end) of the volume. Deterministic: same bytes for any split and thread
/// count. Each call sets the volume up anew (the tree grows in about 30 ms), so ask for thick slabs.
/// @param header  from synthetic_header
/// @throws UsageError as synthetic_header, and for slices outside the volume or an `out` of another size
void synthesize_slab(const VolumeHeader &header, const std::string &name, int z_begin, int z_end,
                     std::span<std::byte> out);

/// The voxels of the whole volume, slabs on all cores. `progress` is called on this thread with shares from 0 to 1.
/// @throws UsageError, MemoryError
ZeroedBytes synthetic_voxels(const std::string &name, int n, ScalarType type = ScalarType::u8,
                             const std::function<void(double)> &progress = {});

/// The whole volume in memory. `progress` is called on this thread with shares from 0 to 1.
/// @throws UsageError, MemoryError
Volume synthesize(const std::string &name, int n, ScalarType type = ScalarType::u8,
                  const std::function<void(double)> &progress = {});

/// Writes synthetic NAME as raw or uncompressed NRRD slab by slab, so that 4096^3 needs little memory.
/// The file appears whole or not at all. @throws UsageError, OutputError
void synthesize_to_file(const std::string &name, int n, ScalarType type, const std::filesystem::path &file,
                        const std::function<void(double)> &progress = {});

} // namespace voxmarch
