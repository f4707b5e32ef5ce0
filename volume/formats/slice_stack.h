// Puts slices with known places in space (DICOM) on a right-angled grid; resamples them where they do not form one.
#pragma once

#include "volume/volume.h"

#include <filesystem>

namespace voxmarch {

/// Slices of one size and orientation, each somewhere in space.
struct SliceStack {
    int columns = 1;
    int rows = 1;
    glm::dvec3 row_step{1, 0, 0};         ///< world step from a voxel to the next in its row, mm
    glm::dvec3 column_step{0, 1, 0};      ///< world step from a row to the next, mm
    std::vector<glm::dvec3> first_voxels; ///< centre of the first voxel of each slice, in mm
    double thickness = 1.0;               ///< slice distance when there is only one slice, mm
};

/// How slices become a volume.
struct SlicePlan {
    Grid grid;                      ///< of the volume
    std::vector<std::size_t> order; ///< slices from the first to the last along the normal (row x column)
    bool resamples = false;         ///< false: the slices in this order are the volume
    std::vector<double> heights;    ///< of the ordered slices above the first, mm
    std::vector<glm::dvec2> shifts; ///< voxel index in the grid of each ordered slice's first voxel
    std::string resampled_from;     ///< "slices at uneven distances (1 to 3 mm)"; empty: voxels are the file's
    std::string note;               ///< a sentence for the user, empty if nothing had to be decided
};

/// Slices on a line along their normal with even distances (to 5 % of a distance, half a voxel sideways) are kept as
/// they are. Tilted or uneven ones are to be resampled at their smallest distance, to at most 4 times as many slices.
/// @throws FileError when two slices lie at one place or so far apart that the volume would be hardly more than gaps,
/// or the axes are degenerate
SlicePlan plan_slices(const SliceStack &stack, const std::filesystem::path &source);

/// Refuses a volume that is hardly more than the gaps between its slices, which a small file can make as large as it
/// likes: more than 2^29 voxels, of which the slices fill fewer than a 64th.
/// @throws FileError
void require_filled(std::uint64_t filled, std::uint64_t voxels, const std::filesystem::path &source);

/// The volume of a plan that resamples: linear between the eight voxels of the tilted lattice around each place; the
/// smallest value where no slice reaches. Cost: 8 multiplications per voxel.
/// @param slices  voxels of all slices, in plan order
ZeroedBytes resample_slices(const SlicePlan &plan, const SliceStack &stack, ScalarType type,
                            std::span<const std::byte> slices, const std::filesystem::path &source);

} // namespace voxmarch
