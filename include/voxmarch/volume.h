// Volumes: a grid with one scalar a voxel or a few, from memory, files or formulas, and what can be said about its
// values.
#pragma once

#include "voxmarch/error.h"
#include "voxmarch/types.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

namespace voxmarch::v1 {

/// A regular lattice of voxel centres. x is the fastest axis in memory.
struct VOXMARCH_API Grid {
    /// Number of voxels along x, y, z; each in [1, 2^20].
    std::array<int, 3> dims{1, 1, 1};

    /// Distance of neighbouring voxel centres along each axis, in `unit`; positive.
    Vec3 spacing{1.0, 1.0, 1.0};

    /// World position of the centre of voxel (0, 0, 0), in `unit`.
    Vec3 origin{0.0, 0.0, 0.0};

    /// World directions of the voxel axes x, y, z: unit vectors at right angles, left-handed or right-handed.
    std::array<Vec3, 3> directions{Vec3{1.0, 0.0, 0.0}, Vec3{0.0, 1.0, 0.0}, Vec3{0.0, 0.0, 1.0}};

    /// World axes are those of a patient: +x left, +y posterior, +z superior (DICOM, ITK).
    bool anatomical = false;

    LengthUnit unit = LengthUnit::unknown;

    std::uint64_t voxel_count() const;

    /// @param voxel  indices, fractions too: 0 .. dims - 1 are inside
    Vec3 world_from_voxel(const Vec3 &voxel) const;
    Vec3 voxel_from_world(const Vec3 &world) const;

    /// World position of the middle of the box of voxel centres.
    Vec3 center() const;

    bool operator==(const Grid &) const = default;
};

/// How often each value occurs. Bins are equally wide; the first begins at range.min, the last ends at range.max. For
/// integer data the edges lie between two values: 8-bit values 0 .. 255 have the range -0.5 .. 255.5.
struct Histogram {
    ValueRange range;
    std::vector<std::uint64_t> counts; ///< one a bin
    double mean = 0.0;

    double bin_width() const {
        return counts.empty() ? 0.0 : (range.max - range.min) / static_cast<double>(counts.size());
    }
    double bin_center(std::size_t bin) const { return range.min + (static_cast<double>(bin) + 0.5) * bin_width(); }
};

/// The voxels of one label.
struct LabelExtent {
    int label = 0;
    std::uint64_t voxels = 0;
    std::array<int, 3> low{}, high{}; ///< box of the voxels; both ends belong to it
};

/// C++ types that voxels may come in.
template <typename T>
concept VoxelScalar = std::is_arithmetic_v<T> && !std::is_same_v<T, bool>;

/// A volume in host memory, of one channel or up to four. Its voxels never change; copies share them. What it tells of
/// values and voxels is about the first channel; channel() gives the others. Renderers and first looks take all of
/// them, meshes, skeletons and labels are made of the first.
class VOXMARCH_API Volume {
public:
    /// Copies voxels, x fastest. 32 and 64 bit integers and doubles become floats, with a note. Floats that are NaN or
    /// infinite become the smallest finite value; non_finite_count() tells how many.
    /// @throws UsageError if there are not exactly grid.voxel_count() voxels, or for an impossible grid
    /// Cost: a copy and a pass over the voxels.
    template <VoxelScalar T>
    Volume(const Grid &grid, std::span<const T> voxels)
        : Volume(grid, std::as_bytes(voxels), sizeof(T), std::is_floating_point_v<T>, std::is_signed_v<T>) {}
    template <VoxelScalar T>
    Volume(const Grid &grid, const std::vector<T> &voxels) : Volume(grid, std::span<const T>(voxels)) {}

    /// Voxels that lie somewhere else, without a copy (floats that are not finite force one).
    /// @param voxels  x fastest, grid.voxel_count() of them in native byte order; they must not change
    /// @param owner   kept as long as a copy of this volume lives, and then let go; may be empty
    /// @throws as above
    static Volume borrow(const Grid &grid, ScalarType type, std::span<const std::byte> voxels,
                         std::shared_ptr<const void> owner = {});

    /// One volume of these channels. Each lies on the grid of the first, and has a type of its own. Voxels are shared.
    /// @throws UsageError for none, more than four, other numbers of voxels, or a volume that has several channels
    /// itself Cost: a pass over the voxels.
    static Volume of_channels(const std::vector<Volume> &channels);

    /// 1 .. 4.
    int channels() const;

    /// One of them as a volume of its own, which shares the voxels. @throws UsageError for one that is not there
    /// Cost: a pass over the voxels.
    Volume channel(int number) const;

    /// "DAPI", of the file; "channel 1" where it has no name. @throws UsageError for one that is not there
    std::string channel_name(int number) const;

    const Grid &grid() const;
    ScalarType type() const;

    /// Smallest and largest finite value.
    ValueRange range() const;

    /// NaN and infinite voxels found (and replaced) in f32 data.
    std::uint64_t non_finite_count() const;

    const std::string &name() const;   ///< of the file without its folder, or "tree:128"; "memory"
    const std::string &format() const; ///< "NRRD", "NIfTI", "raw", "synthetic", ...; "memory"

    /// What reading had to decide, convert or replace, a sentence each, for the user to see.
    std::vector<std::string> notes() const;

    /// The voxels as they are stored, x fastest, native byte order.
    std::span<const std::byte> bytes() const;

    /// Voxels as T: uint8_t, int8_t, uint16_t, int16_t or float. @throws UsageError if type() is another one
    template <VoxelScalar T> std::span<const T> voxels() const {
        require_type(sizeof(T), std::is_floating_point_v<T>, std::is_signed_v<T>);
        return {reinterpret_cast<const T *>(bytes().data()), bytes().size() / sizeof(T)};
    }

    /// Value of one voxel. @throws UsageError for a voxel outside of the grid
    double value(int x, int y, int z) const;

    /// Integer data with at most `bins` distinct steps have a bin for each value. @throws UsageError for bins < 1
    /// Cost: a pass over the voxels on one core.
    Histogram histogram(int bins = 1024) const;

    /// For each share (0 .. 1) the smallest value that at least this share of the voxels does not exceed.
    /// @throws UsageError for a share out of range. Cost: one or two passes over the voxels on one core.
    std::vector<double> percentiles(std::span<const double> shares) const;

    /// All labels that occur, in ascending order. @throws UsageError if a value is no whole number from 0 to 2^24 - 1
    /// Cost: a pass over the voxels on one core.
    std::vector<LabelExtent> labels() const;

private:
    friend struct Inside;
    struct Impl;
    std::shared_ptr<const Impl> impl_;

    explicit Volume(std::shared_ptr<const Impl> impl);
    Volume(const Grid &grid, std::span<const std::byte> voxels, std::size_t size, bool floating, bool is_signed);
    void require_type(std::size_t size, bool floating, bool is_signed) const;
};

/// What a program may say about a file beside its path.
struct ReadOptions {
    /// "256x256x256:uint8[:sx,sy,sz][:little|big][:offset=BYTES]"; empty: from the file's name
    /// (NAME_XxYxZ_TYPE.raw, the Open SciVis convention).
    std::string raw{};

    /// Replaces the file's spacing, in the file's unit or in `spacing_unit`.
    std::optional<Vec3> spacing{};
    std::optional<LengthUnit> spacing_unit{};

    /// Where x, y and z of the voxels go: three sides of a patient ("LPS"), three axes of the world ("x,-y,z"), or
    /// "none"; the first voxel stays where it is. Empty: as the file says.
    std::string orientation{};

    /// DICOM series instance UID when a folder holds several.
    std::string series{};

    /// Which channels of a file that holds several, from 0, at most four, in this order. Empty: all, or the first four.
    std::vector<int> channels{};

    /// Which time point of a file that holds several, from 0.
    int time = 0;

    /// Which level of detail of a Zarr store, from 0, the finest.
    int level = 0;

    /// Which array of a VTK or VTI file that holds several; empty: the file's active one, or its first.
    std::string array{};

    /// What is made of a file of points (PLY, CSV, VTK's): "density:H", H the smoothing length and distance of voxels
    /// in the file's unit, or "density:H:X0,Y0,Z0,X1,Y1,Z1" of those in a box. Empty: the source is a volume.
    std::string field{};

    /// Reduces the volume by this factor along every axis, values by their mean, labels by the most frequent one.
    /// Range [1, 64].
    int downsample = 1;

    /// Whether the values are labels; empty: judged by the values.
    std::optional<bool> labels{};

    bool operator==(const ReadOptions &) const = default;
};

/// Reads a volume.
/// @param source  a file, a folder of DICOM, TIFF or PNG slices, a Zarr store, synthetic:NAME[:N], or
///                formula:EXPRESSION[:N]; formats are those of `voxmarch info`
/// @param progress  called now and then with the share done, 0 .. 1; what it throws ends the reading
/// @throws UsageError, FileError, UnsupportedError (format switched off in this build), MemoryError
/// Cost: channels are read one after the other.
VOXMARCH_API Volume read_volume(const std::string &source, const ReadOptions &options = {},
                                const std::function<void(double)> &progress = {});

/// Writes by extension: .nrrd (gzip), .raw (no header). The file appears whole or not at all.
/// @throws OutputError, UsageError for any other extension or a volume of several channels
VOXMARCH_API void write_volume(const Volume &volume, const std::filesystem::path &file);

/// A volume made from a formula, N^3 voxels of spacing 1: sphere, torus, marschner-lobb, cayley, hydrogen, tree, teddy,
/// piggy, vessels (`voxmarch synthesize --help` explains them).
/// @param size  N, [1, 16384]  @throws UsageError for another name or size, MemoryError
VOXMARCH_API Volume synthetic_volume(const std::string &name, int size);

} // namespace voxmarch::v1
