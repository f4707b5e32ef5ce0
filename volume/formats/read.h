// Turns a VOLUME argument (file, folder of slices, synthetic:NAME[:N], formula:EXPRESSION[:N]) into a volume.
#pragma once

#include "volume/data_survey.h"
#include "volume/particles/density_field.h"
#include "volume/volume.h"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace voxmarch {

/// What the user may say beside the path.
struct ReadOptions {
    /// "256x256x256:uint8[:sx,sy,sz][:little|big][:offset=BYTES]"; empty: from the file name
    /// (NAME_XxYxZ_TYPE.raw, the Open SciVis convention).
    std::string raw;

    /// Replaces the file's spacing, in the file's unit (PNG slices do not state it).
    std::optional<glm::dvec3> spacing;

    /// The unit of `spacing` where it is not the file's; it becomes the grid's. Ignored without `spacing`.
    std::optional<LengthUnit> spacing_unit;

    /// Where x, y and z of the voxels go, as parse_directions() reads it; the first voxel stays where it is. Empty: as
    /// the file says.
    std::string orientation;

    /// DICOM series instance UID when a folder holds several.
    std::string series;

    /// Which channel of a file that holds several is read (values of a voxel, TIFF, OME-Zarr), from 0.
    int channel = 0;

    /// Which time point of a file that holds several is read, from 0.
    int time = 0;

    /// Which level of detail of a Zarr store or of Imaris is read, from 0, the finest.
    int level = 0;

    /// Name of the array to read, of HDF5 its path; empty: the file's active one, or its first.
    std::string array;

    /// What is made of a file of points: "density:H", see DensityField. Empty: the source is a volume.
    std::string field;

    /// Makes that density in the place of spread_on_host().
    SpreadParticles spread{};

    /// Reduces the volume by this factor along every axis after reading, values by their mean, labels by the most
    /// frequent one; 1 keeps it. Range [1, 64].
    int downsample = 1;

    /// Whether the values are labels, which `downsample` takes by the most frequent value; empty: judged by the values.
    std::optional<bool> labels{};

    /// Volumes of more voxels that can be read box by box stay in their source, see Volume::large(); but not files of
    /// unpacked voxels, which are mapped. 0: none do.
    std::uint64_t large_above = 0;

    /// Called now and then with the share done, 0 .. 1. May throw to cancel.
    std::function<void(double)> progress;

    /// Called once with what the volume is like as it is stored, before it is downsampled. Cost: that of survey_data()
    std::function<void(DataSurvey)> on_survey{};
};

/// What pictures take for ReadOptions::large_above, whatever the memory.
constexpr std::uint64_t large_voxels = std::uint64_t{1} << 30;

/// Puts the voxels where the options say that they lie, from where the file says.
/// @throws UsageError for a distance that is not positive, or directions that are none
void place_voxels(VolumeHeader &header, const ReadOptions &options);

/// Reads header and voxels.
/// Sizes are multiplied with overflow checks and compared with the bytes really there before anything is allocated;
/// a data file named in a header must lie in the header's folder or below.
/// @param source  a file, a folder of DICOM, TIFF or PNG slices, a Zarr store, synthetic:NAME[:N], or
///                formula:EXPRESSION[:N]; with options.field a file of points
/// @throws UsageError, FileError, UnsupportedError (format switched off in this build), MemoryError
Volume read_volume(const std::string &source, const ReadOptions &options = {});

/// Header and voxels as they are stored, before anybody has looked at their values.
struct LoadedVoxels {
    VolumeHeader header;
    std::unique_ptr<VoxelStorage> voxels;
};

/// The first half of read_volume(): does what a file takes. @throws as it does
LoadedVoxels load_voxels(const std::string &source, const ReadOptions &options = {});

/// The second half: looks at the values, tells options.on_survey, and reduces the volume.
/// @param value_counts  see Volume::value_counts(); empty: they are counted now
/// @throws UsageError, MemoryError
Volume volume_of(LoadedVoxels loaded, const ReadOptions &options = {},
                 std::span<const std::uint64_t> value_counts = {});

/// Reads the header alone, already with spacing and downsample applied. Cost: no voxel is read.
/// @throws as read_volume
VolumeHeader read_volume_header(const std::string &source, const ReadOptions &options = {});

/// Grids of the levels of detail that are stored, from options.level on: of a volume that is not reduced, as a reduced
/// one has its own grid alone. Cost: no voxel is read.
/// @throws as read_volume
std::vector<Grid> read_volume_levels(const std::string &source, const ReadOptions &options = {});

} // namespace voxmarch
